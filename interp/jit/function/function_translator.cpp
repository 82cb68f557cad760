// A function's machine code as a whole.
#include "jit/function/function_translator.hpp"

#include <cstring>

#include "base/config.hpp"

namespace tessera {

bool FunctionTranslator::translate() {
  if (emission_.count > config::max_function_instructions || !emission_.constants_have_settled()) return false;
  control_.emit_entry();
  for (std::size_t n = 0; n < emission_.count;) {
    emit_at(n);
    n = next_index();
    const Control& control = facts_of(emission_.instructions[emission_.at]).control;
    if (control.flow != Flow::over) continue;
    const std::size_t end = n + control.passed;  // the single operations are out of line
    emission_.defer([this, n, end]() {
      for (std::size_t single = n; single < end; single = next_index()) emit_at(single);
      control_.bind_begun();
      emission_.assembler.jump(control_.label_of(static_cast<std::ptrdiff_t>(end)));
    });
    n = end;
  }
  control_.emit_end();
  emission_.emit_deferred();
  return emission_.finish();
}

void FunctionTranslator::emit_at(std::size_t n) {
  control_.begin(n);
  emitter_.emit();
}

void FunctionTranslator::put_head(JitFunction* function) {
  std::memcpy(emission_.assembler.data() + head_bytes - sizeof function, &function, sizeof function);
}

}  // namespace tessera
