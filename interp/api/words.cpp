// Objects of Lisp by hand.
#include "tessera/words.hpp"

#include <algorithm>

#include "api/state.hpp"
#include "data/arrays.hpp"
#include "data/hash_tables.hpp"
#include "data/integers.hpp"
#include "data/numbers.hpp"
#include "data/packages.hpp"

namespace tessera::words {

using detail::value_of;
using detail::word_of;

// What the header knows of fixnums.
static_assert(Value::fixnum(-5).bits() == static_cast<std::uint64_t>(fixnum(-5)) && is_fixnum(fixnum(7)) && fixnum_value(fixnum(-5)) == -5);
static_assert(Value::most_positive_fixnum == (std::int64_t{1} << 62) - 1 && fits_fixnum(Value::most_positive_fixnum) &&
              !fits_fixnum(Value::most_positive_fixnum + 1) && fits_fixnum(Value::most_negative_fixnum));

namespace {

/// What would not fit under the heap's limit is not made.
void need(State& state, std::size_t bytes) {
  if (!state.vm.heap.has_room(bytes)) throw std::bad_alloc();
  state.made_bytes += bytes;
}

Word made(Value v) {
  if (is_failed(v)) throw std::bad_alloc();
  return word_of(v);
}

ElementKind element_kind_of(Kind kind) { return static_cast<ElementKind>(static_cast<int>(ElementKind::u8) + static_cast<int>(kind)); }
static_assert(static_cast<int>(ElementKind::dbl) - static_cast<int>(ElementKind::u8) == static_cast<int>(Kind::dbl));

}  // namespace

Word nil() noexcept { return word_of(NIL); }
Word t() noexcept { return word_of(T); }

Word integer(State& state, std::int64_t n) { return word_of(make_integer(state.vm, n)); }
Word unsigned_integer(State& state, std::uint64_t n) { return word_of(make_unsigned(state.vm, n)); }

Word integer_of_decimal(State& state, std::string_view digits) {
  const std::string_view unsigned_digits = digits.substr(!digits.empty() && (digits[0] == '-' || digits[0] == '+'));
  if (unsigned_digits.empty() || !std::all_of(unsigned_digits.begin(), unsigned_digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    throw std::invalid_argument("tessera: no decimal integer: " + std::string(digits));
  need(state, digits.size());
  return word_of(integer_of_digits_at_once(state.vm, std::string(unsigned_digits), digits[0] == '-'));
}

Word ratio(State& state, std::int64_t numerator, std::int64_t denominator) {
  return word_of(make_ratio(state.vm, make_integer(state.vm, numerator), make_integer(state.vm, denominator)));
}

Word double_float(State& state, double d) { return word_of(state.vm.heap.make_double(d)); }
Word single_float(float f) { return word_of(Value::single_float(f)); }

Word character(char32_t c) {
  if (c >= 0x110000) throw std::invalid_argument("tessera: no character has the code " + std::to_string(static_cast<std::uint32_t>(c)));
  return word_of(Value::character(c));
}

Word string(State& state, std::string_view utf8) {
  need(state, utf8.size());
  return word_of(state.vm.make_string(utf8));
}

Word cons(State& state, Word car, Word cdr) { return word_of(state.vm.heap.cons(value_of(car), value_of(cdr))); }

Word symbol(State& state, std::string_view package, std::string_view name) {
  const Value found = find_package(state.vm, string_view_of(state.vm.make_string(package)));
  if (is_nil(found)) throw std::invalid_argument("tessera: there is no package " + std::string(package));
  return word_of(intern(state.vm, found, name));
}

Word keyword(State& state, std::string_view name) { return word_of(state.vm.keyword(name)); }

Word vector(State& state, std::span<const Word> elements) {
  need(state, elements.size_bytes());
  Object* const v = state.vm.heap.allocate(Type::simple_vector, elements.size());
  std::transform(elements.begin(), elements.end(), v->slots, value_of);
  state.vm.heap.written_all(v);
  return word_of(Value::object(v));
}

Word numbers(State& state, Kind kind, const void* data, std::size_t count) {
  const std::size_t bytes = count * kind_bits(element_kind_of(kind)) / 8;
  need(state, bytes);
  const Word w = made(make_storage(state.vm, element_kind_of(kind), count));
  std::memcpy(value_of(w).as_object()->data<unsigned char>(), data, bytes);
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

const void* get_numbers(Word w, Kind kind, std::size_t& count) {
  ArrayView view;
  if (!is_vector(value_of(w)) || element_kind(value_of(w)) != element_kind_of(kind) || !view_array(value_of(w), view)) return nullptr;
  count = view.length;
  return view.storage->data<unsigned char>() + view.offset * kind_bits(element_kind_of(kind)) / 8;
}

bool is_cons(Word w) noexcept { return value_of(w).is_cons(); }

bool is_function(Word w) noexcept {
  const Value v = value_of(w);
  return has_type(v, Type::closure) || has_type(v, Type::native) || (Runtime::is_symbol(v) && v != NIL && v != T);
}

Word car(Word cons) noexcept { return word_of(value_of(cons).as_cons()->car); }
Word cdr(Word cons) noexcept { return word_of(value_of(cons).as_cons()->cdr); }

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
  if (!has_type(value_of(table), Type::hash_table)) return false;
  for (const TableEntry& entry : table_entries(value_of(table))) {
    keys_and_values.push_back(word_of(entry.key));
    keys_and_values.push_back(word_of(entry.value));
  }
  return true;
}

}  // namespace tessera::words
