// Checking calls against the lambda lists of the functions that they call. Compiled for size.
#include "compiler/findings/call_checks.hpp"

#include <algorithm>

#include "compiler/analysis/source_list.hpp"
#include "compiler/analysis/special_operators.hpp"
#include "compiler/code.hpp"
#include "compiler/generation/primitives.hpp"
#include "data/objects/kinds.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

// --- lambda lists

/// The arguments of a function. The parameters are the words of a builtin's text, or the elements of a list.
struct Signature {
  std::size_t least = 0, most = any_number, positional = 0;
  bool keys = false;
  Value keywords = NIL;  ///< the keywords of a closure, a simple-vector
  std::string_view text;
  Value list = NIL;
};

/// The parts of a signature to find: reading the parameters takes longer.
enum class Detail : bool { counts, parameters };

Signature signature_of_native(Runtime& rt, Value function, Detail detail) {
  Signature s;
  const NativeArity arity = NativeArity::of(as<Native>(function));
  s.least = arity.least;
  if (arity.most != NativeArity::any_number) s.most = arity.most;
  if (detail == Detail::counts) return s;
  s.text = rt.native_lambda_list(function);
  s.keys = s.text.find("&key") != s.text.npos && s.text.find("&allow-other-keys") == s.text.npos;
  std::string_view rest = s.text;
  for (std::string_view word; !(word = next_word(rest)).empty() && word != "&key" && word != "&rest";) s.positional += word.front() != '&';
  return s;
}

Signature signature_of(Runtime& rt, Value function, Detail detail) {
  if (has_type(function, Type::native)) return signature_of_native(rt, function, detail);
  Signature s;
  if (!has_type(function, Type::closure)) return s;
  Code* const code = code_of(as<Closure>(function));
  const Arity a = Arity::unpack(code->arity.as_fixnum());
  s.least = a.required;
  s.positional = a.required + a.optional;
  if (!a.rest && !a.keys) s.most = s.positional;
  s.keys = a.keys && !a.allow_other_keys;
  s.keywords = code->keywords;
  if (detail == Detail::parameters) s.list = lambda_list_of(rt, code);
  return s;
}

/// The kinds of object that a parameter of this name takes, in every lambda list of the library and of the builtins:
/// `predicate` and `other` are their predicates. They include all that a designator may be.
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

/// Returns the kinds of object that a parameter called `name` takes, or all kinds if the name implies none.
/// MORE-NUMBERS counts as NUMBERS, LIST-2 as LIST.
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

/// The name of a symbol in lower case, or "" if it is long.
class LowerCaseName {
 public:
  explicit LowerCaseName(const Runtime& rt, Value symbol) {
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
  const LowerCaseName name(rt, keyword);
  std::string_view rest = s.text.substr(std::min(s.text.find("&key"), s.text.size()));
  for (std::string_view word; !(word = next_word(rest)).empty();) {
    word.remove_prefix(word.front() == '(');
    if (word.ends_with(')')) word.remove_suffix(1);
    if (word == name) return true;
  }
  return false;
}

/// Calls `look` with the name of each positional parameter, and then with the name of the &REST parameter again and
/// again, as long as it returns true.
template <class Look> void for_each_parameter(const Runtime& rt, const Signature& s, Look&& look) {
  std::string_view text = s.text;
  SourceList list(s.list);
  bool is_rest = false;
  for (;;) {
    std::string_view word = next_word(text);
    const Value item = list.next() ? list.item() : NIL, symbol = item.is_cons() ? item.as_cons()->car : item;
    const LowerCaseName lower(rt, symbol);
    if (s.text.empty()) word = is_nil(symbol) || !Runtime::is_symbol(symbol) ? std::string_view() : lower;
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

Finding check_keywords(Runtime& rt, const Signature& s, Value arguments) {
  SourceList rest(arguments);
  for (std::size_t i = 0; i < s.positional && rest.next();) ++i;
  Finding unknown;
  while (rest.next()) {
    const Value key = rest.item(), cell = rest.cell();
    if (key == rt.sym(Known::allow_other_keys)) return {};
    const bool is_keyword = Runtime::is_symbol(key) && has_flag(rt.symbol(key), symbol_keyword);
    if (!rest.next() && is_keyword) return {"ODD-KEYWORDS", cell, {key}, 1};
    if (is_keyword && !unknown && !takes_keyword(rt, s, key)) unknown = {"UNKNOWN-KEYWORD", cell, {key}, 1};
  }
  return unknown;
}

Finding check_types(Runtime& rt, const Signature& s, Value arguments) {
  Finding finding;
  SourceList rest(arguments);
  for_each_parameter(rt, s, [&](std::string_view name) {
    Value value;
    if (!rest.next()) return false;
    if (!is_constant_form(rt, rest.item(), value) || is_of_kind(value, kinds_of_parameter(name))) return true;
    finding = {"CONSTANT-TYPE", rest.cell(), {value, rt.make_string(name)}, 2};
    return false;
  });
  return finding;
}

/// True if an argument is a constant: keywords and types are checked only of constants.
bool has_constant(Runtime& rt, Value arguments) {
  Value ignored;
  SourceList rest(arguments);
  while (rest.next())
    if (is_constant_form(rt, rest.item(), ignored)) return true;
  return false;
}

}  // namespace

bool is_constant_form(Runtime& rt, Value form, Value& value) {
  value = form;
  if (form.is_cons()) {
    value = operand(form, 0);
    return form.as_cons()->car == rt.sym(Known::quote);
  }
  return form.is_constant_symbol() || !Runtime::is_symbol(form) || has_flag(rt.symbol(form), symbol_keyword);
}

Finding check_count(std::size_t count, std::size_t least, std::size_t most) {
  if (count >= least && count <= most) return {};
  return {"ARGUMENT-COUNT", NIL, {number_or_nil(count), number_or_nil(least), number_or_nil(most)}, 3};
}

Finding check_call(Runtime& rt, Value form, ArgumentTypes types) {
  const Symbol* symbol = rt.symbol(form.as_cons()->car);
  const Value arguments = form.as_cons()->cdr;
  const auto count = proper_length(arguments);
  if (!count) return {};
  if (symbol->function == rt.undefined_function)
    return {!has_flag(symbol, symbol_has_macro) ? "UNDEFINED-FUNCTION" : "LATE-MACRO", NIL, {number_or_nil(*count)}, 1};
  const bool constants = has_constant(rt, arguments);
  const Signature s = signature_of(rt, symbol->function, constants ? Detail::parameters : Detail::counts);
  Finding finding = check_count(*count, s.least, s.most);
  if (!constants) return finding;
  if (!finding && s.keys && *count > s.positional) finding = check_keywords(rt, s, arguments);
  if (!finding && types == ArgumentTypes::checked) finding = check_types(rt, s, arguments);
  return finding;
}

}  // namespace tessera
