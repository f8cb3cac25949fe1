// windows.h: placements and what follows: the window, the shout, the penalty, the bonus turns.
#pragma once

#include "grav/shapes.h"
#include "grav/turns.h"

namespace grav {

constexpr int NO_DECLARATION = -(1 << 30);  // a placement without a number of bonus turns

/// The truth about a placement.
struct Verdict {
    int violations;
    int shapes;
};

/// Lets the stone stand; begins a bonus turn if there is one and the board is not full.
template <class Kind, class History>
GRAV_FN void stand(State<Kind>& state, const Rules& rules, int bonus, History& history) {
    const int to_come = state.turn.bonus_turns + bonus;
    if (to_come == 0 || is_full(state, rules)) {
        next_turn(state, rules, state.turn.seat, history);
        return;
    }
    state.phase = Phase::Turn;
    state.turn.on_bonus = true;
    state.turn.bonus_turns = to_come - 1;
    state.turn.earned += bonus;
}

/// Returns how many of these bonus turns the turn can still earn.
GRAV_FN int limit_bonus(const Rules& rules, const Turn& turn, int bonus) {
    return rules.bonus_limit == NO_LIMIT ? bonus : min_of(bonus, rules.bonus_limit - turn.earned);
}

/// The bonus turns that a placement is worth; too many declared are worth nothing.
GRAV_FN int bonus_of(const Rules& rules, const Turn& turn, int declared, int shapes) {
    const int claimed = rules.declares() ? declared : shapes;
    const int worth = claimed >= 0 && claimed <= shapes ? claimed : 0;
    return limit_bonus(rules, turn, worth);
}

/// Puts the stone on the board; opens its window, or lets it stand at once in strict play.
template <class Kind, class History>
GRAV_FN void place(State<Kind>& state, const Tables<Kind>& tables, Cell cell, int declared,
                   Verdict verdict, History& history) {
    const Rules& rules = tables.rules;
    const int seat = state.turn.seat;
    const int bonus = bonus_of(rules, state.turn, declared, verdict.shapes);
    put_stone(state.position, tables, cell, seat);
    ++state.stones[seat];
    state.passed = 0;
    state.begun = true;
    if (rules.strict) {
        stand(state, rules, bonus, history);
        return;
    }
    state.phase = Phase::Window;
    state.window = {
        cell,
        declared,
        verdict.shapes,
        bonus,
        static_cast<uint8_t>(verdict.violations),
        static_cast<uint8_t>(active_seats(state, rules) & ~seat_bit(seat)),
    };
}

/// Stops waiting for a seat; after the last answer, the stone stands.
template <class Kind, class History>
GRAV_FN void record_answer(State<Kind>& state, const Rules& rules, int by, History& history) {
    state.window.awaiting &= static_cast<uint8_t>(~seat_bit(by));
    if (!state.window.awaiting) stand(state, rules, state.window.bonus, history);
}

template <class Kind, class History>
GRAV_FN void shout(State<Kind>& state, const Tables<Kind>& tables, int by, History& history) {
    if (!state.window.violations) {  // a wrong shout: the stone stands, and a turn is owed
        ++state.skips[by];
        stand(state, tables.rules, state.window.bonus, history);
        return;
    }
    const int violator = state.turn.seat;
    take_stone(state.position, tables, state.window.at);
    if (--state.stones[violator] == 0) {
        begin_turn(state, tables.rules, by, history);
        return;
    }
    state.phase = Phase::Penalty;
    state.shouter = by;
    state.violator = violator;
}

/// Removes a stone of the violator after a right shout; the shouter has the next turn.
template <class Kind, class History>
GRAV_FN void remove(State<Kind>& state, const Tables<Kind>& tables, Cell cell, History& history) {
    take_stone(state.position, tables, cell);
    --state.stones[state.violator];
    begin_turn(state, tables.rules, state.shouter, history);
}

}  // namespace grav
