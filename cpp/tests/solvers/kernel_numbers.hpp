// Memory and comparisons for tests of kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "tests/deal.hpp"

namespace riverboat::test {

// Numbers aligned as the kernels need them.
template <class Real>
class Numbers {
  public:
    explicit Numbers(std::size_t count)
        : size_(count),
          data_(static_cast<Real*>(std::aligned_alloc(64, (count * sizeof(Real) + 64 + 63) / 64 * 64)),
                std::free) {
        std::fill_n(data_.get(), count, Real(0));
    }
    Numbers(const Numbers& other) : Numbers(other.size_) {
        std::copy_n(other.data_.get(), size_, data_.get());
    }
    operator Real*() { return data_.get(); }
    operator const Real*() const { return data_.get(); }
    std::size_t size() const { return size_; }
    void randomise(Deal& deal, double low, double high) {
        for (std::size_t i = 0; i < size_; ++i)
            data_.get()[i] = static_cast<Real>(low + (high - low) * deal.below(1'000'001) / 1e6);
    }

  private:
    std::size_t size_;
    std::unique_ptr<Real, decltype(&std::free)> data_;
};

template <class Real>
bool close(Real a, double b) {
    const double digits = sizeof(Real) == 8 ? 1e-12 : 2e-5;
    return std::abs(a - b) <= digits * (1 + std::abs(b));
}

template <class Real>
bool all_close(const Numbers<Real>& found, const std::vector<double>& expected) {
    bool same = true;
    for (std::size_t i = 0; i < expected.size(); ++i) same = same && close(found[i], expected[i]);
    return same;
}

}  // namespace riverboat::test
