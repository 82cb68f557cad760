// Makes whole trees: every position once, as with the script's memory. Layer: bindings.
#include "bindings/trees/eager_trees.hpp"

#include <bit>
#include <new>

#include "bindings/flat_map.hpp"
#include "bindings/trees/trees.hpp"

namespace tessera::game::bindings {

namespace {

/// Why making a tree was given up.
enum class Trouble { none, interrupt, memory, depth };

/// Packs a board into a number: owner and dice of each hex, in as many bits as the tree's boards need.
class Packing {
 public:
  using Bits = unsigned __int128;

  /// Returns the packing for the tree of `board`; nothing if 128 bits are too few for board and turn.
  static std::optional<Packing> of(const HexBoard& board, const Ruleset& settings) {
    int dice_limit = settings.max_dice;
    for (const Hex& hex : board.span()) dice_limit = std::max(dice_limit, hex.dice);
    const Packing p(std::bit_width(static_cast<unsigned>(dice_limit)), std::bit_width(static_cast<unsigned>(settings.players - 1)));
    if (board.count * p.width_ + turn_bits > 128) return std::nullopt;
    return p;
  }

  Bits of_hex(int pos, Hex hex) const { return Bits{static_cast<unsigned>(hex.player << dice_bits_ | hex.dice)} << (pos * width_); }
  Hex at(Bits board, int pos) const {
    const auto n = static_cast<int>(static_cast<unsigned>(board >> (pos * width_)) & ((1U << width_) - 1));
    return {n >> dice_bits_, n & ((1 << dice_bits_) - 1)};
  }
  Bits with(Bits board, int pos, Hex hex) const {
    return (board & ~of_hex(pos, {(1 << (width_ - dice_bits_)) - 1, (1 << dice_bits_) - 1})) | of_hex(pos, hex);
  }
  Bits pack(const HexBoard& board) const {
    Bits bits = 0;
    for (int pos = 0; pos < board.count; ++pos) bits |= of_hex(pos, board[pos]);
    return bits;
  }

  static constexpr int spare_bits = 9, player_bits = 5, turn_bits = spare_bits + player_bits + 1;

 private:
  Packing(int dice_bits, int owner_bits) : dice_bits_(dice_bits), width_(dice_bits + owner_bits) {}
  int dice_bits_, width_;
};

/// A node of the tree without its board.
struct Position {
  Packing::Bits hexes;
  int player;
  int spare_dice;  ///< capped at the number of hexes
  bool first_move;
};

/// Makes trees from the bottom up; equal positions share theirs. The collector must not run meanwhile, so it calls no
/// Lisp and stops at interrupts.
class TreeMaker {
 public:
  TreeMaker(const Lisp& lisp, const Ruleset& settings, const Packing& packing)
      : lisp_(lisp), state_(lisp.state()), settings_(settings), packing_(packing) {
    for (int pos = 0; pos < settings.hexes(); ++pos) neighbors_.push_back(neighbors_of(pos, settings));
  }

  Trouble trouble = Trouble::none;

  Position position(const HexBoard& hexes, int player, int spare_dice, bool first_move) const {
    return {packing_.pack(hexes), player, counted(spare_dice), first_move};
  }

  /// Returns the tree of a position with its board; NIL after trouble.
  Word tree(const Position& position, Word board) {
    if (!may_continue()) return words::nil();
    Word moves = attacks(position, board);
    if (!position.first_move && trouble == Trouble::none)
      moves = words::cons(state_, pair(words::nil(), tree_behind(position, board, after_pass(position))), moves);
    const Word made = words::list(state_, {words::fixnum(position.player), board, moves});
    known_.add(key_of(position), made);
    return made;
  }

  /// Returns the list of the attacks at a position.
  Word attacks(const Position& position, Word board) {
    const std::size_t base = moves_.size();
    each_attack(position, [&](int, int, const Position& after) { known_.prefetch(key_of(after)); });
    each_attack(position, [&](int src, int dst, const Position& after) {
      const Word behind = tree_behind(position, board, after);
      moves_.push_back(pair(pair(words::fixnum(src), words::fixnum(dst)), behind));
    });
    const Word list = words::list(state_, std::span(moves_).subspan(base));
    moves_.resize(base);
    return list;
  }

 private:
  static constexpr std::size_t node_bytes = 4096;  ///< an upper bound for a node with its moves and board

  int counted(int spare_dice) const { return std::min(spare_dice, settings_.hexes() + 1); }
  Word pair(Word a, Word b) { return words::list(state_, {a, b}); }

  bool may_continue() {
    if (lisp_.poll_is_due()) trouble = Trouble::interrupt;
    if (known_.size() % 256 == 255 && !words::has_room(state_, 256 * node_bytes)) trouble = Trouble::memory;
    if (!lisp_.has_stack()) trouble = Trouble::depth;
    return trouble == Trouble::none;
  }

  /// Returns a key, which is never zero since every hex has dice.
  static Key128 key_of(const Position& p) {
    const auto turn = static_cast<unsigned>((p.spare_dice << Packing::player_bits | p.player) << 1 | (p.first_move ? 1 : 0));
    const Packing::Bits bits = p.hexes << Packing::turn_bits | turn;
    return {static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64)};
  }

  /// Calls `f(src, dst, after)` for each attack in the game's order until there is trouble.
  template <class F> void each_attack(const Position& position, F&& f) const {
    for (int src = 0; src < settings_.hexes(); ++src) {
      const Hex from = packing_.at(position.hexes, src);
      if (from.player != position.player) continue;
      for (const int dst : neighbors_[static_cast<std::size_t>(src)]) {
        const Hex to = packing_.at(position.hexes, dst);
        if (!settings_.may_attack(from, to, position.player)) continue;
        f(src, dst, after_attack(position, src, dst, from, to));
        if (trouble != Trouble::none) return;
      }
    }
  }

  /// Returns the tree of `to`, a move away from `from` with the board `board`.
  Word tree_behind(const Position& from, Word board, const Position& to) {
    if (const Word* known = known_.find(key_of(to))) return *known;
    BoardCopy after(state_, board);
    for (int pos = 0; pos < settings_.hexes(); ++pos) {
      const Hex hex = packing_.at(to.hexes, pos);
      if (hex != packing_.at(from.hexes, pos)) after.put(pos, words::fixnum(hex.player), words::fixnum(hex.dice));
    }
    return tree(to, after.finish());
  }

  Position after_pass(const Position& p) const {
    Position after{p.hexes, (p.player + 1) % settings_.players, 0, true};
    int dice = p.spare_dice - 1;
    for (int pos = 0; pos < settings_.hexes() && dice != 0; ++pos) {
      const Hex hex = packing_.at(p.hexes, pos);
      if (hex.player != p.player || hex.dice >= settings_.max_dice) continue;
      after.hexes = packing_.with(after.hexes, pos, {hex.player, hex.dice + 1});
      --dice;
    }
    return after;
  }

  Position after_attack(const Position& p, int src, int dst, Hex from, Hex to) const {
    return {packing_.with(packing_.with(p.hexes, src, {p.player, 1}), dst, {p.player, from.dice - 1}), p.player,
            counted(p.spare_dice + to.dice), false};
  }

  const Lisp lisp_;
  words::State& state_;
  const Ruleset& settings_;
  const Packing& packing_;
  std::vector<Neighbors> neighbors_;
  std::vector<Word> moves_;  ///< a stack: the moves so far of the nodes in progress
  FlatMap<Key128, Word> known_;
};

}  // namespace

Reply eager_tree(Game& game, const Ruleset& settings, Args a, Name name) {
  HexBoard board;
  read_board(a[0], board);
  const auto packing = Packing::of(board, settings);
  if (!packing || settings.luck || !settings.counts_taken_dice()) return game.leave_to_script(name, a);
  for (;;) {
    TreeMaker maker(game.lisp, settings, *packing);
    const Position root = maker.position(board, static_cast<int>(words::fixnum_value(a[1])), static_cast<int>(words::fixnum_value(a[2])),
                                         name == Name::attacking_moves || !words::is_nil(a[3]));
    const Word made = name == Name::attacking_moves ? maker.attacks(root, a[0]) : maker.tree(root, a[0]);
    switch (maker.trouble) {
      case Trouble::none: return made;
      case Trouble::interrupt:  // start again if it continues: objects may have moved
        game.lisp.poll();
        break;
      case Trouble::memory: throw std::bad_alloc();
      default: return game.leave_to_script(name, a);
    }
  }
}

}  // namespace tessera::game::bindings
