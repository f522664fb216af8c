// The deck is cut by rank into a low and a high half. A hand is k cards of the low half and the rest of the
// high half, so all hands are all pairs out of two short lists, and its strength without flushes is an entry
// of a small table [ranks of one part][ranks of the other]. The longer list is the inner loop, grouped by how
// many cards it has of each suit, so the outer part and the group decide whether there is a flush. What is
// left per hand: load the inner part's rank number, load the strength from a table row of a kilobyte or less,
// count it.
#include "cards/evaluator/enumeration.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cards/binomial.hpp"

namespace riverboat {

namespace {

constexpr int kLowRanks = 7;

// Some cards of one suit of one half of the deck.
struct Suited {
    std::uint16_t mask;  // of ranks
    std::uint32_t
        small;  // sum of small keys: tells rank sets of the half apart, and is small enough to index by
    std::uint32_t key;  // sum of kRankKey
};

// All ways to take `size` cards from one half of the deck, grouped by how many are of each suit.
struct Parts {
    struct Group {
        std::uint16_t suits;  // four-bit suit counters
        std::size_t begin, end;
    };
    std::vector<Group> groups;
    std::vector<std::uint16_t> ranks;       // of each part: an index into rank_keys
    std::vector<std::uint64_t> suit_masks;  // of each part: 16 bits of ranks per suit
    std::vector<std::uint32_t> rank_keys;

    std::size_t size() const { return ranks.size(); }
};

// Subsets of `count` ranks from `first` on, by how many they are.
std::vector<std::vector<Suited>> suited_subsets(int first, int count) {
    // As kRankKey does for thirteen ranks, sums of these tell the rank sets of seven cards of seven ranks
    // apart.
    constexpr std::array<std::uint32_t, kLowRanks> small_key = {0, 1, 5, 22, 98, 453, 2031};
    std::vector<std::vector<Suited>> by_size(static_cast<std::size_t>(count) + 1);
    for (unsigned set = 0; set < 1u << count; ++set) {
        Suited suited{static_cast<std::uint16_t>(set << first), 0, 0};
        for (int rank = 0; rank < count; ++rank) {
            if (set >> rank & 1) {
                suited.small += small_key[static_cast<std::size_t>(rank)];
                suited.key += kRankKey[static_cast<std::size_t>(first + rank)];
            }
        }
        by_size[static_cast<std::size_t>(__builtin_popcount(set))].push_back(suited);
    }
    return by_size;
}

class PartsBuilder {
  public:
    PartsBuilder(int first_rank, int ranks, int size)
        : subsets_(suited_subsets(first_rank, ranks)), most_(ranks), number_of_(1 << 14, kUnseen) {
        const auto total = static_cast<std::size_t>(choose(4 * ranks, size));
        parts_.ranks.reserve(total);
        parts_.suit_masks.reserve(total);
        each_suit(0, size, 0);
    }
    Parts take() { return std::move(parts_); }

  private:
    static constexpr std::uint16_t kUnseen = 0xFFFF;

    // Divides the cards among the suits, then deals every choice of ranks.
    void each_suit(int suit, int left, unsigned suits) {
        if (suit == kSuits - 1) {
            if (left > most_) return;
            counts_[suit] = left;
            const std::size_t begin = parts_.size();
            deal();
            parts_.groups.push_back(
                {static_cast<std::uint16_t>(suits | static_cast<unsigned>(left) << 4 * suit), begin,
                 parts_.size()});
            return;
        }
        for (int n = 0; n <= std::min(left, most_); ++n) {
            counts_[suit] = n;
            each_suit(suit + 1, left - n, suits | static_cast<unsigned>(n) << 4 * suit);
        }
    }

    void deal() {
        const auto& [clubs, diamonds, hearts, spades] = counts_;
        for (const Suited& c : subsets_[clubs]) {
            for (const Suited& d : subsets_[diamonds]) {
                for (const Suited& h : subsets_[hearts]) {
                    const std::uint64_t masks =
                        c.mask | std::uint64_t{d.mask} << 16 | std::uint64_t{h.mask} << 32;
                    for (const Suited& s : subsets_[spades]) {
                        std::uint16_t& number = number_of_[c.small + d.small + h.small + s.small];
                        if (number == kUnseen) {
                            number = static_cast<std::uint16_t>(parts_.rank_keys.size());
                            parts_.rank_keys.push_back((c.key + d.key + h.key + s.key) & kKeyMask);
                        }
                        parts_.ranks.push_back(number);
                        parts_.suit_masks.push_back(masks | std::uint64_t{s.mask} << 48);
                    }
                }
            }
        }
    }

    std::vector<std::vector<Suited>> subsets_;
    int most_;
    std::vector<std::uint16_t> number_of_;
    std::array<int, kSuits> counts_{};
    Parts parts_;
};

// Neighbouring hands often have the same strength; four copies keep their counters' updates from waiting for
// one another.
struct Counts {
    std::array<std::vector<std::uint32_t>, 4> copies;
    explicit Counts(std::size_t classes) { copies.fill(std::vector<std::uint32_t>(classes)); }
};

// Counts every hand made of one outer part and each inner part. `row`: strengths by the inner part's ranks.
void count_row(const Strength* row, const Strength* flushes, std::uint64_t outer_masks, std::uint64_t start,
               const Parts& inner, Counts& counts) {
    for (int suit = 0; suit < kSuits; ++suit) {
        const auto suited =
            static_cast<std::uint64_t>(__builtin_popcountll(outer_masks >> 16 * suit & kAllRanks));
        start += suited << (32 + 4 * suit);
    }
    std::uint32_t* const a = counts.copies[0].data();
    std::uint32_t* const b = counts.copies[1].data();
    std::uint32_t* const c = counts.copies[2].data();
    std::uint32_t* const d = counts.copies[3].data();
    for (const Parts::Group& group : inner.groups) {
        const std::uint64_t flush = (start + (std::uint64_t{group.suits} << 32)) & kFlushBits;
        if (flush != 0) {
            const int shift = 16 * ((__builtin_ctzll(flush) - 35) / 4);
            for (std::size_t i = group.begin; i < group.end; ++i) {
                ++a[flushes[(outer_masks | inner.suit_masks[i]) >> shift & kAllRanks]];
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
    const int low_ranks = std::min(kLowRanks, kRanks - rules.lowest_rank),
              cut = rules.lowest_rank + low_ranks;
    const RankTable& table = evaluator.table(count);
    if (threads == 0) threads = hardware_threads();
    const std::size_t classes = evaluator.classes().size() + 1;
    std::vector<Counts> per_thread(threads, Counts(classes));
    std::vector<std::uint64_t> total(classes);
    const auto all_hands = static_cast<std::size_t>(choose(4 * (kRanks - rules.lowest_rank), count));
    std::size_t counted = 0;

    for (int low_size = 0; low_size <= count; ++low_size) {
        Parts outer = PartsBuilder(rules.lowest_rank, low_ranks, low_size).take();
        Parts inner = PartsBuilder(cut, kRanks - cut, count - low_size).take();
        if (outer.size() > inner.size()) std::swap(outer, inner);  // long inner loops
        std::vector<Strength> strengths;
        strengths.reserve(outer.rank_keys.size() * inner.rank_keys.size());
        for (std::uint32_t outer_key : outer.rank_keys) {
            for (std::uint32_t inner_key : inner.rank_keys) strengths.push_back(table[outer_key + inner_key]);
        }
        // Chunks of about a million hands: large enough to hand out, small enough to stop soon. Counters are
        // emptied per size of the low part, long before 32 bits run over.
        const std::size_t rows_per_chunk = std::max<std::size_t>(1, (1u << 20) / (inner.size() + 1));
        const std::size_t chunks = (outer.size() + rows_per_chunk - 1) / rows_per_chunk;
        const std::size_t hands = outer.size() * inner.size();
        Watch watch_hands;  // one count over all sizes of the low part
        if (watch) {
            watch_hands = [&](std::size_t done, std::size_t of) {
                watch(counted + hands * done / of, all_hands);
            };
        }
        parallel_chunks(chunks, threads, watch_hands, [&](std::size_t chunk, unsigned worker) {
            const std::size_t end = std::min(outer.size(), (chunk + 1) * rows_per_chunk);
            for (std::size_t l = chunk * rows_per_chunk; l < end; ++l) {
                const Strength* row = &strengths[outer.ranks[l] * inner.rank_keys.size()];
                count_row(row, evaluator.flushes(), outer.suit_masks[l], evaluator.start(), inner,
                          per_thread[worker]);
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
