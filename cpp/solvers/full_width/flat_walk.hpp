// The full-width walk as plain arrays, for a card that runs thousands of small programs at once.
//
// The betting of one street, as one player walks it, is a program: a list of steps over planes. A plane holds
// a number for each class of hands: the opponent's reach on the way down, and in its place one's own values
// on the way up. Programs know nothing of cards, so all boards of a round share them. What they need of a
// board is where its tables lie and, for ends, which hands to add up: see FlatBoards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/full_width/walk_routes.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

// A program begins with where the tables of its street lie: choices of player 0 and of player 1 before it on
// the round, and those on it. Then come steps, each {step | length << 8, ...}. `before` are the choices of
// player 0 and of player 1 before the node on its round, from which its place in the tables follows; `number`
// is the node's on its round.
enum class Step : std::int32_t {
    stop,
    spread,   // the opponent acts: actions, before 0, before 1, number, plane, the action that folds if it is
              // not to be met by itself (else -1), the plane of `all` then, and a plane for each action
    send,     // the reach goes on to the next street: plane, leaf
    receive,  // values come back from there: plane, leaf
    meet,  // hands that meet a reach: its plane, whether strengths matter, the plane that gets `all` and the
           // one that loses it (else -1), ends, and {way, end, plane of the value} for each
    fold,  // the opponent has folded, and the plane has what he folds: plane, end
    own,   // the player acts: actions, before 0, before 1, number, plane of the value, plane of `all` if he
           // may fold (else -1), then {way, target} for each
    sum,   // values after the opponent's actions: how many planes, then each; the first becomes the sum
};

// Where an action of the walking player leads, or how an end is paid.
enum class Way : std::int32_t {
    plane,     // the value is there
    leaf,      // the value comes from the next street
    fold,      // an end, which pays the same for `all`
    showdown,  // an end
};

struct WalkPrograms {
    std::vector<std::int32_t> code;    // all programs
    std::vector<std::uint32_t> first;  // by start: where its program begins, and where the last one ends
    std::uint32_t planes = 1;          // that a program needs at most
};

// By round, the choices that ended all betting on rounds before: what begins on a round are its streets, then
// these. Leaves of the round before are numbered so.
std::vector<std::vector<std::uint32_t>> runouts_before(const SolverGame& game, const WalkRoutes& routes);

// `split`: what the opponent folds follows from all else, for which more planes are needed.
WalkPrograms walk_programs(const SolverGame& game, const WalkRoutes& routes, int round, int player,
                           bool split);

// The boards of a round, and for either player which hands to add up at an end.
//
// Of the opponent's hands there is a list: all in order of strength, then for each card those that hold it,
// in the same order, with a place after each of these parts that holds nobody. Sums over the hands before a
// place in its part are all that ends ask for: hands that are weaker, less those that share a card and are
// weaker; after a part, all of it.
//
// A list lies in chunks, one for each thread, of `chunk` hands and a number that says where parts begin: a
// bit for each hand that begins one; then, of the threads of a warp up to this, the last that has such a hand
// (0 if none), five bits; then whether none before this has. `looks` holds for each class where to look for
// sums: {weaker, not stronger, and for each of its cards weaker, not stronger and all, and the opponent's
// class of the same hand}, 9 numbers of 10, in pairs, the first pair of all classes, then the second. Hands
// and looks are in bytes before a number of 32 bits, which saves the card from counting.
struct FlatBoards {
    struct Board {
        std::uint64_t cell;      // where its tables begin
        std::uint32_t decision;  // the number of its first decision
        std::uint32_t parent;    // board of the round before
        std::array<std::uint32_t, kSolverPlayers> width, classes, hands;
        std::array<std::uint32_t, kSolverPlayers> length;  // of the list of a player's hands, places included
        std::array<std::uint32_t, kSolverPlayers> down;    // maps: by class, the class of the parent
        std::uint32_t first_deal, deals;
    };
    // A board of the next round, dealt: maps from classes here to classes there.
    struct Deal {
        std::uint32_t board;
        std::array<std::uint32_t, kSolverPlayers> up;
    };
    std::vector<Board> boards;
    std::vector<Deal> deals;
    std::array<std::vector<HandIndex>, kSolverPlayers> maps;
    std::array<std::vector<HandIndex>, kSolverPlayers> lists;  // of the hands that a player's opponent holds
    std::array<std::vector<HandIndex>, kSolverPlayers> looks;
};

inline constexpr std::size_t kLookNumbers = 10;

// `bits`: of a number in the tables, 32 or 64. `chunk`: hands of a list that one thread adds up, at most 10;
// sums lie in rows of so many, with one left out where that is even, so that threads do not wait for each
// other's banks of memory. Looks have room for `room` classes, and lists for as many chunks as `chunks`.
struct FlatShape {
    std::size_t chunk, chunks, room;
};
FlatBoards flat_boards(const SolverGame& game, int round, int bits, const FlatShape& shape, unsigned threads);

}  // namespace riverboat
