#include "solvers/sequence/hands.hpp"

#include <algorithm>
#include <utility>

namespace riverboat {

namespace {

constexpr std::size_t kCards =
    WeighedHands::kNoCard + 1u;  // the last place stays 0: who has one card has not it

std::size_t boards_bytes(const std::vector<HandsSide::Board>& boards) {
    std::size_t sum = 0;
    for (const HandsSide::Board& board : boards) sum += 8 * (board.own.hand.size() + board.other.hand.size());
    return sum;
}

// Where the boards of another block begin; and the end.
std::vector<std::size_t> block_begins(const std::vector<HandsSide::Board>& boards) {
    std::vector<std::size_t> begins{0};
    for (std::size_t i = 1; i < boards.size(); ++i)
        if (boards[i].own.block != boards[i - 1].own.block) begins.push_back(i);
    begins.push_back(boards.size());
    return begins;
}

}  // namespace

// Numbers of one board and one batch of columns, side by side.
struct HandsSide::Scratch {
    std::vector<double> packed, sums;  // by hand of the other, by own hand
    std::vector<double> cards, total;  // by card; of all
    Scratch(std::size_t own, std::size_t other)
        : packed(other * kSideBySide),
          sums(own * kSideBySide),
          cards(kCards * kSideBySide),
          total(kSideBySide) {}
    void clear() {
        std::fill(cards.begin(), cards.end(), 0.0);
        std::fill(total.begin(), total.end(), 0.0);
    }
    // Count a hand of the other among those that are met.
    void take(const std::uint8_t* held, const double* y) {
        double* const first = &cards[held[0] * kSideBySide];
        double* const second = &cards[held[1] * kSideBySide];
        for (std::size_t c = 0; c < kSideBySide; ++c) {
            total[c] += y[c];
            first[c] += y[c];
        }
        if (held[1] != WeighedHands::kNoCard)
            for (std::size_t c = 0; c < kSideBySide; ++c) second[c] += y[c];
    }
    // Add to a hand's sums all that was taken and shares no card with it.
    void add_free(const std::uint8_t* held, double* sum, double sign) const {
        const double* const first = &cards[held[0] * kSideBySide];
        const double* const second = &cards[held[1] * kSideBySide];
        for (std::size_t c = 0; c < kSideBySide; ++c) sum[c] += sign * (total[c] - first[c] - second[c]);
    }
};

HandsSide::HandsSide(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
                     WeighedHands own, WeighedHands other, std::vector<Board> met, std::vector<Board> won,
                     double often, double scale, const std::vector<RoundEnd>& ends)
    : base_(base),
      width_(width),
      other_base_(other_base),
      other_width_(other_width),
      own_(std::move(own)),
      other_(std::move(other)),
      same_(own_.size(), -1),
      met_(std::move(met)),
      won_(std::move(won)),
      often_(often),
      scale_(scale),
      batches_(batches_of(ends)) {
    for (std::size_t i = 0; i < own_.size(); ++i) {
        if (own_.cards[2 * i + 1] == WeighedHands::kNoCard) continue;  // taken away once, as it should be
        for (std::size_t j = 0; j < other_.size(); ++j)
            if (own_.cards[2 * i] == other_.cards[2 * j] && own_.cards[2 * i + 1] == other_.cards[2 * j + 1])
                same_[i] = static_cast<std::int32_t>(j);
    }
    for (const auto& boards : {std::cref(met_), std::cref(won_)})
        for (const Board& board : boards.get()) {
            least_out_ = std::max(least_out_, base_ + width_ * own_.size() * (board.own.block + 1));
            least_plan_ =
                std::max(least_plan_, other_base_ + other_width_ * other_.size() * (board.other.block + 1));
        }
}

std::size_t HandsSide::bytes() const {
    return boards_bytes(met_) + boards_bytes(won_) + bytes_of(batches_) + 10 * (own_.size() + other_.size());
}

void HandsSide::add_product(const double* plan, double* out, unsigned threads) const {
    for (const auto& [boards, number] :
         {std::pair{&met_, std::size_t{0}}, std::pair{&won_, std::size_t{1}}}) {
        if (boards->empty()) continue;
        const std::vector<std::size_t> begins = block_begins(*boards);
        const std::size_t work = boards->size() * own_.size() * kSideBySide * batches_.size();
        over_rows(begins.size() - 1, work, threads, [&](std::size_t from, std::size_t to) {
            Scratch scratch(own_.size(), other_.size());
            for (const EndBatch& batch : batches_)
                if (batch.number == number)
                    add_boards(*boards, batch, plan, out, begins[from], begins[to], scratch);
        });
    }
}

void HandsSide::add_boards(const std::vector<Board>& boards, const EndBatch& batch, const double* plan,
                           double* out, std::size_t from, std::size_t to, Scratch& scratch) const {
    const double scale = scale_ * (batch.number == 0 ? often_ : 1.0);
    for (std::size_t at = from; at < to; ++at) {
        const Board& board = boards[at];
        pack(board.other, batch, plan, scratch);
        std::fill(scratch.sums.begin(), scratch.sums.end(), 0.0);
        batch.number == 0 ? sum_met(board, scratch) : sum_won(board, scratch);
        for (const std::int32_t hand : board.own.hand) {
            const auto h = static_cast<std::size_t>(hand);
            const double* const sums = &scratch.sums[h * kSideBySide];
            double* const into = out + base_ + (board.own.block * own_.size() + h) * width_;
            for (const EndBatch::Paid& end : batch.ends)
                into[end.own] += scale * own_.weights[h] * end.chips * sums[end.column];
        }
    }
}

void HandsSide::pack(const HandsOnABoard& other, const EndBatch& batch, const double* plan,
                     Scratch& scratch) const {
    for (const std::int32_t hand : other.hand) {
        const auto h = static_cast<std::size_t>(hand);
        const double* const from = plan + other_base_ + (other.block * other_.size() + h) * other_width_;
        for (std::size_t c = 0; c < batch.columns.size(); ++c)
            scratch.packed[h * kSideBySide + c] = other_.weights[h] * from[batch.columns[c]];
    }
}

void HandsSide::sum_met(const Board& board, Scratch& scratch) const {
    scratch.clear();
    for (const std::int32_t hand : board.other.hand) {
        const auto h = static_cast<std::size_t>(hand);
        scratch.take(&other_.cards[2 * h], &scratch.packed[h * kSideBySide]);
    }
    for (const std::int32_t hand : board.own.hand) {
        const auto h = static_cast<std::size_t>(hand);
        double* const sum = &scratch.sums[h * kSideBySide];
        scratch.add_free(&own_.cards[2 * h], sum, 1.0);
        if (same_[h] < 0) continue;  // else both of its cards took it away
        const double* const y = &scratch.packed[static_cast<std::size_t>(same_[h]) * kSideBySide];
        for (std::size_t c = 0; c < kSideBySide; ++c) sum[c] += y[c];
    }
}

void HandsSide::sum_won(const Board& board, Scratch& scratch) const {
    sweep(board, scratch, 1.0, [](std::size_t place, std::size_t) { return place; });
    sweep(board, scratch, -1.0, [](std::size_t place, std::size_t size) { return size - 1 - place; });
}

// Add to each own hand what stands before it in the order and is not as strong. The same two cards are as
// strong.
template <class Order>
void HandsSide::sweep(const Board& board, Scratch& scratch, double sign, const Order& order) const {
    const HandsOnABoard &own = board.own, &other = board.other;
    scratch.clear();
    std::size_t next = 0;
    for (std::size_t place = 0; place < own.hand.size(); ++place) {
        const std::size_t at = order(place, own.hand.size());
        for (; next < other.hand.size(); ++next) {
            const std::size_t met = order(next, other.hand.size());
            const std::int32_t further = own.strength[at] - other.strength[met];
            if (sign > 0 ? further <= 0 : further >= 0) break;
            const auto h = static_cast<std::size_t>(other.hand[met]);
            scratch.take(&other_.cards[2 * h], &scratch.packed[h * kSideBySide]);
        }
        const auto h = static_cast<std::size_t>(own.hand[at]);
        scratch.add_free(&own_.cards[2 * h], &scratch.sums[h * kSideBySide], sign);
    }
}

}  // namespace riverboat
