// Tessera, a small embeddable Common Lisp dialect: all that a C++ program sees of it.
//
//     tessera::Interpreter lisp;
//     lisp.define("twice", [](int n) { return 2 * n; }, "Return N times two.");
//     auto numbers = lisp.eval<std::vector<int>>("(mapcar #'twice '(1 2 3))");   // 2, 4, 6
//     try {
//       lisp.call("twice", "two");
//     } catch (const tessera::Error& e) {
//       std::cerr << e.condition_class() << ": " << e.what() << '\n' << e.backtrace();   // TYPE-ERROR: ...
//     }
//
// lisp.hpp: Lisp and Interpreter; callback.hpp: functions for its streams; error.hpp: what is thrown; object.hpp:
// objects that C++ keeps; convert.hpp: what types of C++ are in Lisp; function.hpp: functions both ways; class.hpp:
// classes of C++ for Lisp; words.hpp: objects by hand, for conversions of one's own, and for natives as fast as the
// machine's, of which native.hpp tells. threads.hpp, for those who have other threads, is not part of it.
#pragma once

#include "tessera/callback.hpp"
#include "tessera/class.hpp"
#include "tessera/convert.hpp"
#include "tessera/error.hpp"
#include "tessera/function.hpp"
#include "tessera/lisp.hpp"
#include "tessera/native.hpp"
#include "tessera/object.hpp"
#include "tessera/words.hpp"
