// Hashing by identity, by contents (equal) and by contents without case and number type (equalp). Layer: data.
#include "data/tables/hashing.hpp"

#include <algorithm>
#include <cstring>

#include "base/small_stack.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/tables/equality.hpp"

namespace tessera {

std::uint64_t hash_characters(StringView text) {
  return text.visit([](auto units) { return hash_units(units.data(), units.size()); });
}

namespace {

constexpr int nodes_looked_at = 200;  // parts of one key that are hashed

/// Hashes the contents of a key, up to `nodes_looked_at` of its parts, without recursion.
class ContentHasher {
 public:
  /// Uses no addresses if `stable`.
  ContentHasher(Runtime& rt, bool equalp, bool stable) : rt_(rt), equalp_(equalp), stable_(stable) {}

  Hash run(Value v) {
    const std::uint64_t bits = contents(v);
    return hash_of_bits(bits, addresses_);
  }

  std::uint64_t contents(Value v) {
    step(v);
    for (int budget = nodes_looked_at; budget > 0 && !work_.empty(); --budget) step(work_.pop());
    return hash_;
  }

 private:
  void add(std::uint64_t bits) { hash_ = combine_hash(hash_, bits); }

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

  void object(Value v) {
    if (has_type(v, Type::symbol)) return add(stable_ ? symbol_name_hash(as<Symbol>(v)) : symbol_hash(as<Symbol>(v)));
    StringView s;
    if (equalp_ ? is_array(v) : string_view_of_any(v, s)) return equalp_ ? elements(v) : add(hash_characters(s));
    if (is_number(v)) return add(equalp_ ? number_hash_equalp(v) : number_hash(v));
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
    const std::size_t count = std::min<std::size_t>(view.length, nodes_looked_at);
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
    return has_type(klass, Type::instance) && as<Instance>(klass)->slots[class_kind] == rt_.sym(Known::structure);
  }

  void identity(Value v) {
    if (stable_) return add(static_cast<std::uint64_t>(v.as_object()->type()) + 11);
    add(v.bits());
    addresses_ = std::max(addresses_, rt_.heap.is_settled(v) ? Addresses::settled : Addresses::young);
  }

  Runtime& rt_;
  const bool equalp_, stable_;
  Addresses addresses_ = Addresses::none;
  std::uint64_t hash_ = 0;
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
  return ContentHasher(rt, test == TableTest::equalp, false).run(key);
}

std::uint64_t hash_equal(Runtime& rt, Value v) { return ContentHasher(rt, false, true).contents(v); }

}  // namespace tessera
