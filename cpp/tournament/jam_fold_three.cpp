#include "tournament/jam_fold_three.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tournament/rows.hpp"

namespace riverboat {

namespace {

// Ends in which seat 0 jams: {0}, {0,1}, {0,2}, {0,1,2}; in which it folds: {}, {1}, {1,2}.
constexpr int kNone = 0, kFirst = 1, kSecond = 2, kFirstSecond = 3, kWalk = 4, kFirstThird = 5,
              kSecondThird = 6, kAll = 7;
enum Row { kOpen, kAfterFold, kAfterJam, kWalkRow, kAfterFirst, kAfterSecond, kAfterBoth };

// Differences of ends that come with products of two strategies.
constexpr int kForms = 3;
constexpr int kFormUp[kForms] = {kFirstThird, kAll, kSecondThird};
constexpr int kFormDown[kForms] = {kFirst, kFirstSecond, kSecond};

// The order of seats 0, 1, 2 as it is called when hands are taken as the two rows and then the inner one.
// Inner seat 0: (1, 2, 0). Inner seat 1: (0, 2, 1). Inner seat 2: (0, 1, 2).
constexpr std::array<std::array<int, 3>, 3> kTaken = {{{1, 2, 0}, {0, 2, 1}, {0, 1, 2}}};

constexpr std::array<std::array<int, kOrders>, 3> kOrderTaken = [] {
    std::array<std::array<int, kOrders>, 3> taken{};
    for (int inner = 0; inner < 3; ++inner) {
        for (int order = 0; order < kOrders; ++order) {
            for (int other = 0; other < kOrders; ++other) {
                bool same = true;
                for (int i = 0; i < 3; ++i) {
                    same = same && kOrderPlaces[other][i] == kOrderPlaces[order][kTaken[inner][i]];
                }
                if (same) taken[inner][order] = other;
            }
        }
    }
    return taken;
}();

// Which two of (first row, second row, inner) a relation compares; which is better: 0 the former, 1 the
// latter, 2 none.
constexpr std::array<std::array<int, 2>, 3> kCompared = {{{0, 1}, {0, 2}, {1, 2}}};
constexpr int better_of(int relation, int order) {
    const int one = kOrderPlaces[order][kCompared[relation][0]],
              other = kOrderPlaces[order][kCompared[relation][1]];
    return one < other ? 0 : one > other ? 1 : 2;
}

using Weights = std::array<double, kOrders>;

Weights between(const ThreeValues& values, int up, int down, int seat) {
    Weights out;
    for (int order = 0; order < kOrders; ++order)
        out[order] = values[up][order][seat] - values[down][order][seat];
    return out;
}

struct Held {
    int cls;
    double weight;
};

std::vector<Held> held_of(const double* row, int classes) {
    std::vector<Held> held;
    for (int cls = 0; cls < classes; ++cls) {
        if (row[cls] > 0.0) held.push_back({cls, row[cls]});
    }
    return held;
}

}  // namespace

ThreeJam::ThreeJam(std::span<const float> chances, int classes)
    : classes_(classes), chances_(chances.data()) {
    const std::size_t n = classes, square = n * n;
    for (auto& pairs : pairs_) pairs.assign(kOrders * square, 0.0);
    for (auto& singles : singles_) singles.assign(kOrders * n, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            for (int order = 0; order < kOrders; ++order) {
                const float* row = chances_ + ((a * n + b) * kOrders + order) * n;
                double sum = 0.0;
                for (std::size_t c = 0; c < n; ++c) {
                    sum += row[c];
                    pairs_[0][order * square + b * n + c] += row[c];
                    pairs_[1][order * square + a * n + c] += row[c];
                    singles_[2][order * n + c] += row[c];
                }
                pairs_[2][order * square + a * n + b] = sum;
                singles_[0][order * n + a] += sum;
                singles_[1][order * n + b] += sum;
                orders_[order] += sum;
            }
            for (int relation = 0; relation < 3; ++relation) {
                relations_[relation].resize(square * 3 * n);
                float* to = relations_[relation].data() + (a * n + b) * 3 * n;
                for (int order = 0; order < kOrders; ++order) {
                    row_kernels().add(chances_ + ((a * n + b) * kOrders + order) * n, 1.0f, n,
                                      to + better_of(relation, order) * n);
                }
            }
        }
    }
}

// One call's scratch: rows of chances times values, made when they are first needed.
class ThreeWork {
  public:
    ThreeWork(const ThreeJam& game, const ThreeValues& values) : game_(game), n_(game.classes_) {
        for (int seat = 0; seat < 3; ++seat) {
            for (int form = 0; form < kForms; ++form) {
                Table& table = tables_[seat][form];
                table.weights = between(values, kFormUp[form], kFormDown[form], seat);
                table.empty = std::all_of(table.weights.begin(), table.weights.end(),
                                          [](double weight) { return weight == 0.0; });
                for (int inner_order = 0; inner_order < kOrders; ++inner_order) {
                    table.taken[kOrderTaken[seat][inner_order]] =
                        static_cast<float>(table.weights[inner_order]);
                }
                table.find_relation();
                table.place.assign(n_ * n_, -1);
            }
            const Weights second = between(values, kFirstSecond, kFirst, seat),
                          steal = between(values, kSecond, kNone, seat),
                          open = between(values, kFirst, kNone, seat);
            if (seat == 0) {
                single_ = summed(game.singles_[0], open, n_);
                third_a_ = summed(game.pairs_[1], tables_[0][0].weights, n_ * n_);
                second_a_ = summed(game.pairs_[2], second, n_ * n_);
                steal_a_ = summed(game.pairs_[2], steal, n_ * n_);
            } else if (seat == 1) {
                second_b_ = summed(game.pairs_[2], second, n_ * n_);
                steal_b_ = summed(game.singles_[1], steal, n_);
                steal_ab_ = summed(game.pairs_[2], steal, n_ * n_);
                call_b_ = summed(game.pairs_[0], tables_[1][2].weights, n_ * n_);
            } else {
                third_c_ = summed(game.pairs_[1], tables_[2][0].weights, n_ * n_);
                call_c_ = summed(game.pairs_[0], tables_[2][2].weights, n_ * n_);
            }
        }
    }

    // Advantages of one seat's rows.
    void seat_advantages(int seat, const double* strategy, double* out) {
        const double* rows[kThreeRows];
        for (int row = 0; row < kThreeRows; ++row) rows[row] = strategy + row * n_;
        if (seat == 0) {
            double* own = out + kOpen * n_;
            std::copy(single_.begin(), single_.end(), own);
            add_pair(third_a_, true, rows[kAfterFirst], 1.0, own);
            add_pair(second_a_, true, rows[kAfterJam], 1.0, own);
            add_pair(steal_a_, true, rows[kAfterFold], -1.0, own);
            add_product(0, 0, rows[kAfterJam], rows[kAfterFirst], -1.0, own);
            add_product(0, 1, rows[kAfterJam], rows[kAfterBoth], 1.0, own);
            add_product(0, 2, rows[kAfterFold], rows[kAfterSecond], -1.0, own);
        } else if (seat == 1) {
            double *folded = out + kAfterFold * n_, *jammed = out + kAfterJam * n_;
            std::fill(jammed, jammed + n_, 0.0);
            add_pair(second_b_, false, rows[kOpen], 1.0, jammed);
            add_product(1, 0, rows[kOpen], rows[kAfterFirst], -1.0, jammed);
            add_product(1, 1, rows[kOpen], rows[kAfterBoth], 1.0, jammed);
            std::copy(steal_b_.begin(), steal_b_.end(), folded);
            add_pair(steal_ab_, false, rows[kOpen], -1.0, folded);
            add_pair(call_b_, true, rows[kAfterSecond], 1.0, folded);
            add_product(1, 2, rows[kOpen], rows[kAfterSecond], -1.0, folded);
        } else {
            double *first = out + kAfterFirst * n_, *second = out + kAfterSecond * n_,
                   *both = out + kAfterBoth * n_;
            std::fill(out + kWalkRow * n_, out + kThreeRows * n_, 0.0);
            add_pair(third_c_, false, rows[kOpen], 1.0, first);
            add_product(2, 0, rows[kOpen], rows[kAfterJam], -1.0, first);
            add_pair(call_c_, false, rows[kAfterFold], 1.0, second);
            add_product(2, 2, rows[kOpen], rows[kAfterFold], -1.0, second);
            add_product(2, 1, rows[kOpen], rows[kAfterJam], 1.0, both);
        }
    }

  private:
    struct Kept {
        std::vector<double> second;  // what the second seat played
        std::vector<float> sums;     // [class of the first][inner class]
        std::vector<char> known;
    };

    struct Table {
        Kept kept;
        Weights weights{};
        std::array<float, kOrders> taken{};
        bool empty = false;
        std::vector<std::int32_t> place;  // of the row of two classes among those made, or -1
        std::vector<float> made;
        int relation = -1;  // that tells all that the weights ask
        std::array<float, 3> by_relation{};

        void find_relation() {
            for (int asked = 0; asked < 3 && relation < 0; ++asked) {
                std::array<float, 3> known{};
                for (int order = 0; order < kOrders; ++order) known[better_of(asked, order)] = taken[order];
                bool enough = true;
                for (int order = 0; order < kOrders; ++order) {
                    enough = enough && std::abs(known[better_of(asked, order)] - taken[order]) <=
                                           1e-6f * std::abs(taken[order]);
                }
                if (enough) {
                    relation = asked;
                    by_relation = known;
                }
            }
        }
    };

    static std::vector<double> summed(const std::vector<double>& chances, const Weights& weights,
                                      std::size_t count) {
        std::vector<double> out(count, 0.0);
        for (int order = 0; order < kOrders; ++order) {
            if (weights[order] == 0.0) continue;
            for (std::size_t i = 0; i < count; ++i) out[i] += weights[order] * chances[order * count + i];
        }
        return out;
    }

    // out[i] += sign * sum_j matrix[i][j] row[j] if the row is of the matrix's columns, else over its rows.
    void add_pair(const std::vector<double>& matrix, bool columns, const double* row, double sign,
                  double* out) const {
        for (std::size_t i = 0; i < n_; ++i) {
            if (columns) {
                double sum = 0.0;
                for (std::size_t j = 0; j < n_; ++j) sum += matrix[i * n_ + j] * row[j];
                out[i] += sign * sum;
            } else if (row[i] != 0.0) {
                for (std::size_t j = 0; j < n_; ++j) out[j] += sign * row[i] * matrix[i * n_ + j];
            }
        }
    }

    // out += sign * sum over two seats' classes. What the second seat's hands bring is kept for each class of
    // the first and only changed where that seat plays otherwise than before, which is for few hands from one
    // iteration to the next.
    void add_product(int seat, int form, const double* first, const double* second, double sign,
                     double* out) {
        Table& table = tables_[seat][form];
        if (table.empty) return;
        Kept& kept = table.kept;
        if (kept.second.empty()) {
            kept.second.assign(n_, 0.0);
            kept.sums.assign(n_ * n_, 0.0f);
            kept.known.assign(n_, false);
        }
        changes_.clear();
        for (std::size_t j = 0; j < n_; ++j) {
            if (second[j] != kept.second[j])
                changes_.push_back({static_cast<int>(j), second[j] - kept.second[j]});
        }
        const std::vector<Held> seconds = held_of(second, static_cast<int>(n_));
        const bool anew = changes_.size() >= seconds.size();
        kept.second.assign(second, second + n_);
        for (std::size_t i = 0; i < n_; ++i) {
            if (first[i] == 0.0 || anew) kept.known[i] = false;
            if (first[i] == 0.0) continue;
            float* sums = kept.sums.data() + i * n_;
            if (!kept.known[i]) std::fill(sums, sums + n_, 0.0f);
            for (const Held& other : kept.known[i] ? changes_ : seconds) {
                kernels_.add(row_of(table, static_cast<int>(i), other.cls), static_cast<float>(other.weight),
                             n_, sums);
            }
            kept.known[i] = true;
            for (std::size_t k = 0; k < n_; ++k) out[k] += sign * first[i] * sums[k];
        }
    }

    const float* row_of(Table& table, int first, int second) {
        std::int32_t& place = table.place[first * n_ + second];
        if (place < 0) {
            place = static_cast<std::int32_t>(table.made.size() / n_);
            table.made.resize(table.made.size() + n_, 0.0f);
            float* row = table.made.data() + place * n_;
            const std::size_t pair = first * n_ + second;
            if (table.relation >= 0) {
                kernels_.combine(game_.relations_[table.relation].data() + pair * 3 * n_,
                                 table.by_relation.data(), 3, n_, row);
            } else {
                kernels_.combine(game_.chances_ + pair * kOrders * n_, table.taken.data(), kOrders, n_, row);
            }
        }
        return table.made.data() + place * n_;
    }

    const ThreeJam& game_;
    const RowKernels& kernels_ = row_kernels();
    std::size_t n_;
    std::array<std::array<Table, kForms>, 3> tables_;
    std::vector<double> single_, third_a_, second_a_, steal_a_, second_b_, steal_b_, steal_ab_, call_b_,
        third_c_, call_c_;
    std::vector<Held> changes_;
};

std::vector<double> ThreeJam::advantages(const ThreeValues& values, std::span<const double> strategy) const {
    std::vector<double> out(kThreeRows * classes_, 0.0);
    ThreeWork work(*this, values);
    for (int seat = 0; seat < 3; ++seat) work.seat_advantages(seat, strategy.data(), out.data());
    return out;
}

namespace {

constexpr std::array<std::array<int, 2>, 3> kRowsOfSeat = {{{0, 1}, {1, 3}, {3, 7}}};

// Regrets of both actions, kept over 0 (Tammelin 2014), and the average weighted by the iteration; or the
// average of best responses (Brown 1951).
struct JamTables {
    std::vector<double> jam, fold, average, now;
    double weight = 0.0;
};

void update(JamTables& tables, std::size_t begin, std::size_t end, const double* advantage, JamRule rule,
            double weight, double total) {
    for (std::size_t i = begin; i < end; ++i) {
        if (rule == JamRule::fictitious_play) {
            const double best = advantage[i] > 0.0 ? 1.0 : advantage[i] < 0.0 ? 0.0 : tables.average[i];
            tables.average[i] += (best - tables.average[i]) * weight / total;
            tables.now[i] = tables.average[i];
            continue;
        }
        const double p = tables.now[i];
        tables.jam[i] = std::max(0.0, tables.jam[i] + (1.0 - p) * advantage[i]);
        tables.fold[i] = std::max(0.0, tables.fold[i] - p * advantage[i]);
        const double sum = tables.jam[i] + tables.fold[i];
        if (sum > 0.0) tables.now[i] = tables.jam[i] / sum;
        tables.average[i] += (tables.now[i] - tables.average[i]) * weight / total;
    }
}

}  // namespace

JamSolved ThreeJam::solve(const ThreeValues& values, std::span<const double> start,
                          const std::array<bool, kThreeRows>& locked, const JamSolve& how) const {
    const std::size_t n = classes_;
    ThreeWork work(*this, values);
    JamTables tables;
    tables.now.assign(start.begin(), start.end());
    tables.average = tables.now;
    tables.jam.assign(kThreeRows * n, 0.0);
    tables.fold = tables.jam;
    std::vector<double> advantage(kThreeRows * n, 0.0);
    JamSolved solved;
    const auto gains = [&](const std::vector<double>& strategy) {
        for (int seat = 0; seat < 3; ++seat) {
            work.seat_advantages(seat, strategy.data(), advantage.data());
            double gain = 0.0;
            for (int row = kRowsOfSeat[seat][0]; row < kRowsOfSeat[seat][1]; ++row) {
                if (locked[row]) continue;
                for (std::size_t i = row * n; i < (row + 1) * n; ++i) {
                    gain += std::max(advantage[i], 0.0) - strategy[i] * advantage[i];
                }
            }
            solved.gains[seat] = gain;
        }
        return *std::max_element(solved.gains.begin(), solved.gains.end());
    };
    const bool linear = how.rule == JamRule::cfr_plus;
    double total = how.start_weight;
    for (int iteration = 1; iteration <= how.iterations; ++iteration) {
        const double weight = linear ? iteration : 1.0;
        total += weight;
        for (int seat = 0; seat < 3; ++seat) {
            work.seat_advantages(seat, tables.now.data(), advantage.data());
            for (int row = kRowsOfSeat[seat][0]; row < kRowsOfSeat[seat][1]; ++row) {
                if (locked[row]) continue;
                if (linear && iteration == 1 &&
                    how.start_weight > 0.0) {  // regrets that would play the start
                    for (std::size_t i = row * n; i < (row + 1) * n; ++i) {
                        const double size = std::abs(advantage[i]);
                        tables.jam[i] = tables.now[i] * size;
                        tables.fold[i] = (1.0 - tables.now[i]) * size;
                    }
                }
                update(tables, row * n, (row + 1) * n, advantage.data(), how.rule, weight, total);
            }
        }
        solved.iterations = iteration;
        const bool look = how.look_every > 0 && iteration % how.look_every == 0;
        if (look && gains(tables.average) <= how.target) break;
    }
    if (how.look_every > 0) gains(tables.average);
    solved.strategy = std::move(tables.average);
    return solved;
}

// --- by ends --------------------------------------------------------------------------------------------

namespace {

// Sums of chances by order over the classes of two seats: [13][classes of the inner seat], orders of seats 0,
// 1, 2.
std::vector<double> products(const float* chances, std::size_t n, int inner, const double* first,
                             const double* second) {
    std::vector<double> out(kOrders * n, 0.0);
    std::vector<float> sums(kOrders * n);
    const std::vector<Held> firsts = held_of(first, static_cast<int>(n)),
                            seconds = held_of(second, static_cast<int>(n));
    for (const Held& one : firsts) {
        std::fill(sums.begin(), sums.end(), 0.0f);
        for (const Held& other : seconds) {
            const float weight = static_cast<float>(other.weight);
            const float* row = chances + (one.cls * n + other.cls) * kOrders * n;
            row_kernels().add(row, weight, kOrders * n, sums.data());
        }
        for (int order = 0; order < kOrders; ++order) {
            const float* from = sums.data() + kOrderTaken[inner][order] * n;
            for (std::size_t i = 0; i < n; ++i) out[order * n + i] += one.weight * from[i];
        }
    }
    return out;
}

// Sums over one other seat: [13][classes], from pairs [13][n][n]; columns: whether the summed seat is the
// second of the two.
std::vector<double> sums_over(const std::vector<double>& pairs, std::size_t n, bool columns,
                              const double* weights) {
    std::vector<double> out(kOrders * n, 0.0);
    for (int order = 0; order < kOrders; ++order) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const double chance = pairs[(order * n + i) * n + j];
                if (columns) {
                    out[order * n + i] += chance * weights[j];
                } else {
                    out[order * n + j] += chance * weights[i];
                }
            }
        }
    }
    return out;
}

}  // namespace

std::vector<float> ThreeJam::coefficients(std::span<const double> strategy) const {
    const std::size_t n = classes_;
    const double* rows[kThreeRows];
    for (int row = 0; row < kThreeRows; ++row) rows[row] = strategy.data() + row * n;
    std::vector<float> out(kThreeRows * n * kThreeEnds * kOrders, 0.0f);
    const auto add = [&](int row, int up, int down, const std::vector<double>& sums, double sign) {
        for (std::size_t i = 0; i < n; ++i) {
            float* to = out.data() + (row * n + i) * kThreeEnds * kOrders;
            for (int order = 0; order < kOrders; ++order) {
                const float part = static_cast<float>(sign * sums[order * n + i]);
                to[up * kOrders + order] += part;
                to[down * kOrders + order] -= part;
            }
        }
    };
    const auto product = [&](int inner, int first, int second) {
        return products(chances_, n, inner, rows[first], rows[second]);
    };
    add(kOpen, kFirst, kNone, singles_[0], 1.0);
    add(kOpen, kFirstThird, kFirst, sums_over(pairs_[1], n, true, rows[kAfterFirst]), 1.0);
    add(kOpen, kFirstSecond, kFirst, sums_over(pairs_[2], n, true, rows[kAfterJam]), 1.0);
    add(kOpen, kSecond, kNone, sums_over(pairs_[2], n, true, rows[kAfterFold]), -1.0);
    add(kOpen, kFirstThird, kFirst, product(0, kAfterJam, kAfterFirst), -1.0);
    add(kOpen, kAll, kFirstSecond, product(0, kAfterJam, kAfterBoth), 1.0);
    add(kOpen, kSecondThird, kSecond, product(0, kAfterFold, kAfterSecond), -1.0);

    add(kAfterJam, kFirstSecond, kFirst, sums_over(pairs_[2], n, false, rows[kOpen]), 1.0);
    add(kAfterJam, kFirstThird, kFirst, product(1, kOpen, kAfterFirst), -1.0);
    add(kAfterJam, kAll, kFirstSecond, product(1, kOpen, kAfterBoth), 1.0);
    add(kAfterFold, kSecond, kNone, singles_[1], 1.0);
    add(kAfterFold, kSecond, kNone, sums_over(pairs_[2], n, false, rows[kOpen]), -1.0);
    add(kAfterFold, kSecondThird, kSecond, sums_over(pairs_[0], n, true, rows[kAfterSecond]), 1.0);
    add(kAfterFold, kSecondThird, kSecond, product(1, kOpen, kAfterSecond), -1.0);

    const std::vector<double> called = product(2, kOpen, kAfterJam);
    add(kAfterFirst, kFirstThird, kFirst, sums_over(pairs_[1], n, false, rows[kOpen]), 1.0);
    add(kAfterFirst, kFirstThird, kFirst, called, -1.0);
    add(kAfterBoth, kAll, kFirstSecond, called, 1.0);
    add(kAfterSecond, kSecondThird, kSecond, sums_over(pairs_[0], n, false, rows[kAfterFold]), 1.0);
    add(kAfterSecond, kSecondThird, kSecond, product(2, kOpen, kAfterFold), -1.0);
    return out;
}

std::array<std::array<double, kOrders>, kThreeEnds> ThreeJam::ends(std::span<const double> strategy) const {
    const std::size_t n = classes_;
    const double* rows[kThreeRows];
    for (int row = 0; row < kThreeRows; ++row) rows[row] = strategy.data() + row * n;
    const std::vector<double> ones(n, 1.0);
    const std::vector<double> called = products(chances_, n, 2, rows[kOpen], rows[kAfterJam]),
                              stolen = products(chances_, n, 2, rows[kOpen], rows[kAfterFold]),
                              opened = sums_over(pairs_[1], n, false, rows[kOpen]),
                              second = sums_over(pairs_[0], n, false, rows[kAfterFold]);
    const auto dot = [&](const std::vector<double>& sums, int order, const double* row) {
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) sum += sums[order * n + i] * row[i];
        return sum;
    };
    std::array<std::array<double, kOrders>, kThreeEnds> ends{};
    for (int order = 0; order < kOrders; ++order) {
        const double jam = dot(opened, order, ones.data()), both = dot(called, order, ones.data());
        const double steal = dot(second, order, ones.data()) - dot(stolen, order, ones.data());
        ends[kAll][order] = dot(called, order, rows[kAfterBoth]);
        ends[kFirstSecond][order] = both - ends[kAll][order];
        ends[kFirstThird][order] =
            dot(opened, order, rows[kAfterFirst]) - dot(called, order, rows[kAfterFirst]);
        ends[kFirst][order] = jam - both - ends[kFirstThird][order];
        ends[kSecondThird][order] =
            dot(second, order, rows[kAfterSecond]) - dot(stolen, order, rows[kAfterSecond]);
        ends[kSecond][order] = steal - ends[kSecondThird][order];
        ends[kNone][order] = orders_[order] - jam - steal;
        ends[kWalk][order] = 0.0;  // all fold: the last seat has nothing to decide
    }
    return ends;
}

}  // namespace riverboat
