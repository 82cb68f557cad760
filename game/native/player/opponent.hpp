// How the opponent plays, as far as its turns tell: like the book's computer at one of its levels, or in another way.
// Layer: player.
//
// Opponent-model search (Iida, Uiterwijk, van den Herik, Herschberg 1993) expects the replies of the actual opponent,
// not the best ones. It is used only where a game looks lost. The book's computer is the commonest opponent, so it is
// expected, at the levels that have predicted the turns so far, until a turn differs.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "faithful/computer.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// The moves of the book's computer on packed boards.
template <class P> class TextComputer {
 public:
  /// `search` provides the rules; the computer gives up when `clock` has expired.
  TextComputer(const Rules& rules, const AlphaBetaSearch<P>& search, Clock& clock)
      : search_(search), clock_(clock), computer_(rules), board_(static_cast<std::size_t>(rules.size * rules.size)) {
    computer_.keep_going = [this] { return ++polls_ < max_polls && !clock_.expired(); };
  }

  /// Returns the state after the computer's move at that level in `s`, which has a move. Throws what faithful::Computer
  /// throws, and GivenUp also if the choice takes more than about a millisecond: deep levels on large boards are not
  /// predicted.
  State<P> next(const State<P>& s, int level) {
    if (clock_.expired()) throw faithful::GivenUp();
    polls_ = 0;
    unpack(s.board, std::span(board_));
    const std::size_t place = computer_.choose({board_, s.player, s.player, s.spare, s.first, level});
    if (place == 0 && !s.first) return search_.after_pass(s);
    std::size_t i = s.first ? 0 : 1;
    State<P> result = s;
    const auto& g = search_.geometry();
    for_each_attack(attacks<AttackRule::stronger>(s.board, g, search_.own(s)), g, [&](Move m) {
      if (i++ == place) result = attacked(s, m);
    });
    return result;
  }

  /// The number of boards that the last choice scored.
  std::uint64_t leaves() const { return computer_.leaves(); }

  /// Returns the state where the other player begins the next turn if the computer at that level plays the turn that
  /// begins at `s`; `s` if the game ends there.
  State<P> after_turn(State<P> s, int level) {
    const auto& g = search_.geometry();
    const auto player = s.player;
    while (s.player == player) {
      if (!attacks<AttackRule::stronger>(s.board, g, search_.own(s)).none()) s = next(s, level);
      else if (s.first) break;
      else s = search_.after_pass(s);
    }
    return s;
  }

 private:
  static constexpr int max_polls = 64;  ///< of the faithful search, which asks every 1024 nodes

  const AlphaBetaSearch<P>& search_;
  Clock& clock_;
  faithful::Computer computer_;
  std::vector<Hex> board_;
  int polls_ = 0;
};

/// The turns of the opponent in a game, and the levels that they resemble.
class Opponent {
 public:
  /// The highest level of the book's computer that is distinguished; the lowest is 1.
  static constexpr int max_level = 5;

  /// Records that our turn has ended and `player` begins a turn with `board`.
  void leave(std::vector<Hex> board, int player) { left_ = {std::move(board), {}, player}; }
  /// Records that `player` begins a turn with `board`, which ends the opponent's turn, if one was left. If no turn
  /// leads from the one board to the other, another game has begun, and nothing is known of its opponent.
  void meet(std::span<const Hex> board, int player);

  /// Returns the levels that have predicted the most consecutive turns up to the last one: none if no level predicted
  /// that one, all if there was no turn yet. A level that `computer` does not predict in time counts as wrong. Throws
  /// faithful::GivenUp if `clock`, the computer's, has expired; the turn is then judged later.
  template <class P> std::vector<int> levels(TextComputer<P>& computer, Clock& clock);

 private:
  struct Turn {
    std::vector<Hex> before, after;
    int player = 0;
  };

  std::optional<Turn> left_;
  std::vector<Turn> unjudged_;
  std::array<int, max_level> foretold_{};  ///< by level: consecutive turns predicted
  bool judged_ = false;                    ///< a turn has been judged
};

template <class P> std::vector<int> Opponent::levels(TextComputer<P>& computer, Clock& clock) {
  for (; !unjudged_.empty(); unjudged_.erase(unjudged_.begin())) {
    const Turn& turn = unjudged_.front();
    if (!fits<P>(turn.before) || !fits<P>(turn.after)) continue;
    const State<P> begin{pack<P>(turn.before), static_cast<std::int16_t>(turn.player)};
    const P after = pack<P>(turn.after);
    const auto foretells = [&](int level) {
      try {
        return computer.after_turn(begin, level).board == after;
      } catch (const faithful::GivenUp&) {
        if (clock.expired()) throw;
        return false;
      }
    };
    std::array<int, max_level> now = foretold_;
    for (int level = 1; level <= max_level; ++level) {
      int& turns = now[static_cast<std::size_t>(level - 1)];
      turns = foretells(level) ? turns + 1 : 0;
    }
    foretold_ = now;
    judged_ = true;
  }
  const int most = *std::max_element(foretold_.begin(), foretold_.end());
  std::vector<int> result;
  for (int level = 1; level <= max_level && (most > 0 || !judged_); ++level)
    if (foretold_[static_cast<std::size_t>(level - 1)] == most) result.push_back(level);
  return result;
}

}  // namespace tessera::game
