// The features by which a player's prospects are judged at the beginning of a turn. Layer: multi.
#pragma once

#include "multi/game.hpp"

namespace tessera::game::multi {

/// The features of one player, about 0 to 1 each, for all sizes of boards and numbers of players.
enum PlayerFeature : std::uint8_t {
  cells,             ///< share of the hexes
  dice,              ///< share of the dice on the board
  cluster,           ///< hexes of the largest cluster
  scattered,         ///< clusters for each hex
  border,            ///< part of the hexes that touch other players'
  danger,            ///< hexes that the best attack on each would take
  danger_soon,       ///< the same by the players who move before this one
  prospects,         ///< hexes that the best attack from each would take
  attackers,         ///< part of the hexes that can attack
  stuck,             ///< 1 if no hex can
  reinforcement,     ///< dice that the end of the turn brings
  room,              ///< dice that still fit on the player's hexes
  strength,          ///< dice for each hex
  distance,          ///< turns until the player moves
  to_move,           ///< 1 if that is now
  margin,            ///< lead in hexes over the best of the others
  leading,           ///< 1 if none has more
  end_near,          ///< 1 / turns until an eliminated player is to move, if there is one
  end_first,         ///< 1 if that is before the player's own next turn
  margin_at_end,     ///< margin * end_near
  margin_end_first,  ///< margin * end_first
  fullness,          ///< dice on the board relative to those that fit
  alive,             ///< part of the players who have hexes
  crowd,             ///< 2 / players
  certain,           ///< 1 where attacks always succeed
  feature_count
};

using PlayerFeatures = std::array<float, feature_count>;

/// Reads the features of all players at `s`, the beginning of a turn. Those of players without hexes are left
/// unchanged.
template <class P> class FeatureReader {
 public:
  using Bits = typename P::Bits;
  FeatureReader(const PackedGame<P>& game, const State<P>& s);

  bool has_hexes(int player) const { return counts_[static_cast<std::size_t>(player)] > 0; }
  /// Reads the features of `player`, who has hexes.
  void read(int player, PlayerFeatures& f) const;

 private:
  void count_players();
  void find_end();
  void read_dice(int hexes, const Bits& own, PlayerFeatures& f) const;
  void read_fronts(int player, int hexes, const Bits& own, PlayerFeatures& f) const;
  float losses(const Bits& own, const Bits& enemies) const;
  int distance_of(int player) const {
    const int d = player - s_.player;
    return d < 0 ? d + game_.rules.players : d;
  }

  const PackedGame<P>& game_;
  const State<P>& s_;
  std::array<int, max_players> counts_{};
  int all_dice_ = 0, best_ = 0, second_ = 0, leaders_ = 0, alive_ = 0;
  int end_distance_ = 0;  ///< 0 if every player has hexes
};

template <class P> FeatureReader<P>::FeatureReader(const PackedGame<P>& game, const State<P>& s) : game_(game), s_(s) {
  all_dice_ = game.geometry.cells;
  for (const Bits& plane : s.board.dice) all_dice_ += count(plane);
  count_players();
  if (game.rules.winning_hexes == 0) find_end();
}

template <class P> void FeatureReader<P>::count_players() {
  for (int player = 0; player < game_.rules.players; ++player) {
    const int n = count(game_.owned_by(s_.board, player));
    counts_[static_cast<std::size_t>(player)] = n;
    alive_ += n > 0;
    if (n > best_) {
      second_ = best_;
      best_ = n;
      leaders_ = 1;
    } else if (n == best_) {
      ++leaders_;
      second_ = n;
    } else if (n > second_) {
      second_ = n;
    }
  }
}

template <class P> void FeatureReader<P>::find_end() {
  int player = s_.player;
  for (int d = 0; d < game_.rules.players; ++d, player = game_.next(player))
    if (counts_[static_cast<std::size_t>(player)] == 0) {
      end_distance_ = d;
      return;
    }
}

template <class P> void FeatureReader<P>::read(int player, PlayerFeatures& f) const {
  const Rules& rules = game_.rules;
  const int n = counts_[static_cast<std::size_t>(player)], turn = distance_of(player);
  const float all = static_cast<float>(game_.geometry.cells), players = static_cast<float>(rules.players);
  const Bits own = game_.owned_by(s_.board, player);
  f[cells] = static_cast<float>(n) / all;
  read_dice(n, own, f);
  read_fronts(player, n, own, f);
  f[distance] = static_cast<float>(turn) / (players - 1);
  f[to_move] = turn == 0;
  f[margin] = static_cast<float>(n - (n == best_ && leaders_ == 1 ? second_ : best_)) / all;
  f[leading] = n == best_;
  f[end_near] = end_distance_ == 0 ? 0 : 1 / static_cast<float>(end_distance_);
  f[end_first] = end_distance_ != 0 && (turn == 0 || end_distance_ < turn);
  f[margin_at_end] = f[margin] * f[end_near];
  f[margin_end_first] = f[margin] * f[end_first];
  f[fullness] = static_cast<float>(all_dice_) / (all * static_cast<float>(rules.max_dice));
  f[alive] = static_cast<float>(alive_) / players;
  f[crowd] = 2 / players;
  f[certain] = !rules.luck;
}

template <class P> void FeatureReader<P>::read_dice(int hexes, const Bits& own, PlayerFeatures& f) const {
  int dice_here = hexes, clusters = 0, largest = 0;
  for (const Bits& plane : s_.board.dice) dice_here += count(own & plane);
  for (Bits rest = own; any(rest); ++clusters) {
    const Bits one = game_.geometry.connected(single<Bits>(lowest(rest)), rest);
    largest = std::max(largest, count(one));
    rest = rest & ~one;
  }
  const float all = static_cast<float>(game_.geometry.cells), own_hexes = static_cast<float>(hexes);
  const int space = std::max(0, hexes * game_.rules.max_dice - dice_here);
  f[dice] = static_cast<float>(dice_here) / static_cast<float>(all_dice_);
  f[cluster] = static_cast<float>(largest) / all;
  f[scattered] = static_cast<float>(clusters) / own_hexes;
  f[reinforcement] = static_cast<float>(std::min(largest, space)) / all;
  f[room] = static_cast<float>(space) / (own_hexes * static_cast<float>(game_.rules.max_dice));
  f[strength] = static_cast<float>(dice_here) / (own_hexes * static_cast<float>(game_.rules.max_dice));
}

template <class P> void FeatureReader<P>::read_fronts(int player, int hexes, const Bits& own, PlayerFeatures& f) const {
  const auto& g = game_.geometry;
  const Bits others = g.all & ~own;
  const float all = static_cast<float>(g.cells), own_hexes = static_cast<float>(hexes);
  const Bits front = own & g.touching(others);
  f[border] = static_cast<float>(count(front)) / own_hexes;
  f[danger] = losses(own, others) / all;
  Bits soon{};
  for (int p = s_.player; p != player; p = game_.next(p)) soon = soon | game_.owned_by(s_.board, p);
  f[danger_soon] = soon == others ? f[danger] : losses(own, soon) / all;

  // The best target of each hex is the weakest neighbor.
  float gains = 0;
  Bits rest = front & s_.board.dice[0];
  const int can_attack = count(rest);
  for (int weakest = 1; weakest <= P::max_dice && any(rest); ++weakest) {
    Bits targets = others;
    if (weakest < P::max_dice) targets = others & ~s_.board.above(weakest);
    const Bits here = rest & g.touching(targets);
    rest = rest & ~here;
    for (int n = 2; n <= P::max_dice; ++n) {
      Bits exactly = here & s_.board.above(n - 1);
      if (n < P::max_dice) exactly = exactly & ~s_.board.above(n);
      gains += static_cast<float>(count(exactly)) * game_.odds(n, weakest);
    }
  }
  f[prospects] = gains / all;
  f[attackers] = static_cast<float>(can_attack) / own_hexes;
  f[stuck] = can_attack == 0;
}

/// Returns the expected number of the hexes `own` lost if the strongest of the neighboring `enemies` attacks each.
template <class P> float FeatureReader<P>::losses(const Bits& own, const Bits& enemies) const {
  float sum = 0;
  Bits rest = own;
  for (int strongest = P::max_dice; strongest >= 2 && any(rest); --strongest) {
    const Bits attacking = enemies & s_.board.above(strongest - 1);
    if (!any(attacking)) continue;
    const Bits here = rest & game_.geometry.touching(attacking);
    rest = rest & ~here;
    for (int n = 1; n <= P::max_dice && any(here); ++n) {
      Bits exactly = here;
      if (n > 1) exactly = exactly & s_.board.above(n - 1);
      if (n < P::max_dice) exactly = exactly & ~s_.board.above(n);
      sum += static_cast<float>(count(exactly)) * game_.odds(strongest, n);
    }
  }
  return sum;
}

}  // namespace tessera::game::multi
