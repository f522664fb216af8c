#include "bots/win_rate.hpp"

#include <algorithm>

#include "bots/preflop_chances.hpp"
#include "runtime/rng.hpp"

namespace riverboat {

namespace {

constexpr std::uint32_t kBlock = 16;  // deals between two looks at whether the rest matters

// The same before the flop against one opponent, where nothing need be dealt: the chances are known.
class PreflopDraws {
  public:
    PreflopDraws(const Holding& holding, std::uint64_t seed)
        : rng_(seed, 0), chances_(preflop_chances(holding.hole[0], holding.hole[1])) {}

    std::uint64_t shares(std::uint32_t, std::uint32_t count) {
        const std::uint32_t wins = chances_.wins, not_losses = chances_.wins + chances_.ties;
        std::uint64_t halves = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t draw = rng_.below(kPreflopDeals);
            halves += (draw < wins) + (draw < not_losses);
        }
        return halves * (kPotShares / 2);
    }

  private:
    Rng rng_;
    PreflopChances chances_;
};

template <class Visit>
auto with_deals(const GameRules& rules, const Holding& holding, std::uint64_t seed, const Visit& visit) {
    if (rules.is_holdem() && holding.board.empty() && holding.opponents == 1) {
        PreflopDraws draws(holding, seed);
        return visit(draws);
    }
    const SampledShowdowns deals(rules, holding, seed);
    return visit(deals);
}

}  // namespace

std::uint64_t sampled_shares(const GameRules& rules, const Holding& holding, std::uint32_t samples,
                             std::uint64_t seed) {
    return with_deals(rules, holding, seed, [&](auto& deals) { return deals.shares(0, samples); });
}

int sampled_bin(const GameRules& rules, const Holding& holding, std::uint32_t samples, std::uint64_t seed,
                std::span<const std::uint64_t> cuts) {
    return with_deals(rules, holding, seed, [&](auto& deals) {
        std::uint64_t sum = 0;
        std::size_t bin = 0;
        for (std::uint32_t done = 0;;) {
            while (bin < cuts.size() && cuts[bin] <= sum) ++bin;
            if (bin == cuts.size() || sum + std::uint64_t{samples - done} * kPotShares < cuts[bin]) break;
            const std::uint32_t block = std::min(samples - done, kBlock);
            sum += deals.shares(done, block);
            done += block;
        }
        return static_cast<int>(bin);
    });
}

}  // namespace riverboat
