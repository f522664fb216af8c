#include "solvers/sampled/sampled.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/sampled/chance_sampling.hpp"
#include "solvers/sampled/external_sampling.hpp"
#include "solvers/sampled/leaf_sampling.hpp"
#include "solvers/sampled/outcome_sampling.hpp"
#include "solvers/sampled/public_sampling.hpp"
#include "solvers/sampled/value_walk.hpp"

namespace riverboat {

namespace {

// What a seat has lost that folds at a node: it has the same in the pot at every end that can follow.
float fold_value(const BettingTree& tree, int players, std::size_t node) {
    const std::uint8_t seat = tree.actor[node];
    std::int32_t at = tree.child[tree.first_choice[node]];
    while (at >= 0) at = tree.child[tree.first_choice[static_cast<std::size_t>(at)]];
    return -static_cast<float>(
        tree.end_put_in[static_cast<std::size_t>(~at) * static_cast<std::size_t>(players) + seat]);
}

template <class Number>
std::vector<SampledNode> nodes_of(const BettingTree& tree, int players, const CellTable<Number>& table) {
    if (table.bytes() > kMostTableBytes) throw std::length_error("the table is too large");
    std::vector<SampledNode> nodes(tree.nodes());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        SampledNode& node = nodes[i];
        node = {};
        node.cache_line = static_cast<std::uint32_t>(table.rows()[tree.row[i]].cache_line);
        node.first_choice = tree.first_choice[i];
        node.actor = tree.actor[i];
        node.round = tree.round[i] & 0x7f;
        node.choices = static_cast<std::uint8_t>(tree.first_choice[i + 1] - tree.first_choice[i]);
        node.folds = tree.action[tree.first_choice[i]] == kFold;
        if (node.folds) node.fold_value = fold_value(tree, players, i);
    }
    return nodes;
}

struct Nothing {
    void add(const Nothing&) {}
};

}  // namespace

std::uint64_t largest_stack(const BettingTree& tree, int players, std::uint64_t choice,
                            std::uint64_t beside) {
    const auto seats = static_cast<std::size_t>(players);
    std::vector<std::uint64_t> need(tree.nodes() * seats);  // from a node on, by seat
    for (std::size_t node = tree.nodes(); node-- > 0;) {    // children come after their parents
        std::uint64_t* here = &need[node * seats];
        const std::uint32_t first = tree.first_choice[node], end = tree.first_choice[node + 1];
        for (std::uint32_t i = first; i < end; ++i) {
            if (tree.child[i] < 0) continue;
            const std::uint64_t* below = &need[static_cast<std::size_t>(tree.child[i]) * seats];
            for (std::size_t seat = 0; seat < seats; ++seat) here[seat] = std::max(here[seat], below[seat]);
        }
        if (end - first > 1) here[tree.actor[node]] += (end - first) * choice + beside;
    }
    return *std::max_element(need.begin(), need.begin() + players);
}

void SampledSurvey::add(const SampledSurvey& other) {
    rows += other.rows;
    bytes += other.bytes;
    cells += other.cells;
    positive += other.positive;
    visits += other.visits;
    trained_visits += other.trained_visits;
}

template <class Number>
Sampled<Number>::Sampled(const GameRules& rules, std::shared_ptr<const BettingTree> tree,
                         std::shared_ptr<const DealBuckets> deals, const std::vector<std::uint64_t>& buckets,
                         bool huge, const SampledRake& rake)
    : rules_(rules),
      tree_(std::move(tree)),
      dealer_(rules, std::move(deals)),
      learners_(static_cast<std::size_t>(rules.players)),
      ends_(rules, *tree_, rake),
      table_(*tree_, buckets, huge),
      nodes_(nodes_of(*tree_, rules.players, table_)),
      row_seen_(table_.rows().size()) {
    std::iota(learners_.begin(), learners_.end(), 0);
}

template <class Number>
void Sampled<Number>::set_leaves(SampledLeaves leaves) {
    if (leaves.ways.empty() || leaves.ways.size() > kMostActions)
        throw std::invalid_argument("a seat has from 1 to " + std::to_string(kMostActions) +
                                    " ways to go on");
    const std::int32_t last = *std::max_element(leaves.number.begin(), leaves.number.end());
    leaves.regrets.assign(static_cast<std::size_t>(last + 1) * static_cast<std::size_t>(rules_.players) *
                              leaves.buckets * leaves.ways.size(),
                          0.0f);
    leaves_ = std::make_unique<SampledLeaves>(std::move(leaves));
}

// --- walks -------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kMostInFlight = 64;
constexpr std::uint64_t kVisitsPerPulse = 10'000;  // of walks that may be long

// One thread's deals and walks. Every function walks some deals that were dealt and returns the visits.
template <class Number>
class Worker {
  public:
    // learners: seats, if nobody else plays by a strategy that stays. fixed: how everybody plays who does not
    // learn, or nothing; against: options of walks against it. later: how everybody plays from leaves on, or
    // nothing.
    Worker(Sampled<Number>& engine, const SampledOptions& options, const SampledOptions& against, int players,
           const std::vector<int>& learners, const FixedPlay* fixed, const FixedPlay* later)
        : options_(options),
          players_(static_cast<std::size_t>(players)),
          learners_(learners),
          fixed_(fixed),
          later_(later),
          deals(Sampled<Number>::kDealsAtOnce),
          external_(fixed && fixed->always() ? 0 : in_flight(options), {engine, options}),
          against_(fixed ? in_flight(options) : 0, {engine, against}),
          leaf_(engine, options),
          outcome_(engine, options),
          chance_(engine, options),
          public_(engine, options) {}

    std::uint64_t walk(std::size_t count, Rng& rng) {
        switch (options_.sampling) {
            case Sampling::external:
                if (later_) return to_leaves(count, rng);
                if (!fixed_) return external(count, rng);
                return fixed_->always() ? against(count, rng) : restricted(count, rng);
            case Sampling::outcome:
                return outcome(count, rng);
            case Sampling::chance:
                return each(count, [&](std::size_t i) { return chance_.run(deals[i], rng); });
            default:
                return each(count, [&](std::size_t) { return public_.run(rng); });
        }
    }

  private:
    static std::size_t in_flight(const SampledOptions& options) {
        return std::clamp<std::size_t>(options.in_flight, 1, kMostInFlight);
    }

    std::uint64_t external(std::size_t count, Rng& rng) {
        const std::size_t each = learners_.size();
        return in_turn(external_, count * each, [&](ExternalWalk<Number, false>& walk, std::size_t i) {
            walk.start(deals[i / each], nullptr, learners_[i % each], rng);
        });
    }

    std::uint64_t to_leaves(std::size_t count, Rng& rng) {
        const std::size_t each = look_up(*later_, count);
        std::uint64_t visits = 0;
        for (std::size_t i = 0; i < count * learners_.size(); ++i) {
            const std::size_t deal = i / learners_.size();
            visits +=
                leaf_.run(deals[deal], &fixed_buckets_[deal * each], learners_[i % learners_.size()], rng);
        }
        return visits;
    }

    // The buckets by which a strategy that stays tells hands, of all deals; returns how many a deal has.
    std::size_t look_up(const FixedPlay& play, std::size_t count) {
        const std::size_t each = play.buckets_of_deal(static_cast<int>(players_));
        fixed_buckets_.resize(each * deals.size());
        play.look_up(deals.data(), count, static_cast<int>(players_), fixed_buckets_.data());
        return each;
    }

    std::uint64_t against(std::size_t count, Rng& rng) {
        const std::vector<int>& learners = fixed_->learners();
        const std::size_t each = look_up(*fixed_, count);
        return in_turn(
            against_, count * learners.size(), [&](ExternalWalk<Number, true>& walk, std::size_t i) {
                const std::size_t deal = i / learners.size();
                walk.start(deals[deal], &fixed_buckets_[deal * each], learners[i % learners.size()], rng);
            });
    }

    // In some of the deals those who learn meet the strategy that stays, in the rest the others as they play
    // now; the others learn from every deal, since what they may do freely answers who learns.
    std::uint64_t restricted(std::size_t count, Rng& rng) {
        const auto met =
            static_cast<std::size_t>(fixed_->share() * static_cast<double>(count) + rng.uniform());
        const std::size_t fixed = std::min(met, count);
        std::uint64_t visits = against(fixed, rng);
        for (const int seat : learners_) {
            const std::size_t first = fixed_->learns(seat) ? fixed : 0;
            visits +=
                in_turn(external_, count - first, [&](ExternalWalk<Number, false>& walk, std::size_t i) {
                    walk.start(deals[first + i], nullptr, seat, rng);
                });
        }
        return visits;
    }

    // Several walks at a time; one that is over makes room for the next.
    template <class Walk, class Start>
    std::uint64_t in_turn(std::vector<Walk>& walks, std::size_t count, const Start& start) {
        std::size_t started = 0;
        const auto start_next = [&](Walk& walk) {
            if (started == count) return false;
            start(walk, started);
            ++started;
            return true;
        };
        std::array<Walk*, kMostInFlight> going;
        std::size_t active = 0;
        while (active < walks.size() && start_next(walks[active])) {
            going[active] = &walks[active];
            ++active;
        }
        std::uint64_t visits = 0;
        while (active > 0) {
            for (std::size_t i = 0; i < active;) {
                ++visits;
                if (going[i]->step() || start_next(*going[i]))
                    ++i;
                else
                    going[i] = going[--active];
            }
        }
        return visits;
    }

    std::uint64_t outcome(std::size_t count, Rng& rng) {
        std::uint64_t visits = 0;
        for (std::size_t i = 0; i < count * players_; ++i)
            visits += outcome_.run(deals[i / players_], static_cast<int>(i % players_), rng);
        return visits;
    }

    // Walks over whole trees take long: whoever watches may stop them in between.
    template <class Walk>
    std::uint64_t each(std::size_t count, const Walk& walk) {
        std::uint64_t visits = 0, told = 0;
        for (std::size_t i = 0; i < count; ++i) {
            visits += walk(i);
            if (visits - told < kVisitsPerPulse) continue;
            told = visits;
            pulse();
        }
        return visits;
    }

    const SampledOptions& options_;
    std::size_t players_;
    const std::vector<int>& learners_;
    const FixedPlay* fixed_;
    const FixedPlay* later_;
    std::vector<std::uint32_t> fixed_buckets_;

  public:
    std::vector<SampledDeal> deals;
    SampledCount done;

  private:
    std::vector<ExternalWalk<Number, false>> external_;
    std::vector<ExternalWalk<Number, true>> against_;
    LeafWalk<Number> leaf_;
    OutcomeWalk<Number> outcome_;
    ChanceWalk<Number> chance_;
    PublicWalk<Number> public_;
};

}  // namespace

template <class Number>
SampledCount Sampled<Number>::run(const SampledOptions& options, std::uint64_t begin, std::uint64_t count,
                                  std::uint64_t seed, unsigned threads, const Watch& watch) {
    // A walk over whole vectors takes as long as thousands of others.
    const std::uint64_t at_once = options.sampling == Sampling::public_chance ? kBoardsAtOnce : kDealsAtOnce;
    const std::uint64_t end = begin + count, first = begin / at_once;
    const std::uint64_t blocks = (end + at_once - 1) / at_once - first;
    // Who learns against a strategy that is not always there has the averages of everybody: by reach.
    SampledOptions against = options;
    against.averages = options.averages && (!fixed_ || fixed_->always());
    std::vector<Worker<Number>> workers;
    for (unsigned i = 0; i < (threads == 0 ? hardware_threads() : threads); ++i)
        workers.emplace_back(*this, options, against, rules_.players, learners_, fixed_.get(),
                             leaves_ ? leaves_->play.get() : nullptr);
    Watch in_iterations;
    if (watch) {
        in_iterations = [&](std::size_t done, std::size_t) {
            watch(std::min<std::uint64_t>(done * at_once, count), count);
        };
    }
    parallel_chunks(blocks, threads, in_iterations, [&](std::size_t block, unsigned number) {
        Worker<Number>& worker = workers[number];
        const std::uint64_t from = std::max(begin, (first + block) * at_once);
        const std::uint64_t to = std::min(end, (first + block + 1) * at_once);
        Rng rng(seed, from);
        if (options.sampling != Sampling::public_chance) dealer_.deal(rng, worker.deals.data(), to - from);
        worker.done.iterations += to - from;
        worker.done.visits += worker.walk(to - from, rng);
    });
    SampledCount sum;
    for (const Worker<Number>& worker : workers) sum.add(worker.done);
    return sum;
}

template <class Number>
std::size_t Sampled<Number>::deal_words() const {
    const auto players = static_cast<std::size_t>(rules_.players);
    return players * (1 + static_cast<std::size_t>(dealer_.rounds())) +
           (fixed_ ? fixed_->buckets_of_deal(rules_.players) : 0);
}

template <class Number>
void Sampled<Number>::deal(std::uint64_t begin, std::uint64_t count, std::uint64_t seed, unsigned threads,
                           std::uint32_t* out) const {
    if (count == 0) return;
    const auto players = static_cast<std::size_t>(rules_.players);
    const std::size_t known = players * static_cast<std::size_t>(dealer_.rounds()), words = deal_words();
    const std::uint64_t end = begin + count, first = begin / kDealsAtOnce;
    parallel_chunks(
        (end + kDealsAtOnce - 1) / kDealsAtOnce - first, threads, {}, [&](std::size_t i, unsigned) {
            const std::uint64_t from = std::max(begin, (first + i) * kDealsAtOnce);
            const std::uint64_t to = std::min(end, (first + i + 1) * kDealsAtOnce);
            std::vector<SampledDeal> deals(to - from);
            Rng rng(seed, from);
            dealer_.deal(rng, deals.data(), deals.size());
            std::vector<std::uint32_t> fixed(fixed_ ? deals.size() * (words - players - known) : 0);
            if (fixed_) fixed_->look_up(deals.data(), deals.size(), rules_.players, fixed.data());
            const std::size_t each = fixed.size() / deals.size();
            for (std::size_t j = 0; j < deals.size(); ++j) {
                std::uint32_t* at = out + (from - begin + j) * words;
                at = std::copy_n(deals[j].strengths.data(), players, at);
                at = std::copy_n(deals[j].buckets.data(), known, at);
                std::copy_n(fixed.data() + j * each, each, at);
            }
        });
}

template <class Number>
void Sampled<Number>::values(const FixedPlay& play, const FixedPlay* answer, std::uint64_t begin,
                             std::uint64_t count, std::uint64_t seed, unsigned threads, float* out) const {
    const std::size_t each = play.buckets_of_deal(rules_.players),
                      of_answer = answer ? answer->buckets_of_deal(rules_.players) : 0;
    const std::uint64_t end = begin + count, first = begin / kDealsAtOnce;
    parallel_chunks(
        (end + kDealsAtOnce - 1) / kDealsAtOnce - first, threads, {}, [&](std::size_t i, unsigned) {
            const std::uint64_t from = std::max(begin, (first + i) * kDealsAtOnce);
            const std::uint64_t to = std::min(end, (first + i + 1) * kDealsAtOnce);
            std::vector<SampledDeal> deals(to - from);
            Rng rng(seed, from);
            dealer_.deal(rng, deals.data(), deals.size());
            std::vector<std::uint32_t> buckets(deals.size() * each), others(deals.size() * of_answer);
            play.look_up(deals.data(), deals.size(), rules_.players, buckets.data());
            if (answer) answer->look_up(deals.data(), deals.size(), rules_.players, others.data());
            ValueWalk<Number> walk(*this, play, answer);
            for (std::size_t j = 0; j < deals.size(); ++j)
                walk.run(deals[j], buckets.data() + j * each, others.data() + j * of_answer,
                         out + (from - begin + j) * static_cast<std::size_t>(rules_.players));
        });
}

// --- the whole table ---------------------------------------------------------------------------------------

template <class Number>
const std::vector<std::uint8_t>& Sampled<Number>::seen_rows() const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) row_seen_[tree_->row[i]] |= nodes_[i].seen;
    return row_seen_;
}

template <class Number>
template <class Part, class Body>
Part Sampled<Number>::each_cell(std::uint64_t seed, unsigned threads, const Part& fresh,
                                const Body& body) const {
    std::vector<std::uint32_t> rows;
    const std::vector<std::uint8_t>& seen = seen_rows();
    for (std::uint32_t row = 0; row < seen.size(); ++row) {
        if (seen[row]) rows.push_back(row);
    }
    return parallel_sum(rows.size(), 256, threads, {}, fresh, [&](Part& part, std::size_t i) {
        const CellRow& row = table_.rows()[rows[i]];
        Rng rng(seed, rows[i]);
        for (std::size_t bucket = 0; bucket < row.buckets; ++bucket)
            body(part, row, bucket, table_.cell(row, bucket), rng);
    });
}

template <class Number>
void Sampled<Number>::discount(float positive, float negative, float averages, std::uint64_t seed,
                               unsigned threads) {
    each_cell(~seed, threads, Nothing{},
              [=](Nothing&, const CellRow& row, std::size_t, Number* cell, Rng& rng) {
                  for (int i = 0; i < 2 * row.choices; ++i) {
                      const float number = number_at(cell[i]);
                      if (number == 0) continue;
                      const float factor = i >= row.choices ? averages : number > 0 ? positive : negative;
                      put_number(cell[i], number * factor, rng);
                  }
              });
    if (leaves_) {
        for (float& regret : leaves_->regrets) regret *= regret > 0 ? positive : negative;
    }
}

template <class Number>
void Sampled<Number>::add_snapshot(float weight, std::uint64_t seed, unsigned threads) {
    each_cell(seed, threads, Nothing{},
              [=](Nothing&, const CellRow& row, std::size_t, Number* cell, Rng& rng) {
                  if (std::all_of(cell, cell + row.choices, [](Number& n) { return number_at(n) == 0; }))
                      return;
                  std::array<float, kMostActions> strategy;
                  match_regrets(cell, row.choices, strategy.data());
                  add_to_averages(cell + row.choices, strategy.data(), row.choices, weight, rng);
              });
}

template <class Number>
void Sampled<Number>::inherit(const Sampled& other, const TreeTranslation& translation, float scale,
                              unsigned threads) {
    const std::vector<std::uint8_t>& known = other.seen_rows();
    std::vector<std::uint32_t> nodes;  // the first of each row that stands for one
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        const std::int32_t from = translation.node[node];
        if (from == kUntranslated || !known[other.tree_->row[from]] || row_seen_[tree_->row[node]]) continue;
        row_seen_[tree_->row[node]] = 1;
        nodes.push_back(node);
    }
    parallel_sum(nodes.size(), 256, threads, {}, Nothing{}, [&](Nothing&, std::size_t i) {
        const CellRow& row = table_.rows()[tree_->row[nodes[i]]];
        const auto from_node = static_cast<std::size_t>(translation.node[nodes[i]]);
        const CellRow& from = other.table_.rows()[other.tree_->row[from_node]];
        const std::uint32_t first = tree_->first_choice[nodes[i]],
                            first_from = other.tree_->first_choice[from_node];
        Rng rng(0x14e417, nodes[i]);
        for (std::size_t bucket = 0; bucket < row.buckets; ++bucket) {
            Number* cell = table_.cell(row, bucket);
            Number* old = other.table_.cell(from, bucket);
            for (int a = 0; a < row.choices; ++a) {
                const std::int32_t stands_for = translation.choice[first + static_cast<std::uint32_t>(a)];
                if (stands_for == kUntranslated) continue;
                put_number(cell[a],
                           scale * number_at(old[static_cast<std::uint32_t>(stands_for) - first_from]), rng);
            }
        }
    });
}

template <class Number>
SampledSurvey Sampled<Number>::survey(double enough, unsigned threads) const {
    return each_cell(0, threads, SampledSurvey{},
                     [=](SampledSurvey& sum, const CellRow& row, std::size_t bucket, Number* cell, Rng&) {
                         if (bucket == 0) {
                             ++sum.rows;
                             sum.bytes += CellTable<Number>::row_bytes(row);
                         }
                         float best = 0, visits = 0;
                         bool touched = false;
                         for (int i = 0; i < row.choices; ++i) {
                             const float regret = number_at(cell[i]),
                                         average = number_at(cell[row.choices + i]);
                             touched |= regret != 0 || average != 0;
                             best = std::max(best, regret);
                             visits += average;
                         }
                         sum.cells += touched;
                         sum.positive += best;
                         sum.visits += visits;
                         if (visits >= enough) sum.trained_visits += visits;
                     });
}

template class Sampled<float>;
template class Sampled<std::uint16_t>;

}  // namespace riverboat
