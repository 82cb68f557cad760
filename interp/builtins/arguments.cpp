// Argument checks that many natives share. Layer: builtins.
#include "builtins/arguments.hpp"

#include <limits>

#include "data/symbols/packages.hpp"
#include "runtime/interrupts.hpp"
#include "runtime/permissions.hpp"

namespace tessera {

bool take_count(Runtime& rt, Value v, std::size_t& count) {
  if (v.is_fixnum() && v.as_fixnum() >= 0) {
    count = static_cast<std::size_t>(v.as_fixnum());
    return true;
  }
  count = std::numeric_limits<std::size_t>::max() / 4;
  if (is_bignum(v) && number_compare(rt, v, Value::fixnum(0)) == Order::greater) return true;
  rt.fail_type(v, Known::unsigned_byte);
  return false;
}

Value integer_type(Runtime& rt, std::int64_t low, std::int64_t high) {
  return rt.list({rt.sym(Known::integer), Value::fixnum(low), Value::fixnum(high)});
}

namespace {

/// Fails since `bound`, the start or the end of a part, is not an integer from 0 to `last`.
bool fail_bound(Runtime& rt, Known name, Value bound, std::int64_t last) {
  rt.fail(Known::bounds_error,
          {rt.sym(Known::datum), bound, rt.sym(Known::expected_type), integer_type(rt, 0, last), rt.sym(Known::bound), rt.sym(name)});
  return false;
}

}  // namespace

bool take_any_bounds(Runtime& rt, Value start, Value end, std::size_t length, Bounds& bounds) {
  const auto whole = static_cast<std::int64_t>(length);
  if (end == UNSUPPLIED || is_nil(end)) end = Value::fixnum(whole);
  if (start == UNSUPPLIED) start = Value::fixnum(0);
  if (!end.is_fixnum() || end.as_fixnum() < 0 || end.as_fixnum() > whole) return fail_bound(rt, Known::end, end, whole);
  if (!start.is_fixnum() || start.as_fixnum() < 0 || start.as_fixnum() > end.as_fixnum())
    return fail_bound(rt, Known::start, start, end.as_fixnum());
  bounds = {static_cast<std::size_t>(start.as_fixnum()), static_cast<std::size_t>(end.as_fixnum())};
  return true;
}

bool take_string(Runtime& rt, Value v, char32_t& buffer, StringView& out) {
  if (designated_string(rt, v, buffer, out)) return true;
  rt.fail_type(v, rt.list({rt.sym(Known::or_), rt.sym(Known::string), rt.sym(Known::symbol), rt.sym(Known::character)}));
  return false;
}

Value fail_plist(Runtime& rt, Value plist, Value last) {
  const Value pair = rt.list({rt.sym(Known::cons), T, rt.sym(Known::cons)});
  return rt.fail(Known::simple_type_error,
                 {rt.sym(Known::datum), last, rt.sym(Known::expected_type), pair, rt.sym(Known::format_control),
                  rt.make_string("~S is not a property list"), rt.sym(Known::format_arguments), rt.list({plist})});
}

Value find_property(Runtime& rt, Value plist, Value indicator) {
  return walk_properties(rt, plist, [indicator](Value key) { return key != indicator; });
}

Value reverse_conses(Runtime& rt, Value list, Value tail) {
  for (std::size_t n = 1; list.is_cons(); ++n) {
    const Value next = list.as_cons()->cdr;
    rt.heap.write(&list.as_cons()->cdr, tail);
    tail = list;
    list = next;
    if (n % elements_between_checks != 0 || !rt.interrupt_waits()) continue;
    const Handle done(rt.heap, tail), rest(rt.heap, list);
    if (!handle_interrupts(rt)) return FAILED;
    tail = done;
    list = rest;
  }
  return is_nil(list) ? tail : rt.fail_type(list, Known::list);
}

bool take_package(Runtime& rt, Value v, Value& package) {
  package = v;
  char32_t buffer;
  StringView name;
  if (!has_type(v, Type::package)) {
    if (!take_string(rt, v, buffer, name)) return false;
    package = find_package_here(rt, name);
  }
  if (is_nil(package)) return fail_package(rt, v, "there is no package called ~A", {v});
  if (is_nil(as<Package>(package)->name)) return fail_package(rt, v, "~S is a deleted package", {v});
  return true;
}

bool fail_package(Runtime& rt, Value package, std::string_view control, std::initializer_list<Value> arguments) {
  rt.fail(Known::simple_package_error, {rt.sym(Known::key_package), package, rt.sym(Known::format_control), rt.make_string(control),
                                        rt.sym(Known::format_arguments), rt.list(arguments)});
  return false;
}

Value current_package(Runtime& rt) {
  const Value p = rt.symbol_value_slot(Known::package_variable);
  return has_type(p, Type::package) && !is_nil(as<Package>(p)->name) ? p : rt.packages.cl_user;
}

Value function_symbol(Runtime& rt, Value name) {
  if (Runtime::is_symbol(name)) return name;
  if (name.is_cons() && name.as_cons()->car == rt.sym(Known::setf)) {
    const Value rest = name.as_cons()->cdr;
    if (rest.is_cons() && is_nil(rest.as_cons()->cdr) && Runtime::is_symbol(rest.as_cons()->car)) return setf_name(rt, rest.as_cons()->car);
  }
  // (or symbol (cons (eql setf) (cons symbol null)))
  const Value cons = rt.sym(Known::cons), symbol = rt.sym(Known::symbol);
  const Value of_setf = rt.list({cons, rt.list({rt.sym(Known::eql), rt.sym(Known::setf)}), rt.list({cons, symbol, rt.cl("NULL")})});
  return rt.fail_type(name, rt.list({rt.sym(Known::or_), symbol, of_setf}));
}

namespace {

bool is_locked(const Runtime& rt, Value package) {
  if (rt.allows(Permission::redefinition)) return false;
  return package == rt.packages.cl || package == rt.packages.tessera || package == rt.packages.keyword;
}

bool fail_locked(Runtime& rt, Value package, Value what) {
  fail_package(rt, package, "the host program does not let scripts change ~S, which is Lisp's own", {what});
  return false;
}

/// Returns the base of a symbol that stands for (SETF base), or the symbol itself.
Value owner_of(Runtime& rt, Value symbol) {
  if (!is_nil(rt.symbol(symbol)->package)) return symbol;
  const Value base = symbol_extra(rt, symbol, rt.sym(Known::setf));
  return Runtime::is_symbol(base) && !is_nil(base) ? base : symbol;
}

/// True for a package that users locked, or the standard's: TESSERA:LOCK-PACKAGE. The library lifts the locks for its
/// own definitions.
bool is_locked_for_users(Runtime& rt, Value package) { return list_contains(rt.symbol_value_slot(Known::locked_packages), package); }

/// Makes the library signal an error, with a restart that repeats the call.
bool fail_lock(Runtime& rt, Known type, Value package, Value name, Value kind, const Args& a) {
  rt.fail(type, {rt.sym(Known::key_package), package, rt.sym(Known::name), name, rt.sym(Known::kind), kind, rt.sym(Known::arguments),
                 rt.list(std::span(a.values, a.count))});
  return false;
}

}  // namespace

bool is_own(Runtime& rt, Value symbol) {
  if (TESSERA_LIKELY(rt.allows(Permission::redefinition)) || !Runtime::is_symbol(symbol)) return false;
  return is_locked(rt, rt.symbol(owner_of(rt, symbol))->package);
}

Value name_for_scripts(Runtime& rt, Value string) {
  if (TESSERA_LIKELY(rt.allows(Permission::redefinition)) || !is_string(string) || !rt.heap.is_of_image(string)) return string;
  return make_string(rt, string_view_of(string));
}

bool take_octets(Runtime& rt, Value vector, Value start, Value end, Octets& octets) {
  ArrayView view;
  if (!is_vector(vector) || element_kind(vector) != ElementKind::u8 || !view_array(vector, view))
    return rt.fail_type(vector, rt.list({rt.cl("VECTOR"), rt.list({rt.sym(Known::unsigned_byte), Value::fixnum(8)})})), false;
  Bounds bounds;
  if (!take_bounds(rt, start, end, static_cast<std::size_t>(sequence_length(vector)), bounds)) return false;
  octets = {view.storage->element<unsigned char>(view.offset + bounds.start), bounds.size()};
  return true;
}

bool may_redefine(Runtime& rt, Value symbol) {
  if (TESSERA_LIKELY(!is_own(rt, symbol))) return true;
  const Value owner = owner_of(rt, symbol);
  return fail_locked(rt, rt.symbol(owner)->package, owner);
}

bool may_define(Runtime& rt, const Args& a, Value symbol, Known kind, bool defined) {
  if (!may_redefine(rt, symbol)) return false;
  if (is_nil(rt.symbol_value_slot(Known::locked_packages)) || !Runtime::is_symbol(symbol)) return true;
  const Value owner = owner_of(rt, symbol);
  const Value package = rt.symbol(owner)->package;
  if (!is_locked_for_users(rt, package)) return true;
  if (list_contains(symbol_extra(rt, owner, rt.sym(Known::own_definitions)), rt.sym(kind))) return true;
  return fail_lock(rt, defined ? Known::package_lock_violation : Known::definition_of_free_name, package, owner, rt.sym(kind), a);
}

bool names_operator(Runtime& rt, Value symbol) {
  const auto is_operator = [&rt](const Symbol* s) {
    return s->function != rt.undefined_function || has_flag(s, symbol_has_macro) || has_flag(s, symbol_special_operator);
  };
  if (symbol.is_constant_symbol()) return true;  // NIL and T cannot be defined
  return is_operator(rt.symbol(symbol)) || is_operator(rt.symbol(owner_of(rt, symbol)));
}

Value fail_without_fill_pointer(Runtime& rt, Value v, Known type) {
  return rt.fail_type(v, rt.list({rt.sym(Known::and_), rt.sym(type), rt.list({rt.cl("SATISFIES"), rt.cl("ARRAY-HAS-FILL-POINTER-P")})}));
}

bool may_change_package(Runtime& rt, const Args& a, Value package) {
  if (is_locked(rt, package)) return fail_locked(rt, package, package);
  return !is_locked_for_users(rt, package) || fail_lock(rt, Known::package_lock_violation, package, NIL, NIL, a);
}

}  // namespace tessera
