// One range after another on the same boards: hands are sorted once, and each range is one sweep a board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/equity/board.hpp"

namespace riverboat {

class BoardSweeps {
  public:
    BoardSweeps(const Evaluator& evaluator, std::span<const Board> boards);

    // Added up over the boards: the pots that every hand wins from the hands of a range that it can meet,
    // ties half, times their weights. By hand index; a hand that meets a board wins nothing there.
    std::vector<double> won_from(std::span<const double> weights) const;

  private:
    struct Entry {
        std::uint16_t hand;
        Card hi, lo;
    };
    std::vector<Entry> entries_;           // board after board, the weakest hands first
    std::vector<std::uint32_t> ends_;      // of the hands that tie with each other, among all entries
    std::vector<std::uint32_t> last_end_;  // of each board, among the ends
};

}  // namespace riverboat
