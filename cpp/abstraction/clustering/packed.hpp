// Points and centroids laid out as the distance kernels read them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "abstraction/clustering/distance_kernels.hpp"

namespace riverboat {

// Points as the caller holds them: [count][dims], float or double, each with a weight or all with weight 1.
template <class Real>
struct Points {
    const Real* data;
    std::size_t count, dims;
    const double* weights = nullptr;

    const Real* operator[](std::size_t i) const { return data + i * dims; }
    double weight(std::size_t i) const { return weights == nullptr ? 1.0 : weights[i]; }
};

// Memory aligned for whole vectors; it grows and does not keep what it held.
class Floats {
  public:
    float* get(std::size_t count) {
        if (count > count_) {
            data_.reset(static_cast<float*>(std::aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64)));
            if (data_ == nullptr) throw std::bad_alloc();
            count_ = count;
        }
        return data_.get();
    }
    const float* data() const { return data_.get(); }

  private:
    struct Free {
        void operator()(float* p) const { std::free(p); }
    };
    std::unique_ptr<float, Free> data_;
    std::size_t count_ = 0;
};

// Up to 48 points, seen from `centre`, the rest zero. row(i) is the i-th point. `norms` gets |x|².
template <class Row>
void pack_points(std::size_t count, std::size_t dims, const double* centre, const Row& row, float* block,
                 double* norms) {
    if (count < kBlockPoints) std::fill_n(block, kBlockPoints * dims, 0.0f);
    for (std::size_t p = 0; p < count; ++p) {
        const auto* x = row(p);
        for (std::size_t i = 0; i < dims; ++i)
            block[i * kBlockPoints + p] = static_cast<float>(static_cast<double>(x[i]) - centre[i]);
        norms[p] = squared_distance(x, centre, dims);
    }
}

// A list of centroids in tiles of 8 for DistanceKernels::nearest. Places past its end are never nearest.
class CentroidTiles {
  public:
    // From all centroids [][dims], seen from `centre`, those that `ids` names, in its order.
    void pack(const std::vector<double>& centroids, std::size_t dims, const std::vector<double>& centre,
              std::span<const std::uint32_t> ids) {
        tiles_ = (ids.size() + kTile - 1) / kTile;
        float* out = values_.get(tiles_ * kTile * dims);
        float* halves = halves_.get(tiles_ * kTile);
        std::fill_n(halves, tiles_ * kTile, INFINITY);
        std::fill_n(out + (tiles_ - 1) * kTile * dims, kTile * dims, 0.0f);
        for (std::size_t place = 0; place < ids.size(); ++place) {
            const double* from = centroids.data() + ids[place] * dims;
            float* to = out + place / kTile * kTile * dims + place % kTile;
            for (std::size_t i = 0; i < dims; ++i) to[i * kTile] = static_cast<float>(from[i] - centre[i]);
            halves[place] = static_cast<float>(squared_distance(from, centre.data(), dims) / 2);
        }
    }
    void nearest(const float* points, std::size_t dims, std::size_t tiles, NearestTwo& out) const {
        distance_kernels().nearest(points, dims, values_.data(), halves_.data(), tiles, out);
    }
    void values(const float* point, std::size_t dims, std::size_t tiles, float* out) const {
        distance_kernels().values(point, dims, values_.data(), halves_.data(), tiles, out);
    }
    std::size_t tiles() const { return tiles_; }

  private:
    Floats values_, halves_;
    std::size_t tiles_ = 0;
};

}  // namespace riverboat
