#include "abstraction/strengths/cluster_strengths.hpp"

#include <algorithm>
#include <memory>

#include "cards/equity/complete_boards.hpp"

namespace riverboat {

namespace {

using Counts = std::array<std::uint16_t, kMostClusters>;

// By cluster: how many hands were seen, and how many of them hold each card.
struct Seen {
    alignas(32) Counts hands{};
    alignas(32) std::array<Counts, kCards> with_card{};

    void add(Hand hand, int cluster) {
        ++hands[cluster];
        ++with_card[hand.hi][cluster];
        ++with_card[hand.lo][cluster];
    }

    // Adds to `into` the hands seen that share no card with `hand`; minus one for the hand itself, if it was
    // seen.
    void add_apart(Hand hand, std::uint32_t* into) const {
        const Counts &hi = with_card[hand.hi], &lo = with_card[hand.lo];
        for (int c = 0; c < kMostClusters; ++c) {
            into[c] += static_cast<std::uint32_t>(hands[c] - hi[c] - lo[c]);
        }
    }
};

// Over complete boards, by hand and cluster: 2 wins + ties, and opposing hands.
struct Sums {
    std::array<std::array<std::uint32_t, kMostClusters>, kHands> scores, opponents;
};

void add_board(const Evaluator& evaluator, const Board& board, const ClusterOfHand& cluster_of, Sums& sums) {
    std::array<std::uint16_t, kHands> strength;
    const int strengths = dense_board_strengths(evaluator, board, strength.data());
    // Hands by strength, weakest first; those on the board have strength 0.
    std::array<std::uint16_t, kHands + 2> begin{};
    for (std::uint16_t s : strength) ++begin[s + 1];
    for (int s = 0; s <= strengths; ++s) begin[s + 1] = static_cast<std::uint16_t>(begin[s + 1] + begin[s]);
    std::array<std::uint16_t, kHands> order;
    auto next = begin;
    for (int hand = 0; hand < kHands; ++hand)
        order[next[strength[hand]]++] = static_cast<std::uint16_t>(hand);

    Seen seen;
    for (int s = 1; s <= strengths; ++s) {
        for (int i = begin[s]; i < begin[s + 1]; ++i) {
            seen.add_apart(hand_of(order[i]), sums.scores[order[i]].data());  // beaten
        }
        for (int i = begin[s]; i < begin[s + 1]; ++i) seen.add(hand_of(order[i]), cluster_of[order[i]]);
        for (int i = begin[s]; i < begin[s + 1]; ++i) {
            auto& scores = sums.scores[order[i]];
            ++scores[cluster_of[order[i]]];                    // for the hand itself
            seen.add_apart(hand_of(order[i]), scores.data());  // beaten or tied
        }
    }
    for (int i = begin[1]; i < kHands; ++i) {
        auto& opponents = sums.opponents[order[i]];
        ++opponents[cluster_of[order[i]]];
        seen.add_apart(hand_of(order[i]), opponents.data());
    }
}

}  // namespace

void cluster_strengths(const Evaluator& evaluator, const Card* boards, std::size_t count, int board_cards,
                       const ClusterOfHand& cluster_of, int clusters, float* out, unsigned threads,
                       const Watch& watch) {
    const std::size_t step = board_cards == kBoardCards ? 32 : 1;
    parallel_chunks((count + step - 1) / step, threads, watch, [&](std::size_t chunk, unsigned) {
        const auto sums = std::make_unique<Sums>();
        for (std::size_t i = chunk * step; i < std::min(count, (chunk + 1) * step); ++i) {
            *sums = {};
            const std::span start(boards + i * static_cast<std::size_t>(board_cards),
                                  static_cast<std::size_t>(board_cards));
            for (const Board& board : complete_boards(start, 0)) {
                add_board(evaluator, board, cluster_of, *sums);
                pulse();
            }
            float* to = out + i * static_cast<std::size_t>(kHands * clusters);
            for (int hand = 0; hand < kHands; ++hand) {
                const bool dead = (mask_of(hand_of(hand)) & mask_of(start)) != 0;
                for (int c = 0; c < clusters; ++c) {
                    const std::uint32_t opponents = sums->opponents[hand][c];
                    const float share = opponents == 0 ? 0.5f
                                                       : static_cast<float>(sums->scores[hand][c]) /
                                                             (2.0f * static_cast<float>(opponents));
                    *to++ = dead ? 0.0f : share;
                }
            }
        }
    });
}

}  // namespace riverboat
