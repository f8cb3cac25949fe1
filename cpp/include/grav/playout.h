// playout.h: plays whole games between policies and measures them.
#pragma once

#include "grav/policies.h"

namespace grav {

/// Some measures are counted by stage of the game: under one tenth of the board filled, under two…
constexpr int TENTHS = 10;

/// The measures of one game. Every field is one column of a bulk run, or several for an array.
struct Measures {
    int32_t winner;  // a seat; -1 if the game was stopped
    int32_t ended;   // as in `Ended`; 0 if it was stopped
    int32_t first;   // the seat that began
    int32_t stones[MAX_PLAYERS];
    int32_t placements;     // stones placed, including voided and removed ones
    int32_t passes;
    int32_t decisions[TENTHS];  // decisions to place or pass, by stage of the game
    int32_t legal[TENTHS];      // legal points, summed over the decisions
    int32_t in_reach[TENTHS];   // empty points at an allowed distance, summed over the decisions
    int32_t shapes;         // completed shapes, declared or not
    int32_t bonus_turns;    // bonus turns that were played
    int32_t longest_chain;  // the most placements in one turn
    int32_t first_shape;    // number of the placement that completed the first shape; 0 if none did
    int32_t first_shape_by; // the seat that completed the first shape; -1 if none did
    int32_t lead_changes;   // how often another seat took the lead in stones
    int32_t behind;         // the winner's deficit to the leader in stones, summed over placements
    int32_t breaches;       // placements that broke a rule
    int32_t missed;         // breaches that stood
    int32_t missed_of_winner;  // breaches of the winner that stood
    int32_t called;         // breaches called by a right shout
    int32_t wrong_shouts;
};

/// The positions with a certain number of stones, summed over games; with squares and products of
/// single games, from which the errors of ratios are computed.
struct Stage {
    int64_t games, legal, in_reach;  // of the games that came so far
    int64_t legal_squared, in_reach_squared, legal_by_in_reach;
    int64_t ended, in_reach_at_end, in_reach_at_end_squared;  // of those that had ended before

    GRAV_FN void add(int64_t open, int64_t reached) {
        ++games;
        legal += open;
        in_reach += reached;
        legal_squared += open * open;
        in_reach_squared += reached * reached;
        legal_by_in_reach += open * reached;
    }
    GRAV_FN void add_ended(int64_t reached) {
        ++ended;
        in_reach_at_end += reached;
        in_reach_at_end_squared += reached * reached;
    }
};

/// Collects the measures while a game is played.
struct GameMeasurer {
    Measures& game;
    Stage* stages = nullptr;  // for each number of stones, if these sums are wanted
    int staged = -1;          // the largest number of stones that this game added to them
    int reach = 0;            // points in reach at the latest decision
    int chain = 0;
    int leader = -1;
    int behind[MAX_PLAYERS] = {};
    int missed[MAX_PLAYERS] = {};

    GRAV_FN void begin(int first) {
        game = {};
        game.winner = -1;
        game.first = first;
        game.first_shape_by = -1;
    }
    template <class Kind>
    GRAV_FN void record_decision(const State<Kind>& state, const Tables<Kind>& tables, int legal) {
        const int size = tables.rules.size, stones = size_of(state.position.stones);
        const int tenth = min_of(stones * TENTHS / (size * size), TENTHS - 1);
        ++game.decisions[tenth];
        reach = size_of(points_in_reach(state.position, tables));
        game.legal[tenth] += legal;
        game.in_reach[tenth] += reach;
        if (stages && stones > staged) {
            stages[stones].add(legal, reach);
            staged = stones;
        }
    }
    /// Adds, before a placement, how far each seat is behind the leader.
    template <class Kind>
    GRAV_FN void record_deficits(const State<Kind>& state, const Rules& rules) {
        int most = 0;
        for (int seat = 0; seat < rules.players; ++seat) most = max_of(most, state.stones[seat]);
        for (int seat = 0; seat < rules.players; ++seat) behind[seat] += most - state.stones[seat];
    }
    GRAV_FN void record_placement(const Turn& turn, int shapes) {
        ++game.placements;
        game.bonus_turns += turn.on_bonus;
        chain = turn.on_bonus ? chain + 1 : 1;
        game.longest_chain = max_of(game.longest_chain, chain);
        game.shapes += shapes;
        if (shapes && !game.first_shape) {
            game.first_shape = game.placements;
            game.first_shape_by = turn.seat;
        }
    }
    /// Counts a lead change if the seat, which gained a stone, now has the most alone.
    template <class Kind>
    GRAV_FN void record_gain(const State<Kind>& state, const Rules& rules, int seat) {
        if (seat == leader) return;
        for (int other = 0; other < rules.players; ++other) {
            if (other != seat && state.stones[other] >= state.stones[seat]) return;
        }
        game.lead_changes += leader >= 0;
        leader = seat;
    }
    /// Counts a lead change after a removal: another seat may have the most without gaining a stone.
    template <class Kind>
    GRAV_FN void record_removal(const State<Kind>& state, const Rules& rules) {
        for (int seat = 0; seat < rules.players; ++seat) record_gain(state, rules, seat);
    }
    template <class Kind>
    GRAV_FN void finish(const State<Kind>& state, const Rules& rules) {
        int8_t ranking[MAX_PLAYERS];
        rank(state, rules, ranking);
        for (int seat = 0; seat < rules.players; ++seat) game.stones[seat] = state.stones[seat];
        game.ended = static_cast<int32_t>(state.ended);
        if (state.phase != Phase::Over) return;
        for (int stones = staged + 1; stages && stones <= rules.size * rules.size; ++stones) {
            stages[stones].add_ended(reach);
        }
        game.winner = ranking[0];
        game.behind = behind[game.winner];
        game.missed_of_winner = missed[game.winner];
    }
};

/// Begins the game; if anyone may place the first stone, draws the seat.
template <class Kind>
GRAV_FN void open_game(State<Kind>& state, const Tables<Kind>& tables, Chance& chance,
                       GameMeasurer& measurer) {
    if (state.phase == Phase::Opening) {
        state.first = chance.below(tables.rules.players);
        state.turn = {state.first, 0, 0, false};
        state.phase = Phase::Turn;
    }
    measurer.begin(state.first);
}

/// Which shapes are counted: all, or only as many as there can still be stones.
enum class CountedShapes : uint8_t { All, Needed };

/// Whether the rest of the game is one turn: the seat on turn is owed at least as many bonus turns as
/// there can still be stones, so it places them all and shapes no longer matter.
GRAV_FN bool is_last_turn(const Turn& turn, int open) {
    return turn.bonus_turns && turn.bonus_turns >= open - 1;
}

/// Plays the last turn at random; returns whether it was played to the end.
template <class Kind>
GRAV_FN bool play_last_turn(State<Kind>& state, const Tables<Kind>& tables, int max_placements,
                            Chance& chance, GameMeasurer& measurer) {
    const int seat = state.turn.seat;
    while (measurer.game.placements < max_placements) {
        const auto legal = legal_points(state.position, tables);
        const int count = size_of(legal);
        measurer.record_decision(state, tables, count);
        if (count == 0) return true;
        measurer.record_deficits(state, tables.rules);
        measurer.record_placement(state.turn, 0);
        put_without_shapes(state.position, tables, choose_any<Kind>(legal, count, chance), seat);
        ++state.stones[seat];
        measurer.record_gain(state, tables.rules, seat);
        state.passed = 0;
        state.turn.on_bonus = true;
        --state.turn.bonus_turns;
    }
    return false;
}

/// Makes one placement in strict play; false if there is no legal point.
template <CountedShapes COUNT, class Kind>
GRAV_FN bool place_strictly(State<Kind>& state, const Tables<Kind>& tables,
                            typename Kind::Set& open_or_legal, int open, const Policy& policy,
                            Chance& chance, GameMeasurer& measurer) {
    auto& legal = open_or_legal;
    if (state.position.placed) legal.intersect(tables.ring[state.position.last()]);
    const int count = size_of(legal);
    measurer.record_decision(state, tables, count);
    if (count == 0) return false;
    measurer.record_deficits(state, tables.rules);
    const int seat = state.turn.seat;
    // At least one: the first shape of a game is measured even if it brings nothing.
    const int enough =
        COUNT == CountedShapes::All ? NO_LIMIT : max_of(1, open - 1 - state.turn.bonus_turns);
    ChosenPoint chosen;
    if (policy.choice == Choice::Greedy) {
        chosen = choose_most_shapes(state, tables, legal, chance);
    } else {
        chosen.at = choose_any<Kind>(legal, count, chance);
        chosen.shapes = completed_shapes(state.position, tables, chosen.at, enough);
    }
    NoHistory none;
    measurer.record_placement(state.turn, chosen.shapes);
    place(state, tables, chosen.at, chosen.shapes, {0, chosen.shapes}, none);
    measurer.record_gain(state, tables.rules, seat);
    return true;
}

/// Plays in strict play from a turn to the end, or until the limit of placements. All pass when
/// there is no legal point, which does not depend on whose turn it is. Every shape is declared.
template <CountedShapes COUNT, class Kind>
GRAV_FN void play_strictly(State<Kind>& state, const Tables<Kind>& tables, const Policy* policies,
                           int max_placements, Chance& chance, GameMeasurer& measurer) {
    const Rules& rules = tables.rules;
    bool ended = false;
    while (!ended && measurer.game.placements < max_placements) {
        const Policy& policy = policies[state.turn.seat];
        auto points = open_points(state.position, tables);
        const int open = COUNT == CountedShapes::Needed ? size_of(points) : NO_LIMIT;
        if (COUNT == CountedShapes::Needed && policy.choice == Choice::Random &&
            is_last_turn(state.turn, open)) {
            ended = play_last_turn(state, tables, max_placements, chance, measurer);
        } else {
            ended = !place_strictly<COUNT>(state, tables, points, open, policy, chance, measurer);
        }
    }
    if (ended) {
        const int passes = count_bits(active_seats(state, rules) & ~unsigned{state.passed});
        measurer.game.passes += passes;
        for (int i = 1; i < passes; ++i) measurer.record_decision(state, tables, 0);  // after the first
        end(state, Ended::Passes);
    }
    measurer.finish(state, rules);
}

/// Decides a turn under `challenge`, with the perception of the seat on turn.
template <class Kind>
GRAV_FN Action decide(State<Kind>& state, const Tables<Kind>& tables, const Policy& policy,
                      Chance& chance) {
    const Rules& rules = tables.rules;
    const int seat = state.turn.seat;
    auto points = perceived_legal_points(state, tables, seat, policy, chance);
    int count = size_of(points);
    if (count == 0) {
        if (may_pass_turn(state.turn, rules)) return {ActionKind::Pass, seat, NOWHERE, NO_DECLARATION};
        // A bonus turn must be used, and every point breaks a rule: the breach may go unnoticed.
        points = tables.all;
        points.subtract(state.position.stones);
        count = size_of(points);
    }
    ChosenPoint chosen{NOWHERE, 0};
    if (policy.choice == Choice::Greedy) {
        chosen = choose_most_shapes(state, tables, points, chance);
    } else {
        chosen.at = choose_any<Kind>(points, count, chance);
        if (rules.declares()) chosen.shapes = completed_shapes(state.position, tables, chosen.at);
    }
    if (!rules.declares()) return {ActionKind::Place, seat, chosen.at, NO_DECLARATION};
    // One at a time: bonus turns must be used, and each can bring the next.
    const int noticed = noticed_shapes(chosen.shapes, policy.perception, chance);
    return {ActionKind::Place, seat, chosen.at, min_of(noticed, 1)};
}

/// Returns the seat that shouts in the open window: a random one that perceives a breach, or -1.
template <class Kind>
GRAV_FN int draw_shouter(const State<Kind>& state, const Tables<Kind>& tables, const Policy* policies,
                       Chance& chance) {
    const auto& position = state.position;
    const Cell from = position.placed > 1 ? Cell{position.trail[position.placed - 2]} : NOWHERE;
    int shouter = -1, shouters = 0;
    for (int seat = 0; seat < tables.rules.players; ++seat) {
        if (!(state.window.awaiting & seat_bit(seat))) continue;
        const Perception& perception = policies[seat].perception;
        const bool perceives = perception.is_perfect()
                                  ? state.window.violations != 0
                                  : perceives_breach(position, tables, state.window.at, from,
                                                    state.turn.seat, perception, chance);
        if (perceives && chance.below(++shouters) == 0) shouter = seat;
    }
    return shouter;
}

/// Plays a game under `challenge` to its end, or until the limit of placements.
template <class Kind, class History>
GRAV_FN void play_challenged(State<Kind>& state, const Tables<Kind>& tables, const Policy* policies,
                             int max_placements, Chance& chance, GameMeasurer& measurer,
                             History& history) {
    const Rules& rules = tables.rules;
    Measures& game = measurer.game;
    while (state.phase != Phase::Over && game.placements < max_placements) {
        if (state.phase == Phase::Turn) {
            const int seat = state.turn.seat;
            measurer.record_decision(state, tables, size_of(legal_points(state.position, tables)));
            const Action action = decide(state, tables, policies[seat], chance);
            if (action.kind == ActionKind::Pass) {
                ++game.passes;
                act_on_turn(state, tables, action, history);
                continue;
            }
            measurer.record_deficits(state, rules);
            const Turn turn = state.turn;
            act_on_turn(state, tables, action, history);
            measurer.record_placement(turn, state.window.shapes);
            game.breaches += state.window.violations != 0;
        } else if (state.phase == Phase::Window) {
            const int placer = state.turn.seat;
            const bool breach = state.window.violations != 0;
            const int by = draw_shouter(state, tables, policies, chance);
            game.called += by >= 0 && breach;
            game.wrong_shouts += by >= 0 && !breach;
            game.missed += by < 0 && breach;
            measurer.missed[placer] += by < 0 && breach;
            if (by >= 0) {
                shout(state, tables, by, history);
            } else {
                state.window.awaiting = 0;
                stand(state, rules, state.window.bonus, history);
            }
            if (by < 0 || !breach) measurer.record_gain(state, rules, placer);
        } else {
            const auto& theirs = state.position.owned[state.violator];
            const Cell removed = choose_any<Kind>(theirs, state.stones[state.violator], chance);
            remove(state, tables, removed, history);
            measurer.record_removal(state, rules);
        }
    }
    measurer.finish(state, rules);
}

/// Plays game number `game` of a run.
template <CountedShapes COUNT, class Kind, class History>
GRAV_FN void play_game(State<Kind>& state, const Tables<Kind>& tables, const Policy* policies,
                       uint64_t seed, uint64_t game, int max_placements, Measures& measures,
                       History& history, Stage* stages = nullptr) {
    Chance chance = Chance::of(seed, game);
    GameMeasurer measurer{measures, stages};
    start(state, tables, history);
    open_game(state, tables, chance, measurer);
    if (tables.rules.strict) {
        play_strictly<COUNT>(state, tables, policies, max_placements, chance, measurer);
    } else {
        play_challenged(state, tables, policies, max_placements, chance, measurer, history);
    }
}

}  // namespace grav
