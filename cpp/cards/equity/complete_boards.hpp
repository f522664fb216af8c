// The complete boards that can follow a start.
#pragma once

#include <span>
#include <vector>

#include "cards/equity/board.hpp"

namespace riverboat {

// Every way to complete `start` (0 to 5 cards) with cards that are neither in it nor dead, in ascending order
// of the added cards. At most C(52, 5) = 2,598,960 boards, 13 MB.
std::vector<Board> complete_boards(std::span<const Card> start, CardMask dead);

}  // namespace riverboat
