// shapes.h: counts the point-symmetric shapes that a stone completes.
//
// The shape at a centre is the intersection of the stones with their mirrored, moved set. A shape
// that contains one through the new stone goes through that stone as well. So comparing the shapes
// through the new stone with each other finds those that are contained in no other.
#pragma once

#include "grav/position.h"

namespace grav {

/// Returns the stones of the shape in which the two cells are each other's images.
template <class Kind>
GRAV_FN typename Kind::Set shape_at(const Position<Kind>& position, Cell one, Cell other) {
    using Set = typename Kind::Set;
    Set shape = position.stones;
    position.mirrored.intersect_moved(
        shape, row_of<Kind>(one) + row_of<Kind>(other) - (Set::ROWS - 1),
        column_of<Kind>(one) + column_of<Kind>(other) - (Set::WIDTH - 1));
    return shape;
}

/// The shapes through one stone that are large enough, to be compared with each other.
template <class Kind, bool IsVector = (sizeof(typename Kind::Set) <= 32)>
struct ShapesThrough {
    int count = 0;
    typename Kind::Set shapes[Kind::MAX_SIZE * Kind::MAX_SIZE];

    GRAV_FN void add(const Position<Kind>& position, Cell cell, Cell image, bool is_enough) {
        shapes[count] = shape_at(position, cell, image);
        count += is_enough;
    }
    /// Whether no other shape contains it.
    GRAV_FN bool is_largest(const Position<Kind>&, Cell, int one) const {
        int holders = 0;
        for (int other = 0; other < count; ++other) holders += lies_in(shapes[one], shapes[other]);
        return holders == 1;
    }
};

/// For sets larger than a vector: stores each set folded by OR into two words. A subset is a subset
/// folded as well, so few pairs remain for which the whole sets are compared.
template <class Kind>
struct ShapesThrough<Kind, false> {
    static constexpr int FOLDS = 2, MAX_SHAPES = Kind::MAX_SIZE * Kind::MAX_SIZE;
    int count = 0;
    uint64_t folded[FOLDS][MAX_SHAPES];
    typename Kind::Index images[MAX_SHAPES];

    GRAV_FN void add(const Position<Kind>& position, Cell cell, Cell image, bool is_enough) {
        if (!is_enough) return;
        const auto shape = shape_at(position, cell, image);
        for (int fold = 0; fold < FOLDS; ++fold) {
            uint64_t words = 0;
            for (int i = fold; i < Kind::Set::WORDS; i += FOLDS) words |= shape.word(i);
            folded[fold][count] = words;
        }
        images[count++] = static_cast<typename Kind::Index>(image);
    }
    GRAV_FN bool is_largest(const Position<Kind>& position, Cell cell, int one) const {
        uint64_t holders = 0;
        for (int other = 0; other < count; ++other) holders += may_lie_in(one, other);
        if (holders == 1) return true;
        const auto shape = shape_at(position, cell, images[one]);
        for (int other = 0; other < count; ++other) {
            if (other == one || !may_lie_in(one, other)) continue;
            if (lies_in(shape, shape_at(position, cell, images[other]))) return false;
        }
        return true;
    }
    GRAV_FN bool may_lie_in(int one, int other) const {
        return ((folded[0][one] & ~folded[0][other]) | (folded[1][one] & ~folded[1][other])) == 0;
    }
};

/// Whether all stones, including the new one, are one shape.
template <class Kind>
GRAV_FN bool are_one_shape(const Position<Kind>& position) {
    return shape_at(position, lowest_cell(position.stones), highest_cell(position.stones)) ==
           position.stones;
}

/// Calls `visit(image, is_enough)` for each stone as the image of a new one, with whether their shape
/// is large enough. The new stone is in the sets already, but not counted at centres.
template <class Kind, class Visit>
GRAV_FN void for_each_image(const Position<Kind>& position, Cell cell, int least, Visit&& visit) {
    if constexpr (Kind::ONE_WORD) {
        for_each(position.stones, [&](Cell image) {
            visit(image, size_of(shape_at(position, cell, image)) >= least);
        });
    } else {
        const auto& counts = position.counts;
        const int half = counts.half(cell);
        for (int i = 0; i < position.placed; ++i) {
            const Cell image = position.trail[i];
            visit(image, counts.at_centre[half + counts.half(image)] + 2 >= least);
        }
        visit(cell, counts.at_centre[2 * half] + 1 >= least);
    }
}

template <class Kind>
GRAV_FN int every_shape(const Position<Kind>& position, Cell cell, int least) {
    int count = 0;
    for_each_image(position, cell, least, [&](Cell, bool is_enough) { count += is_enough; });
    return count;
}

template <class Kind>
GRAV_FN int largest_shapes(const Position<Kind>& position, Cell cell, int least, int enough) {
    ShapesThrough<Kind> through;
    for_each_image(position, cell, least, [&](Cell image, bool is_enough) {
        through.add(position, cell, image, is_enough);
    });
    int count = 0;
    for (int i = 0; i < through.count && count < enough; ++i) {
        count += through.is_largest(position, cell, i);
    }
    return count;
}

/// Whether so many stones are enough for a shape that counts.
GRAV_FN bool can_form_shape(const Rules& rules, int stones) { return stones >= rules.min_shape; }

/// Counts the shapes through a new stone that count, up to `enough`. The stone is in the sets
/// already, but not counted at centres.
template <class Kind>
GRAV_FN int shapes_with(const Position<Kind>& position, const Rules& rules, Cell cell, int enough) {
    if (rules.shapes == Criterion::Whole) return are_one_shape(position);
    // If there are any shapes, at least one is contained in no other.
    if (rules.shapes == Criterion::Every || enough == 1) {
        return min_of(every_shape(position, cell, rules.min_shape), enough);
    }
    return largest_shapes(position, cell, rules.min_shape, enough);
}

/// Returns how many shapes that count a stone on an empty point would complete, up to `enough`.
template <class Kind>
GRAV_FN int completed_shapes(Position<Kind>& position, const Tables<Kind>& tables, Cell cell,
                             int enough = NO_LIMIT) {
    if (!can_form_shape(tables.rules, position.placed + 1) || enough <= 0) return 0;
    position.stones.add(cell);
    position.mirrored.add(mirror_of<Kind>(cell));
    const int count = shapes_with(position, tables.rules, cell, enough);
    position.stones.drop(cell);
    position.mirrored.drop(mirror_of<Kind>(cell));
    return count;
}

}  // namespace grav
