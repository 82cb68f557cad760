// Max^n with chance: every player maximizes its own probability of winning. Layer: multi.
#pragma once

#include "multi/candidates.hpp"
#include "multi/chance_table.hpp"
#include "multi/network.hpp"
#include "search/clock.hpp"

namespace tessera::game::multi {

/// Positions with the shares of all players, as many floats as there are players. The latest result replaces older
/// ones.
class ShareTable {
 public:
  void resize(std::size_t bytes, int players) {
    const std::size_t entry_bytes = sizeof(Slot) + static_cast<std::size_t>(players) * sizeof(float);
    const std::size_t count = slots_in(bytes, entry_bytes);
    if (slots_.size() == count && players_ == static_cast<std::size_t>(players)) return;
    players_ = static_cast<std::size_t>(players);
    slots_.assign(count, Slot{});
    shares_.assign(count * players_, 0);
  }
  void clear() { slots_.assign(slots_.size(), Slot{}); }
  void release() { *this = ShareTable(); }

  /// Reads the shares of `key`, searched at least to `depth`, and the best move. Returns false if the shares are
  /// unknown; the move may be known.
  bool find(std::uint64_t key, Depth depth, Shares& shares, Move& best, bool& cut) const {
    const std::size_t i = key & (slots_.size() - 1);
    if (slots_[i].key != key) return false;
    best = slots_[i].best;
    if (!slots_[i].depth.serves(depth)) return false;
    cut = slots_[i].cut;
    std::copy_n(shares_.begin() + static_cast<std::ptrdiff_t>(i * players_), players_, shares.begin());
    return true;
  }
  void store(std::uint64_t key, Depth depth, const Shares& shares, Move best, bool cut) {
    const std::size_t i = key & (slots_.size() - 1);
    slots_[i] = {key, depth, best, cut};
    std::copy_n(shares.begin(), players_, shares_.begin() + static_cast<std::ptrdiff_t>(i * players_));
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Depth depth;
    Move best = Move::pass();
    bool cut = false;
  };
  std::vector<Slot> slots_;
  std::vector<float> shares_;
  std::size_t players_ = 0;
};

/// The search. Every line ends with the end of a turn, as in ScalarSearch.
template <class P> class MaxNSearch {
 public:
  MaxNSearch(const PackedGame<P>& game, const Network& network, ShareTable& table, NodeCounter& counter)
      : game_(game), network_(network), table_(table), counter_(counter) {}

  void begin() { cut_ = false; }
  bool cut() const { return cut_; }

  /// Returns the value of `s` for each player, searched to `depth`. Meaningless once the counter has stopped.
  Shares value(const State<P>& s, Depth depth);
  /// Returns the value of a move of `s` for each player. The table holds a failure's value for all further attacks from
  /// the same hex.
  Shares move_value(const State<P>& s, Move move, float odds, Depth depth);
  Move known_best(const State<P>& s) const {
    Shares ignored;
    Move best = Move::pass();
    bool cut;
    table_.find(game_.key(s, salt), {}, ignored, best, cut);
    return best;
  }

 private:
  /// Counts a node. Returns true if the search must end.
  bool expired() {
    counter_.count();
    return counter_.expired();
  }
  static constexpr std::uint64_t salt = mix(~std::uint64_t{0});

  Shares turn_ended(const State<P>& s, Depth depth) { return value(game_.passed(s), depth.after_turn()); }
  Shares search_moves(const State<P>& s, const Attacks<typename P::Bits>& attacks, Depth depth, Move& best);

  const PackedGame<P>& game_;
  const Network& network_;
  ShareTable& table_;
  NodeCounter& counter_;
  bool cut_ = false;
  CandidateStack candidates_;
};

template <class P> Shares MaxNSearch<P>::value(const State<P>& s, Depth depth) {
  if (expired()) return {};
  const auto attacks = game_.attacks(s);
  if (s.first && attacks.none()) return game_.final_shares(s.board);
  if (depth.turns > 0 && (depth.attacks == 0 || attacks.none())) {
    cut_ = cut_ || !attacks.none();
    return turn_ended(s, depth);
  }
  const std::uint64_t key = game_.key(s, salt);
  Shares result{};
  Move best = Move::pass();
  bool cut = false;
  if (table_.find(key, depth, result, best, cut)) {
    cut_ = cut_ || cut;
    return result;
  }
  const bool cut_before = cut_;
  cut_ = false;
  result = depth.turns == 0 ? win_chances(game_, network_, s) : search_moves(s, attacks, depth, best);
  if (!counter_.stopped()) table_.store(key, depth, result, best, cut_);
  cut_ = cut_ || cut_before;
  return result;
}

template <class P>
Shares MaxNSearch<P>::search_moves(const State<P>& s, const Attacks<typename P::Bits>& attacks, Depth depth, Move& best) {
  const std::size_t base = candidates_.size(), player = static_cast<std::size_t>(s.player);
  candidates_.push(game_, s, attacks, best);
  const std::size_t end = candidates_.size();
  Shares result{};
  result[player] = -1;
  for (std::size_t i = base; i < end && !counter_.stopped(); ++i) {
    const Candidate c = candidates_[i];
    const Shares v = move_value(s, c.move, c.odds, depth);
    if (counter_.stopped() || v[player] <= result[player]) continue;
    result = v;
    best = c.move;
  }
  candidates_.pop_to(base);
  return result;
}

template <class P> Shares MaxNSearch<P>::move_value(const State<P>& s, Move move, float odds, Depth depth) {
  if (move.is_pass()) return turn_ended(s, depth);
  const Depth rest = depth.after_attack();
  if (odds >= 1) return value(game_.won(s, move), rest);
  const Shares failure = value(game_.lost(s, move), rest);
  Shares v = odds > 0 ? value(game_.won(s, move), rest) : Shares{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(game_.rules.players); ++i) v[i] = odds * v[i] + (1 - odds) * failure[i];
  return v;
}

}  // namespace tessera::game::multi
