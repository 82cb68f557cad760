// A loop's code as a whole.
#include "jit/loop/loop_translator.hpp"

#include "base/config.hpp"

namespace tessera {

namespace {

constexpr int max_passes = 20;

}  // namespace

LoopTranslator::LoopTranslator(Vm& vm, const FieldOffsets& layout, CallTable& calls, JitFunction& function, JitLoop& loop,
                               const Value* base, asmjit::StringLogger* logger)
    : context_(vm, layout, calls, function, loop, logger),
      body_(context_.body),
      base_(base),
      registers_(context_),
      edges_(context_, registers_),
      emitter_(context_.emission),
      instructions_(context_, registers_, edges_, emitter_) {}

bool LoopTranslator::translate_loop() {
  if (registers_of(context_.emission.code) > register_set_size || !context_.emission.constants_have_settled()) return false;
  body_.find_live();
  if (!body_.find_loop()) return false;
  if (context_.feedback != nullptr) {
    body_.take_calls();
    return translate_passes();
  }
  body_.weigh();
  const LoopProgram& program = context_.emission.program;
  const RegisterSet live = body_.live(context_.loop.head);
  std::vector<TypeFeedback::Called> called;
  context_.feedback = std::make_shared<TypeFeedback>(program, body_.order(), base_, live, &called);
  if (body_.inline_calls(called)) context_.feedback = std::make_shared<TypeFeedback>(program, body_.order(), base_, live);
  return body_.pays() && translate_passes();
}

bool LoopTranslator::translate_function() {
  constexpr unsigned worth_while = 8;
  const Code* const code = context_.emission.code;
  context_.is_function = true;
  context_.loop.head = 0;
  context_.loop.last = context_.emission.count - 1;
  const std::uint32_t parameters = prologue_of(code->instructions)->arity;
  if (registers_of(code) > register_set_size || registers_of(code) > config::usual_frame_words) return false;
  if (parameters >= register_set_size || !body_.collect_function()) return false;
  if (context_.feedback == nullptr)
    context_.feedback = std::make_shared<TypeFeedback>(context_.emission.program, body_.order(), base_, only(parameters) - 1);
  if (uses_of_doubles() < worth_while || !body_.pays()) return false;
  body_.find_live();
  context_.loop.live = context_.function.live[0];
  return translate_passes();
}

unsigned LoopTranslator::uses_of_doubles() const {
  unsigned uses = 0;
  for (std::size_t n = 0; n < registers_of(context_.emission.code); ++n) uses += context_.feedback->floating_uses(n);
  return uses;
}

/// Repeats passes until they are stable: each pass both emits the code and finds the state before each instruction.
bool LoopTranslator::translate_passes() {
  body_.find_targets();
  registers_.allocate_registers();
  for (int pass = 0; pass < max_passes; ++pass) {
    edges_.begin_pass();
    registers_.begin_pass();
    instructions_.begin_pass();
    emit_pass();
    if (edges_.is_stable()) return context_.emission.finish();
  }
  return false;
}

void LoopTranslator::emit_pass() {
  if (context_.is_function) edges_.emit_function_entry();
  edges_.emit_entry();
  for (const std::size_t n : body_.order())
    if (edges_.begin(n)) instructions_.emit();
  if (!edges_.is_stable()) return;
  context_.emission.emit_deferred();
  edges_.emit_shared();
}

void LoopTranslator::publish() {
  instructions_.calls.publish();
  const LoopProgram& program = context_.emission.program;
  context_.loop.program = program.calls().empty() ? nullptr : std::make_shared<LoopProgram>(program);
  context_.loop.feedback = context_.feedback;
}

}  // namespace tessera
