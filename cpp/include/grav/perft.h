// perft.h: counts the sequences of actions from a state. Host code.
#pragma once

#include <memory>

#include "grav/history.h"
#include "grav/play.h"

namespace grav {

/// Calls `visit(action)` for every action that might be accepted: by each seat, of each kind but
/// resigning; placements with every number of bonus turns from none to all their shapes.
template <class Kind, class Visit>
void for_each_action(State<Kind>& state, const Tables<Kind>& tables, Visit&& visit) {
    const Rules& rules = tables.rules;
    for (int by = 0; by < rules.players; ++by) {
        for (const ActionKind kind : {ActionKind::Pass, ActionKind::Accept, ActionKind::Grav}) {
            visit(Action{kind, by, NOWHERE, NO_DECLARATION});
        }
        for_each(tables.all, [&](Cell at) {
            visit(Action{ActionKind::Remove, by, at, NO_DECLARATION});
            if (state.position.stones.has(at)) return;
            if (!rules.declares()) {
                visit(Action{ActionKind::Place, by, at, NO_DECLARATION});
                return;
            }
            const int shapes = completed_shapes(state.position, tables, at);
            for (int declare = 0; declare <= shapes; ++declare) {
                visit(Action{ActionKind::Place, by, at, declare});
            }
        });
    }
}

/// The number of sequences of so many accepted actions from this state.
template <class Kind>
uint64_t perft(const State<Kind>& state, const Tables<Kind>& tables, History& history, int depth) {
    if (depth <= 0) return 1;
    uint64_t sequences = 0;
    const auto next = std::make_unique<State<Kind>>(state);
    const auto asked = std::make_unique<State<Kind>>(state);
    const auto mark = history.mark();
    for_each_action(*asked, tables, [&](const Action& action) {
        if (apply(*next, tables, action, history) != Code::Done) return;
        sequences += depth == 1 ? 1 : perft(*next, tables, history, depth - 1);
        *next = state;
        history.forget_since(mark);
    });
    return sequences;
}

}  // namespace grav
