// kind_dispatch.h: calls a function for the smallest kind of board that rules fit on. Host code.
#pragma once

#include <type_traits>

#include "grav/tables.h"

namespace grav {

/// Calls `see(std::type_identity<Kind>{})` with the smallest kind that the rules fit.
template <class See>
decltype(auto) with_kind(const Rules& rules, See&& see) {
    if (fits<Small>(rules)) return see(std::type_identity<Small>{});
    if (fits<Medium>(rules)) return see(std::type_identity<Medium>{});
    return see(std::type_identity<Large>{});
}

}  // namespace grav
