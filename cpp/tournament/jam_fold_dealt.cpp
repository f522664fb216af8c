#include "tournament/jam_fold_dealt.hpp"

#include <algorithm>
#include <cmath>

#include "cards/card.hpp"
#include "cards/evaluator/evaluator.hpp"
#include "runtime/rng.hpp"
#include "tournament/jam_fold_many.hpp"

namespace riverboat {

namespace {

constexpr std::uint64_t kDealsAtOnce = 1024;  // with a stream of random numbers of their own

using SeatValues = std::array<double, kMostDealt>;

// One deal after the other through all decisions that somebody may come to.
class DealWalk {
  public:
    DealWalk(int players, int classes, const double* strategy)
        : players_(players), classes_(classes), strategy_(strategy) {}

    void deal(const std::uint8_t* held, std::size_t order) {
        held_ = held;
        order_ = order;
    }

    std::size_t at(int seat, std::uint32_t jams) const {
        return (((std::size_t{1} << seat) - 1) + jams) * classes_ + held_[seat];
    }

    // What everybody wins from here; reach: the chance that all came here, 0 where somebody only looks what
    // it would be worth. sums: of what jamming is worth over folding.
    SeatValues values(int seat, std::uint32_t jams, double reach, const double* worth, std::size_t orders,
                      std::vector<double>& sums) const {
        SeatValues up;
        if (seat == players_) {
            std::copy_n(worth + (jams * orders + order_) * players_, players_, up.begin());
            return up;
        }
        const std::size_t here = at(seat, jams);
        const double jam = strategy_[here];
        if (reach == 0.0 && (jam == 0.0 || jam == 1.0)) {
            return values(seat + 1, jams | (jam == 1.0 ? 1u << seat : 0u), 0.0, worth, orders, sums);
        }
        up = values(seat + 1, jams | 1u << seat, reach * jam, worth, orders, sums);
        const SeatValues down = values(seat + 1, jams, reach * (1.0 - jam), worth, orders, sums);
        sums[here] += reach * (up[seat] - down[seat]);
        for (int i = 0; i < players_; ++i) up[i] = jam * up[i] + (1.0 - jam) * down[i];
        return up;
    }

    // Calls add(end, chance) for all ends that come from here.
    template <class Add>
    void ends(int seat, std::uint32_t jams, double chance, const Add& add) const {
        if (chance == 0.0) return;
        if (seat == players_) {
            add(jams, chance);
            return;
        }
        const double jam = strategy_[at(seat, jams)];
        ends(seat + 1, jams | 1u << seat, chance * jam, add);
        ends(seat + 1, jams, chance * (1.0 - jam), add);
    }

    // Calls visit(seat, jams, reach) for all decisions that are come to.
    template <class Visit>
    void decisions(int seat, std::uint32_t jams, double reach, const Visit& visit) const {
        if (seat == players_ || reach == 0.0) return;
        visit(seat, jams, reach);
        const double jam = strategy_[at(seat, jams)];
        decisions(seat + 1, jams | 1u << seat, reach * jam, visit);
        decisions(seat + 1, jams, reach * (1.0 - jam), visit);
    }

  private:
    int players_, classes_;
    const double* strategy_;
    const std::uint8_t* held_ = nullptr;
    std::size_t order_ = 0;
};

}  // namespace

std::vector<std::array<std::uint8_t, kMostDealt>> orders_of(int players) {
    std::vector<std::array<std::uint8_t, kMostDealt>> found;
    std::array<std::uint8_t, kMostDealt> places{};
    while (true) {
        std::uint32_t seen = 0;
        for (int seat = 0; seat < players; ++seat) seen |= 1u << places[seat];
        if ((seen & (seen + 1)) == 0) found.push_back(places);
        int seat = players - 1;
        while (seat >= 0 && ++places[seat] == players) places[seat--] = 0;
        if (seat < 0) return found;
    }
}

DealtHands deal_hands(int players, std::uint64_t deals, std::uint64_t seed) {
    const Evaluator& evaluate = evaluator(RankingId::holdem);
    const auto known = orders_of(players);
    DealtHands out;
    out.classes.resize(deals * players);
    out.orders.resize(deals);
    Rng rng(seed, 0);
    std::array<Card, kCards> deck;
    std::array<Card, 7> cards;
    std::array<Strength, kMostDealt> strengths{};
    for (std::uint64_t deal = 0; deal < deals; ++deal) {
        if (deal % kDealsAtOnce == 0) rng = Rng(seed, deal / kDealsAtOnce);
        for (int card = 0; card < kCards; ++card) deck[card] = static_cast<Card>(card);
        for (int i = 0; i < 2 * players + 5; ++i) std::swap(deck[i], deck[i + rng.below(kCards - i)]);
        std::copy_n(deck.begin() + 2 * players, 5, cards.begin() + 2);
        for (int seat = 0; seat < players; ++seat) {
            cards[0] = deck[2 * seat];
            cards[1] = deck[2 * seat + 1];
            out.classes[deal * players + seat] =
                static_cast<std::uint8_t>(class_of_cards(cards[0], cards[1]));
            strengths[seat] = evaluate(cards.data(), 7);
        }
        std::array<std::uint8_t, kMostDealt> places{};
        for (int seat = 0; seat < players; ++seat) {  // how many different strengths are better
            for (int other = 0; other < players; ++other) {
                bool counts = strengths[other] > strengths[seat];
                for (int before = 0; before < other; ++before)
                    counts &= strengths[before] != strengths[other];
                places[seat] = static_cast<std::uint8_t>(places[seat] + counts);
            }
        }
        const auto found = std::lower_bound(known.begin(), known.end(), places);
        out.orders[deal] = static_cast<std::uint16_t>(found - known.begin());
    }
    return out;
}

DealtJam::DealtJam(int players, int classes, std::span<const std::uint8_t> held,
                   std::span<const std::uint16_t> orders, std::size_t batch)
    : players_(players),
      classes_(classes),
      held_(held.data()),
      orders_(orders.data()),
      deals_(orders.size()),
      batch_(std::min(batch, orders.size())),
      orders_count_(orders_of(players).size()) {}

void DealtJam::sum_advantages(std::size_t begin, std::size_t end, const double* values,
                              const double* strategy, std::vector<double>& out) const {
    std::fill(out.begin(), out.end(), 0.0);
    DealWalk walk(players_, classes_, strategy);
    for (std::size_t deal = begin; deal < end; ++deal) {
        walk.deal(held_ + deal * players_, orders_[deal]);
        walk.values(0, 0, 1.0, values, orders_count_, out);
    }
    for (double& sum : out) sum /= static_cast<double>(end - begin);
}

std::vector<double> DealtJam::advantages(const double* values, const double* strategy) const {
    std::vector<double> out(rows() * classes_);
    sum_advantages(0, deals_, values, strategy, out);
    return out;
}

std::vector<double> DealtJam::ends(const double* strategy) const {
    std::vector<double> out(ends_count() * orders_count_, 0.0);
    DealWalk walk(players_, classes_, strategy);
    for (std::size_t deal = 0; deal < deals_; ++deal) {
        const std::size_t order = orders_[deal];
        walk.deal(held_ + deal * players_, order);
        walk.ends(0, 0, 1.0,
                  [&](std::uint32_t end, double chance) { out[end * orders_count_ + order] += chance; });
    }
    for (double& sum : out) sum /= static_cast<double>(deals_);
    return out;
}

std::vector<float> DealtJam::coefficients(const double* strategy) const {
    const std::size_t size = ends_count() * orders_count_;
    std::vector<float> out(rows() * classes_ * size, 0.0f);
    DealWalk walk(players_, classes_, strategy);
    for (std::size_t deal = 0; deal < deals_; ++deal) {
        const std::size_t order = orders_[deal];
        walk.deal(held_ + deal * players_, order);
        walk.decisions(0, 0, 1.0, [&](int seat, std::uint32_t jams, double reach) {
            float* to = out.data() + walk.at(seat, jams) * size + order;
            walk.ends(seat + 1, jams | 1u << seat, reach, [&](std::uint32_t end, double chance) {
                to[end * orders_count_] += static_cast<float>(chance);
            });
            walk.ends(seat + 1, jams, reach, [&](std::uint32_t end, double chance) {
                to[end * orders_count_] -= static_cast<float>(chance);
            });
        });
    }
    for (float& sum : out) sum /= static_cast<float>(deals_);
    return out;
}

DealtJam::Solved DealtJam::solve(const double* values, std::span<const double> start,
                                 const std::vector<bool>& locked, const JamSolve& how) const {
    const std::size_t n = classes_, batches = deals_ / batch_;
    const bool cut = batches == 1;  // CFR+
    std::vector<double> now(start.begin(), start.end()), average = now, better(now.size());
    std::vector<double> jam(now.size(), 0.0), fold(now.size(), 0.0);
    Solved solved;
    const auto gains = [&] {
        solved.gains.assign(players_, 0.0);
        sum_advantages(0, deals_, values, average.data(), better);
        for (int seat = 0; seat < players_; ++seat) {
            for (std::size_t row = (std::size_t{1} << seat) - 1; row < (std::size_t{2} << seat) - 1; ++row) {
                for (std::size_t i = row * n; i < (row + 1) * n && !locked[row]; ++i) {
                    solved.gains[seat] += std::max(better[i], 0.0) - average[i] * better[i];
                }
            }
        }
        return *std::max_element(solved.gains.begin(), solved.gains.end());
    };
    double total = how.start_weight;
    for (int iteration = 1; iteration <= how.iterations; ++iteration) {
        const bool fictitious = how.rule == JamRule::fictitious_play;
        const double weight = fictitious ? 1.0 : iteration;
        total += weight;
        const std::size_t begin = (iteration - 1) % batches * batch_;
        sum_advantages(begin, begin + batch_, values, (fictitious ? average : now).data(), better);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (locked[i / n]) continue;
            const double size = std::abs(better[i]), regret = cut ? 1.0 : weight;
            if (iteration == 1 && how.start_weight > 0.0) {  // regrets that would play the start
                jam[i] = now[i] * size;
                fold[i] = (1.0 - now[i]) * size;
            }
            jam[i] += regret * (1.0 - now[i]) * better[i];
            fold[i] -= regret * now[i] * better[i];
            if (cut) {
                jam[i] = std::max(jam[i], 0.0);
                fold[i] = std::max(fold[i], 0.0);
            }
            const double up = std::max(jam[i], 0.0), down = std::max(fold[i], 0.0);
            if (fictitious) {
                now[i] = better[i] > 0.0 ? 1.0 : better[i] < 0.0 ? 0.0 : average[i];
            } else if (up + down > 0.0) {
                now[i] = up / (up + down);
            }
            average[i] += (now[i] - average[i]) * weight / total;
        }
        solved.iterations = iteration;
        if (how.look_every > 0 && iteration % how.look_every == 0 && gains() <= how.target) break;
    }
    if (how.look_every > 0) gains();
    solved.strategy = std::move(average);
    return solved;
}

}  // namespace riverboat
