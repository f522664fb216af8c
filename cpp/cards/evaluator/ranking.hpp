// How hands are ranked, as data: the same evaluator serves hold'em, short deck and the small games.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cards/card.hpp"

namespace riverboat {

enum class Category : std::uint8_t {
    high_card,
    pair,
    two_pair,
    trips,
    straight,
    flush,
    full_house,
    quads,
    straight_flush,
};

// The rules of one ranking. A hand's strength is that of its best `hand_size` cards.
struct RankingRules {
    std::string_view name;
    int min_cards, max_cards;  // how many cards a strength can be asked for
    int hand_size;             // how many of them count
    int lowest_rank;           // the deck's ranks are lowest_rank..highest_rank
    int highest_rank;
    int suits;                    // how many cards of one rank exist
    bool straights_and_flushes;   // an ace is also low, below the deck's lowest rank
    std::vector<Category> order;  // the categories that exist, weakest first
};

enum class RankingId : std::uint8_t { holdem, short_deck, short_deck_trips, three_card, two_card, one_card };
inline constexpr int kRankings = 6;
const RankingRules& ranking_rules(RankingId id);

using RankCounts = std::array<int, kRanks>;  // how many cards there are of each rank

// Calls visit(counts) for every choice of ranks of `size` cards that the deck can deal.
template <class Visit>
void each_rank_set(const RankingRules& rules, int size, const Visit& visit) {
    RankCounts counts{};
    const auto fill = [&](const auto& self, int rank, int left) -> void {
        if (left == 0) return visit(counts);
        if (rank > rules.highest_rank) return;
        for (int n = 0; n <= std::min(left, rules.suits); ++n) {
            counts[rank] = n;
            self(self, rank + 1, left - n);
        }
        counts[rank] = 0;
    };
    fill(fill, rules.lowest_rank, size);
}

// One class of equal hands. `ranks` holds the ranks that decide, most important first (a straight: its top
// card).
struct StrengthClass {
    Category category;
    int count_ranks;
    std::array<std::int8_t, 5> ranks;
};

// Every class of `rules`, weakest first; strength s is classes[s - 1], so strengths start at 1.
std::vector<StrengthClass> strength_classes(const RankingRules& rules);

// The class of exactly `hand_size` cards, given how many there are of each rank and whether they share a
// suit.
StrengthClass classify(const RankingRules& rules, const RankCounts& counts, bool suited);

// A number that orders classes of one ranking as strength does.
std::uint64_t order_key(const RankingRules& rules, const StrengthClass& cls);

}  // namespace riverboat
