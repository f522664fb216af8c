// The deck is cut by rank into a low and a high half. A hand is k cards of the low half and the rest of the
// high half, so all hands are all pairs out of two short lists, and its strength without flushes is an entry
// of a small table [ranks of one part][ranks of the other]. The longer list is the inner loop, grouped by how
// many cards it has of each suit, so the outer part and the group decide whether there is a flush. What is
// left per hand: load the inner part's rank number, load the strength from a table row of a kilobyte or less,
// count it.
#include "cards/enumeration.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cards/binomial.hpp"

namespace riverboat {

namespace {

constexpr int kLowRanks = 7;

// All ways to take `size` cards from one half of the deck, grouped by suit counts.
struct Parts {
    struct Part {
        std::uint64_t suit_masks;  // 16 bits of ranks per suit
        std::uint16_t suits;       // four-bit suit counters
        std::uint16_t ranks;       // which rank set: an index into rank_keys
    };
    struct Group {
        std::uint16_t suits;
        std::size_t begin, end;
    };
    std::vector<Part> parts;
    std::vector<std::uint16_t> ranks;  // of each part, packed for the inner loop
    std::vector<Group> groups;
    std::vector<std::uint32_t> rank_keys;
};

// A stable counting sort.
void group_by_suits(Parts& taken) {
    std::vector<std::size_t> place(1 << 16);
    for (const Parts::Part& part : taken.parts) ++place[part.suits];
    std::size_t begin = 0;
    for (std::size_t suits = 0; suits < place.size(); ++suits) {
        const std::size_t size = std::exchange(place[suits], begin);
        if (size > 0) taken.groups.push_back({static_cast<std::uint16_t>(suits), begin, begin + size});
        begin += size;
    }
    std::vector<Parts::Part> sorted(taken.parts.size());
    taken.ranks.resize(taken.parts.size());
    for (const Parts::Part& part : taken.parts) {
        const std::size_t at = place[part.suits]++;
        sorted[at] = part;
        taken.ranks[at] = part.ranks;
    }
    taken.parts = std::move(sorted);
}

Parts take(int first_card, int end_card, int size) {
    // Sums of these tell the rank sets of up to seven cards of seven ranks apart, as kRankKey does for
    // thirteen.
    constexpr std::array<std::uint32_t, kLowRanks> small_key = {0, 1, 5, 22, 98, 453, 2031};
    constexpr std::uint16_t unseen = 0xFFFF;
    std::vector<std::uint16_t> number_of(7 * small_key.back() + 1, unseen);
    Parts taken;
    const auto add = [&](const auto& self, int from, int left, std::uint32_t small, std::uint32_t key,
                         Parts::Part part) -> void {
        if (left == 0) {
            if (number_of[small] == unseen) {
                number_of[small] = static_cast<std::uint16_t>(taken.rank_keys.size());
                taken.rank_keys.push_back(key);
            }
            part.ranks = number_of[small];
            taken.parts.push_back(part);
            return;
        }
        for (int card = from; card + left <= end_card; ++card) {
            const Parts::Part more = {
                part.suit_masks | std::uint64_t{1} << (16 * suit_of(card) + rank_of(card)),
                static_cast<std::uint16_t>(part.suits + (1 << 4 * suit_of(card))), 0};
            self(self, card + 1, left - 1, small + small_key[(card - first_card) / 4],
                 (key + kRankKey[rank_of(card)]) & kKeyMask, more);
        }
    };
    add(add, first_card, size, 0, 0, {});
    group_by_suits(taken);
    return taken;
}

// Neighbouring hands often have the same strength; four copies keep their counters' updates from waiting for
// one another.
struct Counts {
    std::array<std::vector<std::uint32_t>, 4> copies;
    explicit Counts(std::size_t classes) { copies.fill(std::vector<std::uint32_t>(classes)); }
};

void count_row(const Strength* row, const Strength* flushes, const Parts::Part& outer, std::uint16_t start,
               const Parts& inner, Counts& counts) {
    std::uint32_t* const a = counts.copies[0].data();
    std::uint32_t* const b = counts.copies[1].data();
    std::uint32_t* const c = counts.copies[2].data();
    std::uint32_t* const d = counts.copies[3].data();
    for (const Parts::Group& group : inner.groups) {
        const unsigned flush = (start + outer.suits + group.suits) & 0x8888u;
        if (flush != 0) {
            const int shift = 16 * ((__builtin_ctz(flush) - 3) / 4);
            for (std::size_t i = group.begin; i < group.end; ++i) {
                ++a[flushes[((outer.suit_masks | inner.parts[i].suit_masks) >> shift) & 0x1FFF]];
            }
            continue;
        }
        const std::uint16_t* ranks = inner.ranks.data();
        std::size_t i = group.begin;
        for (; i + 4 <= group.end; i += 4) {
            ++a[row[ranks[i]]];
            ++b[row[ranks[i + 1]]];
            ++c[row[ranks[i + 2]]];
            ++d[row[ranks[i + 3]]];
        }
        for (; i < group.end; ++i) ++a[row[ranks[i]]];
    }
}

}  // namespace

std::vector<std::uint64_t> strength_counts(const Evaluator& evaluator, int count, unsigned threads,
                                           const Watch& watch) {
    const RankingRules& rules = evaluator.rules();
    const int first_card = 4 * rules.lowest_rank, cut = first_card + 4 * kLowRanks, end_card = kCards;
    const RankTable& table = evaluator.table(count);
    if (threads == 0) threads = hardware_threads();
    const std::size_t classes = evaluator.classes().size() + 1;
    std::vector<Counts> per_thread(threads, Counts(classes));
    std::vector<std::uint64_t> total(classes);
    const auto all_hands = static_cast<std::size_t>(choose(end_card - first_card, count));
    std::size_t counted = 0;

    for (int low_size = 0; low_size <= count; ++low_size) {
        Parts outer = take(first_card, cut, low_size), inner = take(cut, end_card, count - low_size);
        if (outer.parts.size() > inner.parts.size()) std::swap(outer, inner);  // long inner loops
        std::vector<Strength> strengths;
        strengths.reserve(outer.rank_keys.size() * inner.rank_keys.size());
        for (std::uint32_t outer_key : outer.rank_keys) {
            for (std::uint32_t inner_key : inner.rank_keys) strengths.push_back(table[outer_key + inner_key]);
        }
        // Chunks of about a million hands: large enough to hand out, small enough to stop soon. Counters are
        // emptied per size of the low part, long before 32 bits run over.
        const std::size_t rows_per_chunk = std::max<std::size_t>(1, (1u << 20) / (inner.parts.size() + 1));
        const std::size_t chunks = (outer.parts.size() + rows_per_chunk - 1) / rows_per_chunk;
        const auto start = static_cast<std::uint16_t>(evaluator.start() >> 32);
        const std::size_t hands = outer.parts.size() * inner.parts.size();
        Watch watch_hands;  // one count over all sizes of the low part
        if (watch) {
            watch_hands = [&](std::size_t done, std::size_t of) {
                watch(counted + hands * done / of, all_hands);
            };
        }
        parallel_chunks(chunks, threads, watch_hands, [&](std::size_t chunk, unsigned worker) {
            const std::size_t end = std::min(outer.parts.size(), (chunk + 1) * rows_per_chunk);
            for (std::size_t l = chunk * rows_per_chunk; l < end; ++l) {
                const Strength* row = &strengths[outer.parts[l].ranks * inner.rank_keys.size()];
                count_row(row, evaluator.flushes(), outer.parts[l], start, inner, per_thread[worker]);
            }
        });
        counted += hands;
        for (Counts& counts : per_thread) {
            for (auto& copy : counts.copies) {
                for (std::size_t s = 0; s < classes; ++s) total[s] += std::exchange(copy[s], 0);
            }
        }
    }
    return total;
}

}  // namespace riverboat
