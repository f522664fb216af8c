#include "solvers/sequence/bucket_pairs.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace riverboat {

namespace {

constexpr std::size_t kCards = 52;

// Weights of the second player's hands by bucket.
struct Sums {
    std::vector<double> of;
    explicit Sums(std::size_t buckets) : of(buckets) {}
    void add_to(double* row, double times) const {
        for (std::size_t b = 0; b < of.size(); ++b) row[b] += times * of[b];
    }
};

// For hands in order of their strength: add to each row what comes before it and is not as strong.
void add_ordered(const BucketedHands& hands, std::span<const std::int32_t> order, double sign, double* won) {
    Sums before(hands.buckets);
    for (std::size_t at = 0; at < order.size();) {
        std::size_t end = at;
        const auto strength = hands.strength[static_cast<std::size_t>(order[at])];
        while (end < order.size() && hands.strength[static_cast<std::size_t>(order[end])] == strength) ++end;
        for (std::size_t i = at; i < end; ++i) {
            const auto h = static_cast<std::size_t>(order[i]);
            before.add_to(won + static_cast<std::size_t>(hands.bucket[h]) * hands.buckets,
                          sign * hands.first[h]);
        }
        for (; at < end; ++at) {
            const auto h = static_cast<std::size_t>(order[at]);
            before.of[static_cast<std::size_t>(hands.bucket[h])] += hands.second[h];
        }
    }
}

void take_out(const BucketedHands& hands, std::span<const std::int32_t> of_card, double* met, double* won) {
    for (const std::int32_t one : of_card) {
        const auto h = static_cast<std::size_t>(one);
        const std::size_t row = static_cast<std::size_t>(hands.bucket[h]) * hands.buckets;
        for (const std::int32_t other : of_card) {
            const auto g = static_cast<std::size_t>(other);
            const double weight = hands.first[h] * hands.second[g];
            const std::size_t at = row + static_cast<std::size_t>(hands.bucket[g]);
            const int order =
                (hands.strength[h] > hands.strength[g]) - (hands.strength[h] < hands.strength[g]);
            met[at] -= weight;
            won[at] -= order * weight;
        }
    }
}

}  // namespace

void add_bucket_pairs(const BucketedHands& hands, double* met, double* won) {
    std::vector<std::int32_t> order;
    std::array<std::vector<std::int32_t>, kCards> of_card;
    Sums all(hands.buckets);
    for (std::size_t h = 0; h < hands.strength.size(); ++h) {
        if (hands.strength[h] < 0) continue;
        order.push_back(static_cast<std::int32_t>(h));
        for (std::size_t c = 0; c < 2; ++c)
            of_card[hands.cards[2 * h + c]].push_back(static_cast<std::int32_t>(h));
        all.of[static_cast<std::size_t>(hands.bucket[h])] += hands.second[h];
    }
    for (const std::int32_t one : order) {
        const auto h = static_cast<std::size_t>(one);
        const auto bucket = static_cast<std::size_t>(hands.bucket[h]);
        all.add_to(met + bucket * hands.buckets, hands.first[h]);
        met[bucket * (hands.buckets + 1)] += hands.first[h] * hands.second[h];  // taken out twice below
    }
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return hands.strength[static_cast<std::size_t>(a)] < hands.strength[static_cast<std::size_t>(b)];
    });
    add_ordered(hands, order, 1.0, won);
    std::reverse(order.begin(), order.end());
    add_ordered(hands, order, -1.0, won);
    for (const auto& some : of_card) take_out(hands, some, met, won);
}

}  // namespace riverboat
