// breaches.h: the evidence that a stone on an empty point would break a rule.
#pragma once

#include "grav/perception.h"

namespace grav {

/// A run that is too long: its cells are start, start + step, and so on.
struct LongRun {
    Cell start;
    int step, length, interval;
};

template <class Kind, class Visit>
GRAV_FN void for_each_long_run(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                               Visit&& visit) {
    const int size = tables.rules.size, a = tables.rules.a;
    for (const auto& line : LINES) {
        for (int interval = 1; interval * a < size; ++interval) {
            const int up = line[0] * interval, right = line[1] * interval;
            const Run run = run_through(position, tables, cell, 0, up, right);
            if (run.length() <= a) continue;
            const int step = up * Kind::Set::WIDTH + right;
            visit(LongRun{cell - run.behind * step, step, run.length(), interval});
        }
    }
}

/// Calls `visit(corner, count)` for every square around the stone that is too full.
template <class Kind, class Visit>
GRAV_FN void for_each_full_square(const Position<Kind>& position, const Tables<Kind>& tables,
                                  Cell cell, Visit&& visit) {
    const int b = tables.rules.b, size = tables.rules.size;
    const int row = row_of<Kind>(cell), column = column_of<Kind>(cell);
    for (int x = max_of(0, column - b + 1); x <= min_of(column, size - b); ++x) {
        for (int y = max_of(0, row - b + 1); y <= min_of(row, size - b); ++y) {
            const int count = stones_in_square(position, tables, y, x, cell);
            if (count > tables.rules.c) visit(cell_of<Kind>(y, x), count);
        }
    }
}

/// Returns the distance from the last stone if it is wrong, else -1.
template <class Kind>
GRAV_FN int wrong_distance(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    if (!position.placed) return -1;
    const int distance = taxi_distance<Kind>(position.last(), cell);
    return distance < tables.rules.d || distance > tables.rules.e ? distance : -1;
}

}  // namespace grav
