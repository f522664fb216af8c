#include "cards/rollout.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "cards/boards.hpp"
#include "cards/indexer.hpp"

namespace riverboat {

namespace {

struct Partial {
    std::vector<double> mean, square;
    std::vector<std::uint32_t> boards, histogram;
    std::vector<double> next;  // [52][1326] sums
    std::vector<std::uint32_t> next_boards;

    Partial(int bins, bool want_next)
        : mean(kHands),
          square(kHands),
          boards(kHands),
          histogram(static_cast<std::size_t>(kHands * bins)),
          next(want_next ? kCards * kHands : 0),
          next_boards(next.size()) {}

    void add(const Board& board, std::uint32_t weight, std::size_t known, int bins, const WinTie* counts) {
        CardMask mask = 0;
        for (Card card : board) mask |= bit_of(card);
        for (int hand = 0; hand < kHands; ++hand) {
            if (mask_of(hand_of(hand)) & mask) continue;
            const double strength = hand_strength(counts[hand]);
            mean[hand] += weight * strength;
            square[hand] += weight * strength * strength;
            boards[hand] += weight;
            if (bins > 0) histogram[static_cast<std::size_t>(hand * bins + bin_of(strength, bins))] += weight;
            if (next.empty()) continue;
            for (std::size_t i = known; i < board.size(); ++i) {  // each card to come may be the next one
                next[static_cast<std::size_t>(board[i] * kHands + hand)] += strength;
                ++next_boards[static_cast<std::size_t>(board[i] * kHands + hand)];
            }
        }
    }
    void add(const Partial& other) {
        const auto sum = [](auto& into, const auto& from) {
            for (std::size_t i = 0; i < into.size(); ++i) into[i] += from[i];
        };
        sum(mean, other.mean);
        sum(square, other.square);
        sum(boards, other.boards);
        sum(histogram, other.histogram);
        sum(next, other.next);
        sum(next_boards, other.next_boards);
    }
};

struct WeightedBoards {
    std::vector<Board> boards;
    std::vector<std::int64_t> weights;
};

WeightedBoards boards_after(std::span<const Card> start) {
    WeightedBoards all;
    if (!start.empty()) {
        all.boards = complete_boards(start, 0);
        all.weights.assign(all.boards.size(), 1);
        return all;
    }
    const HandIndexer indexer({kBoardCards}, (1u << kRanks) - 1, (1u << kSuits) - 1);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(indexer.size(0)));
    std::iota(indices.begin(), indices.end(), 0);
    all.boards.resize(indices.size());
    all.weights.resize(indices.size());
    indexer.cards_of(0, indices.data(), indices.size(), all.boards[0].data(), 1);
    indexer.weights(0, indices.data(), indices.size(), all.weights.data(), 1);
    return all;
}

}  // namespace

Rollout rollout(const Evaluator& evaluator, std::span<const Card> start, int bins, bool want_next, unsigned threads,
                const Watch& watch) {
    const auto [boards, weights] = boards_after(start);
    constexpr std::size_t boards_per_chunk = 64;
    const std::size_t chunks = (boards.size() + boards_per_chunk - 1) / boards_per_chunk;
    if (threads == 0) threads = hardware_threads();
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, chunks));
    want_next = want_next && (start.size() == 3 || start.size() == 4);
    std::vector<Partial> parts(threads, Partial(bins, want_next));
    parallel_chunks(chunks, threads, watch, [&, &dealt = boards, &ways = weights](std::size_t chunk, unsigned worker) {
        std::array<WinTie, kHands> counts;
        const std::size_t end = std::min(dealt.size(), (chunk + 1) * boards_per_chunk);
        for (std::size_t i = chunk * boards_per_chunk; i < end; ++i) {
            board_win_tie(evaluator, dealt[i], counts.data());
            parts[worker].add(dealt[i], static_cast<std::uint32_t>(ways[i]), start.size(), bins, counts.data());
        }
    });
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);

    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    Rollout result;
    const Partial& sums = parts[0];
    for (int hand = 0; hand < kHands; ++hand) {
        const double n = sums.boards[hand];
        result.mean[hand] = n > 0 ? sums.mean[hand] / n : none;
        result.square[hand] = n > 0 ? sums.square[hand] / n : none;
    }
    result.boards = sums.boards;
    result.histogram = sums.histogram;
    if (want_next) {
        result.next.resize(kHands * kCards);
        for (std::size_t hand = 0; hand < kHands; ++hand) {
            for (std::size_t card = 0; card < kCards; ++card) {
                const std::size_t at = card * kHands + hand;
                result.next[hand * kCards + card] =
                    static_cast<float>(sums.next_boards[at] > 0 ? sums.next[at] / sums.next_boards[at] : none);
            }
        }
    }
    return result;
}

}  // namespace riverboat
