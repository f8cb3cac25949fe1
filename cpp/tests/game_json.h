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

namespace game_json {

using namespace grav;

// Clamps numbers that no board can reach, as grav.native.convert does.
inline int clamp_number(const json::Value& value, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(value.number(), -most, most));
}

// Parses the value of a part of an edition: an enum by its name, a boolean, or a number or null.
template <class Part>
Part parse_part(const json::Value& value) {
    if constexpr (std::is_same_v<Part, bool>) {
        return value.boolean();
    } else if constexpr (std::is_same_v<Part, std::int32_t>) {
        return value.is_null() ? NO_LIMIT : clamp_number(value, NO_LIMIT - 1);
    } else {
        constexpr auto words = Words<Part>::all;
        return static_cast<Part>(std::find(words.begin(), words.end(), value.text()) - words.begin());
    }
}

inline Rules parse_rules(const json::Value& value) {
    Rules rules{};
    static_cast<Edition&>(rules) = edition_of(value.has("edition") ? value["edition"].text() : "revised");
    rules.size = clamp_number(value["size"], 25);
    rules.players = clamp_number(value["players"], MAX_PLAYERS);
    rules.a = clamp_number(value["a"], 26);
    rules.b = clamp_number(value["b"], 25);
    rules.c = clamp_number(value["c"], 626);
    rules.d = clamp_number(value["d"], 48);
    rules.e = clamp_number(value["e"], 50);
    rules.first = value.has("first") && !value["first"].is_null() ? clamp_number(value["first"], 5) : -1;
#define SET_PART(type, name) \
    if (value.has(#name)) rules.name = parse_part<type>(value[#name]);
    GRAV_EDITION_PARTS(SET_PART)
#undef SET_PART
    rules.strict = value.has("enforcement") && value["enforcement"].text() == "strict";
    return rules;
}

// Parses the name of a point; returns NOWHERE if it is not on the board.
template <class Kind>
Cell parse_cell(const std::string& name, int size) {
    const int column = name.at(0) - 'a';
    const int row = name.size() > 5 ? -1 : std::stoi(name.substr(1)) - 1;
    const bool on_board = column >= 0 && column < size && row >= 0 && row < size;
    return on_board ? cell_of<Kind>(row, column) : NOWHERE;
}

template <class Kind>
std::string point_name(Cell cell) {
    return static_cast<char>('a' + column_of<Kind>(cell)) + std::to_string(row_of<Kind>(cell) + 1);
}

constexpr const char* KINDS[] = {"place", "pass", "accept", "grav", "remove", "resign"};

template <class Kind>
Action parse_action(const json::Value& value, int size) {
    const auto kind = std::find(std::begin(KINDS), std::end(KINDS), value["do"].text()) - KINDS;
    return {
        static_cast<ActionKind>(kind),
        clamp_number(value["by"], NO_LIMIT - 1),
        value.has("at") ? parse_cell<Kind>(value["at"].text(), size) : NOWHERE,
        value.has("declare") ? clamp_number(value["declare"], NO_LIMIT - 1) : NO_DECLARATION,
    };
}

template <class Kind>
std::string format_action(const Action& action) {
    std::string line = std::string(KINDS[static_cast<int>(action.kind)]) + " by " + std::to_string(action.by);
    if (action.at != NOWHERE) line += " at " + point_name<Kind>(action.at);
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

// Formats a value as one line of JSON, with sorted keys.
inline std::string format_line(const json::Value& value) {
    if (value.is_null()) return "null";
    if (value.is_number()) return std::to_string(value.number());
    if (value.is_text()) return '"' + value.text() + '"';
    std::string line;
    if (value.is_array()) {
        for (const json::Value& item : value.array()) line += (line.empty() ? "" : ",") + game_json::format_line(item);
        return "[" + line + "]";
    }
    if (value.is_object()) {
        for (const auto& [key, item] : value.object()) {
            line += (line.empty() ? "\"" : ",\"") + key + "\":" + game_json::format_line(item);
        }
        return "{" + line + "}";
    }
    return value.boolean() ? "true" : "false";
}

inline json::Value number_json(std::int64_t value) { return json::Value(value); }
inline json::Value text_json(std::string value) { return json::Value(std::move(value)); }

template <class Numbers>
json::Value numbers_json(const Numbers* values, int count) {
    json::Array array;
    for (int i = 0; i < count; ++i) array.push_back(number_json(values[i]));
    return json::Value(std::move(array));
}

inline json::Value seats_json(unsigned bits) {
    json::Array array;
    for (int seat = 0; seat < MAX_PLAYERS; ++seat) {
        if (bits >> seat & 1) array.push_back(number_json(seat));
    }
    return json::Value(std::move(array));
}

template <class Kind>
json::Value window_json(const State<Kind>& state, const Rules& rules) {
    const OpenWindow& window = state.window;
    json::Array broken;
    if (window.violations & CONTINUITY) broken.push_back(text_json("continuity"));
    if (window.violations & DENSITY) broken.push_back(text_json("density"));
    if (window.violations & DISTANCE) broken.push_back(text_json("distance"));
    json::Object object;
    object["by"] = number_json(state.turn.seat);
    object["at"] = text_json(point_name<Kind>(window.at));
    object["declared"] = rules.declares() ? number_json(window.declared) : json::Value();
    object["violations"] = json::Value(std::move(broken));
    object["shapes"] = number_json(window.shapes);
    object["bonus"] = number_json(window.bonus);
    object["awaiting"] = seats_json(window.awaiting);
    return json::Value(std::move(object));
}

template <class Kind>
json::Value board_json(const Position<Kind>& position, int size) {
    json::Array rows;
    for (int row = size - 1; row >= 0; --row) {
        std::string marks;
        for (int column = 0; column < size; ++column) {
            const int owner = owner_of(position, cell_of<Kind>(row, column));
            marks += owner < 0 ? '.' : static_cast<char>('0' + owner);
        }
        rows.push_back(text_json(marks));
    }
    return json::Value(std::move(rows));
}

// Returns the state in the form of the conformance vectors.
template <class Kind>
json::Value state_json(Game<Kind>& game, bool with_legal) {
    State<Kind>& state = *game.state;
    const Rules& rules = game.tables->rules;
    constexpr const char* phases[] = {"opening", "turn", "window", "penalty", "over"};
    constexpr const char* ends[] = {"", "passes", "repetition", "resignation"};
    const bool on_turn = state.phase == Phase::Turn || state.phase == Phase::Window;
    json::Object object;
    object["phase"] = text_json(phases[static_cast<int>(state.phase)]);
    object["to_move"] = state.phase == Phase::Turn      ? number_json(state.turn.seat)
                      : state.phase == Phase::Penalty ? number_json(state.shouter)
                                                      : json::Value();
    std::vector<int> order;
    for (int i = 0; i < rules.players; ++i) order.push_back((state.first + i) % rules.players);
    object["order"] = state.first < 0 ? json::Value() : numbers_json(order.data(), rules.players);
    object["board"] = board_json(state.position, rules.size);
    object["last"] = state.position.placed ? text_json(point_name<Kind>(state.position.last())) : json::Value();
    object["bonus_turns"] = number_json(on_turn ? state.turn.bonus_turns : 0);
    object["on_bonus_turn"] = json::Value(on_turn && state.turn.on_bonus);
    object["skips"] = numbers_json(state.skips, rules.players);
    object["passed"] = seats_json(state.passed);
    object["stones"] = numbers_json(state.stones, rules.players);
    object["resigned"] = numbers_json(state.resigned, state.resignations);
    object["window"] = state.phase == Phase::Window ? window_json(state, rules) : json::Value();
    object["ended"] = state.ended == Ended::No ? json::Value() : text_json(ends[static_cast<int>(state.ended)]);
    int8_t ranking[MAX_PLAYERS];
    rank(state, rules, ranking);
    object["ranking"] = state.phase == Phase::Over ? numbers_json(ranking, rules.players) : json::Value();
    if (with_legal && (state.phase == Phase::Opening || state.phase == Phase::Turn)) {
        json::Object legal;
        for_each(legal_points(state.position, *game.tables), [&](Cell at) {
            legal[point_name<Kind>(at)] = number_json(completed_shapes(state.position, *game.tables, at));
        });
        object["legal"] = json::Value(std::move(legal));
    }
    return json::Value(std::move(object));
}

}  // namespace game_json
