#include "cards/evaluator/evaluator.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "cards/evaluator/enumeration.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

const std::array<RankingId, kRankings> kAllRankings = {
    RankingId::holdem,     RankingId::short_deck, RankingId::short_deck_trips,
    RankingId::three_card, RankingId::two_card,   RankingId::one_card,
};

std::vector<CpuPath> paths() {
    std::vector<CpuPath> all = {CpuPath::baseline};
    if (cpu_path() == CpuPath::avx512) all.push_back(CpuPath::avx512);
    return all;
}

CardMask below_deck(const Evaluator& evaluator) {
    return bit_of(4 * evaluator.rules().lowest_rank) - 1;
}

// The memory is exactly as large as the rows, so that the address sanitizer sees any read beyond them.
std::vector<Strength> batch(const Evaluator& evaluator, const std::vector<Card>& rows, int count,
                            CpuPath path, unsigned threads = 1) {
    std::vector<Card> exact(rows);
    exact.shrink_to_fit();
    std::vector<Strength> out(rows.size() / static_cast<std::size_t>(count));
    CHECK(evaluate_batch(evaluator, exact, count, out, threads, {}, path) == -1);
    return out;
}

std::vector<Strength> one_by_one(const Evaluator& evaluator, const std::vector<Card>& rows, int count) {
    std::vector<Strength> out;
    for (std::size_t at = 0; at < rows.size(); at += static_cast<std::size_t>(count)) {
        out.push_back(evaluator(&rows[at], count));
    }
    return out;
}

// By the rules alone: the best class over all choices of hand_size cards. Slow.
Strength by_the_rules(const Evaluator& evaluator, const std::vector<Card>& cards) {
    const RankingRules& rules = evaluator.rules();
    std::uint64_t best = 0;
    for (unsigned choice = 0; choice < 1u << cards.size(); ++choice) {
        if (__builtin_popcount(choice) != rules.hand_size) continue;
        RankCounts counts{};
        std::set<int> suits;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            if (!(choice >> i & 1)) continue;
            ++counts[rank_of(cards[i])];
            suits.insert(suit_of(cards[i]));
        }
        best = std::max(best, order_key(rules, classify(rules, counts, suits.size() == 1)));
    }
    for (std::size_t s = 0; s < evaluator.classes().size(); ++s) {
        if (order_key(rules, evaluator.classes()[s]) == best) return static_cast<Strength>(s + 1);
    }
    return 0;
}

std::map<Category, std::uint64_t> by_category(const Evaluator& evaluator,
                                              const std::vector<std::uint64_t>& counts) {
    std::map<Category, std::uint64_t> sums;
    for (std::size_t s = 1; s < counts.size(); ++s) sums[evaluator.classes()[s - 1].category] += counts[s];
    return sums;
}

}  // namespace

TEST(sums_of_rank_keys_are_distinct) {
    for (int count : {1, 2, 3, 4, 5, 6, 7}) {
        std::vector<std::uint32_t> sums;
        each_rank_set(ranking_rules(RankingId::holdem), count, [&](const RankCounts& ranks) {
            std::uint32_t sum = 0;
            for (int rank = 0; rank < kRanks; ++rank)
                sum += static_cast<std::uint32_t>(ranks[rank]) * kRankKey[rank];
            sums.push_back(sum & kKeyMask);
        });
        std::sort(sums.begin(), sums.end());
        CHECK(std::adjacent_find(sums.begin(), sums.end()) == sums.end());
        if (count == 5) CHECK(sums.size() == 6'175);
        if (count == 7) CHECK(sums.size() == 49'205);
    }
}

TEST(number_of_classes) {
    const std::array<std::size_t, kRankings> expected = {7'462, 1'404, 1'404, 741, 91, 13};
    for (int i = 0; i < kRankings; ++i) CHECK(evaluator(kAllRankings[i]).classes().size() == expected[i]);
}

TEST(tables_of_seven_cards_stay_small) {  // rank_table.hpp and the documentation say how small
    const std::size_t bytes = evaluator(RankingId::holdem).table(7).bytes();
    CHECK(bytes > 121'500 && bytes < 123'000);
}

TEST(scalar_follows_the_rules) {
    Deal deal(1);
    for (RankingId id : kAllRankings) {
        const Evaluator& e = evaluator(id);
        for (int count = e.rules().min_cards; count <= e.rules().max_cards; ++count) {
            for (int i = 0; i < (quick() ? 50 : 2'000); ++i) {
                CardMask used = below_deck(e);
                // Every other hand comes from two suits only: enough flushes and straight flushes.
                if (i % 2 == 1) used |= kSuitMask | kSuitMask << (1 + deal.below(3));
                const std::vector<Card> cards = deal.cards(count, used);
                CHECK(e(cards.data(), count) == by_the_rules(e, cards));
            }
        }
    }
}

TEST(suit_ranks_packs_every_suit) {
    Deal deal(2);
    for (int i = 0; i < 1'000; ++i) {
        CardMask mask = 0;
        deal.cards(1 + static_cast<int>(deal.below(30)), mask);
        for (int suit = 0; suit < kSuits; ++suit) {
            std::uint32_t expected = 0;
            for (int rank = 0; rank < kRanks; ++rank)
                expected |= static_cast<std::uint32_t>(mask >> (4 * rank + suit) & 1) << rank;
            CHECK(suit_ranks(mask, suit) == expected);
        }
    }
}

TEST(batches_agree_with_the_scalar_at_every_size) {
    Deal deal(3);
    for (RankingId id : kAllRankings) {
        const Evaluator& e = evaluator(id);
        for (int count = e.rules().min_cards; count <= e.rules().max_cards; ++count) {
            for (std::size_t hands = 0; hands <= 40; ++hands) {
                const auto rows = deal.rows(hands, count, below_deck(e));
                for (CpuPath path : paths()) CHECK(batch(e, rows, count, path) == one_by_one(e, rows, count));
            }
        }
    }
}

TEST(large_batches_agree_on_every_path_and_number_of_threads) {
    Deal deal(4);
    for (RankingId id : kAllRankings) {
        const Evaluator& e = evaluator(id);
        for (int count = e.rules().min_cards; count <= e.rules().max_cards; ++count) {
            // Two suits: a tenth of the hands are flushes, also more than one per group of sixteen.
            for (CardMask without : {below_deck(e), below_deck(e) | kSuitMask | kSuitMask << 2}) {
                const auto rows = deal.rows(quick() ? 5'003 : 300'003, count, without);
                const auto expected = one_by_one(e, rows, count);
                for (CpuPath path : paths()) {
                    for (unsigned threads : {1u, 3u}) CHECK(batch(e, rows, count, path, threads) == expected);
                }
            }
        }
    }
}

TEST(the_first_bad_row_is_named) {
    Deal deal(5);
    const std::size_t block = 2'048, chunk = 64 * block;
    const std::size_t hands = quick() ? block + 37 : chunk + 37;  // and a tail
    std::vector<std::size_t> places = {0, 1, 15, 16, block - 1, block, hands - 17, hands - 2, hands - 1};
    if (!quick()) places.insert(places.end(), {chunk - 1, chunk});
    for (RankingId id :
         {RankingId::holdem, RankingId::three_card, RankingId::two_card, RankingId::one_card}) {
        const Evaluator& e = evaluator(id);
        for (int count = e.rules().min_cards; count <= e.rules().max_cards; ++count) {
            auto rows = deal.rows(hands, count);
            std::vector<Strength> out(hands);
            for (std::size_t row : places) {
                Card* const hand = &rows[row * static_cast<std::size_t>(count)];
                for (int column = 0; column < count; ++column) {
                    const Card good = hand[column];
                    std::vector<Card> bad = {52, 63, 64, 127, 128, 255};
                    for (int other = 0; other < count; ++other) {
                        if (other != column) bad.push_back(hand[other]);
                    }
                    // All bad values near the start; one each further on, where a run takes longer.
                    if (row > block || quick()) bad = {bad[deal.below(static_cast<unsigned>(bad.size()))]};
                    const std::size_t seen = row > block ? hands : block + 1;
                    for (Card value : bad) {
                        hand[column] = value;
                        const std::span<const Card> all(rows.data(), seen * static_cast<std::size_t>(count));
                        for (CpuPath path : paths()) {
                            CHECK(evaluate_batch(e, all, count, std::span(out).first(seen), 1, {}, path) ==
                                  static_cast<std::ptrdiff_t>(row));
                        }
                    }
                    hand[column] = good;
                }
            }
        }
    }
}

TEST(of_two_bad_rows_the_first_is_named) {
    Deal deal(6);
    const std::size_t hands = quick() ? 4 * 2'048 : 3 * 64 * 2'048, step = hands / 8;
    for (CpuPath path : paths()) {
        auto rows = deal.rows(hands, 7);
        std::vector<Strength> out(hands);
        for (std::size_t row = hands; row-- > 0; row -= std::min(row, step)) {
            rows[7 * row + 6] = rows[7 * row];
            CHECK(evaluate_batch(evaluator(RankingId::holdem), rows, 7, out, 4, {}, path) ==
                  static_cast<std::ptrdiff_t>(row));
        }
    }
}

TEST(ids_that_are_no_cards_never_read_out_of_bounds) {
    Deal deal(7);
    const Evaluator& e = evaluator(RankingId::holdem);
    for (int count : {5, 6, 7}) {
        std::vector<Card> rows(2'048 * static_cast<std::size_t>(count));
        for (Card& card : rows) card = static_cast<Card>(deal.below(256));
        std::vector<Strength> out(2'048);
        CHECK(!detail::evaluate_block(e, rows.data(), out.size(), count, out.data()));
        if (cpu_path() == CpuPath::avx512) {
            CHECK(!detail::evaluate_block_avx512(e, rows.data(), out.size(), count, out.data()));
        }
    }
}

TEST(every_five_card_hand) {
    const Evaluator& e = evaluator(RankingId::holdem);
    const auto counts = strength_counts(e, 5, 1, {});
    auto sums = by_category(e, counts);
    CHECK(sums[Category::straight_flush] == 40);
    CHECK(sums[Category::quads] == 624);
    CHECK(sums[Category::full_house] == 3'744);
    CHECK(sums[Category::flush] == 5'108);
    CHECK(sums[Category::straight] == 10'200);
    CHECK(sums[Category::trips] == 54'912);
    CHECK(sums[Category::two_pair] == 123'552);
    CHECK(sums[Category::pair] == 1'098'240);
    CHECK(sums[Category::high_card] == 1'302'540);
    CHECK(counts[0] == 0 && std::count(counts.begin(), counts.end(), 0u) == 1);
}

TEST(every_seven_card_hand) {
    if (quick()) return;
    const Evaluator& e = evaluator(RankingId::holdem);
    std::size_t last = 0, total = 0;
    bool rising = true;
    const auto counts = strength_counts(e, 7, 2, [&](std::size_t done, std::size_t all) {
        rising = rising && done >= last;
        last = done;
        total = all;
    });
    CHECK(rising && last <= total && total == 133'784'560);
    auto sums = by_category(e, counts);
    CHECK(sums[Category::straight_flush] == 41'584);
    CHECK(sums[Category::quads] == 224'848);
    CHECK(sums[Category::full_house] == 3'473'184);
    CHECK(sums[Category::flush] == 4'047'644);
    CHECK(sums[Category::straight] == 6'180'020);
    CHECK(sums[Category::trips] == 6'461'620);
    CHECK(sums[Category::two_pair] == 31'433'400);
    CHECK(sums[Category::pair] == 58'627'800);
    CHECK(sums[Category::high_card] == 23'294'460);
    CHECK(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; }) == 4'824);
}

// The enumeration does not use the evaluator's own look-up: compare them hand by hand.
TEST(counts_match_dealing_every_hand) {
    for (auto [id, count] : {std::pair{RankingId::three_card, 3},
                             {RankingId::two_card, 2},
                             {RankingId::one_card, 1},
                             {RankingId::short_deck, 5},
                             {RankingId::short_deck_trips, 5}}) {
        const Evaluator& e = evaluator(id);
        std::vector<std::uint64_t> expected(e.classes().size() + 1);
        std::vector<Card> cards;
        each_completion(cards, count, below_deck(e),
                        [&](const std::vector<Card>& all) { ++expected[e(all.data(), count)]; });
        CHECK(strength_counts(e, count, 2, {}) == expected);
    }
}
