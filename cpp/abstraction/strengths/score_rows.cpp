#include "abstraction/strengths/score_rows.hpp"

#include <algorithm>

#include "abstraction/strengths/turn_rivers.hpp"

namespace riverboat {

void count_scores(const std::uint16_t* scores, std::span<const std::int32_t> rows,
                  const std::uint16_t* groups, const std::int64_t* weights, std::int64_t* counts) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint16_t* row = scores + static_cast<std::size_t>(rows[i]) * kTurnRivers;
        std::int64_t* into = counts + static_cast<std::size_t>(groups[i]) * kScores;
        for (int river = 0; river < kTurnRivers; ++river) into[row[river]] += weights[i];
    }
}

void score_histograms(const std::uint16_t* scores, std::span<const std::int32_t> rows,
                      const std::uint8_t* bin_of_score, std::size_t bins, std::uint8_t* out, unsigned threads,
                      const Watch& watch) {
    constexpr std::size_t kChunk = 1 << 14;
    std::fill_n(out, rows.size() * bins, std::uint8_t{0});
    parallel_chunks((rows.size() + kChunk - 1) / kChunk, threads, watch, [&](std::size_t chunk, unsigned) {
        for (std::size_t i = chunk * kChunk; i < std::min(rows.size(), (chunk + 1) * kChunk); ++i) {
            const std::uint16_t* row = scores + static_cast<std::size_t>(rows[i]) * kTurnRivers;
            for (int river = 0; river < kTurnRivers; ++river) ++out[i * bins + bin_of_score[row[river]]];
        }
    });
}

}  // namespace riverboat
