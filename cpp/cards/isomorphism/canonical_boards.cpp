#include "cards/isomorphism/canonical_boards.hpp"

#include <numeric>

#include "cards/isomorphism/indexer.hpp"

namespace riverboat {

std::vector<Card> canonical_boards(int board_cards) {
    const HandIndexer indexer({board_cards}, kAllRanks, kAllSuits);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(indexer.size(0)));
    std::iota(indices.begin(), indices.end(), 0);
    std::vector<Card> boards(indices.size() * static_cast<std::size_t>(board_cards));
    indexer.cards_of(0, indices.data(), indices.size(), boards.data(), 1);
    return boards;
}

}  // namespace riverboat
