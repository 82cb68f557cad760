// The code that all functions share: entering and leaving machine code, and its calls of the Vm.
#include "jit/calls/links.hpp"

#include "jit/assembler/macro_assembler.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

namespace {

using namespace jit;

class LinkMaker {
 public:
  using Label = MacroAssembler::Label;

  explicit LinkMaker(const FieldOffsets& layout) : offsets_(layout), masm_(layout) {}

  EnterMachineCode make(Vm& vm, CodeMemory& memory) {
    const Label enter = begin();
    masm_.enter();
    const Label resume = begin();
    resume_ = resume;
    emit_resume();
    const Label resume_return = begin();
    return_to_interpreter_ = resume_return;
    emit_return_to_interpreter();
    const Label return_taken = emit_return_taken(vm);
    const Label step = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::step));
    const Label step_in_line = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::step), true);
    const Label call = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::call));
    const Label poll = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::poll));
    const Label hot_loop = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::hot_loop));
    const Label check_stack = begin();
    emit_vm_call(reinterpret_cast<const void*>(&VmEntries::check_stack));
    const Label interpret = begin();
    emit_check_stack_and_interpret();
    const Label call_unknown = begin();
    emit_stub_call(reinterpret_cast<const void*>(&VmEntries::call_unknown));
    const Label lay_out = begin();
    emit_stub_call(reinterpret_cast<const void*>(&VmEntries::lay_out));
    if (!masm_.finish()) return nullptr;
    char* const begin = memory.keep(masm_.data(), masm_.size());
    if (begin == nullptr) return nullptr;
    const auto at = [&](const Label& label) -> const void* { return begin + masm_.offset_of(label); };
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
  Label begin() {
    masm_.align_code();
    const Label label = masm_.new_label();
    masm_.bind(label);
    return label;
  }

  /// Emits `resume`: continues at a ResumePoint in machine code if there is some for it; else leaves. The C++ stack
  /// holds only what `enter` pushed.
  void emit_resume() {
    const Label leave = masm_.new_label(), cached = masm_.new_label(), miss = masm_.new_label();
    masm_.move(frame, accumulator);
    masm_.reset_stack();
    masm_.branch_if_zero(temporary, Condition::not_negative, cached);
    masm_.clear_top_bit(temporary);
    masm_.jump(temporary);
    masm_.bind(cached);
    emit_cached_resume(miss);
    masm_.bind(miss);
    masm_.save_resume_point();
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, accumulator);
    masm_.call_cpp(&VmEntries::address_of);
    masm_.branch_if_zero(accumulator, Condition::equal, leave);
    masm_.forget_resume_point();
    masm_.jump(accumulator);
    masm_.bind(leave);
    masm_.leave();
  }
  /// Jumps to the machine code for the instruction in the temporary register if the resume cache has it; else to
  /// `miss`.
  void emit_cached_resume(const Label& miss) {
    const Label lower_clean = masm_.new_label(), enter = masm_.new_label();
    masm_.move32(operand2, temporary);
    masm_.wrap(operand2, (FieldOffsets::resume_entries - 1) * sizeof(Instruction));
    masm_.branch_if(place_at(jit::vm, operand2, 1, offsets_.resume_cache), Condition::not_equal, temporary, miss);
    masm_.branch_if(frame, Condition::below, masm_.at(offsets_.clean), lower_clean);
    masm_.bind(enter);
    masm_.jump(place_at(jit::vm, operand2, 1, offsets_.resume_cache + 8));
    masm_.bind(lower_clean);
    masm_.store(masm_.at(offsets_.clean), frame);
    masm_.jump(enter);
  }
  /// Emits the return to a caller without machine code: finds its frame by the window of its call.
  void emit_return_to_interpreter() {
    masm_.load_integer(accumulator, place_at(operand2, 2 - static_cast<int>(sizeof(Instruction))), 16, false);
    masm_.shift_left(accumulator, 3);
    masm_.load_address(temporary, place_at(frame, -16));
    masm_.subtract(temporary, accumulator);
    masm_.move(accumulator, temporary);
    masm_.move(temporary, operand2);
    masm_.jump(resume_);
  }
  /// Emits the return point of frames whose caller has been captured by a continuation: the instruction RETURNTAKEN.
  Label emit_return_taken(Vm& vm) {
    const Label label = masm_.new_label();
    masm_.bind_return_point(label, reinterpret_cast<std::uint64_t>(VmEntries::taken_stub(vm)));
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.call_cpp(&VmEntries::return_taken);
    masm_.move(operand2, accumulator);
    masm_.branch_if_bits(operand2, 4, Condition::equal, return_to_interpreter_);
    masm_.jump(operand2);
    return label;
  }
  /// Emits a call of the function for the instruction at offset operand2, with argument4 and argument5 as further
  /// arguments. The code returns in operand2 the distance by which execution has moved in this frame; if it is
  /// elsewhere, continues there. `to_next`: returns only if execution is before the next instruction.
  void emit_vm_call(const void* function, bool to_next = false) {
    masm_.load(temporary, function_of_frame());
    masm_.load(temporary, field(temporary, 0));
    masm_.load(temporary, field(temporary, code_instructions));
    masm_.move32(operand2, operand2);
    masm_.load_address(temporary, place_at(temporary, operand2, 0, first_instruction_offset));
    masm_.begin_calls(temporary);
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.move(operand2, argument4);
    masm_.call_cpp(function);
    masm_.end_calls(argument1);
    masm_.branch_if_zero(temporary, Condition::negative, resume_);
    masm_.move(operand2, temporary);
    masm_.subtract(operand2, argument1);
    masm_.branch_if(accumulator, Condition::not_equal, frame, resume_);
    if (to_next) masm_.branch_if32(operand2, Condition::not_equal, static_cast<int>(sizeof(Instruction)), resume_);
    masm_.return_from_subroutine();
  }
  void emit_check_stack_and_interpret() {
    masm_.load_address(temporary, place_at(operand2, first_instruction_offset));
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.call_cpp(&VmEntries::check_stack);
    masm_.jump(resume_);
  }
  /// Emits a call of the function with the CallStub in operand2, after the callee's frame was made.
  void emit_stub_call(const void* function) {
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.move(argument2, operand2);
    masm_.call_cpp(function);
    masm_.jump(resume_);
  }

  const FieldOffsets& offsets_;
  MacroAssembler masm_;
  Label resume_, return_to_interpreter_;
};

}  // namespace

EnterMachineCode make_links(Vm& vm, const FieldOffsets& layout, CodeMemory& memory) { return LinkMaker(layout).make(vm, memory); }

}  // namespace tessera
