// symmetry.h: a small board turned and mirrored: of the eight ways to see it, the least. Host code.
#pragma once

#include "grav/sets.h"

namespace grav::search {

/// The board mirrored along its diagonal: rows become columns.
inline uint64_t transposed(uint64_t board) {
    uint64_t t = (board ^ board >> 7) & 0x00AA00AA00AA00AAu;
    board ^= t ^ t << 7;
    t = (board ^ board >> 14) & 0x0000CCCC0000CCCCu;
    board ^= t ^ t << 14;
    t = (board ^ board >> 28) & 0x00000000F0F0F0F0u;
    return board ^ t ^ t << 28;
}

/// The board of this size with its rows in the other order.
inline uint64_t upside_down(uint64_t board, int size) {
    uint64_t turned = 0;
    for (int row = 0; row < size; ++row) {
        turned |= (board >> (8 * row) & 0xFF) << (8 * (size - 1 - row));
    }
    return turned;
}

/// A set of stones and the one that the next distance is measured from, both as one word.
struct Seen {
    uint64_t stones;
    uint64_t last;
    bool operator<(const Seen& other) const {
        return stones != other.stones ? stones < other.stones : last < other.last;
    }
};

/// The same for all eight ways to turn and mirror the board.
inline Seen least_seen(Seen seen, int size) {
    Seen least = seen;
    for (int way = 1; way < 8; ++way) {
        if (way % 2) {
            seen = {transposed(seen.stones), transposed(seen.last)};
        } else {
            seen = {upside_down(seen.stones, size), upside_down(seen.last, size)};
        }
        if (seen < least) least = seen;
    }
    return least;
}

}  // namespace grav::search
