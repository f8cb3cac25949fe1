// policies.h: simple players inside the core: how they choose among points, and with what eyes.
#pragma once

#include "grav/perception.h"
#include "grav/play.h"

namespace grav {

enum class Choice : uint8_t { Random, Greedy };

struct Policy {
    Choice choice;
    Eyes eyes;
};

/// A point to place on, with the number of shapes it completes.
struct Choosing {
    Cell at;
    int shapes;
};

/// Any of the points.
template <class Kind>
GRAV_FN Cell any_of(const typename Kind::Set& points, int count, Chance& chance) {
    return cell_at(points, chance.below(count));
}

/// One of those that complete the most shapes.
template <class Kind>
GRAV_FN Choosing most_shapes(State<Kind>& state, const Tables<Kind>& tables,
                             const typename Kind::Set& points, Chance& chance) {
    Choosing best{NOWHERE, -1};
    int equals = 0;
    for_each(points, [&](Cell cell) {
        const int shapes = completed_shapes(state.position, tables, cell);
        if (shapes < best.shapes) return;
        equals = shapes > best.shapes ? 1 : equals + 1;
        if (equals == 1 || chance.below(equals) == 0) best = {cell, shapes};
    });
    return best;
}

/// The empty points that a player with these eyes takes for legal: all for the greedy, who
/// compares them; one, found by looking here and there, for the others.
template <class Kind>
GRAV_FN typename Kind::Set points_believed_legal(const State<Kind>& state,
                                                 const Tables<Kind>& tables, int seat,
                                                 const Policy& policy, Chance& chance) {
    const auto& position = state.position;
    if (policy.eyes.are_perfect()) return legal_points(position, tables);
    typename Kind::Set believed, unseen = tables.all;
    believed.clear();
    unseen.leave(position.stones);
    for (int left = size_of(unseen); left > 0; --left) {
        const Cell cell = any_of<Kind>(unseen, left, chance);
        unseen.drop(cell);
        if (believes_breach(position, tables, cell, position.last(), seat, policy.eyes, chance)) {
            continue;
        }
        believed.add(cell);
        if (policy.choice == Choice::Random) break;
    }
    return believed;
}

}  // namespace grav
