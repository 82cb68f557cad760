// The argument and result types of C functions, prepared for libffi once.
#pragma once

#include "types.hpp"

namespace tessera::foreign {

struct Signature {
  ffi_cif cif{};
  const Type* result = nullptr;
  std::vector<const Type*> parameters;
  std::vector<ffi_type*> elements;  ///< of `parameters`
  std::size_t room = 0;             ///< bytes that libffi needs for a result
};

/// The signatures that one interpreter has used. They live as long as it.
class Signatures {
 public:
  /// Returns the signature for these types. A variadic function has `fixed` named parameters; -1 for others. Returns
  /// nullptr if libffi cannot call such a function.
  const Signature* find(const Type* result, const std::vector<const Type*>& parameters, std::int64_t fixed);

 private:
  using Key = std::pair<std::vector<const Type*>, std::int64_t>;  ///< the parameters and then the result
  std::map<Key, std::unique_ptr<Signature>> known_;
};

}  // namespace tessera::foreign
