// moves.h: what can be done on a turn, and how likely each looks before any search. Host code.
#pragma once

#include "grav/search/options.h"
#include "grav/search/outcome.h"
#include "grav/search/tree.h"

namespace grav::search {

/// The moves of one decision, in a buffer that is kept.
struct Moves {
    static constexpr int MOST = 25 * 25 + 1;
    int count = 0;
    Move list[MOST];

    void add(Move move) { list[count++] = move; }

    void normalise() {
        float sum = 0;
        for (int i = 0; i < count; ++i) sum += list[i].weight;
        for (int i = 0; i < count; ++i) list[i].weight /= sum;
    }
};

/// How many more bonus turns a stone of the present turn could make use of, with so many points
/// open before it: further ones change nothing, since no stone can follow.
template <class Kind>
int useful_bonus(const State<Kind>& state, const Rules& rules, int open) {
    const int room = open - 1 - state.turn.bonus_turns;
    if (rules.bonus_limit == NO_LIMIT) return room;
    return least_of(room, rules.bonus_limit - state.turn.earned);
}

/// The move of placing there: with a choice where bonus turns are declared and there are any.
template <class Kind>
Move placing(State<Kind>& state, const Tables<Kind>& tables, Cell at, int useful) {
    const int16_t cell = static_cast<int16_t>(at);
    const int16_t shapes = static_cast<int16_t>(
        completed_shapes(state.position, tables, at, useful));
    if (tables.rules.declares()) return {cell, 0, shapes, 1.0f};
    return {cell, shapes, 0, 1.0f};
}

/// Can a legal point of the one on turn complete a shape that is worth a bonus turn?
template <class Kind>
bool can_complete(State<Kind>& state, const Tables<Kind>& tables) {
    if (state.position.placed + 1 < tables.rules.min_shape) return false;
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

/// Would a stone there, which completes nothing, leave the next no shape to complete? `scratch` is
/// room to try it in.
template <class Kind>
bool is_safe(const State<Kind>& state, const Tables<Kind>& tables, Cell at, State<Kind>& scratch) {
    NoHistory none;
    scratch = state;
    place(scratch, tables, at, 0, {0, 0}, none);
    return !can_complete(scratch, tables);
}

/// A point to think about, whether or not it breaks a rule, and the most bonus turns to take there.
struct Point {
    Cell at;
    int most;
};

/// All that can be done on this turn, on the points that `for_each_point(see)` calls
/// `see(at, most)` with.
template <class Kind, class ForEachPoint>
void list_turn(State<Kind>& state, const Tables<Kind>& tables, const Options& options,
               State<Kind>& scratch, Moves& moves, ForEachPoint&& for_each_point) {
    const Rules& rules = tables.rules;
    const int useful = useful_bonus(state, rules, size_of(open_points(state.position, tables)));
    const bool gives_turn = state.turn.bonus_turns == 0;
    bool completes = false;
    moves.count = 0;
    for_each_point([&](Cell at, int most) {
        Move move = placing(state, tables, at, least_of(useful, most));
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

/// The numbers of bonus turns that can be taken with a placement: all of them looks best.
inline void list_numbers(const Move& placement, const Options& options, Moves& moves) {
    moves.count = 0;
    for (int16_t declare = placement.choice; declare >= 0; --declare) {
        const bool all = declare == placement.choice;
        moves.add({placement.at, declare, 0, all ? options.number_weight : 1.0f});
    }
    moves.normalise();
}

/// Makes a move that leaves nothing to choose.
template <class Kind>
void make(State<Kind>& state, const Tables<Kind>& tables, const Move& move) {
    NoHistory none;
    if (move.at == PASS) {
        act_on_turn(state, tables, {Do::Pass, state.turn.seat, NOWHERE, NOTHING_SAID}, none);
    } else {
        place(state, tables, move.at, move.declare, {0, move.declare}, none);
    }
}

}  // namespace grav::search
