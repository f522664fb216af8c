// A perfect, order-preserving index of hands up to a relabelling of suits, for any split into rounds.
// Waugh 2013, "A fast and optimal hand isomorphism algorithm"; index_tables.hpp tells how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/isomorphism/index_tables.hpp"
#include "runtime/cpu.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Immutable after construction; all functions may be called from several threads at once.
class HandIndexer {
  public:
    // `rounds`: cards per round, each at least 1, at most kMaxIndexCards and the deck's size together. The
    // deck is every rank of `rank_mask` (bit 0 = deuce) in every suit of `suit_mask` (bit 0 = clubs).
    HandIndexer(const std::vector<int>& rounds, unsigned rank_mask, unsigned suit_mask);

    int rounds() const { return static_cast<int>(tables_.size()); }
    int cards(int round) const { return tables_[round].cards(); }  // dealt up to and with this round
    std::int64_t size(int round) const { return tables_[round].size(); }

    // Batches. `hands` rows of cards(round) ids, rounds in order, any order inside a round. Each function
    // returns the first row that is not valid (a card not in the deck or twice; an index out of range), else
    // `hands`; rows of the output are meaningful only when all are valid. threads = 0: all of the machine.
    std::size_t index(int round, const Card* cards, std::size_t hands, std::int64_t* out, unsigned threads,
                      const Watch& watch = {}) const;
    // Indices of every round for rows of whole hands: out is [hands][rounds()].
    std::size_t index_all(const Card* cards, std::size_t hands, std::int64_t* out, unsigned threads,
                          const Watch& watch = {}) const;
    // Canonical cards, [hands][cards(round)]: rounds in order, ascending inside a round.
    std::size_t cards_of(int round, const std::int64_t* indices, std::size_t hands, Card* out,
                         unsigned threads, const Watch& watch = {}) const;
    // How many concrete hands each class holds. Over all indices they sum to the number of deals.
    std::size_t weights(int round, const std::int64_t* indices, std::size_t hands, std::int64_t* out,
                        unsigned threads, const Watch& watch = {}) const;

    // One thread, a chosen instruction path (tests compare them).
    std::size_t index_on(CpuPath path, int round, const Card* cards, std::size_t hands,
                         std::int64_t* out) const;

  private:
    std::vector<IndexTables> tables_;  // by round: for the rounds up to it
};

}  // namespace riverboat
