// Every conformance vector, step by step, on every kind of board that it fits on.

#include "check.h"
#include "game_json.h"
#include "grav/kind_dispatch.h"

namespace {

template <class Kind>
void check_step(test_data::Game<Kind>& game, const json::Value& step, const std::string& where) {
    const auto action = test_data::action<Kind>(step["action"], game.tables->rules.size);
    const std::string before = test_data::line(test_data::state_json(game, true));
    const grav::Code code = game.apply(action);
    const std::string after = test_data::line(test_data::state_json(game, true));
    if (step.has("error")) {
        CHECK_EQ(where + test_data::CODES[static_cast<int>(code)], where + step["error"].text());
        CHECK_EQ(after, before);
    } else {
        CHECK_EQ(where + after, where + test_data::line(step["state"]));
    }
}

template <class Kind>
int check_vector(const json::Value& vector) {
    const grav::Rules rules = test_data::rules(vector["rules"]);
    if (!grav::fits<Kind>(rules)) return 0;
    test_data::Game<Kind> game(rules);
    CHECK_EQ(test_data::line(test_data::state_json(game, false)), test_data::line(vector["start"]));
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
