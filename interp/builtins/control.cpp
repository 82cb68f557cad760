// Equality, truth and multiple values: what of the chapter on data and control needs no Lisp. Layer: builtins.
#include "builtins/chapters.hpp"
#include "data/sequences/arrays.hpp"
#include "data/tables/equality.hpp"
#include "vm/continuations.hpp"

namespace tessera {

namespace {

Value eq_of(Runtime&, Args a) { return boolean(a[0] == a[1]); }
Value eql_of(Runtime&, Args a) { return boolean(eql(a[0], a[1])); }
Value equal_of(Runtime& rt, Args a) { return equal_or_failed(rt, a[0], a[1]); }
Value equalp_of(Runtime& rt, Args a) { return equalp_or_failed(rt, a[0], a[1]); }
Value not_of(Runtime&, Args a) { return boolean(is_nil(a[0])); }

Value values(Runtime& rt, Args a) { return rt.values(std::span(a.values, a.count)); }

Value values_list(Runtime& rt, Args a) {
  std::vector<Value> vs;
  Value l = a[0];
  for (; l.is_cons() && vs.size() < config::call_arguments_limit; l = l.as_cons()->cdr) vs.push_back(l.as_cons()->car);
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

/// The VM carries these out itself.
Value never_called(Runtime& rt, Args) { return rt.fail_simple(Known::simple_error, "this operation belongs to the VM"); }

constexpr Builtin control_table[] = {
    {"EQ", "x y", eq_of, "Return true if X and Y are the same object."},
    {"EQL", "x y", eql_of, "Return true if X and Y are EQ, or numbers of the same type and value."},
    {"EQUAL", "x y", equal_of, "Return true if X and Y are EQL, or conses, strings, bit vectors or pathnames with equal parts."},
    {"EQUALP", "x y", equalp_of, "Return true if X and Y have equal contents; case and the types of numbers make no difference."},
    {"NOT", "object", not_of, "Return true if OBJECT is NIL."},
    {"VALUES", "&rest objects", values, "Return OBJECTS as multiple values."},
    {"VALUES-LIST", "list", values_list, "Return the elements of LIST as multiple values."},
    {"FUNCALL", "function &rest arguments", never_called, "Call FUNCTION with ARGUMENTS.", VmOperation::funcall},
    {"APPLY", "function argument &rest arguments", never_called,
     "Call FUNCTION with the arguments, the last of which is a list of further ones.", VmOperation::apply},
    {"%MAKE-PROMPT", "tag &optional owner", make_prompt,
     "The tag of a CATCH that is a prompt for TAG. When that has ended, however it is left, but for a suspension of what is around it, the first slot of "
     "OWNER, a structure, is :DONE."},
    {"%PROMPTS", "tag end", prompts, "The prompts for TAG above the innermost one for END, or that itself."},
    {"%CALL-WITH-CONTINUATION", "tag function", never_called,
     "Call FUNCTION with the continuation of this call up to the innermost prompt for TAG.", VmOperation::capture},
    {"tessera::call-with-current-continuation", "function &optional (tag *default-prompt-tag*)", never_called,
     "Calls FUNCTION with the current continuation, up to the innermost prompt for TAG. That is a function; to call it, any number of times, puts it in "
     "place of all that is to be done up to the innermost prompt for TAG then. The AFTERs and BEFOREs of DYNAMIC-WIND are called where that leaves or "
     "enters them; the clean-up forms of UNWIND-PROTECT are not evaluated, as what is left may be entered again. (Scheme's call/cc.)",
     VmOperation::capture_current},
    {"tessera::continuation", "&rest values", never_called, "Go on where the continuation was taken, with VALUES.", VmOperation::go_on},
    {"%CONTINUATION-FUNCTION", "frames &optional tag winders", continuation_function,
     "The continuation FRAMES as a function, that puts it back as part of its caller; with TAG, in place of what is above the prompt for that, within WINDERS."},
    {"%SUSPEND", "tag object", never_called,
     "Take the continuation of this call up to the innermost prompt for TAG off. The prompt's CATCH returns OBJECT and the continuation.",
     VmOperation::suspend},
    {"%REINSTATE", "continuation &rest values", never_called, "Go on with the continuation, whose call has VALUES, as part of this call.",
     VmOperation::reinstate},
};

}  // namespace

std::span<const Builtin> control_builtins() { return control_table; }

}  // namespace tessera
