// Written by `python -m cpp.generate`. Change grav/rules/edition.py instead.
#pragma once

#include <array>
#include <stdexcept>
#include <string>

#include "grav/rules.h"

namespace game_json {

template <class Choice>
struct Words;

template <>
struct Words<grav::Bonus> {
    static constexpr std::array all = {"granted", "declared"};
};

template <>
struct Words<grav::Criterion> {
    static constexpr std::array all = {"every", "largest", "whole"};
};

inline grav::Edition edition_of(const std::string& name) {
    if (name == "classic") return {grav::Bonus::Granted, grav::Criterion::Every, true, 4, grav::NO_LIMIT};
    if (name == "revised") return {grav::Bonus::Declared, grav::Criterion::Largest, false, 4, grav::NO_LIMIT};
    throw std::invalid_argument("no edition " + name);
}

}  // namespace game_json
