#include "abstraction/distances/matching.hpp"

#include <algorithm>
#include <limits>

namespace riverboat {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// Kinds that one node has more of than the other, and how many more.
struct Side {
    std::vector<std::int32_t> kind;
    std::vector<int> left;

    void clear() {
        kind.clear();
        left.clear();
    }
    void add(std::int32_t which) {
        if (kind.empty() || kind.back() != which) {
            kind.push_back(which);
            left.push_back(0);
        }
        ++left.back();
    }
};

// Children of one kind are moved together, so a matching is a small transport problem. It is solved by
// shortest augmenting paths (Dijkstra's, with potentials), each of which moves as many as it can.
class Matcher {
  public:
    explicit Matcher(const Families& families) : f_(families) {}

    double cost(std::size_t x, std::size_t y) {
        leave_equal_children_out(f_.children + x * f_.size, f_.children + y * f_.size);
        moved_.assign(from_.kind.size() * to_.kind.size(), 0);
        potential_.assign(from_.kind.size() + to_.kind.size(), 0.0);
        while (!from_.left.empty() && std::any_of(from_.left.begin(), from_.left.end(), positive)) {
            augment(nearest_open_target());
        }
        double total = 0.0;
        for (std::size_t i = 0; i < from_.kind.size(); ++i) {
            for (std::size_t j = 0; j < to_.kind.size(); ++j) total += moved(i, j) * ground(i, j);
        }
        return total / static_cast<double>(f_.size);
    }

  private:
    static bool positive(int left) { return left > 0; }
    int& moved(std::size_t i, std::size_t j) { return moved_[i * to_.kind.size() + j]; }
    double ground(std::size_t i, std::size_t j) const {
        return f_.ground[static_cast<std::size_t>(from_.kind[i]) * f_.kinds +
                         static_cast<std::size_t>(to_.kind[j])];
    }

    // In a metric, children that both nodes have may be matched to themselves: a detour is never shorter.
    void leave_equal_children_out(const std::int32_t* x, const std::int32_t* y) {
        from_.clear();
        to_.clear();
        std::size_t i = 0, j = 0;
        while (i < f_.size || j < f_.size) {
            if (i < f_.size && j < f_.size && x[i] == y[j]) {
                ++i, ++j;
            } else if (j == f_.size || (i < f_.size && x[i] < y[j])) {
                from_.add(x[i++]);
            } else {
                to_.add(y[j++]);
            }
        }
    }

    // Nodes of the search are the kinds of `from_`, then those of `to_`. Returns the target.
    std::size_t nearest_open_target() {
        const std::size_t sources = from_.kind.size(), all = sources + to_.kind.size();
        distance_.assign(all, kFar);
        before_.assign(all, all);
        done_.assign(all, 0);
        for (std::size_t i = 0; i < sources; ++i) {
            if (from_.left[i] > 0) distance_[i] = 0.0;
        }
        for (;;) {
            std::size_t at = all;
            for (std::size_t k = 0; k < all; ++k) {
                if (!done_[k] && (at == all || distance_[k] < distance_[at])) at = k;
            }
            done_[at] = 1;
            if (at >= sources && to_.left[at - sources] > 0) {
                for (std::size_t k = 0; k < all; ++k) {
                    potential_[k] += std::min(distance_[k], distance_[at]);
                }
                return at;
            }
            if (at < sources) {
                for (std::size_t j = 0; j < to_.kind.size(); ++j) {
                    const double step = ground(at, j) + potential_[at] - potential_[sources + j];
                    reach(sources + j, at, std::max(step, 0.0));
                }
            } else {  // what was moved may be moved back
                for (std::size_t i = 0; i < sources; ++i) {
                    if (moved(i, at - sources) > 0) reach(i, at, 0.0);
                }
            }
        }
    }

    void reach(std::size_t node, std::size_t over, double step) {
        if (done_[node] || distance_[over] + step >= distance_[node]) return;
        distance_[node] = distance_[over] + step;
        before_[node] = over;
    }

    void augment(std::size_t target) {
        const std::size_t sources = from_.kind.size(), none = before_.size();
        int amount = to_.left[target - sources];
        std::size_t first = target;
        for (std::size_t k = target; before_[k] != none; k = first) {
            first = before_[k];
            if (k < sources) amount = std::min(amount, moved(k, first - sources));
        }
        amount = std::min(amount, from_.left[first]);
        for (std::size_t k = target; before_[k] != none; k = before_[k]) {
            const std::size_t over = before_[k];
            if (k < sources) {
                moved(k, over - sources) -= amount;
            } else {
                moved(over, k - sources) += amount;
            }
        }
        from_.left[first] -= amount;
        to_.left[target - sources] -= amount;
    }

    const Families& f_;
    Side from_, to_;
    std::vector<int> moved_;
    std::vector<double> potential_, distance_;
    std::vector<std::size_t> before_;
    std::vector<char> done_;
};

}  // namespace

std::vector<double> matching_costs(const Families& families, unsigned threads, const Watch& watch) {
    const std::size_t nodes = families.nodes;
    std::vector<double> costs(nodes * nodes, 0.0);
    parallel_chunks(nodes, threads, watch, [&](std::size_t x, unsigned) {
        Matcher matcher(families);
        for (std::size_t y = x + 1; y < nodes; ++y) {
            costs[x * nodes + y] = costs[y * nodes + x] = matcher.cost(x, y);
            pulse();
        }
    });
    return costs;
}

}  // namespace riverboat
