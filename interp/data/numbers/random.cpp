// Random states. The generator is xoshiro256** by Blackman and Vigna, seeded through SplitMix64. Layer: data.
#include "data/numbers/random.hpp"

#include <array>
#include <bit>

#include "platform/entropy.hpp"

namespace tessera {

namespace {

/// The 256 bits of state are in eight fixnums of 32 bits, so that a state is an ordinary object of slots.
constexpr std::size_t half_words = random_state_slots;
using Words = std::array<std::uint64_t, half_words / 2>;

Words load(const Object* o) {
  Words s;
  for (std::size_t i = 0; i < s.size(); ++i)
    s[i] = static_cast<std::uint64_t>(o->slots[2 * i].as_fixnum()) << 32 | static_cast<std::uint64_t>(o->slots[2 * i + 1].as_fixnum());
  return s;
}

void store(Object* o, const Words& s) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    o->slots[2 * i] = Value::fixnum(static_cast<std::int64_t>(s[i] >> 32));
    o->slots[2 * i + 1] = Value::fixnum(static_cast<std::int64_t>(s[i] & 0xFFFFFFFFu));
  }
}

std::uint64_t split_mix(std::uint64_t& x) {
  std::uint64_t z = (x += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

Words state_from_seed(std::uint64_t seed) {
  Words s;
  for (auto& word : s) word = split_mix(seed);
  return s;
}

Words state_from_system() {
  Words s;
  platform::fill_randomly(s.data(), sizeof s);
  s[0] |= 1;  // the state must not be all zeros
  return s;
}

Value new_state(Runtime& rt, const Words& s) {
  Object* o = rt.heap.allocate(Type::random_state, half_words);
  store(o, s);
  return Value::object(o);
}

}  // namespace

Value make_random_state(Runtime& rt) { return new_state(rt, state_from_system()); }
Value make_random_state(Runtime& rt, std::uint64_t seed) { return new_state(rt, state_from_seed(seed)); }
Value copy_random_state(Runtime& rt, Value state) { return new_state(rt, load(state.as_object())); }

Value random_state_words(Runtime& rt, Value state) { return rt.list(std::span<const Value>(state.as_object()->slots, half_words)); }

Value random_state_of_words(Runtime& rt, Value list) {
  const Value state = new_state(rt, Words{});
  std::size_t count = 0;
  std::int64_t all = 0;
  Value l = list;
  for (; l.is_cons() && count < half_words; l = l.as_cons()->cdr, ++count) {
    const Value word = l.as_cons()->car;
    if (!word.is_fixnum() || word.as_fixnum() < 0 || word.as_fixnum() > 0xFFFFFFFF) break;
    state.as_object()->slots[count] = word;
    all |= word.as_fixnum();
  }
  const bool complete = count == half_words && is_nil(l) && all != 0;  // the state must not be all zeros
  return complete ? state : rt.fail_simple(Known::simple_error, "~S does not describe a random state", {list});
}

std::uint64_t next_random(Value state) {
  Words s = load(state.as_object());
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  store(state.as_object(), s);
  return result;
}

void seed_random_state(Runtime& rt) {
  Value& variable = rt.symbol_value_slot(Known::random_state_variable);
  if (is_random_state(variable)) store(variable.as_object(), state_from_system());
}

}  // namespace tessera
