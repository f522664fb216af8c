#include "solvers/sampled/known_deals.hpp"

#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "abstraction/tables/hand_tables.hpp"
#include "runtime/parallel.hpp"
#include "solvers/sampled/sampled_dealer.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// Three seats, two cards each, with the twelve highest cards; three of the board lie, two come one by one.
GameRules twelve_cards() {
    GameRules rules;
    rules.players = 3;
    rules.rounds = 3;
    rules.hole_cards = 2;
    rules.board_cards = {3, 1, 1};
    for (int card = 40; card < kCards; ++card) rules.deck[rules.deck_size++] = static_cast<Card>(card);
    return rules;
}

const std::vector<Card> kBoard = {40, 45, 51};

// Seats 0 and 2 hold ranges of very different weights; seat 1 holds nothing.
std::vector<std::vector<float>> two_ranges() {
    Deal deal(9);
    std::vector<std::vector<float>> weights(3);
    for (const int seat : {0, 2}) {
        for (int hand = 0; hand < kHands; ++hand) {
            const unsigned kind = deal.below(4);
            weights[seat].push_back(kind == 0   ? 0
                                    : kind == 1 ? 7.5f
                                                : static_cast<float>(deal.below(100)) / 100);
        }
    }
    return weights;
}

int hand_at(const Card* cards) {
    const Hand hand = hand_of_cards(cards[0], cards[1]);
    return hand_index(hand.hi, hand.lo);
}

// Both hands and the two cards to come, as one draws them, each with its chance.
using Dealt = std::array<int, 4>;
using Chances = std::map<Dealt, double>;

Chances all_deals(const std::vector<std::vector<float>>& weights,
                  const std::vector<std::array<Card, 2>>& runouts) {
    Chances out;
    double sum = 0;
    const CardMask board = mask_of_cards(kBoard);
    for (int a = 0; a < kHands; ++a) {
        for (int b = 0; b < kHands; ++b) {
            const CardMask first = mask_of(hand_of(a)), second = mask_of(hand_of(b));
            const float weight = weights[0][a] * weights[2][b];
            if (hand_of(a).lo < 40 || hand_of(b).lo < 40 || (first & second) || weight == 0) continue;
            if ((first | second) & board) continue;
            for (const auto& [turn, river] : runouts) {
                if (turn == river || ((first | second | board) & (bit_of(turn) | bit_of(river)))) continue;
                sum += weight;
                out[{a, b, turn, river}] += weight;
            }
        }
    }
    for (auto& [deal, chance] : out) chance /= sum;
    return out;
}

// Frequencies of whole deals would need millions: both hands together, and one hand with the river.
void check_frequencies(const KnownDeals& deals, const Chances& chances, std::size_t count) {
    const auto hands = [](const Dealt& d) { return std::pair(d[0], d[1]); };
    const auto with_river = [](const Dealt& d) { return std::pair(d[1], d[3]); };
    std::array<std::map<std::pair<int, int>, double>, 2> seen, expected;
    for (const auto& [deal, chance] : chances) {
        expected[0][hands(deal)] += chance * static_cast<double>(count);
        expected[1][with_river(deal)] += chance * static_cast<double>(count);
    }
    Rng rng(5, 0);
    std::array<Card, 11> cards{};
    int wrong = 0;
    for (std::size_t made = 0; made < count;) {
        if (!deals.draw(rng, cards.data())) continue;
        ++made;
        const Dealt deal{hand_at(&cards[0]), hand_at(&cards[4]), cards[9], cards[10]};
        wrong += !chances.contains(deal) || !std::equal(kBoard.begin(), kBoard.end(), &cards[6]);
        seen[0][hands(deal)] += 1;
        seen[1][with_river(deal)] += 1;
    }
    CHECK(wrong == 0);
    for (const int by : {0, 1}) {
        for (const auto& [what, mean] : expected[by])
            CHECK(std::abs(seen[by][what] - mean) <= 5.5 * std::sqrt(mean) + 1);
    }
}

std::vector<std::array<Card, 2>> any_two() {
    std::vector<std::array<Card, 2>> out;
    for (Card turn = 40; turn < kCards; ++turn) {
        for (Card river = 40; river < kCards; ++river) out.push_back({turn, river});
    }
    return out;
}

}  // namespace

TEST(deals_are_as_likely_as_their_weights) {
    const KnownDeals deals(twelve_cards(), kBoard, two_ranges(), {});
    CHECK(deals.dealt() == 0b101);
    check_frequencies(deals, all_deals(two_ranges(), any_two()), quick() ? 20'000 : 300'000);
}

TEST(the_rest_of_the_board_is_drawn_from_runouts) {
    const std::vector<std::array<Card, 2>> runouts = {{41, 42}, {41, 42}, {50, 43}, {44, 49}, {47, 46}};
    std::vector<Card> flat;
    for (const auto& [turn, river] : runouts) flat.insert(flat.end(), {turn, river});
    const KnownDeals deals(twelve_cards(), kBoard, two_ranges(), flat);
    check_frequencies(deals, all_deals(two_ranges(), runouts), quick() ? 20'000 : 300'000);
}

TEST(one_card_hands_and_a_whole_board) {
    GameRules rules = twelve_cards();
    rules.players = 2;
    rules.rounds = 1;
    rules.hole_cards = 1;
    rules.board_cards = {3};
    std::vector<std::vector<float>> weights(2, std::vector<float>(kCards, 1.0f));
    weights[1].assign(kCards, 0.0f);
    weights[1][44] = 1e-30f;             // the only one, however small
    weights[1][2] = weights[1][45] = 1;  // not in the deck, and on the board
    const KnownDeals deals(rules, kBoard, weights, {});
    Rng rng(1, 0);
    std::array<Card, 5> cards{};
    std::map<Card, int> seen;
    for (int i = 0; i < 2000; ++i) {
        if (!deals.draw(rng, cards.data())) continue;
        CHECK(cards[1] == 44 && cards[2] == 40 && cards[4] == 51);
        ++seen[cards[0]];
    }
    CHECK(seen.size() == 8 && !seen.contains(44));
}

TEST(ranges_without_a_hand_are_refused) {
    std::vector<std::vector<float>> weights = two_ranges();
    for (int hand = 0; hand < kHands; ++hand) {
        if (!(mask_of(hand_of(hand)) & mask_of_cards(kBoard))) weights[2][hand] = 0;
    }
    bool refused = false;
    try {
        const KnownDeals deals(twelve_cards(), kBoard, weights, {});
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

// --- with buckets of the board -----------------------------------------------------------------------------

namespace {

// Buckets of 1, 2 and 4 bytes that tell all places apart as far as they can.
struct BoardBuckets {
    std::vector<std::uint8_t> flop = std::vector<std::uint8_t>(kHands);
    std::vector<std::uint16_t> turn = std::vector<std::uint16_t>(std::size_t{kCards} * kHands);
    std::vector<std::uint32_t> river = std::vector<std::uint32_t>(std::size_t{kHands} * kHands);

    BoardBuckets() {
        for (std::size_t i = 0; i < flop.size(); ++i) flop[i] = static_cast<std::uint8_t>(i * 31);
        for (std::size_t i = 0; i < turn.size(); ++i) turn[i] = static_cast<std::uint16_t>(i * 7);
        for (std::size_t i = 0; i < river.size(); ++i) river[i] = static_cast<std::uint32_t>(i);
    }
    std::shared_ptr<HandTables> tables() const {
        return std::make_shared<HandTables>(
            2, std::vector<int>{3, 4, 5},
            std::vector<BucketTable>{{flop.data(), 1}, {turn.data(), 2}, {river.data(), 4}},
            CardMask{0xfff} << 40, 3);
    }
};

}  // namespace

TEST(buckets_of_one_board_are_looked_up_by_hand_and_by_what_came) {
    const BoardBuckets buckets;
    const auto tables = buckets.tables();
    SampledDealer dealer(twelve_cards(), tables);
    dealer.set_known(KnownDeals(twelve_cards(), kBoard, two_ranges(), {}));
    std::vector<SampledDeal> deals(5000);
    parallel_chunks(5, 3, {}, [&](std::size_t chunk, unsigned) {  // threads share tables and ranges
        Rng rng(3, chunk);
        dealer.deal(rng, &deals[chunk * 1000], 1000);
    });
    int wrong = 0;
    for (const SampledDeal& deal : deals) {
        const std::size_t river = static_cast<std::size_t>(hand_at(&deal.cards[9]));
        for (std::size_t seat = 0; seat < 3; ++seat) {
            const auto hand = static_cast<std::size_t>(hand_at(&deal.cards[2 * seat]));
            const std::uint32_t* found = &deal.buckets[3 * seat];
            wrong += found[0] != buckets.flop[hand];
            wrong += found[1] != buckets.turn[std::size_t{deal.cards[9]} * kHands + hand];
            wrong += found[2] != buckets.river[river * kHands + hand];
        }
    }
    CHECK(wrong == 0);
}

TEST(ranges_that_never_fit_together_are_given_up) {
    const BoardBuckets buckets;
    SampledDealer dealer(twelve_cards(), buckets.tables());
    std::vector<std::vector<float>> weights(3, std::vector<float>(kHands));
    for (auto& range : weights) range[static_cast<std::size_t>(hand_index(50, 49))] = 1;
    dealer.set_known(KnownDeals(twelve_cards(), kBoard, weights, {}));
    Rng rng(1, 0);
    SampledDeal deal;
    bool given_up = false;
    try {
        dealer.deal(rng, &deal, 1);
    } catch (const NoDeal&) {
        given_up = true;
    }
    CHECK(given_up);
}
