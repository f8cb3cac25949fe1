// options.h: what a search can be told. The defaults are what matches of searches against each
// other showed to be strongest; docs/search.md has the figures. Host code.
#pragma once

#include "grav/config.h"

namespace grav::search {

/// How the rest of a game is played out.
enum class Manner : uint8_t {
    Random,      // any legal point, every shape taken
    Completing,  // a point that completes a shape, where there is one and no bonus turn is to come
    Careful      // and where there is none, one that leaves none to the next
};

struct Options {
    float explore = 1.2f;        // how much a move that was looked at little is worth another look
    float score_share = 0.1f;    // of a mover's utility; the rest is the share of games won
    float shape_weight = 64.0f;  // a move that completes shapes is so much likelier at first
    float safe_weight = 20.0f;   // and so is one that leaves the next none to complete
    float number_weight = 4.0f;  // taking all bonus turns is, against any other number
    float pass_weight = 0.1f;    // a pass, against a placement that is as safe
    int32_t tries = 60;          // points that a careful player looks at for one that is safe
    int32_t expand_after = 1;    // looks at a node before its moves become nodes
    Manner manner = Manner::Careful;
    uint32_t most_nodes = 1u << 21;  // then the tree grows no more, but the search goes on
    uint64_t seed = 0;
    bool stop_when_proven = true;
};

}  // namespace grav::search
