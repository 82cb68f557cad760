// The faithful searches on sets of 256 hexes. Layer: faithful.
#include "faithful/make_search.hpp"

namespace tessera::game::faithful {

std::unique_ptr<Search> make_search_256(const Rules& rules, const Root& root) { return make_search_of<Bits256>(rules, root); }

}  // namespace tessera::game::faithful
