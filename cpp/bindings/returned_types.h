// returned_types.h: types returned to Python: dictionaries, and arrays that own memory allocated in C++.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>

namespace grav {

namespace nb = nanobind;

/// A dictionary with names as keys.
using Dict = nb::typed<nb::dict, nb::str, nb::any>;

/// A memoryview, which Python has without NumPy; `np.asarray` makes an array of it without a copy.
template <class T>
using Array = nb::ndarray<nb::memview, T>;

/// An array of this shape that owns the memory.
template <class T>
Array<T> make_array(std::unique_ptr<T[]> values, std::initializer_list<std::size_t> shape) {
    T* data = values.release();
    nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
    return Array<T>(data, shape, owner);
}

}  // namespace grav
