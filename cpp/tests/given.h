// What the data files give, as the core has it: rules, points, actions; and states as the files tell them.
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

namespace given {

using namespace grav;

// Numbers that no board can reach are cut as grav.native.convert cuts them.
inline int cut(const json::Value& value, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(value.number(), -most, most));
}

// The value of a part of an edition: a choice by its word, yes or no, a number or none.
template <class Part>
Part part(const json::Value& value) {
    if constexpr (std::is_same_v<Part, bool>) {
        return value.boolean();
    } else if constexpr (std::is_same_v<Part, std::int32_t>) {
        return value.is_null() ? NO_LIMIT : cut(value, NO_LIMIT - 1);
    } else {
        constexpr auto words = Words<Part>::all;
        return static_cast<Part>(std::find(words.begin(), words.end(), value.text()) - words.begin());
    }
}

inline Rules rules(const json::Value& value) {
    Rules rules{};
    static_cast<Edition&>(rules) = edition_of(value.has("edition") ? value["edition"].text() : "revised");
    rules.size = cut(value["size"], 25);
    rules.players = cut(value["players"], MOST_PLAYERS);
    rules.a = cut(value["a"], 26);
    rules.b = cut(value["b"], 25);
    rules.c = cut(value["c"], 626);
    rules.d = cut(value["d"], 48);
    rules.e = cut(value["e"], 50);
    rules.first = value.has("first") && !value["first"].is_null() ? cut(value["first"], 5) : -1;
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
        cut(value["by"], NO_LIMIT - 1),
        value.has("at") ? cell<Kind>(value["at"].text(), size) : NOWHERE,
        value.has("declare") ? cut(value["declare"], NO_LIMIT - 1) : NOTHING_SAID,
    };
}

template <class Kind>
std::string told(const Action& action) {
    std::string line = std::string(KINDS[static_cast<int>(action.kind)]) + " by " + std::to_string(action.by);
    if (action.at != NOWHERE) line += " at " + name<Kind>(action.at);
    if (action.declare != NOTHING_SAID) line += " declares " + std::to_string(action.declare);
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
        for (const json::Value& item : value.array()) line += (line.empty() ? "" : ",") + given::line(item);
        return "[" + line + "]";
    }
    if (value.is_object()) {
        for (const auto& [key, item] : value.object()) {
            line += (line.empty() ? "\"" : ",\"") + key + "\":" + given::line(item);
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
    for (int seat = 0; seat < MOST_PLAYERS; ++seat) {
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
    json::Object told;
    told["by"] = number(state.turn.seat);
    told["at"] = text(name<Kind>(window.at));
    told["declared"] = rules.declares() ? number(window.declared) : json::Value();
    told["violations"] = json::Value(std::move(broken));
    told["shapes"] = number(window.shapes);
    told["bonus"] = number(window.bonus);
    told["awaiting"] = seats(window.awaiting);
    return json::Value(std::move(told));
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
json::Value told(Game<Kind>& game, bool with_legal) {
    State<Kind>& state = *game.state;
    const Rules& rules = game.tables->rules;
    constexpr const char* phases[] = {"opening", "turn", "window", "penalty", "over"};
    constexpr const char* ends[] = {"", "passes", "repetition", "resignation"};
    const bool on_turn = state.phase == Phase::Turn || state.phase == Phase::Window;
    json::Object told;
    told["phase"] = text(phases[static_cast<int>(state.phase)]);
    told["to_move"] = state.phase == Phase::Turn      ? number(state.turn.seat)
                      : state.phase == Phase::Penalty ? number(state.shouter)
                                                      : json::Value();
    std::vector<int> order;
    for (int i = 0; i < rules.players; ++i) order.push_back((state.first + i) % rules.players);
    told["order"] = state.first < 0 ? json::Value() : numbers(order.data(), rules.players);
    told["board"] = board(state.position, rules.size);
    told["last"] = state.position.placed ? text(name<Kind>(state.position.last())) : json::Value();
    told["bonus_turns"] = number(on_turn ? state.turn.bonus_turns : 0);
    told["on_bonus_turn"] = json::Value(on_turn && state.turn.on_bonus);
    told["skips"] = numbers(state.skips, rules.players);
    told["passed"] = seats(state.passed);
    told["stones"] = numbers(state.stones, rules.players);
    told["resigned"] = numbers(state.resigned, state.resignations);
    told["window"] = state.phase == Phase::Window ? window(state, rules) : json::Value();
    told["ended"] = state.ended == Ended::No ? json::Value() : text(ends[static_cast<int>(state.ended)]);
    int8_t ranking[MOST_PLAYERS];
    rank(state, rules, ranking);
    told["ranking"] = state.phase == Phase::Over ? numbers(ranking, rules.players) : json::Value();
    if (with_legal && (state.phase == Phase::Opening || state.phase == Phase::Turn)) {
        json::Object legal;
        for_each(legal_points(state.position, *game.tables), [&](Cell at) {
            legal[name<Kind>(at)] = number(completed_shapes(state.position, *game.tables, at));
        });
        told["legal"] = json::Value(std::move(legal));
    }
    return json::Value(std::move(told));
}

}  // namespace given
