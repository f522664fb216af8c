#include "games/trees/row_key.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/hash_index.hpp"

namespace riverboat {

namespace {

constexpr int kLetterBits = 3;

Letter letter_of(const RowKey& key, const TreeState& before, Action action, int raises_before) {
    const Betting& b = before.betting;
    if (action > 0) return raises_before > 0 ? kReraised : kRaised;
    if (action == kFold) return kPassive;
    if (b.bet[b.actor] == b.highest) return key.check_is_call ? kCalled : kPassive;
    return before.recall.raised >> b.actor & 1 ? kCalledReraise : kCalled;
}

// The letters of each seat, the rounds one after the other.
void set_letter(Recall& recall, int place, Letter letter) {
    const int bit = kLetterBits * place, word = bit / 60, shift = bit % 60;  // 20 letters a word
    recall.letters.words[word] &= ~(std::uint64_t{7} << shift);
    recall.letters.words[word] |= std::uint64_t{letter} << shift;
}

void remember(const RowKey& key, TreeState& state, const Betting& before, Letter letter, Action action,
              std::uint8_t label) {
    Recall& recall = state.recall;
    const int seat = before.actor;
    switch (key.kind) {
        case RowKind::own:
        case RowKind::pot_stack:
            return;
        case RowKind::last_action:
            set_letter(recall, seat, letter);
            return;
        case RowKind::round_actions:  // a chain of hashes: the actions in their order
            recall.letters.words[0] =
                scramble(recall.letters.words[0] ^
                         (std::uint64_t{letter} << 8 | (action > 0 ? label : 0)) * 0x9e3779b97f4a7c15u);
            return;
        case RowKind::last_per_round:
            set_letter(recall, before.round * kMaxPlayers + seat, letter);
            return;
    }
}

// Classes of doubling size, so that 50 and 55 are one and 50 and 200 are not.
int doubling_class(double amount, double unit) {
    return amount <= 0 ? -100 : static_cast<int>(std::lround(std::log2(amount / unit)));
}

std::uint64_t pot_and_stack(const Betting& b, Chips big_blind) {
    double pot = 0;
    for (int seat = 0; seat < b.players; ++seat) pot += b.total[seat];
    Chips others = 0;
    for (unsigned left = b.in_hand() & ~(1u << b.actor); left != 0; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        others = std::max(others, b.stack[seat] + b.bet[seat]);
    }
    const Chips stack = std::min(b.stack[b.actor], others - b.bet[b.actor]);
    const int pot_class = doubling_class(pot, big_blind), stack_class = doubling_class(stack, pot);
    return static_cast<std::uint64_t>(pot_class + 200) << 16 | static_cast<std::uint64_t>(stack_class + 200);
}

}  // namespace

void apply(const GameRules& rules, const Menu& menu, const RowKey& key, TreeState& state, Action action,
           std::uint8_t label) {
    const Betting before = state.betting;
    Recall& recall = state.recall;
    const bool raise_over_bet = action > 0 && before.highest > 0;
    if (keeps_letters(key)) {
        remember(key, state, before, letter_of(key, state, action, before.raises), action, label);
        if (action > 0) recall.raised |= static_cast<SeatMask>(1u << before.actor);
    }
    if (raise_over_bet && menu.max_raises_per_hand != kNoCap && recall.hand_raises < menu.max_raises_per_hand)
        ++recall.hand_raises;
    if (action > 0 && menu.has_donks) recall.street_aggressor = before.actor;
    if (action > 0 && key.keep_aggressor) recall.hand_aggressor = before.actor;
    apply(rules, state.betting, action);
    state.betting.aggressor = kNobody;
    if (state.betting.round == before.round) return;
    recall.raised = 0;
    recall.last_aggressor = recall.street_aggressor;
    recall.street_aggressor = kNobody;
    if (key.kind == RowKind::round_actions) recall.letters = {};
}

Letters followed_by(const Letters& earlier, const Letters& later) {
    constexpr std::uint64_t lowest = 0x249249249249249u;  // bit 0 of each of 20 letters
    Letters out;
    for (int i = 0; i < 2; ++i) {
        const std::uint64_t word = later.words[i], set = (word | word >> 1 | word >> 2) & lowest;
        out.words[i] = (earlier.words[i] & ~(set * 7)) | word;
    }
    return out;
}

std::uint64_t rest_of_key(const GameRules& rules, const RowKey& key, const TreeState& state,
                          const Choices& choices, Chips big_blind) {
    const Betting& b = state.betting;
    std::uint64_t hash =
        scramble(static_cast<std::uint64_t>(b.round) << 8 | static_cast<std::uint64_t>(b.actor));
    const auto add = [&](std::uint64_t word) { hash = scramble(hash * 0x9e3779b97f4a7c15u + word); };
    for (int i = 0; i < choices.count; ++i) {
        const auto kind = static_cast<std::uint64_t>(std::clamp<Action>(choices.actions[i], -1, 1) + 1);
        add(kind << 8 | choices.labels[i]);
    }
    if (key.kind == RowKind::pot_stack) {
        add(static_cast<std::uint64_t>(seat_count(b.in_hand())) << 32 |
            static_cast<std::uint64_t>(seat_count(b.to_act)) << 16 |
            static_cast<std::uint64_t>(raises_over_a_bet(rules, b)));
        add(pot_and_stack(b, big_blind));
    }
    return hash;
}

std::uint64_t row_hash(const Letters& letters, std::uint64_t rest) {
    const auto add = [&](std::uint64_t word) { rest = scramble(rest * 0x9e3779b97f4a7c15u + word); };
    add(letters.words[0]);
    add(letters.words[1]);
    return rest;
}

}  // namespace riverboat
