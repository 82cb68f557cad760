// All natives in one list; Native objects for them; keyword arguments. Layer: builtins.
#include "builtins/registry.hpp"

#include "builtins/chapters.hpp"
#include "builtins/variables.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

/// Returns every builtin in the order of the tables: a Native's index refers to it.
const std::vector<const Builtin*>& flat_list() {
  static const std::vector<const Builtin*> list = [] {
    std::vector<const Builtin*> all;
    for (std::span<const Builtin> chapter : all_builtins())
      for (const Builtin& b : chapter) all.push_back(&b);
    return all;
  }();
  return list;
}

Value builtin_name(Runtime& rt, std::string_view name) {
  constexpr std::string_view prefix = "tessera::";
  if (name.substr(0, prefix.size()) == prefix) {
    std::string upper(name.substr(prefix.size()));
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return rt.tessera(upper);
  }
  return name.front() == '%' ? rt.tessera(name) : rt.cl(name);
}

Value entry_word(NativeFunction f) { return Value::from_bits(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(f)) << 1); }

Value make_native(Runtime& rt, Value name, const Builtin& b, Value index) {
  NativeArity arity = accepted_counts(b.lambda_list);
  arity.operation = b.operation;
  Object* o = rt.heap.allocate(Type::native, native_slots);
  auto* n = reinterpret_cast<Native*>(o);
  n->index = index;
  n->entry = entry_word(b.function);
  n->arity = arity.pack();
  n->name = name;
  return Value::object(o);
}

/// Returns the index of keyword `key` in `names`, or their number.
std::size_t key_index(Runtime& rt, Value key, std::span<const std::string_view> names) {
  const StringView name = string_view_of(rt.symbol(key)->name);
  const auto same = [name](std::string_view s) { return name == StringView(reinterpret_cast<const unsigned char*>(s.data()), s.size()); };
  std::size_t i = 0;
  while (i < names.size() && !same(names[i])) ++i;
  return i;
}

bool allows_other_keys(Runtime& rt, Args rest) {
  for (std::uint32_t i = 0; i + 1 < rest.size(); i += 2)
    if (rest[i] == rt.sym(Known::allow_other_keys)) return !is_nil(rest[i + 1]);
  return false;
}

std::string_view lambda_list_of(Value native) { return builtin_of(native).lambda_list; }

bool fail_key(Runtime& rt, std::string_view message, Value key) {
  rt.fail_simple(Known::simple_program_error, message, {key});
  return false;
}

}  // namespace

std::string_view next_parameter(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::size_t i = 0;
  int depth = 0;
  for (; i < text.size() && (depth > 0 || text[i] != ' '); ++i) depth += (text[i] == '(') - (text[i] == ')');
  std::string_view word = text.substr(0, i);
  text.remove_prefix(i);
  return word;
}

NativeArity accepted_counts(std::string_view lambda_list) {
  NativeArity arity{0, 0};
  bool optional = false;
  for (std::string_view word; !(word = next_parameter(lambda_list)).empty();) {
    if (word == "&optional") {
      optional = true;
    } else if (word.front() == '&') {
      arity.most = NativeArity::any_number;
      return arity;
    } else {
      ++arity.most;
      if (!optional) ++arity.least;
    }
  }
  return arity;
}

/// Makes a native whose entry is the description's address. It is aligned: a fixnum to the collector.
Value make_host_native(Runtime& rt, Value name, const Builtin& description) {
  return make_native(rt, name, description, Value::from_bits(reinterpret_cast<std::uint64_t>(&description)));
}

Value make_native_closure(Runtime& rt, Value prototype, std::span<const Value> values) {
  Object* o = rt.heap.allocate(Type::native, native_slots + values.size());
  std::copy_n(prototype.as_object()->slots, native_slots, o->slots);
  std::copy(values.begin(), values.end(), o->slots + native_slots);
  return Value::object(o);
}

std::span<const std::span<const Builtin>> all_builtins() {
  static const std::span<const Builtin> chapters[] = {
#define CHAPTER(name) builtins_of<Chapter::name>(),
#include "builtins/chapters.def"
#undef CHAPTER
  };
  return chapters;
}

void install_builtins(Runtime& rt) {
  const auto& list = flat_list();
  Object* natives = rt.heap.allocate_old(Type::simple_vector, list.size());
  rt.natives = Value::object(natives);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value native = make_native(rt, builtin_name(rt, list[i]->name), *list[i], Value::fixnum(static_cast<std::int64_t>(i)));
    rt.heap.write(natives, i, native);
    set_symbol_function(rt, rt.symbol(as<Native>(native)->name), native);
  }
  rt.native_lambda_list = lambda_list_of;
  install_variables(rt);
  install_number_constants(rt);
}

namespace {

/// Takes the place of natives whose permission is withheld.
Value refuse(Runtime& rt, Args a) {
  const Builtin& b = builtin_of(running_native(a));
  const std::string control = std::string("permission denied by the host program: ") + name_of(b.needs);
  if (b.needs != Permission::read_files && b.needs != Permission::write_files) return rt.fail_simple(Known::simple_error, control);
  return fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", a.get(0), control + ": ~S", {a.get(0)});
}

}  // namespace

void relink_builtins(Runtime& rt) {
  const auto& list = flat_list();
  Object* natives = rt.natives.as_object();
  rt.native_lambda_list = lambda_list_of;
  for (std::size_t i = 0; i < natives->length(); ++i)
    as<Native>(natives->slots[i])->entry = entry_word(rt.allows(list[i]->needs) ? list[i]->function : refuse);
}

const Builtin& builtin_of(Value native) {
  const Value index = as<Native>(native)->index;
  const auto place = static_cast<std::size_t>(index.as_fixnum());
  if (place < flat_list().size()) return *flat_list()[place];
  return description_of(as<Native>(native));
}

bool parse_keys(Runtime& rt, Args rest, std::span<const std::string_view> names, std::span<Value> given) {
  for (Value& v : given) v = UNSUPPLIED;
  if (rest.size() % 2 != 0) return fail_key(rt, "odd number of keyword arguments: ~S has no value", rest[rest.size() - 1]);
  for (std::uint32_t i = 0; i < rest.size(); i += 2) {
    const Value key = rest[i];
    const bool keyword = Runtime::is_symbol(key) && rt.symbol(key)->package == rt.packages.keyword;
    const std::size_t k = keyword ? key_index(rt, key, names) : names.size();
    const bool known = k < names.size();
    if (known && given[k] == UNSUPPLIED) given[k] = rest[i + 1];
    if (!known && key != rt.sym(Known::allow_other_keys) && !allows_other_keys(rt, rest))
      return fail_key(rt, "unknown keyword argument ~S", key);
  }
  return true;
}

}  // namespace tessera
