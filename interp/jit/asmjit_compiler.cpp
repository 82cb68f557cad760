// The JIT compiler of a Vm, made with asmjit.
#include "jit/asmjit_compiler.hpp"

#include "base/config.hpp"
#include "jit/calls/vm_entries.hpp"
#include "jit/function/function_translator.hpp"
#include "jit/loop/loop_translator.hpp"
#include "platform/clock.hpp"

namespace tessera {

AsmjitCompiler::AsmjitCompiler(Vm& vm)
    : vm_(vm), offsets_(vm), memory_(config::machine_code_bytes), calls_(vm, offsets_, memory_, names_, statistics_) {
  enter_ = memory_.begin() == nullptr ? nullptr : make_links(vm, offsets_, memory_);
  if (enter_ != nullptr) unwind_table_ = std::make_unique<platform::UnwindTable>(memory_.begin(), memory_.bytes());
  vm_.heap.add_root_source(this);
  VmEntries::forget_resume_entries(vm_);
}

AsmjitCompiler::~AsmjitCompiler() { vm_.heap.remove_root_source(this); }

bool AsmjitCompiler::compile(const Code* code, const Value* base) {
  if (enter_ == nullptr) return false;
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  const bool made = compile(code);
  if (made && base != nullptr) compile_specialized(*functions_.back(), base);
  statistics_.count_time(platform::monotonic_nanoseconds() - begin);
  return made;
}

/// Compiles the loop, or stops counting its rounds if it cannot be compiled.
void AsmjitCompiler::compile_loop(const Code* code, std::size_t head, const Value* base) {
  JitFunction* const function = JitFunction::of(prologue_of(code->instructions));
  for (const auto& loop : function->loops)
    if (loop->head == head) {
      const std::uint64_t begin = platform::monotonic_nanoseconds();
      if (!compile_loop(*function, *loop, base)) loop->code = function->begin + function->offsets[head];
      statistics_.count_time(platform::monotonic_nanoseconds() - begin);
    }
}

bool AsmjitCompiler::compile_loop(JitFunction& function, JitLoop& loop, const Value* base) {
  LoopTranslator translator(vm_, offsets_, calls_, function, loop, base);
  if (!translator.translate_loop()) return false;
  loop.code = keep(translator, loop);
  if (loop.code == nullptr) return false;
  names_.add(vm_, function, &loop);
  return true;
}

/// Puts the code into memory and returns its address; nullptr if there is no room.
const char* AsmjitCompiler::keep(LoopTranslator& translator, JitLoop& loop) {
  const std::size_t bytes = translator.size();
  const char* const begin = memory_.keep(translator.code(), bytes);
  if (begin == nullptr) return nullptr;
  if (loop.begin != nullptr) loop.former.emplace_back(loop.begin, loop.bytes);
  loop.side_exits_tolerated = config::machine_code_side_exits;
  loop.other_callees_tolerated = config::machine_code_misses;
  loop.begin = begin;
  translator.publish();
  loop.bytes = bytes;
  ++statistics_.loops;
  statistics_.bytes += bytes;
  return begin;
}

/// Compiles the function once more, specialized for doubles, if that pays; then calls enter that code.
void AsmjitCompiler::compile_specialized(JitFunction& function, const Value* base) {
  auto specialized = std::make_unique<JitLoop>();
  LoopTranslator translator(vm_, offsets_, calls_, function, *specialized, base);
  if (!translator.translate_function()) return;
  const char* const begin = keep(translator, *specialized);
  if (begin == nullptr) return;
  specialized->code = begin + translator.entry_offset();
  function.specialized = std::move(specialized);
  const_cast<Prologue*>(prologue_of(function.code->instructions))->machine_code = begin + FunctionTranslator::head_bytes;
  names_.add(vm_, function, function.specialized.get());
}

bool AsmjitCompiler::compile(const Code* code) {
  FunctionTranslator translator(vm_, offsets_, calls_, code);
  if (!translator.translate()) return false;
  auto function = std::make_unique<JitFunction>();
  const std::size_t bytes = translator.size();
  translator.put_head(function.get());
  const char* const begin = memory_.keep(translator.code(), bytes);
  if (begin == nullptr) return false;
  *function = {code, begin, bytes, translator.take_places(), translator.take_loops(begin), {}, nullptr};
  const_cast<Prologue*>(prologue_of(code->instructions))->machine_code = begin + FunctionTranslator::head_bytes;
  ++statistics_.functions;
  ++statistics_.compilations;
  statistics_.bytes += bytes;
  statistics_.instructions += instruction_count(code);
  names_.add(vm_, *function, nullptr);
  functions_.push_back(std::move(function));
  return true;
}

/// Emits the code again to list it. Natives that have been redefined since then appear as they are now.
std::string AsmjitCompiler::listing(const Code* code) {
  if (prologue_of(code->instructions)->machine_code == nullptr) return "";
  asmjit::StringLogger logger;
  FunctionTranslator translator(vm_, offsets_, calls_, code, &logger);
  if (!translator.translate()) return "";
  std::string text = logger.data();
  JitFunction& function = *JitFunction::of(prologue_of(code->instructions));
  for (const auto& loop : function.loops)
    if (loop->begin != nullptr) {
      text += "; the loop at " + std::to_string(loop->head);
      if (loop->feedback == nullptr) {
        text += ", whose inlined functions have been collected\n";
        continue;
      }
      LoopTranslator once_more(vm_, offsets_, calls_, function, *loop, &logger);
      text += loop->code == loop->begin      ? ", specialized for what its registers held:\n"
              : loop->code == loop->counting ? ", which will be recompiled:\n"
                                             : ", which side-exited too often and is no longer entered:\n";
      if (once_more.translate_loop()) text += logger.data();
    }
  if (function.specialized != nullptr) {
    LoopTranslator once_more(vm_, offsets_, calls_, function, *function.specialized, &logger);
    text += "; the function once more, specialized for doubles:\n";
    if (once_more.translate_function()) text += logger.data();
  }
  return text;
}

/// Frees the machine code of dead code objects; a code object is alive as long as a frame runs it.
void AsmjitCompiler::forget_dead(const Liveness& liveness) {
  calls_.forget_dead(liveness);
  if (liveness.young_only()) return;
  for (const auto& function : functions_) {
    for (const auto& loop : function->loops) forget_callees(*loop, liveness);
    if (function->specialized != nullptr) forget_callees(*function->specialized, liveness);
  }
  std::erase_if(functions_, [&](const std::unique_ptr<JitFunction>& f) {
    Value code = to_value(f->code);
    if (liveness.alive(code)) return false;
    release(*f);
    return true;
  });
}

/// Clears the words that guards compare with callees, since another object may take a dead one's address.
void AsmjitCompiler::forget_callees(JitLoop& loop, const Liveness& liveness) {
  std::erase_if(loop.seen, [&](JitLoop::Callee& callee) { return !liveness.alive(callee.code); });
  for (const auto& expected : loop.expected)
    if (!liveness.alive(*expected)) *expected = Value();
  if (loop.program == nullptr || loop.program->is_alive(liveness)) return;
  loop.program = nullptr;
  loop.feedback = nullptr;
}

void AsmjitCompiler::release(const JitFunction& function) {
  VmEntries::forget_resume_entries(vm_);
  memory_.release(const_cast<char*>(function.begin), function.bytes);
  names_.remove(function.begin);
  --statistics_.functions;
  statistics_.bytes -= function.bytes;
  const auto free = [this](const JitLoop& loop) {
    memory_.release(const_cast<char*>(loop.begin), loop.bytes);
    names_.remove(loop.begin);
    statistics_.bytes -= loop.bytes;
    for (const auto& [begin, bytes] : loop.former) {
      memory_.release(const_cast<char*>(begin), bytes);
      names_.remove(begin);
      statistics_.bytes -= bytes;
    }
  };
  for (const auto& loop : function.loops)
    if (loop->begin != nullptr) free(*loop);
  if (function.specialized != nullptr) free(*function.specialized);
}

}  // namespace tessera
