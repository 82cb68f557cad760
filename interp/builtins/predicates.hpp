// Natives that only test their argument. Layer: builtins.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

template <bool (*test)(Value)> Value predicate(Runtime&, Args a) { return boolean(test(a[0])); }
template <Type type> Value type_predicate(Runtime&, Args a) { return boolean(has_type(a[0], type)); }

}  // namespace tessera
