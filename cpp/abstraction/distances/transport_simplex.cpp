#include <algorithm>
#include <limits>
#include <numeric>

#include "abstraction/distances/transport.hpp"
#include "runtime/cpu.hpp"
#include "runtime/lanes.hpp"

namespace riverboat {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Every row's mass grows by this share of all, the last column's by the sum: then no subset of rows weighs
// the same as a subset of columns, no pivot moves nothing, and the method ends. Rounding is some 1e-15; the
// answer is read from the potentials and the true masses, which cancels the change unless other bases become
// best.
constexpr double kPerturbation = 1e-11;

// Cells looked at before the best of them enters. Few make bad pivots, many cost more than they save; tuned
// on Euclidean costs at 15 to 60 points a side.
constexpr std::size_t kCellsPriced = 384;

struct Price {
    double reduced;
    std::int64_t place;  // row * stride + column
};

// The first cell in reading order with the least cost - u - v; the width of vectors does not change which.
template <int Bytes>
RIVERBOAT_INLINE Price least_body(const double* cost, const double* u, const double* v, std::size_t rows,
                                  std::size_t stride) {
    using Vector = typename LanesOf<double, Bytes>::Type;
    using Places = typename LanesOf<double, Bytes>::Bits;
    constexpr int lanes = Bytes / 8;
    Vector least = kInfinite - Vector{};
    Places found{}, place{};
    for (int k = 0; k < lanes; ++k) place[k] = k;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < stride; j += lanes) {
            const Vector reduced = *reinterpret_cast<const Vector*>(cost + i * stride + j) -
                                   *reinterpret_cast<const Vector*>(v + j) - u[i];
            const Places better = reduced < least;
            least = better ? reduced : least;
            found = better ? place : found;
            place += lanes;
        }
    }
    Price price{least[0], found[0]};
    for (int k = 1; k < lanes; ++k) {
        if (least[k] < price.reduced || (least[k] == price.reduced && found[k] < price.place))
            price = {least[k], found[k]};
    }
    return price;
}

using Least = Price (*)(const double*, const double*, const double*, std::size_t, std::size_t);

#define RIVERBOAT_LEAST(name, bytes, target)                                                  \
    target Price name(const double* cost, const double* u, const double* v, std::size_t rows, \
                      std::size_t stride) {                                                   \
        return least_body<bytes>(cost, u, v, rows, stride);                                   \
    }
RIVERBOAT_LEAST(least_baseline, 16, )
#if RIVERBOAT_X86
RIVERBOAT_LEAST(least_avx2, 32, __attribute__((target("avx2"))))
RIVERBOAT_LEAST(least_avx512, 64, __attribute__((target("avx512f,avx512vl,avx512dq"))))
#endif

Least least_cell() {
#if RIVERBOAT_X86
    if (cpu_path() == CpuPath::avx512) return &least_avx512;
    if (cpu_path() == CpuPath::bmi2) return &least_avx2;
#endif
    return &least_baseline;
}

}  // namespace

double* TransportSimplex::begin(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    stride_ = (columns + kLanes<double> - 1) / kLanes<double> * kLanes<double>;
    if (cost_.size() < rows * stride_) cost_.resize(rows * stride_);
    for (std::size_t i = 0; i < rows; ++i)
        std::fill(&cost_[i * stride_] + columns, &cost_[i * stride_] + stride_, kInfinite);
    return cost_.data();
}

double TransportSimplex::solve(std::span<const double> supply, std::span<const double> demand) {
    const std::size_t nodes = stride_ + rows_;
    const double total = std::accumulate(supply.begin(), supply.end(), 0.0);
    const double scale = total / std::accumulate(demand.begin(), demand.end(), 0.0);
    const double extra = kPerturbation * total;
    mass_.assign(nodes, 0.0);
    for (std::size_t j = 0; j < columns_; ++j) mass_[j] = demand[j] * scale;
    mass_[columns_ - 1] += extra * static_cast<double>(rows_);
    for (std::size_t i = 0; i < rows_; ++i) mass_[stride_ + i] = supply[i] + extra;
    potential_.assign(nodes, 0.0);
    tree_.assign(nodes, Links{kNone, kNone, kNone, kNone, 0, 0.0});

    pivots_ = 0;
    start();
    const double largest = *std::max_element(potential_.begin(), potential_.end());
    const double nothing = -1e-12 * largest;  // potentials are rounded
    const Least least = least_cell();
    const auto stride = static_cast<std::int64_t>(stride_);
    const std::size_t block = std::clamp<std::size_t>(kCellsPriced / stride_, 1, rows_);
    std::size_t first = 0;
    for (std::size_t clean = 0; clean < rows_;) {  // rows in a row without a cell that pays
        const std::size_t count = std::min(block, rows_ - first);
        const Price price =
            least(&cost_[first * stride_], &potential_[stride_ + first], potential_.data(), count, stride_);
        clean += count;
        if (price.reduced < nothing) {
            const auto row = static_cast<std::int64_t>(stride_ + first) + price.place / stride;
            pivot(static_cast<Node>(row), static_cast<Node>(price.place % stride));
            ++pivots_;
            clean = 0;
        }
        first = first + count < rows_ ? first + count : 0;
    }

    double work = 0;
    for (std::size_t i = 0; i < rows_; ++i) work += supply[i] * potential_[stride_ + i];
    for (std::size_t j = 0; j < columns_; ++j) work += demand[j] * scale * potential_[j];
    return std::max(0.0, work / total);
}

// Row by row, to the columns that still want something and are nearest, measured by the distance less the
// column's mean (after Russell 1969: a fifth fewer pivots than by the distance). Each step uses up a row or a
// column, which becomes the child of the other, so the last one left is the root of a tree over all.
void TransportSimplex::start() {
    std::vector<double>& left = mass_;
    std::size_t rows_left = rows_, columns_left = columns_;
    const Least least = least_cell();
    const double nothing = 0;
    handicap_.assign(stride_, 0.0);  // the column's mean, -infinity once it is used up
    for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < columns_; ++j) handicap_[j] += cost_[i * stride_ + j];
    }
    for (double& mean : handicap_) mean /= static_cast<double>(rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
        const Node row = static_cast<Node>(stride_ + i);
        const double* cost = &cost_[i * stride_];
        for (bool row_open = true; row_open && columns_left > 0;) {
            const auto column = static_cast<Node>(least(cost, &nothing, handicap_.data(), 1, stride_).place);
            row_open = rows_left == 1 || (columns_left > 1 && left[row] >= left[column]);
            const Node done = row_open ? column : row, other = row_open ? row : column;
            attach(done, other);
            tree_[done].flow = left[done];
            left[other] -= left[done];
            root_ = other;
            if (row_open) {
                handicap_[column] = -kInfinite;
                --columns_left;
            } else {
                --rows_left;
            }
        }
    }
    settle(root_);
}

// The cell enters the tree: its flow grows, around the cycle that it closes every second flow shrinks, and
// the first to vanish leaves.
void TransportSimplex::pivot(Node row, Node column) {
    // Seen from the column, arcs above columns shrink; seen from the row, arcs above rows do.
    const auto is_row = [this](Node node) { return node >= static_cast<Node>(stride_); };
    Node a = column, b = row, leaving = kNone;
    bool on_column_side = false;
    double amount = kInfinite;
    while (a != b) {
        const bool left = tree_[a].depth >= tree_[b].depth;
        Node& node = left ? a : b;
        if (is_row(node) != left && tree_[node].flow < amount) {
            amount = tree_[node].flow;
            leaving = node;
            on_column_side = left;
        }
        node = tree_[node].parent;
    }
    const Node join = a;
    for (Node node = column; node != join; node = tree_[node].parent)
        tree_[node].flow += is_row(node) ? amount : -amount;
    for (Node node = row; node != join; node = tree_[node].parent)
        tree_[node].flow += is_row(node) ? -amount : amount;

    // What hung below the leaving arc hangs from the entering one now; the path between turns round.
    const Node top = on_column_side ? column : row;
    Node node = top, parent = on_column_side ? row : column;
    double flow = amount;
    for (bool last = false; !last;) {
        last = node == leaving;
        const Node above = tree_[node].parent;
        detach(node);
        attach(node, parent);
        std::swap(tree_[node].flow, flow);
        parent = node;
        node = above;
    }
    settle(top);
}

void TransportSimplex::attach(Node node, Node parent) {
    Links& links = tree_[node];
    links.parent = parent;
    links.previous = kNone;
    links.next = tree_[parent].child;
    if (links.next != kNone) tree_[links.next].previous = node;
    tree_[parent].child = node;
}

void TransportSimplex::detach(Node node) {
    const Links& links = tree_[node];
    (links.previous != kNone ? tree_[links.previous].next : tree_[links.parent].child) = links.next;
    if (links.next != kNone) tree_[links.next].previous = links.previous;
}

double TransportSimplex::cost_between(Node a, Node b) const {
    const auto row = static_cast<std::size_t>(std::max(a, b)),
               column = static_cast<std::size_t>(std::min(a, b));
    return cost_[(row - stride_) * stride_ + column];
}

// Depths and potentials below and at `top`, from its parent's: along the tree cost = u + v.
void TransportSimplex::settle(Node top) {
    for (Node node = top;;) {
        Links& links = tree_[node];
        if (links.parent != kNone) {
            links.depth = tree_[links.parent].depth + 1;
            potential_[node] = cost_between(node, links.parent) - potential_[links.parent];
        }
        if (links.child != kNone) {
            node = links.child;
            continue;
        }
        while (node != top && tree_[node].next == kNone) node = tree_[node].parent;
        if (node == top) return;
        node = tree_[node].next;
    }
}

}  // namespace riverboat
