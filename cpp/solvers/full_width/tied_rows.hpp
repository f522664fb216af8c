// Information sets that are one: decisions of the same row of the tree whose hands are in the same bucket.
//
// Tables are [row][action][bucket], for all boards and all nodes of a row. Many decisions of one walk share
// them, so what a walk learns is kept apart, in sums, and added when the walk is over: until then the
// strategy stays as it was.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/scratch.hpp"
#include "solvers/full_width/decisions.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

// The bucket of each class of hands, for either player in each round.
struct Ties {
    struct Buckets {
        std::uint32_t count = 0;        // buckets are 0 to count - 1
        std::vector<std::uint32_t> of;  // by class; the boards of the round one after the other
    };
    std::vector<std::array<Buckets, kSolverPlayers>> rounds;
};

template <class Real>
class TiedRows {
  public:
    TiedRows(const SolverGame& game, std::shared_ptr<const Ties> ties);

    std::size_t cells() const { return first_[kSolverPlayers]; }  // numbers in one table
    // Where the [action][bucket] table of a decision's row begins, and how many buckets it has.
    std::size_t place(const Decision& d) const { return place_[game_.tree.row[d.node]]; }
    std::size_t width(const Decision& d) const { return buckets(d).count; }

    // The columns of a table that the classes of a decision have: [action][class], zeros after the last.
    void gather(const Decision& d, const Real* table, Real* rows) const;

    // A walk on so many threads: each has a part of its own to remember in, a number below `threads`.
    void begin_walk(unsigned threads);
    // Adds regrets of one hand of each class, or its share of its player's reach, once for each deal of hand
    // and board that the class stands for, times how likely that deal is. Reach has the weight of the range
    // in it, regrets have not.
    void remember_regrets(const Decision& d, const Real* rows, unsigned part);
    void remember_reach(const Decision& d, const Real* rows, unsigned part);

    // All that was remembered of a player's rows, from the cell `first` on; good until it is forgotten.
    enum Kind : int { kRegret = 0, kReach = 1 };
    struct Learnt {
        std::size_t first, count;
        const Real* sums;
    };
    Learnt learnt(int player, Kind kind);
    void forget(int player, Kind kind);

  private:
    struct Sums {
        std::unique_ptr<Scratch> memory;  // null: nothing was ever remembered here
        std::array<Real*, 2> of{};        // by kind
    };
    const Ties::Buckets& buckets(const Decision& d) const {
        return ties_->rounds[game_.tree.round[d.node]][d.player];
    }
    const std::uint32_t* buckets_on_board(const Decision& d) const;
    const BoardHands& hands(const Decision& d) const {
        return game_.board_of(d.node, d.board).hands[d.player];
    }
    Sums& sums(unsigned part);
    template <class Weight>
    void add(const Decision& d, const Real* rows, Real* to, const Weight& weight) const;

    const SolverGame& game_;
    std::shared_ptr<const Ties> ties_;
    std::vector<std::size_t> place_;                          // by row
    std::array<std::size_t, kSolverPlayers + 1> first_ = {};  // cell of each player, and the end
    // By round and board: where its buckets begin; how many deals it stands for times how likely each is.
    std::vector<std::vector<std::array<std::size_t, kSolverPlayers>>> first_bucket_;
    std::vector<std::vector<double>> likely_;
    std::vector<Sums> parts_;
};

}  // namespace riverboat
