#include "solvers/full_width/decisions.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>
#include <utility>

#include "solvers/full_width/kernels/cells.hpp"
#include "solvers/full_width/tied_rows.hpp"

namespace riverboat {

namespace {

// Zeroed pages that are taken when first touched, in large pages where the system has them.
template <class T>
T* new_table(std::size_t cells) {
    const std::size_t bytes = std::max<std::size_t>(cells * sizeof(T), 64);
    void* memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (bytes >= 4u << 20) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
}

template <class T>
void free_table(T* table, std::size_t cells) {
    if (table != nullptr) munmap(table, std::max<std::size_t>(cells * sizeof(T), 64));
}

}  // namespace

template <class Real>
Decisions<Real>::Decisions(std::size_t cells, std::size_t decisions, bool predictive, bool small,
                           std::unique_ptr<TiedRows<Real>> ties, bool own_tables)
    : kernels_(kernels<Real>()),
      ties_(std::move(ties)),
      cells_(ties_ ? ties_->cells() : cells),
      decisions_(decisions),
      predictive_(predictive),
      small_(small) {
    for (int kind = 0; own_tables && kind < (predictive ? 3 : 2); ++kind) {
        if (small)
            small_tables_[kind] = new_table<std::uint16_t>(cells_);
        else
            tables_[kind] = new_table<Real>(cells_);
    }
}

template <class Real>
Decisions<Real>::~Decisions() {
    for (int kind = 0; kind < 3; ++kind) {
        free_table(tables_[kind], cells_);
        free_table(small_tables_[kind], cells_);
    }
    free_table(remembered_, cells_);
}

template <class Real>
std::size_t Decisions<Real>::bytes() const {
    return cells_ * cell_bytes() * (predictive_ ? 3 : 2);
}

template <class Real>
const Real* Decisions<Real>::read(const Decision& d, TableKind kind, Scratch& scratch) const {
    const bool lent = kind == kAverages && lent_averages;
    if (!small_ && !lent && !ties_) return tables_[kind] + d.place;
    Real* out = scratch.take<Real>(d.cells());
    if (lent)
        lent_averages(d, scratch, out);
    else if (ties_)
        ties_->gather(d, tables_[kind], out);
    else if (kind == kAverages)
        kernels_.expand_averages(reinterpret_cast<const Unsigned16*>(small_tables_[kind] + d.place),
                                 d.cells(), out);
    else
        kernels_.expand_regrets(reinterpret_cast<const Signed16*>(small_tables_[kind] + d.place), d.cells(),
                                out);
    return out;
}

template <class Real>
void Decisions<Real>::fetch(const Decision& d, TableKind kind) const {
    if (ties_ || (kind == kAverages && lent_averages)) return;
    const char* begin = small_ ? reinterpret_cast<const char*>(small_tables_[kind] + d.place)
                               : reinterpret_cast<const char*>(tables_[kind] + d.place);
    const std::size_t bytes = d.cells() * cell_bytes();
    for (std::size_t line = 0; line < bytes; line += 64) __builtin_prefetch(begin + line, 1, 2);
}

// Of the rounding to 16 bits in this turn.
template <class Real>
std::uint32_t Decisions<Real>::seed(const Decision& d) const {
    return turns[d.player] * kTurnStep + static_cast<std::uint32_t>(d.place) * kCellStep;
}

// Calls body(kernels, tables of the decision), of whole numbers or of 16 bits. With ties they are copies,
// good until the scratch goes back, and there is no average.
template <class Real>
template <class Body>
void Decisions<Real>::with_tables(const Decision& d, Scratch& scratch, const Body& body) const {
    const std::size_t mark = scratch.mark();
    const Real keep = static_cast<Real>(keep_predicted[d.player]);
    if (small_) {
        const auto table = [&](TableKind kind) {
            return reinterpret_cast<Signed16*>(small_tables_[kind] + d.place);
        };
        body(kernels_.small,
             DecisionTables<Real, SmallCells>{
                 table(kRegrets), predictive_ ? table(kPredictions) : nullptr,
                 reinterpret_cast<Unsigned16*>(small_tables_[kAverages] + d.place), keep, seed(d)});
    } else {
        const auto table = [&](TableKind kind) { return const_cast<Real*>(read(d, kind, scratch)); };
        body(kernels_.whole,
             DecisionTables<Real>{table(kRegrets), predictive_ ? table(kPredictions) : nullptr,
                                  ties_ ? nullptr : tables_[kAverages] + d.place, keep});
    }
    scratch.back_to(mark);
}

template <class Real>
void Decisions<Real>::put_locks(const Decision& d, Real* strategy) const {
    if (locks_.empty()) return;
    const auto found = locks_.find(d.number);
    if (found == locks_.end()) return;
    const Lock& lock = found->second;
    for (std::size_t h = 0; h < d.width; ++h) {
        if (!lock.locked[h]) continue;
        for (int a = 0; a < d.actions; ++a) strategy[a * d.width + h] = lock.strategy[a * d.width + h];
    }
}

template <class Real>
void Decisions<Real>::strategy(const Decision& d, bool average, Scratch& scratch, Real* out) const {
    if (average) {
        const std::size_t mark = scratch.mark();
        kernels_.match(read(d, kAverages, scratch), d.actions, d.width, out);
        scratch.back_to(mark);
    } else {
        with_tables(d, scratch,
                    [&](const auto& k, const auto& tables) { k.current(tables, d.actions, d.width, out); });
    }
    put_locks(d, out);
}

template <class Real>
void Decisions<Real>::descend(const Decision& d, const Real* reach, bool average, Scratch& scratch,
                              Real* spread) const {
    if (!locks_.empty() || (average && (ties_ || lent_averages))) {
        strategy(d, average, scratch, spread);
        kernels_.multiply(spread, reach, d.actions, d.width, spread);
        return;
    }
    with_tables(d, scratch, [&](const auto& k, const auto& tables) {
        (average ? k.descend_average : k.descend)(tables, reach, d.actions, d.width, spread);
    });
}

template <class Real>
void Decisions<Real>::play(const Decision& d, const Real* reach, double keep, Scratch& scratch, unsigned part,
                           Real* spread) {
    const Real kept = static_cast<Real>(keep);
    if (!ties_ && locks_.empty()) {
        with_tables(d, scratch, [&](const auto& k, const auto& tables) {
            k.play(tables, reach, kept, d.actions, d.width, spread);
        });
        return;
    }
    descend(d, reach, false, scratch, spread);
    if (ties_)
        ties_->remember_reach(d, spread, part);
    else
        with_tables(d, scratch,
                    [&](const auto& k, const auto& tables) { k.average(tables, spread, kept, d.cells()); });
}

template <class Real>
void Decisions<Real>::ascend(const Decision& d, const Real* values, const UpdateFactors& factors,
                             Scratch& scratch, unsigned part, Real* value) {
    if (ties_ || deferred_ || factors.respond || !locks_.empty())
        return ascend_apart(d, values, factors, scratch, part, value);
    with_tables(d, scratch, [&](const auto& k, const auto& tables) {
        k.ascend(tables, values, d.actions, d.width, factors, value);
    });
}

// The same in steps, where the strategy is not that of the regrets alone or what is learnt goes elsewhere.
template <class Real>
void Decisions<Real>::ascend_apart(const Decision& d, const Real* values, const UpdateFactors& factors,
                                   Scratch& scratch, unsigned part, Real* value) {
    const std::size_t mark = scratch.mark();
    Real* current = scratch.take<Real>(d.cells());
    strategy(d, false, scratch, current);
    if (ties_) {
        Real* instant = scratch.take<Real>(d.cells());
        kernels_.whole.learn({nullptr, instant, nullptr, 0}, current, values, d.actions, d.width, factors,
                             value);
        ties_->remember_regrets(d, instant, part);
    } else {
        with_tables(d, scratch, [&](const auto& k, auto tables) {
            if (factors.respond) {
                k.respond(tables, values, d.actions, d.width, value);
                return;
            }
            if constexpr (std::is_same_v<decltype(tables.regret), Real*>) {
                if (deferred_) {
                    tables.regret = nullptr;
                    tables.prediction = remembered_ + d.place;
                }
            }
            k.learn(tables, current, values, d.actions, d.width, factors, value);
        });
    }
    scratch.back_to(mark);
}

template <class Real>
void Decisions<Real>::begin(const Decision& d, const Real* strategy, const Real* values, Real share,
                            Scratch& scratch) {
    const std::size_t mark = scratch.mark();
    const Real* averages = read(d, kAverages, scratch);
    Real* regrets = small_ ? scratch.take<Real>(d.cells()) : tables_[kRegrets] + d.place;
    for (std::size_t h = 0; h < d.width; ++h) {
        Real largest = 0, known = 0;
        for (int a = 0; a < d.actions; ++a) {
            largest = std::max(largest, std::abs(values[a * d.width + h]));
            known += averages[a * d.width + h];
        }
        for (int a = 0; a < d.actions; ++a)
            regrets[a * d.width + h] = known > 0 ? share * largest * strategy[a * d.width + h] : Real(0);
    }
    if (small_)
        kernels_.shrink_regrets(regrets, d.cells(), seed(d),
                                reinterpret_cast<Signed16*>(small_tables_[kRegrets] + d.place));
    scratch.back_to(mark);
}

template <class Real>
void Decisions<Real>::set_averages(const Decision& d, const std::vector<double>& rows) {
    const std::size_t classes = rows.size() / static_cast<std::size_t>(d.actions);
    Scratch scratch(d.cells() * sizeof(Real));
    Real* averages = small_ ? scratch.take<Real>(d.cells()) : tables_[kAverages] + d.place;
    std::fill_n(averages, d.cells(), Real(0));
    for (int a = 0; a < d.actions; ++a) {
        for (std::size_t h = 0; h < classes; ++h)
            averages[a * d.width + h] = static_cast<Real>(rows[a * classes + h]);
    }
    if (small_)
        kernels_.shrink_averages(averages, d.cells(), seed(d),
                                 reinterpret_cast<Unsigned16*>(small_tables_[kAverages] + d.place));
}

template <class Real>
void Decisions<Real>::begin_walk(unsigned threads) {
    if (ties_) ties_->begin_walk(threads);
}

template <class Real>
void Decisions<Real>::end_walk(int player, const UpdateFactors& factors, const KeptAverages& kept) {
    ++turns[player];
    for (int p = 0; ties_ && p < kSolverPlayers; ++p) {
        if (!kept[p]) continue;
        const auto [first, count, reach] = ties_->learnt(p, TiedRows<Real>::kReach);
        kernels_.whole.average({nullptr, nullptr, tables_[kAverages] + first, 0}, reach,
                               static_cast<Real>(*kept[p]), count);
        ties_->forget(p, TiedRows<Real>::kReach);
    }
    if (deferred_) return;
    if (ties_) add_regrets(player, factors);
    keep_predicted[player] = factors.keep_predicted;
}

template <class Real>
void Decisions<Real>::add_regrets(int player, const UpdateFactors& factors) {
    const auto [first, count, regrets] = ties_->learnt(player, TiedRows<Real>::kRegret);
    kernels_.apply(tables_[kRegrets] + first, regrets, count, factors);
    if (predictive_) std::copy_n(regrets, count, tables_[kPredictions] + first);
    ties_->forget(player, TiedRows<Real>::kRegret);
}

template <class Real>
void Decisions<Real>::defer() {
    if (remembered_ == nullptr && !ties_) remembered_ = new_table<Real>(cells_);
    deferred_ = true;
}

template <class Real>
void Decisions<Real>::apply(const UpdateFactors& factors) {
    deferred_ = false;
    if (ties_) {
        for (int player = 0; player < kSolverPlayers; ++player) add_regrets(player, factors);
    } else {
        kernels_.apply(tables_[kRegrets], remembered_, cells_, factors);
        if (predictive_) std::copy_n(remembered_, cells_, tables_[kPredictions]);
    }
    keep_predicted.fill(factors.keep_predicted);
}

template <class Real>
void Decisions<Real>::best(const Decision& d, const Real* values, Scratch& scratch, Real* value) const {
    kernels_.best(values, d.actions, d.width, value);
    if (locks_.empty()) return;
    const auto found = locks_.find(d.number);
    if (found == locks_.end()) return;
    const std::size_t mark = scratch.mark();
    Real* fixed = scratch.take<Real>(d.width);
    Real* aligned = scratch.take<Real>(d.cells());  // as the kernel needs it
    std::copy(found->second.strategy.begin(), found->second.strategy.end(), aligned);
    kernels_.mix(aligned, values, d.actions, d.width, fixed);
    for (std::size_t h = 0; h < d.width; ++h) {
        if (found->second.locked[h]) value[h] = fixed[h];
    }
    scratch.back_to(mark);
}

template <class Real>
void Decisions<Real>::lock(const Decision& d, const std::vector<double>& strategy,
                           const std::vector<std::uint8_t>& locked) {
    if (locked.empty()) {
        locks_.erase(d.number);
        return;
    }
    const std::size_t classes = locked.size();
    Lock lock{std::vector<Real>(d.cells()), std::vector<std::uint8_t>(d.width)};
    std::copy(locked.begin(), locked.end(), lock.locked.begin());
    for (int a = 0; a < d.actions; ++a) {
        for (std::size_t h = 0; h < classes; ++h)
            lock.strategy[a * d.width + h] = static_cast<Real>(strategy[a * classes + h]);
    }
    locks_[d.number] = std::move(lock);
}

template class Decisions<float>;
template class Decisions<double>;

}  // namespace riverboat
