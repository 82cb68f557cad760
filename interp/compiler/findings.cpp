// What a user is to be warned of: what the analysis notes, and what of it is wrong at the end of a unit. Layer: compiler.
//
// A finding is a list (KIND PLACE NAME . DETAILS), put in front of TESSERA::*FINDINGS*; the library signals the warning. PLACE is a fixnum,
// line and column. What can only be told at the end of the unit, as it may be defined until then, goes to TESSERA::*REFERENCES*, the
// newest first:
//     (symbol . PLACE)            a variable that is not known
//     (form . PLACE)              the call of a global function, or (FUNCTION name); in a file that is compiled also of the library's own
//                                 functions, among them those that will define what DEFUN and its kin stand for
//     ((file . name) . PLACE)     the function NAME was defined in FILE before
// Where a file's references end the library puts a list (file ...) in front of them. Macros' work is not held against the user: most is
// noted only of conses that stand in the source.
#include <algorithm>

#include "compiler/analysis.hpp"
#include "compiler/control_strings.hpp"
#include "data/objects/kinds.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"

namespace tessera {

namespace {

constexpr int column_bits = 20;

Value place_of(SourcePosition p) {
  return Value::fixnum((std::int64_t{p.line} << column_bits) | std::min<std::int64_t>(p.column, (1 << column_bits) - 1));
}

/// In old space: the analysis need not collect because of it.
Value cons_kept(Runtime& rt, Value car, Value cdr) {
  const Value cell = rt.heap.cons_old(NIL, NIL);
  rt.heap.write(&cell.as_cons()->car, car);
  rt.heap.write(&cell.as_cons()->cdr, cdr);
  return cell;
}

void push(Runtime& rt, Known variable, Value item) {
  Value& list = rt.symbol_value_slot(variable);
  rt.heap.write(&list, cons_kept(rt, item, list));
}

Value car_or_nil(Value v) { return v.is_cons() ? v.as_cons()->car : NIL; }
Value cdr_or_nil(Value v) { return v.is_cons() ? v.as_cons()->cdr : NIL; }

/// A symbol of the library, which no program defines anew.
bool is_locked(const Runtime& rt, Value symbol) {
  const Value package = rt.symbol(symbol)->package;
  return package == rt.cl_package || package == rt.tessera_package;
}

/// True and its value, if `form` is a constant that one sees.
bool is_constant(Runtime& rt, Value form, Value& value) {
  value = form;
  if (form.is_cons()) {
    value = car_or_nil(cdr_or_nil(form));
    return form.as_cons()->car == rt.sym(Known::quote);
  }
  return form.is_constant_symbol() || !Runtime::is_symbol(form) || has_flag(rt.symbol(form), symbol_keyword);
}

// --- lambda lists

/// What a function takes. The parameters are words of a native's text, or a list.
struct Signature {
  static constexpr std::size_t any = ~std::size_t{0};
  std::size_t least = 0, most = any, positional = 0;
  bool keys = false;
  Value keywords = NIL;  ///< a simple-vector, of a closure
  std::string_view text;
  Value list = NIL;
};

std::string_view next_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = std::min(text.find(' ', begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

/// The counts alone, unless the `whole` is wanted: then the text is read.
Signature signature_of_native(Runtime& rt, Value function, bool whole) {
  Signature s;
  const NativeArity arity = NativeArity::of(as<Native>(function));
  s.least = arity.least;
  if (arity.most != NativeArity::any_number) s.most = arity.most;
  if (!whole) return s;
  s.text = rt.native_lambda_list(function);
  s.keys = s.text.find("&key") != s.text.npos && s.text.find("&allow-other-keys") == s.text.npos;
  std::string_view rest = s.text;
  for (std::string_view word; !(word = next_word(rest)).empty() && word != "&key" && word != "&rest";) s.positional += word.front() != '&';
  return s;
}

Signature signature_of(Runtime& rt, Value function, bool whole) {
  if (has_type(function, Type::native)) return signature_of_native(rt, function, whole);
  Signature s;
  if (!has_type(function, Type::closure)) return s;
  Code* const code = code_of(as<Closure>(function));
  const Arity a = Arity::unpack(code->arity.as_fixnum());
  s.least = a.required;
  s.positional = a.required + a.optional;
  if (!a.rest && !a.keys) s.most = s.positional;
  s.keys = a.keys && !a.allow_other_keys;
  s.keywords = code->keywords;
  if (whole) s.list = lambda_list_of(rt, code);
  return s;
}

// The library calls parameters by what they take. Designators are taken for all that they may be.
struct NamedKinds {
  std::string_view parameter, predicate, other;
};
constexpr NamedKinds named_kinds[] = {
    {"list", "LISTP", ""},
    {"alist", "LISTP", ""},
    {"sequence", "LISTP", "VECTORP"},
    {"number", "NUMBERP", ""},
    {"numbers", "NUMBERP", ""},
    {"divisor", "NUMBERP", ""},
    {"radians", "NUMBERP", ""},
    {"real", "REALP", ""},
    {"reals", "REALP", ""},
    {"integer", "INTEGERP", ""},
    {"integers", "INTEGERP", ""},
    {"index", "INTEGERP", ""},
    {"subscripts", "INTEGERP", ""},
    {"character", "CHARACTERP", ""},
    {"characters", "CHARACTERP", ""},
    {"array", "ARRAYP", ""},
    {"symbol", "SYMBOLP", ""},
    {"table", "HASH-TABLE-P", "SYMBOLP"},
    {"function", "FUNCTIONP", "SYMBOLP"},
    {"predicate", "FUNCTIONP", "SYMBOLP"},
    {"string", "STRINGP", "SYMBOLP"},
};

/// The kinds that a parameter called `name` takes; all, if the name does not tell. MORE-NUMBERS and LIST-2 are NUMBERS and LIST.
KindMask kinds_of_parameter(std::string_view name) {
  if (name.starts_with("more-")) name.remove_prefix(5);
  if (name.ends_with("-1") || name.ends_with("-2")) name.remove_suffix(2);
  for (const NamedKinds& n : named_kinds) {
    if (name != n.parameter) continue;
    const KindMask mask = kinds_of_predicate(n.predicate) | (n.other.empty() ? 0 : kinds_of_predicate(n.other));
    return name == "string" ? mask | kinds(KindBit::character) : mask;
  }
  return ~KindMask{0};
}

/// The name of a symbol or of a keyword parameter in small letters; "" if it is long.
class SmallName {
 public:
  explicit SmallName(const Runtime& rt, Value symbol) {
    const StringView name = string_view_of(rt.symbol(symbol)->name);
    if (name.size() > sizeof text_) return;
    for (; size_ < name.size(); ++size_) text_[size_] = static_cast<char>(std::tolower(static_cast<int>(name[size_] & 0x7F)));
  }
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[32];
  std::size_t size_ = 0;
};

bool takes_keyword(Runtime& rt, const Signature& s, Value keyword) {
  if (has_type(s.keywords, Type::simple_vector)) {
    const Object* known = s.keywords.as_object();
    return std::find(known->slots, known->slots + known->length(), keyword) != known->slots + known->length();
  }
  const SmallName name(rt, keyword);
  std::string_view rest = s.text.substr(std::min(s.text.find("&key"), s.text.size()));
  for (std::string_view word; !(word = next_word(rest)).empty();) {
    word.remove_prefix(word.front() == '(');
    if (word.ends_with(')')) word.remove_suffix(1);
    if (word == name) return true;
  }
  return false;
}

/// Calls `look` with the names of positional parameters, one by one, that of &REST again and again, while it returns true and there are some.
template <class Look> void for_each_parameter(const Runtime& rt, const Signature& s, Look&& look) {
  std::string_view text = s.text;
  Value list = s.list;
  bool is_rest = false;
  for (;;) {
    std::string_view word = next_word(text);
    const Value item = car_or_nil(list), symbol = item.is_cons() ? item.as_cons()->car : item;
    list = cdr_or_nil(list);
    const SmallName small(rt, symbol);
    if (s.text.empty()) word = is_nil(symbol) || !Runtime::is_symbol(symbol) ? std::string_view() : small;
    if (word == "&optional" || word == "&rest") {
      is_rest = word == "&rest";
      continue;
    }
    if (word.empty() || word.front() == '&') return;
    do {
      if (!look(word)) return;
    } while (is_rest);
  }
}

// --- calls

/// What is wrong with a call: a kind of finding, and its details.
struct Fault {
  const char* kind = nullptr;
  Value cell = NIL;  ///< the cons of the argument that it concerns
  Value values[3] = {};
  std::size_t count = 0;
  std::span<const Value> details() const { return {values, count}; }
};

Value number_or_nil(std::size_t n) { return n == Signature::any ? NIL : Value::fixnum(static_cast<std::int64_t>(n)); }

Fault fault_of_count(std::size_t count, std::size_t least, std::size_t most) {
  if (count >= least && count <= most) return {};
  return {"ARGUMENT-COUNT", NIL, {number_or_nil(count), number_or_nil(least), number_or_nil(most)}, 3};
}

Fault fault_of_keywords(Runtime& rt, const Signature& s, Value arguments) {
  for (std::size_t i = 0; i < s.positional && arguments.is_cons(); ++i) arguments = arguments.as_cons()->cdr;
  Fault unknown;
  for (; arguments.is_cons(); arguments = cdr_or_nil(arguments.as_cons()->cdr)) {
    const Value key = arguments.as_cons()->car;
    if (key == rt.sym(Known::allow_other_keys)) return {};
    const bool is_keyword = Runtime::is_symbol(key) && has_flag(rt.symbol(key), symbol_keyword);
    if (is_keyword && !arguments.as_cons()->cdr.is_cons()) return {"ODD-KEYWORDS", arguments, {key}, 1};
    if (is_keyword && unknown.kind == nullptr && !takes_keyword(rt, s, key)) unknown = {"UNKNOWN-KEYWORD", arguments, {key}, 1};
  }
  return unknown;
}

Fault fault_of_types(Runtime& rt, const Signature& s, Value arguments) {
  Fault fault;
  for_each_parameter(rt, s, [&](std::string_view name) {
    Value value;
    if (!arguments.is_cons()) return false;
    if (is_constant(rt, arguments.as_cons()->car, value) && !is_of_kind(value, kinds_of_parameter(name)))
      return fault = {"CONSTANT-TYPE", arguments, {value, rt.make_string(name)}, 2}, false;
    arguments = arguments.as_cons()->cdr;
    return true;
  });
  return fault;
}

/// Keywords and types are looked at in constants alone.
bool has_constant(Runtime& rt, Value arguments) {
  Value ignored;
  while (arguments.is_cons() && !is_constant(rt, arguments.as_cons()->car, ignored)) arguments = arguments.as_cons()->cdr;
  return arguments.is_cons();
}

/// What is wrong with the call `form` of a global function, as that is now.
Fault fault_of_call(Runtime& rt, Value form, bool types) {
  const Symbol* symbol = rt.symbol(form.as_cons()->car);
  Value end = form.as_cons()->cdr;
  std::size_t count;
  if (!count_conses(nullptr, end, count) || !is_nil(end)) return {};
  if (symbol->function == rt.undefined_function)
    return {!has_flag(symbol, symbol_has_macro) ? "UNDEFINED-FUNCTION" : "LATE-MACRO", NIL, {number_or_nil(count)}, 1};
  const bool whole = has_constant(rt, form.as_cons()->cdr);
  const Signature s = signature_of(rt, symbol->function, whole);
  Fault fault = fault_of_count(count, s.least, s.most);
  if (!whole) return fault;
  if (fault.kind == nullptr && s.keys && count > s.positional) fault = fault_of_keywords(rt, s, form.as_cons()->cdr);
  if (fault.kind == nullptr && types) fault = fault_of_types(rt, s, form.as_cons()->cdr);
  return fault;
}

Value finding(Runtime& rt, const char* kind, Value place, Value name, std::span<const Value> details) {
  const Value rest = rt.list(details);
  return rt.heap.cons(rt.keyword(kind), rt.heap.cons(place, rt.heap.cons(name, rest)));
}

}  // namespace

// --- while forms are analysed

void Analysis::begin_notes(Value expression) {
  const Value toplevel = rt_.symbol(rt_.tessera("*TOPLEVEL-FORM*"))->value;
  const bool is_toplevel = car_or_nil(expression.as_cons()->cdr) == rt_.keyword("TOPLEVEL-FORM");
  runs_now_ = is_toplevel && load_time_ == LoadTime::now;
  has_positions_ = is_toplevel ? !rt_.positions.empty() : rt_.positions.contains(expression.address());
  if (has_positions_) toplevel_position_ = position_of_form(toplevel);
}

void Analysis::note(const char* kind, SourcePosition where, Value name, std::span<const Value> details) {
  push(rt_, Known::findings, finding(rt_, kind, place_of(where), name, details));
}

bool Analysis::is_written(Value cons) const {
  return cons.is_cons() && (has_positions_ ? rt_.positions.contains(cons.address()) : expansions_ == 0);
}

bool Analysis::runs_at_once() const { return runs_now_ && current_ != nullptr && current_->parent == nullptr; }

SourcePosition Analysis::position_of_form(Value f) const {
  const auto found = f.is_cons() ? rt_.positions.find(f.address()) : rt_.positions.end();
  if (found != rt_.positions.end()) return found->second;
  return position_.line != 0 ? position_ : toplevel_position_;
}

// Symbols have no place of their own: that of the cons in the form where one stands.
SourcePosition Analysis::position_of_symbol(Value symbol) const {
  std::vector<Value> lists{form_};
  for (int left = 300; !lists.empty() && left > 0;) {
    Value l = lists.back();
    lists.pop_back();
    for (; l.is_cons() && left > 0; l = l.as_cons()->cdr, --left) {
      if (l.as_cons()->car == symbol && is_written(l)) return position_of_form(l);
      if (l.as_cons()->car.is_cons()) lists.push_back(l.as_cons()->car);
    }
  }
  return position_of_form(NIL);
}

// (FUNCALL #'name argument ...) and (APPLY #'name argument ... '(argument ...)) as (name argument ...); others are what they are.
Value Analysis::call_meant(Value f, const Scope* scope) const {
  const Value head = f.as_cons()->car, designator = car_or_nil(f.as_cons()->cdr);
  const bool applies = head == rt_.sym(Known::apply);
  if (!(applies || head == rt_.sym(Known::funcall)) || car_or_nil(designator) != rt_.sym(Known::function)) return f;
  const Value name = car_or_nil(cdr_or_nil(designator));
  if (!Runtime::is_symbol(name) || find_function(scope, name) != nullptr || rt_.symbol(name)->function == rt_.undefined_function) return f;
  std::vector<Value> arguments;
  for (Value l = f.as_cons()->cdr.as_cons()->cdr; l.is_cons(); l = l.as_cons()->cdr) arguments.push_back(l.as_cons()->car);
  if (applies) {
    Value list = NIL;
    if (arguments.empty() || !is_constant(rt_, arguments.back(), list)) return f;
    arguments.pop_back();
    Value end = list;
    std::size_t count;
    if (!count_conses(nullptr, end, count) || !is_nil(end)) return f;
    for (; list.is_cons(); list = list.as_cons()->cdr)
      arguments.push_back(cons_kept(rt_, rt_.sym(Known::quote), cons_kept(rt_, list.as_cons()->car, NIL)));
  }
  Value call = NIL;
  for (auto a = arguments.rbegin(); a != arguments.rend(); ++a) call = cons_kept(rt_, *a, call);
  return cons_kept(rt_, name, call);
}

// Of a call with a control string: whether that is right, and has as many arguments as it wants.
void Analysis::note_control(Value f) {
  struct Controlled {
    Known function;
    std::size_t control;  ///< which argument
    bool surplus;         ///< if it is wrong to give more than it uses
  };
  static constexpr Controlled table[] = {{Known::format, 1, true},   {Known::error, 0, true},      {Known::warn, 0, true},
                                         {Known::signal, 0, true},   {Known::break_, 0, true},     {Known::cerror, 1, false},
                                         {Known::y_or_n_p, 0, true}, {Known::yes_or_no_p, 0, true}};
  const Value head = f.as_cons()->car;
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const Controlled& c) { return rt_.sym(c.function) == head; });
  if (found == std::end(table)) return;
  Value cell = f.as_cons()->cdr;
  for (std::size_t i = 0; i < found->control; ++i) cell = cdr_or_nil(cell);
  const Value control = car_or_nil(cell);
  if (!has_type(control, Type::string)) return;
  const ControlArguments wanted = arguments_of_control(string_view_of(control));
  if (wanted.fault != nullptr) return note("CONTROL-STRING", position_of_form(cell), head, {{control, rt_.make_string(wanted.fault)}});
  std::size_t given = 0;
  for (Value l = cdr_or_nil(cell); l.is_cons(); l = l.as_cons()->cdr) ++given;
  const bool surplus = given > wanted.most && found->surplus;
  if (given < wanted.least || surplus)
    note(surplus ? "CONTROL-SURPLUS" : "CONTROL-ARGUMENTS", position_of_form(cell), head,
         {{number_or_nil(given), number_or_nil(wanted.least), number_or_nil(wanted.most)}});
}

void Analysis::note_lambda_call(const Lambda& lambda, Value expression, Value arguments) {
  const Arity& a = lambda.arity;
  Value end = arguments;
  std::size_t count;
  if (!is_written(expression) || !count_conses(nullptr, end, count)) return;
  const Fault fault = fault_of_count(count, a.required, a.rest || a.keys ? Signature::any : a.required + a.optional);
  const Value parameters = car_or_nil(cdr_or_nil(expression));
  if (fault.kind != nullptr)
    note(fault.kind, position_of_form(expression), rt_.list({rt_.sym(Known::lambda), parameters}), fault.details());
}

// Of a CASE or its kin: keys that stand in an earlier clause as well.
void Analysis::note_repeated_keys(Value f) {
  const Value head = f.as_cons()->car;
  if (head != rt_.sym(Known::case_) && head != rt_.sym(Known::ecase) && head != rt_.sym(Known::ccase)) return;
  if (!is_written(f)) return;
  constexpr std::size_t most = 1000;
  std::vector<Value> seen;
  std::size_t clauses = 0;
  for (Value l = cdr_or_nil(f.as_cons()->cdr); l.is_cons() && seen.size() < most && ++clauses < most; l = l.as_cons()->cdr) {
    const Value clause = l.as_cons()->car, keys = car_or_nil(clause);
    const auto look = [&](Value key) {
      if (std::any_of(seen.begin(), seen.end(), [key](Value other) { return eql(key, other); }))
        note("REPEATED-KEY", position_of_form(clause), head, {&key, 1});
      seen.push_back(key);
    };
    const bool is_default = keys == T || keys == rt_.cl("OTHERWISE");
    if (!keys.is_cons() && !is_nil(keys) && !is_default) look(keys);
    for (Value k = keys; k.is_cons() && seen.size() < most; k = k.as_cons()->cdr) look(k.as_cons()->car);
  }
}

// The library looks if the constant is of the type.
void Analysis::note_declared(Value type, Value name, Value form, Value place) {
  Value value;
  if (is_written(place) && is_constant(rt_, form, value)) note("DECLARED-TYPE", position_of_form(place), name, {{value, type}});
}

void Analysis::note_declared(const Body& parsed, Value name, Value init, Value place) {
  if (parsed.types.empty() || !car_or_nil(place).is_cons() || is_nil(cdr_or_nil(car_or_nil(place)))) return;
  for (const auto& [declared, type] : parsed.types)
    if (declared == name) note_declared(type, name, init, place);
}

void Analysis::place_as(Value list, Value other) {
  for (; list.is_cons() && other.is_cons(); list = list.as_cons()->cdr, other = other.as_cons()->cdr)
    if (const auto found = rt_.positions.find(other.address()); found != rt_.positions.end())
      rt_.positions.insert_or_assign(list.address(), found->second);
}

void Analysis::note_call(Value form, const Scope* scope) {
  std::size_t count;
  if (Value end = form.as_cons()->cdr; !count_conses(nullptr, end, count) || !is_nil(end)) return;
  const bool written = is_written(form);
  if (written && !runs_at_once()) note_control(form);
  const Value f = written ? call_meant(form, scope) : form, head = f.as_cons()->car;
  if (load_time_ == LoadTime::later && rt_.symbol(head)->package == rt_.tessera_package)
    push(rt_, Known::references, cons_kept(rt_, f, place_of(position_of_form(NIL))));  // it may define something
  if (runs_at_once()) return;
  if (!is_locked(rt_, head) || rt_.symbol(head)->function == rt_.undefined_function)
    return push(rt_, Known::references, cons_kept(rt_, f, place_of(position_of_form(NIL))));
  const Fault fault = fault_of_call(rt_, f, rt_.symbol(head)->package == rt_.cl_package && written);
  if (fault.kind != nullptr) note(fault.kind, position_of_form(is_nil(fault.cell) ? form : fault.cell), head, fault.details());
}

void Analysis::note_function(Value f, Value symbol) {
  if (runs_at_once() || (is_locked(rt_, symbol) && rt_.symbol(symbol)->function != rt_.undefined_function)) return;
  push(rt_, Known::references, cons_kept(rt_, f, place_of(position_of_form(NIL))));
}

void Analysis::note_variable(Value symbol) {
  const Symbol* s = rt_.symbol(symbol);
  if (s->value != UNBOUND || (s->info.as_fixnum() & (symbol_special | symbol_constant)) != 0 || runs_at_once()) return;
  push(rt_, Known::references, cons_kept(rt_, symbol, place_of(position_of_symbol(symbol))));
}

// --- what is never reached

bool Analysis::never_returns(const Node& node) const {
  for (const Node* n = &node; n != nullptr;) {
    if (n->is<ReturnFromNode>() || n->is<GoNode>() || n->is<ThrowNode>()) return true;
    if (const auto* call = n->if_a<CallNode>()) return call->function == rt_.sym(Known::error);
    if (const auto* progn = n->if_a<PrognNode>()) n = progn->forms.empty() ? nullptr : progn->forms.back();
    else if (const auto* let = n->if_a<LetNode>()) n = let->body;
    else n = nullptr;
  }
  return false;
}

void Analysis::note_unreachable(Value forms, const std::vector<Node*>& nodes) {
  for (const Node* n : nodes) {
    forms = forms.as_cons()->cdr;
    if (!forms.is_cons() || !never_returns(*n)) continue;
    if (is_written(forms.as_cons()->car)) note("UNREACHABLE", position_of_form(forms.as_cons()->car), NIL);
    return;
  }
}

void Analysis::note_failing(Value f, Value replacement) {
  if (!notes_ || car_or_nil(replacement) != rt_.sym(Known::fail_as_compiled) || runs_at_once()) return;
  const Value why = car_or_nil(cdr_or_nil(replacement.as_cons()->cdr));  // (operator 'what "why")
  note("FAILING-FORM", position_of_form(f), NIL, {&why, 1});
}

void Analysis::note_standard_name(Value name, Value place) {
  if (!notes_ || !Runtime::is_symbol(name) || rt_.symbol(name)->package != rt_.cl_package || !is_written(place)) return;
  const Symbol* s = rt_.symbol(name);
  if (s->function != rt_.undefined_function || has_flag(s, symbol_has_macro) || has_flag(s, symbol_special_operator))
    note("STANDARD-NAME", position_of_form(place), name);
}

// (if t form (cond clause...)), which COND makes of a clause with the test T and others behind it
void Analysis::note_hidden_clause(Value f) {
  const Value test = car_or_nil(f.as_cons()->cdr), other = car_or_nil(cdr_or_nil(cdr_or_nil(f.as_cons()->cdr)));
  if (test != T || car_or_nil(other) != rt_.sym(Known::cond) || is_written(f)) return;
  const Value clause = car_or_nil(cdr_or_nil(other));
  if (is_written(clause)) note("UNREACHABLE", position_of_form(clause), NIL);
}

// --- variables and local functions that are not used

void Analysis::watch(Variable* variable, Value place, const Body& parsed) {
  const auto is_in = [&](const std::vector<Value>& names) { return std::find(names.begin(), names.end(), variable->name) != names.end(); };
  if (!is_written(place) || is_nil(rt_.symbol(variable->name)->package) || is_in(parsed.ignorable)) return;
  variable->place = place;
  variable->ignored = is_in(parsed.ignored);
}

void Analysis::watch(LocalFunction* function, Value place) {
  if (is_written(place) && !is_nil(rt_.symbol(function->name)->package)) function->place = place;
}

void Analysis::note_uses() {
  for (const auto& v : arena_.variables) {
    if (is_nil(v->place) || v->ignored != (v->uses > 0)) continue;
    note(v->ignored ? "IGNORED-VARIABLE" : v->assigned ? "UNREAD-VARIABLE" : "UNUSED-VARIABLE", position_of_form(v->place), v->name);
  }
  for (const LocalFunction* f : local_functions_)
    if (!is_nil(f->place) && f->call_counts.empty() && !f->escapes) note("UNUSED-FUNCTION", position_of_form(f->place), f->name);
  for (const auto& [function, call] : local_calls_) {
    const Arity& a = function->lambda->arity;
    std::size_t count = 0;
    for (Value l = call.as_cons()->cdr; l.is_cons(); l = l.as_cons()->cdr) ++count;
    const Fault fault = fault_of_count(count, a.required, a.rest || a.keys ? Signature::any : a.required + a.optional);
    if (fault.kind != nullptr) note(fault.kind, position_of_form(call), function->name, fault.details());
  }
}

// --- at the end of a unit

namespace {

/// What is wrong with the thing that a reference is of, as a list behind NAME; the name goes to `name`.
Fault fault_of_reference(Runtime& rt, Value thing, Value& name) {
  name = thing;
  if (Runtime::is_symbol(thing)) {
    const Symbol* s = rt.symbol(thing);
    const bool is_known = s->value != UNBOUND || (s->info.as_fixnum() & (symbol_special | symbol_constant | symbol_symbol_macro)) != 0;
    return is_known ? Fault{} : Fault{"UNDEFINED-VARIABLE"};
  }
  name = thing.as_cons()->car;
  if (has_type(name, Type::string)) {
    const Value file = name;
    name = thing.as_cons()->cdr;
    return {"REDEFINITION", NIL, {file}, 1};
  }
  if (name != rt.sym(Known::function)) return fault_of_call(rt, thing, false);
  name = car_or_nil(thing.as_cons()->cdr);
  const Value symbol = name.is_cons() ? setf_name(rt, car_or_nil(name.as_cons()->cdr)) : name;
  return rt.symbol(symbol)->function == rt.undefined_function ? Fault{"UNDEFINED-FUNCTION", NIL, {NIL}, 1} : Fault{};
}

/// True of what the analysis notes: a list whose first element says of what it is.
bool is_reference(const Runtime& rt, Value reference) {
  if (!reference.is_cons()) return false;
  const Value thing = reference.as_cons()->car;
  if (!thing.is_cons()) return Runtime::is_symbol(thing) || has_type(thing, Type::string);
  const Value first = thing.as_cons()->car, rest = thing.as_cons()->cdr;
  if (has_type(first, Type::string)) return true;
  if (first != rt.sym(Known::function)) return Runtime::is_symbol(first);
  const Value name = car_or_nil(rest);
  return Runtime::is_symbol(name.is_cons() ? car_or_nil(name.as_cons()->cdr) : name);
}

}  // namespace

Value faults_of_references(Runtime& rt, Value references) {
  Value faults = NIL, file = NIL;
  for (; references.is_cons(); references = references.as_cons()->cdr) {
    const Value reference = references.as_cons()->car;
    if (!is_reference(rt, reference)) return rt.fail_type(reference, Known::list);
    const Value thing = reference.as_cons()->car;
    if (has_type(thing, Type::string)) {
      file = reference;
      continue;
    }
    Value name;
    const Fault fault = fault_of_reference(rt, thing, name);
    if (fault.kind == nullptr) continue;
    const Value found = finding(rt, fault.kind, reference.as_cons()->cdr, name, fault.details());
    faults = rt.heap.cons(rt.heap.cons(file, found), faults);
  }
  return faults;
}

void note_redefinition(Runtime& rt, Value symbol, Value old, Value function) {
  if (!rt.symbol_value_slot(Known::compilation_unit).is_cons() || !has_type(old, Type::closure) || !has_type(function, Type::closure))
    return;
  const Value file = file_of(code_of(as<Closure>(function))), old_file = file_of(code_of(as<Closure>(old)));
  if (!has_type(file, Type::string) || !has_type(old_file, Type::string)) return;
  if (string_view_of(file) != string_view_of(old_file))
    push(rt, Known::references, rt.heap.cons(rt.heap.cons(old_file, symbol), Value::fixnum(0)));
}

}  // namespace tessera
