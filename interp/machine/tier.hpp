// The machine-code tier of a Vm: compiles functions and loops, keeps their code, and frees it with their code objects.
// Layer: machine.
#pragma once

#include <memory>
#include <vector>

#include "machine/assembler/code_memory.hpp"
#include "machine/assembler/code_names.hpp"
#include "machine/calls/call_table.hpp"
#include "machine/calls/links.hpp"
#include "platform/code.hpp"

namespace tessera {

class LoopTranslator;

class MachineCodeTier final : public MachineCode, private RootSource {
 public:
  explicit MachineCodeTier(Vm& vm);
  ~MachineCodeTier() override;
  bool compile(const Code* code, const Value* base) override;
  void compile_loop(const Code* code, std::size_t head, const Value* base) override;
  void connect(MachineCall& call, Value function) override { calls_.connect(call, function); }
  void function_changed(Symbol* symbol) override { calls_.forget_symbol(Value::object(reinterpret_cast<Object*>(symbol))); }
  std::string listing(const Code* code) override;
  MachineCodeFigures figures() const override { return figures_; }
  ResumePoint enter(Value* base, const void* address) override { return enter_(&vm_, base, address); }

 private:
  bool compile(const Code* code);
  void compile_specialized(MachineFunction& function, const Value* base);
  const char* keep(LoopTranslator& translator, MachineLoop& loop);
  bool compile_loop(MachineFunction& function, MachineLoop& loop, const Value* base);
  void release(const MachineFunction& function);
  static void forget_callees(MachineLoop& loop, const Liveness& liveness);
  void trace_roots(Tracer& tracer) override { calls_.trace_young(tracer); }
  void after_collection() override { calls_.settle(); }
  void forget_dead(const Liveness& liveness) override;

  Vm& vm_;
  const MachineLayout layout_;
  CodeMemory memory_;
  CodeNames names_;
  MachineCodeFigures figures_;
  CallTable calls_;
  std::unique_ptr<platform::UnwindTable> unwind_table_;
  EnterMachineCode enter_ = nullptr;
  std::vector<std::unique_ptr<MachineFunction>> functions_;
};

}  // namespace tessera
