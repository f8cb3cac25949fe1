// tree.h: the nodes of a search, in one array that all threads share. Host code.
//
// A node is the decision that follows its move. Counts by seat are in arrays beside the nodes. All
// counters are relaxed atomics; only the list of a node's children is published with release, once,
// and read with acquire.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "grav/rules.h"

namespace grav::search {

using NodeIndex = uint32_t;
constexpr NodeIndex ROOT = 0, NONE = 0xFFFFFFFFu, BUSY = NONE - 1;
constexpr int16_t PASS = -1;

/// The edge into a node, which never changes.
struct Move {
    int16_t at;       // a cell, or PASS
    int16_t declare;  // the bonus turns taken (declared) or received (granted)
    int16_t choice;   // if above 0: the next decision is how many to take, at most this many
    float weight;     // the prior; those of all siblings add up to 1
};

struct Node {
    std::atomic<uint32_t> visits{0};       // counted on the way down (virtual loss)
    std::atomic<NodeIndex> children{NONE};  // the first of them; BUSY while they are created
    std::atomic<uint8_t> may_win{0xFF};    // the seats that can still win, one bit each; bits are only cleared
    uint16_t count = 0;                    // children
    Move move{PASS, 0, 0, 1.0f};
};

/// Whether the winner is proven.
inline bool is_winner_proven(uint8_t may_win) { return (may_win & (may_win - 1)) == 0; }

class Tree {
public:
    Tree(uint32_t max_nodes, int players)
        : max_nodes_(max_nodes),
          players_(players),
          nodes_(reserve<Node>(max_nodes)),
          wins_(reserve<std::atomic<uint32_t>>(std::size_t{max_nodes} * players)),
          stones_(reserve<std::atomic<uint64_t>>(std::size_t{max_nodes} * players)) {
        allocate(1);
    }

    Node& operator[](NodeIndex index) { return nodes_.get()[index]; }
    const Node& operator[](NodeIndex index) const { return nodes_.get()[index]; }

    uint32_t used() const { return used_.load(std::memory_order_relaxed); }
    bool is_full() const { return used() >= max_nodes_; }

    /// Returns the first of so many new adjacent nodes, or NONE if there is no room.
    NodeIndex allocate(uint32_t count) {
        const uint32_t first = used_.fetch_add(count, std::memory_order_relaxed);
        if (first > max_nodes_ || count > max_nodes_ - first) {
            used_.fetch_sub(count, std::memory_order_relaxed);
            return NONE;
        }
        for (uint32_t i = first; i < first + count; ++i) {
            new (&nodes_.get()[i]) Node;
            for (int seat = 0; seat < players_; ++seat) {
                new (&wins_.get()[at(i, seat)]) std::atomic<uint32_t>(0);
                new (&stones_.get()[at(i, seat)]) std::atomic<uint64_t>(0);
            }
        }
        return first;
    }

    void add(NodeIndex node, int winner, const int32_t* stones) {
        wins_.get()[at(node, winner)].fetch_add(1, std::memory_order_relaxed);
        for (int seat = 0; seat < players_; ++seat) {
            stones_.get()[at(node, seat)].fetch_add(static_cast<uint64_t>(stones[seat]),
                                                    std::memory_order_relaxed);
        }
    }
    uint32_t wins(NodeIndex node, int seat) const {
        return wins_.get()[at(node, seat)].load(std::memory_order_relaxed);
    }
    /// Returns the number of finished play-outs.
    uint32_t played(NodeIndex node) const {
        uint32_t games = 0;
        for (int seat = 0; seat < players_; ++seat) games += wins(node, seat);
        return games;
    }
    uint64_t stones(NodeIndex node, int seat) const {
        return stones_.get()[at(node, seat)].load(std::memory_order_relaxed);
    }

    /// Returns the first child, or NONE if there are none yet.
    NodeIndex children_of(NodeIndex node) const {
        const NodeIndex first = (*this)[node].children.load(std::memory_order_acquire);
        return first == BUSY ? NONE : first;
    }

    /// Copies the subtree of this node of another tree to the root of this empty one.
    void graft(const Tree& from, NodeIndex node) { graft(from, node, ROOT); }

private:
    template <class T>
    struct FreeMemory {
        void operator()(T* memory) const { std::free(memory); }
    };
    template <class T>
    using Memory = std::unique_ptr<T, FreeMemory<T>>;

    /// Allocates without touching the memory: pages cost nothing until they are used.
    template <class T>
    static Memory<T> reserve(std::size_t count) {
        void* memory = std::malloc(count * sizeof(T));
        if (!memory) throw std::bad_alloc();
        return Memory<T>(static_cast<T*>(memory));
    }

    std::size_t at(NodeIndex node, int seat) const {
        return std::size_t{node} * static_cast<unsigned>(players_) + static_cast<unsigned>(seat);
    }

    void graft(const Tree& from, NodeIndex node, NodeIndex here) {
        constexpr auto relaxed = std::memory_order_relaxed;
        const Node& old = from[node];
        Node& fresh = (*this)[here];
        fresh.visits.store(old.visits.load(relaxed), relaxed);
        fresh.may_win.store(old.may_win.load(relaxed), relaxed);
        fresh.move = old.move;
        for (int seat = 0; seat < players_; ++seat) {
            wins_.get()[at(here, seat)].store(from.wins(node, seat), relaxed);
            stones_.get()[at(here, seat)].store(from.stones(node, seat), relaxed);
        }
        const NodeIndex children = from.children_of(node);
        if (children == NONE) return;
        const NodeIndex first = allocate(old.count);
        fresh.count = old.count;
        fresh.children.store(first, relaxed);
        for (uint16_t i = 0; i < old.count; ++i) graft(from, children + i, first + i);
    }

    uint32_t max_nodes_;
    int players_;
    std::atomic<uint32_t> used_{0};
    Memory<Node> nodes_;
    Memory<std::atomic<uint32_t>> wins_;
    Memory<std::atomic<uint64_t>> stones_;
};

}  // namespace grav::search
