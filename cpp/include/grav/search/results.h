// results.h: what a search has found: moves, what each is worth, the line expected. Host code.
#pragma once

#include <algorithm>
#include <vector>

#include "grav/search/search.h"

namespace grav::search {

/// An action of strict play.
struct Deed {
    int seat;
    Cell at;      // NOWHERE for a pass
    int declare;  // the bonus turns taken (declared) or had (granted)
};

/// What is expected of a move, by seat.
struct Candidate {
    Deed deed;
    uint64_t visits;
    double wins[MOST_PLAYERS];    // the share of games won
    double stones[MOST_PLAYERS];  // on the board at the end, on average
    int winner;                   // the seat that is sure to win; -1 if that is not settled
    std::vector<Deed> line;       // this move, and the best ones that follow it
};

/// How much a mover would rather have one child than another: a sure win, then what is not lost,
/// then what was looked at most; among the sure and the lost, the better score.
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
    // The score of what was never looked at is not known, and taken for poor.
    const float worth = visits ? utility(tree, node, mover, players, 1.0f, visits) : 0.0f;
    return {sureness, visits, worth};
}

/// The children of a node, the best for the mover first.
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

/// The node with its bonus turns chosen: a placement that leaves a choice, and its best number.
struct Chosen {
    NodeIndex node;
    Move move;
};

inline Chosen with_number(const Tree& tree, NodeIndex node, int mover, int players) {
    const Move& move = tree[node].move;
    if (!move.choice) return {node, move};
    const auto numbers = best_first(tree, node, mover, players);
    if (numbers.empty()) return {NONE, {move.at, move.choice, 0, move.weight}};
    return {numbers.front(), tree[numbers.front()].move};
}

inline Deed deed_of(const Move& move, int seat) {
    return {seat, move.at == PASS ? NOWHERE : Cell{move.at}, move.declare};
}

/// The best moves on from a state at a node, for as long as each was looked at a few times.
template <class Kind>
void expect(const Search<Kind>& search, State<Kind>& state, NodeIndex node, int most,
            std::vector<Deed>& line) {
    constexpr uint32_t FEW = 2;
    const Tree& tree = search.tree();
    const int players = search.tables().rules.players;
    while (node != NONE && state.phase != Phase::Over && static_cast<int>(line.size()) < most) {
        const int mover = state.turn.seat;
        const auto children = best_first(tree, node, mover, players);
        if (children.empty()) return;
        if (tree[children.front()].visits.load(std::memory_order_relaxed) < FEW) return;
        const Chosen chosen = with_number(tree, children.front(), mover, players);
        line.push_back(deed_of(chosen.move, mover));
        make(state, search.tables(), chosen.move);
        node = chosen.node;
    }
}

/// What the search thinks of a child of the root.
template <class Kind>
Candidate candidate(const Search<Kind>& search, NodeIndex child, int most_moves) {
    const Tree& tree = search.tree();
    const int players = search.tables().rules.players, mover = search.root().turn.seat;
    const Chosen chosen = with_number(tree, child, mover, players);
    const NodeIndex node = chosen.node == NONE ? child : chosen.node;
    const uint8_t may_win = tree[node].may_win.load(std::memory_order_relaxed);
    const uint32_t played = tree.played(node);
    Candidate told{deed_of(chosen.move, mover), tree[child].visits.load(std::memory_order_relaxed),
                   {},  {}, is_settled(may_win) ? lowest_bit(may_win) : -1, {}};
    for (int seat = 0; seat < players && played; ++seat) {
        told.wins[seat] = static_cast<double>(tree.wins(node, seat)) / played;
        told.stones[seat] = static_cast<double>(tree.stones(node, seat)) / played;
    }
    told.line.push_back(told.deed);
    State<Kind> state = search.root();
    make(state, search.tables(), chosen.move);
    expect(search, state, chosen.node, most_moves, told.line);
    return told;
}

/// The best moves at the root.
template <class Kind>
std::vector<Candidate> best(const Search<Kind>& search, int most, int most_moves) {
    std::vector<Candidate> found;
    const int players = search.tables().rules.players, mover = search.root().turn.seat;
    for (const NodeIndex child : best_first(search.tree(), ROOT, mover, players)) {
        if (static_cast<int>(found.size()) == most) break;
        found.push_back(candidate(search, child, most_moves));
    }
    return found;
}

}  // namespace grav::search
