#include "games/payouts/finishes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace riverboat {

namespace {

// Sums of the stacks of every set of players.
std::vector<double> sums_of_sets(std::span<const double> stacks) {
    std::vector<double> sums(std::size_t{1} << stacks.size(), 0.0);
    for (std::size_t set = 1; set < sums.size(); ++set) {
        sums[set] = sums[set & (set - 1)] + stacks[std::countr_zero(set)];
    }
    return sums;
}

}  // namespace

std::vector<double> harville_finishes(std::span<const double> stacks, int places) {
    const std::size_t players = stacks.size();
    const std::vector<double> sums = sums_of_sets(stacks);
    std::vector<double> chance(sums.size(), 0.0), finishes(players * places, 0.0);
    chance[0] = 1.0;  // chance[set]: that these take the first places, in any order
    for (std::size_t set = 0; set + 1 < sums.size(); ++set) {
        const int place = std::popcount(set);
        if (place >= places) continue;
        const double each = chance[set] / sums[sums.size() - 1 - set];
        for (std::size_t rest = sums.size() - 1 - set; rest != 0; rest &= rest - 1) {
            const int player = std::countr_zero(rest);
            const double next = each * stacks[player];
            finishes[player * places + place] += next;
            chance[set | std::size_t{1} << player] += next;
        }
    }
    return finishes;
}

std::vector<double> weitzman_finishes(std::span<const double> stacks, int places) {
    const std::size_t players = stacks.size(), all = (std::size_t{1} << players) - 1;
    const std::vector<double> sums = sums_of_sets(stacks);
    std::vector<double> chance(sums.size(), 0.0), finishes(players * places, 0.0);
    chance[0] = 1.0;  // chance[set]: that these are out, and the others are not
    for (std::size_t out = 0; out < all; ++out) {
        const std::size_t rest = all & ~out;
        const int left = std::popcount(rest);
        const double gained = sums[out] / left;  // the same by whichever road they went out
        double total = 0.0;
        for (std::size_t some = rest; some != 0; some &= some - 1) {
            total += 1.0 / (stacks[std::countr_zero(some)] + gained);
        }
        for (std::size_t some = rest; some != 0; some &= some - 1) {
            const int player = std::countr_zero(some);
            const double next = chance[out] / (stacks[player] + gained) / total;
            if (left <= places) finishes[player * places + left - 1] += next;
            chance[out | std::size_t{1} << player] += next;
        }
    }
    return finishes;
}

std::vector<double> harville_bounties(std::span<const double> stacks, std::span<const double> bounties) {
    const std::vector<double> sums = sums_of_sets(stacks);
    std::vector<double> chance(sums.size(), 0.0), won(stacks.size(), 0.0);
    chance[0] = 1.0;
    for (std::size_t set = 0; set + 1 < sums.size(); ++set) {
        const double each = chance[set] / sums[sums.size() - 1 - set];
        double heads = 0.0;  // of those who finish right below the set
        for (std::size_t rest = sums.size() - 1 - set; rest != 0; rest &= rest - 1) {
            const int player = std::countr_zero(rest);
            const double next = each * stacks[player];
            chance[set | std::size_t{1} << player] += next;
            if (set == 0) won[player] += next * bounties[player];
            heads += next * bounties[player];
        }
        for (std::size_t above = set; above != 0; above &= above - 1) {
            const int player = std::countr_zero(above);
            won[player] += heads * stacks[player] / sums[set];
        }
    }
    return won;
}

std::vector<double> prizes_after_hand(std::span<const double> before, std::span<const double> after,
                                      std::span<const double> payouts) {
    const auto prize = [&](std::size_t place) { return place < payouts.size() ? payouts[place] : 0.0; };
    std::vector<double> left, worth(after.size(), 0.0);
    std::vector<std::size_t> alive, out;
    for (std::size_t seat = 0; seat < after.size(); ++seat) {
        (after[seat] > 0.0 ? alive : out).push_back(seat);
        if (after[seat] > 0.0) left.push_back(after[seat]);
    }
    const int places = static_cast<int>(std::min(alive.size(), payouts.size()));
    const std::vector<double> finishes = harville_finishes(left, places);
    for (std::size_t i = 0; i < alive.size(); ++i) {
        for (int place = 0; place < places; ++place) {
            worth[alive[i]] += finishes[i * places + place] * payouts[place];
        }
    }
    std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return before[a] > before[b]; });
    for (std::size_t begin = 0, end; begin < out.size(); begin = end) {
        double sum = 0.0;
        for (end = begin; end < out.size() && before[out[end]] == before[out[begin]]; ++end) {
            sum += prize(alive.size() + end);
        }
        for (std::size_t i = begin; i < end; ++i) worth[out[i]] = sum / static_cast<double>(end - begin);
    }
    return worth;
}

}  // namespace riverboat
