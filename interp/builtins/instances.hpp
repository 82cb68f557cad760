// What natives for classes and instances share. Layer: builtins.
#pragma once

#include "data/runtime.hpp"

namespace tessera {

/// The class of `object`: an instance knows it; for others it stands in `classes`, a simple vector by representation, or is NIL.
Value class_among(Value object, Value classes);

}  // namespace tessera
