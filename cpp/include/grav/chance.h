// chance.h: random numbers from a counter, keyed by (seed, game, draw).
//
// Draw k of game g under seed s is a pure function of the three, so any part of a run gives the
// same games on any number of threads, on a GPU or on another machine. Integers alone: nothing
// depends on how a processor rounds.
#pragma once

#include "grav/config.h"

namespace grav {

GRAV_FN uint64_t mix(uint64_t bits) {  // the finaliser of SplitMix64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

constexpr uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

struct Chance {
    uint64_t key;
    uint64_t drawn;

    GRAV_FN static Chance of(uint64_t seed, uint64_t game) {
        return {mix(mix(seed + GOLDEN) ^ game * GOLDEN), 0};
    }
    GRAV_FN uint64_t next() { return mix(key + ++drawn * GOLDEN); }

    /// A number from 0 up to, not including, the bound.
    GRAV_FN int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<uint64_t>(bound) >> 32);
    }
    /// True in so many of 65,536 cases.
    GRAV_FN bool happens(int share) { return static_cast<int>(next() >> 48) < share; }
};

}  // namespace grav
