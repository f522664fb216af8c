#include "solvers/decisions.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

#include "solvers/tied_rows.hpp"

namespace riverboat {

namespace {

// Zeroed pages that are taken when first touched, in large pages where the system has them.
template <class T>
T* new_table(std::size_t cells) {
    const std::size_t bytes = std::max<std::size_t>(cells * sizeof(T), 64);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
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
                           std::unique_ptr<TiedRows<Real>> ties)
    : kernels_(kernels<Real>()),
      ties_(std::move(ties)),
      cells_(ties_ ? ties_->cells() : cells),
      decisions_(decisions),
      predictive_(predictive),
      small_(small) {
    for (int kind = 0; kind < (predictive ? 3 : 2); ++kind) {
        if (small) {
            small_tables_[kind] = new_table<std::int16_t>(cells_);
            scales_[kind].assign(decisions, 0.0f);
        } else {
            tables_[kind] = new_table<Real>(cells_);
        }
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
    const std::size_t each = small_ ? cells_ * 2 + decisions_ * sizeof(float) : cells_ * sizeof(Real);
    return each * (predictive_ ? 3 : 2);
}

template <class Real>
const Real* Decisions<Real>::read(const Decision& d, TableKind kind, Arena& arena) const {
    const bool lent = kind == kAverages && lent_averages;
    if (!small_ && !lent && !ties_) return tables_[kind] + d.place;
    Real* out = arena.take<Real>(d.cells());
    if (lent)
        lent_averages(d, arena, out);
    else if (ties_)
        ties_->gather(d, tables_[kind], out);
    else
        kernels_.expand(small_tables_[kind] + d.place, static_cast<Real>(scales_[kind][d.number]), d.cells(),
                        out);
    return out;
}

template <class Real>
void Decisions<Real>::write(const Decision& d, TableKind kind, const Real* from) {
    if (small_)
        scales_[kind][d.number] =
            static_cast<float>(kernels_.shrink(from, d.cells(), small_tables_[kind] + d.place));
}

template <class Real>
DecisionTables<Real> Decisions<Real>::tables_of(const Decision& d, Arena& arena, bool with_average) const {
    const auto table = [&](TableKind kind) { return const_cast<Real*>(read(d, kind, arena)); };
    return {table(kRegrets), predictive_ ? table(kPredictions) : nullptr,
            with_average ? table(kAverages) : nullptr, static_cast<Real>(keep_predicted[d.player])};
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
void Decisions<Real>::strategy(const Decision& d, bool average, Arena& arena, Real* out) const {
    const std::size_t mark = arena.mark();
    if (average)
        kernels_.match(read(d, kAverages, arena), d.actions, d.width, out);
    else
        kernels_.current(tables_of(d, arena, false), d.actions, d.width, out);
    arena.back_to(mark);
    put_locks(d, out);
}

template <class Real>
void Decisions<Real>::descend_own(const Decision& d, const Real* reach, Real keep_average, Arena& arena,
                                  unsigned part, Real* strategy, Real* spread) {
    const std::size_t mark = arena.mark();
    const DecisionTables<Real> tables = tables_of(d, arena, !ties_);
    if (ties_) {
        kernels_.current(tables, d.actions, d.width, strategy);
        kernels_.multiply(strategy, reach, d.actions, d.width, spread);
        ties_->remember_reach(d, spread, part);
    } else if (locks_.empty()) {
        kernels_.descend_own(tables, reach, d.actions, d.width, keep_average, strategy, spread);
    } else {
        kernels_.current(tables, d.actions, d.width, strategy);
        put_locks(d, strategy);
        kernels_.multiply(strategy, reach, d.actions, d.width, spread);
        kernels_.average(tables.average, spread, keep_average, d.cells());
    }
    write(d, kAverages, tables.average);
    arena.back_to(mark);
}

template <class Real>
void Decisions<Real>::descend_other(const Decision& d, const Real* reach, bool average, Arena& arena,
                                    Real* spread) const {
    if (average || !locks_.empty()) {
        strategy(d, average, arena, spread);
        kernels_.multiply(spread, reach, d.actions, d.width, spread);
        return;
    }
    const std::size_t mark = arena.mark();
    kernels_.descend_other(tables_of(d, arena, false), reach, d.actions, d.width, spread);
    arena.back_to(mark);
}

template <class Real>
void Decisions<Real>::ascend_own(const Decision& d, const Real* strategy, const Real* values,
                                 const UpdateFactors& factors, Arena& arena, unsigned part, Real* value) {
    const std::size_t mark = arena.mark();
    if (ties_) {
        Real* instant = arena.take<Real>(d.cells());
        kernels_.ascend_own({nullptr, instant, nullptr, 0}, strategy, values, d.actions, d.width, factors,
                            value);
        ties_->remember_regrets(d, instant, part);
        arena.back_to(mark);
        return;
    }
    DecisionTables<Real> tables = tables_of(d, arena, false);
    if (factors.respond) {
        kernels_.respond(tables.regret, values, d.actions, d.width, value);
    } else {
        if (deferred_) {
            tables.regret = nullptr;
            tables.prediction = remembered_ + d.place;
        }
        kernels_.ascend_own(tables, strategy, values, d.actions, d.width, factors, value);
    }
    if (tables.regret != nullptr) write(d, kRegrets, tables.regret);
    if (predictive_) write(d, kPredictions, tables.prediction);
    arena.back_to(mark);
}

template <class Real>
void Decisions<Real>::begin_walk(unsigned threads) {
    if (ties_) ties_->begin_walk(threads);
}

template <class Real>
void Decisions<Real>::end_walk(int player, const UpdateFactors& factors) {
    if (deferred_) return;
    if (ties_) add_learnt(player, factors);
    keep_predicted[player] = factors.keep_predicted;
}

template <class Real>
void Decisions<Real>::add_learnt(int player, const UpdateFactors& factors) {
    const auto [first, count, regrets, reach] = ties_->learnt(player);
    kernels_.apply(tables_[kRegrets] + first, regrets, count, factors);
    if (predictive_) std::copy_n(regrets, count, tables_[kPredictions] + first);
    kernels_.average(tables_[kAverages] + first, reach, static_cast<Real>(factors.keep_average), count);
    ties_->forget(player);
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
        for (int player = 0; player < kSolverPlayers; ++player) add_learnt(player, factors);
    } else {
        kernels_.apply(tables_[kRegrets], remembered_, cells_, factors);
        if (predictive_) std::copy_n(remembered_, cells_, tables_[kPredictions]);
    }
    keep_predicted.fill(factors.keep_predicted);
}

template <class Real>
void Decisions<Real>::best(const Decision& d, const Real* values, Arena& arena, Real* value) const {
    kernels_.best(values, d.actions, d.width, value);
    if (locks_.empty()) return;
    const auto found = locks_.find(d.number);
    if (found == locks_.end()) return;
    const std::size_t mark = arena.mark();
    Real* fixed = arena.take<Real>(d.width);
    Real* aligned = arena.take<Real>(d.cells());  // as the kernel needs it
    std::copy(found->second.strategy.begin(), found->second.strategy.end(), aligned);
    kernels_.mix(aligned, values, d.actions, d.width, fixed);
    for (std::size_t h = 0; h < d.width; ++h) {
        if (found->second.locked[h]) value[h] = fixed[h];
    }
    arena.back_to(mark);
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
