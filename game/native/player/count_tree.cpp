// Counting the game's tree. Layer: player.
#include "player/count_tree.hpp"

#include <stdexcept>

namespace tessera::game {

namespace {

template <class P, AttackRule attack_rule, bool luck, Counting counting> class Counter {
 public:
  using Bits = typename P::Bits;
  Counter(const Rules& rules, const std::function<bool()>& interrupted) : rules_(rules), g_(rules.size), interrupted_(interrupted) {}

  std::uint64_t below(const State<P>& s, int depth) {
    if (depth == 0) return made(s.board);
    if (depth >= poll_depth && (stopped_ || stopped())) return 0;
    const auto own = s.board.owned_by(s.player, g_.all);
    const auto found = attacks<attack_rule>(s.board, g_, own);
    if (counting == Counting::last_ply_counted && depth == 1) return static_cast<std::uint64_t>(found.size() * outcomes + !s.first);
    std::uint64_t nodes = s.first ? 0 : below(passed(s, rules_, g_, own), depth - 1);
    for_each_attack_unordered(found, g_, [&](Move m) {
      if (depth == 1) {
        nodes += made(after_attack(s.board, s.player, m));
        if constexpr (outcomes == 2) nodes += made(after_failed_attack(s.board, m));
      } else {
        nodes += below(attacked(s, m), depth - 1);
        if constexpr (outcomes == 2) nodes += below(attack_lost(s, m), depth - 1);
      }
    });
    return nodes;
  }

 private:
  static constexpr int outcomes = luck ? 2 : 1;
  static constexpr int poll_depth = 5;

  /// 1, for a position that is really made: what is looked at cannot be left out by the compiler.
  std::uint64_t made(const P& p) {
    asm volatile("" : : "m"(p) :);
    return 1;
  }
  bool stopped() { return stopped_ = interrupted_ && interrupted_(); }

  Rules rules_;
  Geometry<Bits> g_;
  const std::function<bool()>& interrupted_;
  bool stopped_ = false;
};

template <class P, AttackRule attack_rule, bool luck>
std::uint64_t count_from(const State<P>& s, int depth, const Rules& rules, Counting counting, const std::function<bool()>& interrupted) {
  if (counting == Counting::every_ply_made)
    return Counter<P, attack_rule, luck, Counting::every_ply_made>(rules, interrupted).below(s, depth);
  return Counter<P, attack_rule, luck, Counting::last_ply_counted>(rules, interrupted).below(s, depth);
}

}  // namespace

std::uint64_t count_tree(std::span<const Hex> board, int player, int depth, const Rules& rules, Counting counting,
                         const std::function<bool()>& interrupted) {
  int dice = rules.max_dice;
  for (const Hex& hex : board) dice = std::max(dice, hex.dice);
  std::uint64_t nodes = 0;
  const auto count = [&]<class P>() {
    if (!fits<P>(board)) throw std::invalid_argument("a hex of the board has no dice, or belongs to nobody who plays");
    const State<P> s{pack<P>(board), static_cast<std::int16_t>(player), 0, true};
    const auto count_by = [&]<AttackRule rule>() {
      nodes = rules.luck ? count_from<P, rule, true>(s, depth, rules, counting, interrupted)
                         : count_from<P, rule, false>(s, depth, rules, counting, interrupted);
    };
    if (rules.attack == AttackRule::stronger) count_by.template operator()<AttackRule::stronger>();
    else count_by.template operator()<AttackRule::two_dice>();
  };
  if (!with_position(rules.size, rules.players, dice, count))
    throw std::invalid_argument("boards beyond 16x16 hexes, 16 players or 8 dice cannot be counted");
  return nodes;
}

}  // namespace tessera::game
