// The Values of a Runtime that an image stores. Layer: api.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace tessera {

/// Returns the image of a Vm whose library is loaded.
std::vector<char> save_image(Vm& vm);
/// Returns the form of that image for programs that are downloaded: see memory/compact_image.hpp.
std::vector<char> compact_image(std::span<const char> image);
/// Restores the roots of an empty Vm from the image that was loaded into its heap. Returns "", or why they are not
/// roots: the Vm is unusable then.
std::string restore_roots(Vm& vm, std::span<const Value> roots);
/// Gives an empty Vm the state of an image whose bytes were checked. Returns "", or why this failed.
std::string restore_image(Vm& vm, std::span<const char> image);

}  // namespace tessera
