// Frames of the stack for the debugger, and how an evaluation ends in the host program. Layer: builtins.
// Compiled for size.
#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"
#include "compiler/positions.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "text/printer.hpp"
#include "vm/stack/backtrace.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

/// Leaves the evaluation with a failure for the C++ caller: :STACK are the frames, :DATUM is the condition.
Value leave_to_host(Runtime& rt, Args a) {
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::symbol);
  const Value control = rt.make_string("~A");
  return vm_of(rt).leave_to_host(a[0], rt.list({rt.sym(Known::format_control), control, rt.sym(Known::format_arguments), rt.list({a[1]}),
                                                rt.sym(Known::stack), a[2], rt.sym(Known::datum), a.get(3)}));
}

Value printed_in_short(Runtime& rt, Args a) {
  rt.failure.type = NIL;
  const std::string text = printed(rt, a[0], !is_nil(a[1]));
  const bool failed = vm_of(rt).exit_is_under_way() || (text.empty() && !is_nil(rt.failure.type));
  return failed ? FAILED : rt.make_string(text);
}

Value host_is_debugger(Runtime& rt, Args a) { return boolean(vm_of(rt).host_is_debugger(a[0])); }

/// Returns a function's name in backtraces: its name, (LAMBDA lambda-list), or :TOPLEVEL-FORM for a toplevel form.
Value frame_name(Runtime& rt, Value function) {
  if (has_type(function, Type::native)) return as<Native>(function)->name;
  if (!has_type(function, Type::closure)) return NIL;
  Code* const code = code_of(as<Closure>(function));
  if (!is_nil(code->name)) return code->name;
  return rt.list({rt.sym(Known::lambda), lambda_list_of(rt, code)});
}

/// Returns a frame as Lisp has it: `elided` is a list of functions.
Value frame_as_list(Runtime& rt, Value function, std::uint32_t instruction, Value elided, Value stack) {
  const Code* const code = code_of(as<Closure>(function));
  std::vector<Value> names;
  for (const Value e : elements_of(elided))
    if (has_type(e, Type::closure)) names.push_back(rt.heap.cons(frame_name(rt, e), file_of(code_of(as<Closure>(e)))));
  const SourcePosition position = position_of(code, instruction);
  Value parts[frame_parts];
  parts[frame_part_name] = frame_name(rt, function);
  parts[frame_part_file] = file_of(code);
  parts[frame_part_line] = Value::fixnum(position.line);
  parts[frame_part_column] = Value::fixnum(position.column);
  parts[frame_part_elided] = rt.list(names);
  parts[frame_part_stack] = stack;
  parts[frame_part_function] = function;
  return rt.list(parts);
}

bool take_frame_count(Runtime& rt, Value n) {
  return (n.is_fixnum() && n.as_fixnum() >= 0) || (rt.fail_type(n, Known::unsigned_byte), false);
}

Value backtrace(Runtime& rt, Args a) {
  const Value n = a.get(0, Value::fixnum(100));
  if (!take_frame_count(rt, n)) return FAILED;
  std::vector<Value> items;
  for (const Frame& f : backtrace(vm_of(rt), static_cast<std::size_t>(n.as_fixnum())))
    items.push_back(frame_as_list(rt, f.function, f.instruction, rt.list(f.elided), Value::fixnum(f.stack)));
  return rt.list(items);
}

Value list_of_variables(Runtime& rt, std::span<const FrameVariable> variables) {
  Value list = NIL;
  for (auto v = variables.rbegin(); v != variables.rend(); ++v) {
    const Value parts[] = {v->entry.name, Value::fixnum(static_cast<std::int64_t>(v->number)), boolean(v->entry.parameter), v->value};
    list = rt.heap.cons(rt.list(std::span(parts).first(v->value == UNBOUND ? 3 : 4)), list);
  }
  return list;
}

enum KeptPart : std::uint32_t { kept_function, kept_instruction, kept_elided, kept_variables, kept_parts };

/// Returns a vector of the parts of each frame: names and positions are found when someone asks.
Value keep_frames(Runtime& rt, Args a) {
  if (!take_frame_count(rt, a[0])) return FAILED;
  const std::vector<Frame> frames = backtrace(vm_of(rt), static_cast<std::size_t>(a[0].as_fixnum()), true);
  Object* const kept = rt.heap.allocate(Type::simple_vector, frames.size() * kept_parts);
  Value* parts = kept->slots;
  for (const Frame& f : frames) {
    parts[kept_function] = f.function;
    parts[kept_instruction] = Value::fixnum(f.instruction);
    parts[kept_elided] = rt.list(f.elided);
    parts[kept_variables] = list_of_variables(rt, f.variables);
    parts += kept_parts;
  }
  return Value::object(kept);
}

Value kept_frames(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::simple_vector)) return rt.fail_type(a[0], Known::simple_vector);
  std::vector<Value> items;
  const Object* const kept = a[0].as_object();
  for (std::uint32_t i = 0; i + kept_parts <= kept->length(); i += kept_parts) {
    const Value* const parts = kept->slots + i;
    if (!has_type(parts[kept_function], Type::closure) || !parts[kept_instruction].is_fixnum())
      return rt.fail_type(parts[kept_function], Known::compiled_function);
    items.push_back(frame_as_list(rt, parts[kept_function], static_cast<std::uint32_t>(parts[kept_instruction].as_fixnum()),
                                  parts[kept_elided], parts[kept_variables]));
  }
  return rt.list(items);
}

bool take_frame(Runtime& rt, Value v, std::int64_t& stack) {
  if (v.is_fixnum()) stack = v.as_fixnum();
  return v.is_fixnum() || (rt.fail_type(v, Known::fixnum), false);
}

Value frame_variables(Runtime& rt, Args a) {
  std::int64_t stack = 0;
  if (!take_frame(rt, a[0], stack)) return FAILED;
  return list_of_variables(rt, frame_variables(vm_of(rt), stack));
}

Value set_frame_variable(Runtime& rt, Args a) {
  std::int64_t stack = 0;
  if (!take_frame(rt, a[0], stack)) return FAILED;
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 0) return rt.fail_type(a[1], Known::unsigned_byte);
  return boolean(set_frame_variable(vm_of(rt), stack, static_cast<std::size_t>(a[1].as_fixnum()), a[2]));
}

Value replace_frame(Runtime& rt, Args a) {
  std::int64_t stack = 0;
  if (!take_frame(rt, a[0], stack)) return FAILED;
  if (!has_type(a[1], Type::closure) || code_of(as<Closure>(a[1]))->arity != Value::fixnum(0))
    return rt.fail_type(a[1], Known::compiled_function);
  return replace_frame(vm_of(rt), stack, a[1]);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::frames>() {
  static const Builtin table[] = {
      {"%BACKTRACE", "&optional count", backtrace,
       "Returns the innermost COUNT frames, 100 by default, lists whose parts %SHARED-FIELDS names; elided: (NAME . FILE) of the "
       "functions that tail-called."},
      {"%KEEP-FRAMES", "count", keep_frames,
       "Returns a vector of the data of the innermost COUNT frames, for %KEPT-FRAMES. Takes much less time than %BACKTRACE."},
      {"%KEPT-FRAMES", "kept", kept_frames,
       "Returns the frames stored in KEPT, a result of %KEEP-FRAMES, as %BACKTRACE does. In place of the frame's stack they have the "
       "variables, as %FRAME-VARIABLES returns them, unless the frame's function is the library's."},
      {"%FRAME-VARIABLES", "stack", frame_variables,
       "Returns the parameters of the frame at STACK and the other variables in scope: a list of (NAME NUMBER PARAMETER-P VALUE), the "
       "outer ones first, without VALUE if it is lost. NIL if there is no such frame."},
      {"%SET-FRAME-VARIABLE", "stack number value", set_frame_variable,
       "Sets variable NUMBER of the frame at STACK to VALUE. Returns false if the variable has no register of its own."},
      {"%REPLACE-FRAME", "stack function", replace_frame,
       "Leaves all frames down to the one at STACK, and calls FUNCTION, which takes no arguments, in its place. Signals an ERROR if "
       "the frame has ended."},
      {"%LEAVE-TO-HOST", "class-name message frames &optional condition", leave_to_host,
       "Ends the evaluation that the host program called, which gets CONDITION of CLASS-NAME, MESSAGE, a string, and what "
       "%KEPT-FRAMES kept, or NIL."},
      {"%PRINTED-IN-SHORT", "object escape", printed_in_short,
       "Returns a string with OBJECT as PRIN1 or PRINC prints it, abbreviated if that would exceed the budget for output."},
      {"%HOST-IS-DEBUGGER-P", "variable", host_is_debugger,
       "Returns true if the host program made the innermost call that unhandled conditions end, and VARIABLE was not bound since."},
  };
  return table;
}

}  // namespace tessera
