// perception.h: what a player notices. One model for slips, shouts, wrong shouts and shapes missed.
//
// A player looks at a placement as a person would: counts the runs through it that might be too
// long, the fullest square around it, and the steps from the stone before. Each look can go wrong
// in two ways: something is overlooked altogether, or it is seen and miscounted by one. What is
// believed follows from the counts. With all shares zero, the belief is the truth.
#pragma once

#include "grav/chance.h"
#include "grav/position.h"

namespace grav {

constexpr int ALWAYS = 65536;

/// Shares of 65,536.
struct Eyes {
    int32_t run;           // a run is overlooked
    int32_t per_interval;  // and more so for each step of the interval beyond one
    int32_t diagonal;      // on a diagonal
    int32_t mixed;         // if its stones are of more than one colour
    int32_t square;        // the fullest square is overlooked
    int32_t miscount;      // the stones of a run or square are counted one too many or too few
    int32_t distance;      // a distance is counted one too long or too short
    int32_t per_step;      // and more so for each step of it
    int32_t shape;         // a completed shape is not noticed
    int32_t pressure;      // for lack of time all of these grow by this share of themselves

    GRAV_FN bool are_perfect() const {
        return !(run | per_interval | diagonal | mixed | square | miscount | distance | per_step |
                 shape);
    }
};

/// A share under pressure. Nobody overlooks everything: one look in 32 is a good one.
GRAV_FN int pressed(const Eyes& eyes, int share) {
    const int64_t grown = share + static_cast<int64_t>(share) * eyes.pressure / ALWAYS;
    return static_cast<int>(least_of<int64_t>(grown, ALWAYS - ALWAYS / 32));
}

/// A number as it is counted: mostly right, sometimes off by one.
GRAV_FN int counted(int number, int share, const Eyes& eyes, Chance& chance) {
    if (!chance.happens(pressed(eyes, share))) return number;
    return number + (chance.below(2) ? 1 : -1);
}

template <class Kind>
GRAV_FN int taxi(Cell one, Cell other) {
    const int up = row_of<Kind>(one) - row_of<Kind>(other);
    const int right = column_of<Kind>(one) - column_of<Kind>(other);
    return (up < 0 ? -up : up) + (right < 0 ? -right : right);
}

/// A run through a cell: how many stones lie to either side of it, and whether colours mix.
struct Run {
    int behind, ahead;
    bool mixed;

    GRAV_FN int length() const { return behind + 1 + ahead; }
};

/// The run through a cell, which counts as a stone of the seat whether or not it is one.
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

/// The stones in the square with this lower left corner, a stone on `cell` included.
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
    for (int y = most_of(0, row - b + 1); y <= least_of(row, size - b); ++y) {
        for (int x = most_of(0, column - b + 1); x <= least_of(column, size - b); ++x) {
            fullest = most_of(fullest, stones_in_square(position, tables, y, x, cell));
        }
    }
    return fullest;
}

/// Does a player with these eyes believe that a stone of the seat there breaks a rule? The stone
/// may lie there already; `from` is the one to measure from.
template <class Kind>
GRAV_FN bool believes_breach(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                             Cell from, int seat, const Eyes& eyes, Chance& chance) {
    const Rules& rules = tables.rules;
    if (from != NOWHERE) {
        const int distance = taxi<Kind>(from, cell);
        const int share = eyes.distance + eyes.per_step * distance;
        const int found = counted(distance, share, eyes, chance);
        if (found < rules.d || found > rules.e) return true;
    }
    const int full = fullest_square(position, tables, cell);
    if (full >= rules.c && !chance.happens(pressed(eyes, eyes.square)) &&
        counted(full, eyes.miscount, eyes, chance) > rules.c) {
        return true;
    }
    for (int line = 0; line < 4; ++line) {
        const int up = line > 0, right = line == 0 ? 1 : line == 1 ? 0 : line == 2 ? 1 : -1;
        for (int interval = 1; interval * rules.a < rules.size; ++interval) {
            const Run run =
                run_through(position, tables, cell, seat, up * interval, right * interval);
            if (run.length() < rules.a) continue;
            const int share = eyes.run + eyes.per_interval * (interval - 1) +
                              (line > 1 ? eyes.diagonal : 0) + (run.mixed ? eyes.mixed : 0);
            if (!chance.happens(pressed(eyes, share)) &&
                counted(run.length(), eyes.miscount, eyes, chance) > rules.a) {
                return true;
            }
        }
    }
    return false;
}

/// How many of these shapes are noticed.
GRAV_FN int noticed_shapes(int shapes, const Eyes& eyes, Chance& chance) {
    if (!eyes.shape) return shapes;
    int noticed = 0;
    for (int i = 0; i < shapes; ++i) noticed += !chance.happens(pressed(eyes, eyes.shape));
    return noticed;
}

}  // namespace grav
