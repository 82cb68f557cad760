// Choosing the search for a board. Layer: faithful.
#include "faithful/search.hpp"

#include "faithful/make_search.hpp"

namespace tessera::game::faithful {

std::unique_ptr<Search> make_search(const Rules& rules, const Root& root) {
  if (rules.size < 1 || rules.size > max_board_size || rules.players < 1 || rules.max_dice < 0 || root.mover < 0 || root.player < 0)
    return nullptr;
  if (!has_shape_of(rules, root.board)) return nullptr;
  const int cells = rules.size * rules.size;
  if (cells <= capacity<Bits32>) return make_search_32(rules, root);
  if (cells <= capacity<Bits64>) return make_search_64(rules, root);
  return make_search_256(rules, root);
}

}  // namespace tessera::game::faithful
