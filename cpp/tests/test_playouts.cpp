// Whole games of all kinds, played to their end, and their measures.

#include <memory>
#include <vector>

#include "check.h"
#include "editions.h"
#include "grav/kind_dispatch.h"
#include "grav/history.h"
#include "grav/tally.h"
#include "grav/threads.h"

using namespace grav;

namespace {

constexpr Perception PERFECT{};
constexpr Perception TIRED{12000, 6000, 6000, 6000, 12000, 3000, 6000, 1000, 20000, 30000};

Rules make_rules(int size, int players, bool strict, bool classic, Criterion shapes) {
    const Edition edition = game_json::edition_of(classic ? "classic" : "revised");
    Rules rules{edition, size, players, 3, 3, size > 4 ? 4 : 6, 1, 5, -1, strict};
    rules.shapes = shapes;
    if (size % 2) rules.first = players - 1;
    if (size % 3 == 0) rules.bonus_limit = 2;
    return rules;
}

template <class Visit>
void for_each_rules(Visit&& visit) {
    for (const int size : {3, 4, 7, 8, 9, 15, 17}) {
        for (const bool strict : {true, false}) {
            for (const Criterion shapes : {Criterion::Every, Criterion::Largest, Criterion::Whole}) {
                visit(make_rules(size, 2 + (size + (shapes == Criterion::Whole)) % 5, strict, size % 2 == 0, shapes));
            }
        }
    }
}

std::vector<Policy> make_policies(const Rules& rules) {
    std::vector<Policy> policies;
    for (int seat = 0; seat < rules.players; ++seat) {
        policies.push_back({seat % 2 ? Choice::Greedy : Choice::Random, rules.strict ? PERFECT : TIRED});
    }
    return policies;
}

template <CountedShapes COUNT, class Kind>
std::vector<Measures> play_games(const Rules& rules, const std::vector<Policy>& players, int games, int threads, int most) {
    const auto tables = std::make_unique<Tables<Kind>>();
    make_tables(*tables, rules);
    std::vector<Measures> measured(static_cast<std::size_t>(games));
    parallel_for(games, threads, [&] {
        return [&, state = std::make_unique<State<Kind>>(), history = History()](int64_t game) mutable {
            history.clear();
            play_game<COUNT>(*state, *tables, players.data(), 7, static_cast<uint64_t>(game), most,
                             measured[static_cast<std::size_t>(game)], history);
        };
    });
    return measured;
}

void check_same(const Measures& one, const Measures& other, bool all_shapes) {
    CHECK_EQ(one.winner, other.winner);
    CHECK_EQ(one.ended, other.ended);
    CHECK_EQ(one.first, other.first);
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) CHECK_EQ(one.stones[seat], other.stones[seat]);
    CHECK_EQ(one.placements, other.placements);
    CHECK_EQ(one.passes, other.passes);
    for (int tenth = 0; tenth < TENTHS; ++tenth) {
        CHECK_EQ(one.decisions[tenth], other.decisions[tenth]);
        CHECK_EQ(one.legal[tenth], other.legal[tenth]);
        CHECK_EQ(one.in_reach[tenth], other.in_reach[tenth]);
    }
    if (all_shapes) CHECK_EQ(one.shapes, other.shapes);
    CHECK_EQ(one.bonus_turns, other.bonus_turns);
    CHECK_EQ(one.longest_chain, other.longest_chain);
    CHECK_EQ(one.first_shape, other.first_shape);
    CHECK_EQ(one.first_shape_by, other.first_shape_by);
    CHECK_EQ(one.lead_changes, other.lead_changes);
    CHECK_EQ(one.behind, other.behind);
    CHECK_EQ(one.breaches, other.breaches);
    CHECK_EQ(one.missed, other.missed);
    CHECK_EQ(one.missed_of_winner, other.missed_of_winner);
    CHECK_EQ(one.called, other.called);
    CHECK_EQ(one.wrong_shouts, other.wrong_shouts);
}

}  // namespace

TEST(games_come_to_an_end_that_fits_together) {
    for_each_rules([](const Rules& rules) {
        with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) {
            const int games = rules.size > 9 ? 2 : 10, most = rules.size > 9 && !rules.strict ? 50 : 2000;
            for (const Measures& game : play_games<CountedShapes::All, Kind>(rules, make_policies(rules), games, 1, most)) {
                int stones = 0;
                for (int seat = 0; seat < rules.players; ++seat) stones += game.stones[seat];
                CHECK_EQ(game.ended == 0, game.winner < 0);
                CHECK_EQ(game.ended == 0, game.placements == most);
                int decisions = 0;
                for (int tenth = 0; tenth < TENTHS; ++tenth) {
                    decisions += game.decisions[tenth];
                    CHECK(game.in_reach[tenth] >= game.legal[tenth]);
                    CHECK(game.decisions[tenth] > 0 || game.in_reach[tenth] == 0);
                }
                CHECK_EQ(decisions, game.placements + game.passes);
                CHECK(game.missed >= game.missed_of_winner);
                CHECK(stones <= game.placements - game.called);
                CHECK(stones >= game.placements - 2 * game.called);
                CHECK(game.ended == 0 || game.breaches == game.missed + game.called);
                CHECK(!rules.strict || (game.breaches == 0 && game.ended == static_cast<int>(Ended::Passes)));
                CHECK(game.winner < 0 || game.stones[game.winner] * rules.players >= stones);
            }
        });
    });
}

TEST(counting_only_the_shapes_that_matter_gives_the_same_games) {
    for_each_rules([](const Rules& rules) {
        with_kind(rules, [&]<class Kind>(std::type_identity<Kind>) {
            const std::vector<Policy> random(static_cast<std::size_t>(rules.players), {Choice::Random, PERFECT});
            const int games = rules.size > 9 ? 2 : 25, most = rules.size > 9 && !rules.strict ? 50 : 2000;
            for (const auto& players : {make_policies(rules), random}) {
                const auto all = play_games<CountedShapes::All, Kind>(rules, players, games, 1, most);
                const auto needed = play_games<CountedShapes::Needed, Kind>(rules, players, games, 1, most);
                for (std::size_t game = 0; game < all.size(); ++game) check_same(all[game], needed[game], false);
            }
        });
    });
}

TEST(boards_of_a_larger_kind_play_the_same_games) {
    for (const bool strict : {true, false}) {
        const Rules rules = make_rules(7, 3, strict, false, Criterion::Largest);
        const auto small = play_games<CountedShapes::All, Small>(rules, make_policies(rules), 30, 1, 300);
        const auto medium = play_games<CountedShapes::All, Medium>(rules, make_policies(rules), 30, 1, 300);
        const auto large = play_games<CountedShapes::All, Large>(rules, make_policies(rules), 30, 1, 300);
        for (std::size_t game = 0; game < small.size(); ++game) {
            check_same(small[game], medium[game], true);
            check_same(small[game], large[game], true);
        }
    }
}

TEST(threads_share_the_games_and_change_none) {
    const Rules rules = make_rules(8, 2, false, true, Criterion::Every);
    const auto alone = play_games<CountedShapes::All, Small>(rules, make_policies(rules), 200, 1, 300);
    const auto shared = play_games<CountedShapes::All, Small>(rules, make_policies(rules), 200, 4, 300);
    for (std::size_t game = 0; game < alone.size(); ++game) check_same(alone[game], shared[game], true);
}

TEST(squares_of_endless_games_fit_into_a_tally) {
    Measures game{};
    game.winner = 1;
    game.placements = 1'000'000;
    Tally tally{};
    const auto add = [](int64_t& sum, int64_t value) { sum += value; };
    add_game(tally, game, 2, add);
    game.winner = -1;
    add_game(tally, game, 2, add);
    game.winner = NOT_PLAYED;
    add_game(tally, game, 2, add);
    CHECK_EQ(tally.games, int64_t{1});
    CHECK_EQ(tally.stopped, int64_t{1});
    CHECK_EQ(tally.by_place[1], int64_t{1});
    CHECK_EQ(tally.placements_squared, int64_t{1'000'000} * 1'000'000);
}
