// Makes bignums limb by limb. Layer: data.
#pragma once

#include "data/numbers/integers.hpp"

namespace tessera {

/// Returns a fresh bignum of `limbs` zero limbs, which `settled` turns into an integer.
Object* new_bignum(Runtime& rt, mp_size_t limbs);
/// Returns the integer in the first `limbs` limbs of the fresh bignum `o`, without leading zeros; a fixnum if it fits.
Value settled(Object* o, mp_size_t limbs, bool negative);

}  // namespace tessera
