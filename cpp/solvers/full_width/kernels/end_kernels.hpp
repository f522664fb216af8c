// What ends of the hand are worth, many at once, one to a lane of a vector: folds and showdowns with card
// removal by one sweep over the hands in order of strength.
#pragma once

#include <algorithm>
#include <cstring>

#include "solvers/full_width/kernels/transpose.hpp"

namespace riverboat {

// What lies by class in as many ends as a vector has lanes becomes rows of those ends, one a class. Reads up
// to a vector past the last class; the rows of `out` after it hold anything.
template <class Real, int Bytes, class V>
RIVERBOAT_INLINE void lay_across(const Real* const* ends, std::size_t classes, V* out) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    for (std::size_t h = 0; h < classes; h += n) {
        V rows[n];
#pragma GCC unroll 16
        for (int l = 0; l < n; ++l) std::memcpy(&rows[l], ends[l] + h, Bytes);
        transpose<Real, Bytes>(rows);
#pragma GCC unroll 16
        for (int l = 0; l < n; ++l) out[h + l] = rows[l];
    }
}

// Back again: row(i) of the classes from `begin` to `end`. The last may fill half a vector.
template <class Real, int Bytes, class Row>
RIVERBOAT_INLINE void lay_along(std::size_t begin, std::size_t end, Real* const* ends, const Row& row) {
    constexpr int n = Bytes / static_cast<int>(sizeof(Real));
    for (std::size_t h = begin; h < end; h += n) {
        typename VectorOf<Real, Bytes>::Type rows[n];
#pragma GCC unroll 16
        for (int l = 0; l < n; ++l) rows[l] = row(h + l);
        transpose<Real, Bytes>(rows);
        if (h + n <= end) {
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l) std::memcpy(ends[l] + h, &rows[l], Bytes);
        } else {
#pragma GCC unroll 16
            for (int l = 0; l < n; ++l) std::memcpy(ends[l] + h, &rows[l], Bytes / 2);
        }
    }
}

// Ends side by side in the lanes of a vector, from one of the job on.
template <class Real, int Bytes>
struct EndRows {
    using V = typename VectorOf<Real, Bytes>::Type;
    static constexpr int lanes = Bytes / static_cast<int>(sizeof(Real));

    EndRows(const EndJob<Real>& job, int first, const RunoutBoard& board, int player, Real* work)
        : mine(board.hands[player]),
          theirs(board.hands[1 - player]),
          all_fold(job.payoff[std::min(first + lanes, job.ends) - 1].is_fold),  // folds come first
          reach(reinterpret_cast<V*>(work)),
          value(reach + rows_of<Real>(theirs.classes())),
          by_card(value + rows_of<Real>(mine.classes())) {
        for (int l = 0; l < lanes; ++l) {
            const bool used = first + l < job.ends;
            from[l] = job.reach[used ? first + l : first];
            to[l] = used ? job.values[first + l] : reinterpret_cast<Real*>(by_card + 64);  // for nobody
            if (used) pays[l] = job.payoff[first + l];
        }
    }

    // Of each end what `part` says; nothing in lanes that are not used.
    template <class Part>
    RIVERBOAT_INLINE V of_each(const Part& part) const {
        alignas(64) Real numbers[lanes];
        for (int l = 0; l < lanes; ++l) numbers[l] = static_cast<Real>(part(pays[l]));
        V out;
        std::memcpy(&out, numbers, sizeof(V));
        return out;
    }

    const BoardHands &mine, &theirs;
    const bool all_fold;
    V* reach;    // by class of the opponent, then zero
    V* value;    // by own class
    V* by_card;  // room for each card
    const Real* from[lanes];
    Real* to[lanes];
    EndPayoff pays[lanes] = {};

    RIVERBOAT_INLINE const V& reach_of(std::size_t hand) const { return reach[theirs.class_of[hand]]; }
    RIVERBOAT_INLINE const V& reach_of_same(std::size_t own) const { return reach[mine.same[own]]; }

    // Writes row(own class) of all classes to the ends, then zeros. The rows of the last square go by
    // `value`.
    template <class RowOf>
    RIVERBOAT_INLINE void write(const RowOf& row) const {
        const std::size_t classes = mine.classes(), squares = classes / lanes * lanes;
        lay_along<Real, Bytes>(0, squares, to, row);
        for (std::size_t i = squares; i < classes; ++i) value[i] = row(i);
        for (std::size_t i = classes; i < rows_of<Real>(classes); ++i) value[i] = V{};
        lay_along<Real, Bytes>(squares, width_of<Real>(classes), to,
                               [&](std::size_t i) __attribute__((always_inline)) { return value[i]; });
    }
};

// Hands of one card. Nothing is taken away from sums but a hand from those it ties with, so two actions that
// are worth exactly the same come out exactly the same: in small games a last bit would decide between them.
template <class Real, int Bytes>
RIVERBOAT_INLINE void one_card_values(const EndRows<Real, Bytes>& rows) {
    using V = typename EndRows<Real, Bytes>::V;
    const BoardHands &mine = rows.mine, &theirs = rows.theirs;
    const std::size_t own_count = mine.classes(), count = theirs.all.size();
    const V win = rows.of_each([](const EndPayoff& pay) { return pay.win; });
    V sum{};
    if (rows.all_fold) {
        for (std::size_t j = 0; j < count; ++j) {  // by card: all hands before it, then those after it too
            rows.by_card[theirs.all[j].first] = sum;
            sum += rows.reach_of(j);
        }
        V after{};
        for (std::size_t j = count; j-- > 0;) {
            rows.by_card[theirs.all[j].first] += after;
            after += rows.reach_of(j);
        }
        for (std::size_t i = 0; i < own_count; ++i)
            rows.value[i] =
                win * (mine.same[i] == theirs.classes() ? sum : rows.by_card[mine.cards[i].first]);
        return;
    }
    const V tie = rows.of_each([](const EndPayoff& pay) { return pay.tie; });
    const V lose = rows.of_each([](const EndPayoff& pay) { return pay.lose; });
    std::size_t i = 0, j = 0;
    for (const StrengthGroup& group : mine.groups) {
        for (; j < group.weaker; ++j) {
            sum += rows.reach_of(j);
        }
        V ties{};
        for (std::size_t k = j; k < group.not_stronger; ++k) ties += rows.reach_of(k);
        for (; i < group.own_end; ++i) rows.value[i] = win * sum + tie * (ties - rows.reach_of_same(i));
    }
    sum = V{};
    i = own_count, j = count;
    for (std::size_t g = mine.groups.size(); g-- > 0;) {
        for (; j > mine.groups[g].not_stronger; --j) {
            sum += rows.reach_of(j - 1);
        }
        for (const std::size_t begin = g == 0 ? 0 : mine.groups[g - 1].own_end; i > begin; --i)
            rows.value[i - 1] += lose * sum;
    }
}

// Hands of two cards.
template <class Real, int Bytes>
RIVERBOAT_INLINE void two_card_values(const EndRows<Real, Bytes>& rows) {
    using V = typename EndRows<Real, Bytes>::V;
    const BoardHands &mine = rows.mine, &theirs = rows.theirs;
    const PrivateHand *own = mine.cards.data(), *other = theirs.all.data();
    const std::size_t own_count = mine.classes(), count = theirs.all.size();
    V* by_card = rows.by_card;
    std::memset(by_card, 0, 64 * sizeof(V));
    // a W + t T + b L with T = U - W and L = A - U: W weaker, U not stronger, A all.
    V sum{};
    std::size_t i = 0, j = 0;
    const auto count_up_to = [&](std::size_t end) __attribute__((always_inline)) {
        for (; j < end; ++j) {
            const V reach = rows.reach_of(j);
            sum += reach;
            by_card[other[j].first] += reach;
            by_card[other[j].second] += reach;
        }
    };
    // The opponent's hands counted so far that share no card with this one; his same hand, if it was counted,
    // has been taken away once too often.
    const auto without_cards = [&](std::size_t k) __attribute__((always_inline)) {
        return sum - by_card[own[k].first] - by_card[own[k].second];
    };
    if (rows.all_fold) {
        std::memset(rows.value, 0, own_count * sizeof(V));
    } else {
        const V weaker = rows.of_each([](const EndPayoff& p) { return p.is_fold ? 0 : p.win - p.tie; });
        const V not_stronger =
            rows.of_each([](const EndPayoff& p) { return p.is_fold ? 0 : p.tie - p.lose; });
        const V both = weaker + not_stronger;
        for (const StrengthGroup& group : mine.groups) {
            count_up_to(group.weaker);
            if (group.weaker == group.not_stronger) {  // nobody ties: weaker and not stronger are the same
                for (; i < group.own_end; ++i) rows.value[i] = both * without_cards(i);
                continue;
            }
            for (std::size_t k = i; k < group.own_end; ++k) rows.value[k] = weaker * without_cards(k);
            count_up_to(group.not_stronger);
            for (; i < group.own_end; ++i)
                rows.value[i] += not_stronger * (without_cards(i) + rows.reach_of_same(i));
        }
    }
    count_up_to(count);
    const V any = rows.of_each([](const EndPayoff& p) { return p.is_fold ? p.win : p.lose; });
    rows.write([&](std::size_t k) __attribute__((always_inline)) {
        return rows.value[k] + any * (without_cards(k) + rows.reach_of_same(k));
    });
}

template <class Real, int Bytes>
RIVERBOAT_INLINE void ends_body(const EndJob<Real>& job, const RunoutBoard& board, int player, int hole_cards,
                                Real* work) {
    for (int first = 0; first < job.ends; first += EndRows<Real, Bytes>::lanes) {
        const EndRows<Real, Bytes> rows(job, first, board, player, work);
        const std::size_t classes = rows.theirs.classes();
        lay_across<Real, Bytes>(rows.from, width_of<Real>(classes), rows.reach);
        rows.reach[classes] = typename EndRows<Real, Bytes>::V{};
        if (hole_cards == 2) {
            two_card_values(rows);
        } else {
            one_card_values(rows);
            rows.write([&](std::size_t i) __attribute__((always_inline)) { return rows.value[i]; });
        }
    }
}

}  // namespace riverboat
