// Signatures, each prepared once.
#include "signatures.hpp"

#include <algorithm>

namespace tessera::foreign {

namespace {

bool prepare(Signature& signature, std::int64_t fixed) {
  const auto count = static_cast<unsigned>(signature.parameters.size());
  ffi_type* const result = signature.result->ffi;
  if (fixed < 0) return ffi_prep_cif(&signature.cif, FFI_DEFAULT_ABI, count, result, signature.elements.data()) == FFI_OK;
  return ffi_prep_cif_var(&signature.cif, FFI_DEFAULT_ABI, static_cast<unsigned>(fixed), count, result, signature.elements.data()) ==
         FFI_OK;
}

}  // namespace

const Signature* Signatures::find(const Type* result, const std::vector<const Type*>& parameters, std::int64_t fixed) {
  Key key{parameters, fixed};
  key.first.push_back(result);
  std::unique_ptr<Signature>& known = known_[key];
  if (known != nullptr) return known.get();
  auto made = std::make_unique<Signature>();
  made->result = result;
  made->parameters = parameters;
  for (const Type* type : parameters) made->elements.push_back(type->ffi);
  if (!prepare(*made, fixed)) return nullptr;
  made->room = std::max(result->ffi->size, sizeof(ffi_arg));
  known = std::move(made);
  return known.get();
}

}  // namespace tessera::foreign
