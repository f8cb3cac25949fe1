// position.h: the stones on a board, and incremental sets from which legal points are computed.
//
// Placing a stone updates the sets: `tight` are the points where one more stone would
// make a run too long (run windows that lack one stone), `dense` those where it would make a square
// too full. The set of legal points is then a few operations on words.
#pragma once

#include "grav/tables.h"

namespace grav {

/// Incremental counts, kept only for boards of more than one word.
template <class Kind, bool OneWord = Kind::ONE_WORD>
struct Counts {
    using Set = typename Kind::Set;
    static constexpr int CENTRES = (2 * Kind::MAX_SIZE - 1) * 2 * Set::WIDTH;

    uint16_t lacking[Kind::MAX_RUN_WINDOWS];             // of each run window, as in `Tables`
    typename Kind::Count in_square[Set::CELLS];  // by the lower left corner
    typename Kind::Count at_centre[CENTRES];     // stones of the shape there

    /// A centre is represented by half(p) + half(q), for any cells p and q that are each other's images.
    GRAV_FN static int half(Cell cell) { return cell + cell / Set::WIDTH * Set::WIDTH; }
};

template <class Kind>
struct Counts<Kind, true> {};

template <class Kind>
struct Position {
    using Set = typename Kind::Set;

    Set stones;
    Set owned[MAX_PLAYERS];
    Set tight;
    Set dense;
    typename Kind::Mover mirrored;  // the stones rotated by 180°, as a set that can be moved
    Counts<Kind> counts;
    int32_t placed;  // stones on the board
    typename Kind::Index trail[Set::CELLS];  // in the order in which they were placed

    GRAV_FN Cell last() const { return placed ? trail[placed - 1] : NOWHERE; }
};

template <class Kind>
GRAV_FN Cell mirror_of(Cell cell) {
    return Kind::Set::CELLS - 1 - cell;
}

template <class Kind>
GRAV_FN void clear_tables(Position<Kind>& position, const Tables<Kind>& tables) {
    position.stones.clear();
    position.tight.clear();
    position.dense.clear();
    position.mirrored.clear();
    if constexpr (!Kind::ONE_WORD) {
        auto& counts = position.counts;
        for (int i = 0; i < tables.run_window_count; ++i) counts.lacking[i] = tables.lacking[i];
        const int rows = tables.rules.size;
        for (int i = 0; i < rows * Kind::Set::WIDTH; ++i) counts.in_square[i] = 0;
        for (int i = 0; i < (2 * rows - 1) * 2 * Kind::Set::WIDTH; ++i) counts.at_centre[i] = 0;
    }
}

template <class Kind>
GRAV_FN void clear(Position<Kind>& position, const Tables<Kind>& tables) {
    clear_tables(position, tables);
    for (auto& owned : position.owned) owned.clear();
    position.placed = 0;
}

/// Marks the points where, after the new stone, one more would make a run too long.
template <class Kind>
GRAV_FN void mark_tight(Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    const int from = tables.through_from[cell], to = tables.through_from[cell + 1];
    if constexpr (Kind::ONE_WORD) {
        const uint64_t empty = ~position.stones.bits;
        uint64_t tight = 0;
        for (int i = from; i < to; ++i) {
            const uint64_t lacking = tables.through_mask[i] & empty;
            tight |= lacking & (lacking - 1) ? 0 : lacking;
        }
        position.tight.bits |= tight;
    } else {
        for (int i = from; i < to; ++i) {
            uint16_t& lacking = position.counts.lacking[tables.through[i]];
            lacking = static_cast<uint16_t>((lacking ^ cell) - ONE_CELL);
            if (lacking / ONE_CELL == 1) position.tight.add(lacking % ONE_CELL);
        }
    }
}

/// Marks the squares that the new stone has filled up to the limit.
template <class Kind>
GRAV_FN void mark_dense(Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    const int b = tables.rules.b, c = tables.rules.c, size = tables.rules.size;
    const int row = row_of<Kind>(cell), column = column_of<Kind>(cell);
    const int first_row = max_of(0, row - b + 1), last_row = min_of(row, size - b);
    const int first = max_of(0, column - b + 1), last = min_of(column, size - b);
    for (int y = first_row; y <= last_row; ++y) {
        for (int x = first; x <= last; ++x) {
            const Cell corner = cell_of<Kind>(y, x);
            if constexpr (Kind::ONE_WORD) {
                const uint64_t square = tables.square_mask[corner];
                const int count = count_bits(square & position.stones.bits);
                position.dense.bits |= count >= c ? square : 0;
            } else {
                if (++position.counts.in_square[corner] != c) continue;
                const uint32_t columns = ((1u << b) - 1) << x;
                for (int up = 0; up < b; ++up) position.dense.add_row(y + up, columns);
            }
        }
    }
}

/// Counts the new stone, which is not on the trail yet, at its centres.
template <class Kind>
GRAV_FN void count_centres(Position<Kind>& position, Cell cell) {
    if constexpr (!Kind::ONE_WORD) {
        auto& counts = position.counts;
        const int half = counts.half(cell);
        for (int i = 0; i < position.placed; ++i) {
            counts.at_centre[half + counts.half(position.trail[i])] += 2;
        }
        counts.at_centre[2 * half] += 1;
    }
}

/// Updates the sets that legal points depend on, for a new stone.
template <class Kind>
GRAV_FN void update_legality(Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    position.stones.add(cell);
    mark_tight(position, tables, cell);
    mark_dense(position, tables, cell);
}

/// Updates everything for a new stone except the trail and the owner.
template <class Kind>
GRAV_FN void update_tables(Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    update_legality(position, tables, cell);
    position.mirrored.add(mirror_of<Kind>(cell));
    count_centres(position, cell);
}

template <class Kind>
GRAV_FN void put_stone(Position<Kind>& position, const Tables<Kind>& tables, Cell cell, int seat) {
    update_tables(position, tables, cell);
    position.owned[seat].add(cell);
    position.trail[position.placed++] = static_cast<typename Kind::Index>(cell);
}

/// Puts a stone on a board whose shapes will not be computed again.
template <class Kind>
GRAV_FN void put_without_shapes(Position<Kind>& position, const Tables<Kind>& tables, Cell cell, int seat) {
    update_legality(position, tables, cell);
    position.owned[seat].add(cell);
    position.trail[position.placed++] = static_cast<typename Kind::Index>(cell);
}

/// Takes a stone off the board. Rare, so everything is computed anew.
template <class Kind>
GRAV_FN void take_stone(Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    for (auto& owned : position.owned) owned.drop(cell);
    const int placed = position.placed;
    position.placed = 0;
    clear_tables(position, tables);
    for (int i = 0; i < placed; ++i) {
        const Cell stone = position.trail[i];
        if (stone == cell) continue;
        update_tables(position, tables, stone);
        position.trail[position.placed++] = static_cast<typename Kind::Index>(stone);
    }
}

/// Returns the seat whose stone lies there, or -1 if the point is empty.
template <class Kind>
GRAV_FN int owner_of(const Position<Kind>& position, Cell cell) {
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        if (position.owned[seat].has(cell)) return seat;
    }
    return -1;
}

// The rules broken, as bits in the order of their names.
constexpr int CONTINUITY = 1, DENSITY = 2, DISTANCE = 4;

/// Returns the rules that a stone on an empty point would break.
template <class Kind>
GRAV_FN int violations(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    const Cell last = position.last();
    return (position.tight.has(cell) ? CONTINUITY : 0) | (position.dense.has(cell) ? DENSITY : 0) |
           (last != NOWHERE && !tables.ring[last].has(cell) ? DISTANCE : 0);
}

/// Returns the empty points where a stone breaks neither continuity nor density, whatever stone is
/// last. In strict play, this is an upper bound for the number of further stones.
template <class Kind>
GRAV_FN typename Kind::Set open_points(const Position<Kind>& position, const Tables<Kind>& tables) {
    typename Kind::Set open = tables.all;
    open.subtract(position.stones);
    open.subtract(position.tight);
    open.subtract(position.dense);
    return open;
}

/// Returns the empty points at a right distance, legal or not.
template <class Kind>
GRAV_FN typename Kind::Set points_in_reach(const Position<Kind>& position,
                                           const Tables<Kind>& tables) {
    typename Kind::Set reach = position.placed ? tables.ring[position.last()] : tables.all;
    reach.subtract(position.stones);
    return reach;
}

/// Returns the empty points where a stone breaks no rule.
template <class Kind>
GRAV_FN typename Kind::Set legal_points(const Position<Kind>& position,
                                        const Tables<Kind>& tables) {
    typename Kind::Set legal = open_points(position, tables);
    if (position.placed) legal.intersect(tables.ring[position.last()]);
    return legal;
}

}  // namespace grav
