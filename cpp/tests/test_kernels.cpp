#include "solvers/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>

#include "cards/evaluator.hpp"
#include "check.hpp"
#include "solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// Numbers aligned as the kernels need them.
template <class Real>
class Numbers {
  public:
    explicit Numbers(std::size_t count)
        : size_(count),
          data_(static_cast<Real*>(std::aligned_alloc(64, (count * sizeof(Real) + 64 + 63) / 64 * 64)),
                std::free) {
        std::fill_n(data_.get(), count, Real(0));
    }
    Numbers(const Numbers& other) : Numbers(other.size_) {
        std::copy_n(other.data_.get(), size_, data_.get());
    }
    operator Real*() { return data_.get(); }
    operator const Real*() const { return data_.get(); }
    std::size_t size() const { return size_; }
    void randomise(Deal& deal, double low, double high) {
        for (std::size_t i = 0; i < size_; ++i)
            data_.get()[i] = static_cast<Real>(low + (high - low) * deal.below(1'000'001) / 1e6);
    }

  private:
    std::size_t size_;
    std::unique_ptr<Real, decltype(&std::free)> data_;
};

template <class Real>
bool close(Real a, double b) {
    const double digits = sizeof(Real) == 8 ? 1e-12 : 2e-5;
    return std::abs(a - b) <= digits * (1 + std::abs(b));
}

template <class Real>
bool all_close(const Numbers<Real>& found, const std::vector<double>& expected) {
    bool same = true;
    for (std::size_t i = 0; i < expected.size(); ++i) same = same && close(found[i], expected[i]);
    return same;
}

// One decision with random tables, and what the kernels should make of it, in plain loops.
template <class Real>
struct Sample {
    int actions;
    std::size_t width;
    Numbers<Real> regret, prediction, average, reach, values;
    double keep_predicted = 0.8;
    bool predicts;

    Sample(Deal& deal, int count, std::size_t vectors, bool with_prediction)
        : actions(count),
          width(vectors * kLanes<Real>),
          regret(cells()),
          prediction(cells()),
          average(cells()),
          reach(width),
          values(cells()),
          predicts(with_prediction) {
        regret.randomise(deal, -3, 2);
        prediction.randomise(deal, -1, 1);
        average.randomise(deal, 0, 5);
        reach.randomise(deal, 0, 1);
        values.randomise(deal, -9, 9);
    }
    std::size_t cells() const { return static_cast<std::size_t>(actions) * width; }
    DecisionTables<Real> tables() {
        return {regret, predicts ? static_cast<Real*>(prediction) : nullptr, average,
                static_cast<Real>(keep_predicted)};
    }
    std::vector<double> strategy() const {
        std::vector<double> out(cells());
        for (std::size_t h = 0; h < width; ++h) {
            double sum = 0;
            for (int a = 0; a < actions; ++a) {
                const std::size_t i = a * width + h;
                const double target =
                    predicts ? static_cast<double>(regret[i]) * keep_predicted + prediction[i] : regret[i];
                out[i] = std::max(target, 0.0);
                sum += out[i];
            }
            for (int a = 0; a < actions; ++a) {
                double& p = out[a * width + h];
                p = sum > 0 ? p / sum : 1.0 / actions;
            }
        }
        return out;
    }
    std::vector<double> spread() const {
        std::vector<double> out = strategy();
        for (std::size_t i = 0; i < out.size(); ++i) out[i] *= reach[i % width];
        return out;
    }
    std::vector<double> mean() const {
        const std::vector<double> p = strategy();
        std::vector<double> out(width);
        for (std::size_t i = 0; i < p.size(); ++i) out[i % width] += p[i] * values[i];
        return out;
    }
};

template <class Real, class Body>
void each_sample(const Body& body) {
    Deal deal(17);
    for (int actions : {1, 2, 3, 4, 5, 9}) {
        for (std::size_t vectors : {1, 2, 5}) {
            for (bool predicts : {false, true}) {
                Sample<Real> sample(deal, actions, vectors, predicts);
                body(sample);
            }
        }
    }
}

template <class Real>
void check_strategies() {
    const Kernels<Real>& k = kernels<Real>();
    each_sample<Real>([&](Sample<Real>& s) {
        Numbers<Real> strategy(s.cells()), spread(s.cells()), own(s.cells()), matched(s.cells());
        k.current(s.tables(), s.actions, s.width, strategy);
        CHECK(all_close(strategy, s.strategy()));
        k.descend_other(s.tables(), s.reach, s.actions, s.width, spread);
        CHECK(all_close(spread, s.spread()));
        std::vector<double> average(s.cells());
        const std::vector<double> add = s.spread();
        for (std::size_t i = 0; i < add.size(); ++i) average[i] = s.average[i] * 0.75 + add[i];
        Numbers<Real> before(s.average);
        k.descend_own(s.tables(), s.reach, s.actions, s.width, Real(0.75), own, spread);
        CHECK(all_close(own, s.strategy()));
        CHECK(all_close(spread, add));
        CHECK(all_close(s.average, average));
        k.average(before, spread, Real(0.75), s.cells());
        CHECK(all_close(before, average));
        k.multiply(strategy, s.reach, s.actions, s.width, spread);
        CHECK(all_close(spread, add));
        s.predicts = false;
        k.match(s.regret, s.actions, s.width, matched);
        CHECK(all_close(matched, s.strategy()));
    });
}

template <class Real>
void check_values() {
    const Kernels<Real>& k = kernels<Real>();
    each_sample<Real>([&](Sample<Real>& s) {
        Numbers<Real> strategy(s.cells()), out(s.width);
        k.current(s.tables(), s.actions, s.width, strategy);
        k.mix(strategy, s.values, s.actions, s.width, out);
        CHECK(all_close(out, s.mean()));
        std::vector<double> sum(s.width), most(s.width, -INFINITY);
        std::vector<double> first(s.cells());
        for (std::size_t i = 0; i < s.cells(); ++i) {
            sum[i % s.width] += s.values[i];
            most[i % s.width] = std::max<double>(most[i % s.width], s.values[i]);
        }
        std::vector<bool> taken(s.width);
        for (std::size_t i = 0; i < s.cells(); ++i) {
            if (s.values[i] != static_cast<Real>(most[i % s.width]) || taken[i % s.width]) continue;
            first[i] = 1;
            taken[i % s.width] = true;
        }
        k.add_up(s.values, s.actions, s.width, out);
        CHECK(all_close(out, sum));
        k.best(s.values, s.actions, s.width, out);
        CHECK(all_close(out, most));
        k.respond(s.regret, s.values, s.actions, s.width, out);
        CHECK(all_close(out, most));
        CHECK(all_close(s.regret, first));
    });
}

template <class Real>
void check_updates() {
    const Kernels<Real>& k = kernels<Real>();
    for (bool floor : {false, true}) {
        UpdateFactors factors;
        factors.keep_positive = 0.9;
        factors.keep_negative = 0.4;
        factors.floor = floor;
        each_sample<Real>([&](Sample<Real>& s) {
            const std::vector<double> mean = s.mean();
            std::vector<double> instant(s.cells()), regret(s.cells());
            for (std::size_t i = 0; i < s.cells(); ++i) {
                instant[i] = s.values[i] - mean[i % s.width];
                regret[i] = s.regret[i] * (s.regret[i] > 0 ? 0.9 : 0.4) + instant[i];
                if (floor) regret[i] = std::max(regret[i], 0.0);
            }
            Numbers<Real> strategy(s.cells()), value(s.width), later(s.regret), remembered(s.cells());
            k.current(s.tables(), s.actions, s.width, strategy);
            DecisionTables<Real> deferred = s.tables();
            deferred.regret = nullptr;
            deferred.prediction = remembered;
            k.ascend_own(deferred, strategy, s.values, s.actions, s.width, factors, value);
            CHECK(all_close(value, mean));
            CHECK(all_close(remembered, instant));
            k.apply(later, remembered, s.cells(), factors);
            CHECK(all_close(later, regret));
            k.ascend_own(s.tables(), strategy, s.values, s.actions, s.width, factors, value);
            CHECK(all_close(value, mean));
            CHECK(all_close(s.regret, regret));
            if (s.predicts) CHECK(all_close(s.prediction, instant));
        });
    }
}

template <class Real>
void check_maps() {
    const Kernels<Real>& k = kernels<Real>();
    Deal deal(23);
    for (std::size_t count : {1, 7, 16, 100, 1'001}) {
        const std::size_t size = 1 + deal.below(300);
        Numbers<Real> from(size + 1), out(count), sum(count);
        from.randomise(deal, -2, 2);
        from[size] = 0;
        sum.randomise(deal, -2, 2);
        std::vector<HandIndex> map(count);
        std::vector<double> gathered(count), added(count);
        for (std::size_t i = 0; i < count; ++i) {
            map[i] = static_cast<HandIndex>(deal.below(static_cast<unsigned>(size + 1)));
            gathered[i] = from[map[i]];
            added[i] = sum[i] + gathered[i] * 0.125;
        }
        k.gather(map.data(), from, count, out);
        CHECK(all_close(out, gathered));
        k.gather_add(map.data(), from, Real(0.125), count, sum);
        CHECK(all_close(sum, added));
    }
}

template <class Real>
void check_sixteen_bits() {
    const Kernels<Real>& k = kernels<Real>();
    Deal deal(29);
    for (double size : {1e-12, 1.0, 3e5}) {
        const std::size_t count = 5 * static_cast<std::size_t>(kLanes<Real>);
        Numbers<Real> from(count), back(count);
        from.randomise(deal, -size, 0.9 * size);
        std::vector<std::int16_t> small(count);
        const Real scale = k.shrink(from, count, small.data());
        k.expand(small.data(), scale, count, back);
        double largest = 0;
        for (std::size_t i = 0; i < count; ++i) largest = std::max<double>(largest, std::abs(from[i]));
        for (std::size_t i = 0; i < count; ++i)
            CHECK(std::abs(back[i] - from[i]) <= 0.5001 * largest / 32767);
    }
    Numbers<Real> zeros(static_cast<std::size_t>(kLanes<Real>));
    std::vector<std::int16_t> small(kLanes<Real>, 5);
    CHECK(k.shrink(zeros, kLanes<Real>, small.data()) == 0);
    CHECK(std::all_of(small.begin(), small.end(), [](std::int16_t x) { return x == 0; }));
}

// Sums so small that one over them is infinite count as nothing.
template <class Real>
void check_tiny_sums() {
    Numbers<Real> table(2 * kLanes<Real>), strategy(2 * kLanes<Real>);
    for (int h = 0; h < kLanes<Real>; ++h) {
        table[h] = std::numeric_limits<Real>::denorm_min() * static_cast<Real>(h);
        table[kLanes<Real> + h] = std::numeric_limits<Real>::min() * static_cast<Real>(h);
    }
    kernels<Real>().match(table, 2, kLanes<Real>, strategy);
    for (int h = 0; h < kLanes<Real>; ++h) {
        CHECK(strategy[h] >= 0 && strategy[h] <= 1);
        CHECK(close(strategy[h] + strategy[kLanes<Real> + h], 1));
    }
}

// A board at the end of a hand of either kind.
RunoutBoard last_board(Deal& deal, int hole_cards, BothHands& hands, std::vector<Card>& board) {
    CardMask used = 0;
    GameRules rules = hole_cards == 2 ? holdem_spot(5, 10, 100) : island();
    if (hole_cards == 1) {
        rules.rounds = 1;
        rules.board_cards = {2};
    }
    board = deal.cards(hole_cards == 2 ? 5 : 2, used);
    for (PrivateHands& range : hands) {
        range = deal.below(3) == 0 ? hands_of(rules, used)
                                   : hands_of(rules, used, &deal, hole_cards == 1 ? 2 : 1 + deal.below(60));
    }
    return deal_runouts(rules, 0, 0, board, hands).rounds[0][0];
}

// Every hand against every hand of the opponent.
double brute(const RunoutBoard& board, const std::vector<Card>& dealt, int player, std::size_t own_class,
             const EndPayoff& pay, int hole_cards, const auto& reach) {
    const Evaluator& evaluate = evaluator(hole_cards == 2 ? RankingId::holdem : RankingId::three_card);
    const auto strength = [&](const PrivateHand& hand) {
        std::vector<Card> cards(dealt);
        cards.push_back(hand.first);
        if (hole_cards == 2) cards.push_back(hand.second);
        return evaluate(cards.data(), static_cast<int>(cards.size()));
    };
    const PrivateHand& own = board.hands[player].cards[own_class];
    const BoardHands& theirs = board.hands[1 - player];
    const Strength mine = strength(own);
    double sum = 0;
    for (std::size_t j = 0; j < theirs.all.size(); ++j) {
        if (theirs.all[j].mask() & own.mask()) continue;
        const Strength other = strength(theirs.all[j]);
        const double chips = pay.is_fold     ? pay.win
                             : mine > other  ? pay.win
                             : mine == other ? pay.tie
                                             : pay.lose;
        sum += chips * reach[theirs.class_of[j]];
    }
    return sum;
}

template <class Real>
void check_ends(int hole_cards) {
    Deal deal(31);
    for (int trial = 0; trial < (quick() ? 6 : 40); ++trial) {
        BothHands hands;
        std::vector<Card> dealt;
        const RunoutBoard board = last_board(deal, hole_cards, hands, dealt);
        const int player = static_cast<int>(deal.below(2));
        const std::size_t own = board.hands[player].classes(), other = board.hands[1 - player].classes();
        if (own == 0 || other == 0) continue;
        for (int kind : {0, 1, 2}) {  // showdowns, folds, folds and then showdowns
            EndJob<Real> job;
            job.ahead = {reinterpret_cast<const char*>(&job), 0};
            job.ends = 1 + static_cast<int>(deal.below(kLanes<Real>));
            std::vector<Numbers<Real>> reach, values;
            for (int l = 0; l < job.ends; ++l) {
                reach.emplace_back(width_of<Real>(other));
                values.emplace_back(width_of<Real>(own));
                reach[l].randomise(deal, 0, 1);
            }
            for (int l = 0; l < job.ends; ++l) {
                job.reach[l] = reach[l];
                job.values[l] = values[l];
                const bool fold = kind == 1 || (kind == 2 && hole_cards == 2 && l < job.ends / 2);
                job.payoff[l] = {10.0 + l, fold ? 0 : 0.5, fold ? 0 : -7.0 - l, fold};
            }
            Numbers<Real> work(work_size<Real>(own, other));
            kernels<Real>().ends(job, board, player, hole_cards, work);
            for (int l = 0; l < job.ends; l += 3) {
                for (std::size_t c = 0; c < own; c += 1 + own / 50) {
                    const double expected =
                        brute(board, dealt, player, c, job.payoff[l], hole_cards, reach[l]);
                    const double size = 20.0 * static_cast<double>(hands[1 - player].size());
                    CHECK(std::abs(values[l][c] - expected) < size * (sizeof(Real) == 8 ? 1e-13 : 1e-5));
                }
            }
        }
    }
}

}  // namespace

TEST(strategies) {
    check_strategies<double>();
    check_strategies<float>();
}

TEST(values) {
    check_values<double>();
    check_values<float>();
}

TEST(updates) {
    check_updates<double>();
    check_updates<float>();
}

TEST(maps) {
    check_maps<double>();
    check_maps<float>();
}

TEST(sixteen_bits) {
    check_sixteen_bits<double>();
    check_sixteen_bits<float>();
}

TEST(tiny_sums) {
    check_tiny_sums<double>();
    check_tiny_sums<float>();
}

TEST(ends_of_one_card_hands) {
    check_ends<double>(1);
    check_ends<float>(1);
}

TEST(ends_of_two_card_hands) {
    check_ends<double>(2);
    check_ends<float>(2);
}
