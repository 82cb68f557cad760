// Modules: opens shared objects and checks that they belong to this build; modules that the program itself offers.
// Compiled for size.
#include "api/shared_modules.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>

#include "api/state.hpp"
#include "data/streams/streams.hpp"
#include "platform/shared_objects.hpp"
#include "runtime/permissions.hpp"
#include "tessera/module.hpp"

namespace tessera {

namespace {

std::string why_not_opened(const std::string& reason) {
  if (reason.find("undefined symbol") == std::string::npos) return reason;
  return reason +
         " (it is of another build, or the program lets modules see nothing of it: see tessera_host_modules in interp/cmake/modules.cmake)";
}

}  // namespace

std::string load_shared_module(const Lisp& lisp, const std::string& path) {
  std::string reason;
  void* const object = platform::open_shared_object(path, reason);
  if (object == nullptr) return why_not_opened(reason);
  using Entry = const Module*();
  auto* entry = reinterpret_cast<Entry*>(platform::find_in_shared_object(object, module_entry));
  if (entry == nullptr) return std::string("it is not a module of Tessera: it has no function ") + module_entry;
  const Module* module = entry();
  if (std::string(module->build) != TESSERA_BUILD)
    return std::string("it was built for Tessera ") + module->build + ", and this is " + TESSERA_BUILD;
  try {
    module->load(lisp);
  } catch (const std::exception& e) { return std::string("an exception of C++: ") + e.what(); }
  return "";
}

void Lisp::offer_module(std::string_view name, Callback<void(const Lisp&)> load) const {
  if (!load) detail::throw_empty_callback();
  call("tessera::%host-offer-module", name, make_function("require", [load = std::move(load)](const Lisp& lisp) {
         const detail::TrustedLoad trusted(lisp.state(), true);
         load(lisp);
         return true;
       }));
}

namespace detail {

TrustedLoad::TrustedLoad(State& state, bool trusted) : state_(state), grants_(trusted && !state.vm.allows(Permission::redefinition)) {
  if (grants_) state_.vm.grant(Permission::redefinition);
}

TrustedLoad::~TrustedLoad() {
  if (grants_) state_.vm.withhold(Permission::redefinition);
}

namespace {

constexpr std::string_view compiled_type = ".tfasl";

/// Appends the folders of `path`, which colons separate.
void append_folders(std::vector<std::string>& folders, std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    std::string folder(path.substr(begin, end - begin));
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    if (!folder.empty()) folders.push_back(folder.back() == '/' ? folder : folder + "/");
    begin = end + 1;
  }
}

/// True if `name` cannot lead to a file in another folder.
bool is_module_name(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

/// Returns the folders where modules are that the host trusts.
std::vector<std::string> own_folders(const State& state) {
  std::vector<std::string> folders = state.vm.module_path;
  if (const std::string program = platform::program_folder(); !program.empty()) {
    folders.push_back(program + "modules/");
    folders.push_back(program + TESSERA_MODULES_FROM_PROGRAM "/");
  }
  if (const std::string library = platform::library_folder(); !library.empty()) folders.push_back(library + "tessera/");
  return folders;
}

Value load_own_module(State& state, const std::string& name) {
  Vm& vm = state.vm;
  if ((vm.allows(Permission::read_files) && vm.allows(Permission::redefinition)) || !is_module_name(name)) return NIL;
  for (const std::string& folder : own_folders(state)) {
    const std::string path = folder + name + std::string(compiled_type);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    const Value stream = open_file_input(vm, path);
    if (is_failed(stream)) return FAILED;
    const TrustedLoad trusted(state, true);
    return is_failed(vm.call_lisp(vm.symbol(vm.tessera("%HOST-LOAD"))->function, {stream, vm.make_string(path)})) ? FAILED : T;
  }
  return NIL;
}

}  // namespace

bool is_own_module(const State& state, std::string_view path) {
  if (state.vm.allows(Permission::redefinition) || !path.ends_with(compiled_type)) return false;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  for (const std::string& own : own_folders(state))
    if (std::filesystem::equivalent(folder, own, ignored)) return true;
  return false;
}

void find_own_modules(State& state, const Options& options) {
  std::vector<std::string>& folders = state.vm.module_path;
  if (const char* const variable = std::getenv("TESSERA_PATH"); variable != nullptr) append_folders(folders, variable);
  for (const std::string& folder : options.module_path) append_folders(folders, folder);
  if (options.own_modules != nullptr) append_folders(folders, options.own_modules);
  state.vm.load_own_module = [&state](const std::string& name) { return load_own_module(state, name); };
}

}  // namespace detail

}  // namespace tessera
