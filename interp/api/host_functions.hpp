// C++ functions for Lisp: the data behind their Native objects. Layer: api.
#pragma once

#include <memory>
#include <string_view>

#include "api/weak_table.hpp"
#include "tessera/lisp.hpp"

namespace tessera::detail {

struct HostFunctionEntry;

/// The C++ functions of one State. Each is destroyed when nothing refers to its Native.
class HostFunctions {
 public:
  explicit HostFunctions(State& state);
  ~HostFunctions();
  /// Returns a Native object for a function; `name`, a symbol, appears in messages.
  Value make(Value name, std::string_view lambda_list, std::unique_ptr<HostFunction> function, std::string_view documentation);
  /// Keeps the Native `prototype` of closures alive as long as the State. Throws std::invalid_argument for other
  /// functions.
  void keep(Value prototype) {
    if (!has_type(prototype, Type::native) || prototype.as_object()->slots[0] != last_kept_) keep_first_time(prototype);
  }
  /// Returns the function behind a Native of a host; nullptr for other objects.
  std::unique_ptr<HostFunction>* function_of(Value native);
  std::size_t count() const { return entries_.size(); }

 private:
  void keep_first_time(Value prototype);

  State& state_;
  WeakTable<HostFunctionEntry> entries_;
  Value last_kept_ = NIL;  ///< the last prototype kept: see make_native_closure
};

/// True if parameters in `lambda_list` have defaults or keywords.
bool has_defaults(std::string_view lambda_list);
/// Returns a function of Lisp with the parameters in `lambda_list`; "" stands for those of `function`.
ObjectRef make_function_object(State& state, const ObjectRef& symbol, std::string_view lambda_list, std::unique_ptr<HostFunction> function,
                               std::string_view documentation);
/// Returns the parameters of a Native of a host; "" for other functions.
std::string lambda_list_of(const ObjectRef& function);

/// Throws std::invalid_argument unless the host may define a function called `name`.
void check_definable(const Lisp& lisp, std::string_view name);

}  // namespace tessera::detail
