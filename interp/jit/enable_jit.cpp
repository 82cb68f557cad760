// Configures when an interpreter compiles to machine code.
#include "jit/enable_jit.hpp"

#include <asmjit/core.h>

#include <cstdlib>
#include <string_view>

#include "jit/asmjit_compiler.hpp"
#include "vm/jit/jit_state.hpp"

namespace tessera {

namespace {

/// Makes linkers take asmjit_messages.cpp out of the static library, before they look for these names in asmjit's own.
[[maybe_unused, gnu::used]] const auto messages_of_ours = &asmjit::DebugUtils::errorAsString;

}  // namespace

void use_machine_code(Vm& vm, Options::MachineCode asked) {
  using Choice = Options::MachineCode;
  if (const char* const variable = std::getenv("TESSERA_MACHINE_CODE"); variable != nullptr) {
    const std::string_view word = variable;
    asked = word == "off" ? Choice::off : word == "all" || word == "doubt" ? Choice::all : word == "hot" ? Choice::hot : asked;
    if (word == "doubt") vm.jit().exit_at_random();
  }
  if (asked == Choice::off) return;
  const auto make = [](Vm& vm) -> std::unique_ptr<JitCompiler> { return std::make_unique<AsmjitCompiler>(vm); };
  vm.jit().use(make, asked == Choice::all ? 1 : config::machine_code_threshold);
}

}  // namespace tessera
