// A fuzz target: message catalogues (.po) of any bytes are refused by a condition of their reader, or can be used.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../cpp/attempts.hpp"

namespace {

class Catalogues {
 public:
  Catalogues() { check(load(lisp_, TESSERA_SOURCE_DIR "/tests/fuzz/catalogues.lisp")); }

  void run(const std::uint8_t* data, std::size_t size) {
    const int file = memfd_create("catalogue", 0);
    if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) give_up("there is no file in memory");
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    check(attempt([&] { return lisp_.call<tessera::ObjectRef>("read-and-use", path); }));
    close(file);
    if (++count_ % trials_between_checks != 0) return;
    if (const std::string wrong = lisp_.self_check(); !wrong.empty()) give_up(wrong);
  }

 private:
  static constexpr int trials_between_checks = 500;

  static void check(const Result& r) {
    if (!r.ok) give_up(r.condition + ": " + r.message);
  }
  [[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
  }

  static tessera::Options with_files() {
    tessera::Options options;
    options.error_output = [](std::string_view) {};
    return options;
  }
  tessera::Interpreter lisp_{with_files()};
  int count_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Catalogues catalogues;
  catalogues.run(data, size);
  return 0;
}
