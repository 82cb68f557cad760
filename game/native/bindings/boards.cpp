// Reading, making and judging boards of Lisp. Layer: bindings.
#include "bindings/boards.hpp"

#include <algorithm>
#include <bitset>

namespace tessera::game::bindings {

bool take_integer(Value v, std::int64_t low, std::int64_t high, int& out) {
  if (!v.is_fixnum() || v.as_fixnum() < low || v.as_fixnum() > high) return false;
  out = static_cast<int>(v.as_fixnum());
  return true;
}

bool read_hex(Value hex, Hex& out) {
  constexpr int most_dice = 1 << 20;
  if (!hex.is_cons()) return false;
  const Value rest = hex.as_cons()->cdr;
  return rest.is_cons() && is_nil(rest.as_cons()->cdr) && take_integer(hex.as_cons()->car, 0, 25, out.player) &&
         take_integer(rest.as_cons()->car, 1, most_dice, out.dice);
}

bool read_board(Value board, HexBoard& out) {
  if (!has_type(board, Type::simple_vector)) return false;
  const Object* vector = board.as_object();
  if (vector->length() < 1 || vector->length() > max_hexes) return false;
  out.count = static_cast<int>(vector->length());
  for (int pos = 0; pos < out.count; ++pos)
    if (!read_hex(vector->slots[pos], out[pos])) return false;
  return true;
}

bool read_playable(Value board, const Ruleset& settings, HexBoard& out) {
  if (!read_board(board, settings.hexes(), out)) return false;
  const auto hexes = out.span();
  return std::all_of(hexes.begin(), hexes.end(), [&](const Hex& hex) { return hex.player < settings.players; });
}

Value make_hex(Runtime& rt, Value player, Value dice) { return rt.heap.cons(player, rt.heap.cons(dice, NIL)); }

Object* copy_board(Runtime& rt, Value board) {
  const Object* from = board.as_object();
  Object* to = rt.heap.allocate(Type::simple_vector, from->length());
  std::copy_n(from->slots, from->length(), to->slots);
  return to;
}

Value attacked_board(Runtime& rt, Value board, Value player, int src, int dst, Value dice, bool success) {
  Object* after = copy_board(rt, board);
  after->slots[src] = make_hex(rt, player, Value::fixnum(1));
  if (success) after->slots[dst] = make_hex(rt, player, Value::fixnum(dice.as_fixnum() - 1));
  return Value::object(after);
}

Value reinforced_board(Runtime& rt, Value board, const HexBoard& hexes, int player, std::int64_t spare, int max_dice) {
  Object* after = copy_board(rt, board);
  for (int pos = 0; pos < hexes.count && spare != 0; ++pos)
    if (hexes[pos].player == player && hexes[pos].dice < max_dice) {
      after->slots[pos] = make_hex(rt, Value::fixnum(player), Value::fixnum(hexes[pos].dice + 1));
      --spare;
    }
  return Value::object(after);
}

namespace {

void visit(const HexBoard& board, int player, int pos, int size, std::bitset<max_hexes>& seen, std::vector<int>& found) {
  const auto i = static_cast<std::size_t>(pos);
  if (board[pos].player != player || seen[i]) return;
  seen[i] = true;
  found.push_back(pos);
  for (const int neighbor : neighbors_of(pos, size)) visit(board, player, neighbor, size, seen, found);
}

}  // namespace

std::vector<int> cluster(const HexBoard& board, int player, int pos, int size) {
  std::bitset<max_hexes> seen;
  std::vector<int> found;
  visit(board, player, pos, size, seen, found);
  return found;
}

int largest_cluster(const HexBoard& board, int player, int size) {
  std::bitset<max_hexes> seen;
  std::size_t largest = 0;
  std::vector<int> found;
  for (int pos = 0; pos < board.count; ++pos) {
    found.clear();
    visit(board, player, pos, size, seen, found);
    largest = std::max(largest, found.size());
  }
  return static_cast<int>(largest);
}

bool is_threatened(const HexBoard& board, int pos, int size) {
  const Neighbors neighbors = neighbors_of(pos, size);
  const Hex hex = board[pos];
  return std::any_of(neighbors.begin(), neighbors.end(), [&](int n) { return board[n].player != hex.player && board[n].dice > hex.dice; });
}

int score_of(const HexBoard& board, std::int64_t player, int size) {
  int score = 0;
  for (int pos = 0; pos < board.count; ++pos) {
    if (board[pos].player != player) --score;
    else score += is_threatened(board, pos, size) ? 1 : 2;
  }
  return score;
}

// Each player stands where its last hex does.
std::vector<int> winners_of(const HexBoard& board) {
  std::array<int, 26> tally{};
  for (const Hex& hex : board.span()) ++tally[static_cast<std::size_t>(hex.player)];
  const int best = *std::max_element(tally.begin(), tally.end());
  std::array<bool, 26> listed{};
  std::vector<int> winners;
  for (int pos = board.count - 1; pos >= 0; --pos) {
    const auto player = static_cast<std::size_t>(board[pos].player);
    if (tally[player] == best && !listed[player]) winners.push_back(board[pos].player);
    listed[player] = true;
  }
  std::reverse(winners.begin(), winners.end());
  return winners;
}

}  // namespace tessera::game::bindings
