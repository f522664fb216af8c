// What every register_<room>.cpp shares: array types, and a watch that keeps Python alive during long calls.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat::bind {

namespace nb = nanobind;

template <class T>
using ArrayIn = nb::ndarray<const T, nb::numpy, nb::c_contig, nb::device::cpu>;
template <class T>
using VectorIn = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using MatrixIn = nb::ndarray<const T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
// Large results are written into arrays that NumPy made: its allocator asks for huge pages and does not clear
// them.
template <class T>
using VectorInto = nb::ndarray<T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using ArrayOut = nb::ndarray<nb::numpy, T, nb::device::cpu>;

// Hands the vector's memory to a NumPy array without copying.
template <class T>
ArrayOut<T> to_array(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return ArrayOut<T>(data, shape, owner);
}

// At most every 50 ms: takes the GIL, lets Python handle signals (Ctrl-C raises here and stops the work), and
// calls progress(done, total) if the caller gave one.
inline Watch python_watch(nb::object progress = nb::none()) {
    using Clock = std::chrono::steady_clock;
    auto last = std::make_shared<Clock::time_point>(Clock::now());
    // The lambda runs on the calling thread only; it may be copied without the GIL, so it borrows the object
    // that the binding's argument keeps alive.
    PyObject* callback = progress.is_none() ? nullptr : progress.ptr();
    return [last, callback](std::size_t done, std::size_t total) {
        const auto now = Clock::now();
        if (now - *last < std::chrono::milliseconds(50) && done != total) return;
        *last = now;
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (callback != nullptr) nb::borrow(callback)(done, total);
    };
}

}  // namespace riverboat::bind
