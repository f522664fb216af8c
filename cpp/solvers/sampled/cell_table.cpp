#include "solvers/sampled/cell_table.hpp"

#include <sys/mman.h>

#include <new>

namespace riverboat {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

template <class Number>
std::vector<CellRow> rows_of(const BettingTree& tree, const std::vector<std::uint64_t>& buckets) {
    std::vector<CellRow> rows(tree.row_choices.size());
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
        CellRow& row = rows[tree.row[node]];
        row.round = tree.round[node];
        row.buckets = buckets[row.round];
        row.choices = tree.row_choices[tree.row[node]];
    }
    std::uint64_t cache_line = 0;
    for (CellRow& row : rows) {
        row.cache_line = cache_line;
        cache_line += (CellTable<Number>::row_bytes(row) + kCacheLine - 1) / kCacheLine;
    }
    return rows;
}

template <class Number>
std::size_t bytes_of(const std::vector<CellRow>& rows) {
    if (rows.empty()) return kCacheLine;
    return rows.back().cache_line * kCacheLine +
           (CellTable<Number>::row_bytes(rows.back()) + kCacheLine - 1) / kCacheLine * kCacheLine;
}

}  // namespace

LazyMemory::LazyMemory(std::size_t bytes, bool huge)
    : size_((bytes + kHugePage - 1) / kHugePage * kHugePage) {
    void* at = mmap(nullptr, size_ + kHugePage, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    // Give back what lies before the first boundary of a huge page and after the last.
    const auto begin = reinterpret_cast<std::uintptr_t>(at);
    const std::uintptr_t aligned = (begin + kHugePage - 1) / kHugePage * kHugePage;
    if (aligned != begin) munmap(at, aligned - begin);
    data_ = reinterpret_cast<std::byte*>(aligned);
    if (const std::size_t after = begin + kHugePage - aligned; after != 0) munmap(data_ + size_, after);
#ifdef MADV_HUGEPAGE
    madvise(data_, size_, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);  // a wish; it works without
#endif
}

LazyMemory::~LazyMemory() {
    munmap(data_, size_);
}

template <class Number>
CellTable<Number>::CellTable(const BettingTree& tree, const std::vector<std::uint64_t>& buckets, bool huge)
    : rows_(rows_of<Number>(tree, buckets)), memory_(bytes_of<Number>(rows_), huge) {}

template class CellTable<float>;
template class CellTable<std::uint16_t>;

}  // namespace riverboat
