// Random numbers from names, as the Python arena draws them: see riverboat.bots.randomness.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace riverboat {

inline std::uint64_t mix(std::initializer_list<std::uint64_t> numbers) {
    std::uint64_t x = 0;
    for (const std::uint64_t number : numbers) {
        x += number + 0x9E3779B97F4A7C15;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        x ^= x >> 31;
    }
    return x;
}

}  // namespace riverboat
