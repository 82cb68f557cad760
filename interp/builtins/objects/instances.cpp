// Raw instances, the table of classes, the representation of objects, for stdlib/types/classes.lisp. Layer: builtins.
#include <cctype>
#include <string>
#include <vector>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/objects/callable.hpp"
#include "data/objects/dispatch.hpp"
#include "data/tables/hash_tables.hpp"

namespace tessera {

namespace {

constexpr std::int64_t instance_slots_limit = 1 << 20;
constexpr std::size_t unchecked_slots = 64;  ///< conditions are made even when memory is short

bool is_instance(Value v) { return has_type(v, Type::instance); }
Value fail_instance(Runtime& rt, Value v) { return rt.fail_type(v, rt.tessera("INSTANCE")); }

/// Makes an instance whose slots hold UNBOUND.
Value new_instance(Runtime& rt, Value klass, std::size_t slots) {
  if (slots > unchecked_slots && !rt.heap.has_room((slots + 2) * sizeof(Value))) return rt.fail_heap();
  Object* o = rt.heap.allocate(Type::instance, slots + 1, UNBOUND);
  o->slots[0] = klass;
  return Value::object(o);
}

Value make_instance(Runtime& rt, Args a) {
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 0 || a[1].as_fixnum() > instance_slots_limit)
    return rt.fail_type(a[1], integer_type(rt, 0, instance_slots_limit));
  return new_instance(rt, a[0], static_cast<std::size_t>(a[1].as_fixnum()));
}

Value instance_of(Runtime& rt, Args a) {
  const Value v = new_instance(rt, a[0], a.size() - 1);
  TESSERA_TRY(v);
  for (std::uint32_t i = 1; i < a.size(); ++i) v.as_object()->slots[i] = a[i];
  return v;
}

Value copy_instance(Runtime& rt, Args a) {
  if (!is_instance(a[0])) return fail_instance(rt, a[0]);
  const std::uint32_t length = a[0].as_object()->length();
  const Value copy = new_instance(rt, NIL, length - 1);
  TESSERA_TRY(copy);
  for (std::uint32_t i = 0; i < length; ++i) copy.as_object()->slots[i] = a[0].as_object()->slots[i];
  return copy;
}

Value instance_class(Runtime& rt, Args a) { return is_instance(a[0]) ? as<Instance>(a[0])->klass : fail_instance(rt, a[0]); }

Value set_instance_class(Runtime& rt, Args a) {
  if (!is_instance(a[0])) return fail_instance(rt, a[0]);
  rt.heap.write(&as<Instance>(a[0])->klass, a[1]);
  return a[1];
}

Value instance_length(Runtime& rt, Args a) {
  return is_instance(a[0]) ? Value::fixnum(a[0].as_object()->length() - 1) : fail_instance(rt, a[0]);
}

/// Returns slot `index`, or null with a failure pending.
Value* find_slot(Runtime& rt, Value instance, Value index) {
  if (!is_instance(instance)) return fail_instance(rt, instance), nullptr;
  const std::int64_t length = std::int64_t{instance.as_object()->length()} - 1;
  if (!index.is_fixnum() || index.as_fixnum() < 0 || index.as_fixnum() >= length) return rt.fail_index(index, length), nullptr;
  return &as<Instance>(instance)->slots[index.as_fixnum()];
}

Value instance_ref(Runtime& rt, Args a) {
  const Value* slot = find_slot(rt, a[0], a[1]);
  return slot ? *slot : FAILED;
}

Value set_instance_ref(Runtime& rt, Args a) {
  Value* slot = find_slot(rt, a[0], a[1]);
  if (!slot) return FAILED;
  rt.heap.write(slot, a[2]);
  return a[2];
}

/// True if `klass` is among `ancestors`: at its depth if it has one, else anywhere.
bool is_among(Value klass, Value ancestors) {
  if (!has_type(ancestors, Type::simple_vector)) return false;
  const Object* all = ancestors.as_object();
  const Value depth = as<Instance>(klass)->slots[class_depth];
  if (depth.is_fixnum()) return depth.as_fixnum() < std::int64_t{all->length()} && all->slots[depth.as_fixnum()] == klass;
  for (std::uint32_t i = 0; i < all->length(); ++i)
    if (all->slots[i] == klass) return true;
  return false;
}

Value instance_of_class_p(Runtime&, Args a) {
  if (!is_instance(a[0]) || !is_class(a[1])) return NIL;
  const Value klass = as<Instance>(a[0])->klass;
  return boolean(is_class(klass) && is_among(a[1], as<Instance>(klass)->slots[class_ancestors]));
}

Value unbound_marker(Runtime&, Args) { return UNBOUND; }
Value unbound_marker_p(Runtime&, Args a) { return boolean(a[0] == UNBOUND); }

// --- classes by name

Value find_class(Runtime& rt, Args a) { return is_nil(rt.classes) ? NIL : table_get(rt, rt.classes, a[0], NIL); }

Value set_find_class(Runtime& rt, Args a) {
  const Value old = find_class(rt, a);
  if (old != a[1] && !may_define(rt, a, a[0], Known::type_, !is_nil(old))) return FAILED;
  if (is_nil(rt.classes)) rt.classes = make_hash_table(rt, TableTest::eq, 200);
  TESSERA_TRY(rt.classes);
  if (is_nil(a[1])) table_remove(rt, rt.classes, a[0]);
  else TESSERA_TRY(table_put(rt, rt.classes, a[0], a[1]));
  return a[1];
}

// --- representations

const char* object_kind(Type type) {
  switch (type) {
    case Type::symbol: return "SYMBOL";
    case Type::package: return "PACKAGE";
    case Type::ratio: return "RATIO";
    case Type::complex: return "COMPLEX";
    case Type::simple_vector: return "SIMPLE-VECTOR";
    case Type::array: return "ARRAY";
    case Type::hash_table:
    case Type::custom_table: return "HASH-TABLE";
    case Type::instance: return "INSTANCE";
    case Type::closure:
    case Type::native: return "FUNCTION";
    case Type::stream: return "STREAM";
    case Type::readtable: return "READTABLE";
    case Type::random_state: return "RANDOM-STATE";
    case Type::pathname: return "PATHNAME";
    case Type::environment: return "ENVIRONMENT";
    case Type::bignum: return "BIGNUM";
    case Type::string: return "STRING";
    case Type::bit_vector: return "BIT-VECTOR";
    case Type::specialized_vector: return "SPECIALIZED-VECTOR";
    default: return "OTHER";
  }
}

Value symbol_kind(Runtime& rt, Value v) {
  const bool keyword = rt.symbol(v)->package == rt.packages.keyword;
  return rt.keyword(keyword ? "KEYWORD" : is_nil(v) ? "NULL" : "SYMBOL");
}

Value primitive_type(Runtime& rt, Args a) {
  const Value v = a[0];
  if (v.is_fixnum()) return rt.keyword("FIXNUM");
  if (v.is_cons()) return rt.keyword("CONS");
  if (v.is_character()) return rt.keyword("CHARACTER");
  if (v.is_single_float()) return rt.keyword("SINGLE-FLOAT");
  if (is_double(v)) return rt.keyword("DOUBLE-FLOAT");
  if (Runtime::is_symbol(v)) return symbol_kind(rt, v);
  return rt.keyword(v.is_object() ? object_kind(v.as_object()->type()) : "OTHER");
}

Value class_in(Runtime& rt, Args a) {
  return has_type(a[1], Type::simple_vector) ? class_among(a[0], a[1]) : rt.fail_type(a[1], Known::simple_vector);
}

Value function_instance(Runtime&, Args a) { return callable_instance(a[0]); }
Value representation_of(Runtime&, Args a) { return Value::fixnum(representation_index(a[0])); }

Value fixnump(Runtime&, Args a) { return boolean(a[0].is_fixnum()); }
Value single_float_p(Runtime&, Args a) { return boolean(a[0].is_single_float()); }

/// An object with fields that Lisp accesses by index, too: its name and theirs, separated by spaces.
struct SharedFields {
  std::string_view object, fields;
};

#define TESSERA_FIELD_TEXT(field) #field " "
constexpr SharedFields shared_fields_table[] = {
    {"CLASS", TESSERA_CLASS_FIELDS(TESSERA_FIELD_TEXT)},       {"SLOT", TESSERA_SLOT_FIELDS(TESSERA_FIELD_TEXT)},
    {"OBJECT", TESSERA_OBJECT_FIELDS(TESSERA_FIELD_TEXT)},     {"FRAME", TESSERA_FRAME_FIELDS(TESSERA_FIELD_TEXT)},
    {"CALLABLE", TESSERA_CALLABLE_FIELDS(TESSERA_FIELD_TEXT)},
};
#undef TESSERA_FIELD_TEXT

/// Returns the symbols that the words of `text` name.
Value symbols_of_words(Runtime& rt, std::string_view text) {
  std::vector<Value> symbols;
  std::string word;
  for (const char c : text) {
    if (c != ' ') {
      word += c == '_' ? '-' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      continue;
    }
    symbols.push_back(rt.tessera(word));
    word.clear();
  }
  return rt.list(symbols);
}

Value shared_fields(Runtime& rt, Args a) {
  const std::string object = rt.to_utf8(a[0]);
  for (const SharedFields& s : shared_fields_table)
    if (s.object == object) return symbols_of_words(rt, s.fields);
  return NIL;
}

constexpr Builtin instances_table[] = {
    {"%SHARED-FIELDS", "object-name", shared_fields,
     "Returns the names of the fields, the first ones, that the VM knows of the objects called OBJECT-NAME, a string."},
    {"%MAKE-INSTANCE", "class length", make_instance, "Returns an instance of CLASS with LENGTH slots that have no value."},
    {"%INSTANCE", "class &rest values", instance_of, "Returns an instance of CLASS whose slots hold VALUES."},
    {"%COPY-INSTANCE", "instance", copy_instance, "Returns an instance of the same class with the same values in its slots."},
    {"%INSTANCE-P", "object", predicate<is_instance>, "Returns true if OBJECT is an instance: of a structure, a condition or a class."},
    {"%INSTANCE-CLASS", "instance", instance_class, "Returns the class of INSTANCE."},
    {"%SET-INSTANCE-CLASS", "instance class", set_instance_class, "Makes CLASS the class of INSTANCE. Returns CLASS."},
    {"%INSTANCE-LENGTH", "instance", instance_length, "Returns the number of slots of INSTANCE."},
    {"%INSTANCE-REF", "instance index", instance_ref, "Returns what the slot of INSTANCE at INDEX holds."},
    {"%SET-INSTANCE-REF", "instance index value", set_instance_ref, "Stores VALUE in the slot of INSTANCE at INDEX. Returns VALUE."},
    {"%INSTANCE-OF-CLASS-P", "object class", instance_of_class_p, "Returns true if OBJECT is an instance of CLASS or of one below it."},
    {"%UNBOUND-MARKER", "", unbound_marker, "Returns what a slot without a value holds."},
    {"%UNBOUND-MARKER-P", "object", unbound_marker_p, "Returns true if OBJECT is what a slot without a value holds."},
    {"%FIND-CLASS", "symbol", find_class, "Returns the class named SYMBOL, or NIL."},
    {"%SET-FIND-CLASS", "symbol class", set_find_class, "Makes SYMBOL name CLASS, or no class if that is NIL. Returns CLASS."},
    {"%PRIMITIVE-TYPE", "object", primitive_type, "Returns a keyword for the representation of OBJECT."},
    {"%REPRESENTATION-INDEX", "object", representation_of, "Returns the place that %CLASS-IN looks at for OBJECT."},
    {"%CLASS-IN", "object classes", class_in,
     "Returns the class of OBJECT: an instance knows it, for others it stands in the vector CLASSES, or NIL if not there."},
    {"%FUNCTION-INSTANCE", "function", function_instance,
     "Returns the instance that is called by FUNCTION, such as a generic function, or NIL."},
    {"%FIXNUMP", "object", fixnump, "Returns true if OBJECT is a fixnum."},
    {"%BIGNUMP", "object", type_predicate<Type::bignum>, "Returns true if OBJECT is an integer, but no fixnum."},
    {"%RATIOP", "object", type_predicate<Type::ratio>, "Returns true if OBJECT is a ratio."},
    {"%SINGLE-FLOAT-P", "object", single_float_p, "Returns true if OBJECT is a single-float."},
    {"%DOUBLE-FLOAT-P", "object", predicate<is_double>, "Returns true if OBJECT is a double-float."},
    {"%ENVIRONMENTP", "object", type_predicate<Type::environment>, "Returns true if OBJECT is an environment of macro expansion."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::instances>() { return instances_table; }

}  // namespace tessera
