// The JIT compiler of a Vm: compiles functions and loops, keeps their code, and frees it with their code objects.
// Layer: jit.
#pragma once

#include <memory>
#include <vector>

#include "jit/assembler/code_memory.hpp"
#include "jit/assembler/code_names.hpp"
#include "jit/calls/call_table.hpp"
#include "jit/calls/links.hpp"
#include "platform/code.hpp"

namespace tessera {

class LoopTranslator;

class AsmjitCompiler final : public JitCompiler, private RootSource {
 public:
  explicit AsmjitCompiler(Vm& vm);
  ~AsmjitCompiler() override;
  bool compile(const Code* code, const Value* base) override;
  void compile_loop(const Code* code, std::size_t head, const Value* base) override;
  void connect(CallStub& call, Value function) override { calls_.connect(call, function); }
  void function_changed(Symbol* symbol) override { calls_.forget_symbol(Value::object(reinterpret_cast<Object*>(symbol))); }
  std::string listing(const Code* code) override;
  JitStatistics statistics() const override { return statistics_; }
  bool contains(const char* address) const override { return address >= memory_.begin() && address < memory_.begin() + memory_.bytes(); }
  ResumePoint enter(Value* base, const void* address) override { return enter_(&vm_, base, address); }

 private:
  bool compile(const Code* code);
  void compile_specialized(JitFunction& function, const Value* base);
  const char* keep(LoopTranslator& translator, JitLoop& loop);
  bool compile_loop(JitFunction& function, JitLoop& loop, const Value* base);
  void release(const JitFunction& function);
  static void forget_callees(JitLoop& loop, const Liveness& liveness);
  void trace_roots(Tracer& tracer) override { calls_.trace_young(tracer); }
  void after_collection() override { calls_.settle(); }
  void forget_dead(const Liveness& liveness) override;

  Vm& vm_;
  const FieldOffsets offsets_;
  CodeMemory memory_;
  CodeNames names_;
  JitStatistics statistics_;
  CallTable calls_;
  std::unique_ptr<platform::UnwindTable> unwind_table_;
  EnterMachineCode enter_ = nullptr;
  std::vector<std::unique_ptr<JitFunction>> functions_;
};

}  // namespace tessera
