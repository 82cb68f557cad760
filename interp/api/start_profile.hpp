// Which objects of an image a start looks at. Layer: api.
#pragma once

#include <span>
#include <vector>

#include "memory/value.hpp"

namespace tessera {

/// The objects among those that `roots`, all that an image keeps, lead to, which a process looks at until it has read and evaluated
/// a form. Found by starting from a trial image in another process; none where that cannot be done.
std::vector<Value> objects_of_start(std::span<const Value> roots);

}  // namespace tessera
