#include "solvers/continuations/continuation_values.hpp"

#include <algorithm>

#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

constexpr std::size_t kTogether = 32;  // opponents that are walked at once: two of the widest vectors

// Groups of player 1 are rounded up to whole vectors.
std::size_t padded(std::size_t groups) {
    return (groups + kTogether - 1) / kTogether * kTogether;
}

// How the hands of both players play everywhere in a tree on one runout: by choice, [group] of who acts.
struct Played {
    std::vector<float> rows;
    std::size_t width;
    const float* of(std::size_t choice) const { return rows.data() + choice * width; }
};

void play(const ContinuationTree& tree, const RunoutSamples& samples, std::size_t runout, int player,
          const ActionBias& bias, Played& out) {
    const RunoutSample& sample = samples[player];
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
        if (tree.actor[node] != player) continue;
        const std::uint32_t first = tree.first_choice[node], last = tree.first_choice[node + 1];
        const std::uint32_t* buckets = sample.buckets[tree.street[node]].data() + runout * sample.groups;
        const std::size_t actions = last - first;
        for (std::size_t g = 0; g < sample.groups; ++g) {
            const float* row = tree.probabilities.data() + tree.place[first] + buckets[g] * actions;
            float sum = 0;
            for (std::size_t a = 0; a < actions; ++a) {
                const float played = row[a] * bias[static_cast<std::size_t>(tree.kind[first + a])];
                out.rows[(first + a) * out.width + g] = played;
                sum += played;
            }
            for (std::uint32_t c = first; c < last; ++c) {
                float& played = out.rows[c * out.width + g];
                played = sum > 0 ? played / sum : 1 / static_cast<float>(actions);
            }
        }
    }
}

// Whether hand i of player 0 meets the hands of player 1, and the share of the pot that it wins from them.
struct Showdowns {
    std::vector<float> meets, shares;  // [group 0][group 1]
    std::size_t width;
};

void show(const RunoutSamples& samples, std::size_t runout, Showdowns& out) {
    const std::size_t own = samples[0].groups, others = samples[1].groups;
    for (std::size_t i = 0; i < own; ++i) {
        const std::uint64_t cards = samples[0].cards[runout * own + i];
        const std::uint32_t strength = samples[0].strength[runout * own + i];
        for (std::size_t j = 0; j < others; ++j) {
            const std::uint64_t theirs = samples[1].cards[runout * others + j];
            const std::uint32_t other = samples[1].strength[runout * others + j];
            out.meets[i * out.width + j] = cards != 0 && theirs != 0 && (cards & theirs) == 0;
            out.shares[i * out.width + j] = strength > other ? 1.0f : strength == other ? 0.5f : 0.0f;
        }
    }
}

// One hand of player 0 against `kTogether` of player 1: the tree from its last node to the first.
template <int Bytes>
RIVERBOAT_INLINE void walk_body(const ContinuationTree& tree, const Played& first, const Played& second,
                                const Showdowns& showdowns, std::size_t i, std::size_t j, float* work,
                                float* add) {
    using V = typename LanesOf<float, Bytes>::Type;
    constexpr std::size_t lanes = Bytes / sizeof(float), parts = kTogether / lanes;
    const V* share = reinterpret_cast<const V*>(showdowns.shares.data() + i * showdowns.width + j);
    const V* meets = reinterpret_cast<const V*>(showdowns.meets.data() + i * showdowns.width + j);
    for (std::size_t node = tree.nodes(); node-- > 0;) {
        V sum[parts] = {};
        const bool own = tree.actor[node] == 0;
        for (std::uint32_t c = tree.first_choice[node]; c < tree.first_choice[node + 1]; ++c) {
            const std::int32_t child = tree.child[c];
            const V* played = reinterpret_cast<const V*>(second.of(c) + j);
            const float mine = own ? first.of(c)[i] : 1.0f;
            for (std::size_t k = 0; k < parts; ++k) {
                V value;
                if (child >= 0)
                    value = reinterpret_cast<const V*>(work + static_cast<std::size_t>(child) * kTogether)[k];
                else
                    value = tree.lose[~child] + tree.more[~child] * share[k];
                sum[k] += own ? mine * value : played[k] * value;
            }
        }
        for (std::size_t k = 0; k < parts; ++k) reinterpret_cast<V*>(work + node * kTogether)[k] = sum[k];
    }
    for (std::size_t k = 0; k < parts; ++k)
        reinterpret_cast<V*>(add)[k] += meets[k] * reinterpret_cast<const V*>(work)[k];
}

using WalkPair = void (*)(const ContinuationTree&, const Played&, const Played&, const Showdowns&,
                          std::size_t, std::size_t, float*, float*);

#define RIVERBOAT_WALK(path, bytes, target)                                                          \
    target void walk_##path(const ContinuationTree& tree, const Played& first, const Played& second, \
                            const Showdowns& showdowns, std::size_t i, std::size_t j, float* work,   \
                            float* add) {                                                            \
        walk_body<bytes>(tree, first, second, showdowns, i, j, work, add);                           \
    }
RIVERBOAT_WALK(baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_WALK(avx2, 32, __attribute__((target("avx2,fma"))))
RIVERBOAT_WALK(avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq,fma,prefer-vector-width=512"))))
#endif

WalkPair walk_here() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return &walk_avx512;
    if (cpu_path() == CpuPath::bmi2) return &walk_avx2;
#endif
    return &walk_baseline;
}

// The values of one leaf, summed over runouts: [bias 0][bias 1][group 0][padded group 1].
std::vector<float> leaf_sums(const ContinuationTree& tree, const RunoutSamples& samples,
                             const std::array<std::vector<ActionBias>, 2>& biases, std::size_t runouts) {
    const std::size_t own = samples[0].groups, width = padded(samples[1].groups), matrix = own * width;
    const std::size_t k0 = biases[0].size(), k1 = biases[1].size();
    const WalkPair walk = walk_here();
    std::array<std::vector<Played>, 2> played;
    for (int p = 0; p < 2; ++p) {
        const std::size_t row = p == 0 ? own : width;
        played[p].assign(biases[p].size(), {std::vector<float>(tree.child.size() * row), row});
    }
    Showdowns showdowns{std::vector<float>(matrix), std::vector<float>(matrix), width};
    std::vector<float> out(k0 * k1 * matrix), work((tree.nodes() + 1) * kTogether);
    for (std::size_t runout = 0; runout < runouts; ++runout) {
        pulse();
        show(samples, runout, showdowns);
        for (int p = 0; p < 2; ++p) {
            for (std::size_t c = 0; c < biases[p].size(); ++c)
                play(tree, samples, runout, p, biases[p][c], played[p][c]);
        }
        for (std::size_t c = 0; c < k0 * k1; ++c) {
            float* sums = out.data() + c * matrix;
            for (std::size_t j = 0; j < width; j += kTogether) {
                for (std::size_t i = 0; i < own; ++i)
                    walk(tree, played[0][c / k1], played[1][c % k1], showdowns, i, j, work.data(),
                         sums + i * width + j);
            }
        }
    }
    return out;
}

}  // namespace

ContinuationValues continuation_values(const std::vector<ContinuationTree>& leaves,
                                       const RunoutSamples& samples,
                                       const std::array<std::vector<ActionBias>, 2>& biases, unsigned threads,
                                       const Watch& watch) {
    const std::size_t own = samples[0].groups, others = samples[1].groups, width = padded(others);
    const std::size_t runouts = own == 0 ? 0 : samples[0].cards.size() / own;
    const std::size_t combinations = biases[0].size() * biases[1].size();
    ContinuationValues out;
    out.equity.resize(own * others);
    out.met.resize(own * others);
    Showdowns showdowns{std::vector<float>(own * width), std::vector<float>(own * width), width};
    for (std::size_t runout = 0; runout < runouts; ++runout) {
        if (watch) watch(0, leaves.size());
        show(samples, runout, showdowns);
        for (std::size_t i = 0; i < own; ++i) {
            for (std::size_t j = 0; j < others; ++j) {
                const float meets = showdowns.meets[i * width + j];
                out.met[i * others + j] += meets;
                out.equity[i * others + j] += meets * showdowns.shares[i * width + j];
            }
        }
    }
    const auto mean = [&](std::size_t pair, float sum) {
        return out.met[pair] > 0 ? sum / out.met[pair] : 0.0f;
    };
    for (std::size_t pair = 0; pair < own * others; ++pair) out.equity[pair] = mean(pair, out.equity[pair]);
    out.values.resize(leaves.size() * combinations * own * others);
    parallel_chunks(leaves.size(), threads, watch, [&](std::size_t leaf, unsigned) {
        const std::vector<float> sums = leaf_sums(leaves[leaf], samples, biases, runouts);
        float* values = out.values.data() + leaf * combinations * own * others;
        for (std::size_t c = 0; c < combinations; ++c) {
            for (std::size_t i = 0; i < own; ++i) {
                for (std::size_t j = 0; j < others; ++j)
                    *values++ = mean(i * others + j, sums[(c * own + i) * width + j]);
            }
        }
    });
    return out;
}

}  // namespace riverboat
