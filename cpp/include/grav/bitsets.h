// bitsets.h: bitsets of points for three kinds of board, with one interface.
//
// A cell is a point's number: row * WIDTH + column, rows from the bottom. The width is a power of
// two, so that a cell is also the number of its bit. `Small` holds a board in one word, `Medium` in
// one vector of sixteen rows, `Large` in several words.
#pragma once

#include "grav/config.h"

namespace grav {

using Cell = int;
constexpr Cell NOWHERE = -1;

/// Up to 8 × 8 points in one word.
struct WordSet {
    static constexpr int WIDTH = 8, ROWS = 8, CELLS = 64, WORDS = 1;
    uint64_t bits;

    GRAV_FN void clear() { bits = 0; }
    GRAV_FN uint64_t word(int) const { return bits; }
    GRAV_FN bool has(Cell cell) const { return bits >> cell & 1; }
    GRAV_FN void add(Cell cell) { bits |= uint64_t{1} << cell; }
    GRAV_FN void drop(Cell cell) { bits &= ~(uint64_t{1} << cell); }
    GRAV_FN void add_row(int row, uint32_t columns) { bits |= uint64_t{columns} << (row * WIDTH); }
    GRAV_FN void unite(const WordSet& other) { bits |= other.bits; }
    GRAV_FN void intersect(const WordSet& other) { bits &= other.bits; }
    GRAV_FN void subtract(const WordSet& other) { bits &= ~other.bits; }
    GRAV_FN bool operator==(const WordSet& other) const { return bits == other.bits; }
};

/// Rows of one word each.
template <class Row, int Rows>
struct RowSet {
    static constexpr int WIDTH = 8 * sizeof(Row), ROWS = Rows, CELLS = WIDTH * ROWS;
    static constexpr int WORDS = CELLS / 64;
    alignas(CELLS % 256 ? 8 : 32) Row rows[ROWS];

    GRAV_FN void clear() {
        for (Row& row : rows) row = 0;
    }
    GRAV_FN uint64_t word(int number) const {
#if defined(__CUDACC__)
        uint64_t word = 0;
        constexpr int PER_WORD = 64 / WIDTH;
        for (int i = 0; i < PER_WORD; ++i) {
            word |= uint64_t{rows[number * PER_WORD + i]} << (i * WIDTH);
        }
        return word;
#else
        uint64_t word;
        std::memcpy(&word, reinterpret_cast<const char*>(rows) + number * 8, 8);
        return word;
#endif
    }
    GRAV_FN bool has(Cell cell) const { return rows[cell / WIDTH] >> (cell % WIDTH) & 1; }
    GRAV_FN void add(Cell cell) { rows[cell / WIDTH] |= static_cast<Row>(Row{1} << (cell % WIDTH)); }
    GRAV_FN void drop(Cell cell) {
        rows[cell / WIDTH] &= static_cast<Row>(~(Row{1} << (cell % WIDTH)));
    }
    GRAV_FN void add_row(int row, uint32_t columns) { rows[row] |= static_cast<Row>(columns); }
    GRAV_FN void unite(const RowSet& other) {
        for (int row = 0; row < ROWS; ++row) rows[row] |= other.rows[row];
    }
    GRAV_FN void intersect(const RowSet& other) {
        for (int row = 0; row < ROWS; ++row) rows[row] &= other.rows[row];
    }
    GRAV_FN void subtract(const RowSet& other) {
        for (int row = 0; row < ROWS; ++row) rows[row] &= static_cast<Row>(~other.rows[row]);
    }
    GRAV_FN bool operator==(const RowSet& other) const {
        Row differing = 0;
        for (int row = 0; row < ROWS; ++row) differing |= rows[row] ^ other.rows[row];
        return differing == 0;
    }
};

template <class Set>
GRAV_FN bool is_empty(const Set& set) {
#if defined(__AVX2__) && !defined(__CUDACC__)
    if constexpr (sizeof(Set) == 32) {
        const __m256i bits = _mm256_load_si256(reinterpret_cast<const __m256i*>(&set));
        return _mm256_testz_si256(bits, bits);
    }
#endif
    uint64_t any = 0;
    for (int number = 0; number < Set::WORDS; ++number) any |= set.word(number);
    return any == 0;
}

/// Whether the first set is a subset of the other.
template <class Set>
GRAV_FN bool lies_in(const Set& one, const Set& other) {
#if defined(__AVX2__) && !defined(__CUDACC__)
    if constexpr (sizeof(Set) == 32) {
        const __m256i bits = _mm256_load_si256(reinterpret_cast<const __m256i*>(&one));
        return _mm256_testc_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(&other)), bits);
    }
#endif
    uint64_t outside = 0;
    for (int number = 0; number < Set::WORDS; ++number) {
        outside |= one.word(number) & ~other.word(number);
    }
    return outside == 0;
}

template <class Set>
GRAV_FN int size_of(const Set& set) {
    int size = 0;
    for (int number = 0; number < Set::WORDS; ++number) size += count_bits(set.word(number));
    return size;
}

/// Returns the cell that has `rank` cells of the set below it.
template <class Set>
GRAV_FN Cell cell_at(const Set& set, int rank) {
    for (int number = 0; number < Set::WORDS - 1; ++number) {
        const int here = count_bits(set.word(number));
        if (rank < here) return number * 64 + select_bit(set.word(number), rank);
        rank -= here;
    }
    return (Set::WORDS - 1) * 64 + select_bit(set.word(Set::WORDS - 1), rank);
}

template <class Set>
GRAV_FN Cell lowest_cell(const Set& set) {
    for (int number = 0; number < Set::WORDS; ++number) {
        if (set.word(number)) return number * 64 + lowest_bit(set.word(number));
    }
    return NOWHERE;
}

template <class Set>
GRAV_FN Cell highest_cell(const Set& set) {
    for (int number = Set::WORDS - 1; number >= 0; --number) {
        if (set.word(number)) return number * 64 + highest_bit(set.word(number));
    }
    return NOWHERE;
}

/// Calls `visit(cell)` for every cell of the set, from the lowest.
template <class Set, class Visit>
GRAV_FN void for_each(const Set& set, Visit&& visit) {
    for (int number = 0; number < Set::WORDS; ++number) {
        for (uint64_t rest = set.word(number); rest; rest &= rest - 1) {
            visit(number * 64 + lowest_bit(rest));
        }
    }
}

// Sets that can be moved by rows and columns as a whole; points that leave the board are dropped.

/// One word: moving is a shift, and a mask against columns that wrap around.
struct WordMover {
    uint64_t bits;

    GRAV_FN void clear() { bits = 0; }
    GRAV_FN void add(Cell cell) { bits |= uint64_t{1} << cell; }
    GRAV_FN void drop(Cell cell) { bits &= ~(uint64_t{1} << cell); }

    /// Intersects `set` with this set, moved so many rows up and columns to the right.
    GRAV_FN void intersect_moved(WordSet& set, int up, int right) const {
        const int by = up * WordSet::WIDTH + right;
        const uint64_t columns = (0xFF00u << (right + 8) >> 16 & 0xFFu) * 0x0101010101010101u;
        set.bits &= (by >= 0 ? bits << by : bits >> -by) & columns;
    }
};

/// Rows with empty ones around them: moving is an offset of rows, and a shift.
template <class Row, int Rows>
struct RowMover {
    using Set = RowSet<Row, Rows>;
    Row rows[3 * Rows];

    GRAV_FN void clear() {
        for (Row& row : rows) row = 0;
    }
    GRAV_FN void add(Cell cell) {
        rows[Rows + cell / Set::WIDTH] |= static_cast<Row>(Row{1} << (cell % Set::WIDTH));
    }
    GRAV_FN void drop(Cell cell) {
        rows[Rows + cell / Set::WIDTH] &= static_cast<Row>(~(Row{1} << (cell % Set::WIDTH)));
    }

    GRAV_FN void intersect_moved(Set& set, int up, int right) const {
        const int left_shift = right > 0 ? right : 0, right_shift = right < 0 ? -right : 0;
        const Row* from = rows + Rows - up;
#if defined(__GNUC__) && !defined(__CUDACC__)
        // Plain loops over 16-bit rows are widened by compilers; vectors of rows are not.
        constexpr int LANES = 32 / sizeof(Row), WHOLE = Rows / LANES * LANES;
        typedef Row Lanes __attribute__((vector_size(32)));
        for (int row = 0; row < WHOLE; row += LANES) {
            Lanes moved, kept;
            std::memcpy(&moved, from + row, sizeof moved);
            std::memcpy(&kept, set.rows + row, sizeof kept);
            kept &= moved << static_cast<Row>(left_shift) >> static_cast<Row>(right_shift);
            std::memcpy(set.rows + row, &kept, sizeof kept);
        }
#else
        constexpr int WHOLE = 0;
#endif
        for (int row = WHOLE; row < Rows; ++row) {
            const Row moved = static_cast<Row>(from[row] << left_shift);
            set.rows[row] &= static_cast<Row>(moved >> right_shift);
        }
    }
};

// The three kinds of board. Count can count the stones of a board without overflow; MAX_RUN_WINDOWS is
// the largest number of runs of a + 1 cells on a board of the kind (a = 3).

struct Small {
    using Set = WordSet;
    using Mover = WordMover;
    using Count = uint8_t;
    using Index = uint8_t;
    static constexpr int MAX_SIZE = 8;
    static constexpr bool ONE_WORD = true;
    static constexpr int MAX_RUN_WINDOWS = 180;
};

struct Medium {
    using Set = RowSet<uint16_t, 16>;
    using Mover = RowMover<uint16_t, 16>;
    using Count = uint8_t;
    using Index = uint8_t;
    static constexpr int MAX_SIZE = 15;
    static constexpr bool ONE_WORD = false;
    static constexpr int MAX_RUN_WINDOWS = 1440;
};

struct Large {
    using Set = RowSet<uint32_t, 26>;
    using Mover = RowMover<uint32_t, 26>;
    using Count = uint16_t;
    using Index = uint16_t;
    static constexpr int MAX_SIZE = 25;
    static constexpr bool ONE_WORD = false;
    static constexpr int MAX_RUN_WINDOWS = 7472;
};

template <class Kind>
GRAV_FN int row_of(Cell cell) {
    return cell / Kind::Set::WIDTH;
}

template <class Kind>
GRAV_FN int column_of(Cell cell) {
    return cell % Kind::Set::WIDTH;
}

template <class Kind>
GRAV_FN Cell cell_of(int row, int column) {
    return row * Kind::Set::WIDTH + column;
}

}  // namespace grav
