// search.cpp: the search and the solver, as Python asks them.

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

#include "grav/any_kind.h"
#include "grav/search/solver.h"
#include "grav/search/results.h"

namespace nb = nanobind;

namespace grav {
namespace {

using Pairs = std::vector<std::pair<int, int>>;
using Seats = std::vector<int>;
using DeedTold = std::tuple<int, int, int>;  // seat, point (-1: a pass), bonus turns
using CandidateTold = std::tuple<DeedTold, uint64_t, std::vector<double>, std::vector<double>, int,
                                 std::vector<DeedTold>>;

/// The position to search from, as numbers. Points are row * size + column.
struct Root {
    Pairs stones;  // (point, seat) in the order in which they came
    int to_move, first, bonus_turns, earned;
    bool on_bonus, begun;
    Seats passed, resigned, skips;
    std::optional<Pairs> points;  // (point, most bonus turns): think about no others
};

class Searching {
public:
    virtual ~Searching() = default;
    virtual void run(uint64_t simulations, double seconds, int threads) = 0;
    virtual void stop() = 0;
    virtual uint64_t simulations() const = 0;
    virtual bool is_proven() const = 0;
    virtual bool advance(int at, int declare) = 0;
    virtual std::vector<CandidateTold> best(int most, int most_moves) const = 0;
};

template <class Kind>
class SearchingOf final : public Searching {
public:
    SearchingOf(const Rules& rules, const Root& root, const search::Options& options)
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

    /// Goes on from the state after a move; false if the move is none that was thought about.
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
        if (at >= 0) {  // the tree knows no bonus turns beyond what can be used: the state does
            const int shapes = completed_shapes(after->position, *tables_, where);
            const bool declared = tables_->rules.declares();
            if (declared && (declare < 0 || declare > shapes)) return false;
            if (move.choice) {
                const int number = std::min<int>(declare, move.choice);
                node = find(node, [&](const search::Move& one) { return one.declare == number; });
            }
            move = {where, static_cast<int16_t>(declared ? declare : shapes), 0, 0.0f};
        }
        search::make(*after, *tables_, move);
        search_->advance(*after, node);
        return true;
    }

    std::vector<CandidateTold> best(int most, int most_moves) const override {
        const std::lock_guard whole(changing_);
        std::vector<CandidateTold> told;
        if (search_->root().phase == Phase::Over) return told;
        const int players = tables_->rules.players;
        for (const search::Candidate& one : search::best(*search_, most, most_moves)) {
            std::vector<DeedTold> line;
            for (const search::Deed& deed : one.line) line.push_back(tell(deed));
            told.emplace_back(tell(one.deed), one.visits,
                              std::vector<double>(one.wins, one.wins + players),
                              std::vector<double>(one.stones, one.stones + players), one.winner,
                              std::move(line));
        }
        return told;
    }

private:
    void set_up(State<Kind>& state, const Root& root) const {
        NoHistory none;
        start(state, *tables_, none);
        for (const auto& [at, seat] : root.stones) {
            put(state.position, *tables_, cell(at), seat);
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
    DeedTold tell(const search::Deed& deed) const {
        if (deed.at == NOWHERE) return {deed.seat, -1, 0};
        const int row = row_of<Kind>(deed.at), column = column_of<Kind>(deed.at);
        return {deed.seat, row * tables_->rules.size + column, deed.declare};
    }

    std::unique_ptr<Tables<Kind>> tables_;
    std::unique_ptr<search::Search<Kind>> search_;
    // Whoever waits for one of these has let go of the interpreter: it goes on meanwhile.
    std::mutex running_;           // one run at a time, and none while the root changes
    mutable std::mutex changing_;  // nobody looks while the root changes
};

/// Without insight it has to find out by itself that a move which leaves the next no shape is a
/// good one: weaker at few simulations, as people are who do not know the game well.
std::unique_ptr<Searching> new_search(const Rules& rules, const Root& root, uint64_t seed,
                                      uint32_t most_nodes, bool insight) {
    search::Options options;
    options.seed = seed;
    options.most_nodes = most_nodes;
    if (!insight) {
        options.shape_weight = 4.0f;
        options.safe_weight = 1.0f;
        options.manner = search::Manner::Completing;
    }
    using Made = std::unique_ptr<Searching>;
    return with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) -> Made {
        return std::make_unique<SearchingOf<Kind>>(rules, root, options);
    });
}

/// The margin of the first player with best play on an empty board, the moves that reach it, and
/// the positions that were looked at.
std::tuple<int, Pairs, uint64_t> solve(const Rules& rules, uint64_t most_positions) {
    nb::gil_scoped_release released;
    const auto tables = std::make_unique<Tables<Small>>();
    make_tables(*tables, rules);
    search::Solver solver(*tables, most_positions);
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

    // Everything that takes its time, or may wait for another thread, lets the interpreter go on.
    using Released = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<Searching>(m, "Search", "A tree of strict play that grows while it runs.")
        .def_static("new", &new_search, nb::arg("rules"), nb::arg("root"), nb::arg("seed"),
                    nb::arg("most_nodes"), nb::arg("insight"), Released())
        .def("run", &Searching::run, nb::arg("simulations"), nb::arg("seconds"),
             nb::arg("threads"), Released())
        .def("stop", &Searching::stop)
        .def("advance", &Searching::advance, nb::arg("at"), nb::arg("declare"), Released())
        .def("best", &Searching::best, nb::arg("most"), nb::arg("most_moves"), Released(),
             "(move, visits, wins, stones, sure winner, line); a move is (seat, point, declare).")
        .def_prop_ro("simulations", &Searching::simulations)
        .def_prop_ro("is_proven", &Searching::is_proven, Released());

    m.def("solve", &solve, nb::arg("rules"), nb::arg("most_positions"));
    m.attr("LARGEST_SOLVED") = search::LARGEST_SOLVED;
    nb::exception<search::TooMany>(m, "TooMany");
}

}  // namespace grav
