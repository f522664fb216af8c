#include "abstraction/clustering/nearest.hpp"

#include <numeric>

namespace riverboat {

Centroids::Centroids(std::vector<double> values, std::size_t dims) : dims_(dims), centre_(dims) {
    all_.resize(values.size() / dims);
    std::iota(all_.begin(), all_.end(), 0u);
    // Seen from their mean, coordinates are small and float loses least.
    for (std::size_t i = 0; i < values.size(); ++i)
        centre_[i % dims] += values[i] / static_cast<double>(all_.size());
    set(std::move(values));
}

void Centroids::set(std::vector<double> values) {
    values_ = std::move(values);
    tiles_.pack(values_, dims_, centre_, all_);
    const std::size_t blocks = (count() + kBlockPoints - 1) / kBlockPoints;
    float* packed = blocks_.get(blocks * kBlockPoints * dims_);
    longest_ = 0;
    for (std::size_t first = 0; first < count(); first += kBlockPoints) {
        const std::size_t here = std::min(kBlockPoints, count() - first);
        double norms[kBlockPoints];
        pack_points(
            here, dims_, centre_.data(), [&](std::size_t p) { return (*this)[first + p]; },
            packed + first * dims_, norms);
        longest_ = std::max(longest_, std::sqrt(*std::max_element(norms, norms + here)));
    }
}

void Centroids::Neighbours::find(const Centroids& from, std::uint32_t label, double radius) {
    const std::size_t dims = from.dims_;
    std::vector<float> own(dims);
    for (std::size_t i = 0; i < dims; ++i) own[i] = static_cast<float>(from[label][i] - from.centre_[i]);
    // Distances in float, made so small that rounding cannot have made them too large.
    const float shrink = 1.0f - static_cast<float>(dims + 4) * 0x1p-23f;
    const float less = static_cast<float>(from.longest_ * 0x1p-22);
    const double most = 2 * radius;
    near_.clear();
    beyond_ = INFINITY;
    alignas(64) float squares[kBlockPoints];
    for (std::size_t first = 0; first < from.count(); first += kBlockPoints) {
        distance_kernels().squares(from.blocks_.data() + first * dims, dims, own.data(), squares);
        for (std::size_t p = 0; p < std::min(kBlockPoints, from.count() - first); ++p) {
            const auto id = static_cast<std::uint32_t>(first + p);
            float distance = std::sqrt(squares[p]) * shrink - less;
            if (!(distance > 0 && distance < INFINITY)) distance = 0;  // an overflow may be anywhere
            if (id == label) {
                near_.emplace_back(-1.0f, id);
            } else if (distance <= most) {
                near_.emplace_back(distance, id);
            } else {
                beyond_ = std::min(beyond_, distance);
            }
        }
    }
    std::sort(near_.begin(), near_.end());
    ids_.clear();
    distances_.clear();
    for (const auto& [distance, id] : near_) {
        ids_.push_back(id);
        distances_.push_back(distance);
    }
    tiles_.pack(from.values_, dims, from.centre_, ids_);
}

// How many tiles hold all centroids within twice the radius; those left out are `beyond` away from the point.
std::size_t Centroids::reach(const Neighbours& list, double radius, double& beyond) {
    const auto end = std::upper_bound(list.distances_.begin(), list.distances_.end(), 2 * radius,
                                      [](double most, float distance) { return most < distance; });
    const auto within = static_cast<std::size_t>(end - list.distances_.begin());
    const std::size_t tiles = (within + kTile - 1) / kTile;
    const std::size_t next = tiles * kTile;
    beyond = std::max(0.0, (next < list.ids_.size() ? list.distances_[next] : list.beyond_) - radius);
    return tiles;
}

}  // namespace riverboat
