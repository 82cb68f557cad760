// A package of C++ functions, as modules have one.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "tessera/tessera.hpp"

namespace tessera {

/// C++ functions in a package of their own:
///
///     tessera::FunctionPackage dice(lisp, "DICE");
///     dice.define("sides", "", [] { return 6; }, "Returns the number of sides of a die.");
///     dice.export_functions();
///     lisp.eval<int>("(dice:sides)");   // 6
///
/// The data of one interpreter may derive from it, and be kept by `Lisp::keep_alive`.
class FunctionPackage {
 public:
  /// Makes the package `name`, in upper case, unless it exists. It uses no other package.
  FunctionPackage(const Lisp& lisp, const std::string& name) : lisp_(lisp), name_(name) {
    lisp_.eval("(unless (find-package \"" + name_ + "\") (make-package \"" + name_ + "\" :use '()))");
  }

  /// Defines a function like Lisp::define, in the package.
  template <class F> void define(const std::string& name, std::string_view lambda_list, F function, std::string_view documentation) const {
    lisp_.define(name_ + "::" + name, lambda_list, std::move(function), documentation);
  }

  /// Exports all names of the package that have functions.
  void export_functions() const {
    lisp_.eval("(do-symbols (name \"" + name_ + "\") (when (fboundp name) (export name \"" + name_ + "\")))");
  }

 private:
  const Lisp lisp_;
  const std::string name_;
};

}  // namespace tessera
