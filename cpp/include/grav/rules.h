// rules.h: what a game is played by, as plain numbers within bounds.
#pragma once

#include "grav/config.h"

namespace grav {

constexpr int MOST_PLAYERS = 6;
constexpr int NO_LIMIT = 1 << 30;

enum class Criterion : uint8_t { Every, Largest, Whole };

/// The caller clamps numbers that no board can reach: a to 26, c and min_shape to 626, e to 48.
struct Rules {
    int32_t size;
    int32_t players;
    int32_t a, b, c, d, e;
    int32_t min_shape;
    int32_t bonus_limit;  // NO_LIMIT for none
    int32_t first;        // the seat that starts; -1: anyone may
    Criterion shapes;
    bool declared;    // bonus turns are declared, not granted
    bool bonus_pass;  // a bonus turn may be passed
    bool strict;
};

}  // namespace grav
