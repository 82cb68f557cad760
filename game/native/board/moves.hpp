// Attacks in the game's order, and the positions after them. Layer: board.
#pragma once

#include <array>

#include "board/position.hpp"

namespace tessera::game {

/// An attack from one hex to a neighbor, or the end of a turn.
struct Move {
  std::uint8_t from;
  std::uint8_t to;

  /// The end of the turn: no hex attacks itself.
  static constexpr Move pass() { return {0, 0}; }
  constexpr bool is_pass() const { return from == to; }
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// When an attack is allowed.
enum class AttackRule : std::uint8_t {
  stronger,  ///< with more dice than the target has (versions 1 to 3)
  two_dice,  ///< with two dice or more (version 4)
};

/// True if `from` dice may attack `to` dice.
constexpr bool may_attack(AttackRule rule, int from, int to) { return rule == AttackRule::two_dice ? from > 1 : from > to; }

/// For each direction the hexes that can attack in it.
template <class Bits> struct Attacks {
  std::array<Bits, 6> from{};  ///< in the order of `directions`

  constexpr Bits sources() const { return from[0] | from[1] | from[2] | from[3] | from[4] | from[5]; }
  constexpr bool none() const { return !any(sources()); }
  constexpr int size() const {
    if constexpr (sizeof(Bits) == 4) {  // two directions at a time
      int n = 0;
      for (int i = 0; i < 6; i += 2) n += std::popcount(std::uint64_t{from[i]} << 32 | from[i + 1]);
      return n;
    } else {
      int n = 0;
      for (const Bits& b : from) n += count(b);
      return n;
    }
  }
};

/// Returns the attacks of the player who owns the hexes `own`.
template <AttackRule rule, class P, class Bits = typename P::Bits>
constexpr Attacks<Bits> attacks(const P& p, const Geometry<Bits>& g, const Bits& own) {
  Attacks<Bits> result;
  const Bits others = g.all & ~own;
  if constexpr (rule == AttackRule::two_dice) {
    const Bits strong = own & p.dice[0];
    for (std::size_t d = 0; d < 6; ++d) result.from[d] = strong & g.beside(directions[d], others);
  } else {
    for (int k = 0; k < P::dice_planes; ++k) {
      const Bits strong = own & p.dice[k], weak = others & ~p.dice[k];
      for (std::size_t d = 0; d < 6; ++d) result.from[d] |= strong & g.beside(directions[d], weak);
    }
  }
  return result;
}

/// Calls `f(Move)` for each attack in the game's order: by source, then in the order of the source's neighbors.
template <class Bits, class F> constexpr void for_each_attack(const Attacks<Bits>& attacks, const Geometry<Bits>& g, F&& f) {
  for_each(attacks.sources(), [&](int from) {
    for (std::size_t d = 0; d < 6; ++d)
      if (has(attacks.from[d], from))
        f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + step(directions[d], g.size))});
  });
}

/// Calls `f(Move)` for each attack in the fastest order.
template <class Bits, class F> constexpr void for_each_attack_unordered(const Attacks<Bits>& attacks, const Geometry<Bits>& g, F&& f) {
  const auto call = [&](int from, Direction d) {
    f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + step(d, g.size))});
  };
  if constexpr (sizeof(Bits) == 4) {  // two directions in a loop: fewer mispredicted loop ends
    for (std::size_t d = 0; d < 6; d += 2) {
      const int low = step(directions[d], g.size), high = step(directions[d + 1], g.size);
      for (std::uint64_t both = attacks.from[d] | std::uint64_t{attacks.from[d + 1]} << 32; both != 0; both &= both - 1) {
        const int bit = std::countr_zero(both), from = bit & 31;
        f(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + (bit < 32 ? low : high))});
      }
    }
  } else {
    for (std::size_t d = 0; d < 6; ++d) for_each(attacks.from[d], [&](int from) { call(from, directions[d]); });
  }
}

/// Returns `p` after a successful attack of `player`: one die stays, the others move to the target, which becomes the
/// player's.
template <class P> constexpr P after_attack(P p, int player, Move move) {
  using Bits = typename P::Bits;
  const Bits from = single<Bits>(move.from), to = single<Bits>(move.to);
  if constexpr (P::owner_bits == 1) p.owner[0] ^= to;  // it was the opponent's
  else p.set_owner(to, player);
  for (int k = 0; k + 1 < P::dice_planes; ++k)  // the target has more than k dice if the source had more than k + 1
    p.dice[k] = with_copied(p.dice[k], move.to, p.dice[k + 1], move.from);
  p.dice[P::dice_planes - 1] = p.dice[P::dice_planes - 1] & ~to;
  for (Bits& plane : p.dice) plane = plane & ~from;
  return p;
}

/// Returns `p` after a failed attack: one die stays at the source, the target is unchanged.
template <class P> constexpr P after_failed_attack(P p, Move move) {
  const auto from = single<typename P::Bits>(move.from);
  for (auto& plane : p.dice) plane = plane & ~from;
  return p;
}

}  // namespace tessera::game
