// Every conformance vector, step by step, on every kind of board that it fits on.

#include "check.h"
#include "game_json.h"
#include "grav/kind_dispatch.h"

namespace {

template <class Kind>
void check_step(game_json::Game<Kind>& game, const json::Value& step, const std::string& where) {
    const auto action = game_json::parse_action<Kind>(step["action"], game.tables->rules.size);
    const std::string before = game_json::format_line(game_json::state_json(game, true));
    const grav::Code code = game.apply(action);
    const std::string after = game_json::format_line(game_json::state_json(game, true));
    if (step.has("error")) {
        CHECK_EQ(where + game_json::CODES[static_cast<int>(code)], where + step["error"].text());
        CHECK_EQ(after, before);
    } else {
        CHECK_EQ(where + after, where + game_json::format_line(step["state"]));
    }
}

template <class Kind>
int check_vector(const json::Value& vector) {
    const grav::Rules rules = game_json::parse_rules(vector["rules"]);
    if (!grav::fits<Kind>(rules)) return 0;
    game_json::Game<Kind> game(rules);
    CHECK_EQ(game_json::format_line(game_json::state_json(game, false)), game_json::format_line(vector["start"]));
    int number = 0;
    for (const json::Value& step : vector["steps"].array()) {
        check_step(game, step, vector["name"].text() + ", step " + std::to_string(number++) + ": ");
    }
    return number;
}

void check_file(const std::string& name) {
    int small = 0, medium = 0, large = 0;
    for (const json::Value& vector : json::parse_lines("conformance/" + name)) {
        small += check_vector<grav::Small>(vector);
        medium += check_vector<grav::Medium>(vector);
        large += check_vector<grav::Large>(vector);
    }
    CHECK(large > 100);
    std::printf("%s: %d steps on small boards, %d on medium, %d on large\n", name.c_str(), small, medium, large);
}

}  // namespace

TEST(rulings_are_kept) { check_file("rulings.ndjson"); }
TEST(games_go_as_they_went) { check_file("games.ndjson"); }
TEST(large_boards_are_right) { check_file("large.ndjson"); }
