// bulk.cpp: many games and many positions in one call, on any number of threads.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <deque>
#include <mutex>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "returned_types.h"
#include "grav/kind_dispatch.h"
#include "grav/history.h"
#include "grav/search/games.h"
#include "grav/tally.h"
#include "grav/threads.h"

namespace nb = nanobind;

namespace grav {
namespace {

using Boards = nb::ndarray<const int8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Lasts = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The arguments of a bulk run.
struct Batch {
    Rules rules;
    std::vector<Policy> policies;
    int64_t games;
    uint64_t seed;
    int threads;
    uint64_t first_game;
    int max_placements;
    bool all_shapes;

    bool searches() const {
        const auto does = [](const Policy& policy) { return policy.choice == Choice::Search; };
        return std::any_of(policies.begin(), policies.end(), does);
    }
};

/// Plays the games of a batch; each thread creates a collector, and calls
/// `collector(number, state, tables, measures)` after each game. If it has `stages`, these are filled
/// along the games.
template <class Kind, class MakeCollector>
void play_games(const Batch& batch, MakeCollector&& make_collector) {
    const auto tables = std::make_unique<Tables<Kind>>();
    make_tables(*tables, batch.rules);
    const int64_t block = batch.searches() ? 1 : BLOCK;
    const auto make_player = [&] {
        return [&, collect = make_collector(), state = std::make_unique<State<Kind>>(),
                history = History()](int64_t number) mutable {
            Measures measures;
            history.clear();
            const uint64_t game = batch.first_game + static_cast<uint64_t>(number);
            Stage* stages = nullptr;
            if constexpr (requires { collect.stages; }) stages = collect.stages;
            if (batch.searches()) {
                search::play_game(*state, *tables, batch.policies.data(), batch.seed, game,
                                  batch.max_placements, measures, stages);
                collect(number, *state, *tables, measures);
                return;
            }
            const auto play = batch.all_shapes ? &play_game<CountedShapes::All, Kind, History>
                                             : &play_game<CountedShapes::Needed, Kind, History>;
            play(*state, *tables, batch.policies.data(), batch.seed, game, batch.max_placements,
                 measures, history, stages);
            collect(number, *state, *tables, measures);
        };
    };
    parallel_for(batch.games, batch.threads, make_player, StartThread(), block);
}

/// Returns one row per game: the fields of `Measures`, in order.
Array<int32_t> playouts(const Batch& batch) {
    constexpr std::size_t MEASURED = sizeof(Measures) / sizeof(int32_t);
    const auto games = static_cast<std::size_t>(batch.games);
    auto rows = std::make_unique_for_overwrite<int32_t[]>(games * MEASURED);
    {
        nb::gil_scoped_release released;
        with_kind(batch.rules, [&]<class Kind>(std::type_identity<Kind>) {
            const auto collect = [&](int64_t number, const auto&, const auto&, const Measures& game) {
                std::memcpy(&rows[static_cast<std::size_t>(number) * MEASURED], &game, sizeof game);
            };
            play_games<Kind>(batch, [&] { return collect; });
        });
    }
    return make_array(std::move(rows), {games, MEASURED});
}

/// Returns the sums over the games of a batch: the fields of `Tally`, in order.
Array<int64_t> tally(const Batch& batch) {
    std::mutex making;
    std::deque<Tally> parts;  // one for each thread
    {
        nb::gil_scoped_release released;
        with_kind(batch.rules, [&]<class Kind>(std::type_identity<Kind>) {
            play_games<Kind>(batch, [&] {
                const std::lock_guard alone(making);
                Tally& part = parts.emplace_back();
                return [&part, &batch](int64_t, const auto&, const auto&, const Measures& game) {
                    add_game(part, game, batch.rules.players,
                             [](int64_t& sum, int64_t value) { sum += value; });
                };
            });
        });
    }
    auto sums = std::make_unique<int64_t[]>(TALLIED);
    Tally all{};
    for (const Tally& part : parts) add_tally(all, part);
    std::memcpy(sums.get(), &all, sizeof all);
    return make_array(std::move(sums), {TALLIED});
}

/// Squares and products of the measures of single games, summed: the errors of their ratios are
/// computed from these. `grav.native.ratio_errors` has the same fields in the same order.
struct Products {
    int64_t decisions_squared, legal_squared, in_reach_squared;
    int64_t legal_by_decisions, legal_by_in_reach;
    int64_t bonus_turns_squared, bonus_turns_by_placements;
    int64_t behind_squared, behind_by_placements;
    int64_t longest_chain_by_placements;
    int64_t first_shape_squared;

    void add(const Measures& game) {
        const auto sum = [](const int32_t (&of)[TENTHS]) {
            return std::accumulate(of, of + TENTHS, int64_t{0});
        };
        const int64_t decisions = sum(game.decisions), legal = sum(game.legal);
        const int64_t in_reach = sum(game.in_reach), placements = game.placements;
        decisions_squared += decisions * decisions;
        legal_squared += legal * legal;
        in_reach_squared += in_reach * in_reach;
        legal_by_decisions += legal * decisions;
        legal_by_in_reach += legal * in_reach;
        bonus_turns_squared += int64_t{game.bonus_turns} * game.bonus_turns;
        bonus_turns_by_placements += game.bonus_turns * placements;
        behind_squared += int64_t{game.behind} * game.behind;
        behind_by_placements += game.behind * placements;
        longest_chain_by_placements += game.longest_chain * placements;
        first_shape_squared += int64_t{game.first_shape} * game.first_shape;
    }
};

/// The sums over the games that one thread plays.
struct Sums {
    Tally total;
    Products products;
    std::vector<Stage> stages;
};

/// Adds games to the sums of a thread; `stages` are filled along each game.
struct SumCollector {
    Sums* sums;
    Stage* stages;
    int players;

    void operator()(int64_t, const auto&, const auto&, const Measures& game) const {
        add_game(sums->total, game, players, [](int64_t& sum, int64_t value) { sum += value; });
        if (game.winner >= 0) sums->products.add(game);
    }
};

/// Returns the fields of `Tally`; those of `Products`; and those of `Stage` for positions with no
/// stone, with one, and so on up to a full board.
std::tuple<Array<int64_t>, Array<int64_t>, Array<int64_t>> game_sums(const Batch& batch) {
    constexpr std::size_t IN_STAGE = sizeof(Stage) / sizeof(int64_t);
    constexpr std::size_t IN_PRODUCTS = sizeof(Products) / sizeof(int64_t);
    const auto rows = static_cast<std::size_t>(batch.rules.size * batch.rules.size + 1);
    std::mutex making;
    std::deque<Sums> parts;  // one for each thread
    {
        nb::gil_scoped_release released;
        with_kind(batch.rules, [&]<class Kind>(std::type_identity<Kind>) {
            play_games<Kind>(batch, [&] {
                const std::lock_guard alone(making);
                Sums& part = parts.emplace_back(Tally{}, Products{}, std::vector<Stage>(rows));
                return SumCollector{&part, part.stages.data(), batch.rules.players};
            });
        });
    }
    auto total = std::make_unique<int64_t[]>(TALLIED);
    auto products = std::make_unique<int64_t[]>(IN_PRODUCTS);
    auto stages = std::make_unique<int64_t[]>(rows * IN_STAGE);
    const auto add = [](int64_t* to, const void* from, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) to[i] += static_cast<const int64_t*>(from)[i];
    };
    for (const Sums& part : parts) {
        add(total.get(), &part.total, TALLIED);
        add(products.get(), &part.products, IN_PRODUCTS);
        add(stages.get(), part.stages.data(), rows * IN_STAGE);
    }
    return {make_array(std::move(total), {TALLIED}),
            make_array(std::move(products), {IN_PRODUCTS}),
            make_array(std::move(stages), {rows, IN_STAGE})};
}

/// Calls `visit(index, cell)` for every point, in the order of an n × n array from the bottom row.
template <class Kind, class Visit>
void for_each_point(int size, Visit&& visit) {
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            visit(row * size + column, cell_of<Kind>(row, column));
        }
    }
}

Dict positions(const Batch& batch) {
    const int size = batch.rules.size;
    const auto games = static_cast<std::size_t>(batch.games), side = static_cast<std::size_t>(size);
    auto boards = std::make_unique_for_overwrite<int8_t[]>(games * side * side);
    auto legal = std::make_unique_for_overwrite<bool[]>(games * side * side);
    auto last = std::make_unique_for_overwrite<int32_t[]>(games);
    auto to_move = std::make_unique_for_overwrite<int32_t[]>(games);
    {
        nb::gil_scoped_release released;
        with_kind(batch.rules, [&]<class Kind>(std::type_identity<Kind>) {
            const auto collect = [&](int64_t number, const State<Kind>& state,
                                  const Tables<Kind>& tables, const Measures&) {
                const auto& position = state.position;
                const auto open = legal_points(position, tables);
                const Cell from = position.last();
                for_each_point<Kind>(size, [&](int index, Cell cell) {
                    const auto place = static_cast<std::size_t>(number) * side * side + index;
                    boards[place] = static_cast<int8_t>(owner_of(position, cell));
                    legal[place] = open.has(cell);
                });
                last[number] =
                    from == NOWHERE ? -1 : row_of<Kind>(from) * size + column_of<Kind>(from);
                to_move[number] = state.phase == Phase::Turn ? state.turn.seat : -1;
            };
            play_games<Kind>(batch, [&] { return collect; });
        });
    }
    Dict result;
    result["boards"] = make_array(std::move(boards), {games, side, side});
    result["legal"] = make_array(std::move(legal), {games, side, side});
    result["last"] = make_array(std::move(last), {games});
    result["to_move"] = make_array(std::move(to_move), {games});
    return result;
}

/// Sets up each board on one of the threads, and calls `visit(number, position, tables)` for it.
template <class Kind, class Visit>
void for_each_board(const Rules& rules, const Boards& boards, const Lasts& lasts, int threads,
                    Visit&& visit) {
    const auto tables = std::make_unique<Tables<Kind>>();
    make_tables(*tables, rules);
    const int size = rules.size;
    parallel_for(static_cast<int64_t>(boards.shape(0)), threads, [&] {
        return [&, position = std::make_unique<Position<Kind>>()](int64_t number) {
            clear(*position, *tables);
            const int8_t* board = boards.data() + number * size * size;
            const int last = lasts.data()[number];
            for_each_point<Kind>(size, [&](int index, Cell cell) {
                if (board[index] >= 0 && index != last) put_stone(*position, *tables, cell, board[index]);
            });
            if (last >= 0) put_stone(*position, *tables, cell_of<Kind>(last / size, last % size), board[last]);
            visit(number, *position, *tables);
        };
    });
}

Array<bool> legal_masks(const Rules& rules, const Boards& boards, const Lasts& lasts, int threads) {
    const std::size_t count = boards.shape(0), side = boards.shape(1);
    auto masks = std::make_unique_for_overwrite<bool[]>(count * side * side);
    {
        nb::gil_scoped_release released;
        with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) {
            for_each_board<Kind>(
                rules, boards, lasts, threads,
                [&](int64_t number, Position<Kind>& position, const Tables<Kind>& tables) {
                    const auto legal = lasts.data()[number] < 0 ? open_points(position, tables)
                                                                : legal_points(position, tables);
                    for_each_point<Kind>(rules.size, [&](int index, Cell cell) {
                        masks[static_cast<std::size_t>(number) * side * side + index] =
                            legal.has(cell);
                    });
                });
        });
    }
    return make_array(std::move(masks), {count, side, side});
}

Array<int32_t> shape_counts(const Rules& rules, const Boards& boards, const Lasts& lasts,
                            int threads) {
    const std::size_t count = boards.shape(0), side = boards.shape(1);
    auto shapes = std::make_unique_for_overwrite<int32_t[]>(count * side * side);
    {
        nb::gil_scoped_release released;
        with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) {
            for_each_board<Kind>(
                rules, boards, lasts, threads,
                [&](int64_t number, Position<Kind>& position, const Tables<Kind>& tables) {
                    for_each_point<Kind>(rules.size, [&](int index, Cell cell) {
                        const bool stone = position.stones.has(cell);
                        shapes[static_cast<std::size_t>(number) * side * side + index] =
                            stone ? 0 : completed_shapes(position, tables, cell);
                    });
                });
        });
    }
    return make_array(std::move(shapes), {count, side, side});
}

/// Returns in how many of the samples a stone of the seat on each empty point seems a breach.
Array<int32_t> perceived_breaches(const Rules& rules, const Boards& boards, const Lasts& lasts, int seat,
                       const Perception& perception, uint64_t seed, int samples, int threads) {
    const std::size_t count = boards.shape(0), side = boards.shape(1);
    auto perceived = std::make_unique<int32_t[]>(count * side * side);
    {
        nb::gil_scoped_release released;
        with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) {
            for_each_board<Kind>(
                rules, boards, lasts, threads,
                [&](int64_t number, Position<Kind>& position, const Tables<Kind>& tables) {
                    Chance chance = Chance::of(seed, static_cast<uint64_t>(number));
                    const Cell from = lasts.data()[number] < 0 ? NOWHERE : position.last();
                    for_each_point<Kind>(rules.size, [&](int index, Cell cell) {
                        if (position.stones.has(cell)) return;
                        auto& found =
                            perceived[static_cast<std::size_t>(number) * side * side + index];
                        for (int sample = 0; sample < samples; ++sample) {
                            found += perceives_breach(position, tables, cell, from, seat, perception,
                                                     chance);
                        }
                    });
                });
        });
    }
    return make_array(std::move(perceived), {count, side, side});
}

}  // namespace

void bind_bulk(nb::module_& m) {
    nb::class_<Perception>(m, "Perception", "The error probabilities of perception, in units of 1/65,536.")
        .def(
            "__init__",
            [](Perception* self, int run, int per_interval, int diagonal, int mixed, int square,
               int miscount, int distance, int per_step, int shape, int pressure) {
                new (self) Perception{run,      per_interval, diagonal, mixed, square,
                                miscount, distance,     per_step, shape, pressure};
            },
            nb::kw_only(), nb::arg("run"), nb::arg("per_interval"), nb::arg("diagonal"),
            nb::arg("mixed"), nb::arg("square"), nb::arg("miscount"), nb::arg("distance"),
            nb::arg("per_step"), nb::arg("shape"), nb::arg("pressure"));

    nb::class_<Policy>(m, "Policy", "How a player inside the core chooses, and its perception.")
        .def(
            "__init__",
            [](Policy* self, bool greedy, const Perception& perception, int simulations) {
                const Choice simple = greedy ? Choice::Greedy : Choice::Random;
                new (self) Policy{simulations > 0 ? Choice::Search : simple, perception, simulations};
            },
            nb::kw_only(), nb::arg("greedy"), nb::arg("perception"), nb::arg("simulations"));

    nb::class_<Batch>(m, "Batch", "The arguments of a bulk run: game k is the same in every run.")
        .def(
            "__init__",
            [](Batch* self, const Rules& rules, std::vector<Policy> policies, int64_t games,
               uint64_t seed, int threads, uint64_t first_game, int max_placements,
               bool all_shapes) {
                new (self) Batch{rules,   std::move(policies), games,           seed,
                               threads, first_game,          max_placements, all_shapes};
            },
            nb::kw_only(), nb::arg("rules"), nb::arg("policies"), nb::arg("games"),
            nb::arg("seed"), nb::arg("threads"), nb::arg("first_game"),
            nb::arg("max_placements"), nb::arg("all_shapes"));

    m.def("playouts", &playouts, nb::arg("batch"));
    m.def("tally", &tally, nb::arg("batch"));
    m.def("game_sums", &game_sums, nb::arg("batch"));
    m.def("positions", &positions, nb::arg("batch"));
    m.def("legal_masks", &legal_masks, nb::arg("rules"), nb::arg("boards"), nb::arg("lasts"),
          nb::arg("threads"));
    m.def("shape_counts", &shape_counts, nb::arg("rules"), nb::arg("boards"), nb::arg("lasts"),
          nb::arg("threads"));
    m.def("perceived_breaches", &perceived_breaches, nb::arg("rules"), nb::arg("boards"), nb::arg("lasts"),
          nb::arg("seat"), nb::arg("perception"), nb::arg("seed"), nb::arg("samples"), nb::arg("threads"));
}

}  // namespace grav
