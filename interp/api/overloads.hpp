// Functions of C++ with several overloads, or that call others. Layer: api.
#pragma once

#include <memory>
#include <vector>

#include "tessera/overloads.hpp"

namespace tessera::detail {

/// Adds `function` to the overloads of `known`, which becomes a set of overloads. Returns a function for the same set.
std::unique_ptr<HostFunction> add_overload(std::unique_ptr<HostFunction>& known, std::unique_ptr<HostFunction> function);

/// Returns `function`, a method of an overridable class: it calls the C++ function of its object's base class, as Lisp
/// has dispatched already. `symbol` is its name.
std::unique_ptr<HostFunction> called_directly(std::unique_ptr<HostFunction> function, ObjectRef symbol);

}  // namespace tessera::detail
