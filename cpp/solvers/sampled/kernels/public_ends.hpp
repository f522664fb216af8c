// Ends of a street of a public walk, side by side in the lanes of vectors: from the chances that buckets go
// on to them to what they are worth, by bucket and by hand, compiled for each instruction path.
//
// Hands of a bucket play alike on a street, so what comes to an end is what came to the street times a chance
// by bucket. A lane is an end: the chances of a bucket are one row of all ends, and no hand is asked end by
// end.
#pragma once

#include <cstddef>

#include "solvers/full_width/kernels/kernels.hpp"

namespace riverboat {

// Numbers of a vector by bucket: whole vectors of 64 bytes.
inline std::size_t whole_vectors(std::size_t count) {
    return (count + kLanes<float> - 1) / kLanes<float> * kLanes<float>;
}

// One player's hands on a street by bucket. Hands are numbered weakest first, buckets by those that occur.
struct BucketHands {
    std::size_t buckets = 0;
    const HandIndex* bucket = nullptr;  // by hand
    const HandIndex* hands = nullptr;   // one bucket after the other
    const HandIndex* ends = nullptr;    // by bucket, in these
};

// What the ends of one street have in common.
struct PublicStreet {
    std::size_t count = 0;
    const PrivateHand* hands = nullptr;
    const HandIndex* strength_ends = nullptr;  // where hands of one strength end
    std::size_t strengths = 0;
    int hole_cards = 2;
    BucketHands own, other;
    const float* weights = nullptr;  // of own hands
    const float* reach = nullptr;    // of the opponent's hands where the street begins
    float* values = nullptr;         // of own hands there: what ends are worth is added
};

// At most kLanes ends.
struct PublicEndJob {
    int ends = 0;
    const float* own[kLanes<float>];    // by bucket, the chance to come here from where the street begins
    const float* other[kLanes<float>];  // the opponent's
    float* sums[kLanes<float>];         // by own bucket: what it is worth, over all its hands by weight
    EndPayoff payoff[kLanes<float>];
};

// Numbers that `public_ends` works in, aligned to 64 bytes.
std::size_t public_work_size(const PublicStreet& street);
void public_ends(const PublicStreet& street, const PublicEndJob& job, float* work);

}  // namespace riverboat
