// Random numbers from names: the same deal, seat and decision always draw the same.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace riverboat {

// A number that depends on all the numbers and their order: each is added in and scrambled by splitmix64
// (Steele, Lea and Flood 2014).
inline std::uint64_t mix(std::span<const std::uint64_t> numbers) {
    std::uint64_t x = 0;
    for (const std::uint64_t number : numbers) {
        x += number + 0x9E3779B97F4A7C15;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        x ^= x >> 31;
    }
    return x;
}
inline std::uint64_t mix(std::initializer_list<std::uint64_t> numbers) {
    return mix(std::span(numbers.begin(), numbers.size()));
}

}  // namespace riverboat
