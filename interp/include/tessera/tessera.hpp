// Tessera, a small embeddable Common Lisp dialect: all that a C++ program sees of it.
//
//     tessera::Interpreter lisp;
//     lisp.define("twice", [](int n) { return 2 * n; }, "Returns N times two.");
//     auto numbers = lisp.eval<std::vector<int>>("(mapcar #'twice '(1 2 3))");   // 2, 4, 6
//     try {
//       lisp.call("twice", "two");
//     } catch (const tessera::Error& e) {
//       std::cerr << e.condition_class() << ": " << e.what() << '\n' << e.backtrace();   // TYPE-ERROR: ...
//     }
//
//     lisp.hpp       Lisp and Interpreter
//     callback.hpp   functions for its streams
//     error.hpp      the exceptions
//     object.hpp     objects that C++ keeps
//     convert.hpp    conversions between C++ and Lisp types
//     function.hpp   Lisp functions in C++, and C++ functions in Lisp
//     overloads.hpp  functions with overloads, and policies for results
//     class.hpp      C++ classes in Lisp
//     containers.hpp containers by reference
//     arrays.hpp     arrays of numbers in place
//     access.hpp     variables and parts of objects by name
//     exceptions.hpp conditions for C++ exceptions
//     words.hpp      objects without conversion, for conversions of other types and for fast functions
//     native.hpp     rules for fast functions
// Separate headers: package.hpp and module.hpp for modules, threads.hpp for programs with several threads.
#pragma once

#include "tessera/access.hpp"
#include "tessera/arrays.hpp"
#include "tessera/callback.hpp"
#include "tessera/class.hpp"
#include "tessera/containers.hpp"
#include "tessera/convert.hpp"
#include "tessera/error.hpp"
#include "tessera/exceptions.hpp"
#include "tessera/function.hpp"
#include "tessera/lisp.hpp"
#include "tessera/native.hpp"
#include "tessera/object.hpp"
#include "tessera/overloads.hpp"
#include "tessera/words.hpp"
