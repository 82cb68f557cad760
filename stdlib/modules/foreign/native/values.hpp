// Conversions between values of C and of Lisp.
#pragma once

#include <forward_list>
#include <string>

#include "tessera/tessera.hpp"
#include "types.hpp"

namespace tessera::foreign {

/// The texts of strings while C uses them.
using Texts = std::forward_list<std::string>;

class Values {
 public:
  explicit Values(const Lisp& lisp) : lisp_(lisp) {}
  /// The null pointer, the prototype of all pointers.
  void set_null_pointer(ObjectRef null) { null_ = std::move(null); }

  bool is_pointer(Word w) const { return words::is_instance_like(w, null_.word()); }
  /// Returns false if `w` is not a pointer.
  bool get_address(Word w, std::uint64_t& address) const;
  Word pointer(std::uint64_t address) const;
  Word pointer(const void* place) const { return pointer(reinterpret_cast<std::uintptr_t>(place)); }

  /// Stores `w` as a value of `type`, and the texts of strings in `texts`. Returns false if it is not of that type.
  bool store(const Type& type, Word w, void* place, Texts& texts) const;
  /// Returns the value of `type` at this address.
  Word load(const Type& type, const void* place) const;
  /// Returns the bytes of a structure by value, from a pointer or a vector of octets of that size; nullptr for others.
  /// Valid until Lisp runs.
  const void* bytes_of(const Type& type, Word w) const;

 private:
  const Lisp lisp_;
  ObjectRef null_;
};

}  // namespace tessera::foreign
