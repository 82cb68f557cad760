// The faithful searches on sets of 64 hexes. Layer: faithful.
#include "faithful/make_search.hpp"

namespace tessera::game::faithful {

std::unique_ptr<Search> make_search_64(const Rules& rules, const Root& root) { return make_search_of<Bits64>(rules, root); }

}  // namespace tessera::game::faithful
