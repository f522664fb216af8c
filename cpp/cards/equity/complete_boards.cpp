#include "cards/equity/complete_boards.hpp"

#include <algorithm>

namespace riverboat {

std::vector<Board> complete_boards(std::span<const Card> start, CardMask dead) {
    CardMask live = kFullDeck & ~dead;
    Board board{};
    for (std::size_t i = 0; i < start.size(); ++i) {
        board[i] = start[i];
        live &= ~bit_of(start[i]);
    }
    std::vector<Board> boards;
    const auto deal = [&](const auto& self, std::size_t place, CardMask from) -> void {
        if (place == board.size()) {
            boards.push_back(board);
            return;
        }
        for (; from != 0; from &= from - 1) {
            board[place] = static_cast<Card>(__builtin_ctzll(from));
            self(self, place + 1, from & (from - 1));
        }
    };
    deal(deal, start.size(), live);
    return boards;
}

}  // namespace riverboat
