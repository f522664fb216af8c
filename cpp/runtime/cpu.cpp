#include "runtime/cpu.hpp"

#include <cstdlib>

namespace riverboat {

namespace {

CpuPath widest() {
#if RIVERBOAT_X86
    __builtin_cpu_init();
    const bool bmi2 = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2") &&
                      __builtin_cpu_supports("fma");
    const bool avx512 = bmi2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi") &&
                        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
                        __builtin_cpu_supports("avx512bitalg");
    return avx512 ? CpuPath::avx512 : bmi2 ? CpuPath::bmi2 : CpuPath::baseline;
#else
    return CpuPath::baseline;
#endif
}

CpuPath choose() {
    const CpuPath most = widest();
    const char* asked = std::getenv("RIVERBOAT_CPU");
    if (asked != nullptr) {
        for (CpuPath path : {CpuPath::baseline, CpuPath::bmi2, CpuPath::avx512}) {
            if (cpu_path_name(path) == asked && path <= most) return path;
        }
    }
    return most;
}

}  // namespace

CpuPath cpu_path() {
    static const CpuPath path = choose();
    return path;
}

std::string_view cpu_path_name(CpuPath path) {
    switch (path) {
        case CpuPath::bmi2:
            return "bmi2";
        case CpuPath::avx512:
            return "avx512";
        default:
            return "baseline";
    }
}

}  // namespace riverboat
