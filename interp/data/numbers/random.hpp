// Random states: xoshiro256** in a heap object. Layer: data.
#pragma once

#include "data/numbers/numbers.hpp"

namespace tessera {

inline constexpr std::size_t random_state_slots = 8;
inline bool is_random_state(Value v) { return has_type(v, Type::random_state); }
/// Returns a state seeded by the operating system.
Value make_random_state(Runtime& rt);
/// Returns the state that belongs to `seed`.
Value make_random_state(Runtime& rt, std::uint64_t seed);
/// Converts a state to a list of eight integers below 2^32, and back; FAILED if the list is not valid.
Value random_state_words(Runtime& rt, Value state);
Value random_state_of_words(Runtime& rt, Value list);
Value copy_random_state(Runtime& rt, Value state);
std::uint64_t next_random(Value state);
/// Gives the value of *RANDOM-STATE* a new seed: once in each process, after its image was loaded.
void seed_random_state(Runtime& rt);

}  // namespace tessera
