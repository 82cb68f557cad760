// What the book's computer plays. Layer: faithful.
#include "faithful/computer.hpp"

#include <algorithm>
#include <stdexcept>

namespace tessera::game::faithful {

std::size_t Computer::choose(const Root& root) {
  if (search_ == nullptr || !search_->takes(rules_, root)) search_ = make_search(rules_, root);
  if (search_ == nullptr) throw std::invalid_argument("the book's player takes at most 16 players and 8 dice");
  search_->keep_going = keep_going;
  const auto first_of_best = [](const auto& ratings, auto less) {
    return static_cast<std::size_t>(std::max_element(ratings.begin(), ratings.end(), less) - ratings.begin());
  };
  if (!rules_.luck) return first_of_best(search_->alpha_beta_ratings(rules_, root, {}, true), std::less<>());
  return first_of_best(search_->ratings(rules_, odds_, root), [](const Rating& a, const Rating& b) { return a.value < b.value; });
}

}  // namespace tessera::game::faithful
