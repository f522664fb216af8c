#include "solvers/full_width/tied_rows.hpp"

#include <algorithm>
#include <utility>

#include "solvers/full_width/kernels/kernels.hpp"

namespace riverboat {

template <class Real>
TiedRows<Real>::TiedRows(const SolverGame& game, std::shared_ptr<const Ties> ties)
    : game_(game), ties_(std::move(ties)), place_(game.tree.row_choices.size()) {
    const BettingTree& tree = game.tree;
    std::vector<bool> placed(place_.size());
    for (int p = 0; p < kSolverPlayers; ++p) {
        std::size_t cell = first_[p];
        for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
            const std::uint32_t row = tree.row[node];
            if (game.player_at(node) != p || placed[row]) continue;
            placed[row] = true;
            place_[row] = cell;
            cell += tree.row_choices[row] * std::size_t{ties_->rounds[tree.round[node]][p].count};
        }
        first_[p + 1] = rows_of<Real>(cell);  // whole vectors for the kernels
    }
    first_bucket_.resize(game.runouts.rounds.size());
    likely_.resize(game.runouts.rounds.size());
    for (std::size_t round = 0; round < game.runouts.rounds.size(); ++round) {
        const std::vector<RunoutBoard>& boards = game.runouts.rounds[round];
        std::array<std::size_t, kSolverPlayers> bucket{};
        for (const RunoutBoard& board : boards) {
            first_bucket_[round].push_back(bucket);
            for (int p = 0; p < kSolverPlayers; ++p) bucket[p] += board.hands[p].classes();
        }
        likely_[round].assign(boards.size(), 1.0);  // right where nothing was dealt before
        if (round == 0) continue;
        const std::vector<RunoutBoard>& before = game.runouts.rounds[round - 1];
        for (std::size_t b = 0; b < before.size(); ++b) {
            for (const BoardChild& child : before[b].children)
                likely_[round][child.board] = likely_[round - 1][b] * child.ups * game.runouts.chance[round];
        }
    }
}

template <class Real>
const std::uint32_t* TiedRows<Real>::buckets_on_board(const Decision& d) const {
    return buckets(d).of.data() + first_bucket_[game_.tree.round[d.node]][d.board][d.player];
}

template <class Real>
void TiedRows<Real>::gather(const Decision& d, const Real* table, Real* rows) const {
    const std::uint32_t* bucket = buckets_on_board(d);
    const std::size_t classes = hands(d).classes(), columns = width(d);
    for (int a = 0; a < d.actions; ++a) {
        const Real* from = table + place(d) + a * columns;
        Real* row = rows + a * d.width;
        for (std::size_t c = 0; c < classes; ++c) row[c] = from[bucket[c]];
        std::fill(row + classes, row + d.width, Real(0));
    }
}

template <class Real>
void TiedRows<Real>::begin_walk(unsigned threads) {
    if (parts_.size() < threads) parts_.resize(threads);
}

template <class Real>
typename TiedRows<Real>::Sums& TiedRows<Real>::sums(unsigned part) {
    Sums& sums = parts_[part];
    if (sums.memory == nullptr) {
        sums.memory = std::make_unique<Scratch>(2 * (cells() * sizeof(Real) + 64));
        Scratch& memory = *sums.memory;
        for (Real*& table : sums.of) {
            table = memory.take<Real>(cells());
            std::fill_n(table, cells(), Real(0));
        }
    }
    return sums;
}

template <class Real>
template <class Weight>
void TiedRows<Real>::add(const Decision& d, const Real* rows, Real* to, const Weight& weight) const {
    const std::uint32_t* bucket = buckets_on_board(d);
    const std::size_t classes = hands(d).classes(), columns = width(d);
    for (int a = 0; a < d.actions; ++a) {
        Real* sum = to + place(d) + a * columns;
        for (std::size_t c = 0; c < classes; ++c)
            sum[bucket[c]] += static_cast<Real>(weight(c)) * rows[a * d.width + c];
    }
}

template <class Real>
void TiedRows<Real>::remember_regrets(const Decision& d, const Real* rows, unsigned part) {
    const double likely = likely_[game_.tree.round[d.node]][d.board];
    const BoardHands& own = hands(d);
    const std::vector<double>& range = game_.hands[d.player].weights;
    add(d, rows, sums(part).of[kRegret],
        [&](std::size_t c) { return likely * own.size[c] * range[own.first[c]]; });
}

template <class Real>
void TiedRows<Real>::remember_reach(const Decision& d, const Real* rows, unsigned part) {
    const double likely = likely_[game_.tree.round[d.node]][d.board];
    const BoardHands& own = hands(d);
    add(d, rows, sums(part).of[kReach], [&](std::size_t c) { return likely * own.size[c]; });
}

// The parts are added in order, so that the sum does not depend on who was first.
template <class Real>
typename TiedRows<Real>::Learnt TiedRows<Real>::learnt(int player, Kind kind) {
    const std::size_t first = first_[player], end = first_[player + 1];
    Real* all = sums(0).of[kind];
    for (std::size_t part = 1; part < parts_.size(); ++part) {
        const Real* more = parts_[part].of[kind];
        for (std::size_t k = first; more != nullptr && k < end; ++k) all[k] += more[k];
    }
    return {first, end - first, all + first};
}

template <class Real>
void TiedRows<Real>::forget(int player, Kind kind) {
    const std::size_t first = first_[player], count = first_[player + 1] - first;
    for (const Sums& part : parts_) {
        if (part.memory != nullptr) std::fill_n(part.of[kind] + first, count, Real(0));
    }
}

template class TiedRows<float>;
template class TiedRows<double>;

}  // namespace riverboat
