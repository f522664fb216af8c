#include "cards/isomorphism/index_kernel.hpp"

namespace riverboat::index_kernel {

namespace {
constexpr auto make_popcounts() {
    std::array<std::uint8_t, 1 << kRanks> counts{};
    for (unsigned set = 0; set < counts.size(); ++set)
        counts[set] = static_cast<std::uint8_t>(std::popcount(set));
    return counts;
}
}  // namespace
constinit const std::array<std::uint8_t, 1 << kRanks> TablePopcount::table = make_popcounts();

template <class Rounds>
std::size_t baseline(const IndexTables& tables, const Batch& batch) {
    return index_hands<TablePopcount>(tables, Rounds(tables), batch, 0);
}

std::size_t index_baseline(const IndexTables& tables, const Batch& batch) {
    return with_rounds(tables, [&]<class Rounds>(const Rounds&) { return baseline<Rounds>(tables, batch); });
}

#if RIVERBOAT_X86
template <class Rounds>
RIVERBOAT_TARGET_BMI2 std::size_t bmi2(const IndexTables& tables, const Batch& batch, std::size_t begin) {
    return index_hands<NativePopcount>(tables, Rounds(tables), batch, begin);
}

std::size_t index_bmi2(const IndexTables& tables, const Batch& batch, std::size_t begin) {
    return with_rounds(tables,
                       [&]<class Rounds>(const Rounds&) { return bmi2<Rounds>(tables, batch, begin); });
}
#endif

}  // namespace riverboat::index_kernel
