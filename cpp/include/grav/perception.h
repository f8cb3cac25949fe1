// perception.h: the perception model: which breaches and shapes a player notices.
//
// A player checks a placement as a person would: the runs through it that may be too long, the
// fullest square around it, and the distance from the last stone. Each check can fail in two ways:
// something is overlooked, or it is miscounted by one. Mistaken placements, right and wrong shouts
// all follow from the perceived counts. With all probabilities zero, perception is perfect.
#pragma once

#include "grav/chance.h"
#include "grav/position.h"

namespace grav {

constexpr int PROBABILITY_ONE = 65536;

/// Error probabilities in units of 1/65,536.
struct Perception {
    int32_t run;           // a run is overlooked
    int32_t per_interval;  // added to `run` for each step of the interval beyond one
    int32_t diagonal;      // added to `run` on a diagonal
    int32_t mixed;         // added to `run` if its stones are of more than one colour
    int32_t square;        // the fullest square is overlooked
    int32_t miscount;      // the stones of a run or square are counted one too many or too few
    int32_t distance;      // a distance is counted one too long or too short
    int32_t per_step;      // added to `distance` for each step of it
    int32_t shape;         // a completed shape is not noticed
    int32_t pressure;      // time pressure: all of these grow by this share of themselves

    GRAV_FN bool is_perfect() const {
        return !(run | per_interval | diagonal | mixed | square | miscount | distance | per_step |
                 shape);
    }
};

/// Returns a probability under time pressure, at most 31/32.
GRAV_FN int under_pressure(const Perception& perception, int share) {
    const int64_t grown = share + static_cast<int64_t>(share) * perception.pressure / PROBABILITY_ONE;
    return static_cast<int>(min_of<int64_t>(grown, PROBABILITY_ONE - PROBABILITY_ONE / 32));
}

/// Returns a number as the player counts it: right, or with this probability off by one.
GRAV_FN int perceived_count(int number, int share, const Perception& perception, Chance& chance) {
    if (!chance.happens(under_pressure(perception, share))) return number;
    return number + (chance.below(2) ? 1 : -1);
}

template <class Kind>
GRAV_FN int taxi_distance(Cell one, Cell other) {
    const int up = row_of<Kind>(one) - row_of<Kind>(other);
    const int right = column_of<Kind>(one) - column_of<Kind>(other);
    return (up < 0 ? -up : up) + (right < 0 ? -right : right);
}

/// A run through a cell: the stones on either side of it, and whether their colours differ.
struct Run {
    int behind, ahead;
    bool mixed;

    GRAV_FN int length() const { return behind + 1 + ahead; }
};

/// Returns the run through a cell, as if a stone of the seat were there.
template <class Kind>
GRAV_FN Run run_through(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                        int seat, int up, int right) {
    const int size = tables.rules.size;
    Run run{0, 0, false};
    for (int way = -1; way <= 1; way += 2) {
        int row = row_of<Kind>(cell) + way * up, column = column_of<Kind>(cell) + way * right;
        while (row >= 0 && row < size && column >= 0 && column < size) {
            const Cell at = cell_of<Kind>(row, column);
            if (!position.stones.has(at)) break;
            ++(way < 0 ? run.behind : run.ahead);
            run.mixed |= !position.owned[seat].has(at);
            row += way * up;
            column += way * right;
        }
    }
    return run;
}

/// Counts the stones in the square with this lower left corner, with a stone on `cell`.
template <class Kind>
GRAV_FN int stones_in_square(const Position<Kind>& position, const Tables<Kind>& tables, int row,
                             int column, Cell cell) {
    const Cell corner = cell_of<Kind>(row, column);
    const int missing = position.stones.has(cell) ? 0 : 1;
    if constexpr (Kind::ONE_WORD) {
        return count_bits(tables.square_mask[corner] & position.stones.bits) + missing;
    } else {
        return position.counts.in_square[corner] + missing;
    }
}

template <class Kind>
GRAV_FN int fullest_square(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell) {
    const int b = tables.rules.b, size = tables.rules.size;
    const int row = row_of<Kind>(cell), column = column_of<Kind>(cell);
    int fullest = 0;
    for (int y = max_of(0, row - b + 1); y <= min_of(row, size - b); ++y) {
        for (int x = max_of(0, column - b + 1); x <= min_of(column, size - b); ++x) {
            fullest = max_of(fullest, stones_in_square(position, tables, y, x, cell));
        }
    }
    return fullest;
}

/// Whether a stone of the seat there seems to break a rule. It may lie there already; `from` is the
/// stone to measure the distance from.
template <class Kind>
GRAV_FN bool perceives_breach(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                             Cell from, int seat, const Perception& perception, Chance& chance) {
    const Rules& rules = tables.rules;
    if (from != NOWHERE) {
        const int distance = taxi_distance<Kind>(from, cell);
        const int share = perception.distance + perception.per_step * distance;
        const int found = perceived_count(distance, share, perception, chance);
        if (found < rules.d || found > rules.e) return true;
    }
    const int full = fullest_square(position, tables, cell);
    if (full >= rules.c && !chance.happens(under_pressure(perception, perception.square)) &&
        perceived_count(full, perception.miscount, perception, chance) > rules.c) {
        return true;
    }
    for (int line = 0; line < 4; ++line) {
        const int up = line > 0, right = line == 0 ? 1 : line == 1 ? 0 : line == 2 ? 1 : -1;
        for (int interval = 1; interval * rules.a < rules.size; ++interval) {
            const Run run =
                run_through(position, tables, cell, seat, up * interval, right * interval);
            if (run.length() < rules.a) continue;
            const int share = perception.run + perception.per_interval * (interval - 1) +
                              (line > 1 ? perception.diagonal : 0) + (run.mixed ? perception.mixed : 0);
            if (!chance.happens(under_pressure(perception, share)) &&
                perceived_count(run.length(), perception.miscount, perception, chance) > rules.a) {
                return true;
            }
        }
    }
    return false;
}

/// Returns how many of these shapes the player notices.
GRAV_FN int noticed_shapes(int shapes, const Perception& perception, Chance& chance) {
    if (!perception.shape) return shapes;
    int noticed = 0;
    for (int i = 0; i < shapes; ++i) noticed += !chance.happens(under_pressure(perception, perception.shape));
    return noticed;
}

}  // namespace grav
