// search.h: Monte Carlo tree search over strict play (UCT family), on threads. Host code.
//
// Every seat maximises its own utility (max^n). With one thread, the same seed gives the same search;
// with more threads, it depends on their timing.
#pragma once

#include <atomic>
#include <chrono>
#include <vector>

#include "grav/search/walker.h"
#include "grav/threads.h"

namespace grav::search {

/// The limits of a run: it ends at the first one reached. 0 is no limit.
struct Budget {
    uint64_t simulations = 0;
    double seconds = 0;
    int threads = 1;
};

template <class Kind>
class Search {
public:
    /// The state must be in phase Turn, the rules strict. With `points`, only these are searched at
    /// the root.
    Search(const Tables<Kind>& tables, const State<Kind>& root, const Options& options,
           const std::vector<Point>* points = nullptr)
        : tables_(tables),
          options_(options),
          root_(root),
          tree_(new_tree()) {
        open_root(points);
    }

    const State<Kind>& root() const { return root_; }
    const Tree& tree() const { return *tree_; }
    const Tables<Kind>& tables() const { return tables_; }
    const Options& options() const { return options_; }

    /// Simulations since the search began, or since the last `advance`.
    uint64_t simulations() const { return done_.load(std::memory_order_relaxed); }

    /// Whether the winner is proven.
    bool is_proven() const {
        return is_winner_proven((*tree_)[ROOT].may_win.load(std::memory_order_relaxed));
    }

    /// Searches until the budget is spent, `stop` is called, or the winner is proven; even then each
    /// move gets about one visit, since the margin is not proven.
    template <class Start = StartThread>
    void run(const Budget& budget, const Start& start = {}) {
        using Clock = std::chrono::steady_clock;
        const auto until = Clock::now() + std::chrono::duration<double>(budget.seconds);
        const uint64_t from = started_, few = (*tree_)[ROOT].count;
        std::atomic<uint64_t> next{0};
        const auto work = [&] {
            Walker<Kind> walker(tables_, options_, *tree_);
            while (!stopped_.load(std::memory_order_relaxed)) {
                if (options_.stop_when_proven && is_proven() && simulations() >= few) return;
                if (budget.seconds > 0 && Clock::now() >= until) return;
                const uint64_t number = next.fetch_add(1, std::memory_order_relaxed);
                if (budget.simulations && number >= budget.simulations) return;
                walker.simulate(root_, from + number);
                done_.fetch_add(1, std::memory_order_relaxed);
            }
        };
        work_on_threads(budget.threads, work, start);
        started_ = from + next.load();
        stopped_.store(false, std::memory_order_relaxed);
    }

    /// Ends a run in another thread; without one, the next ends at once.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }

    /// Makes the state after a move the new root, and keeps its subtree.
    void advance(const State<Kind>& after, NodeIndex node) {
        auto fresh = new_tree();
        if (node != NONE) fresh->graft(*tree_, node);
        tree_ = std::move(fresh);
        root_ = after;
        done_.store(0, std::memory_order_relaxed);
        if (root_.phase != Phase::Over) open_root(nullptr);
    }

private:
    /// Creates a tree with room at least for the moves of the root.
    std::unique_ptr<Tree> new_tree() const {
        const auto room = max_of<uint32_t>(options_.max_nodes, 2 * Moves::MAX_MOVES);
        return std::make_unique<Tree>(room, tables_.rules.players);
    }

    void open_root(const std::vector<Point>* points) {
        Walker<Kind> walker(tables_, options_, *tree_);
        walker.open_root(root_, points);
    }

    const Tables<Kind>& tables_;
    const Options options_;
    State<Kind> root_;
    std::unique_ptr<Tree> tree_;
    uint64_t started_ = 0;  // the number of the next simulation, which keys its chance
    std::atomic<uint64_t> done_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace grav::search
