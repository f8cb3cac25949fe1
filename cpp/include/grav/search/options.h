// options.h: the parameters of a search. The defaults were the strongest in matches of searches
// against each other; docs/search.md has the figures. Host code.
#pragma once

#include "grav/config.h"

namespace grav::search {

/// The play-out policy.
enum class RolloutPolicy : uint8_t {
    Random,      // any legal point; every shape is taken
    Completing,  // prefers a point that completes a shape, if no bonus turn is to come
    Careful      // else prefers one that leaves the next seat no shape
};

struct Options {
    float explore = 1.2f;        // the weight of exploration (PUCT constant)
    float score_share = 0.1f;    // the weight of stones in a utility; the rest is that of wins
    float shape_weight = 64.0f;  // prior weight of a move that completes shapes
    float safe_weight = 20.0f;   // prior weight of one that leaves the next seat no shape
    float number_weight = 4.0f;  // prior weight of taking all bonus turns
    float pass_weight = 0.1f;    // prior weight of a pass, relative to an equally safe placement
    int32_t tries = 60;          // points that a careful play-out tries to find a safe one
    int32_t expand_after = 1;    // visits of a node before it is expanded
    RolloutPolicy policy = RolloutPolicy::Careful;
    uint32_t max_nodes = 1u << 21;  // a full tree grows no more, but the search continues
    uint64_t seed = 0;
    bool stop_when_proven = true;
};

}  // namespace grav::search
