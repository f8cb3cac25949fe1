// game.cpp: binds one game, played action by action.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "returned_types.h"
#include "grav/kind_dispatch.h"
#include "grav/breaches.h"
#include "grav/perft.h"

namespace nb = nanobind;

namespace grav {
namespace {

using Points = std::vector<int>;  // points are numbered row by row: row * size + column

/// The interface of a game for Python, independent of the kind of board.
class AnyGame {
public:
    virtual ~AnyGame() = default;
    virtual std::unique_ptr<AnyGame> copy() const = 0;
    virtual int apply(int kind, int by, int at, int declare) = 0;
    virtual Dict state() const = 0;
    virtual std::vector<std::pair<int, int>> legal() = 0;
    virtual int shapes(int at) = 0;
    virtual Dict breaches(int at) const = 0;
    virtual uint64_t perft(int depth) = 0;
};

Points seats_of(unsigned bits) {
    Points seats;
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        if (bits >> seat & 1) seats.push_back(seat);
    }
    return seats;
}

template <class Kind>
class GameBinding final : public AnyGame {
public:
    explicit GameBinding(const Rules& rules) : tables_(std::make_shared<Tables<Kind>>()) {
        make_tables(*tables_, rules);
        start(state_, *tables_, history_);
    }

    std::unique_ptr<AnyGame> copy() const override { return std::make_unique<GameBinding>(*this); }

    int apply(int kind, int by, int at, int declare) override {
        const Action action{static_cast<ActionKind>(kind), by, cell(at), declare};
        return static_cast<int>(grav::apply(state_, *tables_, action, history_));
    }

    Dict state() const override {
        Dict result;
        const Rules& rules = tables_->rules;
        const bool on_turn = state_.phase == Phase::Turn || state_.phase == Phase::Window;
        std::vector<Points> owned;
        for (int seat = 0; seat < rules.players; ++seat) {
            owned.push_back(points(state_.position.owned[seat]));
        }
        result["phase"] = static_cast<int>(state_.phase);
        result["first"] = state_.first;
        result["seat"] = on_turn ? state_.turn.seat : -1;
        result["bonus_turns"] = on_turn ? state_.turn.bonus_turns : 0;
        result["earned"] = on_turn ? state_.turn.earned : 0;
        result["on_bonus"] = on_turn && state_.turn.on_bonus;
        result["owned"] = owned;
        Points trail;
        for (int i = 0; i < state_.position.placed; ++i) trail.push_back(point(state_.position.trail[i]));
        result["trail"] = trail;
        result["skips"] = Points(state_.skips, state_.skips + rules.players);
        result["stones"] = Points(state_.stones, state_.stones + rules.players);
        result["passed"] = seats_of(state_.passed);
        result["resigned"] = Points(state_.resigned, state_.resigned + state_.resignations);
        result["ended"] = static_cast<int>(state_.ended);
        if (state_.phase == Phase::Window) {
            const OpenWindow& window = state_.window;
            result["at"] = point(window.at);
            result["declared"] = window.declared;
            result["violations"] = static_cast<int>(window.violations);
            result["shapes"] = window.shapes;
            result["bonus"] = window.bonus;
            result["awaiting"] = seats_of(window.awaiting);
        }
        if (state_.phase == Phase::Penalty) {
            result["shouter"] = state_.shouter;
            result["violator"] = state_.violator;
        }
        if (state_.phase == Phase::Over) {
            int8_t ranking[MAX_PLAYERS];
            rank(state_, rules, ranking);
            result["ranking"] = Points(ranking, ranking + rules.players);
        }
        return result;
    }

    std::vector<std::pair<int, int>> legal() override {
        std::vector<std::pair<int, int>> found;
        for_each(legal_points(state_.position, *tables_), [&](Cell at) {
            found.emplace_back(point(at), completed_shapes(state_.position, *tables_, at));
        });
        return found;
    }

    int shapes(int at) override {
        return completed_shapes(state_.position, *tables_, empty_cell(at));
    }

    Dict breaches(int at) const override {
        using RunPoints = std::tuple<Points, int>;
        const Cell asked = empty_cell(at);
        std::vector<RunPoints> runs;
        for_each_long_run(state_.position, *tables_, asked, [&](const LongRun& run) {
            Points cells;
            for (int i = 0; i < run.length; ++i) cells.push_back(point(run.start + i * run.step));
            runs.emplace_back(cells, run.interval);
        });
        std::vector<std::pair<int, int>> squares;
        for_each_full_square(state_.position, *tables_, asked, [&](Cell corner, int count) {
            squares.emplace_back(point(corner), count);
        });
        Dict result;
        result["runs"] = runs;
        result["squares"] = squares;
        const int distance = wrong_distance(state_.position, *tables_, asked);
        result["distance"] = distance < 0 ? nb::none() : nb::cast(distance);
        return result;
    }

    uint64_t perft(int depth) override {
        nb::gil_scoped_release released;
        return grav::perft(state_, *tables_, history_, depth);
    }

private:
    Cell cell(int point) const {
        const int size = tables_->rules.size;
        return point < 0 ? NOWHERE : cell_of<Kind>(point / size, point % size);
    }
    /// Returns the cell of a point; throws if it is not an empty point of the board.
    Cell empty_cell(int point) const {
        const Cell found = cell(point);
        if (found == NOWHERE || state_.position.stones.has(found)) {
            throw nb::value_error("expected an empty point of the board");
        }
        return found;
    }
    int point(Cell cell) const {
        return row_of<Kind>(cell) * tables_->rules.size + column_of<Kind>(cell);
    }
    Points points(const typename Kind::Set& set) const {
        Points found;
        for_each(set, [&](Cell cell) { found.push_back(point(cell)); });
        return found;
    }

    std::shared_ptr<Tables<Kind>> tables_;
    State<Kind> state_;
    History history_;
};

std::unique_ptr<AnyGame> new_game(const Rules& rules) {
    return with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) -> std::unique_ptr<AnyGame> {
        return std::make_unique<GameBinding<Kind>>(rules);
    });
}

}  // namespace

// Expansions of the edition's parts: as parameters, as converted values, and as argument names.
#define PARAMETER(type, name) int name,
#define CONVERTED(type, name) static_cast<type>(name),
#define NAMED(type, name) nb::arg(#name),

void bind_game(nb::module_& m) {
    nb::class_<Rules>(m, "Rules", "Rules as numbers that the core can hold; `grav.native` makes them.")
        .def(
            "__init__",
            [](Rules* self, GRAV_EDITION_PARTS(PARAMETER) int size, int players, int a, int b, int c,
               int d, int e, int first, bool strict) {
                const Edition edition{GRAV_EDITION_PARTS(CONVERTED)};
                new (self) Rules{edition, size, players, a, b, c, d, e, first, strict};
            },
            nb::kw_only(), GRAV_EDITION_PARTS(NAMED) nb::arg("size"), nb::arg("players"),
            nb::arg("a"), nb::arg("b"), nb::arg("c"), nb::arg("d"), nb::arg("e"), nb::arg("first"),
            nb::arg("strict"));

    nb::class_<AnyGame>(m, "Game", "One game, action by action. Points are row * size + column.")
        .def_static("new", &new_game, nb::arg("rules"))
        .def("copy", &AnyGame::copy)
        .def("apply", &AnyGame::apply, nb::arg("kind"), nb::arg("by"), nb::arg("at"),
             nb::arg("declare"), "0, or the number of the refusal's code; then nothing has changed.")
        .def("state", &AnyGame::state)
        .def("legal", &AnyGame::legal, "Each legal point with the shapes that a stone would complete.")
        .def("shapes", &AnyGame::shapes, nb::arg("at"))
        .def("breaches", &AnyGame::breaches, nb::arg("at"))
        .def("perft", &AnyGame::perft, nb::arg("depth"));
    m.attr("NO_DECLARATION") = NO_DECLARATION;
}

}  // namespace grav
