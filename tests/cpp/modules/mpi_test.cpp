// The module mpi seen from a host: permissions, limits, several interpreters. tests/mpi/ has programs of many
// processes.
#include <chrono>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;

tessera::Options with_modules() {
  tessera::Options options;
  options.permissions.shared_objects = true;
  return options;
}

bool has_module(Interpreter& lisp) {
  const bool has = eval(lisp, "(require \"mpi\")").ok;
  if (!has) WARN("the module mpi was not built");
  return has;
}

TEST_CASE("limits and cancellations end waits for messages", "[modules][mpi]") {
  Interpreter lisp(with_modules());
  if (!has_module(lisp)) return;
  REQUIRE(outcome(lisp, "(mpi:comm-rank)") == "0");
  lisp.set_limits({.time = std::chrono::milliseconds(50)});
  for (const char* const form : {"(mpi:receive)", "(mpi:probe)", "(mpi:wait (mpi:ireceive :tag 5))"})
    CHECK_THROWS_AS(lisp.eval(form), tessera::LimitReached);
  lisp.set_limits({});
  CHECK(outcome(lisp, "(progn (mpi:send 'after 0) (mpi:receive))") == "AFTER");
}

TEST_CASE("one interpreter at a time uses MPI", "[modules][mpi]") {
  {
    Interpreter first(with_modules()), second(with_modules());
    if (!has_module(first) || !has_module(second)) return;
    CHECK(outcome(first, "(mpi:comm-size)") == "1");
    CHECK(outcome(second, "(mpi:comm-size)") == "MPI-ERROR: RANK: another interpreter of this process uses MPI");
    CHECK(outcome(first, "(progn (mpi:send '(1 2) 0) (mpi:receive))") == "(1 2)");
  }
  Interpreter next(with_modules());
  REQUIRE(has_module(next));
  CHECK(outcome(next, "(progn (mpi:send 1 0 :tag 3) (mpi:receive :tag 3))") == "1");
}

TEST_CASE("a sandbox without the network has no MPI, and cannot forge messages", "[modules][mpi]") {
  tessera::Options options = tessera::Options::sandboxed();
  options.permissions.files = tessera::Permissions::Files::read;
  SECTION("no shared objects") {
    Interpreter lisp(options);
    CHECK_FALSE(eval(lisp, "(require \"mpi\")").ok);
    CHECK(outcome(lisp, "(and (find-package \"PARALLEL-NATIVE\") (fboundp (intern \"READ-BYTES\" \"PARALLEL-NATIVE\")))") == "NIL");
  }
  SECTION("shared objects alone") {
    options.permissions.shared_objects = true;
    Interpreter lisp(options);
    CHECK_FALSE(eval(lisp, "(require \"mpi\")").ok);
  }
}

}  // namespace
