// Sums of rows of chances, for each instruction path.
#pragma once

#include <cstddef>

namespace riverboat {

struct RowKernels {
    // out[i] = sum over k of weights[k] * rows[k * n + i]
    void (*combine)(const float* rows, const float* weights, int count, std::size_t n, float* out);
    // out[i] += weight * row[i]
    void (*add)(const float* row, float weight, std::size_t n, float* out);
};

const RowKernels& row_kernels();

}  // namespace riverboat
