// kind_dispatch.h: calls a function for the smallest kind of board that rules fit on. Host code.
#pragma once

#include <type_traits>

#include "grav/tables.h"

namespace grav {

/// Calls `visit(std::type_identity<Kind>{})` with the smallest kind that the rules fit.
template <class Visit>
decltype(auto) with_kind(const Rules& rules, Visit&& visit) {
    if (fits<Small>(rules)) return visit(std::type_identity<Small>{});
    if (fits<Medium>(rules)) return visit(std::type_identity<Medium>{});
    return visit(std::type_identity<Large>{});
}

}  // namespace grav
