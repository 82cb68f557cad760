// Equality, truth and multiple values: the natives of the chapter on data and control. Layer: builtins.
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/sequences/arrays.hpp"
#include "data/tables/equality.hpp"
#include "vm/continuations/continuations.hpp"

namespace tessera {

namespace {

Value eq_of(Runtime&, Args a) { return boolean(a[0] == a[1]); }
Value eql_of(Runtime&, Args a) { return boolean(eql(a[0], a[1])); }
Value equal_of(Runtime& rt, Args a) { return equal_or_failed(rt, a[0], a[1]); }
Value equalp_of(Runtime& rt, Args a) { return equalp_or_failed(rt, a[0], a[1]); }

Value values(Runtime& rt, Args a) { return rt.values(std::span(a.values, a.count)); }

Value values_list(Runtime& rt, Args a) {
  std::vector<Value> vs;
  Value l = a[0];
  for (; l.is_cons() && vs.size() < config::max_call_arguments; l = l.as_cons()->cdr) vs.push_back(l.as_cons()->car);
  if (l.is_cons()) return rt.fail_simple(Known::simple_program_error, "too many values in a list");
  return is_nil(l) ? rt.values(vs) : rt.fail_type(l, Known::list);
}

Value make_prompt(Runtime& rt, Args a) {
  const Value owner = a.get(1);
  if (!is_nil(owner) && !has_type(owner, Type::instance)) return rt.fail_type(owner, rt.cl("STRUCTURE-OBJECT"));
  Object* prompt = rt.heap.allocate(Type::cell, is_nil(owner) ? 1 : 2, owner);
  prompt->slots[0] = a[0];
  return Value::object(prompt);
}

Value prompts(Runtime& rt, Args a) { return rt.list(prompts_above(vm_of(rt), a[0], a[1])); }

Value continuation_function(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::continuation)) return rt.fail_type(a[0], rt.tessera("CONTINUATION"));
  return a.count == 1 ? continuation_function(vm_of(rt), a[0]) : continuation_function(vm_of(rt), a[0], a[1], a.get(2));
}

/// Fails: the VM executes these natives itself.
Value never_called(Runtime& rt, Args) { return rt.fail_simple(Known::simple_error, "this operation belongs to the VM"); }

constexpr Builtin control_table[] = {
    {"EQ", "x y", eq_of, "Returns true if X and Y are the same object."},
    {"EQL", "x y", eql_of, "Returns true if X and Y are EQ, or numbers of the same type and value."},
    {"EQUAL", "x y", equal_of, "Returns true if X and Y are EQL, or conses, strings, bit vectors or pathnames with equal parts."},
    {"EQUALP", "x y", equalp_of, "Returns true if X and Y have equal contents; case and the types of numbers make no difference."},
    {"NOT", "object", predicate<is_nil>, "Returns true if OBJECT is NIL."},
    {"VALUES", "&rest objects", values, "Returns OBJECTS as multiple values."},
    {"VALUES-LIST", "list", values_list, "Returns the elements of LIST as multiple values."},
    {"FUNCALL", "function &rest arguments", never_called,
     "Calls FUNCTION, a function or the name of one, with ARGUMENTS, and returns its values.", Permission::none, VmOperation::funcall},
    {"APPLY", "function argument &rest arguments", never_called,
     "Calls FUNCTION, a function or the name of one, with the arguments; the last of them is a list of further arguments. Returns its values.",
     Permission::none, VmOperation::apply},
    {"%MAKE-PROMPT", "tag &optional owner", make_prompt,
     "Returns the tag of a CATCH that is a prompt for TAG. When the CATCH has ended, by whatever exit but a suspension of code around "
     "it, the first slot of OWNER, a structure, is :DONE."},
    {"%PROMPTS", "tag end", prompts, "Returns the prompts for TAG above the innermost one for END, or that one itself."},
    {"%CALL-WITH-CONTINUATION", "tag function", never_called,
     "Calls FUNCTION with the continuation of this call up to the innermost prompt for TAG.", Permission::none, VmOperation::capture},
    {"tessera::call-with-current-continuation", "function &optional (tag *default-prompt-tag*)", never_called,
     "Calls FUNCTION with the current continuation, up to the innermost prompt for TAG, as a function. Calling that, any number of "
     "times, replaces the continuation of the call up to the innermost prompt for TAG. It calls the AFTERs and BEFOREs of DYNAMIC-WIND "
     "that it leaves or enters; cleanup forms of UNWIND-PROTECT are not evaluated, as their frames may be entered again. (Scheme's "
     "call/cc.)",
     Permission::none, VmOperation::capture_current},
    {"tessera::continuation", "&rest values", never_called, "Continues where the continuation was captured, with VALUES.", Permission::none,
     VmOperation::call_continuation},
    {"%CONTINUATION-FUNCTION", "frames &optional tag winders", continuation_function,
     "Returns the continuation FRAMES as a function that reinstates it as part of its caller; with TAG, in place of the frames above "
     "the prompt for TAG, within WINDERS."},
    {"%SUSPEND", "tag object", never_called,
     "Removes the continuation of this call up to the innermost prompt for TAG. The prompt's CATCH returns OBJECT and the "
     "continuation.",
     Permission::none, VmOperation::suspend},
    {"%REINSTATE", "continuation &rest values", never_called,
     "Continues with the continuation, whose call returns VALUES, as part of this call.", Permission::none, VmOperation::reinstate},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::control>() { return control_table; }

}  // namespace tessera
