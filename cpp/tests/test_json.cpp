// Tests of the JSON parser that reads the test data.

#include "check.h"
#include "json.h"

using json::parse;

namespace {

// Returns the error message of the parser for an invalid text.
std::string error_of(std::string_view source) {
    try {
        parse(source);
    } catch (const json::Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(every_kind_of_value_is_read) {
    const json::Value value = parse(R"( {"a": [1, -20, 0], "b": {"c": null}, "t": true, "f": false, "s": "x"} )");
    CHECK_EQ(value["a"].array().size(), 3u);
    CHECK_EQ(value["a"][1].number(), -20);
    CHECK(value["b"]["c"].is_null());
    CHECK(value["t"].boolean());
    CHECK(!value["f"].boolean());
    CHECK_EQ(value["s"].text(), "x");
    CHECK(value.has("a") && !value.has("z"));
    CHECK(parse("[]").array().empty());
    CHECK(parse("{}").object().empty());
}

TEST(numbers_are_read_to_their_bounds) {
    CHECK_EQ(parse("9223372036854775807").number(), INT64_MAX);
    CHECK_EQ(parse("-9223372036854775808").number(), INT64_MIN);
    CHECK_EQ(parse("-0").number(), 0);
    CHECK_EQ(error_of("9223372036854775808"), "line 1, column 20: the number is too large");
}

TEST(escapes_are_read) {
    CHECK_EQ(parse(R"("\"\\\/\b\f\n\r\t")").text(), "\"\\/\b\f\n\r\t");
    CHECK_EQ(parse(R"("\u0041\u00e9\uAC08\ud83d\ude00")").text(), "Aé갈😀");
    CHECK_EQ(parse("\"갈!\"").text(), "갈!");
    CHECK_EQ(parse(R"("\u0000")").text().size(), 1u);
}

TEST(what_is_not_json_is_refused) {
    for (const char* source :
         {"", " ", "{", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "tru",
          "nul", "TRUE", "01", "-", "+1", "1.5", "1e3", ".5", "\"", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"",
          "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"a\nb\"", "1 2", "[] []", "'a'", "{\"a\":1 \"b\":2}",
          "\"\\", "// no", "NaN"}) {
        if (error_of(source).empty()) check::fail(__FILE__, __LINE__, std::string("was read: ") + source);
    }
    CHECK_EQ(error_of(std::string(1000, '[')), "line 1, column 202: this is nested too deep");
}

TEST(a_refusal_tells_where_and_why) {
    CHECK_EQ(error_of("{\"a\": 1,\n \"a\": 2}"), "line 2, column 6: the key \"a\" stands twice");
    CHECK_EQ(error_of("[1 2]"), "line 1, column 4: expected ]");
    CHECK_EQ(error_of("[1] x"), "line 1, column 5: there is more after the end");
    CHECK_EQ(error_of("[tru]"), "line 1, column 2: expected a value");
}

TEST(a_value_of_another_kind_is_an_error) {
    const json::Value value = parse(R"({"a": "x", "n": [1]})");
    CHECK_THROWS(value["b"], json::Error);
    CHECK_THROWS(value["n"][1], json::Error);
    CHECK_THROWS(value["a"].number(), json::Error);
    CHECK_THROWS(value["a"].array(), json::Error);
    CHECK_THROWS(value["n"].text(), json::Error);
    CHECK_THROWS(parse("1")["a"], json::Error);
}

TEST(the_data_of_the_tests_is_found) {
    CHECK(!json::parse_data("draws.json")["vectors"].array().empty());
    CHECK(!json::parse_lines("conformance/rulings.ndjson").empty());
    CHECK_THROWS(json::read_data("no-such-file.json"), json::Error);
}

TEST(a_check_that_fails_tells_its_values) {
    const auto message = [](void (*run)()) { return check::run_test({"", run}); };
    CHECK_EQ(message([] {}), "");
    const std::string text = message([] { CHECK_EQ(1 + 1, 3); });
    CHECK(text.find("test_json.cpp:") != std::string::npos);
    CHECK(text.ends_with("1 + 1 is 2, but 3 is 3"));
    CHECK(message([] { CHECK(1 > 2); }).ends_with("1 > 2 does not hold"));
    CHECK_EQ(message([] { throw std::runtime_error("oh"); }), "an exception: oh");
    CHECK_EQ(check::format_value(std::vector<int>{1, 2}), "[1, 2]");
    CHECK_EQ(check::format_value(std::string("a")), "\"a\"");
    CHECK_EQ(check::format_value(static_cast<unsigned char>(7)), "7");
    CHECK(!check::are_equal(-1, 4294967295u));
    CHECK(check::are_equal(std::uint64_t{5}, 5));
}
