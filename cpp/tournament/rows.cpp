#include "tournament/rows.hpp"

#include "runtime/cpu.hpp"

namespace riverboat {

namespace {

RIVERBOAT_INLINE void combine_rows(const float* __restrict rows, const float* __restrict weights, int count,
                                   std::size_t n, float* __restrict out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = weights[0] * rows[i];
    for (int k = 1; k < count; ++k) {
        const float weight = weights[k];
        const float* __restrict row = rows + k * n;
        for (std::size_t i = 0; i < n; ++i) out[i] += weight * row[i];
    }
}

RIVERBOAT_INLINE void add_row(const float* __restrict row, float weight, std::size_t n,
                              float* __restrict out) {
    for (std::size_t i = 0; i < n; ++i) out[i] += weight * row[i];
}

void combine_baseline(const float* rows, const float* weights, int count, std::size_t n, float* out) {
    combine_rows(rows, weights, count, n, out);
}
void add_baseline(const float* row, float weight, std::size_t n, float* out) {
    add_row(row, weight, n, out);
}
#if RIVERBOAT_X86
__attribute__((target("avx2"))) void combine_avx2(const float* rows, const float* weights, int count,
                                                  std::size_t n, float* out) {
    combine_rows(rows, weights, count, n, out);
}
__attribute__((target("avx2"))) void add_avx2(const float* row, float weight, std::size_t n, float* out) {
    add_row(row, weight, n, out);
}
RIVERBOAT_TARGET_AVX512 void combine_avx512(const float* rows, const float* weights, int count, std::size_t n,
                                            float* out) {
    combine_rows(rows, weights, count, n, out);
}
RIVERBOAT_TARGET_AVX512 void add_avx512(const float* row, float weight, std::size_t n, float* out) {
    add_row(row, weight, n, out);
}
#endif

}  // namespace

const RowKernels& row_kernels() {
    static const RowKernels kernels = [] {
#if RIVERBOAT_X86
        if (cpu_path() == CpuPath::avx512) return RowKernels{combine_avx512, add_avx512};
        if (cpu_path() == CpuPath::bmi2) return RowKernels{combine_avx2, add_avx2};
#endif
        return RowKernels{combine_baseline, add_baseline};
    }();
    return kernels;
}

}  // namespace riverboat
