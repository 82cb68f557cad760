// Reads, makes and scores Lisp boards. Layer: bindings.
#include "bindings/boards.hpp"

#include <algorithm>
#include <bitset>

namespace tessera::game::bindings {

bool take_integer(Word v, std::int64_t low, std::int64_t high, int& out) {
  if (!words::is_fixnum(v) || words::fixnum_value(v) < low || words::fixnum_value(v) > high) return false;
  out = static_cast<int>(words::fixnum_value(v));
  return true;
}

bool read_hex(Word hex, Hex& out) {
  constexpr int dice_limit = 1 << 20;
  if (!words::is_cons(hex)) return false;
  const Word rest = words::cdr(hex);
  return words::is_cons(rest) && words::is_nil(words::cdr(rest)) && take_integer(words::car(hex), 0, nobody, out.player) &&
         take_integer(words::car(rest), 0, dice_limit, out.dice) && (out.dice == 0) == out.is_hole();
}

namespace {

/// Reads a board that can have holes.
bool read_places(Word board, HexBoard& out) {
  std::span<const Word> elements;
  if (!words::get_simple_vector(board, elements) || elements.empty() || elements.size() > max_hexes) return false;
  out.count = static_cast<int>(elements.size());
  for (int pos = 0; pos < out.count; ++pos)
    if (!read_hex(elements[static_cast<std::size_t>(pos)], out[pos])) return false;
  return true;
}

}  // namespace

bool read_board(Word board, HexBoard& out) {
  if (!read_places(board, out)) return false;
  const auto hexes = out.span();
  return std::none_of(hexes.begin(), hexes.end(), [](const Hex& hex) { return hex.is_hole(); });
}

bool read_board(Word board, const Rules& rules, HexBoard& out) { return read_places(board, out) && has_shape_of(rules, out.span()); }

bool read_playable(Word board, const Ruleset& settings, HexBoard& out) {
  if (!read_board(board, settings, out)) return false;
  const auto hexes = out.span();
  return std::all_of(hexes.begin(), hexes.end(), [&](const Hex& hex) { return hex.is_hole() || hex.player < settings.players; });
}

Word attacked_board(words::State& state, Word board, Word player, int src, int dst, Word dice, bool success) {
  BoardCopy after(state, board);
  after.put(src, player, words::fixnum(1));
  if (success) after.put(dst, player, words::fixnum(words::fixnum_value(dice) - 1));
  return after.finish();
}

Word reinforced_board(words::State& state, Word board, const HexBoard& hexes, int player, std::int64_t spare, int max_dice) {
  BoardCopy after(state, board);
  for (int pos = 0; pos < hexes.count && spare != 0; ++pos)
    if (hexes[pos].player == player && hexes[pos].dice < max_dice) {
      after.put(pos, words::fixnum(player), words::fixnum(hexes[pos].dice + 1));
      --spare;
    }
  return after.finish();
}

namespace {

void visit(const HexBoard& board, int player, int pos, const Rules& rules, std::bitset<max_hexes>& seen, std::vector<int>& found) {
  const auto i = static_cast<std::size_t>(pos);
  if (board[pos].player != player || seen[i]) return;
  seen[i] = true;
  found.push_back(pos);
  for (const int neighbor : neighbors_of(pos, rules)) visit(board, player, neighbor, rules, seen, found);
}

}  // namespace

std::vector<int> cluster(const HexBoard& board, int player, int pos, const Rules& rules) {
  std::bitset<max_hexes> seen;
  std::vector<int> found;
  visit(board, player, pos, rules, seen, found);
  return found;
}

int largest_cluster(const HexBoard& board, int player, const Rules& rules) {
  std::bitset<max_hexes> seen;
  std::size_t largest = 0;
  std::vector<int> found;
  for (int pos = 0; pos < board.count; ++pos) {
    found.clear();
    visit(board, player, pos, rules, seen, found);
    largest = std::max(largest, found.size());
  }
  return static_cast<int>(largest);
}

bool is_threatened(const HexBoard& board, int pos, const Rules& rules) {
  const Neighbors neighbors = neighbors_of(pos, rules);
  const Hex hex = board[pos];
  return std::any_of(neighbors.begin(), neighbors.end(), [&](int n) { return board[n].player != hex.player && board[n].dice > hex.dice; });
}

int score_of(const HexBoard& board, std::int64_t player, const Rules& rules) {
  int score = 0;
  for (int pos = 0; pos < board.count; ++pos) {
    if (board[pos].is_hole()) continue;
    if (board[pos].player != player) --score;
    else score += is_threatened(board, pos, rules) ? 1 : 2;
  }
  return score;
}

// Players come in the order of their last hexes.
std::vector<int> winners_of(const HexBoard& board) {
  std::array<int, 26> tally{};
  for (const Hex& hex : board.span())
    if (!hex.is_hole()) ++tally[static_cast<std::size_t>(hex.player)];
  const int best = *std::max_element(tally.begin(), tally.end());
  std::array<bool, 26> listed{};
  std::vector<int> winners;
  for (int pos = board.count - 1; pos >= 0; --pos) {
    if (board[pos].is_hole()) continue;
    const auto player = static_cast<std::size_t>(board[pos].player);
    if (tally[player] == best && !listed[player]) winners.push_back(board[pos].player);
    listed[player] = true;
  }
  std::reverse(winners.begin(), winners.end());
  return winners;
}

}  // namespace tessera::game::bindings
