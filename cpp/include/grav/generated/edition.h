// Written by `python -m cpp.generate`. Change grav/rules/edition.py instead.
#pragma once

#include "grav/config.h"

namespace grav {

/// A number of the edition that is not limited; others are clamped below it.
constexpr int NO_LIMIT = 1073741824;

enum class Bonus : uint8_t { Granted, Declared };
enum class Criterion : uint8_t { Every, Largest, Whole };

struct Edition {
    Bonus bonus;
    Criterion shapes;
    bool bonus_pass;
    int32_t min_shape;
    int32_t bonus_limit;
};

}  // namespace grav

/// PART(type, name) for each field of an edition, in order.
#define GRAV_EDITION_PARTS(PART) \
    PART(Bonus, bonus) \
    PART(Criterion, shapes) \
    PART(bool, bonus_pass) \
    PART(int32_t, min_shape) \
    PART(int32_t, bonus_limit)
