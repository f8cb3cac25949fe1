// outcome.h: how a game in strict play ends or can still end. Host code.
#pragma once

#include "grav/play.h"

namespace grav::search {

/// The end of a game, as the tree counts it.
struct Outcome {
    int winner;
    int32_t stones[MOST_PLAYERS];
};

/// Would a seat with so many stones rank before another? Of equals, the later in order does.
template <class Kind>
bool ranks_before(const State<Kind>& state, const Rules& rules, int seat, int stones, int other,
                  int others) {
    if (stones != others) return stones > others;
    const auto place = [&](int of) { return (of - state.first + rules.players) % rules.players; };
    return place(seat) > place(other);
}

/// The outcome if nobody placed any more.
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

/// Does the seat rank before all others if it has `gained` more stones and each of them `theirs`?
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

/// Would a pass of the seat on turn end the game?
template <class Kind>
bool pass_ends(const State<Kind>& state, const Rules& rules) {
    return (active(state, rules) & ~state.passed & ~seat_bit(state.turn.seat)) == 0;
}

/// May the seat on turn pass, where there are legal points?
template <class Kind>
bool may_pass(const State<Kind>& state, const Rules& rules) {
    return state.begun && (!state.turn.on_bonus || rules.bonus_pass);
}

/// Would a pass of the seat on turn win at once?
template <class Kind>
bool pass_wins(const State<Kind>& state, const Rules& rules) {
    return may_pass(state, rules) && pass_ends(state, rules) &&
           leads(state, rules, state.turn.seat, 0, 0);
}

/// The seats that can still win, one bit each, as far as counting tells; `open` and `legal` are how
/// many points there are of either sort. One seat alone is sure to win.
template <class Kind>
uint8_t who_may_win(const State<Kind>& state, const Rules& rules, int open, int legal) {
    if (legal == 0) return seat_bit(outcome_of(state, rules).winner);  // all pass
    const int mover = state.turn.seat;
    if (pass_wins(state, rules)) return seat_bit(mover);
    // The mover can place one stone, and then as many as bonus turns are to come unless the game is
    // over before; the others share what is open after that.
    const int sure = least_of(state.turn.bonus_turns + 1, open);
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
