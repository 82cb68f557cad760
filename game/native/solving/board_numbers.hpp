// Numbers for all boards of a small size, for tables of them. Layer: solving.
#pragma once

#include <vector>

#include "board/position.hpp"

namespace tessera::game::solving {

/// Numbers the boards of two players with 1 to `max_dice` dice on each hex from 0 on. The player to move is player 0:
/// exchanging the players changes no result.
template <class P> class BoardNumbers {
 public:
  using Bits = typename P::Bits;
  static_assert(P::owner_bits == 1 && sizeof(Bits) == 4);
  static constexpr int most_size = 3;

  /// `size` is at most `most_size`, `max_dice` at most that of the type.
  BoardNumbers(int size, int max_dice) : cells_(size * size), places_(std::size_t{1} << cells_, 0) {
    for (std::size_t set = 1; set < places_.size(); ++set) {
      std::size_t place = 1;
      for (int i = 0; i < std::countr_zero(set); ++i) place *= static_cast<std::size_t>(max_dice);
      places_[set] = places_[set & (set - 1)] + place;
    }
    const auto each = static_cast<std::size_t>(max_dice);
    dice_.resize(places_.back() * (each - 1) + 1);
    for (std::size_t code = 0; code < dice_.size(); ++code) {
      std::size_t rest = code;
      for (int pos = 0; pos < cells_; ++pos, rest /= each)
        for (std::size_t k = 0; k < rest % each; ++k) dice_[code][k] |= single<Bits>(pos);
    }
  }

  std::size_t count() const { return dice_.size() << cells_; }
  std::size_t number_of(const P& p) const {
    std::size_t code = 0;
    for (const Bits& plane : p.dice) code += places_[plane];
    return code << cells_ | p.owner[0];
  }
  P board_of(std::size_t number) const {
    P p;
    p.owner[0] = static_cast<Bits>(number & (places_.size() - 1));
    p.dice = dice_[number >> cells_];
    return p;
  }
  /// Returns the number of dice on the board with this number.
  int dice_of(std::size_t number) const {
    int dice = cells_;
    for (const Bits& plane : dice_[number >> cells_]) dice += game::count(plane);
    return dice;
  }
  /// Returns the numbers of all boards, those with the fewest dice first.
  std::vector<std::uint32_t> by_dice() const {
    std::vector<std::vector<std::uint32_t>> of_dice(static_cast<std::size_t>(cells_ * P::max_dice) + 1);
    for (std::size_t number = 0; number < count(); ++number)
      of_dice[static_cast<std::size_t>(dice_of(number))].push_back(static_cast<std::uint32_t>(number));
    std::vector<std::uint32_t> all;
    all.reserve(count());
    for (const auto& some : of_dice) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

 private:
  int cells_;
  std::vector<std::size_t> places_;                     ///< for each set of hexes, what one more die on each adds
  std::vector<std::array<Bits, P::dice_planes>> dice_;  ///< the planes for each number of dice
};

}  // namespace tessera::game::solving
