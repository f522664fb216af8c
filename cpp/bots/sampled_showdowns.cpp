#include "bots/sampled_showdowns.hpp"

namespace riverboat {

using namespace detail;

SampledShowdowns::SampledShowdowns(const GameRules& rules, const Holding& holding, std::uint64_t seed)
    : seed_(seed),
      unknown_{rules.board_size(rules.rounds - 1) - static_cast<int>(holding.board.size()), rules.hole_cards,
               holding.opponents} {
    const Evaluator& evaluate = evaluator(rules.ranking);
    table_ = evaluate.table(rules.board_size(rules.rounds - 1) + rules.hole_cards).lookup();
    flushes_ = evaluate.flushes();
    board_key_ = evaluate.start();
    for (const Card card : holding.board) board_key_ += kCardKey[card];
    for (const Card card : holding.hole) hole_key_ += kCardKey[card];
    board_ = mask_of(holding.board);
    hole_ = mask_of(holding.hole);
    for (int i = 0; i < rules.deck_size; ++i) {
        left_[size_] = rules.deck[i];
        size_ += ((board_ | hole_) >> rules.deck[i] & 1) ^ 1;
    }
}

std::uint64_t SampledShowdowns::shares(std::uint32_t first, std::uint32_t count, CpuPath path) const {
    if (RIVERBOAT_X86 && path == CpuPath::avx512) return shares_avx512(first, count);
    return shares_baseline(first, count);
}

std::uint64_t SampledShowdowns::shares_baseline(std::uint32_t first, std::uint32_t count) const {
    if (unknown_.hole == 2 && unknown_.opponents == 1) {  // constants, so that the loops below are unrolled
        if (unknown_.board == 2) return one_by_one(first, count, {2, 2, 1});
        if (unknown_.board == 1) return one_by_one(first, count, {1, 2, 1});
        if (unknown_.board == 0) return one_by_one(first, count, {0, 2, 1});
    }
    return one_by_one(first, count, unknown_);
}

RIVERBOAT_INLINE std::uint64_t SampledShowdowns::one_by_one(std::uint32_t first, std::uint32_t count,
                                                            const Unknown& unknown) const {
    struct Cards {
        std::uint64_t key;
        CardMask mask;
    };
    std::array<std::uint32_t, kCards> places;
    std::uint64_t sum = 0;
    for (std::uint32_t deal = first; deal != first + count; ++deal) {
        std::uint64_t state = seed_ + deal * kNumbersPerDeal * kSplitMixStep, number = 0;
        int draws = 0;
        const auto draw = [&](Cards& to) {
            if (draws % 2 == 0) {
                state += kSplitMixStep;
                number = splitmix(state);
            }
            auto place =
                static_cast<std::uint32_t>((number >> 32) * static_cast<unsigned>(size_ - draws) >> 32);
            number <<= 32;
            places[draws] = place;
            for (int before = draws - 1; before >= 0; --before) {
                place = place == places[before] ? static_cast<std::uint32_t>(size_ - 1 - before) : place;
            }
            ++draws;
            to.key += kCardKey[left_[place]];
            to.mask |= bit_of(left_[place]);
        };
        Cards board{board_key_, board_};
        for (int i = 0; i < unknown.board; ++i) draw(board);
        const Strength own = strength(board.key + hole_key_, board.mask | hole_);
        std::uint32_t ties = 0, lost = 0;
        for (int opponent = 0; opponent < unknown.opponents; ++opponent) {
            Cards hand = board;
            for (int i = 0; i < unknown.hole; ++i) draw(hand);
            const Strength other = strength(hand.key, hand.mask);
            ties += other == own;
            lost |= other > own;
            if (opponent % 2 == 1 && lost) break;
        }
        sum += kShare[lost][ties];
    }
    return sum;
}

}  // namespace riverboat
