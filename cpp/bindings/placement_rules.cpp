// placement_rules.cpp: binds the placement rules for single positions of boards that Python holds.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "grav/kind_dispatch.h"
#include "grav/breaches.h"
#include "grav/shapes.h"

namespace nb = nanobind;

namespace grav {
namespace {

using Points = std::vector<int>;  // row * size + column
using Runs = std::vector<std::pair<Points, int>>;
using PointCounts = std::vector<std::pair<int, int>>;

/// Holds the tables of one set of rules, computed once. Boards are passed as the bits of
/// `grav.rules.Board`: a row of n points takes 2n bits, lowest first.
class AnyReferee {
public:
    virtual ~AnyReferee() = default;
    virtual std::tuple<int, Runs, PointCounts> judge(nb::bytes stones, int at) const = 0;
    virtual Points legal(nb::bytes stones, int last) const = 0;
    virtual PointCounts shapes(nb::bytes stones) const = 0;
};

template <class Kind>
class RefereeBinding final : public AnyReferee {
public:
    explicit RefereeBinding(const Rules& rules) { make_tables(tables_, rules); }

    std::tuple<int, Runs, PointCounts> judge(nb::bytes stones, int at) const override {
        const Cell cell = cell_at(at);
        Position<Kind> position;
        clear(position, tables_);
        for_each_stone(stones, [&](Cell stone) { put_without_run_windows(position, stone); });
        if (position.stones.has(cell)) throw nb::value_error("expected an empty point of the board");
        Runs runs;
        for_each_long_run(position, tables_, cell, [&](const LongRun& run) {
            Points points;
            for (int i = 0; i < run.length; ++i) points.push_back(point(run.start + i * run.step));
            runs.emplace_back(std::move(points), run.interval);
        });
        PointCounts squares;
        for_each_full_square(position, tables_, cell, [&](Cell corner, int count) {
            squares.emplace_back(point(corner), count);
        });
        return {completed_shapes(position, tables_, cell), std::move(runs), std::move(squares)};
    }

    Points legal(nb::bytes stones, int last) const override {
        nb::gil_scoped_release released;
        Position<Kind> position;
        clear(position, tables_);
        const Cell latest = last < 0 ? NOWHERE : cell_at(last);
        for_each_stone(stones, [&](Cell stone) {
            if (stone != latest) put_stone(position, tables_, stone, 0);
        });
        if (latest != NOWHERE) put_stone(position, tables_, latest, 0);
        Points found;
        for_each(legal_points(position, tables_), [&](Cell cell) { found.push_back(point(cell)); });
        return found;
    }

    PointCounts shapes(nb::bytes stones) const override {
        nb::gil_scoped_release released;  // takes milliseconds on large boards
        Position<Kind> position;
        clear(position, tables_);
        for_each_stone(stones, [&](Cell stone) { put_without_run_windows(position, stone); });
        typename Kind::Set empty = tables_.all;
        empty.subtract(position.stones);
        PointCounts found;
        for_each(empty, [&](Cell cell) {
            found.emplace_back(point(cell), completed_shapes(position, tables_, cell));
        });
        return found;
    }

private:
    /// As `put_stone`, without the windows of continuity, which only the set of legal points needs.
    void put_without_run_windows(Position<Kind>& position, Cell cell) const {
        position.stones.add(cell);
        mark_dense(position, tables_, cell);
        position.mirrored.add(mirror_of<Kind>(cell));
        count_centres(position, cell);
        position.trail[position.placed++] = static_cast<typename Kind::Index>(cell);
    }

    template <class Visit>
    void for_each_stone(const nb::bytes& stones, Visit&& visit) const {
        const auto* bits = reinterpret_cast<const uint8_t*>(stones.c_str());
        const int size = tables_.rules.size, length = static_cast<int>(stones.size()) * 8;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                const int bit = row * 2 * size + column;
                if (bit < length && bits[bit / 8] >> bit % 8 & 1) visit(cell_of<Kind>(row, column));
            }
        }
    }

    Cell cell_at(int point) const {
        const int size = tables_.rules.size;
        if (point < 0 || point >= size * size) throw nb::value_error("expected a point of the board");
        return cell_of<Kind>(point / size, point % size);
    }
    int point(Cell cell) const {
        return row_of<Kind>(cell) * tables_.rules.size + column_of<Kind>(cell);
    }

    Tables<Kind> tables_;
};

std::unique_ptr<AnyReferee> new_referee(const Rules& rules) {
    return with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) -> std::unique_ptr<AnyReferee> {
        return std::make_unique<RefereeBinding<Kind>>(rules);
    });
}

}  // namespace

void bind_referee(nb::module_& m) {
    nb::class_<AnyReferee>(
        m, "Referee",
        "The placement rules of one set of rules. Stones are the bits of a board's set, lowest first.")
        .def_static("new", &new_referee, nb::arg("rules"))
        .def("judge", &AnyReferee::judge, nb::arg("stones"), nb::arg("at"),
             "(shapes, runs that are too long, squares that are too full) of a stone there.")
        .def("legal", &AnyReferee::legal, nb::arg("stones"), nb::arg("last"))
        .def("shapes", &AnyReferee::shapes, nb::arg("stones"),
             "Each empty point with the shapes that a stone would complete.");
}

}  // namespace grav
