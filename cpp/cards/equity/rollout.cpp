#include "cards/equity/rollout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "cards/equity/complete_boards.hpp"
#include "cards/isomorphism/indexer.hpp"

namespace riverboat {

namespace {

using Scores = std::array<std::uint32_t, kHands>;

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
    const HandIndexer indexer({kBoardCards}, kAllRanks, kAllSuits);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(indexer.size(0)));
    std::iota(indices.begin(), indices.end(), 0);
    all.boards.resize(indices.size());
    all.weights.resize(indices.size());
    indexer.cards_of(0, indices.data(), indices.size(), all.boards[0].data(), 1);
    indexer.weights(0, indices.data(), indices.size(), all.weights.data(), 1);
    return all;
}

// A suit class has 24 boards at most, so weight * score^2 fits 32 bits.
void add_scores(const Scores& scores, std::uint32_t weight, Rollout& sums) {
    for (int hand = 0; hand < kHands; ++hand) {
        sums.scores[hand] += weight * scores[hand];
        sums.squares[hand] += weight * scores[hand] * scores[hand];
    }
}

void add_histogram(const Board& board, const Scores& scores, std::uint32_t weight, int bins, Rollout& sums) {
    const CardMask taken = mask_of(board);
    for (int hand = 0; hand < kHands; ++hand) {
        if (mask_of(hand_of(hand)) & taken) continue;
        const std::uint32_t bin = std::min(scores[hand] * static_cast<unsigned>(bins) / kMaxScore, bins - 1u);
        sums.histogram[static_cast<std::size_t>(hand * bins) + bin] += weight;
    }
}

void add_next(const Board& board, std::size_t known, const Scores& scores, Rollout& sums) {
    for (std::size_t i = known; i < board.size(); ++i) {  // each card to come may be the next one
        std::uint32_t* next = &sums.next_scores[static_cast<std::size_t>(board[i] * kHands)];
        for (int hand = 0; hand < kHands; ++hand) next[hand] += scores[hand];
    }
}

}  // namespace

void Rollout::add(const Rollout& other) {
    const auto sum = [](auto& into, const auto& from) {
        for (std::size_t i = 0; i < into.size(); ++i) into[i] += from[i];
    };
    sum(scores, other.scores);
    sum(squares, other.squares);
    sum(histogram, other.histogram);
    sum(next_scores, other.next_scores);
}

Rollout rollout(const Evaluator& evaluator, std::span<const Card> start, int bins, bool want_next,
                unsigned threads, const Watch& watch) {
    const WeightedBoards all = boards_after(start);
    want_next = want_next && (start.size() == 3 || start.size() == 4);
    Rollout empty;
    empty.histogram.resize(static_cast<std::size_t>(kHands * bins));
    empty.next_scores.resize(want_next ? kCards * kHands : 0);
    // Every part has a histogram of its own: with thousands of bins a few parts must do.
    constexpr std::size_t most_counters = 1 << 25;  // 256 MB
    const std::size_t most_parts =
        bins == 0 ? kMostParts
                  : std::clamp<std::size_t>(most_counters / empty.histogram.size(), 1, kMostParts);
    const auto add_board = [&](Rollout& sums, std::size_t i) {
        std::array<WinTie, kHands> counts;
        board_win_tie(evaluator, all.boards[i], counts.data());
        Scores scores;
        for (int hand = 0; hand < kHands; ++hand) scores[hand] = 2u * counts[hand].wins + counts[hand].ties;
        const auto weight = static_cast<std::uint32_t>(all.weights[i]);
        add_scores(scores, weight, sums);
        if (bins > 0) add_histogram(all.boards[i], scores, weight, bins, sums);
        if (want_next) add_next(all.boards[i], start.size(), scores, sums);
    };
    return parallel_sum(all.boards.size(), 64, threads, watch, empty, add_board, most_parts);
}

}  // namespace riverboat
