// Counts the nodes of the game's tree. Layer: player.
#include "player/count_tree.hpp"

#include <stdexcept>

namespace tessera::game {

namespace {

/// Counts for one type of position and rules of attack. How to count is not a template parameter: that would double the
/// code, and the question is asked only once for each position of the last ply.
template <class P, AttackRule attack_rule, bool luck> class Counter {
 public:
  using Bits = typename P::Bits;
  Counter(const Rules& rules, Counting counting, const std::function<bool()>& interrupted)
      : rules_(rules),
        g_(geometry_of<typename P::Bits>(rules)),
        counts_last_ply_(counting == Counting::last_ply_counted),
        interrupted_(interrupted) {}

  std::uint64_t below(const State<P>& s, int depth) {
    if (depth == 0) return made(s.board);
    if (depth >= poll_depth && (stopped_ || stopped())) return 0;
    const auto own = s.board.owned_by(s.player, g_.all);
    const auto found = s.first && is_won(s.board, rules_, g_) ? Attacks<Bits>{} : attacks<attack_rule>(s.board, g_, own);
    if (counts_last_ply_ && depth == 1) return static_cast<std::uint64_t>(found.size() * (luck ? 2 : 1) + !s.first);
    std::uint64_t nodes = s.first ? 0 : below(passed(s, rules_, g_, own), depth - 1);
    for_each_attack_unordered(found, g_, [&](Move m) {
      if (depth == 1) {
        nodes += made(after_attack(s.board, s.player, m));
        if constexpr (luck) nodes += made(after_failed_attack(s.board, m));
      } else {
        State<P> after = attacked(s, m);
        after.first = is_won(after.board, rules_, g_);
        nodes += below(after, depth - 1);
        if constexpr (luck) nodes += below(attack_lost(s, m), depth - 1);
      }
    });
    return nodes;
  }

 private:
  static constexpr int poll_depth = 5;

  /// Returns 1. Keeps the compiler from leaving out the position, which is otherwise unused.
  std::uint64_t made(const P& p) {
    asm volatile("" : : "m"(p) :);
    return 1;
  }
  bool stopped() { return stopped_ = interrupted_ && interrupted_(); }

  const Rules rules_;
  const Geometry<Bits> g_;
  const bool counts_last_ply_;
  const std::function<bool()>& interrupted_;
  bool stopped_ = false;
};

}  // namespace

std::uint64_t count_tree(std::span<const Hex> board, int player, int depth, const Rules& rules, Counting counting,
                         const std::function<bool()>& interrupted) {
  int dice = rules.max_dice;
  for (const Hex& hex : board) dice = std::max(dice, hex.dice);
  std::uint64_t nodes = 0;
  const auto count = [&]<class P>() {
    if (!fits<P>(board)) throw std::invalid_argument("a hex of the board has no dice, or belongs to nobody who plays");
    State<P> s{pack<P>(board), static_cast<std::int16_t>(player), 0, true};
    s.first = begins_turn(s.board, player, rules, geometry_of<typename P::Bits>(rules));
    const auto count_by = [&]<AttackRule rule>() {
      nodes = rules.luck ? Counter<P, rule, true>(rules, counting, interrupted).below(s, depth)
                         : Counter<P, rule, false>(rules, counting, interrupted).below(s, depth);
    };
    if (rules.attack == AttackRule::stronger) count_by.template operator()<AttackRule::stronger>();
    else count_by.template operator()<AttackRule::two_dice>();
  };
  if (!with_position(rules.size, rules.players, dice, count))
    throw std::invalid_argument("boards beyond 16x16 hexes, 16 players or 8 dice cannot be counted");
  return nodes;
}

}  // namespace tessera::game
