// shapes.h: how many point-symmetric shapes a stone completes.
//
// The shape at a centre is the stones that meet their mirrored board, moved. Another shape holds
// all of it exactly if the same stones, moved by the distance of the two centres, are stones as
// well: the image of x through c + t is its image through c, moved by t, and a shape is its own
// image. So a shape lies in no other if no move but none takes it into the stones.
#pragma once

#include "grav/position.h"

namespace grav {

/// The stones of the shape that holds both cells as each other's images.
template <class Kind>
GRAV_FN typename Kind::Set shape_at(const Position<Kind>& position, Cell one, Cell other) {
    using Set = typename Kind::Set;
    Set shape = position.stones;
    position.mirrored.meet_moved(
        shape, row_of<Kind>(one) + row_of<Kind>(other) - (Set::ROWS - 1),
        column_of<Kind>(one) + column_of<Kind>(other) - (Set::WIDTH - 1));
    return shape;
}

/// Does no other shape hold all the stones of this one? `home` and `image` are two of them.
///
/// Keeps the places that `home` can be moved to so that the stones looked at meet stones; soon no
/// place but its own is left.
template <class Kind>
GRAV_FN bool lies_in_no_other(const Position<Kind>& position, const typename Kind::Set& shape,
                              Cell home, Cell image) {
    using Set = typename Kind::Set;
    const int row = row_of<Kind>(home), column = column_of<Kind>(home);
    Set places = position.stones;
    places.drop(home);
    const auto meet = [&](Cell stone) {
        position.plain.meet_moved(places, row - row_of<Kind>(stone), column - column_of<Kind>(stone));
    };
    meet(image);
    for (int number = 0; number < Set::WORDS; ++number) {
        for (uint64_t rest = shape.word(number); rest; rest &= rest - 1) {
            if (is_empty(places)) return true;
            meet(number * 64 + lowest_bit(rest));
        }
    }
    return is_empty(places);
}

/// Are all the stones, the new one among them, one shape?
template <class Kind>
GRAV_FN bool are_one_shape(const Position<Kind>& position) {
    return shape_at(position, lowest_cell(position.stones), highest_cell(position.stones)) ==
           position.stones;
}

/// The shapes that count, for a stone that is in the sets already but at no centre; stops at
/// `enough`.
template <class Kind>
GRAV_FN int shapes_with(const Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                        int enough) {
    const int least = tables.rules.min_shape;
    const bool largest = tables.rules.shapes == Criterion::Largest;
    int count = 0;
    if constexpr (Kind::ONE_WORD) {
        for (uint64_t rest = position.stones.bits; rest && count < enough; rest &= rest - 1) {
            const Cell image = lowest_bit(rest);
            const WordSet shape = shape_at(position, cell, image);
            if (count_bits(shape.bits) < least) continue;
            count += !largest || lies_in_no_other(position, shape, cell, image);
        }
    } else {
        const auto& counts = position.counts;
        const int half = counts.half(cell);
        for (int i = 0; i < position.placed && count < enough; ++i) {
            const Cell image = position.trail[i];
            if (counts.at_centre[half + counts.half(image)] + 2 < least) continue;
            count += !largest ||
                     lies_in_no_other(position, shape_at(position, cell, image), cell, image);
        }
        if (counts.at_centre[2 * half] + 1 >= least && count < enough) {
            count +=
                !largest || lies_in_no_other(position, shape_at(position, cell, cell), cell, cell);
        }
    }
    return count;
}

/// How many shapes that count a stone on an empty point would complete; stops at `enough`.
template <class Kind>
GRAV_FN int completed_shapes(Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                             int enough = NO_LIMIT) {
    if (position.placed + 1 < tables.rules.min_shape || enough <= 0) return 0;
    position.stones.add(cell);
    position.plain.add(cell);
    position.mirrored.add(mirror_of<Kind>(cell));
    const int count = tables.rules.shapes == Criterion::Whole
                          ? are_one_shape(position)
                          : shapes_with(position, tables, cell, enough);
    position.stones.drop(cell);
    position.plain.drop(cell);
    position.mirrored.drop(mirror_of<Kind>(cell));
    return count;
}

}  // namespace grav
