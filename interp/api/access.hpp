// How the API's parts see each other's insides. Layer: api.
#pragma once

#include "tessera/tessera.hpp"
#include "vm/vm.hpp"

namespace tessera {

struct Access {
  static ObjectRef wrap(Vm* vm, Value v) { return ObjectRef(vm, std::make_shared<Handle>(vm->heap, v)); }
  static Value unwrap(const ObjectRef& r) { return r.handle_ == nullptr ? NIL : r.handle_->get(); }
  static Call call(Vm* vm, Args a) { return Call(vm, a.values, a.count); }
  static bool failed(const Call& c) { return c.failed_; }
};

}  // namespace tessera
