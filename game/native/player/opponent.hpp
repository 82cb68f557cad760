// How the other one plays, as far as the turns seen tell: like the text's computer at one of its levels, or in another way.
// Layer: player.
//
// Opponent-model search (Iida, Uiterwijk, van den Herik, Herschberg 1993) expects the replies of the player met, not the best ones.
// Here that is done only where a game looks lost. The text's computer is who is met most; so it is expected until a turn goes
// otherwise, and of its levels those that have foretold the turns seen.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "faithful/computer.hpp"
#include "player/search.hpp"

namespace tessera::game {

/// The moves of the text's computer, on packed boards.
template <class P> class TextComputer {
 public:
  /// `search` tells the rules' consequences; when `clock` has expired the computer gives up.
  TextComputer(const Rules& rules, const AlphaBetaSearch<P>& search, Clock& clock)
      : search_(search), clock_(clock), computer_(rules), board_(static_cast<std::size_t>(rules.size * rules.size)) {
    computer_.keep_going = [this] { return ++polls_ < most_polls && !clock_.expired(); };
  }

  /// Where the computer of that level goes from `s`, which has a move. Throws what faithful::Computer throws; GivenUp also if the
  /// choice takes more than a millisecond or so: deep levels on large boards are not foretold.
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

  /// How many boards the last choice scored.
  std::uint64_t leaves() const { return computer_.leaves(); }

  /// Where the other one begins the next turn if the computer of that level plays the one that begins at `s`. `s` itself if the
  /// game ends there.
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
  static constexpr int most_polls = 64;  ///< of the faithful search, which asks every 1024 nodes

  const AlphaBetaSearch<P>& search_;
  Clock& clock_;
  faithful::Computer computer_;
  std::vector<Hex> board_;
  int polls_ = 0;
};

/// What was seen of the other one in a game, and whom it resembles.
class Opponent {
 public:
  /// The levels of the text's computer that are told apart: 1 to this.
  static constexpr int most_level = 5;

  /// The turn that was ours has ended, and `player` begins one with `board`.
  void leave(std::vector<Hex> board, int player) { left_ = {std::move(board), {}, player}; }
  /// `player` begins a turn with `board`; it ends the turn that was left to the other one, if one was. Where no turn leads from the
  /// one to the other, another game has begun, and nothing is known of whom it is played against.
  void meet(std::span<const Hex> board, int player);

  /// The levels whose computers have foretold the most turns in a row, up to the last one seen. None if none has foretold that one;
  /// all before any was seen. A level that `computer` does not foretell in time counts as wrong. Throws faithful::GivenUp if
  /// `clock`, which is the computer's, has expired: the turn is then judged another time.
  template <class P> std::vector<int> levels(TextComputer<P>& computer, Clock& clock);

 private:
  struct Turn {
    std::vector<Hex> before, after;
    int player = 0;
  };

  std::optional<Turn> left_;
  std::vector<Turn> unjudged_;
  std::array<int, most_level> foretold_{};  ///< by level: turns in a row
  bool judged_ = false;                     ///< a turn has been
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
    std::array<int, most_level> now = foretold_;
    for (int level = 1; level <= most_level; ++level) {
      int& turns = now[static_cast<std::size_t>(level - 1)];
      turns = foretells(level) ? turns + 1 : 0;
    }
    foretold_ = now;
    judged_ = true;
  }
  const int most = *std::max_element(foretold_.begin(), foretold_.end());
  std::vector<int> result;
  for (int level = 1; level <= most_level && (most > 0 || !judged_); ++level)
    if (foretold_[static_cast<std::size_t>(level - 1)] == most) result.push_back(level);
  return result;
}

}  // namespace tessera::game
