// Random states: xoshiro256** in a heap object. Layer: data.
#pragma once

#include "data/numbers/numbers.hpp"

namespace tessera {

inline bool is_random_state(Value v) { return has_type(v, Type::random_state); }
/// A state seeded by the operating system.
Value make_random_state(Runtime& rt);
/// A state that the same `seed` always makes.
Value make_random_state(Runtime& rt, std::uint64_t seed);
/// The eight integers below 2^32 that a state consists of, as a list; and the state that they make, FAILED if they are none.
Value random_state_words(Runtime& rt, Value state);
Value random_state_of_words(Runtime& rt, Value list);
Value copy_random_state(Runtime& rt, Value state);
std::uint64_t next_random(Value state);
/// Give the value of *RANDOM-STATE* a new seed: once in each process, after its image was loaded.
void seed_random_state(Runtime& rt);

}  // namespace tessera
