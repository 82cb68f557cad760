// Hashing by identity, by contents (equal) and by contents without case and number type (equalp). Layer: data.
#include "data/tables/hashing.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/small_stack.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/sip_hash.hpp"

namespace tessera {

std::uint64_t hash_characters(StringView text) {
  return text.visit([](auto units) { return hash_units(units.data(), units.size()); });
}

namespace {

constexpr std::size_t parts_hashed = 200;             // of one key
constexpr std::size_t parts_hashed_if_keyed = 20000;  // somebody may have chosen keys that begin alike

/// The hash of a table that is not keyed.
class PlainHash {
 public:
  void add(std::uint64_t word) { hash_ = combine_hash(hash_, word); }
  std::uint64_t finish() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

/// Hashes the contents of a key, up to a number of its parts, without recursion.
template <class State> class ContentHasher {
 public:
  /// Uses no addresses if `stable`.
  ContentHasher(Runtime& rt, bool equalp, bool stable, State state) : rt_(rt), equalp_(equalp), stable_(stable), state_(state) {}

  Hash run(Value v) {
    const std::uint64_t bits = contents(v);
    return hash_of_bits(bits, addresses_);
  }

  std::uint64_t contents(Value v) {
    step(v);
    for (std::size_t budget = max_parts; budget > 0 && !work_.empty(); --budget) step(work_.pop());
    return state_.finish();
  }

 private:
  static constexpr bool is_keyed = std::is_same_v<State, SipHash>;
  static constexpr std::size_t max_parts = is_keyed ? parts_hashed_if_keyed : parts_hashed;

  void add(std::uint64_t bits) { state_.add(bits); }
  void add_characters(StringView text) {
    if constexpr (is_keyed) text.visit([this](auto units) { state_.add_units(units.data(), units.size()); });
    else add(hash_characters(text));
  }
  void add_number(Value v) {
    if constexpr (is_keyed) {
      if (has_type(v, Type::bignum)) return add_bignum(v.as_object());
      if (is_ratio(v)) return add_number(as<Ratio>(v)->numerator), add_number(as<Ratio>(v)->denominator);
      if (is_complex(v)) return add_number(as<Complex>(v)->real), add_number(as<Complex>(v)->imaginary);
    }
    add(number_hash(v));
  }
  void add_bignum(const Object* integer) {
    add(integer->subtype());
    for (std::uint32_t i = 0; i < integer->length(); ++i) add(integer->data<std::uint64_t>()[i]);
  }

  void step(Value v) {
    if (v.is_cons()) {
      add(1);
      work_.push(v.as_cons()->cdr);
      const Value car = v.as_cons()->car;
      if (car.is_cons()) work_.push(car);
      else leaf(car);
    } else {
      leaf(v);
    }
  }

  void leaf(Value v) {
    if (v.is_object()) {
      object(v);
    } else if (v.is_character()) {
      add(equalp_ ? char_upcase(v.as_character()) : v.as_character());
    } else if (equalp_ && is_number(v)) {
      add(number_hash_equalp(v));
    } else {
      add(v.bits());
    }
  }

  [[gnu::noinline]] void object(Value v) {  // so that `leaf` is inlined
    if (has_type(v, Type::symbol)) return add(stable_ ? symbol_name_hash(as<Symbol>(v)) : symbol_hash(as<Symbol>(v)));
    StringView s;
    if (equalp_ ? is_array(v) : string_view_of_any(v, s)) return equalp_ ? elements(v) : add_characters(s);
    if (is_number(v)) return equalp_ ? add(number_hash_equalp(v)) : add_number(v);
    if (!equalp_ && is_bit_vector(v)) return bits(v);
    if (has_type(v, Type::pathname)) return slots(v.as_object(), 0, 1);  // not the version, as NIL may be EQUAL to :NEWEST
    if (!equalp_) return identity(v);
    if (has_type(v, Type::hash_table)) return add(static_cast<std::uint64_t>(as<HashTable>(v)->count.as_fixnum()));
    if (is_structure(v)) return slots(v.as_object(), 1);
    identity(v);
  }

  void bits(Value v) {
    ArrayView view;
    view_array(v, view);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < view.length; ++i) {
      word = word << 1 | static_cast<std::uint64_t>(bit_at(view.storage, view.offset + i));
      if (i % 64 == 63) add(word);
    }
    add(word);
    add(view.length);
  }

  /// Hashes a string as any vector with the same characters.
  void elements(Value v) {
    ArrayView view;
    view_array(v, view);
    add(view.length);
    const std::size_t count = std::min(view.length, max_parts);
    StringView text;
    if (string_view_of_any(v, text))
      return text.substr(0, count).visit([this](auto units) {
        for (char32_t c : units) add(char_upcase(c));
      });
    if (view.storage->type() == Type::simple_vector) {
      for (std::size_t i = 0; i < count; ++i) element(view.storage->slots[view.offset + i]);
    } else {
      for (std::size_t i = 0; i < count; ++i) leaf(storage_get(rt_, view.storage, view.offset + i));
    }
  }

  void element(Value v) {
    if (v.is_pointer() && !is_number(v)) work_.push(v);
    else leaf(v);
  }

  void slots(const Object* o, std::uint32_t from, std::uint32_t omitted = 0) {
    for (std::uint32_t i = from; i < o->length() - omitted; ++i) work_.push(o->slots[i]);
  }

  bool is_structure(Value v) {
    if (!has_type(v, Type::instance)) return false;
    const Value klass = as<Instance>(v)->klass;
    return is_class(klass) && as<Instance>(klass)->slots[class_kind] == rt_.sym(Known::structure);
  }

  void identity(Value v) {
    if (stable_) return add(static_cast<std::uint64_t>(v.as_object()->type()) + 11);
    add(v.bits());
    addresses_ = std::max(addresses_, rt_.heap.is_settled(v) ? Addresses::settled : Addresses::young);
  }

  Runtime& rt_;
  const bool equalp_, stable_;
  Addresses addresses_ = Addresses::none;
  State state_;
  SmallStack<Value, 32> work_;
};

}  // namespace

Hash hash_key_general(Runtime& rt, TableTest test, Value key) {
  if (has_type(key, Type::symbol)) return hash_symbol(as<Symbol>(key));
  if (is_found_by_identity(test, key)) {
    if (!key.is_pointer()) return hash_of_bits(mix_hash(key.bits()));
    return hash_neighbour(key.bits() >> 4, rt.heap.is_settled(key) ? Addresses::settled : Addresses::young);
  }
  if (test == TableTest::eql) return hash_of_bits(mix_hash(number_hash(key)));
  if (StringView text; test == TableTest::equal && string_view_of_any(key, text)) return hash_of_bits(hash_characters(text));
  return ContentHasher(rt, test == TableTest::equalp, false, PlainHash()).run(key);
}

Hash hash_by_seed(Runtime& rt, TableTest test, Value key, std::uint64_t seed) {
  if (key.is_pointer() && is_found_by_identity(test, key)) return hash_key_general(rt, test, key);
  return ContentHasher(rt, test == TableTest::equalp, false, SipHash(seed)).run(key);
}

std::uint64_t hash_equal(Runtime& rt, Value v) { return ContentHasher(rt, false, true, PlainHash()).contents(v); }

}  // namespace tessera
