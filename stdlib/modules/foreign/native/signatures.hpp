// What a function of C takes and gives, prepared for libffi once.
#pragma once

#include "types.hpp"

namespace tessera::foreign {

struct Signature {
  ffi_cif cif{};
  const Type* result = nullptr;
  std::vector<const Type*> parameters;
  std::vector<ffi_type*> elements;  ///< of `parameters`
  std::size_t room = 0;             ///< bytes for a result, as libffi wants them
};

/// Those that one interpreter has asked for. They live as long as it.
class Signatures {
 public:
  /// The one for these types. `fixed` of the parameters are named, if the function has a variable number of them; -1: it has not. nullptr:
  /// libffi does not know how to call such a function.
  const Signature* find(const Type* result, const std::vector<const Type*>& parameters, std::int64_t fixed);

 private:
  using Key = std::pair<std::vector<const Type*>, std::int64_t>;  ///< the result stands behind the parameters
  std::map<Key, std::unique_ptr<Signature>> known_;
};

}  // namespace tessera::foreign
