// Natives beneath REQUIRE: where the program's own modules are, and loading one (chapter 24). Layer: builtins.
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

Value host_module_directories(Runtime& rt, Args) {
  const std::vector<std::string>& path = vm_of(rt).module_path;
  Value directories = NIL;
  for (std::size_t i = path.size(); i-- > 0;) directories = rt.heap.cons(rt.make_string(path[i]), directories);
  return directories;
}

Value load_own_module(Runtime& rt, Args a) {
  const auto& load = vm_of(rt).load_own_module;
  return load ? load(rt.to_utf8(a[0])) : NIL;
}

Value load_module(Runtime& rt, Args a) {
  const auto& load = vm_of(rt).load_module;
  if (!load) return rt.make_string("this program loads no modules");
  const std::string reason = load(rt.to_utf8(a[0]));
  return reason.empty() ? T : rt.make_string(reason);
}

constexpr Builtin modules_table[] = {
    {"%PROGRAM-MODULE-DIRECTORIES", "", program_module_directories,
     "Returns the directories where the program's own modules are: beside its file, where an installation puts them, and beside the "
     "shared library.",
     Permission::read_files},
    {"%HOST-MODULE-DIRECTORIES", "", host_module_directories,
     "Returns the directories where the host program and the environment variable TESSERA_PATH say that modules are.",
     Permission::read_files},
    {"%LOAD-OWN-MODULE", "name", load_own_module,
     "Loads the module NAME from one of the host program's directories, where scripts may not load it themselves. Returns true if it did."},
    {"%LOAD-MODULE", "path", load_module,
     "Loads the module in the shared object PATH, a string with its whole name. Returns T, or a string that says why it cannot be "
     "loaded.",
     Permission::shared_objects},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::modules>() { return modules_table; }

}  // namespace tessera
