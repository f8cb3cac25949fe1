// tables.h: lookup tables computed once from the rules: rings, windows of runs, squares.
#pragma once

#include "grav/rules.h"
#include "grav/bitsets.h"

namespace grav {

/// A run window: a + 1 cells in a row at one interval. A run is too long if it fills one.
struct RunWindow {
    int16_t start;
    int16_t step;
};

/// The unit of `lacking`: the number of empty cells of a run window times ONE_CELL, plus the XOR of these
/// cells. When one is left, the lower digits are its number.
constexpr int ONE_CELL = 1024;

template <class Kind>
struct Tables {
    using Set = typename Kind::Set;

    Rules rules;
    Set all;              // the points of the board
    Set ring[Set::CELLS]; // the points at a right distance from each
    int32_t run_window_count;  // how many there are
    RunWindow run_windows[Kind::MAX_RUN_WINDOWS];
    uint16_t lacking[Kind::ONE_WORD ? 1 : Kind::MAX_RUN_WINDOWS];  // of each, on an empty board
    int32_t through_from[Set::CELLS + 1];  // the run windows through a cell: from here to the next
    uint16_t through[Kind::MAX_RUN_WINDOWS * 4];
    uint64_t through_mask[Kind::ONE_WORD ? Kind::MAX_RUN_WINDOWS * 4 : 1];  // their cells, in one word
    uint64_t square_mask[Kind::ONE_WORD ? Set::CELLS : 1];  // squares by their lower left corner

    GRAV_FN Cell cell(int row, int column) const { return cell_of<Kind>(row, column); }
};

constexpr int LINES[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};  // rows, columns, both diagonals

/// Whether the board of the rules fits this kind.
template <class Kind>
GRAV_FN bool fits(const Rules& rules) {
    return rules.size <= Kind::MAX_SIZE;
}

template <class Kind>
GRAV_FN void make_rings(Tables<Kind>& tables) {
    const Rules& rules = tables.rules;
    for (int from_row = 0; from_row < rules.size; ++from_row) {
        for (int from_column = 0; from_column < rules.size; ++from_column) {
            auto& ring = tables.ring[tables.cell(from_row, from_column)];
            ring.clear();
            for (int row = 0; row < rules.size; ++row) {
                for (int column = 0; column < rules.size; ++column) {
                    const int up = row < from_row ? from_row - row : row - from_row;
                    const int across =
                        column < from_column ? from_column - column : column - from_column;
                    if (rules.d <= up + across && up + across <= rules.e) {
                        ring.add(tables.cell(row, column));
                    }
                }
            }
        }
    }
}

template <class Kind>
GRAV_FN void make_run_windows(Tables<Kind>& tables) {
    const int size = tables.rules.size, a = tables.rules.a;
    tables.run_window_count = 0;
    for (const auto& line : LINES) {
        for (int interval = 1; interval * a < size; ++interval) {
            const int up = line[0] * interval, right = line[1] * interval;
            for (int row = 0; row + a * up < size; ++row) {
                for (int column = 0; column < size; ++column) {
                    const int end = column + a * right;
                    if (end < 0 || end >= size) continue;
                    tables.run_windows[tables.run_window_count++] = {
                        static_cast<int16_t>(tables.cell(row, column)),
                        static_cast<int16_t>(up * Kind::Set::WIDTH + right),
                    };
                }
            }
        }
    }
}

/// Lists, for each cell, the run windows that it is part of.
template <class Kind>
GRAV_FN void list_run_windows_by_cell(Tables<Kind>& tables) {
    const int cells = tables.rules.a + 1;
    for (int32_t& from : tables.through_from) from = 0;
    for (int number = 0; number < tables.run_window_count; ++number) {
        const RunWindow window = tables.run_windows[number];
        for (int i = 0; i < cells; ++i) ++tables.through_from[window.start + i * window.step + 1];
    }
    for (int cell = 0; cell < Kind::Set::CELLS; ++cell) {
        tables.through_from[cell + 1] += tables.through_from[cell];
    }
    int32_t listed[Kind::Set::CELLS] = {};
    for (int number = 0; number < tables.run_window_count; ++number) {
        const RunWindow window = tables.run_windows[number];
        uint64_t mask = 0;
        for (int i = 0; Kind::ONE_WORD && i < cells; ++i) {
            mask |= uint64_t{1} << (window.start + i * window.step);
        }
        for (int i = 0; i < cells; ++i) {
            const Cell cell = window.start + i * window.step;
            const int place = tables.through_from[cell] + listed[cell]++;
            tables.through[place] = static_cast<uint16_t>(number);
            if constexpr (Kind::ONE_WORD) tables.through_mask[place] = mask;
        }
        if constexpr (!Kind::ONE_WORD) {
            int lacking = cells * ONE_CELL;
            for (int i = 0; i < cells; ++i) lacking ^= window.start + i * window.step;
            tables.lacking[number] = static_cast<uint16_t>(lacking);
        }
    }
}

/// Fills the tables for rules whose board fits the kind.
template <class Kind>
GRAV_FN void make_tables(Tables<Kind>& tables, const Rules& rules) {
    tables.rules = rules;
    tables.all.clear();
    for (int row = 0; row < rules.size; ++row) {
        tables.all.add_row(row, static_cast<uint32_t>((uint64_t{1} << rules.size) - 1));
    }
    make_rings(tables);
    make_run_windows(tables);
    list_run_windows_by_cell(tables);
    if constexpr (Kind::ONE_WORD) {
        for (int row = 0; row + rules.b <= rules.size; ++row) {
            for (int column = 0; column + rules.b <= rules.size; ++column) {
                WordSet square{0};
                for (int up = 0; up < rules.b; ++up) {
                    square.add_row(row + up, ((1u << rules.b) - 1) << column);
                }
                tables.square_mask[tables.cell(row, column)] = square.bits;
            }
        }
    }
}

}  // namespace grav
