#include "cards/isomorphism/indexer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>

#include "cards/isomorphism/index_kernel.hpp"

namespace riverboat {

namespace {

using index_kernel::Batch;

// Rows per chunk: about a millisecond of work, and small enough for the caches.
constexpr std::size_t kChunk = 1 << 14;

// Runs body(first, count) over chunks of rows; body returns the first bad row of its chunk, or count. Returns
// the first bad row of all, or `rows`.
template <class Body>
std::size_t for_rows(std::size_t rows, unsigned threads, const Watch& watch, const Body& body) {
    std::atomic<std::size_t> first_bad{rows};
    parallel_chunks((rows + kChunk - 1) / kChunk, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t first = chunk * kChunk;
        const std::size_t count = std::min(kChunk, rows - first);
        if (first > first_bad.load(std::memory_order_relaxed)) return;
        const std::size_t bad = body(first, count);
        if (bad == count) return;
        std::size_t known = first_bad.load();
        while (first + bad < known && !first_bad.compare_exchange_weak(known, first + bad)) {
        }
    });
    return first_bad.load();
}

std::size_t run(CpuPath path, const IndexTables& tables, const Batch& batch) {
#if RIVERBOAT_X86
    if (path == CpuPath::avx512) return index_kernel::index_avx512(tables, batch);
    if (path == CpuPath::bmi2) return index_kernel::index_bmi2(tables, batch);
#endif
    static_cast<void>(path);
    return index_kernel::index_baseline(tables, batch);
}

// body(index, row) for every index, as long as they are in range.
template <class Body>
std::size_t for_indices(const IndexTables& tables, const std::int64_t* indices, std::size_t hands,
                        unsigned threads, const Watch& watch, const Body& body) {
    return for_rows(hands, threads, watch, [&](std::size_t first, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t index = indices[first + i];
            if (index < 0 || index >= tables.size()) return i;
            body(index, first + i);
        }
        return count;
    });
}

}  // namespace

HandIndexer::HandIndexer(const std::vector<int>& rounds, unsigned rank_mask, unsigned suit_mask) {
    const IndexDeck deck(rank_mask, suit_mask);
    const int most = std::min(kMaxIndexCards, deck.ranks * deck.suits);
    if (rounds.empty()) throw std::invalid_argument("there are no rounds");
    int cards = 0;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        if (rounds[r] < 1 || rounds[r] > most - cards)
            throw std::invalid_argument("rounds do not fit the deck");
        cards += rounds[r];
        tables_.emplace_back(
            std::vector<int>(rounds.begin(), rounds.begin() + static_cast<std::ptrdiff_t>(r) + 1), deck);
    }
}

std::size_t HandIndexer::index(int round, const Card* cards, std::size_t hands, std::int64_t* out,
                               unsigned threads, const Watch& watch) const {
    const IndexTables& tables = tables_[round];
    const auto stride = static_cast<std::size_t>(tables.cards());
    return for_rows(hands, threads, watch, [&](std::size_t first, std::size_t count) {
        return run(cpu_path(), tables, Batch{cards + first * stride, stride, count, out + first});
    });
}

std::size_t HandIndexer::index_all(const Card* cards, std::size_t hands, std::int64_t* out, unsigned threads,
                                   const Watch& watch) const {
    const std::size_t width = tables_.size();
    const auto stride = static_cast<std::size_t>(tables_.back().cards());
    return for_rows(hands, threads, watch, [&](std::size_t first, std::size_t count) {
        constexpr std::size_t kBlock = 2048;  // rows whose indices of one round wait on the stack
        std::array<std::int64_t, kBlock> column;
        std::size_t bad = count;
        for (std::size_t begin = 0; begin < bad; begin += kBlock) {
            const std::size_t end = std::min(begin + kBlock, count);
            for (std::size_t r = 0; r < width; ++r) {
                const Batch batch{cards + (first + begin) * stride, stride, end - begin, column.data()};
                const std::size_t good = run(cpu_path(), tables_[r], batch);
                if (good < end - begin) bad = std::min(bad, begin + good);
                for (std::size_t i = 0; i < good; ++i) out[(first + begin + i) * width + r] = column[i];
            }
        }
        return bad;
    });
}

std::size_t HandIndexer::cards_of(int round, const std::int64_t* indices, std::size_t hands, Card* out,
                                  unsigned threads, const Watch& watch) const {
    const IndexTables& tables = tables_[round];
    const auto stride = static_cast<std::size_t>(tables.cards());
    return for_indices(tables, indices, hands, threads, watch, [&](std::int64_t index, std::size_t row) {
        tables.write_cards(index, out + row * stride);
    });
}

std::size_t HandIndexer::weights(int round, const std::int64_t* indices, std::size_t hands, std::int64_t* out,
                                 unsigned threads, const Watch& watch) const {
    const IndexTables& tables = tables_[round];
    return for_indices(tables, indices, hands, threads, watch,
                       [&](std::int64_t index, std::size_t row) { out[row] = tables.weight(index); });
}

std::size_t HandIndexer::index_on(CpuPath path, int round, const Card* cards, std::size_t hands,
                                  std::int64_t* out) const {
    const IndexTables& tables = tables_[round];
    return run(path, tables, Batch{cards, static_cast<std::size_t>(tables.cards()), hands, out});
}

}  // namespace riverboat
