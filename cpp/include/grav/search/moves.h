// moves.h: lists the moves of a turn, with their prior weights. Host code.
#pragma once

#include "grav/search/options.h"
#include "grav/search/outcome_bounds.h"
#include "grav/search/tree.h"

namespace grav::search {

/// The moves of one decision, in a reused buffer.
struct Moves {
    static constexpr int MAX_MOVES = 25 * 25 + 1;
    int count = 0;
    Move list[MAX_MOVES];

    void add(Move move) { list[count++] = move; }

    void normalise() {
        float sum = 0;
        for (int i = 0; i < count; ++i) sum += list[i].weight;
        for (int i = 0; i < count; ++i) list[i].weight /= sum;
    }
};

/// Returns how many more bonus turns the present turn can use, given the number of open points:
/// further ones change nothing, since no stone can follow.
template <class Kind>
int useful_bonus(const State<Kind>& state, const Rules& rules, int open) {
    return limit_bonus(rules, state.turn, open - 1 - state.turn.bonus_turns);
}

/// Returns the placement as a move; where bonus turns are declared, their number is a next decision.
template <class Kind>
Move make_placement(State<Kind>& state, const Tables<Kind>& tables, Cell at, int useful) {
    const int16_t cell = static_cast<int16_t>(at);
    const int16_t shapes = static_cast<int16_t>(
        completed_shapes(state.position, tables, at, useful));
    if (tables.rules.declares()) return {cell, 0, shapes, 1.0f};
    return {cell, shapes, 0, 1.0f};
}

/// Whether the seat on turn has a legal point that completes a shape worth a bonus turn.
template <class Kind>
bool can_complete(State<Kind>& state, const Tables<Kind>& tables) {
    if (!can_form_shape(tables.rules, state.position.placed + 1)) return false;
    const int open = size_of(open_points(state.position, tables));
    if (useful_bonus(state, tables.rules, open) <= 0) return false;
    const auto legal = legal_points(state.position, tables);
    for (int number = 0; number < Kind::Set::WORDS; ++number) {
        for (uint64_t rest = legal.word(number); rest; rest &= rest - 1) {
            const Cell at = number * 64 + lowest_bit(rest);
            if (completed_shapes(state.position, tables, at, 1)) return true;
        }
    }
    return false;
}

/// Whether a stone there, which completes nothing, leaves the next seat no shape to complete.
/// `scratch` is a buffer for the position after it.
template <class Kind>
bool is_safe(const State<Kind>& state, const Tables<Kind>& tables, Cell at, State<Kind>& scratch) {
    NoHistory none;
    scratch = state;
    place(scratch, tables, at, 0, {0, 0}, none);
    return !can_complete(scratch, tables);
}

/// A point to search, which may break a rule, and the most bonus turns to take there.
struct Point {
    Cell at;
    int most;
};

/// Lists the moves of this turn on the points that `for_each_point(see)` passes to `visit(at, most)`.
template <class Kind, class ForEachPoint>
void list_turn(State<Kind>& state, const Tables<Kind>& tables, const Options& options,
               State<Kind>& scratch, Moves& moves, ForEachPoint&& for_each_point) {
    const Rules& rules = tables.rules;
    const int useful = useful_bonus(state, rules, size_of(open_points(state.position, tables)));
    const bool gives_turn = state.turn.bonus_turns == 0;
    bool completes = false;
    moves.count = 0;
    for_each_point([&](Cell at, int most) {
        Move move = make_placement(state, tables, at, min_of(useful, most));
        if (move.declare || move.choice) {
            move.weight = options.shape_weight;
            completes = true;
        } else if (gives_turn && is_safe(state, tables, at, scratch)) {
            move.weight = options.safe_weight;
        }
        moves.add(move);
    });
    if (moves.count == 0 || may_pass(state, rules)) {
        moves.add({PASS, 0, 0, options.pass_weight * (completes ? 1.0f : options.safe_weight)});
    }
    moves.normalise();
}

/// Lists the numbers of bonus turns to take with a placement; the prior prefers all of them.
inline void list_numbers(const Move& placement, const Options& options, Moves& moves) {
    moves.count = 0;
    for (int16_t declare = placement.choice; declare >= 0; --declare) {
        const bool all = declare == placement.choice;
        moves.add({placement.at, declare, 0, all ? options.number_weight : 1.0f});
    }
    moves.normalise();
}

/// Applies a move whose bonus turns are decided.
template <class Kind>
void apply_move(State<Kind>& state, const Tables<Kind>& tables, const Move& move) {
    NoHistory none;
    if (move.at == PASS) {
        act_on_turn(state, tables, {ActionKind::Pass, state.turn.seat, NOWHERE, NO_DECLARATION}, none);
    } else {
        place(state, tables, move.at, move.declare, {0, move.declare}, none);
    }
}

}  // namespace grav::search
