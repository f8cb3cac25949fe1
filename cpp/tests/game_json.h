// Converts test data from JSON to the core's types (rules, points, actions), and states to JSON.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "editions.h"
#include "grav/history.h"
#include "grav/play.h"
#include "json.h"

namespace test_data {

using namespace grav;

// Clamps numbers that no board can reach, as grav.native.convert does.
inline int clamped(const json::Value& value, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(value.number(), -most, most));
}

// The value of a part of an edition: a choice by its word, yes or no, a number or none.
template <class Part>
Part part(const json::Value& value) {
    if constexpr (std::is_same_v<Part, bool>) {
        return value.boolean();
    } else if constexpr (std::is_same_v<Part, std::int32_t>) {
        return value.is_null() ? NO_LIMIT : clamped(value, NO_LIMIT - 1);
    } else {
        constexpr auto words = Words<Part>::all;
        return static_cast<Part>(std::find(words.begin(), words.end(), value.text()) - words.begin());
    }
}

inline Rules rules(const json::Value& value) {
    Rules rules{};
    static_cast<Edition&>(rules) = edition_of(value.has("edition") ? value["edition"].text() : "revised");
    rules.size = clamped(value["size"], 25);
    rules.players = clamped(value["players"], MAX_PLAYERS);
    rules.a = clamped(value["a"], 26);
    rules.b = clamped(value["b"], 25);
    rules.c = clamped(value["c"], 626);
    rules.d = clamped(value["d"], 48);
    rules.e = clamped(value["e"], 50);
    rules.first = value.has("first") && !value["first"].is_null() ? clamped(value["first"], 5) : -1;
#define SET_PART(type, name) \
    if (value.has(#name)) rules.name = part<type>(value[#name]);
    GRAV_EDITION_PARTS(SET_PART)
#undef SET_PART
    rules.strict = value.has("enforcement") && value["enforcement"].text() == "strict";
    return rules;
}

// A point by its name; NOWHERE if the board does not have it.
template <class Kind>
Cell cell(const std::string& name, int size) {
    const int column = name.at(0) - 'a';
    const int row = name.size() > 5 ? -1 : std::stoi(name.substr(1)) - 1;
    const bool on_board = column >= 0 && column < size && row >= 0 && row < size;
    return on_board ? cell_of<Kind>(row, column) : NOWHERE;
}

template <class Kind>
std::string name(Cell cell) {
    return static_cast<char>('a' + column_of<Kind>(cell)) + std::to_string(row_of<Kind>(cell) + 1);
}

constexpr const char* KINDS[] = {"place", "pass", "accept", "grav", "remove", "resign"};

template <class Kind>
Action action(const json::Value& value, int size) {
    const auto kind = std::find(std::begin(KINDS), std::end(KINDS), value["do"].text()) - KINDS;
    return {
        static_cast<Do>(kind),
        clamped(value["by"], NO_LIMIT - 1),
        value.has("at") ? cell<Kind>(value["at"].text(), size) : NOWHERE,
        value.has("declare") ? clamped(value["declare"], NO_LIMIT - 1) : NO_DECLARATION,
    };
}

template <class Kind>
std::string format_action(const Action& action) {
    std::string line = std::string(KINDS[static_cast<int>(action.kind)]) + " by " + std::to_string(action.by);
    if (action.at != NOWHERE) line += " at " + name<Kind>(action.at);
    if (action.declare != NO_DECLARATION) line += " declares " + std::to_string(action.declare);
    return line;
}

constexpr const char* CODES[] = {
    "",           "game_over",        "no_such_seat", "already_resigned", "wrong_phase",
    "not_your_turn", "own_move",      "already_accepted", "off_board",    "occupied",
    "violation",  "cannot_declare",   "too_many_declared", "must_place",  "not_their_stone",
};

// A game with its tables on the heap: those of large boards are large.
template <class Kind>
struct Game {
    explicit Game(const Rules& rules)
        : tables(std::make_unique<Tables<Kind>>()), state(std::make_unique<State<Kind>>()) {
        make_tables(*tables, rules);
        start(*state, *tables, history);
    }
    Code apply(const Action& action) { return grav::apply(*state, *tables, action, history); }

    std::unique_ptr<Tables<Kind>> tables;
    std::unique_ptr<State<Kind>> state;
    History history;
};

// A value as one line of JSON, keys in order.
inline std::string line(const json::Value& value) {
    if (value.is_null()) return "null";
    if (value.is_number()) return std::to_string(value.number());
    if (value.is_text()) return '"' + value.text() + '"';
    std::string line;
    if (value.is_array()) {
        for (const json::Value& item : value.array()) line += (line.empty() ? "" : ",") + test_data::line(item);
        return "[" + line + "]";
    }
    if (value.is_object()) {
        for (const auto& [key, item] : value.object()) {
            line += (line.empty() ? "\"" : ",\"") + key + "\":" + test_data::line(item);
        }
        return "{" + line + "}";
    }
    return value.boolean() ? "true" : "false";
}

inline json::Value number(std::int64_t value) { return json::Value(value); }
inline json::Value text(std::string value) { return json::Value(std::move(value)); }

template <class Numbers>
json::Value numbers(const Numbers* values, int count) {
    json::Array array;
    for (int i = 0; i < count; ++i) array.push_back(number(values[i]));
    return json::Value(std::move(array));
}

inline json::Value seats(unsigned bits) {
    json::Array array;
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        if (bits >> seat & 1) array.push_back(number(seat));
    }
    return json::Value(std::move(array));
}

template <class Kind>
json::Value window(const State<Kind>& state, const Rules& rules) {
    const OpenWindow& window = state.window;
    json::Array broken;
    if (window.violations & CONTINUITY) broken.push_back(text("continuity"));
    if (window.violations & DENSITY) broken.push_back(text("density"));
    if (window.violations & DISTANCE) broken.push_back(text("distance"));
    json::Object object;
    object["by"] = number(state.turn.seat);
    object["at"] = text(name<Kind>(window.at));
    object["declared"] = rules.declares() ? number(window.declared) : json::Value();
    object["violations"] = json::Value(std::move(broken));
    object["shapes"] = number(window.shapes);
    object["bonus"] = number(window.bonus);
    object["awaiting"] = seats(window.awaiting);
    return json::Value(std::move(object));
}

template <class Kind>
json::Value board(const Position<Kind>& position, int size) {
    json::Array rows;
    for (int row = size - 1; row >= 0; --row) {
        std::string marks;
        for (int column = 0; column < size; ++column) {
            const int owner = owner_of(position, cell_of<Kind>(row, column));
            marks += owner < 0 ? '.' : static_cast<char>('0' + owner);
        }
        rows.push_back(text(marks));
    }
    return json::Value(std::move(rows));
}

// The state as a vector tells it.
template <class Kind>
json::Value state_json(Game<Kind>& game, bool with_legal) {
    State<Kind>& state = *game.state;
    const Rules& rules = game.tables->rules;
    constexpr const char* phases[] = {"opening", "turn", "window", "penalty", "over"};
    constexpr const char* ends[] = {"", "passes", "repetition", "resignation"};
    const bool on_turn = state.phase == Phase::Turn || state.phase == Phase::Window;
    json::Object object;
    object["phase"] = text(phases[static_cast<int>(state.phase)]);
    object["to_move"] = state.phase == Phase::Turn      ? number(state.turn.seat)
                      : state.phase == Phase::Penalty ? number(state.shouter)
                                                      : json::Value();
    std::vector<int> order;
    for (int i = 0; i < rules.players; ++i) order.push_back((state.first + i) % rules.players);
    object["order"] = state.first < 0 ? json::Value() : numbers(order.data(), rules.players);
    object["board"] = board(state.position, rules.size);
    object["last"] = state.position.placed ? text(name<Kind>(state.position.last())) : json::Value();
    object["bonus_turns"] = number(on_turn ? state.turn.bonus_turns : 0);
    object["on_bonus_turn"] = json::Value(on_turn && state.turn.on_bonus);
    object["skips"] = numbers(state.skips, rules.players);
    object["passed"] = seats(state.passed);
    object["stones"] = numbers(state.stones, rules.players);
    object["resigned"] = numbers(state.resigned, state.resignations);
    object["window"] = state.phase == Phase::Window ? window(state, rules) : json::Value();
    object["ended"] = state.ended == Ended::No ? json::Value() : text(ends[static_cast<int>(state.ended)]);
    int8_t ranking[MAX_PLAYERS];
    rank(state, rules, ranking);
    object["ranking"] = state.phase == Phase::Over ? numbers(ranking, rules.players) : json::Value();
    if (with_legal && (state.phase == Phase::Opening || state.phase == Phase::Turn)) {
        json::Object legal;
        for_each(legal_points(state.position, *game.tables), [&](Cell at) {
            legal[name<Kind>(at)] = number(completed_shapes(state.position, *game.tables, at));
        });
        object["legal"] = json::Value(std::move(legal));
    }
    return json::Value(std::move(object));
}

}  // namespace test_data
