// Random numbers. Layer: builtins.
#include <algorithm>
#include <new>

#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/numbers/parts.hpp"
#include "data/numbers/random.hpp"

namespace tessera {

namespace {

/// Returns a uniform number below `bound`: draws again what would favour small numbers.
std::uint64_t random_below(Value state, std::uint64_t bound) {
  const std::uint64_t unfair = -bound % bound;
  for (;;) {
    const unsigned __int128 product = static_cast<unsigned __int128>(next_random(state)) * bound;
    if (static_cast<std::uint64_t>(product) >= unfair) return static_cast<std::uint64_t>(product >> 64);
  }
}

/// Returns a number below a bignum: draws as many bits as it has until they are less.
Value random_bignum(Runtime& rt, Value state, Value bound) {
  IntegerView limit(bound);
  const std::size_t bits = mpz_sizeinbase(limit, 2), limbs = (bits + 63) / 64;
  if (!room_for_bits(rt, bits)) return rt.fail_heap();  // while the state has not moved
  BigInteger r;
  do {
    mp_limb_t* p = mpz_limbs_write(r, static_cast<mp_size_t>(limbs));
    for (std::size_t i = 0; i < limbs; ++i) p[i] = next_random(state);
    if (bits % 64 != 0) p[limbs - 1] &= (mp_limb_t{1} << bits % 64) - 1;
    mpz_limbs_finish(r, static_cast<mp_size_t>(limbs));
  } while (mpz_cmp(r, limit) >= 0);
  return integer_from(rt, r);
}

/// Returns a float from 0 up to, not including, `bound`: draws again if the product rounds up to it.
template <class F> Value random_float(Runtime& rt, Value state, F bound) {
  constexpr int bits = std::is_same_v<F, float> ? 24 : 53;
  for (;;) {
    const F fraction = std::ldexp(static_cast<F>(next_random(state) >> (64 - bits)), -bits), r = fraction * bound;
    if (r < bound) return make_float(rt, r);
  }
}

/// Fails because `limit` is not of type (OR (INTEGER 1) (FLOAT (0))).
Value fail_limit(Runtime& rt, Value limit) {
  const Value integers = rt.list({rt.sym(Known::integer), Value::fixnum(1)});
  const Value floats = rt.list({rt.sym(Known::float_), rt.list({Value::fixnum(0)})});
  return rt.fail_type(limit, rt.list({rt.sym(Known::or_), integers, floats}));
}

/// Returns a number below `limit`. If there is no memory for it, the state does not move.
Value random_number(Runtime& rt, Value state, Value limit) {
  if (limit.is_fixnum()) return make_unsigned(rt, random_below(state, static_cast<std::uint64_t>(limit.as_fixnum())));
  Value before[random_state_slots];
  std::copy_n(state.as_object()->slots, random_state_slots, before);
  try {
    if (is_bignum(limit)) return random_bignum(rt, state, limit);
    return is_double(limit) ? random_float(rt, state, double_of(limit)) : random_float(rt, state, limit.as_single_float());
  } catch (const std::bad_alloc&) {
    std::copy_n(before, random_state_slots, state.as_object()->slots);
    throw;
  }
}

Value random(Runtime& rt, Args a) {
  const Value limit = a[0], state = a.get(1, rt.symbol_value_slot(Known::random_state_variable));
  if (!is_random_state(state)) return rt.fail_type(state, Known::random_state);
  if (!is_real(limit) || is_ratio(limit) || real_sign(limit) <= 0 || (is_float(limit) && !std::isfinite(to_double(limit))))
    return fail_limit(rt, limit);
  return random_number(rt, state, limit);
}

Value make_random_state_(Runtime& rt, Args a) {
  const Value state = a.get(0, NIL);
  if (state == T) return make_random_state(rt);
  if (is_nil(state)) return copy_random_state(rt, rt.symbol_value_slot(Known::random_state_variable));
  return is_random_state(state) ? copy_random_state(rt, state) : rt.fail_type(state, Known::random_state);
}

Value seed_random_state_(Runtime& rt, Args a) {
  const auto seed = to_uint64(a[0]);
  return seed ? make_random_state(rt, *seed) : rt.fail_type(a[0], Known::unsigned_byte);
}

Value random_state_of(Runtime& rt, Args a) { return random_state_of_words(rt, a[0]); }

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_random>() {
  static const Builtin table[] = {
      {"RANDOM", "limit &optional (random-state *random-state*)", random,
       "Returns a number of LIMIT's type, from 0 up to and without LIMIT, a positive integer or float. RANDOM-STATE changes."},
      {"MAKE-RANDOM-STATE", "&optional state", make_random_state_,
       "Returns a new random state: a copy of STATE, or of *RANDOM-STATE* if it is NIL; a truly random one if it is T."},
      {"tessera::SEED-RANDOM-STATE", "seed", seed_random_state_,
       "Returns a new random state, the same one for each integer SEED from 0 up to 2^64, exclusive: to deal the same chance again."},
      {"tessera::%RANDOM-STATE-OF", "words", random_state_of,
       "Returns the random state that the list WORDS, as one is printed, stands for."},
      {"RANDOM-STATE-P", "object", predicate<is_random_state>, "Returns true if OBJECT is a random state."},
  };
  return table;
}

}  // namespace tessera
