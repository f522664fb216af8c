#include "cards/isomorphism/indexer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

#include "tests/check.hpp"

using namespace riverboat;

namespace {

using Rounds = std::vector<int>;

std::int64_t size_of(const Rounds& rounds) {
    return HandIndexer(rounds, kAllRanks, kAllSuits).size(static_cast<int>(rounds.size()) - 1);
}

std::int64_t index_of(const HandIndexer& indexer, int round, const std::vector<Card>& cards) {
    std::int64_t index = -1;
    CHECK(indexer.index(round, cards.data(), 1, &index, 1) == 1);
    return index;
}

// Independent of the indexer: the smallest of all 24 relabellings, cards sorted inside each round, a byte
// each.
std::uint64_t smallest_relabelling(const std::vector<Card>& cards, const Rounds& rounds) {
    std::array<int, kSuits> name = {0, 1, 2, 3};
    std::uint64_t best = ~std::uint64_t{0};
    do {
        std::array<Card, 8> other{};
        for (std::size_t i = 0; i < cards.size(); ++i) {
            other[i] = static_cast<Card>(4 * rank_of(cards[i]) + name[suit_of(cards[i])]);
        }
        std::uint64_t key = 0;
        for (auto at = other.begin(); int n : rounds) {
            std::sort(at, at + n);
            for (const auto end = at + n; at != end; ++at) key = key << 8 | *at;
        }
        best = std::min(best, key);
    } while (std::next_permutation(name.begin(), name.end()));
    return best;
}

std::vector<Card> random_hands(const std::vector<Card>& deck, int cards, std::size_t hands, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Card> left = deck, out;
    for (std::size_t h = 0; h < hands; ++h) {
        for (int i = 0; i < cards; ++i) {
            std::swap(left[i], left[i + random() % (left.size() - i)]);
            out.push_back(left[i]);
        }
    }
    return out;
}

std::vector<Card> deck_cards(unsigned rank_mask, unsigned suit_mask) {
    std::vector<Card> cards;
    for (int card = 0; card < kCards; ++card) {
        if ((rank_mask >> rank_of(card) & 1) && (suit_mask >> suit_of(card) & 1)) cards.push_back(card);
    }
    return cards;
}

// All two-card hands times all boards of `n` cards; body(cards).
template <class Body>
void for_boards(int n, std::vector<Card>& cards, int from, const Body& body) {
    if (n == 0) return body(cards);
    for (int card = from; card < kCards; ++card) {
        if (std::find(cards.begin(), cards.end(), card) != cards.end()) continue;
        cards.push_back(static_cast<Card>(card));
        for_boards(n - 1, cards, card + 1, body);
        cards.pop_back();
    }
}

}  // namespace

TEST(published_sizes) {
    CHECK(size_of({2}) == 169);
    CHECK(size_of({2, 3}) == 1'286'792);
    CHECK(size_of({2, 3, 1}) == 55'190'538);
    CHECK(size_of({2, 3, 1, 1}) == 2'428'287'420);
    CHECK(size_of({2, 4}) == 13'960'050);
    CHECK(size_of({2, 5}) == 123'156'254);
    CHECK(size_of({2, 2}) == 93'769);
    CHECK(size_of({3}) == 1'755);
    CHECK(size_of({4}) == 16'432);
    CHECK(size_of({5}) == 134'459);
    CHECK(size_of({3, 1}) == 63'193);
    CHECK(size_of({3, 1, 1}) == 2'554'656);
    CHECK(size_of({1, 1, 1}) == 9'997);
}

TEST(same_index_exactly_if_relabelled) {
    const HandIndexer indexer({2, 2}, kAllRanks, kAllSuits);
    std::map<std::uint64_t, std::int64_t> seen;
    for (int hand = 0; hand < kHands; hand += riverboat::test::quick() ? 53 : 7) {
        std::vector<Card> cards = {hand_of(hand).hi, hand_of(hand).lo};
        for_boards(2, cards, 0, [&](const std::vector<Card>& all) {
            const std::int64_t index = index_of(indexer, 1, all);
            const auto [at, added] = seen.emplace(smallest_relabelling(all, {2, 2}), index);
            CHECK(at->second == index);
        });
    }
    std::vector<std::int64_t> indices;
    for (const auto& [hand, index] : seen) indices.push_back(index);
    std::sort(indices.begin(), indices.end());
    CHECK(std::adjacent_find(indices.begin(), indices.end()) == indices.end());
}

TEST(every_flop_hits_its_class_as_often_as_the_weight_says) {
    const Rounds rounds = riverboat::test::quick() ? Rounds{2, 1} : Rounds{2, 3};
    const HandIndexer indexer(rounds, kAllRanks, kAllSuits);
    std::vector<std::int64_t> hits(indexer.size(1));
    std::vector<Card> batch;
    std::vector<std::int64_t> out;
    for (int hand = 0; hand < kHands; ++hand) {
        std::vector<Card> cards = {hand_of(hand).hi, hand_of(hand).lo};
        batch.clear();
        for_boards(rounds[1], cards, 0, [&](const std::vector<Card>& all) {
            for (Card card : all) batch.push_back(card);
        });
        const std::size_t hands = batch.size() / static_cast<std::size_t>(indexer.cards(1));
        out.resize(hands);
        CHECK(indexer.index(1, batch.data(), hands, out.data(), 1) == hands);
        for (std::int64_t index : out) ++hits[index];
    }
    std::vector<std::int64_t> all(hits.size()), weights(hits.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
    CHECK(indexer.weights(1, all.data(), all.size(), weights.data(), 1) == all.size());
    CHECK(hits == weights);
}

TEST(indices_and_cards_are_inverse) {
    for (const Rounds& rounds : {Rounds{2, 3}, Rounds{2, 2}, Rounds{4}, Rounds{3, 1}, Rounds{1, 1, 1}}) {
        const HandIndexer indexer(rounds, kAllRanks, kAllSuits);
        const int last = indexer.rounds() - 1;
        std::vector<std::int64_t> indices;
        for (std::int64_t i = 0; i < indexer.size(last); i += riverboat::test::quick() ? 97 : 1)
            indices.push_back(i);
        std::vector<Card> cards(indices.size() * indexer.cards(last));
        std::vector<std::int64_t> again(indices.size());
        CHECK(indexer.cards_of(last, indices.data(), indices.size(), cards.data(), 2) == indices.size());
        CHECK(indexer.index(last, cards.data(), indices.size(), again.data(), 2) == indices.size());
        CHECK(indices == again);
    }
}

TEST(paths_agree) {
    const std::size_t hands = riverboat::test::quick() ? 2'003 : 100'003;
    for (const unsigned ranks : {kAllRanks, 0x1FF0u, 0x1555u}) {
        for (const unsigned suits : {kAllSuits, 0xAu}) {
            for (const Rounds& rounds :
                 {Rounds{2, 3, 1, 1}, Rounds{2, 5}, Rounds{1, 1, 1, 1, 1, 1, 1}, Rounds{7}, Rounds{4, 3},
                  Rounds{3, 3, 1}, Rounds{1, 5}, Rounds{2, 2, 2}}) {
                const HandIndexer indexer(rounds, ranks, suits);
                for (int round = 0; round < indexer.rounds(); ++round) {
                    const auto cards = random_hands(deck_cards(ranks, suits), indexer.cards(round), hands, 1);
                    std::vector<std::int64_t> expected(hands), got(hands);
                    CHECK(indexer.index_on(CpuPath::baseline, round, cards.data(), hands, expected.data()) ==
                          hands);
                    for (CpuPath path : {CpuPath::bmi2, CpuPath::avx512}) {
                        if (path > cpu_path()) continue;
                        CHECK(indexer.index_on(path, round, cards.data(), hands, got.data()) == hands);
                        CHECK(got == expected);
                    }
                }
            }
        }
    }
}

TEST(the_first_bad_row_is_named_on_every_path) {
    const HandIndexer indexer({2, 3, 1, 1}, 0x1FF0, kAllSuits);
    const std::size_t hands = 50'000;
    const auto good = random_hands(deck_cards(0x1FF0, kAllSuits), 7, hands, 2);
    std::vector<std::int64_t> out(hands * 4);
    for (const std::size_t row : {0, 7, 15, 16, 33'333, 49'999}) {
        for (const int bad : {0, 15, 52, 63, 64, 128, 255, -1}) {  // -1: the first card twice
            for (int column = 1; column < 7; ++column) {
                auto cards = good;
                cards[7 * row + column] = bad < 0 ? cards[7 * row] : static_cast<Card>(bad);
                if (row < hands - 9) cards[7 * (row + 9)] = 255;
                for (CpuPath path : {CpuPath::baseline, CpuPath::bmi2, CpuPath::avx512}) {
                    if (path > cpu_path()) continue;
                    CHECK(indexer.index_on(path, 3, cards.data(), hands, out.data()) == row);
                }
                if (column == 3) {
                    CHECK(indexer.index(3, cards.data(), hands, out.data(), 3) == row);
                    CHECK(indexer.index_all(cards.data(), hands, out.data(), 3) == row);
                }
            }
        }
    }
    const std::vector<std::int64_t> indices = {0, indexer.size(3) - 1, indexer.size(3), -1};
    std::vector<Card> cards(4 * 7);
    CHECK(indexer.cards_of(3, indices.data(), 4, cards.data(), 1) == 2);
    CHECK(indexer.weights(3, indices.data() + 3, 1, out.data(), 1) == 0);
}

TEST(all_rounds_at_once) {
    const HandIndexer indexer({2, 3, 1, 1}, kAllRanks, kAllSuits);
    const std::size_t hands = 5'000;
    const auto cards = random_hands(deck_cards(kAllRanks, kAllSuits), 7, hands, 3);
    std::vector<std::int64_t> all(hands * 4);
    CHECK(indexer.index_all(cards.data(), hands, all.data(), 2) == hands);
    for (std::size_t h = 0; h < hands; ++h) {
        for (int round = 0; round < 4; ++round) {
            const auto first = cards.begin() + static_cast<std::ptrdiff_t>(7 * h);
            CHECK(all[4 * h + round] == index_of(indexer, round, {first, first + indexer.cards(round)}));
        }
    }
}

TEST(rounds_that_do_not_fit_are_refused) {
    for (const Rounds& rounds :
         {Rounds{0}, Rounds{2, -1}, Rounds{8}, Rounds{4, 4}, Rounds{1 << 30, 1 << 30}}) {
        bool refused = false;
        try {
            const HandIndexer indexer(rounds, kAllRanks, kAllSuits);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}
