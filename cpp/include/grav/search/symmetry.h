// symmetry.h: the canonical form of a small board under its eight symmetries. Host code.
#pragma once

#include "grav/bitsets.h"

namespace grav::search {

/// Returns the board mirrored along its diagonal: rows become columns.
inline uint64_t transpose(uint64_t board) {
    uint64_t t = (board ^ board >> 7) & 0x00AA00AA00AA00AAu;
    board ^= t ^ t << 7;
    t = (board ^ board >> 14) & 0x0000CCCC0000CCCCu;
    board ^= t ^ t << 14;
    t = (board ^ board >> 28) & 0x00000000F0F0F0F0u;
    return board ^ t ^ t << 28;
}

/// Returns the board with its rows in reverse order.
inline uint64_t flip(uint64_t board, int size) {
    uint64_t turned = 0;
    for (int row = 0; row < size; ++row) {
        turned |= (board >> (8 * row) & 0xFF) << (8 * (size - 1 - row));
    }
    return turned;
}

/// A set of stones and the one that the next distance is measured from, both as one word.
struct StonesAndLast {
    uint64_t stones;
    uint64_t last;
    bool operator<(const StonesAndLast& other) const {
        return stones != other.stones ? stones < other.stones : last < other.last;
    }
};

/// Returns the least of the eight rotations and reflections, which is the same for all of them.
inline StonesAndLast canonical_form(StonesAndLast seen, int size) {
    StonesAndLast least = seen;
    for (int way = 1; way < 8; ++way) {
        if (way % 2) {
            seen = {transpose(seen.stones), transpose(seen.last)};
        } else {
            seen = {flip(seen.stones, size), flip(seen.last, size)};
        }
        if (seen < least) least = seen;
    }
    return least;
}

}  // namespace grav::search
