// Makes the search of the smallest type. Layer: faithful. There is a source file for each width of sets, so that they
// compile in parallel.
#pragma once

#include "faithful/search_of.hpp"

namespace tessera::game::faithful {

template <class P> std::unique_ptr<Search> search_if_it_takes(const Rules& rules, const Root& root) {
  std::unique_ptr<Search> search;
  if (rules.attack == AttackRule::two_dice) search = std::make_unique<SearchOf<P, AttackRule::two_dice>>();
  else search = std::make_unique<SearchOf<P, AttackRule::stronger>>();
  if (!search->takes(rules, root)) search.reset();
  return search;
}

template <class Bits> std::unique_ptr<Search> make_search_of(const Rules& rules, const Root& root) {
  auto search = search_if_it_takes<Position<Bits, 1, 3>>(rules, root);
  if (search == nullptr) search = search_if_it_takes<Position<Bits, 2, 5>>(rules, root);
  if (search == nullptr) search = search_if_it_takes<Position<Bits, 4, 8>>(rules, root);
  return search;
}

std::unique_ptr<Search> make_search_32(const Rules& rules, const Root& root);
std::unique_ptr<Search> make_search_64(const Rules& rules, const Root& root);
std::unique_ptr<Search> make_search_256(const Rules& rules, const Root& root);

}  // namespace tessera::game::faithful
