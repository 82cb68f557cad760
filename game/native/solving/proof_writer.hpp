// Proof files: the winner's moves, for a checker that knows the rules alone. Layer: solving.
//
// A proof walks through all positions that the opponent can reach while the player who claims follows the proof: all
// moves where the opponent moves, one move where the player does. Each position is walked once, when it is first met.
// The text has one character for each position of the player with several moves: the index of the move in the game's
// order, from `first_digit` on. game/solving/checker.lisp walks the same way.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "search/analysis.hpp"
#include "solving/prover.hpp"

namespace tessera::game::solving {

/// Writes the proof of one claim about one position.
template <class P> class ProofWriter {
 public:
  static constexpr char first_digit = '!', last_digit = '~';

  /// How a proof ended.
  enum class Result : std::uint8_t {
    written,
    refuted,   ///< the claim is false
    stopped,   ///< the clock expired
    too_long,  ///< more positions than allowed, or a position with more moves than there are characters
  };

  ProofWriter(Prover<P>& prover, std::size_t most_positions) : prover_(prover), most_(most_positions) {}

  Result write(const State<P>& root) {
    const ProofNumbers n = prover_.prove(root);
    if (n.is_refuted()) return Result::refuted;
    if (n.open()) return Result::stopped;
    return walk(root);
  }

  const std::string& text() const { return text_; }
  std::size_t positions() const { return met_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const State<P>& s) const {
      return hash(s.board, static_cast<std::uint64_t>(s.player) | std::uint64_t{s.first} << 1 |
                               std::uint64_t{static_cast<std::uint16_t>(s.spare)} << 2);
    }
  };

  std::vector<Move> moves_of(const State<P>& s) const {
    std::vector<Move> moves;
    if (!s.first) moves.push_back(Move::pass());
    for_each_attack(attacks<AttackRule::stronger>(s.board, prover_.geometry(), prover_.own(s)), prover_.geometry(),
                    [&](Move m) { moves.push_back(m); });
    return moves;
  }

  /// Returns the index of the move that proves the claim with the least work; of none, if the clock expired.
  std::optional<std::size_t> proving_move(const State<P>& s, const std::vector<Move>& moves) {
    std::optional<std::size_t> best;
    int least = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const State<P> child = prover_.after_forced_moves(prover_.after(s, moves[i]));
      if (!prover_.numbers_of(child).is_proved()) continue;
      const int work = prover_.work_of(child);
      if (!best || work < least) {
        best = i;
        least = work;
      }
    }
    return best;
  }

  Result walk(const State<P>& s) {
    if (met_.size() >= most_) return Result::too_long;
    if (!met_.insert(s).second) return Result::written;
    const std::vector<Move> moves = moves_of(s);
    if (prover_.claims(s) && moves.size() > 1) {
      auto chosen = proving_move(s, moves);
      if (!chosen) {  // the table has lost the moves
        prover_.prove_again(s);
        if (prover_.stopped()) return Result::stopped;
        chosen = proving_move(s, moves);
      }
      if (!chosen || *chosen > last_digit - first_digit) return Result::too_long;
      text_.push_back(static_cast<char>(first_digit + *chosen));
      return walk(prover_.after(s, moves[*chosen]));
    }
    for (const Move m : moves) {
      const Result result = walk(prover_.after(s, m));
      if (result != Result::written) return result;
    }
    return Result::written;
  }

  Prover<P>& prover_;
  const std::size_t most_;
  std::unordered_set<State<P>, Hash> met_;
  std::string text_;
};

}  // namespace tessera::game::solving
