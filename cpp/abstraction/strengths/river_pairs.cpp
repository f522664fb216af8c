#include "abstraction/strengths/river_pairs.hpp"

#include <algorithm>
#include <array>

#include "cards/isomorphism/board_classes.hpp"

namespace riverboat {

namespace {

// Neighbouring boards write to neighbouring places, so a chunk works in the cache.
constexpr std::size_t kBoardsPerChunk = 128;
constexpr int kHandsThatMeet = kHands - 47 * 46 / 2;

struct Counts {
    std::vector<std::uint64_t> of_pair = std::vector<std::uint64_t>(kPairSide * kPairSide);
    void add(const Counts& other) {
        for (std::size_t i = 0; i < of_pair.size(); ++i) of_pair[i] += other.of_pair[i];
    }
};

}  // namespace

void river_pairs(const Evaluator& evaluator, std::span<const Board> boards, WinTie* out, unsigned threads,
                 const Watch& watch) {
    const BoardClasses classes(kBoardCards);
    const std::size_t chunks = (boards.size() + kBoardsPerChunk - 1) / kBoardsPerChunk;
    parallel_chunks(chunks, threads, watch, [&](std::size_t chunk, unsigned) {
        std::array<WinTie, kHands> pairs;
        const std::size_t begin = chunk * kBoardsPerChunk;
        for (const Board& board : boards.subspan(begin, std::min(kBoardsPerChunk, boards.size() - begin))) {
            board_win_tie(evaluator, board, pairs.data());
            classes.each(board, [&](int hand, std::int64_t index) { out[index] = pairs[hand]; });
        }
    });
}

std::vector<std::uint64_t> river_pair_counts(const Evaluator& evaluator, std::span<const Board> boards,
                                             std::span<const std::int64_t> weights, unsigned threads,
                                             const Watch& watch) {
    constexpr std::size_t parts = 8;  // of 8 MB each
    Counts counts = parallel_sum(
        boards.size(), kBoardsPerChunk, threads, watch, Counts{},
        [&](Counts& part, std::size_t i) {
            std::array<WinTie, kHands> pairs;
            board_win_tie(evaluator, boards[i], pairs.data());
            const auto weight = static_cast<std::uint64_t>(weights[i]);
            for (const auto [wins, ties] : pairs) part.of_pair[kPairSide * wins + ties] += weight;
            part.of_pair[0] -= kHandsThatMeet * weight;  // hands that meet the board are {0, 0}
        },
        parts);
    return std::move(counts.of_pair);
}

}  // namespace riverboat
