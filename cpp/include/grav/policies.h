// policies.h: simple players inside the core: how they choose points, and their perception.
#pragma once

#include "grav/perception.h"
#include "grav/play.h"

namespace grav {

/// How a seat chooses its moves. `Search` is host code, and for strict play (search/games.h).
enum class Choice : uint8_t { Random, Greedy, Search };

struct Policy {
    Choice choice;
    Perception perception;
    int simulations = 0;  // before every move of a seat that searches
};

/// A point to place on, with the number of shapes it completes.
struct ChosenPoint {
    Cell at;
    int shapes;
};

/// Returns a random point.
template <class Kind>
GRAV_FN Cell choose_any(const typename Kind::Set& points, int count, Chance& chance) {
    return cell_at(points, chance.below(count));
}

/// Returns a random one of the points that complete the most shapes.
template <class Kind>
GRAV_FN ChosenPoint choose_most_shapes(State<Kind>& state, const Tables<Kind>& tables,
                             const typename Kind::Set& points, Chance& chance) {
    ChosenPoint best{NOWHERE, -1};
    int equals = 0;
    for_each(points, [&](Cell cell) {
        const int shapes = completed_shapes(state.position, tables, cell);
        if (shapes < best.shapes) return;
        equals = shapes > best.shapes ? 1 : equals + 1;
        if (equals == 1 || chance.below(equals) == 0) best = {cell, shapes};
    });
    return best;
}

/// Returns the empty points that the player takes for legal: all for a greedy one, which compares
/// them; a single random one for the others.
template <class Kind>
GRAV_FN typename Kind::Set perceived_legal_points(const State<Kind>& state,
                                                 const Tables<Kind>& tables, int seat,
                                                 const Policy& policy, Chance& chance) {
    const auto& position = state.position;
    if (policy.perception.is_perfect()) return legal_points(position, tables);
    typename Kind::Set perceived, unseen = tables.all;
    perceived.clear();
    unseen.subtract(position.stones);
    for (int left = size_of(unseen); left > 0; --left) {
        const Cell cell = choose_any<Kind>(unseen, left, chance);
        unseen.drop(cell);
        if (perceives_breach(position, tables, cell, position.last(), seat, policy.perception, chance)) {
            continue;
        }
        perceived.add(cell);
        if (policy.choice == Choice::Random) break;
    }
    return perceived;
}

}  // namespace grav
