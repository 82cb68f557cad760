// Entering the VM from C++.
#include "data/packages.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

// An entry frame: E[-2] fixnum 0, then the window of the call. The border record leads backtraces to the frame below.
Value Vm::call_lisp(Value f, std::span<const Value> arguments) {
  if (native_depth_ == 0) cpp_stack_floor = static_cast<const char*>(__builtin_frame_address(0)) - config::cpp_stack_bytes;
  if (native_depth_ >= config::native_depth_limit || !has_cpp_stack())
    return fail_simple(Known::simple_error, "Calls between C++ and Lisp are nested too deeply (the limit is ~A).",
                       {Value::fixnum(config::native_depth_limit)});
  Value* const entry = top_ + 2;
  if (!make_room(entry, arguments.size() + 64)) {
    if (!enter_red_zone() || !make_room(entry, arguments.size() + 64)) return fail(Known::storage_condition, {});
  }
  Value* const outer_base = base_;
  const Instruction* const outer_pc = pc_;
  Value* const outer_top = top_;
  entry[-2] = Value::fixnum(0);
  entry[-1] = Value::fixnum(0);
  entry[0] = f;
  std::copy(arguments.begin(), arguments.end(), entry + 2);
  records_.push_back({Record::Kind::border, 0, outer_base, outer_pc, NIL, NIL});
  const std::size_t height = records_.size();
  ++native_depth_;
  const Value v = run(entry, static_cast<std::uint32_t>(arguments.size()));
  --native_depth_;
  if (is_failed(v)) unbind_to(height);  // of an aborted run; an exit has undone all by itself
  records_.pop_back();
  base_ = outer_base;
  pc_ = outer_pc;
  top_ = outer_top;
  clean_ = std::min(clean_, outer_base == nullptr ? stack_ : outer_base - 2);
  return v;
}

}  // namespace tessera
