// The distributions of sums of dice, and the odds derived from them. Layer: multi.
#include "multi/odds.hpp"

namespace tessera::game::multi {

namespace {

/// Returns, for each number of dice, the probability of each sum.
std::vector<std::vector<double>> sum_probabilities() {
  std::vector<std::vector<double>> result{{1.0}};
  for (int dice = 1; dice <= dice_limit; ++dice) {
    const std::vector<double>& fewer = result.back();
    std::vector<double> sums(fewer.size() + 6, 0.0);
    for (std::size_t sum = 0; sum < fewer.size(); ++sum)
      for (std::size_t face = 1; face <= 6; ++face) sums[sum + face] += fewer[sum] / 6;
    result.push_back(std::move(sums));
  }
  return result;
}

/// Returns the probability that a sum with the distribution `attack` is higher than one with `defense`.
double higher(const std::vector<double>& attack, const std::vector<double>& defense) {
  double total = 0, below = 0;
  for (std::size_t sum = 0; sum < attack.size(); ++sum) {
    total += attack[sum] * below;
    if (sum < defense.size()) below += defense[sum];
  }
  return total;
}

std::array<std::array<float, dice_limit + 1>, dice_limit + 1> exact_odds() {
  const auto sums = sum_probabilities();
  std::array<std::array<float, dice_limit + 1>, dice_limit + 1> odds{};
  for (std::size_t defending = 0; defending <= dice_limit; ++defending)
    for (std::size_t attacking = 2; attacking <= dice_limit; ++attacking)
      odds[defending][attacking] = static_cast<float>(higher(sums[attacking], sums[defending]));
  return odds;
}

}  // namespace

Odds Odds::exact() {
  static const auto table = exact_odds();
  Odds odds;
  odds.odds_ = table;
  return odds;
}

Odds Odds::from_table(const std::vector<std::vector<double>>& table) {
  Odds odds = exact();
  for (std::size_t row = 0; row < table.size() && row + 1 <= dice_limit; ++row)
    for (std::size_t column = 0; column < table[row].size() && column + 2 <= dice_limit; ++column)
      odds.odds_[row + 1][column + 2] = static_cast<float>(table[row][column]);
  return odds;
}

Odds Odds::of_book() {
  return from_table(
      {{0.84, 0.97, 1.0, 1.0}, {0.44, 0.78, 0.94, 0.99}, {0.15, 0.45, 0.74, 0.91}, {0.04, 0.19, 0.46, 0.72}, {0.01, 0.06, 0.22, 0.46}});
}

Odds Odds::without_luck(AttackRule rule) {
  Odds odds;
  for (std::size_t defending = 0; defending <= dice_limit; ++defending)
    for (std::size_t attacking = 2; attacking <= dice_limit; ++attacking) odds.odds_[defending][attacking] = 1;
  return odds.allowed_by(rule);
}

Odds Odds::allowed_by(AttackRule rule) const {
  Odds odds = *this;
  for (int defending = 0; defending <= dice_limit; ++defending)
    for (int attacking = 0; attacking <= dice_limit; ++attacking)
      if (!may_attack(rule, attacking, defending)) odds.odds_[static_cast<std::size_t>(defending)][static_cast<std::size_t>(attacking)] = 0;
  return odds;
}

}  // namespace tessera::game::multi
