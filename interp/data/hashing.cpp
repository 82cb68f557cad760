// Hashing by identity, by contents (equal) and by contents without case and number type (equalp). Layer: data.
#include "data/hashing.hpp"

#include "data/arrays.hpp"
#include "data/characters.hpp"
#include "data/equality.hpp"
#include "data/packages.hpp"

namespace tessera {

namespace {

constexpr int nodes_looked_at = 200;  // of one key; what lies behind them does not count

std::uint64_t symbol_hash(Runtime& rt, Value symbol) {
  return static_cast<std::uint64_t>(rt.symbol(symbol)->info.as_fixnum()) >> 8;
}

/// Hashes the contents of a key, breadth of `nodes_looked_at`, without recursion.
class ContentHasher {
 public:
  /// `stable`: take nothing from addresses.
  ContentHasher(Runtime& rt, bool equalp, bool stable) : rt_(rt), equalp_(equalp), stable_(stable) {}

  Hash run(Value v) {
    work_.push_back(v);
    for (int budget = nodes_looked_at; budget > 0 && !work_.empty(); --budget) {
      v = work_.back();
      work_.pop_back();
      step(v);
    }
    return hash_;
  }

 private:
  void add(std::uint64_t bits) { hash_.bits = mix_hash(hash_.bits ^ bits) + bits; }

  void step(Value v) {
    if (v.is_cons()) {
      add(1);
      work_.push_back(v.as_cons()->cdr);
      work_.push_back(v.as_cons()->car);
    } else if (Runtime::is_symbol(v)) {
      add(symbol_hash(rt_, v));
    } else if (v.is_character()) {
      add(v.as_character() == 0 ? 2 : fold(v.as_character()));
    } else if (is_number(v)) {
      add(equalp_ ? number_hash_equalp(v) : number_hash(v));
    } else if (v.is_object()) {
      object(v);
    } else {
      add(v.bits());
    }
  }

  char32_t fold(char32_t c) const { return equalp_ ? char_upcase(c) : c; }

  void object(Value v) {
    StringView s;
    if (string_view_of_any(v, s)) return string(v, s);
    if (is_bit_vector(v) && !equalp_) return bits(v);
    if (has_type(v, Type::pathname)) return slots(v.as_object(), 0);
    if (!equalp_) return identity(v);
    if (is_array(v)) return elements(v);
    if (has_type(v, Type::hash_table)) return add(static_cast<std::uint64_t>(as<HashTable>(v)->count.as_fixnum()));
    if (is_structure(v)) return slots(v.as_object(), 1);
    identity(v);
  }

  void string(Value v, StringView s) {
    if (equalp_) return elements(v);  // as a vector that holds the same characters
    std::uint64_t h = s.size();
    s.visit([&h](auto units) {
      for (char32_t c : units) h = (h ^ c) * 0x100000001B3u;
    });
    add(h);
  }

  void bits(Value v) {
    ArrayView view;
    view_array(v, view);
    std::uint64_t h = view.length;
    for (std::size_t i = 0; i < view.length; ++i) h = h * 3 + bit_at(view.storage, view.offset + i);
    add(h);
  }

  void elements(Value v) {
    ArrayView view;
    view_array(v, view);
    add(view.length);
    for (std::size_t i = std::min<std::size_t>(view.length, nodes_looked_at); i-- > 0;) {
      const Value element = storage_get(rt_, view.storage, view.offset + i);
      if (element.is_pointer()) work_.push_back(element);
      else step(element);
    }
  }

  void slots(const Object* o, std::uint32_t from) {
    for (std::uint32_t i = from; i < o->length(); ++i) work_.push_back(o->slots[i]);
  }

  bool is_structure(Value v) {
    if (!has_type(v, Type::instance)) return false;
    const Value klass = as<Instance>(v)->klass;
    return has_type(klass, Type::instance) && as<Instance>(klass)->slots[class_kind] == rt_.sym(Known::structure);
  }

  void identity(Value v) {
    if (stable_) {
      add(static_cast<std::uint64_t>(v.as_object()->type()) + 11);
      return;
    }
    add(v.address());
    hash_.addressed = true;
    hash_.young |= !rt_.heap.is_settled(v);
  }

  Runtime& rt_;
  const bool equalp_, stable_;
  Hash hash_;
  std::vector<Value> work_;
};

Hash hash_identity(Runtime& rt, Value v) {
  if (has_type(v, Type::symbol)) return {symbol_hash(rt, v), false, false};
  if (v.is_pointer()) return {mix_hash(v.address() >> 3), true, !rt.heap.is_settled(v)};
  return {mix_hash(v.bits() >> 1), false, false};
}

}  // namespace

Hash hash_key(Runtime& rt, TableTest test, Value key) {
  const bool contents = test >= TableTest::equal && key.is_pointer();
  if (contents || test == TableTest::equalp) {
    if (!key.is_pointer() && !key.is_character() && !is_number(key)) return hash_identity(rt, key);
    return ContentHasher(rt, test == TableTest::equalp, false).run(key);
  }
  if (test != TableTest::eq && key.is_object() && is_number(key)) return {mix_hash(number_hash(key)), false, false};
  return hash_identity(rt, key);
}

std::uint64_t hash_equal(Runtime& rt, Value v) { return ContentHasher(rt, false, true).run(v).bits; }
std::uint64_t hash_equalp(Runtime& rt, Value v) { return ContentHasher(rt, true, true).run(v).bits; }

}  // namespace tessera
