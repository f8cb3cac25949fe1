// search.cpp: binds the tree search and the solver.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "grav/kind_dispatch.h"
#include "grav/search/solver.h"
#include "grav/search/results.h"

namespace nb = nanobind;

namespace grav {
namespace {

using Pairs = std::vector<std::pair<int, int>>;
using Seats = std::vector<int>;
using MoveNumbers = std::tuple<int, int, int>;  // seat, point (-1: a pass), bonus turns
using CandidateNumbers = std::tuple<MoveNumbers, uint64_t, std::vector<double>, std::vector<double>, int,
                                 std::vector<MoveNumbers>>;

/// The position to search from, as numbers. Points are row * size + column.
struct Root {
    Pairs stones;  // (point, seat) in the order in which they were placed
    int to_move, first, bonus_turns, earned;
    bool on_bonus, begun;
    Seats passed, resigned, skips;
    std::optional<Pairs> points;  // (point, most bonus turns): the only points searched at the root
};

class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual void run(uint64_t simulations, double seconds, int threads) = 0;
    virtual void stop() = 0;
    virtual uint64_t simulations() const = 0;
    virtual bool is_proven() const = 0;
    virtual bool advance(int at, int declare) = 0;
    virtual std::vector<CandidateNumbers> best(int most, int max_moves) const = 0;
};

template <class Kind>
class SearchBinding final : public AnySearch {
public:
    SearchBinding(const Rules& rules, const Root& root, const search::Options& options)
        : tables_(std::make_unique<Tables<Kind>>()) {
        make_tables(*tables_, rules);
        const auto state = std::make_unique<State<Kind>>();
        set_up(*state, root);
        std::vector<search::Point> points;
        if (root.points) {
            for (const auto& [at, most] : *root.points) points.push_back({cell(at), most});
        }
        search_ = std::make_unique<search::Search<Kind>>(*tables_, *state, options,
                                                         root.points ? &points : nullptr);
    }

    void run(uint64_t simulations, double seconds, int threads) override {
        const std::lock_guard alone(running_);
        search_->run({simulations, seconds, threads});
    }
    void stop() override { search_->stop(); }
    uint64_t simulations() const override { return search_->simulations(); }
    bool is_proven() const override {
        const std::lock_guard whole(changing_);
        return search_->is_proven();
    }

    /// Makes the state after a move the new root; false if the tree does not have the move.
    bool advance(int at, int declare) override {
        const std::lock_guard alone(running_);  // a run of another thread ends first
        const std::lock_guard whole(changing_);
        const auto& tree = search_->tree();
        const auto after = std::make_unique<State<Kind>>(search_->root());
        const int16_t where = at < 0 ? search::PASS : static_cast<int16_t>(cell(at));
        search::NodeIndex node = find(search::ROOT, [&](const search::Move& move) {
            return move.at == where;
        });
        if (node == search::NONE) return false;
        search::Move move = tree[node].move;
        if (at >= 0) {  // the tree leaves out bonus turns that cannot be used; the state has them
            const int shapes = completed_shapes(after->position, *tables_, where);
            const bool declared = tables_->rules.declares();
            if (declared && (declare < 0 || declare > shapes)) return false;
            if (move.choice) {
                const int number = std::min<int>(declare, move.choice);
                node = find(node, [&](const search::Move& one) { return one.declare == number; });
            }
            move = {where, static_cast<int16_t>(declared ? declare : shapes), 0, 0.0f};
        }
        search::apply_move(*after, *tables_, move);
        search_->advance(*after, node);
        return true;
    }

    std::vector<CandidateNumbers> best(int most, int max_moves) const override {
        const std::lock_guard whole(changing_);
        std::vector<CandidateNumbers> result;
        if (search_->root().phase == Phase::Over) return result;
        const int players = tables_->rules.players;
        for (const search::Candidate& one : search::best_candidates(*search_, most, max_moves)) {
            std::vector<MoveNumbers> line;
            for (const search::SeatMove& move : one.line) line.push_back(numbers_of(move));
            result.emplace_back(numbers_of(one.move), one.visits,
                              std::vector<double>(one.wins, one.wins + players),
                              std::vector<double>(one.stones, one.stones + players), one.winner,
                              std::move(line));
        }
        return result;
    }

private:
    void set_up(State<Kind>& state, const Root& root) const {
        NoHistory none;
        start(state, *tables_, none);
        for (const auto& [at, seat] : root.stones) {
            put_stone(state.position, *tables_, cell(at), seat);
            ++state.stones[seat];
        }
        state.phase = Phase::Turn;
        state.first = root.first;
        state.begun = root.begun;
        state.turn = {root.to_move, root.bonus_turns, root.earned, root.on_bonus};
        for (const int seat : root.passed) state.passed |= seat_bit(seat);
        for (const int seat : root.resigned) {
            state.resigned[state.resignations++] = static_cast<int8_t>(seat);
            state.out |= seat_bit(seat);
        }
        std::copy(root.skips.begin(), root.skips.end(), state.skips);
    }

    template <class Is>
    search::NodeIndex find(search::NodeIndex parent, Is&& is) const {
        const auto& tree = search_->tree();
        const search::NodeIndex first = tree.children_of(parent);
        for (uint16_t i = 0; first != search::NONE && i < tree[parent].count; ++i) {
            if (is(tree[first + i].move)) return first + i;
        }
        return search::NONE;
    }

    Cell cell(int point) const {
        return cell_of<Kind>(point / tables_->rules.size, point % tables_->rules.size);
    }
    MoveNumbers numbers_of(const search::SeatMove& move) const {
        if (move.at == NOWHERE) return {move.seat, -1, 0};
        const int row = row_of<Kind>(move.at), column = column_of<Kind>(move.at);
        return {move.seat, row * tables_->rules.size + column, move.declare};
    }

    std::unique_ptr<Tables<Kind>> tables_;
    std::unique_ptr<search::Search<Kind>> search_;
    // The GIL is released before one of these is locked, so that other Python threads run on.
    std::mutex running_;           // one run at a time, and none while the root changes
    mutable std::mutex changing_;  // no reads while the root changes
};

std::unique_ptr<AnySearch> new_search(const Rules& rules, const Root& root, uint64_t seed,
                                      uint32_t max_nodes, search::Options options) {
    options.seed = seed;
    options.max_nodes = max_nodes;
    using Made = std::unique_ptr<AnySearch>;
    return with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) -> Made {
        return std::make_unique<SearchBinding<Kind>>(rules, root, options);
    });
}

/// Returns the first player's margin with best play on an empty board, the moves that reach it, and
/// the number of positions visited.
std::tuple<int, Pairs, uint64_t> solve(const Rules& rules, uint64_t max_positions) {
    nb::gil_scoped_release released;
    const auto tables = std::make_unique<Tables<Small>>();
    make_tables(*tables, rules);
    search::Solver solver(*tables, max_positions);
    State<Small> empty;
    NoHistory none;
    start(empty, *tables, none);
    const search::Best found = solver.best(empty);
    Pairs best;
    for (const search::Move& move : found.moves) {
        const int row = row_of<Small>(move.at), column = column_of<Small>(move.at);
        best.emplace_back(row * rules.size + column, move.declare);
    }
    return {found.value, best, solver.positions()};
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Root>(m, "Root", "The position to search from. Points are row * size + column.")
        .def(
            "__init__",
            [](Root* self, Pairs stones, int to_move, int first, int bonus_turns, int earned,
               bool on_bonus, bool begun, Seats passed, Seats resigned, Seats skips,
               std::optional<Pairs> points) {
                new (self) Root{std::move(stones), to_move,  first,
                                bonus_turns,       earned,   on_bonus, begun,
                                std::move(passed), std::move(resigned), std::move(skips),
                                std::move(points)};
            },
            nb::kw_only(), nb::arg("stones"), nb::arg("to_move"), nb::arg("first"),
            nb::arg("bonus_turns"), nb::arg("earned"), nb::arg("on_bonus"), nb::arg("begun"),
            nb::arg("passed"), nb::arg("resigned"), nb::arg("skips"), nb::arg("points").none());

    using search::Options;
    using search::RolloutPolicy;
    nb::enum_<RolloutPolicy>(m, "RolloutPolicy")
        .value("random", RolloutPolicy::Random)
        .value("completing", RolloutPolicy::Completing)
        .value("careful", RolloutPolicy::Careful);
    nb::class_<Options>(m, "SearchOptions", "The parameters of a search. They are not checked here.")
        .def(nb::init<>())
        .def_rw("explore", &Options::explore)
        .def_rw("score_share", &Options::score_share)
        .def_rw("shape_weight", &Options::shape_weight)
        .def_rw("safe_weight", &Options::safe_weight)
        .def_rw("number_weight", &Options::number_weight)
        .def_rw("pass_weight", &Options::pass_weight)
        .def_rw("tries", &Options::tries)
        .def_rw("expand_after", &Options::expand_after)
        .def_rw("policy", &Options::policy);

    // Everything slow, or that may wait for another thread, releases the GIL.
    using Released = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<AnySearch>(m, "Search", "A tree of strict play that grows while it runs.")
        .def_static("new", &new_search, nb::arg("rules"), nb::arg("root"), nb::arg("seed"),
                    nb::arg("max_nodes"), nb::arg("options"), Released())
        .def("run", &AnySearch::run, nb::arg("simulations"), nb::arg("seconds"),
             nb::arg("threads"), Released())
        .def("stop", &AnySearch::stop)
        .def("advance", &AnySearch::advance, nb::arg("at"), nb::arg("declare"), Released())
        .def("best", &AnySearch::best, nb::arg("most"), nb::arg("max_moves"), Released(),
             "(move, visits, wins, stones, proven winner, principal variation); a move is (seat, point, declare).")
        .def_prop_ro("simulations", &AnySearch::simulations)
        .def_prop_ro("is_proven", &AnySearch::is_proven, Released());

    m.def("solve", &solve, nb::arg("rules"), nb::arg("max_positions"));
    m.attr("MAX_SOLVED_SIZE") = search::MAX_SOLVED_SIZE;
    nb::exception<search::TooManyPositions>(m, "TooManyPositions");
}

}  // namespace grav
