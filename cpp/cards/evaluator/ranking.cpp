#include "cards/evaluator/ranking.hpp"

#include <algorithm>
#include <utility>

namespace riverboat {

namespace {

using enum Category;

const std::vector<Category> kHoldemOrder = {high_card, pair,       two_pair, trips,         straight,
                                            flush,     full_house, quads,    straight_flush};
// Six-plus as played in the large live series: a flush beats a full house, a straight beats trips.
const std::vector<Category> kShortDeckOrder = {high_card,  pair,  two_pair, trips,         straight,
                                               full_house, flush, quads,    straight_flush};
// The older six-plus rule: trips beat a straight.
const std::vector<Category> kShortDeckTripsOrder = {high_card,  pair,  two_pair, straight,      trips,
                                                    full_house, flush, quads,    straight_flush};
const std::vector<Category> kThreeCardOrder = {high_card, pair, flush, straight, trips, straight_flush};

// The top rank of a straight made by these distinct ranks, or -1.
int straight_top(const RankingRules& rules, const RankCounts& counts) {
    int run =
        counts[kRanks - 1] > 0 && rules.highest_rank == kRanks - 1 ? 1 : 0;  // the ace below the lowest rank
    for (int rank = rules.lowest_rank; rank <= rules.highest_rank; ++rank) {
        run = counts[rank] > 0 ? run + 1 : 0;
        if (run >= rules.hand_size) return rank;
    }
    return -1;
}

// By how many cards there are of the two most frequent ranks.
Category category_of_groups(int first, int second) {
    if (first == 4) return quads;
    if (first == 3) return second == 2 ? full_house : trips;
    if (first == 2) return second == 2 ? two_pair : pair;
    return high_card;
}

}  // namespace

const RankingRules& ranking_rules(RankingId id) {
    static const std::array<RankingRules, kRankings> all = {{
        {"holdem", 5, 7, 5, 0, 12, 4, true, kHoldemOrder},
        {"short-deck", 5, 7, 5, 4, 12, 4, true, kShortDeckOrder},
        {"short-deck-trips", 5, 7, 5, 4, 12, 4, true, kShortDeckTripsOrder},
        {"three-card", 3, 3, 3, 0, 12, 4, true, kThreeCardOrder},
        {"two-card", 2, 2, 2, 0, 12, 4, false, {high_card, pair}},
        {"one-card", 1, 1, 1, 0, 12, 4, false, {high_card}},
    }};
    return all[static_cast<int>(id)];
}

StrengthClass classify(const RankingRules& rules, const RankCounts& counts, bool suited) {
    StrengthClass cls{high_card, 0, {-1, -1, -1, -1, -1}};
    std::array<unsigned, 5> ranks_of{};  // a bit for each rank, by how many cards of it there are
    for (int rank = 0; rank < kRanks; ++rank) ranks_of[counts[rank]] |= 1u << rank;
    std::array<int, 2> most{};  // cards of the first two ranks
    for (int count = 4; count > 0; --count) {
        for (unsigned ranks = ranks_of[count]; ranks != 0;) {
            const int rank = 31 - __builtin_clz(ranks);
            ranks &= ~(1u << rank);
            if (cls.count_ranks < 2) most[cls.count_ranks] = count;
            cls.ranks[cls.count_ranks++] = static_cast<std::int8_t>(rank);
        }
    }
    cls.category = category_of_groups(most[0], most[1]);
    const int top =
        cls.category == high_card && rules.straights_and_flushes ? straight_top(rules, counts) : -1;
    const bool flushed = suited && rules.straights_and_flushes;
    if (top >= 0)
        return {flushed ? straight_flush : straight, 1, {static_cast<std::int8_t>(top), -1, -1, -1, -1}};
    if (flushed) cls.category = flush;
    return cls;
}

std::uint64_t order_key(const RankingRules& rules, const StrengthClass& cls) {
    const auto place = std::find(rules.order.begin(), rules.order.end(), cls.category);
    std::uint64_t key = static_cast<std::uint64_t>(place - rules.order.begin());
    for (int rank : cls.ranks) key = key * 16 + static_cast<std::uint64_t>(rank + 1);
    return key;
}

std::vector<StrengthClass> strength_classes(const RankingRules& rules) {
    std::vector<std::pair<std::uint64_t, StrengthClass>> ordered;
    each_rank_set(rules, rules.hand_size, [&](const RankCounts& counts) {
        const bool distinct = *std::max_element(counts.begin(), counts.end()) == 1;
        for (bool suited : {false, true}) {
            if (suited && !(distinct && rules.straights_and_flushes)) continue;
            const StrengthClass cls = classify(rules, counts, suited);
            ordered.emplace_back(order_key(rules, cls), cls);
        }
    });
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<StrengthClass> classes;
    std::uint64_t last = ~std::uint64_t{0};
    for (const auto& [key, cls] : ordered) {
        if (key != std::exchange(last, key)) classes.push_back(cls);
    }
    return classes;
}

}  // namespace riverboat
