// What ends of the hand are worth, many at once, one to a lane of a vector: folds and showdowns with card
// removal by one sweep over the hands in order of strength.
#pragma once

#include <algorithm>
#include <cstring>

#include "solvers/full_width/kernels/vectors.hpp"

namespace riverboat {

// Which elements of two vectors make the two new ones when blocks change places, at half the size each step.
template <class Real, int Bytes>
struct BlockSwaps {
    static constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    typename VectorOf<Real, Bytes>::Picks first[4] = {}, second[4] = {};
    constexpr BlockSwaps() {
        for (int step = 0; n >> (step + 1) > 0; ++step) {
            const int size = n >> (step + 1);
            for (int j = 0; j < n; ++j) {
                first[step][j] = j & size ? n + j - size : j;
                second[step][j] = j & size ? n + j : j + size;
            }
        }
    }
};

// A square of numbers, one vector a row, turned over: blocks off the diagonal change places.
template <class Real, int Bytes>
RIVERBOAT_INLINE void transpose(typename VectorOf<Real, Bytes>::Type* rows) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    static const BlockSwaps<Real, Bytes> swaps;
#pragma GCC unroll 4
    for (int step = 0; n >> (step + 1) > 0; ++step) {
        const int size = n >> (step + 1);
#pragma GCC unroll 16
        for (int i = 0; i < n; ++i) {
            if (i & size) continue;
            const auto a = rows[i], b = rows[i + size];
            rows[i] = __builtin_shuffle(a, b, swaps.first[step]);
            rows[i + size] = __builtin_shuffle(a, b, swaps.second[step]);
        }
    }
}

// [lane][class] to [class][lane], in squares as wide as the vectors of the path. Reads up to a vector past
// the last class; the rows of `out` after it hold anything.
template <class Real, int Bytes>
RIVERBOAT_INLINE void lay_across(const EndJob<Real>& job, std::size_t classes, Lane<Real>* out) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    using Vector = typename VectorOf<Real, Bytes>::Type;
    for (int lane = 0; lane < kLanes<Real>; lane += n) {
        const Real* from[n];
        for (int l = 0; l < n; ++l) from[l] = job.reach[lane + l < job.ends ? lane + l : 0];
        for (std::size_t h = 0; h < classes; h += n) {
            Vector rows[n];
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l) std::memcpy(&rows[l], from[l] + h, Bytes);
            transpose<Real, Bytes>(rows);
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l)
                std::memcpy(reinterpret_cast<Real*>(&out[h + l]) + lane, &rows[l], Bytes);
        }
    }
}

// Back again.
template <class Real, int Bytes>
RIVERBOAT_INLINE void lay_along(const Lane<Real>* in, std::size_t width, const EndJob<Real>& job) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    using Vector = typename VectorOf<Real, Bytes>::Type;
    for (int lane = 0; lane < job.ends; lane += n) {
        const int used = std::min(n, job.ends - lane);
        for (std::size_t h = 0; h < width; h += n) {
            Vector rows[n];
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l)
                std::memcpy(&rows[l], reinterpret_cast<const Real*>(&in[h + l]) + lane, Bytes);
            transpose<Real, Bytes>(rows);
            if (h + n <= width) {
                for (int l = 0; l < used; ++l) std::memcpy(job.values[lane + l] + h, &rows[l], Bytes);
            } else {  // half a vector is left
                for (int l = 0; l < used; ++l) std::memcpy(job.values[lane + l] + h, &rows[l], Bytes / 2);
            }
        }
    }
}

template <class Real>
RIVERBOAT_INLINE void count_hand(const PrivateHand& hand, const Lane<Real>& reach, Lane<Real>& all,
                                 Lane<Real>* by_card) {
    all += reach;
    by_card[hand.first] += reach;
    by_card[hand.second] += reach;
}

// The opponent's hands counted so far that share no card with this one; his same hand, if it was counted, has
// been taken away once too often.
template <class Real>
RIVERBOAT_INLINE Lane<Real> without_cards(const PrivateHand& hand, const Lane<Real>& all,
                                          const Lane<Real>* by_card) {
    return all - by_card[hand.first] - by_card[hand.second];
}

RIVERBOAT_INLINE void fetch(Ahead& ahead) {
    __builtin_prefetch(ahead.next, 1, 2);
    ahead.next += ahead.stride;
}

// The rows of one job, and what both kinds of hands need of the board.
template <class Real>
struct EndRows {
    EndRows(const RunoutBoard& board, int player, Real* work)
        : mine(board.hands[player]),
          theirs(board.hands[1 - player]),
          reach(reinterpret_cast<Lane<Real>*>(work)),
          value(reach + rows_of<Real>(theirs.classes())),
          by_card(value + rows_of<Real>(mine.classes())) {}

    const BoardHands &mine, &theirs;
    Lane<Real>* reach;    // by class of the opponent, then zero
    Lane<Real>* value;    // by own class, then zeros
    Lane<Real>* by_card;  // room

    RIVERBOAT_INLINE const Lane<Real>& reach_of(std::size_t hand) const {
        return reach[theirs.class_of[hand]];
    }
    RIVERBOAT_INLINE const Lane<Real>& reach_of_same(std::size_t own) const { return reach[mine.same[own]]; }
};

// Hands of one card. Nothing is taken away from sums but a hand from those it ties with, so two actions that
// are worth exactly the same come out exactly the same: in small games a last bit would decide between them.
template <class Real>
RIVERBOAT_INLINE void one_card_values(const EndJob<Real>& job, const EndRows<Real>& rows) {
    const BoardHands &mine = rows.mine, &theirs = rows.theirs;
    const std::size_t own_count = mine.classes(), count = theirs.all.size();
    Lane<Real> win{}, tie{}, lose{}, sum{};
    Ahead ahead = job.ahead;
    for (int l = 0; l < job.ends; ++l) {
        win[l] = static_cast<Real>(job.payoff[l].win);
        tie[l] = static_cast<Real>(job.payoff[l].tie);
        lose[l] = static_cast<Real>(job.payoff[l].lose);
    }
    if (job.payoff[0].is_fold) {
        for (std::size_t j = 0; j < count; ++j) {  // by card: all hands before it, then those after it too
            rows.by_card[theirs.all[j].first] = sum;
            sum += rows.reach_of(j);
            fetch(ahead);
        }
        Lane<Real> after{};
        for (std::size_t j = count; j-- > 0;) {
            rows.by_card[theirs.all[j].first] += after;
            after += rows.reach_of(j);
            fetch(ahead);
        }
        for (std::size_t i = 0; i < own_count; ++i)
            rows.value[i] =
                win * (mine.same[i] == theirs.classes() ? sum : rows.by_card[mine.cards[i].first]);
        return;
    }
    std::size_t i = 0, j = 0;
    for (const StrengthGroup& group : mine.groups) {
        for (; j < group.weaker; ++j) {
            sum += rows.reach_of(j);
            fetch(ahead);
        }
        Lane<Real> ties{};
        for (std::size_t k = j; k < group.not_stronger; ++k) ties += rows.reach_of(k);
        for (; i < group.own_end; ++i) rows.value[i] = win * sum + tie * (ties - rows.reach_of_same(i));
    }
    sum = Lane<Real>{};
    i = own_count, j = count;
    for (std::size_t g = mine.groups.size(); g-- > 0;) {
        for (; j > mine.groups[g].not_stronger; --j) {
            sum += rows.reach_of(j - 1);
            fetch(ahead);
        }
        for (const std::size_t begin = g == 0 ? 0 : mine.groups[g - 1].own_end; i > begin; --i)
            rows.value[i - 1] += lose * sum;
    }
}

// Hands of two cards.
template <class Real>
RIVERBOAT_INLINE void two_card_values(const EndJob<Real>& job, const EndRows<Real>& rows) {
    const BoardHands &mine = rows.mine, &theirs = rows.theirs;
    const PrivateHand *own = mine.cards.data(), *other = theirs.all.data();
    const std::size_t own_count = mine.classes(), count = theirs.all.size();
    std::memset(rows.by_card, 0, 64 * sizeof(Lane<Real>));
    // a W + t T + b L with T = U - W and L = A - U: W weaker, U not stronger, A all.
    Lane<Real> sum{}, of_weaker{}, of_not_stronger{}, of_all{};
    for (int l = 0; l < job.ends; ++l) {
        const EndPayoff& pay = job.payoff[l];
        of_weaker[l] = static_cast<Real>(pay.is_fold ? 0 : pay.win - pay.tie);
        of_not_stronger[l] = static_cast<Real>(pay.is_fold ? 0 : pay.tie - pay.lose);
        of_all[l] = static_cast<Real>(pay.is_fold ? pay.win : pay.lose);
    }
    Ahead ahead = job.ahead;
    const auto count_up_to = [&](std::size_t& j, std::size_t end) __attribute__((always_inline)) {
        for (; j < end; ++j) {
            count_hand<Real>(other[j], rows.reach_of(j), sum, rows.by_card);
            fetch(ahead);
        }
    };
    std::size_t i = 0, j = 0;
    if (job.payoff[job.ends - 1].is_fold) {  // folds come first: all of them
        std::memset(rows.value, 0, own_count * sizeof(Lane<Real>));
    } else {
        for (const StrengthGroup& group : mine.groups) {
            count_up_to(j, group.weaker);
            if (group.weaker == group.not_stronger) {  // nobody ties: weaker and not stronger are the same
                const Lane<Real> both = of_weaker + of_not_stronger;
                for (; i < group.own_end; ++i)
                    rows.value[i] = both * without_cards<Real>(own[i], sum, rows.by_card);
                continue;
            }
            for (std::size_t k = i; k < group.own_end; ++k)
                rows.value[k] = of_weaker * without_cards<Real>(own[k], sum, rows.by_card);
            count_up_to(j, group.not_stronger);
            for (; i < group.own_end; ++i)
                rows.value[i] += of_not_stronger *
                                 (without_cards<Real>(own[i], sum, rows.by_card) + rows.reach_of_same(i));
        }
    }
    count_up_to(j, count);
    for (i = 0; i < own_count; ++i) {
        rows.value[i] += of_all * (without_cards<Real>(own[i], sum, rows.by_card) + rows.reach_of_same(i));
        fetch(ahead);
    }
}

template <class Real, int Bytes>
RIVERBOAT_INLINE void ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player, int hole_cards,
                                Real* work) {
    const EndRows<Real> rows(board, player, work);
    const std::size_t own = rows.mine.classes(), own_width = width_of<Real>(own);
    lay_across<Real, Bytes>(job, width_of<Real>(rows.theirs.classes()), rows.reach);
    rows.reach[rows.theirs.classes()] = Lane<Real>{};
    for (std::size_t i = own; i < own_width; ++i) rows.value[i] = Lane<Real>{};
    hole_cards == 2 ? two_card_values(job, rows) : one_card_values(job, rows);
    lay_along<Real, Bytes>(rows.value, own_width, job);
}

}  // namespace riverboat
