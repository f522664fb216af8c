#include "abstraction/strengths/strengths.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "cards/equity/complete_boards.hpp"
#include "cards/isomorphism/canonical_boards.hpp"
#include "cards/isomorphism/indexed_hands.hpp"

namespace riverboat {

namespace {

struct Sums {
    std::array<std::uint32_t, kHands> wins{}, ties{}, squares{};

    void add(const WinTie* counts) {
        for (int hand = 0; hand < kHands; ++hand) {
            const std::uint32_t score = 2u * counts[hand].wins + counts[hand].ties;
            wins[hand] += counts[hand].wins;
            ties[hand] += counts[hand].ties;
            squares[hand] += score * score;
        }
    }
};

// Boards between two looks at the watch: some milliseconds of work.
std::size_t chunk_size(int board_cards) {
    return board_cards == 4 ? 16 : 1;
}

// Calls body(board, hands, worker's own) for boards [begin, end).
template <class Body>
void for_boards(int board_cards, std::size_t begin, std::size_t end, unsigned threads, const Watch& watch,
                const Body& body) {
    const std::vector<Card> boards = canonical_boards(board_cards);
    const IndexedHands hands(board_cards);
    const std::size_t step = chunk_size(board_cards), width = static_cast<std::size_t>(board_cards);
    parallel_chunks((end - begin + step - 1) / step, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t first = begin + chunk * step;
        for (std::size_t i = first; i < std::min(first + step, end); ++i) {
            body(std::span<const Card>(&boards[i * width], width), hands);
        }
    });
}

}  // namespace

void street_strengths(const Evaluator& evaluator, int board_cards, std::size_t begin, std::size_t end,
                      const StrengthSums& out, unsigned threads, const Watch& watch) {
    for_boards(board_cards, begin, end, threads, watch, [&](std::span<const Card> board, const auto& hands) {
        Sums sums;
        std::array<WinTie, kHands> counts;
        for (const Board& complete : complete_boards(board, 0)) {
            board_win_tie(evaluator, complete, counts.data());
            sums.add(counts.data());
        }
        hands.for_each(board, [&](int hand, std::int64_t index) {
            out.wins[index] = sums.wins[hand];
            out.ties[index] = sums.ties[hand];
            out.squares[index] = sums.squares[hand];
        });
    });
}

}  // namespace riverboat
