// How machine code is entered and left: code that all functions share.
#include "machine/links.hpp"

#include "machine/registers.hpp"

namespace tessera {

namespace {

using namespace machine;

class LinkMaker {
 public:
  LinkMaker() {
    code_.init(asmjit::Environment::host());
    code_.attach(&a_);
  }

  EnterMachineCode make(Vm& vm, CodeMemory& memory) {
    const asmjit::Label enter = begin();
    emit_enter();
    const asmjit::Label leave = begin();
    leave_ = leave;
    emit_leave();
    const asmjit::Label leave_return = begin();
    emit_leave_return();
    const asmjit::Label step = begin();
    emit_served(reinterpret_cast<std::uint64_t>(&MachineLayout::step));
    const asmjit::Label poll = begin();
    emit_served(reinterpret_cast<std::uint64_t>(&MachineLayout::poll));
    const asmjit::Label round = begin();
    emit_served(reinterpret_cast<std::uint64_t>(&MachineLayout::round));
    const asmjit::Label begin_frame = begin();
    emit_served(reinterpret_cast<std::uint64_t>(&MachineLayout::begin));
    const asmjit::Label interpret = begin();
    emit_interpret();
    const asmjit::CodeBuffer& made = code_.textSection()->buffer();
    char* const place = memory.allocate(made.size());
    if (place == nullptr || !memory.write(place, reinterpret_cast<const char*>(made.data()), made.size())) return nullptr;
    const auto at = [&](const asmjit::Label& label) -> const void* { return place + code_.labelOffset(label); };
    MachineLayout::links(vm) = {at(leave), at(leave_return), at(step), at(poll), at(round), at(begin_frame), at(interpret)};
    return reinterpret_cast<EnterMachineCode>(const_cast<void*>(at(enter)));
  }

 private:
  asmjit::Label begin() {
    a_.align(asmjit::AlignMode::kCode, 16);
    const asmjit::Label label = a_.newLabel();
    a_.bind(label);
    return label;
  }

  // platform/code.hpp describes this frame to those who unwind.
  void emit_enter() {
    a_.push(x86::rbp);
    a_.mov(x86::rbp, x86::rsp);
    for (const x86::Gp& kept : {x86::rbx, x86::r12, x86::r13, x86::r14, x86::r15}) a_.push(kept);
    a_.sub(x86::rsp, 8);
    a_.mov(machine::vm, x86::rdi);
    a_.mov(frame, x86::rsi);
    a_.mov(double_bias, Value::bias_of_doubles());
    a_.jmp(x86::rdx);
  }
  void emit_leave() {
    a_.lea(x86::rsp, x86::ptr(x86::rbp, -40));
    for (const x86::Gp& kept : {x86::r15, x86::r14, x86::r13, x86::r12, x86::rbx}) a_.pop(kept);
    a_.pop(x86::rbp);
    a_.ret();
  }
  // The caller's frame, by the window of its call.
  void emit_leave_return() {
    a_.movzx(x86::eax, x86::word_ptr(x86::rcx, 2 - static_cast<int>(sizeof(Instruction))));
    a_.shl(x86::rax, 3);
    a_.lea(x86::rdx, x86::ptr(frame, -16));
    a_.sub(x86::rdx, x86::rax);
    a_.mov(x86::rax, x86::rdx);
    a_.mov(x86::rdx, x86::rcx);
    a_.jmp(leave_);
  }
  // Calls the function for the instruction at offset ecx. In ecx comes back how much further the machine stands in this frame; if it
  // stands elsewhere it is left.
  void emit_served(std::uint64_t function) {
    a_.mov(x86::rdx, function_of_frame());
    a_.mov(x86::rdx, field(x86::rdx, 0));
    a_.mov(x86::rdx, field(x86::rdx, code_instructions));
    a_.mov(x86::ecx, x86::ecx);
    a_.lea(x86::rdx, x86::ptr(x86::rdx, x86::rcx, 0, first_instruction_offset));
    a_.push(x86::rdx);
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, frame);
    a_.mov(x86::rax, function);
    a_.call(x86::rax);
    a_.mov(x86::rcx, x86::rdx);
    a_.pop(x86::rsi);
    a_.sub(x86::rcx, x86::rsi);
    a_.cmp(x86::rax, frame);
    a_.jne(leave_);
    a_.ret();
  }
  void emit_interpret() {
    a_.lea(x86::rdx, x86::ptr(x86::rcx, first_instruction_offset));
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, frame);
    a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&MachineLayout::interpret));
    a_.call(x86::rax);
    a_.jmp(leave_);
  }

  asmjit::CodeHolder code_;
  x86::Assembler a_;
  asmjit::Label leave_;
};

}  // namespace

EnterMachineCode make_links(Vm& vm, CodeMemory& memory) { return LinkMaker().make(vm, memory); }

}  // namespace tessera
