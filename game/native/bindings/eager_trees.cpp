// The whole trees of the first version: every position once, as the script's memory has it. Layer: bindings.
#include "bindings/eager_trees.hpp"

#include <string>
#include <unordered_map>

#include "bindings/trees.hpp"
#include "builtins/arguments.hpp"

namespace tessera::game::bindings {

namespace {

/// Why the making of a tree was given up.
enum class Trouble { none, interrupt, memory, depth };

/// A node that is to be made.
struct Place {
  Value board;
  HexBoard hexes;
  int player;
  int spare_dice;
  bool first_move;
};

/// Makes trees from the bottom up. Equal positions share theirs. Nothing may be collected meanwhile, so it calls no
/// Lisp and stops at an interrupt.
class TreeMaker {
 public:
  TreeMaker(Runtime& rt, const Settings& settings) : rt_(rt), settings_(settings) {}

  Trouble trouble = Trouble::none;

  /// The tree of a place; NIL after trouble.
  Value tree(const Place& place) {
    const std::string key = key_of(place);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (!may_go_on()) return NIL;
    Value moves = attacks(place);
    if (!place.first_move && trouble == Trouble::none)
      moves = rt_.heap.cons(rt_.list({NIL, tree(after_pass(place))}), moves);
    const Value made = rt_.list({Value::fixnum(place.player), place.board, moves});
    known_.emplace(key, made);
    return made;
  }

  /// The list of the attacks at a place.
  Value attacks(const Place& place) {
    ListBuilder moves(rt_);
    for (int src = 0; src < settings_.hexes; ++src) {
      if (place.hexes[src].player != place.player) continue;
      for (const int dst : neighbors_of(src, settings_.size)) {
        if (place.hexes[dst].player == place.player || place.hexes[dst].dice >= place.hexes[src].dice) continue;
        const Value behind = tree(after_attack(place, src, dst));
        if (trouble != Trouble::none) return NIL;
        moves.add(rt_.list({rt_.list({Value::fixnum(src), Value::fixnum(dst)}), behind}));
      }
    }
    return moves.finish();
  }

 private:
  static constexpr std::size_t node_bytes = 4096;  ///< more than a node with its moves and board takes

  bool may_go_on() {
    if ((rt_.heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_budget)) != 0)
      trouble = Trouble::interrupt;
    if (known_.size() % 256 == 255 && !rt_.heap.has_room(256 * node_bytes)) trouble = Trouble::memory;
    if (!rt_.has_cpp_stack()) trouble = Trouble::depth;
    return trouble == Trouble::none;
  }

  static std::string key_of(const Place& p) {
    std::string key;
    key.reserve(static_cast<std::size_t>(p.hexes.count) + 8);
    const auto put = [&key](int n) {  // numbers up to 127 in a byte
      for (; n > 127; n >>= 7) key += static_cast<char>(n | 128);
      key += static_cast<char>(n);
    };
    for (const Hex& hex : p.hexes.span()) put(hex.dice * 26 + hex.player);
    put(p.player);
    put(p.spare_dice);
    put(p.first_move ? 1 : 0);
    return key;
  }

  Place after_pass(const Place& p) {
    Place after{reinforced_board(rt_, p.board, p.hexes, p.player, p.spare_dice - 1, settings_.max_dice),
                {},
                (p.player + 1) % settings_.players,
                0,
                true};
    read_board(after.board, after.hexes);
    return after;
  }

  Place after_attack(const Place& p, int src, int dst) {
    const Hex from = p.hexes[src], to = p.hexes[dst];
    Place after{NIL, p.hexes, p.player, p.spare_dice + to.dice, false};
    after.hexes[src] = {p.player, 1};
    after.hexes[dst] = {p.player, from.dice - 1};
    after.board = attacked_board(rt_, p.board, Value::fixnum(p.player), src, dst, Value::fixnum(from.dice), true);
    return after;
  }

  Runtime& rt_;
  const Settings& settings_;
  std::unordered_map<std::string, Value> known_;
};

}  // namespace

Value eager_tree(Game& game, const Settings& settings, Args a, Name name) {
  for (;;) {
    TreeMaker maker(game.rt, settings);
    Place root{a[0],
               {},
               static_cast<int>(a[1].as_fixnum()),
               static_cast<int>(a[2].as_fixnum()),
               name == Name::attacking_moves || !is_nil(a[3])};
    read_board(a[0], root.hexes);
    const Value made = name == Name::attacking_moves ? maker.attacks(root) : maker.tree(root);
    switch (maker.trouble) {
      case Trouble::none: return made;
      case Trouble::interrupt:  // begin again if it goes on: what was made may have been moved
        if (!game.poll()) return FAILED;
        break;
      case Trouble::memory: return game.rt.fail_heap();
      default: return game.leave_to_script(name, a);
    }
  }
}

}  // namespace tessera::game::bindings
