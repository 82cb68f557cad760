// How the API's parts see each other's insides. Layer: api.
#pragma once

#include "tessera/tessera.hpp"
#include "vm/vm.hpp"

namespace tessera {

struct Access {
  static Object_ref wrap(Vm* vm, Value v) { return Object_ref(vm, std::make_shared<Handle>(vm->heap, v)); }
  static Value unwrap(const Object_ref& r) { return r.handle_ == nullptr ? NIL : r.handle_->get(); }
  static Call call(Vm* vm, Args a) { return Call(vm, a.values, a.count); }
  static bool failed(const Call& c) { return c.failed_; }
};

}  // namespace tessera
