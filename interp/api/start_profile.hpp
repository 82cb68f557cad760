// The objects of an image that a start touches. Layer: api.
#pragma once

#include <span>
#include <vector>

#include "memory/value.hpp"

namespace tessera {

/// Returns the objects reachable from `roots`, the roots of an image, that a process touches until it has read and
/// evaluated a form. Starts from a trial image in another process to find them; returns none where that is impossible.
std::vector<Value> objects_of_start(std::span<const Value> roots);

}  // namespace tessera
