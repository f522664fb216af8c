// The boards of a full-width walk as plain arrays, for a card: see flat_walk.hpp for what is done with them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "solvers/game/solver_game.hpp"

namespace riverboat {

// Numbers of which all are written, so that nobody clears them before.
template <class T>
struct Uncleared {
    std::unique_ptr<T[]> data;
    std::size_t size = 0;
    Uncleared() = default;
    explicit Uncleared(std::size_t count) : data(new T[count]), size(count) {}
};

// How work is laid over the threads of a block: `each` classes for a thread, and `chunk` hands of a list. The
// list of a card takes `span` threads at most.
struct FlatShape {
    std::size_t threads, each, chunk, span = 1;
    std::size_t room() const { return threads * each; }
    std::size_t chunk_numbers() const { return chunk + chunk % 2 + 2; }
};

inline constexpr std::size_t kLookNumbers = 5;

// The boards of a round of several games, one game after the other, and for either player which hands to add
// up at an end. `cell`, `decision`, `parent` and a deal's `board` are numbers inside their game.
//
// Whom a hand beats are all weaker ones, less those that share a card with it. So there is a list for each
// card, of the opponent's hands that hold it, weakest first. To every hand of a list belongs one number: what
// somebody with that strength may not meet of that card; so somebody who holds the same hand finds it there,
// and for one that the opponent cannot hold there is a place of nobody's among its equals.
//
// Lists lie side by side in the threads of a warp, none in two warps. A thread has `chunk` hands, then a bit
// for each that is stronger than the one before it, and four numbers of five bits: the first and the last
// thread of the list, the last before this with such a bit, and the next after it, or itself if none has.
// They are `chunk_numbers` numbers, with one left out before the 32 bits if `chunk` is odd.
//
// `looks` holds for each class how many of the opponent's classes are weaker, and how many not stronger; then
// where the numbers of its two cards are, which is the place of none, behind all others, for a card that
// nobody holds; two pairs, the first of all classes before the second; then for each of the opponent's
// classes how many hands it has. All but these are in bytes before numbers of 32 bits, which saves the card
// from counting.
struct FlatBoards {
    struct Board {
        std::uint64_t cell;      // where its tables begin
        std::uint32_t decision;  // the number of its first decision
        std::uint32_t parent;    // board of the round before
        std::array<std::uint32_t, kSolverPlayers> width, classes;
        std::array<std::uint32_t, kSolverPlayers> warps;  // that the lists take which a player needs
        std::array<std::uint32_t, kSolverPlayers> down;   // maps: by class, the class of the parent
        std::uint32_t first_deal, deals;
    };
    // A board of the next round, dealt: maps from classes here to classes there.
    struct Deal {
        std::uint32_t board;
        std::array<std::uint32_t, kSolverPlayers> up;
    };
    FlatShape shape{};
    bool alike = false;  // whether a class has several hands
    int hole_cards = 2;
    std::vector<Board> boards;
    std::vector<Deal> deals;
    std::vector<std::uint32_t> boards_of, deals_of;  // by game: how many
    std::array<std::vector<HandIndex>, kSolverPlayers> maps;
    std::array<Uncleared<HandIndex>, kSolverPlayers> lists;  // of the hands that a player's opponent holds
    std::array<Uncleared<HandIndex>, kSolverPlayers> looks;
};

// `bits`: of a number in the tables, 32 or 64. `least`: the shape, of which `threads` and `chunk` become more
// if the lists need it. `workers`: threads of the processor.
FlatBoards flat_boards(const std::vector<const SolverGame*>& games, int round, int bits,
                       const FlatShape& least, unsigned workers);

}  // namespace riverboat
