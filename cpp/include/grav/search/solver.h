// solver.h: solves strict play of two players on tiny boards by alpha-beta search. Host code.
//
// Neither legality nor shapes depend on colours, so the value depends only on which points hold
// stones, the last stone, and what is left of the turn: not on whose stones they are. The value is
// the largest difference of further stones that the mover can force; the transposition table stores
// positions up to symmetry. The margin also tells who wins.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "grav/chance.h"
#include "grav/search/moves.h"
#include "grav/search/symmetry.h"

namespace grav::search {

constexpr int MAX_SOLVED_SIZE = 5;

/// The search needs more positions than allowed.
struct TooManyPositions : std::runtime_error {
    TooManyPositions() : std::runtime_error("too many positions") {}
};

/// Bounds on the values of positions by key; a newer entry replaces an older one in the same slot.
class TranspositionTable {
public:
    struct Bounds {
        int8_t low, high;
    };

    explicit TranspositionTable(int bits) : mask_((std::size_t{1} << bits) - 1), entries_(mask_ + 1) {}

    Bounds* find(uint64_t key) {
        Entry& entry = entries_[mix(key) & mask_];
        return entry.key == key ? &entry.bounds : nullptr;
    }
    void store(uint64_t key, Bounds bounds) { entries_[mix(key) & mask_] = {key, bounds}; }

private:
    struct Entry {
        uint64_t key = ~uint64_t{0};
        Bounds bounds{};
    };

    std::size_t mask_;
    std::vector<Entry> entries_;
};

/// The value of a position for the mover, and the moves that reach it.
struct Best {
    int value;
    std::vector<Move> moves;
};

class Solver {
public:
    using Game = State<Small>;

    /// For rules of two players, strict, on a board of at most MAX_SOLVED_SIZE points a side.
    Solver(const Tables<Small>& tables, uint64_t max_positions)
        : tables_(tables), max_positions_(max_positions), transpositions_(tables.rules.size < 5 ? 18 : 22) {}

    /// Positions visited so far.
    uint64_t positions() const { return positions_; }

    /// Returns the value of a turn and its best moves.
    Best best(const Game& game) {
        Best found{-MAX_VALUE, {}};
        Game asked = game;
        for (const Move& move : list_moves(asked)) {
            const int worth = value_after(game, move, found.value - 1, MAX_VALUE);
            if (worth < found.value) continue;
            if (worth > found.value) found = {worth, {}};
            found.moves.push_back(move);
        }
        return found;
    }

private:
    static constexpr int MAX_VALUE = 100;

    /// Returns all moves, one for each number of bonus turns; those with the most first.
    std::vector<Move> list_moves(Game& game) const {
        std::vector<Move> moves;
        const Rules& rules = tables_.rules;
        const int open = size_of(open_points(game.position, tables_));
        const int useful = useful_bonus(game, rules, open);
        for_each(legal_points(game.position, tables_), [&](Cell at) {
            const Move move = make_placement(game, tables_, at, useful);
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

    /// Returns the value of a move for the mover.
    int value_after(const Game& game, const Move& move, int low, int high) {
        Game next = game;
        apply_move(next, tables_, move);
        const int gained = move.at != PASS;
        if (next.phase == Phase::Over) return gained;
        if (next.turn.seat == game.turn.seat) {
            return gained + value(next, low - gained, high - gained);
        }
        return gained - value(next, gained - high, gained - low);
    }

    /// Returns the value for the mover: exact if it lies between the bounds, else a bound (fail-soft
    /// alpha-beta).
    int value(Game& game, int low, int high) {
        const int open = size_of(open_points(game.position, tables_));
        const uint64_t key = key_of(game, open);
        TranspositionTable::Bounds bounds{static_cast<int8_t>(-open), static_cast<int8_t>(open)};
        if (const TranspositionTable::Bounds* known = transpositions_.find(key)) bounds = *known;
        if (bounds.low >= high || bounds.low == bounds.high) return bounds.low;
        if (bounds.high <= low) return bounds.high;
        if (++positions_ > max_positions_) throw TooManyPositions();
        const int asked = max_of<int>(low, bounds.low);
        int best = -MAX_VALUE, reached = asked;
        for (const Move& move : list_moves(game)) {
            best = max_of(best, value_after(game, move, reached, high));
            reached = max_of(reached, best);
            if (best >= high) break;
        }
        if (best < high) bounds.high = static_cast<int8_t>(min_of<int>(bounds.high, best));
        if (best > asked) bounds.low = static_cast<int8_t>(max_of<int>(bounds.low, best));
        transpositions_.store(key, bounds);
        return best;
    }

    /// Returns the key of everything that the value depends on, without bonus turns that cannot be used.
    uint64_t key_of(const Game& game, int open) const {
        const Rules& rules = tables_.rules;
        const Cell last = game.position.last();
        const StonesAndLast seen = canonical_form(
            {game.position.stones.bits, last == NOWHERE ? 0 : uint64_t{1} << last}, rules.size);
        const int to_come = min_of(game.turn.bonus_turns, max_of(open, 0));
        const int allowed = limit_bonus(rules, game.turn, open);
        uint64_t key = seen.stones;  // at most 5 rows of 8
        key = key << 6 | static_cast<uint64_t>(seen.last ? lowest_bit(seen.last) + 1 : 0);
        key = key << 5 | static_cast<uint64_t>(to_come);
        key = key << 5 | static_cast<uint64_t>(allowed);
        key = key << 3 | static_cast<uint64_t>(game.turn.on_bonus) << 2 |
              static_cast<uint64_t>(game.begun) << 1 | static_cast<uint64_t>(game.passed != 0);
        return key;
    }

    const Tables<Small>& tables_;
    uint64_t max_positions_;
    uint64_t positions_ = 0;
    TranspositionTable transpositions_;
};

}  // namespace grav::search
