// play.h: applies an action to a game, or refuses it with a code and changes nothing.
#pragma once

#include "grav/windows.h"

namespace grav {

/// Reasons for a refusal, by priority: if several apply, the first is returned.
enum class Code : uint8_t {
    Done,
    GameOver,
    NoSuchSeat,
    AlreadyResigned,
    WrongPhase,
    NotYourTurn,
    OwnMove,
    AlreadyAccepted,
    OffBoard,
    Occupied,
    Violation,
    CannotDeclare,
    TooManyDeclared,
    MustPlace,
    NotTheirStone,
};

enum class ActionKind : uint8_t { Place, Pass, Accept, Grav, Remove, Resign };

struct Action {
    ActionKind kind;
    int32_t by;
    Cell at;           // NOWHERE for a point that is not on the board
    int32_t declare;   // NO_DECLARATION for none
};

/// Whether a turn may be passed although there may be legal points.
GRAV_FN bool may_pass_turn(const Turn& turn, const Rules& rules) {
    return !turn.on_bonus || rules.bonus_pass;
}

/// Whether the present turn may be passed: under strict play, one without a legal point always.
template <class Kind>
GRAV_FN bool may_pass_now(const State<Kind>& state, const Tables<Kind>& tables) {
    const Rules& rules = tables.rules;
    if (may_pass_turn(state.turn, rules)) return true;
    return rules.strict && is_empty(legal_points(state.position, tables));
}

template <class Kind>
GRAV_FN Code check_placement(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                             Verdict& verdict) {
    const Rules& rules = tables.rules;
    if (action.at == NOWHERE) return Code::OffBoard;
    if (state.position.stones.has(action.at)) return Code::Occupied;
    verdict.violations = violations(state.position, tables, action.at);
    if (rules.strict && verdict.violations) return Code::Violation;
    if (action.declare != NO_DECLARATION && !rules.declares()) return Code::CannotDeclare;
    verdict.shapes = completed_shapes(state.position, tables, action.at);
    const int declared = action.declare == NO_DECLARATION ? 0 : action.declare;
    return rules.strict && declared > verdict.shapes ? Code::TooManyDeclared : Code::Done;
}

/// Places or passes, for a seat that is on turn.
template <class Kind, class History>
GRAV_FN Code act_on_turn(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                         History& history) {
    const Rules& rules = tables.rules;
    if (action.kind == ActionKind::Place) {
        Verdict verdict;
        const Code code = check_placement(state, tables, action, verdict);
        if (code != Code::Done) return code;
        const int declared = action.declare == NO_DECLARATION ? 0 : action.declare;
        place(state, tables, action.at, declared, verdict, history);
        return Code::Done;
    }
    if (!may_pass_now(state, tables)) return Code::MustPlace;
    state.passed |= seat_bit(action.by);
    if (all_have_passed(state, rules)) {
        end(state, Ended::Passes);
    } else {
        next_turn(state, rules, action.by, history);
    }
    return Code::Done;
}

/// Places or passes. The first to place has the first turn; in a window, the player who is next to
/// act accepts by acting, once nobody else has yet to answer.
template <class Kind, class History>
GRAV_FN Code place_or_pass(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                 History& history) {
    if (action.kind == ActionKind::Pass && !state.begun) return Code::WrongPhase;
    if (state.phase == Phase::Turn) {
        if (state.turn.seat != action.by) return Code::NotYourTurn;
        return act_on_turn(state, tables, action, history);
    }
    const bool accepts = state.phase == Phase::Window && state.window.awaiting == seat_bit(action.by);
    if (state.phase != Phase::Opening && !accepts) return Code::WrongPhase;
    const State<Kind> before = state;
    const auto mark = history.mark();
    Code code = Code::WrongPhase;
    if (accepts) {
        record_answer(state, tables.rules, action.by, history);
    } else {
        state.first = action.by;
        state.turn = {action.by, 0, 0, false};
        state.phase = Phase::Turn;
    }
    if (state.phase == Phase::Turn && state.turn.seat == action.by) {
        code = act_on_turn(state, tables, action, history);
    }
    if (code != Code::Done) {
        state = before;
        history.forget_since(mark);
    }
    return code;
}

template <class Kind, class History>
GRAV_FN Code answer(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                    History& history) {
    if (state.phase != Phase::Window) return Code::WrongPhase;
    if (state.turn.seat == action.by) return Code::OwnMove;
    if (!(state.window.awaiting & seat_bit(action.by))) return Code::AlreadyAccepted;
    if (action.kind == ActionKind::Accept) {
        record_answer(state, tables.rules, action.by, history);
    } else {
        shout(state, tables, action.by, history);
    }
    return Code::Done;
}

template <class Kind, class History>
GRAV_FN Code remove_stone(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                          History& history) {
    if (state.phase != Phase::Penalty) return Code::WrongPhase;
    if (state.shouter != action.by) return Code::NotYourTurn;
    if (action.at == NOWHERE) return Code::OffBoard;
    if (!state.position.owned[state.violator].has(action.at)) return Code::NotTheirStone;
    remove(state, tables, action.at, history);
    return Code::Done;
}

/// Resigning is allowed at any time; the stones stay.
template <class Kind, class History>
GRAV_FN void resign(State<Kind>& state, const Rules& rules, int by, History& history) {
    state.resigned[state.resignations++] = static_cast<int8_t>(by);
    state.out |= seat_bit(by);
    state.passed &= static_cast<uint8_t>(~seat_bit(by));
    const uint8_t left = active_seats(state, rules);
    if ((left & (left - 1)) == 0) {
        end(state, Ended::Resignation);
    } else if (state.phase == Phase::Turn && all_have_passed(state, rules)) {
        end(state, Ended::Passes);
    } else if (state.phase == Phase::Turn && state.turn.seat == by) {
        next_turn(state, rules, by, history);
    } else if (state.phase == Phase::Window && state.turn.seat == by) {
        // The stone stands, but without its bonus turns or any that were to come.
        state.turn = {by, 0, 0, false};
        stand(state, rules, 0, history);
    } else if (state.phase == Phase::Window && (state.window.awaiting & seat_bit(by))) {
        record_answer(state, rules, by, history);
    } else if (state.phase == Phase::Penalty && state.shouter == by) {
        next_turn(state, rules, by, history);
    }
}

/// The next state; or a code, and nothing has changed.
template <class Kind, class History>
GRAV_FN Code apply(State<Kind>& state, const Tables<Kind>& tables, const Action& action,
                   History& history) {
    if (state.phase == Phase::Over) return Code::GameOver;
    if (action.by < 0 || action.by >= tables.rules.players) return Code::NoSuchSeat;
    if (state.out & seat_bit(action.by)) return Code::AlreadyResigned;
    switch (action.kind) {
        case ActionKind::Place:
        case ActionKind::Pass:
            return place_or_pass(state, tables, action, history);
        case ActionKind::Accept:
        case ActionKind::Grav:
            return answer(state, tables, action, history);
        case ActionKind::Remove:
            return remove_stone(state, tables, action, history);
        case ActionKind::Resign:
            resign(state, tables.rules, action.by, history);
            return Code::Done;
    }
    return Code::WrongPhase;
}

}  // namespace grav
