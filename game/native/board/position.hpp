// A packed position: the owners and dice of the hexes as planes of bits. Layer: board.
//
//     owner[i]   hexes whose owner's number has bit i        (one plane for two players, two for up to four, ...)
//     dice[k]    hexes with more than k + 1 dice             (max_dice - 1 planes: a thermometer)
//
// So comparing the dice of all neighbors in a direction takes a shift and an AND for each plane. Every hex has 1 to
// MaxDice dice; other boards do not fit and are played unpacked. Holes are in no plane.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "board/geometry.hpp"

namespace tessera::game {

/// The owner of holes: a number beyond those of players.
inline constexpr int nobody = 26;

/// A hex of an unpacked board, or a hole, which nobody owns and which has no dice.
struct Hex {
  int player;
  int dice;
  constexpr bool is_hole() const { return player == nobody; }
  friend bool operator==(const Hex&, const Hex&) = default;
};

/// A board of owners and dice. It knows neither its size nor who is to move; see Geometry and State.
/// `OwnerBits` planes are enough for 2^OwnerBits players.
template <class BitsType, int OwnerBits, int MaxDice> struct Position {
  static_assert(OwnerBits >= 1 && MaxDice >= 3);
  using Bits = BitsType;
  static constexpr int owner_bits = OwnerBits;
  static constexpr int max_players = 1 << OwnerBits;
  static constexpr int max_dice = MaxDice;
  static constexpr int dice_planes = MaxDice - 1;

  std::array<Bits, OwnerBits> owner{};
  std::array<Bits, dice_planes> dice{};

  friend constexpr bool operator==(const Position&, const Position&) = default;

  /// Returns the hexes of `player`.
  constexpr Bits owned_by(int player, const Bits& all) const {
    Bits own = all;
    for (int i = 0; i < OwnerBits; ++i) own &= (player >> i) & 1 ? owner[i] : ~owner[i];
    return own;
  }
  constexpr int owner_at(int pos) const {
    int player = 0;
    for (int i = 0; i < OwnerBits; ++i) player |= static_cast<int>(has(owner[i], pos)) << i;
    return player;
  }
  constexpr int dice_at(int pos) const {
    int n = 1;
    for (const Bits& plane : dice) n += has(plane, pos);
    return n;
  }
  /// Returns the hexes with more than `n` dice, `n` from 1 to MaxDice - 1.
  constexpr const Bits& above(int n) const { return dice[static_cast<std::size_t>(n - 1)]; }

  /// Gives the hexes `where` to `player`.
  constexpr void set_owner(const Bits& where, int player) {
    for (int i = 0; i < OwnerBits; ++i) owner[i] = (player >> i) & 1 ? owner[i] | where : owner[i] & ~where;
  }
  /// Puts `n` dice on each of the hexes `where`.
  constexpr void set_dice(const Bits& where, int n) {
    for (int k = 0; k < dice_planes; ++k) dice[k] = n > k + 1 ? dice[k] | where : dice[k] & ~where;
  }
};

/// True if the board can be packed into a position of the type: the type can represent the number of hexes, every owner
/// and every number of dice.
template <class P> bool fits(std::span<const Hex> hexes) {
  return hexes.size() <= static_cast<std::size_t>(capacity<typename P::Bits>) &&
         std::all_of(hexes.begin(), hexes.end(), [](const Hex& hex) {
           return hex.is_hole() || (hex.player >= 0 && hex.player < P::max_players && hex.dice >= 1 && hex.dice <= P::max_dice);
         });
}

/// Returns the position of a board that fits the type.
template <class P> P pack(std::span<const Hex> hexes) {
  P p;
  for (std::size_t i = 0; i < hexes.size(); ++i) {
    if (hexes[i].is_hole()) continue;
    const auto bit = single<typename P::Bits>(static_cast<int>(i));
    p.set_owner(bit, hexes[i].player);
    p.set_dice(bit, hexes[i].dice);
  }
  return p;
}

/// Writes the board `p`, which has no holes, to `hexes`, one element for each hex.
template <class P> void unpack(const P& p, std::span<Hex> hexes) {
  for (std::size_t i = 0; i < hexes.size(); ++i) {
    const int pos = static_cast<int>(i);
    hexes[i] = {p.owner_at(pos), p.dice_at(pos)};
  }
}

/// Calls `f.template operator()<P>()` with the smallest position type that holds boards of `size` by `size` hexes with
/// `players` players and at most `dice` dice on a hex. Returns false, without a call, if there is none: the limits are
/// 16 players and 8 dice.
template <class F> bool with_position(int size, int players, int dice, F&& f) {
  if (size < 1 || size > max_board_size || players < 1 || players > 16 || dice < 0 || dice > 8) return false;
  with_bits(size, [&]<class Bits>() {
    const auto with_dice = [&]<int OwnerBits>() {
      if (dice <= 3) return f.template operator()<Position<Bits, OwnerBits, 3>>();
      if (dice <= 5) return f.template operator()<Position<Bits, OwnerBits, 5>>();
      return f.template operator()<Position<Bits, OwnerBits, 8>>();
    };
    if (players <= 2) return with_dice.template operator()<1>();
    if (players <= 4) return with_dice.template operator()<2>();
    return with_dice.template operator()<4>();
  });
  return true;
}

}  // namespace tessera::game
