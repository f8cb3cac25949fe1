// rules.h: the rules of a game as plain numbers within bounds.
#pragma once

#include "grav/config.h"
#include "grav/generated/edition.h"

namespace grav {

constexpr int MAX_PLAYERS = 6;

/// The edition, size, players and setting. The caller clamps numbers that no board can reach: a to
/// 26, c to 626, e to 48, those of the edition to NO_LIMIT - 1.
struct Rules : Edition {
    int32_t size;
    int32_t players;
    int32_t a, b, c, d, e;
    int32_t first;  // the seat that starts; -1: anyone may
    bool strict;

    GRAV_FN bool declares() const { return bonus == Bonus::Declared; }
};

}  // namespace grav
