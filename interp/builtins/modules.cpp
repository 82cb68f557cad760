// What REQUIRE needs beneath it: where the program's own modules lie, and loading one (chapter 24). Layer: builtins.
// Compiled for size.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "platform/shared_objects.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

Value program_module_directories(Runtime& rt, Args) {
  const std::string folder = platform::program_folder(), library = platform::library_folder();
  const Value beside_library = library.empty() ? NIL : rt.list({rt.make_string(library + "tessera/")});
  if (folder.empty()) return beside_library;
  const Value installed = rt.heap.cons(rt.make_string(folder + TESSERA_MODULES_FROM_PROGRAM "/"), beside_library);
  return rt.heap.cons(rt.make_string(folder + "modules/"), installed);
}

Value load_module(Runtime& rt, Args a) {
  const auto& load = vm_of(rt).load_module;
  if (!load) return rt.make_string("this program loads none");
  const std::string reason = load(rt.to_utf8(a[0]));
  return reason.empty() ? T : rt.make_string(reason);
}

constexpr Builtin modules_table[] = {
    {"%PROGRAM-MODULE-DIRECTORIES", "", program_module_directories,
     "Return the directories where the program's own modules are: beside its file, where an installation puts them, and beside the shared library.",
     VmOperation::none, Grant::reading_files},
    {"%LOAD-MODULE", "path", load_module,
     "Load the module in the shared object PATH, a string with its whole name. Return T, or a string that tells why it cannot be loaded.",
     VmOperation::none, Grant::shared_objects},
};

}  // namespace

std::span<const Builtin> modules_builtins() { return modules_table; }

}  // namespace tessera
