// The module `grav.native._core`.

#include <nanobind/nanobind.h>

namespace grav {
void bind_game(nanobind::module_& m);
void bind_bulk(nanobind::module_& m);
void bind_referee(nanobind::module_& m);
void bind_search(nanobind::module_& m);
}  // namespace grav

NB_MODULE(_core, m) {
    m.attr("CPU") = GRAV_CPU_LEVEL;
    grav::bind_game(m);
    grav::bind_bulk(m);
    grav::bind_referee(m);
    grav::bind_search(m);
}
