#include "cards/equity/board_sweeps.hpp"

#include <array>

namespace riverboat {

BoardSweeps::BoardSweeps(const Evaluator& evaluator, std::span<const Board> boards) {
    std::vector<std::uint16_t> classes(kHands);
    std::vector<std::uint32_t> places;
    for (const Board& board : boards) {
        const int count = dense_board_strengths(evaluator, board, classes.data());  // 0: meets the board
        places.assign(static_cast<std::size_t>(count) + 2, 0);
        for (std::uint16_t cls : classes) ++places[cls + 1u];
        places[1] = 0;
        for (std::size_t cls = 1; cls < places.size(); ++cls) places[cls] += places[cls - 1];
        const std::size_t begin = entries_.size();
        for (std::size_t cls = 2; cls < places.size(); ++cls) {
            ends_.push_back(static_cast<std::uint32_t>(begin) + places[cls]);
        }
        last_end_.push_back(static_cast<std::uint32_t>(ends_.size()));
        entries_.resize(begin + places.back());
        for (int hand = 0; hand < kHands; ++hand) {
            const std::uint16_t cls = classes[static_cast<std::size_t>(hand)];
            if (cls == 0) continue;
            const Hand cards = hand_of(hand);
            entries_[begin + places[cls]++] = {static_cast<std::uint16_t>(hand), cards.hi, cards.lo};
        }
    }
}

std::vector<double> BoardSweeps::won_from(std::span<const double> weights) const {
    std::vector<double> won(kHands);
    std::size_t i = 0, end = 0;
    for (std::uint32_t last : last_end_) {
        double all = 0;
        std::array<double, kCards> with_card{};
        for (; end < last; ++end) {
            // What lies below is beaten; what lies below after the equal hands have joined is beaten or tied.
            // Half of both is a win with ties counted half. The hand itself was taken out twice.
            const std::size_t begin = i;
            for (; i < ends_[end]; ++i) {
                const Entry& entry = entries_[i];
                won[entry.hand] += (all - with_card[entry.hi] - with_card[entry.lo]) / 2;
            }
            for (std::size_t k = begin; k < i; ++k) {
                const Entry& entry = entries_[k];
                const double weight = weights[entry.hand];
                all += weight;
                with_card[entry.hi] += weight;
                with_card[entry.lo] += weight;
            }
            for (std::size_t k = begin; k < i; ++k) {
                const Entry& entry = entries_[k];
                won[entry.hand] +=
                    (all - with_card[entry.hi] - with_card[entry.lo] + weights[entry.hand]) / 2;
            }
        }
    }
    return won;
}

}  // namespace riverboat
