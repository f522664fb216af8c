#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/full_width/kernels/kernels.hpp"
#include "tests/check.hpp"
#include "tests/solvers/kernel_numbers.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

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
        Numbers<Real> strategy(s.cells()), spread(s.cells()), matched(s.cells());
        k.whole.current(s.tables(), s.actions, s.width, strategy);
        CHECK(all_close(strategy, s.strategy()));
        const std::vector<double> shares = s.spread();
        k.whole.descend(s.tables(), s.reach, s.actions, s.width, spread);
        CHECK(all_close(spread, shares));
        std::vector<double> average(s.cells());
        for (std::size_t i = 0; i < shares.size(); ++i) average[i] = s.average[i] * 0.75 + shares[i];
        k.match(s.average, s.actions, s.width, matched);
        Numbers<Real> by_average(s.cells()), wanted(s.cells());
        k.multiply(matched, s.reach, s.actions, s.width, wanted);
        k.whole.descend_average(s.tables(), s.reach, s.actions, s.width, by_average);
        for (std::size_t i = 0; i < s.cells(); ++i) CHECK(close(by_average[i], wanted[i]));
        k.whole.average(s.tables(), spread, Real(0.75), s.cells());
        CHECK(all_close(s.average, average));
        k.multiply(strategy, s.reach, s.actions, s.width, spread);
        CHECK(all_close(spread, shares));
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
        k.whole.current(s.tables(), s.actions, s.width, strategy);
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
        k.whole.respond(s.tables(), s.values, s.actions, s.width, out);
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
            k.whole.current(s.tables(), s.actions, s.width, strategy);
            DecisionTables<Real> deferred = s.tables();
            deferred.regret = nullptr;
            deferred.prediction = remembered;
            k.whole.learn(deferred, strategy, s.values, s.actions, s.width, factors, value);
            CHECK(all_close(value, mean));
            CHECK(all_close(remembered, instant));
            k.apply(later, remembered, s.cells(), factors);
            CHECK(all_close(later, regret));
            std::vector<double> average = s.spread();
            for (std::size_t i = 0; i < s.cells(); ++i) average[i] += s.average[i] * 0.75;
            Numbers<Real> spread(s.cells());
            k.whole.play(s.tables(), s.reach, Real(0.75), s.actions, s.width, spread);
            CHECK(all_close(spread, s.spread()));
            CHECK(all_close(s.average, average));
            k.whole.ascend(s.tables(), s.values, s.actions, s.width, factors, value);
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

// A table in 16 bits, made by the kernels themselves from numbers.
template <class Real>
class SmallTables {
  public:
    explicit SmallTables(std::size_t cells) : regret_(cells), prediction_(cells), average_(cells) {}
    DecisionTables<Real, SmallCells> with(std::uint32_t seed, Real keep_predicted = 1) {
        return {regret_.data(), prediction_.data(), average_.data(), keep_predicted, seed};
    }
    // Regrets and predictions become `numbers`, rounded.
    void set_regrets(const Numbers<Real>& numbers, std::uint32_t seed) {
        const std::size_t cells = regret_.size();
        Numbers<Real> values(2 * cells), strategy(2 * cells), value(cells);
        std::copy_n(static_cast<const Real*>(numbers), cells, static_cast<Real*>(values) + cells);
        std::fill_n(static_cast<Real*>(strategy), cells, Real(1));  // of an action that is worth nothing
        std::vector<Signed16> both(2 * cells), predictions(2 * cells);
        UpdateFactors forget;
        forget.keep_positive = forget.keep_negative = 0;
        kernels<Real>().small.learn({both.data(), predictions.data(), nullptr, 1, seed}, strategy, values, 2,
                                    cells, forget, value);
        std::copy_n(both.data() + cells, cells, regret_.data());
        std::copy_n(predictions.data() + cells, cells, prediction_.data());
    }
    void set_averages(const Numbers<Real>& numbers, std::uint32_t seed) {
        kernels<Real>().small.average(with(seed), numbers, 0, average_.size());
    }
    Numbers<Real> regrets() const { return expanded(regret_); }
    Numbers<Real> predictions() const { return expanded(prediction_); }
    Numbers<Real> averages() const {
        Numbers<Real> out(average_.size());
        kernels<Real>().expand_averages(average_.data(), average_.size(), out);
        return out;
    }

  private:
    static Numbers<Real> expanded(const std::vector<Signed16>& cells) {
        Numbers<Real> out(cells.size());
        kernels<Real>().expand_regrets(cells.data(), cells.size(), out);
        return out;
    }
    std::vector<Signed16> regret_, prediction_;
    std::vector<Unsigned16> average_;
};

// The distance between numbers of so many bits of fraction next to x.
double step_at(double x, int fraction) {
    return std::ldexp(1.0, std::ilogb(x) - fraction);
}

// Rounded to a neighbour, and on average over the turns to the number itself.
template <class Real>
void check_rounding() {
    Deal deal(29);
    const std::size_t count = 10 * static_cast<std::size_t>(kLanes<Real>);
    for (double size : {1e-2, 1.0, 3e5}) {
        Numbers<Real> regrets(count), averages(count);
        regrets.randomise(deal, -size, 0.9 * size);
        averages.randomise(deal, 0.001 * size, size);
        std::vector<double> mean(count), mean_average(count), mean_prediction(count);
        const int turns = 256;
        for (int turn = 0; turn < turns; ++turn) {
            SmallTables<Real> tables(count);
            const std::uint32_t seed = 12345u + static_cast<std::uint32_t>(turn) * 2447445414u;
            tables.set_regrets(regrets, seed);
            tables.set_averages(averages, seed);
            const Numbers<Real> found = tables.regrets(), found_average = tables.averages(),
                                predictions = tables.predictions();
            for (std::size_t i = 0; i < count; ++i) {
                const double step = step_at(regrets[i], 9), small_step = step_at(averages[i], 10);
                CHECK(std::abs(found[i] - regrets[i]) < step);
                CHECK(std::abs(found_average[i] - averages[i]) < small_step);
                mean[i] += (found[i] - regrets[i]) / step / turns;
                mean_prediction[i] += (predictions[i] - regrets[i]) / step / turns;
                mean_average[i] += (found_average[i] - averages[i]) / small_step / turns;
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(std::abs(mean[i]) < 0.03);
            CHECK(std::abs(mean_prediction[i]) < 0.03);
            CHECK(std::abs(mean_average[i]) < 0.03);
        }
    }
}

// What 16 bits hold stays as it is; what is too small or too large for them goes to the nearest end.
template <class Real>
void check_range_of_sixteen_bits() {
    const double largest = std::ldexp(1023.0, 30), largest_average = std::ldexp(2047.0, 10);
    const std::vector<std::array<double, 3>> cases = {
        // number, as a regret, as an average
        {0, 0, 0},
        {1, 1, 1},
        {0.625, 0.625, 0.625},
        {1023, 1023, 1023},
        {std::ldexp(1.0, -23), std::ldexp(1.0, -23), std::ldexp(1.0, -23)},
        {std::ldexp(1.0, -25), 0, std::ldexp(1.0, -25)},
        {std::ldexp(1.0, -50), 0, 0},
        {largest_average, std::ldexp(1.0, 21), largest_average},
        {1e9, 1e9, largest_average},
        {1e30, largest, largest_average},
    };
    const std::size_t count = static_cast<std::size_t>(kLanes<Real>);
    for (const auto& [number, regret, average] : cases) {
        Numbers<Real> numbers(count), negative(count);
        std::fill_n(static_cast<Real*>(numbers), count, static_cast<Real>(number));
        std::fill_n(static_cast<Real*>(negative), count, static_cast<Real>(-number));
        SmallTables<Real> tables(count), below(count);
        tables.set_regrets(numbers, 99);
        tables.set_averages(numbers, 99);
        below.set_regrets(negative, 99);
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(std::abs(tables.regrets()[i] - regret) <= regret / 512);
            CHECK(std::abs(tables.averages()[i] - average) <= average / 1024);
            CHECK(below.regrets()[i] == -tables.regrets()[i]);
        }
        std::vector<Signed16> shrunk(count);
        Numbers<Real> back(count);
        kernels<Real>().shrink_regrets(numbers, count, 99, shrunk.data());
        kernels<Real>().expand_regrets(shrunk.data(), count, back);
        for (std::size_t i = 0; i < count; ++i) CHECK(std::abs(back[i] - regret) <= regret / 512);
    }
}

// The kernels do to 16 bits what they do to the same numbers in whole tables.
template <class Real>
void check_small_tables() {
    const Kernels<Real>& k = kernels<Real>();
    UpdateFactors factors;
    factors.keep_positive = 0.9;
    factors.keep_negative = 0.4;
    each_sample<Real>([&](Sample<Real>& s) {
        SmallTables<Real> small(s.cells());
        small.set_regrets(s.regret, 1);
        small.set_averages(s.average, 2);
        const Numbers<Real> regret = small.regrets(), prediction = small.predictions(),
                            average = small.averages();
        std::copy_n(static_cast<const Real*>(regret), s.cells(), static_cast<Real*>(s.regret));
        std::copy_n(static_cast<const Real*>(prediction), s.cells(), static_cast<Real*>(s.prediction));
        std::copy_n(static_cast<const Real*>(average), s.cells(), static_cast<Real*>(s.average));
        DecisionTables<Real, SmallCells> tables = small.with(3, static_cast<Real>(s.keep_predicted));
        if (!s.predicts) tables.prediction = nullptr;
        Numbers<Real> strategy(s.cells()), spread(s.cells()), value(s.width), wanted_value(s.width);
        k.small.current(tables, s.actions, s.width, strategy);
        CHECK(all_close(strategy, s.strategy()));
        k.small.descend(tables, s.reach, s.actions, s.width, spread);
        CHECK(all_close(spread, s.spread()));
        Numbers<Real> wanted_spread(s.cells());
        k.whole.descend_average(s.tables(), s.reach, s.actions, s.width, wanted_spread);
        k.small.descend_average(tables, s.reach, s.actions, s.width, spread);
        for (std::size_t i = 0; i < s.cells(); ++i) CHECK(close(spread[i], wanted_spread[i]));
        k.whole.play(s.tables(), s.reach, Real(0.75), s.actions, s.width, wanted_spread);
        k.small.play(tables, s.reach, Real(0.75), s.actions, s.width, spread);
        k.whole.ascend(s.tables(), s.values, s.actions, s.width, factors, wanted_value);
        k.small.ascend(tables, s.values, s.actions, s.width, factors, value);
        const Numbers<Real> regrets = small.regrets(), averages = small.averages(),
                            predictions = small.predictions();
        for (std::size_t i = 0; i < s.cells(); ++i) {
            CHECK(close(spread[i], wanted_spread[i]));
            CHECK(close(value[i % s.width], wanted_value[i % s.width]));
            CHECK(std::abs(regrets[i] - s.regret[i]) <= std::abs(s.regret[i]) / 512 + 1e-6);
            CHECK(std::abs(averages[i] - s.average[i]) <= s.average[i] / 1024 + 1e-6);
            if (s.predicts)
                CHECK(std::abs(predictions[i] - s.prediction[i]) <= std::abs(s.prediction[i]) / 512 + 1e-6);
        }
        k.small.respond(tables, s.values, s.actions, s.width, value);
        k.whole.respond(s.tables(), s.values, s.actions, s.width, wanted_value);
        const Numbers<Real> best = small.regrets();
        for (std::size_t i = 0; i < s.cells(); ++i) CHECK(best[i] == s.regret[i]);
    });
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
    check_rounding<double>();
    check_rounding<float>();
    check_range_of_sixteen_bits<double>();
    check_range_of_sixteen_bits<float>();
    check_small_tables<double>();
    check_small_tables<float>();
}

TEST(tiny_sums) {
    check_tiny_sums<double>();
    check_tiny_sums<float>();
}
