// state.h: the state of a game. Trivially copyable; the history for repetition is separate.
#pragma once

#include "grav/position.h"

namespace grav {

enum class Phase : uint8_t { Opening, Turn, Window, Penalty, Over };
enum class Ended : uint8_t { No, Passes, Repetition, Resignation };

/// A seat is to place or pass.
struct Turn {
    int32_t seat;
    int32_t bonus_turns;  // bonus turns that follow the present one
    int32_t earned;       // bonus turns earned since the turn began; the edition may limit them
    bool on_bonus;
};

/// A stone was placed on somebody's turn, and the others may shout.
struct OpenWindow {
    int32_t at;
    int32_t declared;
    int32_t shapes;
    int32_t bonus;  // the bonus turns that it adds if it stands
    uint8_t violations;
    uint8_t awaiting;  // the seats that have yet to answer, one bit each
};

template <class Kind>
struct State {
    Position<Kind> position;
    Turn turn;          // in phase Turn, and in Window the turn of the stone
    OpenWindow window;  // in phase Window
    int32_t shouter, violator;  // in phase Penalty
    int32_t first;              // the first in order; -1 until it is known
    int32_t skips[MAX_PLAYERS];
    int32_t stones[MAX_PLAYERS];
    int8_t resigned[MAX_PLAYERS];  // in the order of their resignations
    int8_t resignations;
    uint8_t out;     // the seats that resigned, one bit each
    uint8_t passed;  // the seats that have passed since the last placement, one bit each
    Phase phase;
    Ended ended;
    bool begun;  // whether the first stone has been placed
};

GRAV_FN uint8_t seat_bit(int seat) { return static_cast<uint8_t>(1u << seat); }

/// The seats still in the game, one bit each.
template <class Kind>
GRAV_FN uint8_t active_seats(const State<Kind>& state, const Rules& rules) {
    return static_cast<uint8_t>(((1u << rules.players) - 1) & ~state.out);
}

/// Whether no point is empty.
template <class Kind>
GRAV_FN bool is_full(const State<Kind>& state, const Rules& rules) {
    return state.position.placed == rules.size * rules.size;
}

/// Ranks the seats: most stones first, on a tie the later in order; then those who resigned, the
/// latest first. The order of play is seat order from the first (from seat 0 if nobody began).
template <class Kind>
GRAV_FN void rank(const State<Kind>& state, const Rules& rules, int8_t* ranking) {
    int count = 0;
    for (int place = rules.players - 1; place >= 0; --place) {
        const int seat = (max_of(state.first, 0) + place) % rules.players;
        if (state.out & seat_bit(seat)) continue;
        int at = count++;
        for (; at > 0 && state.stones[ranking[at - 1]] < state.stones[seat]; --at) {
            ranking[at] = ranking[at - 1];
        }
        ranking[at] = static_cast<int8_t>(seat);
    }
    for (int i = state.resignations - 1; i >= 0; --i) ranking[count++] = state.resigned[i];
}

}  // namespace grav
