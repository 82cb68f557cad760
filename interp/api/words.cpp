// Implements words.hpp, Lisp objects as words, and what copying.hpp says of their representation.
#include "tessera/words.hpp"

#include <algorithm>

#include "api/state.hpp"
#include "builtins/registry.hpp"
#include "compiler/verifier/verify.hpp"
#include "data/numbers/integers.hpp"
#include "data/numbers/numbers.hpp"
#include "data/pathnames/pathnames.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "tessera/copying.hpp"

namespace tessera::words {

using detail::current;
using detail::value_of;
using detail::word_of;

// Checks the layout that the header assumes.
static_assert(word_of(NIL) == nil() && word_of(T) == t() && word_of(UNBOUND) == no_value() && word_of(FAILED) == detail::failed);
static_assert(is_immediate(nil()) && is_immediate(fixnum(-1)) && is_immediate(word_of(Value::character('a'))));
static_assert(sizeof(Cons) == 2 * sizeof(Word) && offsetof(Cons, cdr) == sizeof(Word));
static_assert(static_cast<std::uint64_t>(Type::simple_vector) == layout::vector_type &&
              static_cast<std::uint64_t>(Type::instance) == layout::instance_type && offsetof(Instance, klass) == sizeof(Word) &&
              static_cast<std::uint64_t>(Type::native) == layout::native_type);
static_assert(offsetof(Object, slots) == sizeof(Word) && native_slots == layout::native_words &&
              offsetof(tessera::Native, index) == sizeof(Word));
static_assert(offsetof(tessera::Symbol, value) == 3 * sizeof(Word) && offsetof(tessera::Symbol, function) == 4 * sizeof(Word));
static_assert(Value::fixnum(-5).bits() == static_cast<std::uint64_t>(fixnum(-5)) && is_fixnum(fixnum(7)) && fixnum_value(fixnum(-5)) == -5);
static_assert(Value::most_positive_fixnum == most_positive_fixnum && Value::most_negative_fixnum == most_negative_fixnum);

namespace {

/// Throws if an object of that size would exceed the heap limit.
void need(State& state, std::size_t bytes) {
  if (!state.vm.heap.has_room(bytes)) throw std::bad_alloc();
  state.made_bytes += bytes;
}

Word made(Value v) {
  if (is_failed(v)) throw std::bad_alloc();
  return word_of(v);
}

ElementKind element_kind_of(ElementType type) {
  return static_cast<ElementKind>(static_cast<int>(ElementKind::u8) + static_cast<int>(type));
}
static_assert(static_cast<int>(ElementKind::double_float) - static_cast<int>(ElementKind::u8) == static_cast<int>(ElementType::float64));

}  // namespace

Word undefined_function(State& state) noexcept { return word_of(state.vm.undefined_function); }

bool has_room(State& state, std::size_t bytes) noexcept { return state.vm.heap.has_room(bytes); }

Word integer(State& state, std::int64_t n) { return word_of(make_integer(state.vm, n)); }
Word unsigned_integer(State& state, std::uint64_t n) { return word_of(make_unsigned(state.vm, n)); }

Word integer_of_decimal(State& state, std::string_view digits) {
  const std::string_view unsigned_digits = digits.substr(!digits.empty() && (digits[0] == '-' || digits[0] == '+'));
  if (unsigned_digits.empty() || !std::all_of(unsigned_digits.begin(), unsigned_digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    throw std::invalid_argument("tessera: Integer: \"" + std::string(digits) + "\" is not a decimal integer");
  need(state, digits.size());
  return word_of(integer_of_digits_at_once(state.vm, std::string(unsigned_digits), digits[0] == '-'));
}

Word ratio(State& state, std::int64_t numerator, std::int64_t denominator) {
  return word_of(make_ratio(state.vm, make_integer(state.vm, numerator), make_integer(state.vm, denominator)));
}

Word double_float(State& state, double d) { return word_of(state.vm.heap.make_double(d)); }

Word complex(State& state, Word real, Word imaginary) { return word_of(make_complex(state.vm, value_of(real), value_of(imaginary))); }

Word character(char32_t c) {
  if (c >= 0x110000)
    throw std::invalid_argument("tessera: " + std::to_string(static_cast<std::uint32_t>(c)) +
                                " is not the code of a character, which is below 1114112");
  return word_of(Value::character(c));
}

Word string(State& state, std::string_view utf8) {
  need(state, utf8.size());
  return word_of(state.vm.make_string(utf8));
}

Word cons(State& state, Word car, Word cdr) { return word_of(state.vm.heap.cons(current(state, car), current(state, cdr))); }

Word list(State& state, std::span<const Word> elements, Word tail) {
  if (TESSERA_UNLIKELY(elements.size() > 16)) need(state, elements.size() * sizeof(Cons));
  Heap& heap = state.vm.heap;
  Value l = current(state, tail);
  for (const Word* next = elements.data() + elements.size(); next != elements.data();) l = heap.cons(current(state, *--next), l);
  return word_of(l);
}

void set_car(State& state, Word cons, Word value) { state.vm.heap.write(&current(state, cons).as_cons()->car, current(state, value)); }
void set_cdr(State& state, Word cons, Word value) { state.vm.heap.write(&current(state, cons).as_cons()->cdr, current(state, value)); }

void set_element(State& state, Word simple_vector, std::size_t i, Word value) {
  TESSERA_ASSERT(has_type(value_of(simple_vector), Type::simple_vector) && i < value_of(simple_vector).as_object()->length());
  state.vm.heap.write(current(state, simple_vector).as_object(), i, current(state, value));
}

Word symbol(State& state, std::string_view package, std::string_view name) {
  const Value found = find_package(state.vm, string_view_of(state.vm.make_string(package)));
  if (is_nil(found)) throw std::invalid_argument("tessera: there is no package " + std::string(package));
  return word_of(intern(state.vm, found, name));
}

Word keyword(State& state, std::string_view name) { return word_of(state.vm.keyword(name)); }

Word vector(State& state, std::span<const Word> elements) {
  need(state, elements.size_bytes());
  Object* const v = state.vm.heap.allocate(Type::simple_vector, elements.size());
  TESSERA_ASSERT(std::all_of(elements.begin(), elements.end(), [&state](Word w) { return current(state, w) == value_of(w); }));
  std::copy_n(reinterpret_cast<const Value*>(elements.data()), elements.size(), v->slots);
  state.vm.heap.written_all(v);
  return word_of(Value::object(v));
}

Word instance_like(State& state, Word prototype, std::span<const Word> slots) {
  const Object* const model = current(state, prototype).as_object();
  TESSERA_ASSERT(model->type() == Type::instance && model->length() == slots.size() + 1);
  if (TESSERA_UNLIKELY(slots.size() > 16)) need(state, slots.size_bytes());
  Object* const instance = state.vm.heap.allocate(Type::instance, slots.size() + 1);
  instance->set_subtype(model->subtype());
  instance->slots[0] = model->slots[0];
  for (std::size_t i = 0; i < slots.size(); ++i) instance->slots[1 + i] = current(state, slots[i]);
  if (TESSERA_UNLIKELY(slots.size() > 16)) state.vm.heap.written_all(instance);
  return word_of(Value::object(instance));
}

Word numbers(State& state, ElementType type, const void* data, std::size_t count) {
  const std::size_t bytes = count * kind_bits(element_kind_of(type)) / 8;
  need(state, bytes);
  const Word w = made(make_storage(state.vm, element_kind_of(type), count));
  if (bytes != 0) std::memcpy(value_of(w).as_object()->data<unsigned char>(), data, bytes);  // `data` may be nullptr for no bytes
  return w;
}

Word hash_table(State& state) { return made(make_hash_table(state.vm, TableTest::equal)); }
void hash_table_set(State& state, Word table, Word key, Word value) {
  made(table_put(state.vm, value_of(table), value_of(key), value_of(value)));
}

bool is_integer(Word w) noexcept { return tessera::is_integer(value_of(w)); }

bool get_integer(Word w, std::int64_t& n) {
  const auto found = is_integer(w) ? to_int64(value_of(w)) : std::nullopt;
  n = found.value_or(0);
  return found.has_value();
}

bool get_unsigned(Word w, std::uint64_t& n) {
  const auto found = is_integer(w) ? to_uint64(value_of(w)) : std::nullopt;
  n = found.value_or(0);
  return found.has_value();
}

bool get_decimal(Word w, std::string& digits) {
  if (!is_integer(w)) return false;
  digits = integer_digits_at_once(value_of(w));
  return true;
}

bool get_ratio(Word w, std::int64_t& numerator, std::int64_t& denominator) {
  denominator = 1;
  if (!has_type(value_of(w), Type::ratio)) return get_integer(w, numerator);
  const Object* r = value_of(w).as_object();
  return get_integer(word_of(r->slots[0]), numerator) && get_integer(word_of(r->slots[1]), denominator);
}

bool get_real(Word w, double& d) {
  if (!is_real(value_of(w))) return false;
  d = to_double(value_of(w));
  return true;
}

bool get_character(Word w, char32_t& c) {
  c = value_of(w).is_character() ? value_of(w).as_character() : 0;
  return value_of(w).is_character();
}

bool get_string(State& state, Word w, std::string& utf8) {
  if (!is_string(value_of(w))) return false;
  utf8 = state.vm.to_utf8(value_of(w));
  return true;
}

bool get_symbol(State& state, Word w, std::string& package, std::string& name) {
  if (!Runtime::is_symbol(value_of(w))) return false;
  const tessera::Symbol* s = state.vm.symbol(value_of(w));
  name = state.vm.to_utf8(s->name);
  package = is_nil(s->package) ? "" : state.vm.to_utf8(as<Package>(s->package)->name);
  return true;
}

bool get_complex(Word w, Word& real, Word& imaginary) {
  const Value v = value_of(w);
  if (!is_number(v)) return false;
  real = is_complex(v) ? word_of(as<Complex>(v)->real) : w;
  imaginary = is_complex(v) ? word_of(as<Complex>(v)->imaginary) : fixnum(0);
  return true;
}

bool get_file_name(State& state, Word w, std::string& name) {
  const Value v = value_of(w);
  if (is_string(v)) return get_string(state, w, name);
  if (!is_pathname(v) || is_wild_pathname(state.vm, v) || !is_nil(pathname_of(v)->host)) return false;
  name = native_path(state.vm, v);
  return true;
}

bool is_pinned(State& state, Word w) noexcept {
  if (has_type(value_of(w), Type::array) && as<Array>(value_of(w))->has_flag(array_of_host)) return true;
  return is_simple_storage(value_of(w)) && state.vm.heap.is_settled(Value::object(storage_of(value_of(w))));
}

void store_changes(Word vector, ElementType type, const void* data, const void* before, std::size_t count) {
  std::size_t size = 0;
  auto* const elements = static_cast<unsigned char*>(const_cast<void*>(get_numbers(vector, type, size)));
  const std::size_t bytes = kind_bits(element_kind_of(type)) / 8;
  const auto *now = static_cast<const unsigned char*>(data), *then = static_cast<const unsigned char*>(before);
  for (std::size_t i = 0; elements != nullptr && i < std::min(size, count); ++i)
    if (std::memcmp(now + i * bytes, then + i * bytes, bytes) != 0) std::memcpy(elements + i * bytes, now + i * bytes, bytes);
}

const char* type_name(ElementType type) noexcept {
  static constexpr const char* names[] = {"(unsigned-byte 8)",  "(signed-byte 8)",  "(unsigned-byte 16)", "(signed-byte 16)",
                                          "(unsigned-byte 32)", "(signed-byte 32)", "(unsigned-byte 64)", "(signed-byte 64)",
                                          "single-float",       "double-float"};
  return names[static_cast<std::size_t>(type)];
}

const void* get_numbers(Word w, ElementType type, std::size_t& count) {
  ArrayView view;
  if (!is_vector(value_of(w)) || element_kind(value_of(w)) != element_kind_of(type) || !view_array(value_of(w), view)) return nullptr;
  count = view.length;
  return view.storage->element<unsigned char>(view.offset * (kind_bits(element_kind_of(type)) / 8));
}

bool get_bits(Word w, std::vector<bool>& bits) {
  ArrayView view;
  if (!is_bit_vector(value_of(w)) || !view_array(value_of(w), view)) return false;
  bits.resize(view.length);
  for (std::size_t i = 0; i < view.length; ++i) bits[i] = bit_at(view.storage, view.offset + i);
  return true;
}

bool is_real(Word w) noexcept { return tessera::is_real(value_of(w)); }
bool is_double_float(Word w) noexcept { return is_double(value_of(w)); }

bool is_function(Word w) noexcept {
  const Value v = value_of(w);
  return has_type(v, Type::closure) || has_type(v, Type::native) || (Runtime::is_symbol(v) && v != NIL && v != T);
}

namespace {

bool give(Value v, Word& result) {
  result = word_of(v);
  return !is_failed(v);
}

}  // namespace

bool add(State& state, Word a, Word b, Word& sum) { return give(number_add(state.vm, value_of(a), value_of(b)), sum); }
bool subtract(State& state, Word a, Word b, Word& difference) {
  return give(number_subtract(state.vm, value_of(a), value_of(b)), difference);
}
bool multiply(State& state, Word a, Word b, Word& product) { return give(number_multiply(state.vm, value_of(a), value_of(b)), product); }

bool compare(State& state, Word a, Word b, std::partial_ordering& order) {
  const Order found = number_compare(state.vm, value_of(a), value_of(b));
  order = found == Order::unordered ? std::partial_ordering::unordered : found <=> Order::equal;
  return found != Order::failed;
}

Word closure(State& state, Word prototype, std::span<const Word> fields) {
  state.host_functions.keep(current(state, prototype));
  const std::span values(reinterpret_cast<const Value*>(fields.data()), fields.size());
  TESSERA_ASSERT(std::all_of(fields.begin(), fields.end(), [&state](Word w) { return current(state, w) == value_of(w); }));
  return word_of(make_native_closure(state.vm, value_of(prototype), values));
}

void set_field(State& state, Word closure, std::size_t i, Word value) {
  TESSERA_ASSERT(i < words::fields(closure).size());
  state.vm.heap.write(&captured_values(current(state, closure))[i], current(state, value));
}

Elements::Elements(State& state, Word sequence) : state_(state), rest_(sequence), size_(sequence_length(value_of(sequence))) {
  is_list_ = value_of(sequence).is_cons();
}

Word Elements::next() {
  if (is_list_) {
    const Cons* c = value_of(rest_).as_cons();
    rest_ = word_of(c->cdr);
    return word_of(c->car);
  }
  ArrayView view;
  view_array(value_of(rest_), view);
  return word_of(storage_get(state_.vm, view.storage, view.offset + static_cast<std::size_t>(at_++)));
}

bool get_entries(Word table, std::vector<Word>& keys_and_values) {
  const Value entries = table_of_entries(value_of(table));
  if (!has_type(entries, Type::hash_table)) return false;
  for (const TableEntry& entry : table_entries(entries)) {
    keys_and_values.push_back(word_of(entry.key));
    keys_and_values.push_back(word_of(entry.value));
  }
  return true;
}

}  // namespace tessera::words

namespace tessera::copying {

// Checks the types that the header repeats.
#define TESSERA_SAME_TYPE(name) static_assert(static_cast<int>(Type::name) == static_cast<int>(tessera::Type::name));
TESSERA_SAME_TYPE(symbol)
TESSERA_SAME_TYPE(package)
TESSERA_SAME_TYPE(ratio)
TESSERA_SAME_TYPE(complex)
TESSERA_SAME_TYPE(simple_vector)
TESSERA_SAME_TYPE(array)
TESSERA_SAME_TYPE(hash_table)
TESSERA_SAME_TYPE(instance)
TESSERA_SAME_TYPE(closure)
TESSERA_SAME_TYPE(native)
TESSERA_SAME_TYPE(code)
TESSERA_SAME_TYPE(cell)
TESSERA_SAME_TYPE(random_state)
TESSERA_SAME_TYPE(pathname)
TESSERA_SAME_TYPE(bignum)
TESSERA_SAME_TYPE(double_float)
TESSERA_SAME_TYPE(string)
TESSERA_SAME_TYPE(bit_vector)
TESSERA_SAME_TYPE(specialized_vector)
#undef TESSERA_SAME_TYPE
static_assert(config::large_object_bytes == std::size_t{128} << 10 && weak_bit == 16);
static_assert(widened_string == static_cast<std::uint64_t>(StringForm::widened) &&
              array_of_host == static_cast<std::uint64_t>(tessera::ArrayFlag::array_of_host));

std::size_t content_bytes(std::uint64_t header) noexcept {
  const Object sample{header, {}};
  return payload_bytes(sample.type(), sample.subtype(), sample.length());
}

Word make_object(State& state, std::uint64_t header) {
  const Object sample{header, {}};
  Heap& heap = state.vm.heap;
  if (!heap.has_room(content_bytes(header))) throw std::bad_alloc();
  return detail::word_of(Value::object(is_raw_type(sample.type()) ? heap.allocate_raw(sample.type(), sample.length(), sample.subtype())
                                                                  : heap.allocate(sample.type(), sample.length(), NIL, sample.subtype())));
}

std::uint64_t* make_room(State& state, std::size_t words) {
  Heap& heap = state.vm.heap;
  if (!heap.has_room(words * sizeof(Value))) throw std::bad_alloc();
  std::uint64_t* room = nullptr;
  // The nursery goes on in its reserve, so what is allocated in a row is one piece.
  for (std::size_t left = words * sizeof(Value); left != 0;) {
    const std::size_t bytes = std::min(left, config::large_object_bytes);
    Object* const part = heap.allocate_octets_to_fill(tessera::Type::raw_data, bytes - sizeof(Object::header));
    if (room == nullptr) room = &part->header;
    left -= bytes;
  }
  return room;
}

std::vector<bool> verified_captures(State& state, Word code) {
  std::vector<Operand::Holds> kinds;
  const Value object = detail::value_of(code);
  const std::string problem =
      has_type(object, tessera::Type::code) ? verify_captures(state.vm, as<Code>(object), kinds) : "it is not a code object";
  if (!problem.empty()) throw Error("simple-error", "the code is invalid: " + problem);
  std::vector<bool> cells;
  for (const Operand::Holds kind : kinds) cells.push_back(kind == Operand::Holds::cell);
  return cells;
}

}  // namespace tessera::copying

namespace tessera::detail {

std::string integer_type(bool is_signed, std::size_t bytes) {
  return std::string(is_signed ? "(signed-byte " : "(unsigned-byte ") + std::to_string(bytes * 8) + ")";
}

std::string or_null(const std::string& type) { return "(or null " + type + ")"; }

std::string sequence_of(std::size_t length) {
  std::string list = "null";
  for (std::size_t i = 0; i < length && i < 9; ++i) list.insert(0, "(cons t ").push_back(')');
  return "(or (vector * " + std::to_string(length) + ") " + (length < 9 ? list : "cons") + ")";
}

}  // namespace tessera::detail
