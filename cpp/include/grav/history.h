// history.h: counts how often a turn began in each position, for the rule of repetition. Host code.
#pragma once

#include <cstddef>
#include <vector>

#include "grav/chance.h"
#include "grav/state.h"

namespace grav {

/// A log of 128-bit fingerprints. Reused between games, so that a long run allocates once.
class History {
public:
    History() { log_.reserve(256); }

    void clear() { log_.clear(); }

    /// Adds the position in which a turn begins; returns how often it has occurred, this time included.
    template <class Kind>
    int visit(const State<Kind>& state, const Rules& rules, int seat) {
        if (rules.strict) return 0;
        log_.push_back(fingerprint(state, rules, seat));
        int visits = 0;
        for (const Fingerprint& earlier : log_) visits += earlier == log_.back();
        return visits;
    }

    std::size_t mark() const { return log_.size(); }
    void forget_since(std::size_t mark) { log_.resize(mark); }

private:
    struct Fingerprint {
        uint64_t one, other;
        bool operator==(const Fingerprint&) const = default;
    };

    /// Equal for equal stones, stone to measure from, seat and skips.
    template <class Kind>
    static Fingerprint fingerprint(const State<Kind>& state, const Rules& rules, int seat) {
        Fingerprint found{GOLDEN, ~GOLDEN};
        const auto add = [&found](uint64_t value) {
            found.one = mix(found.one ^ value) + GOLDEN;
            found.other = mix(found.other + value * GOLDEN) ^ value;
        };
        for (int owner = 0; owner < rules.players; ++owner) {
            const auto& owned = state.position.owned[owner];
            for (int number = 0; number < Kind::Set::WORDS; ++number) add(owned.word(number));
            add(static_cast<uint64_t>(state.skips[owner]));
        }
        add(static_cast<uint64_t>(state.position.last() + 1));
        add(static_cast<uint64_t>(seat));
        return found;
    }

    std::vector<Fingerprint> log_;
};

}  // namespace grav
