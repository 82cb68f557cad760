// A search for one type of boards and one rule of attack. Layer: faithful. Only search.cpp and its siblings include it.
#pragma once

#include "faithful/alpha_beta.hpp"
#include "faithful/expectation.hpp"

namespace tessera::game::faithful {

template <class P, AttackRule rule> class SearchOf final : public Search {
 public:
  bool takes(const Rules& rules, const Root& root) const override {
    return rules.attack == rule && rules.size <= max_board_size && rules.size * rules.size <= capacity<typename P::Bits> &&
           rules.players <= P::max_players && rules.max_dice <= P::max_dice && root.mover < P::max_players &&
           root.player < P::max_players && fits<P>(root.board) && has_shape_of(rules, root.board);
  }

  std::vector<int> alpha_beta_ratings(const Rules& rules, const Root& root, Limits limits, bool maximizing) override {
    return alpha_beta(rules, root.player).rate_moves(pack<P>(root.board), turn_of(rules, root), limits, maximizing);
  }

  int alpha_beta_rating(const Rules& rules, const Root& root, Limits limits) override {
    return alpha_beta(rules, root.player).rate(pack<P>(root.board), turn_of(rules, root), limits);
  }

  std::vector<Rating> ratings(const Rules& rules, const Chances& odds, const Root& root) override {
    if (rules.luck) return expectation(rules, odds, root.player).rate_moves(pack<P>(root.board), turn_of(rules, root));
    // With infinite limits alpha-beta finds the exact value of every move.
    std::vector<Rating> all;
    auto search = alpha_beta(rules, root.player);
    search.each_subtree(pack<P>(root.board), turn_of(rules, root),
                        [&](const P& p, const Turn& t) { all.push_back(integer(search.rate(p, t, {}))); });
    return all;
  }

  Rating rating(const Rules& rules, const Chances& odds, const Root& root) override {
    if (rules.luck) return expectation(rules, odds, root.player).rate(pack<P>(root.board), turn_of(rules, root));
    return integer(alpha_beta_rating(rules, root, {}));
  }

 private:
  static Rating integer(int n) { return {static_cast<float>(n), true}; }
  static Turn turn_of(const Rules& rules, const Root& root) {
    return {root.mover, rules.counts_taken_dice() ? root.spare_dice : 0, root.first_move, root.depth};
  }

  AlphaBeta<P, rule> alpha_beta(const Rules& rules, int player) {
    figures = {};
    alpha_beta_table_.clear();
    return {rules, player, alpha_beta_table_, keep_going, figures};
  }
  Expectation<P, rule> expectation(const Rules& rules, const Chances& odds, int player) {
    figures = {};
    expectation_table_.clear();
    return {rules, odds, player, expectation_table_, keep_going, figures};
  }

  AlphaBetaTable<P> alpha_beta_table_{table_bytes};
  ExpectationTable<P> expectation_table_{table_bytes};
};

}  // namespace tessera::game::faithful
