#include "abstraction/distances/sample_transport.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

// Costs, prices and distances are multiples of kWidestSample, so that a distance with its column's number in
// the low bits is one number to compare. Prices differ by no more than the largest cost, since every column
// that was bid up has a row for which it is cheapest; so no distance passes three times that, or kFar.
using Cost = std::int32_t;
constexpr Cost kLargestCost = 1 << 22;
constexpr Cost kFar = 1 << 30;  // of columns that do not exist or are done with
constexpr Cost kUnit = kWidestSample;
constexpr std::size_t kLane = 64 / sizeof(Cost);
constexpr std::size_t kPerChunk = 256;

std::size_t chunks_of(std::size_t count) {
    return (count + kPerChunk - 1) / kPerChunk;
}

template <class T>
using PerPoint = std::array<T, kWidestSample>;

// One problem: rows with so many points each, columns with room for as many in all, and what a point costs.
struct Problem {
    explicit Problem(std::size_t columns) : stride(columns) {}

    std::size_t rows = 0, stride;               // columns that do not exist have no room
    PerPoint<const Cost*> costs;                // of each row: [stride]
    PerPoint<std::int32_t> points;              // of each row
    alignas(64) PerPoint<std::int32_t> room{};  // of each column
    alignas(64) PerPoint<Cost> prices{};        // of each column, a start; in the end the best
};

// --- one problem
// ----------------------------------------------------------------------------------------------

template <int Bytes>
struct Whole {
    typedef Cost Type __attribute__((vector_size(Bytes), aligned(4), may_alias));
};

template <class Vector>
RIVERBOAT_INLINE Vector lesser(Vector a, Vector b) {
    return a < b ? a : b;
}

template <int Bytes>
RIVERBOAT_INLINE Cost least_lane(typename Whole<Bytes>::Type v) {
    if constexpr (Bytes == 64) {
        return least_lane<32>(lesser(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7),
                                     __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)));
    } else if constexpr (Bytes == 32) {
        return least_lane<16>(
            lesser(__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7)));
    } else {
        v = lesser(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
        return lesser(v, __builtin_shufflevector(v, v, 1, 0, 3, 2))[0];
    }
}

// Successive shortest paths (Jewell 1958; with prices that keep distances positive, Edmonds and Karp 1972).
// Any prices of the columns are a valid start. Those of a problem with the same columns are a good one: most
// points then go to their cheapest column at once. `Count` vectors of `Bytes` hold a row.
template <int Bytes, std::size_t Count>
class Transport {
    using Vector = typename Whole<Bytes>::Type;
    static constexpr std::size_t kStep = Bytes / sizeof(Cost);
    using Row = Vector[Count];

  public:
    RIVERBOAT_INLINE explicit Transport(Problem& problem) : problem_(problem) {
        for (std::size_t k = 0; k < Count * kStep; ++k) places_[k / kStep][k % kStep] = static_cast<Cost>(k);
        for (std::size_t k = 0; k < Count; ++k) {
            const Vector cost = load(problem.costs[0] + k * kStep);
            padding_[k] = (cost == kFar) & kFar;
        }
        std::fill_n(users_.begin(), Count * kStep, 0);
        for (std::size_t row = 0; row < problem.rows; ++row)
            std::fill_n(flow_[row].begin(), Count * kStep, 0);
    }

    // The least cost of all points together.
    RIVERBOAT_INLINE std::int64_t solve() {
        PerPoint<std::int32_t> left;
        const Row& none = padding_;
        for (std::size_t row = 0; row < problem_.rows; ++row) {
            Row reduced;
            reduce(row, 0, reduced);
            const std::size_t column = place(nearest(reduced, none));
            const std::int32_t amount = std::min(problem_.points[row], problem_.room[column]);
            left[row] = problem_.points[row] - amount;
            if (amount > 0) put(row, column, amount);
        }
        for (std::size_t row = 0; row < problem_.rows; ++row) {
            while (left[row] > 0) left[row] = augment(row, left[row]);
        }
        std::int64_t sum = 0;
        for (std::size_t column = 0; column < Count * kStep; ++column) {
            for (std::uint64_t users = users_[column]; users; users &= users - 1) {
                const auto row = static_cast<std::size_t>(std::countr_zero(users));
                sum += std::int64_t{flow_[row][column]} * problem_.costs[row][column];
            }
        }
        return sum;
    }

  private:
    static RIVERBOAT_INLINE Vector load(const Cost* from) { return *reinterpret_cast<const Vector*>(from); }
    static RIVERBOAT_INLINE void store(Cost* to, Vector values) { *reinterpret_cast<Vector*>(to) = values; }
    static RIVERBOAT_INLINE std::size_t place(Cost packed) {
        return static_cast<std::size_t>(packed) % kWidestSample;
    }

    RIVERBOAT_INLINE void put(std::size_t row, std::size_t column, std::int32_t amount) {
        flow_[row][column] += amount;
        users_[column] |= std::uint64_t{1} << row;
        problem_.room[column] -= amount;
    }

    RIVERBOAT_INLINE void reduce(std::size_t row, Cost handicap, Row& reduced) {
        for (std::size_t k = 0; k < Count; ++k)
            reduced[k] = load(problem_.costs[row] + k * kStep) - load(&problem_.prices[k * kStep]) - handicap;
    }

    // The nearest column with its number in the low bits, of equally near ones the lowest.
    RIVERBOAT_INLINE Cost nearest(const Row& distance, const Row& done) {
        Vector least = distance[0] | done[0] | places_[0];
        for (std::size_t k = 1; k < Count; ++k) least = lesser(least, distance[k] | done[k] | places_[k]);
        return least_lane<Bytes>(least);
    }

    // Moves points of a row along shortest paths to columns with room (Dijkstra 1959): each row on a path
    // gives way in one column and goes on to the next. Returns how many of `left` are left, when none are or
    // a row has given way so far that the paths through it are no more.
    RIVERBOAT_INLINE std::int32_t augment(std::size_t source, std::int32_t left) {
        Row distance, done, from;
        PerPoint<std::size_t> column_before;
        reduce(source, 0, distance);
        for (std::size_t k = 0; k < Count; ++k) {
            from[k] = static_cast<Cost>(source) - Vector{};
            done[k] = padding_[k];
        }
        std::uint64_t reached = std::uint64_t{1} << source;
        for (;;) {
            const Cost found = nearest(distance, done);
            const std::size_t column = place(found);
            const Cost far = found - static_cast<Cost>(column);
            if (problem_.room[column] > 0) {
                alignas(64) PerPoint<Cost> rows;
                for (std::size_t k = 0; k < Count; ++k) store(&rows[k * kStep], from[k]);
                const bool whole = move(source, column, left, rows, column_before);
                if (left == 0 || !whole) {
                    raise(distance, done, far);
                    return left;
                }
            }
            for (std::size_t k = 0; k < Count; ++k)
                done[k] |= (places_[k] == static_cast<Cost>(column)) & kFar;
            const std::uint64_t users = users_[column] & ~reached;
            reached |= users;
            for (std::uint64_t rest = users; rest; rest &= rest - 1) {
                const auto row = static_cast<std::size_t>(std::countr_zero(rest));
                column_before[row] = column;
                Row through;
                reduce(row, problem_.costs[row][column] - problem_.prices[column] - far, through);
                for (std::size_t k = 0; k < Count; ++k) {  // no column that is done with gets any nearer
                    from[k] = through[k] < distance[k] ? static_cast<Cost>(row) - Vector{} : from[k];
                    distance[k] = lesser(through[k], distance[k]);
                }
            }
        }
    }

    // Columns that are nearer than the end of the path become as much dearer.
    RIVERBOAT_INLINE void raise(const Row& distance, const Row& done, Cost end) {
        for (std::size_t k = 0; k < Count; ++k) {
            const Vector change = (done[k] != 0) & (distance[k] - end);
            store(&problem_.prices[k * kStep], load(&problem_.prices[k * kStep]) + lesser(change, Vector{}));
        }
    }

    // Moves as many of `left` as the path to `end` takes, and tells whether all rows on it stay in the
    // columns that they gave way in.
    RIVERBOAT_INLINE bool move(std::size_t source, std::size_t end, std::int32_t& left,
                               const PerPoint<Cost>& from, const PerPoint<std::size_t>& column_before) {
        std::int32_t amount = std::min(left, problem_.room[end]);
        for (auto row = static_cast<std::size_t>(from[end]); row != source;) {
            amount = std::min(amount, flow_[row][column_before[row]]);
            row = static_cast<std::size_t>(from[column_before[row]]);
        }
        left -= amount;
        problem_.room[end] -= amount;
        bool whole = problem_.room[end] == 0;
        for (std::size_t column = end;;) {
            const auto row = static_cast<std::size_t>(from[column]);
            flow_[row][column] += amount;
            users_[column] |= std::uint64_t{1} << row;
            if (row == source) return whole;
            column = column_before[row];
            flow_[row][column] -= amount;
            if (flow_[row][column] == 0) {
                users_[column] &= ~(std::uint64_t{1} << row);
                whole = false;
            }
        }
    }

    Problem& problem_;
    Row places_, padding_;
    PerPoint<std::uint64_t> users_;  // of each column: the rows that have points there, a bit each
    PerPoint<PerPoint<std::int32_t>> flow_;
};

template <int Bytes>
RIVERBOAT_INLINE std::int64_t solve_body(Problem& problem) {
    constexpr std::size_t per_stride = 64 / Bytes;
    switch (problem.stride / kLane) {
        case 1:
            return Transport<Bytes, per_stride>(problem).solve();
        case 2:
            return Transport<Bytes, 2 * per_stride>(problem).solve();
        case 3:
            return Transport<Bytes, 3 * per_stride>(problem).solve();
        default:
            return Transport<Bytes, 4 * per_stride>(problem).solve();
    }
}

using Solve = std::int64_t (*)(Problem&);

#define RIVERBOAT_TRANSPORT(name, bytes, target) \
    target std::int64_t name(Problem& problem) { \
        return solve_body<bytes>(problem);       \
    }
RIVERBOAT_TRANSPORT(transport_baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_TRANSPORT(transport_avx2, 32, __attribute__((target("avx2"))))
RIVERBOAT_TRANSPORT(transport_avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq"))))
#endif

Solve solver() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return &transport_avx512;
    if (cpu_path() == CpuPath::bmi2) return &transport_avx2;
#endif
    return &transport_baseline;
}

// --- many
// ----------------------------------------------------------------------------------------------------------

// A sample with equal buckets merged.
struct Merged {
    std::size_t count = 0;
    PerPoint<std::uint16_t> buckets{};
    PerPoint<std::int32_t> points{};

    Merged(const std::uint16_t* sample, std::size_t width) {
        PerPoint<std::uint16_t> sorted;
        std::copy_n(sample, width, sorted.begin());
        if (!std::is_sorted(sample, sample + width)) std::sort(sorted.begin(), sorted.begin() + width);
        for (std::size_t k = 0; k < width; ++k) {
            if (k == 0 || sorted[k] != sorted[k - 1]) {
                buckets[count] = sorted[k];
                points[count++] = 0;
            }
            ++points[count - 1];
        }
    }
};

// What the points of one target cost from each bucket that occurs: rows of `stride`.
struct Target {
    Merged sample;
    std::size_t stride;
    std::vector<Cost> costs;
};

// The buckets that occur in samples, and the number of each among them.
struct Occurring {
    std::vector<std::uint16_t> buckets;
    std::vector<std::uint32_t> number;

    Occurring(const Samples& samples, std::size_t most) : number(most, 0) {
        std::vector<bool> occurs(most);
        for (std::size_t k = 0; k < samples.count * samples.width; ++k) occurs[samples.buckets[k]] = true;
        for (std::size_t bucket = 0; bucket < most; ++bucket) {
            if (!occurs[bucket]) continue;
            number[bucket] = static_cast<std::uint32_t>(buckets.size());
            buckets.push_back(static_cast<std::uint16_t>(bucket));
        }
    }
};

// An order in which neighbours are alike, so that one's prices are a good start for the next. Samples are
// placed by their mean distances to a few buckets that lie far from each other, and halved along the widest
// of these until few are left.
class AlikeOrder {
  public:
    AlikeOrder(const Samples& samples, const Ground& ground) : order_(samples.count), places_(samples.count) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (samples.count <= kAlike) return;
        std::vector<double> nearest(ground.rows, std::numeric_limits<double>::infinity()), far(ground.rows);
        std::size_t column = 0;
        for (std::size_t key = 0; key < kKeys; ++key) {
            for (std::size_t b = 0; b < ground.rows; ++b) {
                far[b] = ground.row(b)[column];
                nearest[b] = std::min(nearest[b], far[b]);
            }
            for (std::size_t i = 0; i < samples.count; ++i) {
                double sum = 0;
                for (std::size_t k = 0; k < samples.width; ++k) sum += far[samples.row(i)[k]];
                places_[i][key] = static_cast<float>(sum);
            }
            const auto lone = std::max_element(nearest.begin(), nearest.end()) - nearest.begin();
            const double* row = ground.row(static_cast<std::size_t>(lone));
            column = static_cast<std::size_t>(std::min_element(row, row + ground.columns) - row);
        }
        halve(0, samples.count);
    }
    const std::vector<std::size_t>& order() const { return order_; }

  private:
    static constexpr std::size_t kKeys = 4;   // six save 2 % more transport
    static constexpr std::size_t kAlike = 3;  // are not divided further
    using Place = std::array<float, kKeys>;

    void halve(std::size_t begin, std::size_t end) {
        if (end - begin <= kAlike) return;
        std::array<double, kKeys> sum{}, squares{}, spread;
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t key = 0; key < kKeys; ++key) {
                const double place = places_[order_[i]][key];
                sum[key] += place;
                squares[key] += place * place;
            }
        }
        for (std::size_t key = 0; key < kKeys; ++key)
            spread[key] = squares[key] - sum[key] * sum[key] / static_cast<double>(end - begin);
        const auto widest =
            static_cast<std::size_t>(std::max_element(spread.begin(), spread.end()) - spread.begin());
        const std::size_t middle = begin + (end - begin) / 2;
        std::nth_element(
            &order_[begin], &order_[middle], &order_[0] + end,
            [&](std::size_t a, std::size_t b) { return places_[a][widest] < places_[b][widest]; });
        halve(begin, middle);
        halve(middle, end);
    }

    std::vector<std::size_t> order_;
    std::vector<Place> places_;
};

std::vector<Target> targets_of(const Samples& to, const Ground& ground, const Occurring& occurring,
                               double scale, unsigned threads) {
    std::vector<Target> targets;
    for (std::size_t t = 0; t < to.count; ++t) {
        const Merged sample(to.row(t), to.width);
        const std::size_t stride = (sample.count + kLane - 1) / kLane * kLane;
        targets.push_back({sample, stride, std::vector<Cost>(occurring.buckets.size() * stride, kFar)});
    }
    const std::size_t count = occurring.buckets.size();
    parallel_chunks(chunks_of(count), threads, {}, [&](std::size_t chunk, unsigned) {
        for (std::size_t i = chunk * kPerChunk; i < std::min(count, (chunk + 1) * kPerChunk); ++i) {
            const double* distances = ground.row(occurring.buckets[i]);
            for (Target& target : targets) {
                for (std::size_t j = 0; j < target.sample.count; ++j)
                    target.costs[i * target.stride + j] =
                        static_cast<Cost>(distances[target.sample.buckets[j]] * scale + 0.5) * kUnit;
            }
        }
    });
    return targets;
}

// Makes the transport from a sample to a target the next problem; prices stay, less what they have in common.
void pose(const Merged& sample, const Target& target, const Occurring& occurring, Problem& problem) {
    problem.rows = sample.count;
    problem.points = sample.points;
    for (std::size_t k = 0; k < sample.count; ++k)
        problem.costs[k] = &target.costs[occurring.number[sample.buckets[k]] * target.stride];
    std::copy_n(target.sample.points.begin(), target.sample.count, problem.room.begin());
    const auto begin = problem.prices.begin(), end = begin + target.sample.count;
    std::transform(begin, end, begin,
                   [highest = *std::max_element(begin, end)](Cost price) { return price - highest; });
}

}  // namespace

void sample_transport(const Samples& from, const Samples& to, const Ground& ground, float* out,
                      unsigned threads, const Watch& watch) {
    const double largest =
        *std::max_element(ground.distances, ground.distances + ground.rows * ground.columns);
    const double scale = largest > 0 ? kLargestCost / largest : 1.0;
    const double unit = 1.0 / (scale * kUnit * static_cast<double>(from.width));
    const Occurring occurring(from, ground.rows);
    const std::vector<Target> targets = targets_of(to, ground, occurring, scale, threads);
    const std::vector<std::size_t> order = AlikeOrder(from, ground).order();
    const Solve solve = solver();
    parallel_chunks(chunks_of(from.count), threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t first = chunk * kPerChunk, last = std::min(from.count, first + kPerChunk);
        std::vector<Merged> samples;
        for (std::size_t i = first; i < last; ++i) samples.emplace_back(from.row(order[i]), from.width);
        for (std::size_t t = 0; t < targets.size(); ++t) {
            Problem problem(targets[t].stride);
            for (std::size_t i = first; i < last; ++i) {
                pose(samples[i - first], targets[t], occurring, problem);
                out[order[i] * targets.size() + t] =
                    static_cast<float>(static_cast<double>(solve(problem)) * unit);
            }
            pulse();
        }
    });
}

}  // namespace riverboat
