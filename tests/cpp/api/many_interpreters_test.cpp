// Many interpreters in one process: they work, and the memory of each.
#include <cstdlib>
#include <deque>
#include <fstream>
#include <string>

#include "lisp.hpp"

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int many = 10;  // they need address space themselves
constexpr bool memory_is_our_own = false;
#else
constexpr int many = 200;
#ifdef NDEBUG
constexpr bool memory_is_our_own = true;
#else
constexpr bool memory_is_our_own = false;
#endif
#endif

/// KiB that belong to this process alone.
long private_kib() {
  std::ifstream file("/proc/self/smaps_rollup");
  long sum = 0;
  for (std::string line; std::getline(file, line);)
    if (line.rfind("Private_", 0) == 0) sum += std::atol(line.c_str() + line.find(':') + 1);
  return sum;
}

}  // namespace

TEST_CASE("many interpreters live side by side, and each takes about a megabyte", "[interpreter]") {
  std::deque<tessera::Interpreter> all;
  const auto add = [&all](const std::string& source) { all.emplace_back(with(tessera::Options::MachineCode::hot)).eval(source); };
  for (int i = 0; i < 3; ++i) add("1");
  const long before = private_kib();
  add("1");
  const long one = private_kib() - before;
  if (before > 0 && memory_is_our_own) CHECK(one <= 1120);
  all.clear();
  while (static_cast<int>(all.size()) < many) add("(defvar *number* " + std::to_string(all.size()) + ")");  // counted from 0
  int number = 0;
  for (const auto& lisp : all) CHECK(lisp.eval<int>("*number*") == number++);
  all.erase(all.begin(), all.begin() + many / 2);
  number = many / 2;
  for (const auto& lisp : all) CHECK(lisp.eval<int>("(progn (setq *number* (list *number*)) (car *number*))") == number++);
}

TEST_CASE("an interpreter in the memory of an ended one finds nothing of that", "[interpreter]") {
  const tessera::Interpreter first;  // has the image's own address
  for (int round = 0; round < 3; ++round) {
    const tessera::Interpreter lisp(with(tessera::Options::MachineCode::all));
    CHECK_FALSE(lisp.eval<bool>("(boundp '*left*)"));
    CHECK(lisp.eval<std::string>("(string-upcase (symbol-name 'car))") == "CAR");
    lisp.eval(
        "(defvar *left* 1) (setf (get 'car 'left) t)"
        "(defun print-object-count () (loop for x across (vector 1 2 3) sum (length (princ-to-string x))))"
        "(tessera:gc :full t)");
    CHECK(lisp.eval<int>("(print-object-count)") == 3);
    CHECK(lisp.self_check().empty());
  }
  CHECK_FALSE(tessera::Interpreter().eval<bool>("(get 'car 'left)"));
}
