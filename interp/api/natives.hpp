// Functions of C++ for Lisp: what stands behind their Native objects. Layer: api.
#pragma once

#include <memory>
#include <string_view>

#include "api/weak_table.hpp"
#include "tessera/lisp.hpp"

namespace tessera::detail {

struct NativeEntry;

/// The functions of C++ of one State. Each goes when nothing refers to its Native any more.
class Natives {
 public:
  explicit Natives(State& state);
  ~Natives();
  /// A Native object for it; `name`, a symbol, stands in messages.
  Value make(Value name, std::string_view lambda_list, std::unique_ptr<Native> native, std::string_view documentation);
  /// Keep the Native `prototype`, of which there are closures, as long as the State. Throws std::invalid_argument unless it is one of these.
  void keep(Value prototype) {
    if (!has_type(prototype, Type::native) || prototype.as_object()->slots[0] != last_kept_) keep_first_time(prototype);
  }
  std::size_t count() const { return entries_.size(); }

 private:
  void keep_first_time(Value prototype);

  State& state_;
  WeakTable<NativeEntry> entries_;
  Value last_kept_ = NIL;  ///< what tells its closures from others: see make_native_closure
};

/// Throw std::invalid_argument unless the host may define what `name` denotes.
void check_definable(const Lisp& lisp, std::string_view name);

}  // namespace tessera::detail
