// turns.h: the order of play, skips, repetition, the end of the game.
//
// A history counts how often each position has begun a turn. Strict play never repeats one (every
// stone stays), so it plays with `NoHistory`.
#pragma once

#include "grav/state.h"

namespace grav {

constexpr int REPETITIONS = 3;

struct NoHistory {
    GRAV_FN int mark() const { return 0; }
    GRAV_FN void forget_since(int) {}

    template <class Kind>
    GRAV_FN int visit(const State<Kind>&, const Rules&, int) {
        return 0;
    }
};

template <class Kind>
GRAV_FN void end(State<Kind>& state, Ended how) {
    state.phase = Phase::Over;
    state.ended = how;
}

/// Begins a turn that is no bonus turn; the third time in one position ends the game.
template <class Kind, class History>
GRAV_FN void begin_turn(State<Kind>& state, const Rules& rules, int seat, History& history) {
    state.phase = Phase::Turn;
    state.turn = {seat, 0, 0, false};
    if (history.visit(state, rules, seat) == REPETITIONS) end(state, Ended::Repetition);
}

/// Begins the turn of the next seat in order that has not resigned and owes no skip.
template <class Kind, class History>
GRAV_FN void next_turn(State<Kind>& state, const Rules& rules, int after, History& history) {
    int seat = after;
    while (true) {
        seat = seat + 1 == rules.players ? 0 : seat + 1;
        if (state.out & seat_bit(seat)) continue;
        if (state.skips[seat] == 0) break;
        --state.skips[seat];
    }
    begin_turn(state, rules, seat, history);
}

template <class Kind>
GRAV_FN bool all_have_passed(const State<Kind>& state, const Rules& rules) {
    return (active_seats(state, rules) & ~state.passed) == 0;
}

/// The state before the first action.
template <class Kind, class History>
GRAV_FN void start(State<Kind>& state, const Tables<Kind>& tables, History& history) {
    clear(state.position, tables);
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        state.skips[seat] = state.stones[seat] = 0;
        state.resigned[seat] = 0;
    }
    state.turn = {0, 0, 0, false};
    state.window = {};
    state.shouter = state.violator = -1;
    state.resignations = 0;
    state.out = state.passed = 0;
    state.ended = Ended::No;
    state.begun = false;
    state.first = tables.rules.first;
    state.phase = Phase::Opening;
    if (state.first >= 0) begin_turn(state, tables.rules, state.first, history);
}

}  // namespace grav
