// Makes the image when Tessera is built: make_image STDLIB-DIRECTORY OUTPUT [DOCSTRINGS [compact [LISP-FILE]]].
// Layer: repl.
#include <cstdio>
#include <fstream>

#include "api/bootstrap.hpp"
#include "api/image_roots.hpp"
#include "data/symbols/packages.hpp"
#include "text/printer.hpp"

namespace {

/// The builtins of COMMON-LISP and TESSERA. The library must not redefine them: one of the two definitions would be
/// dead, without a message.
class Builtins {
 public:
  explicit Builtins(tessera::Vm& vm) : vm_(vm) {
    vm.heap.collect(tessera::Heap::Reason::full);  // after it none of them moves
    for (const tessera::Value package : {vm.packages.cl, vm.packages.tessera})
      for (const tessera::Value symbol : tessera::package_symbols(package, true, true))
        if (const tessera::Value f = vm.symbol(symbol)->function; tessera::has_type(f, tessera::Type::native))
          functions_.push_back({symbol, f});
  }

  std::string redefined() const {
    for (const auto& [symbol, function] : functions_)
      if (vm_.symbol(symbol)->function != function)
        return tessera::printed(vm_, symbol, true) + " is a builtin, and defined in stdlib/ again";
    return "";
  }

 private:
  tessera::Vm& vm_;
  std::vector<std::pair<tessera::Value, tessera::Value>> functions_;
};

}  // namespace

namespace {

/// Calls `function` with strings. Returns false if it fails.
bool call(tessera::Vm& vm, tessera::Value function, std::initializer_list<std::string> strings) {
  std::vector<tessera::Value> arguments;
  for (const std::string& s : strings) arguments.push_back(vm.make_string(s));
  return !tessera::is_failed(vm.call_lisp(function, arguments));
}

/// Moves the library's docstrings from the image to the file `path`. Returns false if that fails.
bool move_docstrings(tessera::Vm& vm, const std::string& directory, const char* path) {
  return call(vm, vm.tessera("%SET-ARGUMENTS"), {path}) && call(vm, vm.cl("LOAD"), {directory + "/build/move-docstrings.lisp"}) &&
         call(vm, vm.tessera("%SET-ARGUMENTS"), {});
}

}  // namespace

int main(int argc, char** argv) {
  const bool compact = argc >= 5 && argc <= 6 && argv[4] == std::string_view("compact");
  if (argc != 3 && argc != 4 && !compact) {
    std::fprintf(stderr, "usage: make_image STDLIB-DIRECTORY OUTPUT [DOCSTRINGS [compact [LISP-FILE]]]\n");
    return 2;
  }
  const std::unique_ptr<tessera::Vm> machine = tessera::Vm::create();
  tessera::Vm& vm = *machine;
  tessera::bootstrap_natives(vm);
  const Builtins builtins(vm);
  std::string complaint = tessera::bootstrap_library(vm, argv[1]);
  if (complaint.empty()) complaint = builtins.redefined();
  if (!complaint.empty()) {
    std::fprintf(stderr, "%s\n", complaint.c_str());
    return 1;
  }
  if (argc >= 4 && !move_docstrings(vm, argv[1], argv[3])) {
    std::fprintf(stderr, "The docstrings cannot be moved to %s.\n", argv[3]);
    return 1;
  }
  if (argc == 6 && !call(vm, vm.cl("LOAD"), {argv[5]})) {
    std::fprintf(stderr, "%s cannot be loaded: %s\n", argv[5], tessera::printed(vm, vm.failure.initargs, true).c_str());
    return 1;
  }
  std::vector<char> image = tessera::save_image(vm);
  if (compact) image = tessera::compact_image(image);
  std::ofstream out(argv[2], std::ios::binary);
  out.write(image.data(), static_cast<std::streamsize>(image.size()));
  out.close();
  if (out) return 0;
  std::remove(argv[2]);
  std::fprintf(stderr, "The image cannot be written to %s.\n", argv[2]);
  return 1;
}
