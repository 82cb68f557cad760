// Expectiminimax for one player's probability of winning, against all others (paranoid) or the worst one (best reply).
// Layer: multi.
#pragma once

#include "multi/candidates.hpp"
#include "multi/chance_table.hpp"
#include "multi/network.hpp"
#include "search/clock.hpp"

namespace tessera::game::multi {

/// A search for one player. Values are that player's probabilities of winning; outside the window (alpha, beta) they
/// are bounds. Every line ends with the end of a turn, so that the evaluation compares like with like; where the limit
/// on attacks cuts a turn short, the turn ends.
///
/// Chance nodes use Star1's windows. A failure is searched first, since its value is shared by all attacks from a hex;
/// with `probes` (Star2) both outcomes are probed before.
template <class P> class ScalarSearch {
 public:
  ScalarSearch(const PackedGame<P>& game, const Network& network, ChanceTable& table, NodeCounter& counter, Style style, int player,
               bool probes)
      : game_(game),
        network_(network),
        table_(table),
        counter_(counter),
        best_reply_(style == Style::best_reply),
        player_(player),
        probes_(probes),
        salt_(mix((static_cast<std::uint64_t>(style) * max_players + static_cast<std::uint64_t>(player) + 1) << 32)) {}

  /// Begins an iteration.
  void begin() { cut_ = false; }
  /// True if the limit on attacks has had an effect in this iteration.
  bool cut() const { return cut_; }

  /// Returns the value of `s`. Meaningless once the counter has stopped.
  float value(const State<P>& s, Depth depth, float alpha, float beta);
  /// Returns the value of `move` in `s`. `failure` is the value after a failure, or unknown_value, and is filled in.
  float move_value(const State<P>& s, Move move, float odds, float& failure, Depth depth, float alpha, float beta);
  /// Returns the move that the table holds for `s`, or the end of the turn.
  Move known_best(const State<P>& s) const {
    const ChanceEntry* entry = table_.find(game_.key(s, salt_));
    return entry == nullptr ? Move::pass() : entry->best;
  }

 private:
  /// Counts a node. Returns true if the search must end.
  bool expired() {
    counter_.count();
    return counter_.expired();
  }
  float final_value(const State<P>& s) const { return game_.final_shares(s.board)[static_cast<std::size_t>(player_)]; }
  float evaluate(const State<P>& s);
  float probe(const State<P>& s, Move move, float odds, float failure, Depth rest, float alpha, float beta);
  float turn_ended(const State<P>& s, Depth depth, float alpha, float beta);
  float replies(const State<P>& s, Depth depth, float alpha, float beta);
  float search_moves(const State<P>& s, const Attacks<typename P::Bits>& attacks, Depth depth, float alpha, float beta, Move& best);

  const PackedGame<P>& game_;
  const Network& network_;
  ChanceTable& table_;
  NodeCounter& counter_;
  const bool best_reply_;
  const int player_;
  const bool probes_;
  const std::uint64_t salt_;
  bool cut_ = false;
  CandidateStack candidates_;
};

/// Returns the static value of `s`, the beginning of a turn.
template <class P> float ScalarSearch<P>::evaluate(const State<P>& s) {
  if (s.first && game_.attacks(s).none()) return final_value(s);
  const std::uint64_t key = game_.key(s, salt_);
  if (const ChanceEntry* entry = table_.find(key); entry != nullptr && entry->turns == 0) return entry->value;
  const float v = win_chances(game_, network_, s)[static_cast<std::size_t>(player_)];
  table_.store(ChanceEntry{key, v, Move::pass(), {}, Bound::exact, false});
  return v;
}

inline bool usable(const ChanceEntry& e, Depth depth, float alpha, float beta) {
  return e.depth().serves(depth) && settles(e.bound, e.value, alpha, beta);
}

template <class P> float ScalarSearch<P>::value(const State<P>& s, Depth depth, float alpha, float beta) {
  if (expired()) return 0;
  if (depth.turns == 0) return evaluate(s);
  const auto attacks = game_.attacks(s);
  if (s.first && attacks.none()) return final_value(s);
  if (depth.attacks == 0 || attacks.none()) {
    cut_ = cut_ || !attacks.none();
    return turn_ended(s, depth, alpha, beta);
  }
  const std::uint64_t key = game_.key(s, salt_);
  Move best = Move::pass();
  if (const ChanceEntry* entry = table_.find(key)) {
    if (usable(*entry, depth, alpha, beta)) {
      cut_ = cut_ || entry->cut;
      return entry->value;
    }
    best = entry->best;
  }
  const bool cut_before = cut_;
  cut_ = false;
  const float v = search_moves(s, attacks, depth, alpha, beta, best);
  if (!counter_.stopped()) table_.store(ChanceEntry{key, v, best, depth, bound_of(v, alpha, beta), cut_});
  cut_ = cut_ || cut_before;
  return v;
}

/// Searches the moves of `s`. Returns the value of the best one for the player to move, which is stored in `best`.
template <class P> float ScalarSearch<P>::search_moves(const State<P>& s, const Attacks<typename P::Bits>& attacks, Depth depth,
                                                       float alpha, float beta, Move& best) {
  const bool maximizing = s.player == player_;
  const std::size_t base = candidates_.size();
  candidates_.push(game_, s, attacks, best);
  const std::size_t end = candidates_.size();
  float result = maximizing ? -1 : 2;
  for (std::size_t i = base; i < end && alpha < beta; ++i) {
    const Candidate c = candidates_[i];
    const std::size_t keeper = base + static_cast<std::size_t>(c.keeper);
    float failure = candidates_[keeper].failure;
    const float v = move_value(s, c.move, c.odds, failure, depth, alpha, beta);
    if (counter_.stopped()) break;
    if (!c.move.is_pass()) candidates_[keeper].failure = failure;
    if (maximizing ? v > result : v < result) {
      result = v;
      best = c.move;
    }
    if (maximizing) alpha = std::max(alpha, result);
    else beta = std::min(beta, result);
  }
  candidates_.pop_to(base);
  return result;
}

template <class P>
float ScalarSearch<P>::move_value(const State<P>& s, Move move, float odds, float& failure, Depth depth, float alpha, float beta) {
  if (move.is_pass()) return turn_ended(s, depth, alpha, beta);
  const Depth rest = depth.after_attack();
  if (odds >= 1) return value(game_.won(s, move), rest, alpha, beta);
  if (probes_)
    if (const float bound = probe(s, move, odds, failure, rest, alpha, beta); bound != unknown_value) return bound;
  if (failure == unknown_value) {
    const float low = std::max((alpha - odds) / (1 - odds), 0.0F), high = std::min(beta / (1 - odds), 1.0F);
    const float v = value(game_.lost(s, move), rest, low, high);
    if (v <= low && low > 0) return std::min(odds + (1 - odds) * v, alpha);
    if (v >= high && high < 1) return std::max((1 - odds) * v, beta);
    failure = v;
  }
  const float sure = (1 - odds) * failure;
  if (odds <= 0) return sure;
  const float low = (alpha - sure) / odds, high = (beta - sure) / odds;
  if (low >= 1) return odds + sure;
  if (high <= 0) return sure;
  return odds * value(game_.won(s, move), rest, std::max(low, 0.0F), std::min(high, 1.0F)) + sure;
}

/// Whatever the outcome of an attack, the attacker can end the turn, so the attack is worth at least the value of that.
/// Returns this bound if it lies beyond the window, otherwise unknown_value. `failure` is as for move_value.
template <class P>
float ScalarSearch<P>::probe(const State<P>& s, Move move, float odds, float failure, Depth rest, float alpha, float beta) {
  const bool maximizing = s.player == player_;
  if (maximizing ? beta >= 1 : alpha <= 0) return unknown_value;
  const auto is_beyond = [&](float v) { return maximizing ? v >= beta : v <= alpha; };
  const float won = odds * turn_ended(game_.won(s, move), rest, 0, 1);
  const bool known = failure != unknown_value;
  if (!is_beyond(won + (1 - odds) * (known ? failure : maximizing ? 1.0F : 0.0F))) return unknown_value;
  const float lost = (1 - odds) * (known ? failure : turn_ended(game_.lost(s, move), rest, 0, 1));
  return is_beyond(won + lost) ? won + lost : unknown_value;
}

/// Returns the value of ending the turn at `s`.
template <class P> float ScalarSearch<P>::turn_ended(const State<P>& s, Depth depth, float alpha, float beta) {
  const State<P> next = game_.passed(s);
  const Depth rest = depth.after_turn();
  if (!best_reply_) return value(next, rest, alpha, beta);
  if (s.player == player_) return replies(next, rest, alpha, beta);
  return value(game_.with_turn_of(next, player_), rest, alpha, beta);
}

/// Best reply: only the worst of the others has a turn before the player's next one.
template <class P> float ScalarSearch<P>::replies(const State<P>& s, Depth depth, float alpha, float beta) {
  if (expired()) return 0;
  if (depth.turns == 0) return evaluate(s);
  if (s.first && game_.attacks(s).none()) return final_value(s);
  float result = 2;
  for (State<P> turn = s; turn.player != player_ && alpha < beta; turn = game_.with_turn_of(turn, game_.next(turn.player))) {
    if (game_.attacks(turn).none()) continue;
    result = std::min(result, value(turn, depth, alpha, beta));
    beta = std::min(beta, result);
  }
  return result > 1 ? value(game_.with_turn_of(s, player_), depth.after_turn(), alpha, beta) : result;  // nobody can attack
}

}  // namespace tessera::game::multi
