// The search and the solver agree on any board and position, and threads share one tree.

#include "check.h"
#include "game_json.h"
#include "grav/search/solver.h"
#include "grav/search/results.h"

namespace {

using namespace grav;

Rules make_rules(int size, int players, int a, int b, int c, int d, int e, bool classic) {
    return {game_json::edition_of(classic ? "classic" : "revised"), size, players, a, b, c, d, e, 0, true};
}

search::Options make_options(std::uint64_t seed, std::uint32_t max_nodes = 1u << 18) {
    search::Options options;
    options.seed = seed;
    options.max_nodes = max_nodes;
    return options;
}

// Returns a random move with any number of bonus turns.
template <class Kind>
search::Move draw_move(State<Kind>& state, const Tables<Kind>& tables, Chance& chance) {
    const auto legal = legal_points(state.position, tables);
    const int count = size_of(legal);
    if (count == 0 || (search::may_pass(state, tables.rules) && chance.below(8) == 0)) return {search::PASS, 0, 0, 0};
    const Cell at = cell_at(legal, chance.below(count));
    const int shapes = completed_shapes(state.position, tables, at);
    const int taken = tables.rules.declares() ? chance.below(shapes + 1) : shapes;
    return {static_cast<int16_t>(at), static_cast<int16_t>(taken), 0, 0};
}

// Calls `visit(game)` for the positions of a random game.
template <class Kind, class Visit>
void for_each_position(const Rules& rules, std::uint64_t seed, Visit&& visit) {
    game_json::Game<Kind> game(rules);
    Chance chance = Chance::of(seed, 0);
    while (game.state->phase != Phase::Over) {
        visit(game);
        search::apply_move(*game.state, *game.tables, draw_move(*game.state, *game.tables, chance));
    }
}

// A game with its search.
template <class Kind>
struct Searched {
    Searched(const Rules& rules, const search::Options& options)
        : game(rules), search(*game.tables, *game.state, options) {}
    game_json::Game<Kind> game;
    search::Search<Kind> search;
};

}  // namespace

TEST(what_is_proven_is_what_the_solver_finds) {
    int proven = 0;
    for (const Rules& rules : {make_rules(3, 2, 3, 2, 3, 1, 4, false), make_rules(3, 2, 3, 3, 6, 0, 4, true),
                               make_rules(4, 2, 3, 2, 3, 1, 2, false), make_rules(4, 2, 3, 2, 2, 1, 3, true)}) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            for_each_position<Small>(rules, seed, [&](game_json::Game<Small>& game) {
                search::Solver solver(*game.tables, 1u << 22);
                const State<Small>& state = *game.state;
                const int mover = state.turn.seat, value = solver.best(state).value;
                const int margin = state.stones[mover] - state.stones[1 - mover] + value;
                const bool wins = margin > 0 || (margin == 0 && mover != state.first);
                search::Search<Small> search(*game.tables, state, make_options(seed));
                search.run({6000, 0, 1});
                if (!search.is_proven()) return;
                ++proven;
                CHECK_EQ(search::best_candidates(search, 1, 1).front().winner, wins ? mover : 1 - mover);
            });
        }
    }
    CHECK(proven > 300);
}

TEST(a_line_is_made_of_moves_that_are_accepted) {
    const auto check_lines = []<class Kind>(const Rules& rules, std::type_identity<Kind>) {
        int number = 0;
        for_each_position<Kind>(rules, 5, [&](game_json::Game<Kind>& game) {
            if (++number % 7 != 1) return;
            search::Search<Kind> search(*game.tables, *game.state, make_options(7));
            search.run({60, 0, 1});
            for (const search::Candidate& one : search::best_candidates(search, 4, 8)) {
                auto after = std::make_unique<State<Kind>>(*game.state);
                for (const search::SeatMove& move : one.line) {
                    const bool passes = move.at == NOWHERE;
                    const Action action{passes ? ActionKind::Pass : ActionKind::Place, move.seat, move.at,
                                        passes || !rules.declares() ? NO_DECLARATION : move.declare};
                    CHECK_EQ(apply(*after, *game.tables, action, game.history), Code::Done);
                }
            }
        });
    };
    check_lines(make_rules(7, 2, 3, 3, 4, 2, 4, false), std::type_identity<Small>{});
    check_lines(make_rules(7, 3, 3, 3, 4, 2, 4, true), std::type_identity<Medium>{});
    check_lines(make_rules(12, 6, 4, 4, 6, 2, 8, false), std::type_identity<Medium>{});
    check_lines(make_rules(17, 2, 4, 4, 6, 2, 9, true), std::type_identity<Large>{});
}

TEST(a_board_of_a_larger_kind_gives_the_same_search) {
    const Rules rules = make_rules(7, 3, 3, 3, 4, 2, 4, false);
    Searched<Small> small(rules, make_options(3));
    Searched<Large> large(rules, make_options(3));
    small.search.run({400, 0, 1});
    large.search.run({400, 0, 1});
    const auto one = search::best_candidates(small.search, 50, 4), other = search::best_candidates(large.search, 50, 4);
    CHECK_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK_EQ(game_json::point_name<Small>(one[i].move.at), game_json::point_name<Large>(other[i].move.at));
        CHECK_EQ(one[i].visits, other[i].visits);
    }
}

TEST(threads_share_one_tree_and_can_be_stopped) {
    Rules rules = make_rules(9, 2, 3, 3, 4, 2, 4, false);
    rules.min_shape = 8;
    Searched<Medium> shared(rules, make_options(1, 1u << 14));
    shared.search.run({2000, 0, 4});
    CHECK_EQ(shared.search.simulations(), 2000u);
    std::jthread running([&] { shared.search.run({0, 60, 3}); });
    while (shared.search.simulations() < 2500) {
        CHECK(!search::best_candidates(shared.search, 3, 9).empty());
        CHECK(!shared.search.is_proven());
    }
    shared.search.stop();
}

TEST(a_grafted_tree_is_what_was_known) {
    Searched<Small> kept(make_rules(7, 2, 3, 3, 4, 2, 4, false), make_options(2));
    kept.search.run({3000, 0, 1});
    const auto& tree = kept.search.tree();
    const search::NodeIndex child = search::best_first(tree, search::ROOT, 0, 2).front();
    const auto visits = tree[child].visits.load();
    const auto wins = tree.wins(child, 1), used = tree.used();
    State<Small> after = kept.search.root();
    search::apply_move(after, *kept.game.tables, tree[child].move);
    kept.search.advance(after, child);
    CHECK_EQ(kept.search.tree()[search::ROOT].visits.load(), visits);
    CHECK_EQ(kept.search.tree().wins(search::ROOT, 1), wins);
    CHECK(kept.search.tree().used() < used);
    kept.search.run({500, 0, 1});
    CHECK_EQ(kept.search.tree()[search::ROOT].visits.load(), visits + 500);
}

TEST(the_least_view_is_the_same_from_all_sides) {
    Chance chance = Chance::of(1, 1);
    for (int game = 0; game < 200; ++game) {
        const int size = 3 + chance.below(3);
        search::StonesAndLast seen{0, 0};
        for (int i = 0; i < 6; ++i) {
            seen.last = std::uint64_t{1} << (8 * chance.below(size) + chance.below(size));
            seen.stones |= seen.last;
        }
        const search::StonesAndLast least = search::canonical_form(seen, size);
        const search::StonesAndLast turned{search::flip(search::transpose(seen.stones), size),
                                  search::flip(search::transpose(seen.last), size)};
        CHECK_EQ(search::canonical_form(turned, size).stones, least.stones);
        CHECK_EQ(search::canonical_form(turned, size).last, least.last);
        CHECK_EQ(count_bits(least.stones), count_bits(seen.stones));
    }
}

TEST(where_the_system_gives_no_more_threads_a_search_makes_do_with_those_it_has) {
    for (const int given : {0, 2}) {
        Searched<Medium> searched(make_rules(9, 2, 3, 3, 4, 2, 4, false), make_options(1, 1u << 14));
        int started = 0;
        searched.search.run({500, 0, 8}, [&](auto&& work) {
            if (started == given) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
            ++started;
            return std::thread(work);
        });
        CHECK_EQ(started, given);
        CHECK_EQ(searched.search.simulations(), 500u);
    }
}
