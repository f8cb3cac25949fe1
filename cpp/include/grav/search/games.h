// games.h: plays whole games of strict play between seats that search before every move. Host code.
#pragma once

#include "grav/playout.h"
#include "grav/search/results.h"

namespace grav::search {

/// Nodes reserved per simulation: a simulation opens one node, with a child for each of its moves.
constexpr uint64_t NODES_PER_SIMULATION = 64;
constexpr uint64_t MIN_GAME_NODES = 1u << 12, MAX_GAME_NODES = 1u << 23;

/// Returns the best move after a new search of so many simulations, or fewer if the winner is proven.
template <class Kind>
Move search_move(const State<Kind>& state, const Tables<Kind>& tables, int simulations, uint64_t seed) {
    Options options;
    options.seed = seed;
    options.max_nodes = static_cast<uint32_t>(
        std::clamp(NODES_PER_SIMULATION * simulations, MIN_GAME_NODES, MAX_GAME_NODES));
    Search<Kind> search(tables, state, options);
    search.run({static_cast<uint64_t>(simulations), 0, 1});
    const int mover = state.turn.seat, players = tables.rules.players;
    const NodeIndex best = best_first(search.tree(), ROOT, mover, players).front();
    return choose_number(search.tree(), best, mover, players).move;
}

/// Returns the move of a seat that does not search: the placement that its policy chooses, with
/// every bonus turn that its shapes bring.
template <class Kind>
Move simple_move(State<Kind>& state, const Tables<Kind>& tables, const Policy& policy, Chance& chance) {
    const auto legal = legal_points(state.position, tables);
    const int count = size_of(legal);
    if (count == 0) return {PASS, 0, 0, 1.0f};
    ChosenPoint chosen;
    if (policy.choice == Choice::Greedy) {
        chosen = choose_most_shapes(state, tables, legal, chance);
    } else {
        chosen.at = choose_any<Kind>(legal, count, chance);
        chosen.shapes = completed_shapes(state.position, tables, chosen.at);
    }
    return {static_cast<int16_t>(chosen.at), static_cast<int16_t>(chosen.shapes), 0, 1.0f};
}

/// Plays game number `game` of a run in strict play, with a search before each move of every seat
/// whose policy has simulations.
template <class Kind>
void play_game(State<Kind>& state, const Tables<Kind>& tables, const Policy* policies, uint64_t seed,
               uint64_t game, int max_placements, Measures& measures, Stage* stages = nullptr) {
    const Rules& rules = tables.rules;
    Chance chance = Chance::of(seed, game);
    GameMeasurer measurer{measures, stages};
    NoHistory none;
    start(state, tables, none);
    open_game(state, tables, chance, measurer);
    while (state.phase != Phase::Over && measures.placements < max_placements) {
        const Turn turn = state.turn;
        const Policy& policy = policies[turn.seat];
        measurer.record_decision(state, tables, size_of(legal_points(state.position, tables)));
        const Move move = policy.choice == Choice::Search
                              ? search_move(state, tables, policy.simulations, chance.next())
                              : simple_move(state, tables, policy, chance);
        if (move.at == PASS) {
            ++measures.passes;
        } else {
            measurer.record_deficits(state, rules);
            measurer.record_placement(turn, completed_shapes(state.position, tables, move.at));
        }
        apply_move(state, tables, move);
        if (move.at != PASS) measurer.record_gain(state, rules, turn.seat);
    }
    measurer.finish(state, rules);
}

}  // namespace grav::search
