// outcome_bounds.h: the outcome of a game in strict play, and bounds for it by counting. Host code.
#pragma once

#include "grav/play.h"

namespace grav::search {

/// The winner and the stones at the end of a game.
struct Outcome {
    int winner;
    int32_t stones[MAX_PLAYERS];
};

/// Whether a seat with so many stones ranks before another; on a tie, the later in order does.
template <class Kind>
bool ranks_before(const State<Kind>& state, const Rules& rules, int seat, int stones, int other,
                  int others) {
    if (stones != others) return stones > others;
    const auto place = [&](int of) { return (of - state.first + rules.players) % rules.players; };
    return place(seat) > place(other);
}

/// Returns the outcome if the game ended now.
template <class Kind>
Outcome outcome_of(const State<Kind>& state, const Rules& rules) {
    Outcome outcome{-1, {}};
    for (int seat = 0; seat < rules.players; ++seat) {
        outcome.stones[seat] = state.stones[seat];
        if (state.out & seat_bit(seat)) continue;
        const int best = outcome.winner;
        if (best < 0 || ranks_before(state, rules, seat, state.stones[seat], best,
                                     state.stones[best])) {
            outcome.winner = seat;
        }
    }
    return outcome;
}

/// Whether the seat ranks first if it gains `gained` stones and every other one `theirs`.
template <class Kind>
bool leads(const State<Kind>& state, const Rules& rules, int seat, int gained, int theirs) {
    for (int other = 0; other < rules.players; ++other) {
        if (other == seat || (state.out & seat_bit(other))) continue;
        if (!ranks_before(state, rules, seat, state.stones[seat] + gained, other,
                          state.stones[other] + theirs)) {
            return false;
        }
    }
    return true;
}

/// Whether a pass of the seat on turn ends the game.
template <class Kind>
bool pass_ends(const State<Kind>& state, const Rules& rules) {
    return (active_seats(state, rules) & ~state.passed & ~seat_bit(state.turn.seat)) == 0;
}

/// Whether the seat on turn may pass although there are legal points.
template <class Kind>
bool may_pass(const State<Kind>& state, const Rules& rules) {
    return state.begun && may_pass_turn(state.turn, rules);
}

/// Whether a pass of the seat on turn wins at once.
template <class Kind>
bool pass_wins(const State<Kind>& state, const Rules& rules) {
    return may_pass(state, rules) && pass_ends(state, rules) &&
           leads(state, rules, state.turn.seat, 0, 0);
}

/// Returns the seats that can still win, one bit each, by counting open and legal points. It is an
/// upper bound: a single seat is proven to win.
template <class Kind>
uint8_t who_may_win(const State<Kind>& state, const Rules& rules, int open, int legal) {
    if (legal == 0) return seat_bit(outcome_of(state, rules).winner);  // all pass
    const int mover = state.turn.seat;
    if (pass_wins(state, rules)) return seat_bit(mover);
    // The mover can place one stone, and then as many as bonus turns are to come unless the game is
    // over before; the others share what is open after that.
    const int sure = min_of(state.turn.bonus_turns + 1, open);
    if (leads(state, rules, mover, 1, 0) && leads(state, rules, mover, sure, open - sure)) {
        return seat_bit(mover);
    }
    uint8_t seats = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        if (state.out & seat_bit(seat)) continue;
        if (leads(state, rules, seat, open, 0)) seats |= seat_bit(seat);
    }
    return seats;
}

}  // namespace grav::search
