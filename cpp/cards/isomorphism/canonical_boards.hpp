// One board of each class up to a renaming of suits.
#pragma once

#include <vector>

#include "cards/card.hpp"

namespace riverboat {

// Boards of a number of cards (3 to 5: 1,755 flops, 16,432 turns, 134,459 rivers), one after the other.
std::vector<Card> canonical_boards(int board_cards);

}  // namespace riverboat
