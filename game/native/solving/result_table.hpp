// The results of all positions on boards of a small size, by the rules of versions 1 to 3. Layer: solving.
//
// The dice on the board and those taken in the turn are together as many after an attack as before it, and at least one
// less after the turn. So the positions are computed by that sum, and within a turn by the dice on the board: all that
// a position leads to is known before it.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "board/scoring.hpp"
#include "board/state.hpp"
#include "solving/board_numbers.hpp"

namespace tessera::game::solving {

/// How many boards with a number of dice the player to move wins and ties.
struct ResultCount {
  int dice = 0;
  std::uint64_t boards = 0, wins = 0, ties = 0;
};

/// The results of all boards of up to 3x3 hexes with up to `P::max_dice` dice.
template <class P> class ResultTable {
 public:
  using Bits = typename P::Bits;

  /// Computes all results. Ends early, and throws what `poll` throws, which is called often.
  ResultTable(int size, int max_dice, const std::function<void()>& poll)
      : max_dice_(max_dice), g_(size), numbers_(size, max_dice), wins_(numbers_.count(), 0), ties_(numbers_.count(), 0) {
    const std::vector<std::uint32_t> boards = numbers_.by_dice();
    std::vector<std::size_t> begins(static_cast<std::size_t>(g_.cells * max_dice) + 2, 0);
    for (const std::uint32_t b : boards) ++begins[static_cast<std::size_t>(numbers_.dice_of(b)) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    const auto compute_all = [&](int dice, int spare) {
      for (std::size_t i = begins[static_cast<std::size_t>(dice)]; i < begins[static_cast<std::size_t>(dice) + 1]; ++i) {
        if (i % 0x4000 == 0) poll();
        compute(boards[i], spare);
      }
    };
    for (int sum = g_.cells; sum <= g_.cells * max_dice; ++sum)
      for (int dice = g_.cells; dice <= sum; ++dice) compute_all(dice, sum - dice);
  }

  /// Returns 1 if the player to move wins, 0 for a tie, -1 for a loss. `spare` dice are taken in this turn, 0 at its
  /// beginning. Together with those on the board there may be as many as `max_dice` for each hex.
  int result(const State<P>& s) const {
    P board = s.board;
    if (s.player != 0) board.owner[0] ^= g_.all;
    const std::size_t number = numbers_.number_of(board);
    return (wins_[number] >> s.spare & 1) != 0 ? 1 : (ties_[number] >> s.spare & 1) != 0 ? 0 : -1;
  }

  /// Returns the results of the boards at the beginning of a turn, for each number of dice.
  std::vector<ResultCount> counts() const {
    std::vector<ResultCount> counts;
    for (int dice = g_.cells; dice <= g_.cells * max_dice_; ++dice) counts.push_back({dice});
    for (std::size_t number = 0; number < numbers_.count(); ++number) {
      ResultCount& c = counts[static_cast<std::size_t>(numbers_.dice_of(number) - g_.cells)];
      ++c.boards;
      c.wins += wins_[number] & 1;
      c.ties += ~wins_[number] & ties_[number] & 1;
    }
    return counts;
  }

  /// Returns the number of boards of which a turned or mirrored image has another result: new dice begin with the first
  /// hex, so the rules are not symmetrical, though the board is.
  std::uint64_t unlike_images() const {
    std::uint64_t unlike = 0;
    for (std::size_t number = 0; number < numbers_.count(); ++number) {
      const P board = numbers_.board_of(number);
      const auto same = [&](bool turned, bool mirrored) {
        const std::size_t other = numbers_.number_of(image(board, turned, mirrored));
        return ((wins_[number] ^ wins_[other]) & 1) == 0 && ((ties_[number] ^ ties_[other]) & 1) == 0;
      };
      unlike += !(same(true, false) && same(false, true) && same(true, true));
    }
    return unlike;
  }

  std::size_t bytes() const { return 2 * sizeof(std::uint32_t) * wins_.size(); }

 private:
  P image(const P& board, bool turned, bool mirrored) const {
    P result;
    const auto put = [&](Bits& to, const Bits& from) {
      for_each(from, [&](int pos) {
        if (mirrored) pos = pos % g_.size * g_.size + pos / g_.size;
        if (turned) pos = g_.cells - 1 - pos;
        to |= single<Bits>(pos);
      });
    };
    put(result.owner[0], board.owner[0]);
    for (int k = 0; k < P::dice_planes; ++k) put(result.dice[k], board.dice[k]);
    return result;
  }

  void compute(std::uint32_t number, int spare) {
    const P board = numbers_.board_of(number);
    const Bits own = g_.all & ~board.owner[0];
    const Attacks<Bits> found = attacks<AttackRule::stronger>(board, g_, own);
    bool win = false, tie = false;
    if (found.none() && spare == 0) {
      const int lead = 2 * count(own) - g_.cells;
      win = lead > 0;
      tie = lead >= 0;
    }
    if (spare > 0) {
      P passed = after_new_dice(board, own, spare - 1, max_dice_);
      passed.owner[0] ^= g_.all;
      const std::size_t next = numbers_.number_of(passed);
      win = (ties_[next] & 1) == 0;
      tie = (wins_[next] & 1) == 0;
    }
    for_each_attack_unordered(found, g_, [&](Move m) {
      if (win) return;
      const std::size_t next = numbers_.number_of(after_attack(board, 0, m));
      const int after = spare + board.dice_at(m.to);
      win = win || (wins_[next] >> after & 1) != 0;
      tie = tie || (ties_[next] >> after & 1) != 0;
    });
    wins_[number] |= std::uint32_t{win} << spare;
    ties_[number] |= std::uint32_t{tie || win} << spare;
  }

  int max_dice_;
  Geometry<Bits> g_;
  BoardNumbers<P> numbers_;
  std::vector<std::uint32_t> wins_, ties_;  ///< for each board, bit by bit for the dice taken: wins, at least ties
};

}  // namespace tessera::game::solving
