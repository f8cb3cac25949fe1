// walker.h: one thread's simulations: selection, expansion, play-out and back-propagation. Host code.
#pragma once

#include <cmath>
#include <vector>

#include "grav/search/rollout.h"

namespace grav::search {

/// Returns the utility of a node for a seat: the share of wins, mixed with the share of stones.
inline float utility(const Tree& tree, NodeIndex node, int seat, int players, float score_share,
                     uint32_t visits) {
    uint64_t all = 0;
    for (int other = 0; other < players; ++other) all += tree.stones(node, other);
    const float won = static_cast<float>(tree.wins(node, seat)) / static_cast<float>(visits);
    const float score =
        all ? static_cast<float>(tree.stones(node, seat)) / static_cast<float>(all) : 0.0f;
    return (1.0f - score_share) * won + score_share * score;
}

/// Returns the seats that may win at a decision: the mover alone if it has a proven win, else the
/// union over its moves.
inline uint8_t combine_may_win(const Tree& tree, NodeIndex node, int mover) {
    const NodeIndex first = tree.children_of(node);
    if (first == NONE) return 0xFF;
    uint8_t seats = 0;
    for (uint16_t i = 0; i < tree[node].count; ++i) {
        const uint8_t may_win = tree[first + i].may_win.load(std::memory_order_relaxed);
        if (may_win == seat_bit(mover)) return may_win;
        seats |= may_win;
    }
    return seats;
}

template <class Kind>
class Walker {
public:
    Walker(const Tables<Kind>& tables, const Options& options, Tree& tree)
        : tables_(tables), options_(options), tree_(tree), moves_(std::make_unique<Moves>()) {}

    /// Expands the root with all moves, or those on the given points. Points that may break rules
    /// are outside of what counting can prove.
    void open_root(const State<Kind>& root, const std::vector<Point>* points) {
        state_ = root;
        points_ = points;
        expand(ROOT, nullptr);
        points_ = nullptr;
        if (!points && state_.phase != Phase::Over && update_may_win(ROOT)) prove_moves();
    }

    /// Runs the simulation of this number from the state at the root.
    void simulate(const State<Kind>& root, uint64_t number) {
        Chance chance = Chance::of(options_.seed, number);
        state_ = root;
        path_.clear();
        waiting_ = nullptr;
        NodeIndex node = ROOT;
        while (enter(node)) {
            node = select(node, state_.turn.seat);
            follow(tree_[node].move);
        }
        bool changed = false;
        if (waiting_) {
            apply_move(state_, tables_, Move{waiting_->at, waiting_->choice, 0, 1.0f});
        } else if (tree_.children_of(node) == NONE) {
            changed = update_may_win(node);
        }
        back_up(node, changed, chance);
    }

private:
    struct PathEntry {
        NodeIndex node;
        int mover;
    };

    /// Applies the move; a placement with a choice of bonus turns waits for the number.
    void follow(const Move& move) {
        waiting_ = move.choice ? &move : nullptr;
        if (!waiting_) apply_move(state_, tables_, move);
    }

    /// Counts the visit at once, as a virtual loss for other threads; false at a leaf.
    bool enter(NodeIndex node) {
        Node& here = tree_[node];
        path_.push_back({node, state_.turn.seat});
        const uint32_t before = here.visits.fetch_add(1, std::memory_order_relaxed);
        const uint8_t may_win = here.may_win.load(std::memory_order_relaxed);
        if (state_.phase == Phase::Over || (node != ROOT && is_winner_proven(may_win))) return false;
        if (tree_.children_of(node) != NONE) return true;
        return before >= static_cast<uint32_t>(options_.expand_after) && expand(node, waiting_);
    }

    /// Creates the children; false if another thread is doing so, or there is no room.
    bool expand(NodeIndex node, const Move* waiting) {
        Node& here = tree_[node];
        NodeIndex expected = NONE;
        if (tree_.is_full() || !here.children.compare_exchange_strong(
                                   expected, BUSY, std::memory_order_relaxed)) {
            return expected != NONE && expected != BUSY;
        }
        list_moves(waiting);
        const NodeIndex first = tree_.allocate(static_cast<uint32_t>(moves_->count));
        if (first != NONE) {
            here.count = static_cast<uint16_t>(moves_->count);
            for (int i = 0; i < moves_->count; ++i) {
                Node& child = tree_[first + static_cast<uint32_t>(i)];
                child.move = moves_->list[i];
                if (child.move.at == PASS) prove_pass(child);
            }
        }
        here.children.store(first, std::memory_order_release);
        return first != NONE;
    }

    void list_moves(const Move* waiting) {
        if (waiting) {
            list_numbers(*waiting, options_, *moves_);
        } else if (points_) {
            list_turn(state_, tables_, options_, scratch_, *moves_, [this](auto&& visit) {
                for (const Point& point : *points_) visit(point.at, point.most);
            });
        } else {
            list_turn(state_, tables_, options_, scratch_, *moves_, [this](auto&& visit) {
                for_each(legal_points(state_.position, tables_),
                         [&](Cell at) { visit(at, NO_LIMIT); });
            });
        }
    }

    /// Proves a pass that ends the game at once.
    void prove_pass(Node& child) {
        if (!pass_ends(state_, tables_.rules)) return;
        const int winner = outcome_of(state_, tables_.rules).winner;
        child.may_win.store(seat_bit(winner), std::memory_order_relaxed);
    }

    /// If counting proves the root, it proves its moves: all of them if another seat wins; if the
    /// mover does, every placement, after which counting gives the same result.
    void prove_moves() {
        const uint8_t may_win = tree_[ROOT].may_win.load(std::memory_order_relaxed);
        const NodeIndex first = tree_.children_of(ROOT);
        if (!is_winner_proven(may_win) || first == NONE) return;
        const bool lost = may_win != seat_bit(state_.turn.seat);
        const bool by_pass = pass_wins(state_, tables_.rules);
        for (uint16_t i = 0; i < tree_[ROOT].count; ++i) {
            Node& child = tree_[first + i];
            if (lost || (child.move.at != PASS && !by_pass)) {
                child.may_win.fetch_and(may_win, std::memory_order_relaxed);
            }
        }
    }

    /// Updates by counting who can still win at a leaf; true if that changed.
    bool update_may_win(NodeIndex node) {
        const Rules& rules = tables_.rules;
        uint8_t seats = seat_bit(outcome_of(state_, rules).winner);
        if (state_.phase != Phase::Over) {
            auto legal = open_points(state_.position, tables_);
            const int open = size_of(legal);
            if (state_.position.placed) legal.intersect(tables_.ring[state_.position.last()]);
            seats = who_may_win(state_, rules, open, size_of(legal));
        }
        return narrow_may_win(node, seats);
    }

    /// Clears all other seats from those that may win; true if that changed.
    bool narrow_may_win(NodeIndex node, uint8_t seats) {
        const uint8_t before = tree_[node].may_win.fetch_and(seats, std::memory_order_relaxed);
        return (before & seats) != before;
    }

    /// Selects the child with the highest upper confidence bound (PUCT). Proven children come last:
    /// more visits teach nothing.
    NodeIndex select(NodeIndex node, int mover) {
        constexpr auto relaxed = std::memory_order_relaxed;
        const Node& here = tree_[node];
        const NodeIndex first = tree_.children_of(node);
        const uint32_t visits = here.visits.load(relaxed);
        const int players = tables_.rules.players;
        const float share = options_.score_share;
        const uint32_t done = max_of(tree_.played(node), 1u);
        const float unseen = utility(tree_, node, mover, players, share, done);
        const float reach = options_.explore * std::sqrt(static_cast<float>(visits));
        NodeIndex best = first;
        float highest = -1e9f;
        for (uint16_t i = 0; i < here.count; ++i) {
            const Node& child = tree_[first + i];
            const uint32_t seen = child.visits.load(relaxed);
            float worth = seen ? utility(tree_, first + i, mover, players, share, seen) : unseen;
            worth += reach * child.move.weight / (1.0f + static_cast<float>(seen));
            if (is_winner_proven(child.may_win.load(relaxed))) worth -= 1000.0f;
            if (worth > highest) {
                highest = worth;
                best = first + i;
            }
        }
        return best;
    }

    /// Plays the game out and updates every node on the path; recomputes who may win as long as the
    /// node below has changed.
    void back_up(NodeIndex leaf, bool changed, Chance& chance) {
        const uint8_t may_win = tree_[leaf].may_win.load(std::memory_order_relaxed);
        Outcome outcome = state_.phase == Phase::Over
                              ? outcome_of(state_, tables_.rules)
                              : roll_out(state_, tables_, options_, scratch_, chance);
        if (is_winner_proven(may_win)) outcome.winner = lowest_bit(may_win);
        changed = changed || is_winner_proven(may_win);
        for (auto entry = path_.rbegin(); entry != path_.rend(); ++entry) {
            tree_.add(entry->node, outcome.winner, outcome.stones);
            if (entry->node == leaf) continue;
            changed = changed && narrow_may_win(entry->node, combine_may_win(tree_, entry->node, entry->mover));
        }
    }

    const Tables<Kind>& tables_;
    const Options& options_;
    Tree& tree_;
    std::unique_ptr<Moves> moves_;
    State<Kind> state_, scratch_;
    std::vector<PathEntry> path_;
    const std::vector<Point>* points_ = nullptr;  // the only ones to search at the root
    const Move* waiting_ = nullptr;  // a placement whose bonus turns are to be chosen next
};

}  // namespace grav::search
