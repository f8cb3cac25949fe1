// results.h: the results of a search: moves, their expected values, principal variations. Host code.
#pragma once

#include <algorithm>
#include <vector>

#include "grav/search/search.h"

namespace grav::search {

/// A move of strict play, with the seat that makes it.
struct SeatMove {
    int seat;
    Cell at;      // NOWHERE for a pass
    int declare;  // the bonus turns taken (declared) or received (granted)
};

/// A move with its expected results by seat.
struct Candidate {
    SeatMove move;
    uint64_t visits;
    double wins[MAX_PLAYERS];    // the share of games won
    double stones[MAX_PLAYERS];  // on the board at the end, on average
    int winner;                   // the seat that is proven to win; -1 if that is not proven
    std::vector<SeatMove> line;       // the principal variation, beginning with this move
};

/// Sort key of children for the mover: proven wins first, then unproven by visits, then proven
/// losses; proven ones by their score.
struct Rank {
    int sureness;
    uint32_t visits;
    float worth;
    bool operator<(const Rank& other) const {
        if (sureness != other.sureness) return sureness < other.sureness;
        if (sureness == 0 && visits != other.visits) return visits < other.visits;
        return worth < other.worth;
    }
};

inline Rank rank_of(const Tree& tree, NodeIndex node, int mover, int players) {
    const uint32_t visits = tree[node].visits.load(std::memory_order_relaxed);
    const uint8_t may_win = tree[node].may_win.load(std::memory_order_relaxed);
    const int sureness = may_win == seat_bit(mover) ? 1 : may_win & seat_bit(mover) ? 0 : -1;
    // A child without visits has no score yet: it ranks last.
    const float worth = visits ? utility(tree, node, mover, players, 1.0f, visits) : 0.0f;
    return {sureness, visits, worth};
}

/// Returns the children of a node, the best for the mover first.
inline std::vector<NodeIndex> best_first(const Tree& tree, NodeIndex node, int mover, int players) {
    std::vector<NodeIndex> children;
    const NodeIndex first = tree.children_of(node);
    if (first == NONE) return children;
    std::vector<Rank> ranks;
    for (uint16_t i = 0; i < tree[node].count; ++i) {
        children.push_back(first + i);
        ranks.push_back(rank_of(tree, first + i, mover, players));
    }
    std::stable_sort(children.begin(), children.end(), [&](NodeIndex one, NodeIndex other) {
        return ranks[other - first] < ranks[one - first];
    });
    return children;
}

/// A child with its best number of bonus turns, if that is a decision of its own.
struct ChosenMove {
    NodeIndex node;
    Move move;
};

inline ChosenMove choose_number(const Tree& tree, NodeIndex node, int mover, int players) {
    const Move& move = tree[node].move;
    if (!move.choice) return {node, move};
    const auto numbers = best_first(tree, node, mover, players);
    if (numbers.empty()) return {NONE, {move.at, move.choice, 0, move.weight}};
    return {numbers.front(), tree[numbers.front()].move};
}

inline SeatMove seat_move_of(const Move& move, int seat) {
    return {seat, move.at == PASS ? NOWHERE : Cell{move.at}, move.declare};
}

/// Appends the best moves that follow a node, as long as each has a few visits.
template <class Kind>
void extend_variation(const Search<Kind>& search, State<Kind>& state, NodeIndex node, int most,
            std::vector<SeatMove>& line) {
    constexpr uint32_t MIN_VISITS = 2;
    const Tree& tree = search.tree();
    const int players = search.tables().rules.players;
    while (node != NONE && state.phase != Phase::Over && static_cast<int>(line.size()) < most) {
        const int mover = state.turn.seat;
        const auto children = best_first(tree, node, mover, players);
        if (children.empty()) return;
        if (tree[children.front()].visits.load(std::memory_order_relaxed) < MIN_VISITS) return;
        const ChosenMove chosen = choose_number(tree, children.front(), mover, players);
        line.push_back(seat_move_of(chosen.move, mover));
        apply_move(state, search.tables(), chosen.move);
        node = chosen.node;
    }
}

/// Returns the candidate for a child of the root.
template <class Kind>
Candidate make_candidate(const Search<Kind>& search, NodeIndex child, int max_moves) {
    const Tree& tree = search.tree();
    const int players = search.tables().rules.players, mover = search.root().turn.seat;
    const ChosenMove chosen = choose_number(tree, child, mover, players);
    const NodeIndex node = chosen.node == NONE ? child : chosen.node;
    const uint8_t may_win = tree[node].may_win.load(std::memory_order_relaxed);
    const uint32_t played = tree.played(node);
    Candidate found{seat_move_of(chosen.move, mover), tree[child].visits.load(std::memory_order_relaxed),
                   {},  {}, is_winner_proven(may_win) ? lowest_bit(may_win) : -1, {}};
    for (int seat = 0; seat < players && played; ++seat) {
        found.wins[seat] = static_cast<double>(tree.wins(node, seat)) / played;
        found.stones[seat] = static_cast<double>(tree.stones(node, seat)) / played;
    }
    found.line.push_back(found.move);
    State<Kind> state = search.root();
    apply_move(state, search.tables(), chosen.move);
    extend_variation(search, state, chosen.node, max_moves, found.line);
    return found;
}

/// Returns the best moves at the root.
template <class Kind>
std::vector<Candidate> best_candidates(const Search<Kind>& search, int most, int max_moves) {
    std::vector<Candidate> found;
    const int players = search.tables().rules.players, mover = search.root().turn.seat;
    for (const NodeIndex child : best_first(search.tree(), ROOT, mover, players)) {
        if (static_cast<int>(found.size()) == most) break;
        found.push_back(make_candidate(search, child, max_moves));
    }
    return found;
}

}  // namespace grav::search
