// A package of C++ functions, as modules have one.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "tessera/tessera.hpp"

namespace tessera {

/// Signals a SIMPLE-ERROR.
[[noreturn]] inline void fail(const std::string& message) { throw Error("simple-error", message); }

/// Signals an error unless the host permits what the member of Permissions says, such as &Permissions::network.
inline void require_permission(const Lisp& lisp, bool Permissions::*permission) {
  if (lisp.permissions().*permission) return;
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) \
  if (permission == &Permissions::member) fail("permission denied by the host program: " noun);
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
}

/// Signals an error unless the host lets scripts read all files.
inline void require_all_files(const Lisp& lisp) {
  const Permissions& permitted = lisp.permissions();
  if (permitted.files == Permissions::Files::none || !permitted.folder.empty())
    fail("permission denied by the host program: files anywhere");
}

/// C++ functions in a package of their own:
///
///     tessera::FunctionPackage dice(lisp, "DICE");
///     dice.define("sides", "", [] { return 6; }, "Returns the number of sides of a die.");
///     dice.export_functions();
///     lisp.eval<int>("(dice:sides)");   // 6
///
/// A class with the data of one interpreter may derive from it: it has `lisp_`, and is not copied. `Lisp::keep_alive`
/// keeps its object.
class FunctionPackage {
 public:
  /// Makes the package `name`, in upper case, unless it exists. It uses no other package.
  FunctionPackage(const Lisp& lisp, const std::string& name) : lisp_(lisp), name_(name) {
    lisp_.eval("(unless (find-package \"" + name_ + "\") (make-package \"" + name_ + "\" :use '()))");
  }

  FunctionPackage(const FunctionPackage&) = delete;
  FunctionPackage& operator=(const FunctionPackage&) = delete;

  /// Defines a function like Lisp::define, in the package.
  template <class F> void define(const std::string& name, std::string_view lambda_list, F function, std::string_view documentation) const {
    lisp_.define(name_ + "::" + name, lambda_list, std::move(function), documentation);
  }

  /// Exports all names of the package that have functions.
  void export_functions() const {
    lisp_.eval("(do-symbols (name \"" + name_ + "\") (when (fboundp name) (export name \"" + name_ + "\")))");
  }

 protected:
  const Lisp lisp_;

 private:
  const std::string name_;
};

}  // namespace tessera
