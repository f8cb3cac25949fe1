// solver.h: strict play of two on a tiny board, worked out to the end. Host code.
//
// Neither legality nor shapes depend on colours, so what can still be gained depends only on which
// points hold stones, the last of them, and what is left of the turn: not on whose stones they are.
// The value is the most stones by which the mover can gain more than the other (alpha-beta, with a
// table of positions up to symmetry). The largest margin also settles who wins.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "grav/chance.h"
#include "grav/search/moves.h"
#include "grav/search/symmetry.h"

namespace grav::search {

constexpr int LARGEST_SOLVED = 5;

/// The positions that were to be looked at were more than allowed.
struct TooMany : std::runtime_error {
    TooMany() : std::runtime_error("too many positions") {}
};

/// What is known of positions: bounds on their values. Of two in one place, the newer stays.
class Known {
public:
    struct Bounds {
        int8_t low, high;
    };

    explicit Known(int bits) : mask_((std::size_t{1} << bits) - 1), entries_(mask_ + 1) {}

    Bounds* find(uint64_t key) {
        Entry& entry = entries_[mixed(key) & mask_];
        return entry.key == key ? &entry.bounds : nullptr;
    }
    void keep(uint64_t key, Bounds bounds) { entries_[mixed(key) & mask_] = {key, bounds}; }

private:
    struct Entry {
        uint64_t key = ~uint64_t{0};
        Bounds bounds{};
    };

    std::size_t mask_;
    std::vector<Entry> entries_;
};

/// The most stones that the mover can gain more than the other, and the moves that do.
struct Best {
    int value;
    std::vector<Move> moves;
};

class Solver {
public:
    using Game = State<Small>;

    /// For rules of two players, strict, on a board of at most LARGEST_SOLVED points a side.
    Solver(const Tables<Small>& tables, uint64_t most_positions)
        : tables_(tables), most_(most_positions), known_(tables.rules.size < 5 ? 18 : 22) {}

    /// Positions looked at so far.
    uint64_t positions() const { return positions_; }

    /// The best that can be done on a turn. A move is worth the difference that it leads to.
    Best best(const Game& game) {
        Best found{-FAR, {}};
        Game asked = game;
        for (const Move& move : moves_of(asked)) {
            const int worth = after(game, move, found.value - 1, FAR);
            if (worth < found.value) continue;
            if (worth > found.value) found = {worth, {}};
            found.moves.push_back(move);
        }
        return found;
    }

private:
    static constexpr int FAR = 100;

    /// All that can be done, every number of bonus turns by itself; shapes first.
    std::vector<Move> moves_of(Game& game) const {
        std::vector<Move> moves;
        const Rules& rules = tables_.rules;
        const int open = size_of(open_points(game.position, tables_));
        const int useful = useful_bonus(game, rules, open);
        for_each(legal_points(game.position, tables_), [&](Cell at) {
            const Move move = placing(game, tables_, at, useful);
            for (int16_t number = move.choice; number > 0; --number) {
                moves.push_back({move.at, number, 0, 0.0f});
            }
            moves.push_back({move.at, move.declare, 0, 0.0f});
        });
        std::stable_sort(moves.begin(), moves.end(), [](const Move& one, const Move& other) {
            return one.declare > other.declare;
        });
        if (moves.empty() || may_pass(game, rules)) moves.push_back({PASS, 0, 0, 0.0f});
        return moves;
    }

    /// The value of a move for the one who makes it.
    int after(const Game& game, const Move& move, int low, int high) {
        Game next = game;
        make(next, tables_, move);
        const int gained = move.at != PASS;
        if (next.phase == Phase::Over) return gained;
        if (next.turn.seat == game.turn.seat) {
            return gained + value(next, low - gained, high - gained);
        }
        return gained - value(next, gained - high, gained - low);
    }

    /// By how many stones the mover can gain more than the other from here on: exact if it lies
    /// between the bounds, else a bound itself.
    int value(Game& game, int low, int high) {
        const int open = size_of(open_points(game.position, tables_));
        const uint64_t key = key_of(game, open);
        Known::Bounds bounds{static_cast<int8_t>(-open), static_cast<int8_t>(open)};
        if (const Known::Bounds* known = known_.find(key)) bounds = *known;
        if (bounds.low >= high || bounds.low == bounds.high) return bounds.low;
        if (bounds.high <= low) return bounds.high;
        if (++positions_ > most_) throw TooMany();
        const int asked = most_of<int>(low, bounds.low);
        int best = -FAR, reached = asked;
        for (const Move& move : moves_of(game)) {
            best = most_of(best, after(game, move, reached, high));
            reached = most_of(reached, best);
            if (best >= high) break;
        }
        if (best < high) bounds.high = static_cast<int8_t>(least_of<int>(bounds.high, best));
        if (best > asked) bounds.low = static_cast<int8_t>(most_of<int>(bounds.low, best));
        known_.keep(key, bounds);
        return best;
    }

    /// All that the value depends on. Bonus turns that can never be used are not counted.
    uint64_t key_of(const Game& game, int open) const {
        const Rules& rules = tables_.rules;
        const Cell last = game.position.last();
        const Seen seen = least_seen(
            {game.position.stones.bits, last == NOWHERE ? 0 : uint64_t{1} << last}, rules.size);
        const int to_come = least_of(game.turn.bonus_turns, most_of(open, 0));
        const int allowed = rules.bonus_limit == NO_LIMIT
                                ? LARGEST_SOLVED * LARGEST_SOLVED
                                : least_of(rules.bonus_limit - game.turn.earned, open);
        uint64_t key = seen.stones;  // at most 5 rows of 8
        key = key << 6 | static_cast<uint64_t>(seen.last ? lowest_bit(seen.last) + 1 : 0);
        key = key << 5 | static_cast<uint64_t>(to_come);
        key = key << 5 | static_cast<uint64_t>(allowed);
        key = key << 3 | static_cast<uint64_t>(game.turn.on_bonus) << 2 |
              static_cast<uint64_t>(game.begun) << 1 | static_cast<uint64_t>(game.passed != 0);
        return key;
    }

    const Tables<Small>& tables_;
    uint64_t most_;
    uint64_t positions_ = 0;
    Known known_;
};

}  // namespace grav::search
