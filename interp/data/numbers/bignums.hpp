// How bignums are made, limb by limb: for the files that compute with them. Layer: data.
#pragma once

#include "data/numbers/integers.hpp"

namespace tessera {

/// A fresh bignum of so many limbs, all 0, which `settled` makes an integer.
Object* new_bignum(Runtime& rt, mp_size_t limbs);
/// The integer in the first `limbs` limbs of the fresh bignum `o`: leading zeros dropped, a fixnum where it fits.
Value settled(Object* o, mp_size_t limbs, bool negative);

}  // namespace tessera
