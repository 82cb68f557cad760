// Which Values of a Runtime an image keeps. Layer: api.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace tessera {

/// The image of a Vm whose library is loaded.
std::vector<char> save_image(Vm& vm);
/// Give an empty Vm, into whose heap an image was loaded, the state of that image's roots. "", or why they are not its roots: then it
/// is of no use any more.
std::string restore_roots(Vm& vm, std::span<const Value> roots);
/// Give an empty Vm the state of an image about whose bytes there is no complaint. "", or why it cannot have it.
std::string restore_image(Vm& vm, std::span<const char> image);

}  // namespace tessera
