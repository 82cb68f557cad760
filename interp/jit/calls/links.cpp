// The code that all functions share: entering and leaving machine code, and its calls of the Vm.
#include "jit/calls/links.hpp"

#include "jit/assembler/registers.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

namespace {

using namespace jit;

class LinkMaker {
 public:
  explicit LinkMaker(const FieldOffsets& layout) : offsets_(layout) {
    code_.init(asmjit::Environment::host());
    code_.attach(&asm_);
  }

  EnterMachineCode make(Vm& vm, CodeMemory& memory) {
    const asmjit::Label enter = begin();
    emit_enter();
    const asmjit::Label resume = begin();
    resume_ = resume;
    emit_resume();
    const asmjit::Label resume_return = begin();
    return_to_interpreter_ = resume_return;
    emit_return_to_interpreter();
    const asmjit::Label return_taken = emit_return_taken(vm);
    const asmjit::Label step = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::step));
    const asmjit::Label step_in_line = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::step), true);
    const asmjit::Label call = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::call));
    const asmjit::Label poll = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::poll));
    const asmjit::Label hot_loop = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::hot_loop));
    const asmjit::Label check_stack = begin();
    emit_vm_call(reinterpret_cast<std::uint64_t>(&VmEntries::check_stack));
    const asmjit::Label interpret = begin();
    emit_check_stack_and_interpret();
    const asmjit::Label call_unknown = begin();
    emit_stub_call(reinterpret_cast<std::uint64_t>(&VmEntries::call_unknown));
    const asmjit::Label lay_out = begin();
    emit_stub_call(reinterpret_cast<std::uint64_t>(&VmEntries::lay_out));
    const asmjit::CodeBuffer& made = code_.textSection()->buffer();
    char* const begin = memory.keep(reinterpret_cast<const char*>(made.data()), made.size());
    if (begin == nullptr) return nullptr;
    const auto at = [&](const asmjit::Label& label) -> const void* { return begin + code_.labelOffset(label); };
    VmEntries::links(vm) = {.resume = at(resume),
                            .resume_return = at(resume_return),
                            .return_taken = at(return_taken),
                            .step = at(step),
                            .step_in_line = at(step_in_line),
                            .call = at(call),
                            .poll = at(poll),
                            .hot_loop = at(hot_loop),
                            .check_stack = at(check_stack),
                            .interpret = at(interpret),
                            .call_unknown = at(call_unknown),
                            .lay_out = at(lay_out)};
    return reinterpret_cast<EnterMachineCode>(const_cast<void*>(at(enter)));
  }

 private:
  asmjit::Label begin() {
    asm_.align(asmjit::AlignMode::kCode, 16);
    const asmjit::Label label = asm_.newLabel();
    asm_.bind(label);
    return label;
  }

  /// Emits `enter`. platform/code.hpp describes its frame for unwinding.
  void emit_enter() {
    asm_.push(x86::rbp);
    asm_.mov(x86::rbp, x86::rsp);
    for (const x86::Gp& kept : {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15}) asm_.push(kept);
    asm_.sub(x86::rsp, 8);
    asm_.mov(jit::vm, x86::rdi);
    asm_.mov(frame, x86::rsi);
    asm_.mov(double_bias, Value::bias_of_doubles());
    asm_.jmp(x86::rdx);
  }
  /// Emits `resume`: continues at a ResumePoint in machine code if there is some for it; else leaves. The C++ stack
  /// holds only what `enter` pushed.
  void emit_resume() {
    const asmjit::Label leave = asm_.newLabel(), cached = asm_.newLabel(), miss = asm_.newLabel();
    asm_.mov(frame, x86::rax);
    asm_.lea(x86::rsp, x86::ptr(x86::rbp, -kept_bytes));
    asm_.test(x86::rdx, x86::rdx);
    asm_.jns(cached);
    asm_.btr(x86::rdx, 63);
    asm_.jmp(x86::rdx);
    asm_.bind(cached);
    emit_cached_resume(miss);
    asm_.bind(miss);
    asm_.lea(x86::rsp, x86::ptr(x86::rbp, -kept_bytes - 16));
    asm_.mov(x86::ptr(x86::rsp, 8), x86::rax);
    asm_.mov(x86::ptr(x86::rsp), x86::rdx);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, x86::rax);
    asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&VmEntries::address_of));
    asm_.call(x86::rax);
    asm_.test(x86::rax, x86::rax);
    asm_.je(leave);
    asm_.add(x86::rsp, 16);
    asm_.jmp(x86::rax);
    asm_.bind(leave);
    emit_leave();
  }
  /// Jumps to the machine code for the instruction in rdx if the resume cache has it; else to `miss`.
  void emit_cached_resume(const asmjit::Label& miss) {
    const asmjit::Label lower_clean = asm_.newLabel(), enter = asm_.newLabel();
    asm_.mov(x86::ecx, x86::edx);
    asm_.and_(x86::ecx, static_cast<int>((FieldOffsets::resume_entries - 1) * sizeof(Instruction)));
    asm_.cmp(x86::qword_ptr(jit::vm, x86::rcx, 1, offsets_.resume_cache), x86::rdx);
    asm_.jne(miss);
    asm_.cmp(frame, x86::qword_ptr(jit::vm, offsets_.clean));
    asm_.jb(lower_clean);
    asm_.bind(enter);
    asm_.jmp(x86::qword_ptr(jit::vm, x86::rcx, 1, offsets_.resume_cache + 8));
    asm_.bind(lower_clean);
    asm_.mov(x86::qword_ptr(jit::vm, offsets_.clean), frame);
    asm_.jmp(enter);
  }
  /// Returns to the caller of `enter` with the ResumePoint on the C++ stack.
  void emit_leave() {
    asm_.pop(x86::rdx);
    asm_.pop(x86::rax);
    asm_.lea(x86::rsp, x86::ptr(x86::rbp, -40));
    for (const x86::Gp& kept : {x86::r15, x86::r14, x86::r13, x86::r12, x86::rbx}) asm_.pop(kept);
    asm_.pop(x86::rbp);
    asm_.ret();
  }
  /// Emits the return to a caller without machine code: finds its frame by the window of its call.
  void emit_return_to_interpreter() {
    asm_.movzx(x86::eax, x86::word_ptr(x86::rcx, 2 - static_cast<int>(sizeof(Instruction))));
    asm_.shl(x86::rax, 3);
    asm_.lea(x86::rdx, x86::ptr(frame, -16));
    asm_.sub(x86::rdx, x86::rax);
    asm_.mov(x86::rax, x86::rdx);
    asm_.mov(x86::rdx, x86::rcx);
    asm_.jmp(resume_);
  }
  /// Emits the return point of frames whose caller has been captured by a continuation: the instruction RETURNTAKEN.
  asmjit::Label emit_return_taken(Vm& vm) {
    while ((asm_.offset() + 8) % 8 != 4) asm_.int3();
    const std::uint64_t pc = reinterpret_cast<std::uint64_t>(VmEntries::taken_stub(vm));
    asm_.embed(&pc, sizeof pc);
    const asmjit::Label label = asm_.newLabel();
    asm_.bind(label);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&VmEntries::return_taken));
    asm_.call(x86::rax);
    asm_.mov(x86::rcx, x86::rax);
    asm_.test(x86::cl, 4);
    asm_.je(return_to_interpreter_);
    asm_.jmp(x86::rcx);
    return label;
  }
  /// Emits a call of the function for the instruction at offset ecx, with r8 and r9 as further arguments. The code
  /// returns in ecx the distance by which execution has moved in this frame; if it is elsewhere, continues there.
  /// `to_next`: returns only if execution is before the next instruction.
  void emit_vm_call(std::uint64_t function, bool to_next = false) {
    asm_.mov(x86::rdx, function_of_frame());
    asm_.mov(x86::rdx, field(x86::rdx, 0));
    asm_.mov(x86::rdx, field(x86::rdx, code_instructions));
    asm_.mov(x86::ecx, x86::ecx);
    asm_.lea(x86::rdx, x86::ptr(x86::rdx, x86::rcx, 0, first_instruction_offset));
    asm_.push(x86::rdx);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    asm_.mov(x86::rcx, x86::r8);
    asm_.mov(x86::rax, function);
    asm_.call(x86::rax);
    asm_.pop(x86::rsi);
    asm_.test(x86::rdx, x86::rdx);
    asm_.js(resume_);
    asm_.mov(x86::rcx, x86::rdx);
    asm_.sub(x86::rcx, x86::rsi);
    asm_.cmp(x86::rax, frame);
    asm_.jne(resume_);
    if (to_next) {
      asm_.cmp(x86::ecx, static_cast<int>(sizeof(Instruction)));
      asm_.jne(resume_);
    }
    asm_.ret();
  }
  void emit_check_stack_and_interpret() {
    asm_.lea(x86::rdx, x86::ptr(x86::rcx, first_instruction_offset));
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&VmEntries::check_stack));
    asm_.call(x86::rax);
    asm_.jmp(resume_);
  }
  /// Emits a call of the function with the CallStub in rcx, after the callee's frame was made.
  void emit_stub_call(std::uint64_t function) {
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    asm_.mov(x86::rdx, x86::rcx);
    asm_.mov(x86::rax, function);
    asm_.call(x86::rax);
    asm_.jmp(resume_);
  }

  static constexpr int kept_bytes = 48;  // pushed by `enter` below rbp
  const FieldOffsets& offsets_;
  asmjit::CodeHolder code_;
  x86::Assembler asm_;
  asmjit::Label resume_, return_to_interpreter_;
};

}  // namespace

EnterMachineCode make_links(Vm& vm, const FieldOffsets& layout, CodeMemory& memory) { return LinkMaker(layout).make(vm, memory); }

}  // namespace tessera
