#include "cards/evaluator/evaluator.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <unordered_map>

namespace riverboat {

namespace {

std::uint32_t key_of(const RankCounts& counts) {
    std::uint32_t key = 0;
    for (int rank = 0; rank < kRanks; ++rank)
        key += static_cast<std::uint32_t>(counts[rank]) * kRankKey[rank];
    return key & kKeyMask;
}

}  // namespace

Evaluator::Evaluator(const RankingRules& rules)
    : rules_(&rules), classes_(strength_classes(rules)), start_(0) {
    std::unordered_map<std::uint64_t, Strength> strength_of;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        strength_of[order_key(rules, classes_[i])] = static_cast<Strength>(i + 1);
    }
    if (rules.straights_and_flushes)
        start_ = std::uint64_t{0x1111} * static_cast<unsigned>(8 - rules.hand_size) << 32;

    for (int count = rules.hand_size; count <= rules.max_cards; ++count) {
        std::vector<RankTable::Entry> entries;
        each_rank_set(rules, count, [&](const RankCounts& hand) {
            Strength best = 0;
            if (count == rules.hand_size) {
                best = strength_of.at(order_key(rules, classify(rules, hand, false)));
            } else {  // the best hand leaves some card out
                std::uint32_t key = key_of(hand);
                for (int rank = 0; rank < kRanks; ++rank) {
                    if (hand[rank] > 0) best = std::max(best, tables_[count - 1][key - kRankKey[rank]]);
                }
            }
            entries.push_back({key_of(hand), best});
        });
        tables_[count] = RankTable(entries);
    }

    for (unsigned mask = 0; rules.straights_and_flushes && mask < flushes_.size(); ++mask) {
        const int cards = __builtin_popcount(mask);
        if (cards < rules.hand_size || cards > rules.max_cards) continue;
        if (mask & ((1u << rules.lowest_rank) - 1)) continue;
        RankCounts counts{};
        for (int rank = 0; rank < kRanks; ++rank) counts[rank] = mask >> rank & 1;
        if (cards == rules.hand_size) {
            flushes_[mask] = strength_of.at(order_key(rules, classify(rules, counts, true)));
        } else {
            for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
                flushes_[mask] = std::max(flushes_[mask], flushes_[mask & ~(rest & -rest)]);
            }
        }
    }
}

template <RankingId Id>
static const Evaluator& built() {
    static const Evaluator instance(ranking_rules(Id));
    return instance;
}

const Evaluator& evaluator(RankingId id) {
    using enum RankingId;
    static constexpr std::array<const Evaluator& (*)(), kRankings> all = {
        built<holdem>,     built<short_deck>, built<short_deck_trips>,
        built<three_card>, built<two_card>,   built<one_card>};
    return all[static_cast<std::size_t>(id)]();
}

namespace {

// Sixteen bytes, which every x86-64 and ARM64 handles at once: two hands of up to eight cards.
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Lanes = std::uint64_t __attribute__((vector_size(16)));

// Compares every card with those 1, 2, … places after it. Cards carry bit 6 and the empty bytes of a lane are
// 255, so that what a shift brings in never looks like a card; that empty bytes equal each other is masked
// out. Bytes of the result are set where a card stands twice.
template <int Count>
RIVERBOAT_INLINE Lanes repeated(std::uint64_t first, std::uint64_t second) {
    constexpr std::uint64_t filled = (std::uint64_t{1} << 8 * Count) - 1, cards = 0x4040404040404040;
    const Lanes hands = (Lanes{first, second} | cards) | ~filled;
    Lanes found = {};
    for (int place = 1; place < Count; ++place) {
        found |= reinterpret_cast<Lanes>(reinterpret_cast<Bytes>(hands) ==
                                         reinterpret_cast<Bytes>(hands >> (8 * place)));
    }
    return found & filled;
}

template <int Count>
bool evaluate_rows(const Evaluator& evaluator, const Card* hands, std::size_t rows, Strength* out) {
    const RankTable::Lookup table = evaluator.table(Count).lookup();
    const Strength* flushes = evaluator.flushes();
    const std::uint64_t start = evaluator.start();
    const auto one_row = [&](const Card* hand) {
        std::uint64_t sum = start;
        for (int i = 0; i < Count; ++i) sum += kCardKey[hand[i]];
        return sum;
    };
    const auto strength = [&](const Card* hand, std::uint64_t sum) -> Strength {
        if (sum & kFlushBits) [[unlikely]] {
            CardMask mask = 0;
            for (int i = 0; i < Count; ++i) mask |= CardMask{1} << (hand[i] & 63);
            return flushes[suit_ranks(mask, (__builtin_ctzll(sum & kFlushBits) - 35) / 4)];
        }
        return table[static_cast<std::uint32_t>(sum)];
    };
    Lanes twice = {};
    std::uint64_t seen = 0;
    std::size_t row = 0;
    constexpr std::size_t reach =
        (8 + Count - 1) / Count;  // rows that the eight bytes read at a time may touch
    for (; row + 1 + reach <= rows; row += 2, hands += 2 * Count) {
        std::uint64_t first, second;
        std::memcpy(&first, hands, 8);
        std::memcpy(&second, hands + Count, 8);
        twice |= repeated<Count>(first, second);
        const std::uint64_t sum1 = one_row(hands), sum2 = one_row(hands + Count);
        seen |= sum1 | sum2;
        out[row] = strength(hands, sum1);
        out[row + 1] = strength(hands + Count, sum2);
    }
    for (; row < rows; ++row, hands += Count) {
        std::uint64_t only = 0;
        std::memcpy(&only, hands, Count);
        twice |= repeated<Count>(only, 0x0706050403020100);
        const std::uint64_t sum = one_row(hands);
        seen |= sum;
        out[row] = strength(hands, sum);
    }
    return (twice[0] | twice[1]) == 0 && (seen & kNoCardKey * 15) == 0;
}

bool row_is_bad(const Card* hand, int count) {
    CardMask seen = 0;
    for (int i = 0; i < count; ++i) {
        if (hand[i] >= kCards || (seen & bit_of(hand[i]))) return true;
        seen |= bit_of(hand[i]);
    }
    return false;
}

}  // namespace

bool detail::evaluate_block(const Evaluator& evaluator, const Card* hands, std::size_t rows, int count,
                            Strength* out) {
    switch (count) {
        case 1:
            return evaluate_rows<1>(evaluator, hands, rows, out);
        case 2:
            return evaluate_rows<2>(evaluator, hands, rows, out);
        case 3:
            return evaluate_rows<3>(evaluator, hands, rows, out);
        case 5:
            return evaluate_rows<5>(evaluator, hands, rows, out);
        case 6:
            return evaluate_rows<6>(evaluator, hands, rows, out);
        default:
            return evaluate_rows<7>(evaluator, hands, rows, out);
    }
}

std::ptrdiff_t evaluate_batch(const Evaluator& evaluator, std::span<const Card> hands, int count,
                              std::span<Strength> out, unsigned threads, const Watch& watch, CpuPath path) {
    constexpr std::size_t rows_per_block = detail::kBlockRows, blocks_per_chunk = 64;
    const std::size_t rows = out.size();
    const std::size_t blocks = (rows + rows_per_block - 1) / rows_per_block;
    const bool wide = RIVERBOAT_X86 && path == CpuPath::avx512 && count >= 5;
    std::atomic<std::size_t> first_bad_block{blocks};
    const auto work = [&](std::size_t block) {
        const std::size_t first = block * rows_per_block, size = std::min(rows_per_block, rows - first);
        const Card* from = hands.data() + first * static_cast<std::size_t>(count);
        const bool good =
            wide ? detail::evaluate_block_avx512(evaluator, from, size, count, out.data() + first)
                 : detail::evaluate_block(evaluator, from, size, count, out.data() + first);
        if (!good) {
            std::size_t known = first_bad_block;
            while (block < known && !first_bad_block.compare_exchange_weak(known, block)) {
            }
        }
    };
    const std::size_t chunks = (blocks + blocks_per_chunk - 1) / blocks_per_chunk;
    parallel_chunks(chunks, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t end = std::min(blocks, (chunk + 1) * blocks_per_chunk);
        for (std::size_t block = chunk * blocks_per_chunk; block < end; ++block) work(block);
    });
    if (first_bad_block == blocks) return -1;
    std::size_t row = first_bad_block * rows_per_block;
    // The bound is for callers that change the cards meanwhile: no bad row may be left to find.
    while (row + 1 < rows && !row_is_bad(hands.data() + row * static_cast<std::size_t>(count), count)) ++row;
    return static_cast<std::ptrdiff_t>(row);
}

}  // namespace riverboat
