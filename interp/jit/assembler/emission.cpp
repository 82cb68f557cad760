// Deferred code, and the beginning and end of a compilation.
#include "jit/assembler/emission.hpp"

namespace tessera {

Emission::Emission(Vm& its_vm, const FieldOffsets& its_layout, CallTable& table, const Code* of, asmjit::StringLogger* logger,
                   const LoopProgram* inlined)
    : vm(its_vm),
      layout(its_layout),
      calls(table),
      code(of),
      instructions(instructions_of(of)),
      count(instruction_count(of)),
      program(inlined != nullptr ? *inlined : LoopProgram(its_vm.heap, of)),
      assembler(its_layout, logger) {}

void Emission::begin() {
  assembler.begin();
  deferred_.clear();
  for (asmjit::Label* const label : {&resume, &resume_return, &interpret}) *label = assembler.new_label();
}

void Emission::begin_instruction(std::size_t n) {
  at = n;
  slow = asmjit::Label();
}

void Emission::defer(DeferredCode emit, asmjit::Label entry) {
  deferred_.push_back({at, emit, entry});
  site->save_state();
}

void Emission::emit_deferred() {
  for (bool more = true; more;) {  // deferred code may jump to other entries, and defer more
    more = false;
    for (std::size_t n = 0; n < deferred_.size(); ++n) more |= emit_deferred(n);
  }
}

/// Emits entry n unless that is done, or no jump leads to it. Returns true if it emitted code.
bool Emission::emit_deferred(std::size_t n) {
  if (deferred_[n].is_emitted || (deferred_[n].entry.isValid() && !assembler.is_used(deferred_[n].entry))) return false;
  deferred_[n].is_emitted = true;
  begin_instruction(deferred_[n].at);
  note("; out of line, ");
  site->restore_state(n);
  const DeferredCode emit = deferred_[n].emit;
  if (deferred_[n].entry.isValid()) assembler.bind(deferred_[n].entry);
  emit();
  return true;
}

bool Emission::finish() {
  for (const auto& [label, link] :
       {std::pair{resume, layout.link_resume}, {resume_return, layout.link_resume_return}, {interpret, layout.link_interpret}}) {
    assembler.bind(label);
    assembler.jump(assembler.at(link));
  }
  return assembler.finish();
}

/// Requires settled constants, since the code contains their addresses: an object in the nursery moves once more.
bool Emission::constants_have_settled() const {
  const std::size_t constants = constant_count(code);
  for (std::size_t n = 0; n < constants; ++n)
    if (!vm.heap.is_settled(code->constants[n])) {
      vm.heap.request_collection(false);
      return false;
    }
  return true;
}

void Emission::note(const char* before) {
  if (assembler.is_listed()) assembler.comment("%s%zu %s", before, at, facts_of(program[at]).name);
}

}  // namespace tessera
