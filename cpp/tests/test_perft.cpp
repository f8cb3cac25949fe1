// Counts of sequences of actions equal those stored in tests/data/perft (`make perft`).

#include <filesystem>

#include "check.h"
#include "game_json.h"
#include "grav/kind_dispatch.h"
#include "grav/perft.h"

namespace {

constexpr std::uint64_t CHEAP = 3000;  // maximum number of sequences on kinds of board that are larger than needed

// The counts by first action: comparing them with another referee's locates a difference.
template <class Kind>
std::string list_counts(game_json::Game<Kind>& game, int depth) {
    std::string text;
    const grav::State<Kind> before = *game.state;
    const auto mark = game.history.mark();
    auto asked = std::make_unique<grav::State<Kind>>(before);
    grav::for_each_action(*asked, *game.tables, [&](const grav::Action& action) {
        if (game.apply(action) != grav::Code::Done) return;
        const auto count = grav::perft(*game.state, *game.tables, game.history, depth - 1);
        text += "\n  " + game_json::format_action<Kind>(action) + ": " + std::to_string(count);
        *game.state = before;
        game.history.forget_since(mark);
    });
    return text;
}

template <class Kind>
void check_case(const json::Value& value, std::uint64_t most) {
    const grav::Rules rules = game_json::parse_rules(value["rules"]);
    game_json::Game<Kind> game(rules);
    for (const json::Value& action : value["actions"].array()) {
        CHECK_EQ(game.apply(game_json::parse_action<Kind>(action, rules.size)), grav::Code::Done);
    }
    int depth = 0;
    for (const json::Value& written : value["counts"].array()) {
        const auto expected = static_cast<std::uint64_t>(written.number());
        if (expected > most) return;
        const std::uint64_t found = grav::perft(*game.state, *game.tables, game.history, depth);
        if (found != expected) {
            const std::string where = value["id"].text() + ", depth " + std::to_string(depth);
            check::fail(__FILE__, __LINE__,
                        where + ": " + std::to_string(found) + ", but " + std::to_string(expected) + " is written" +
                            list_counts(game, depth));
        }
        ++depth;
    }
}

template <class Visit>
void for_each_case(Visit&& visit) {
    int cases = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::string(GRAV_TEST_DATA) + "/perft")) {
        visit(json::parse_data("perft/" + file.path().filename().string()));
        ++cases;
    }
    CHECK(cases >= 15);
}

}  // namespace

TEST(the_counts_are_as_written) {
    for_each_case([](const json::Value& value) {
        grav::with_kind(game_json::parse_rules(value["rules"]), [&]<class Kind>(std::type_identity<Kind>) {
            check_case<Kind>(value, UINT64_MAX);
        });
    });
}

TEST(boards_of_a_larger_kind_count_the_same) {
    for_each_case([](const json::Value& value) {
        check_case<grav::Medium>(value, CHEAP);
        check_case<grav::Large>(value, CHEAP);
    });
}

TEST(the_split_adds_up) {
    const json::Value value = json::parse_data("perft/5x5-middle-revised.json");
    game_json::Game<grav::Small> game(game_json::parse_rules(value["rules"]));
    const std::string text = list_counts(game, 2);
    CHECK(text.find("\n  place by 0 at a1 declares 0: ") != std::string::npos);
    CHECK_EQ(grav::perft(*game.state, *game.tables, game.history, 1), 50u);
}
