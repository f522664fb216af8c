// Which buckets of two players' hands meet on a board, and who then wins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace riverboat {

// Hands of two cards on one board, with what both players weigh them. strength: -1 of hands that cannot be
// held.
struct BucketedHands {
    std::span<const std::uint8_t> cards;  // two for each hand
    std::span<const std::int32_t> strength, bucket;
    std::span<const double> first, second;
    std::size_t buckets;
};

// Add to met[n, n] how often a bucket of the first player meets one of the second's, and to won[n, n] how
// much more often he then wins than loses. Hands that share a card do not meet: all hands are counted, then
// those of each card are taken out. Hands that share both cards are the same and tie.
void add_bucket_pairs(const BucketedHands& hands, double* met, double* won);

}  // namespace riverboat
