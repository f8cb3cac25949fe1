// rollout.h: plays the rest of a game by a simple policy. Host code.
#pragma once

#include "grav/chance.h"
#include "grav/search/moves.h"

namespace grav::search {

/// A play-out: the legal points of the present turn, and the choice among them.
template <class Kind>
struct Rollout {
    State<Kind>& state;
    const Tables<Kind>& tables;
    const Options& options;
    State<Kind>& scratch;
    Chance& chance;
    typename Kind::Set legal{};
    int count = 0;   // of them
    int useful = 0;  // bonus turns that a stone can still use

    /// Plays until there is no legal point or all have passed. Every useful bonus turn is taken.
    Outcome play() {
        while (state.phase != Phase::Over && find_points()) {
            const int drawn = chance.below(count);
            Cell at = cell_at(legal, drawn);
            int shapes = completed_shapes(state.position, tables, at, useful);
            if (shapes == 0 && is_critical()) {
                at = complete(drawn, shapes);
                if (shapes == 0 && options.policy == RolloutPolicy::Careful) at = safe_point(drawn);
            }
            if (at == NOWHERE) {
                apply_move(state, tables, Move{PASS, 0, 0, 1.0f});
            } else {
                NoHistory none;
                place(state, tables, at, shapes, {0, shapes}, none);
            }
        }
        return outcome_of(state, tables.rules);
    }

private:
    bool find_points() {
        legal = open_points(state.position, tables);
        useful = useful_bonus(state, tables.rules, size_of(legal));
        if (state.position.placed) legal.intersect(tables.ring[state.position.last()]);
        count = size_of(legal);
        return count > 0;
    }

    /// Whether the turn ends with this stone while shapes are worth completing; with bonus turns to
    /// come, any point will do.
    bool is_critical() const {
        return options.policy != RolloutPolicy::Random && useful > 0 && state.turn.bonus_turns == 0 &&
               can_form_shape(tables.rules, state.position.placed + 2);
    }

    /// Returns a point that completes shapes, and how many; the drawn one if there is none.
    Cell complete(int drawn, int& shapes) {
        for (int i = 1; i < count; ++i) {
            const Cell at = cell_at(legal, drawn + i < count ? drawn + i : drawn + i - count);
            shapes = completed_shapes(state.position, tables, at, useful);
            if (shapes) return at;
        }
        return cell_at(legal, drawn);
    }

    /// Returns a point that leaves the next seat no shape. If none is found soon: a pass (NOWHERE)
    /// for a seat that leads, since the others must place or lose; else the drawn point.
    Cell safe_point(int drawn) {
        for (int i = 0; i < count && i < options.tries; ++i) {
            const Cell at = cell_at(legal, drawn + i < count ? drawn + i : drawn + i - count);
            if (is_safe(state, tables, at, scratch)) return at;
        }
        const bool waits = may_pass(state, tables.rules) &&
                           leads(state, tables.rules, state.turn.seat, 0, 0);
        return waits ? NOWHERE : cell_at(legal, drawn);
    }
};

template <class Kind>
Outcome roll_out(State<Kind>& state, const Tables<Kind>& tables, const Options& options,
                 State<Kind>& scratch, Chance& chance) {
    return Rollout<Kind>{state, tables, options, scratch, chance}.play();
}

}  // namespace grav::search
