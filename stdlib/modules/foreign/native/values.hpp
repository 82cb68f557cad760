// Values of C and of Lisp, each from the other.
#pragma once

#include <forward_list>
#include <string>

#include "tessera/tessera.hpp"
#include "types.hpp"

namespace tessera::foreign {

/// The text of strings while C has them.
using Texts = std::forward_list<std::string>;

class Values {
 public:
  explicit Values(const Lisp& lisp) : lisp_(lisp) {}
  /// What all pointers are made like: the null pointer.
  void set_null_pointer(ObjectRef null) { null_ = std::move(null); }

  bool is_pointer(Word w) const { return words::is_instance_like(w, null_.word()); }
  /// False if `w` is not a pointer.
  bool get_address(Word w, std::uint64_t& address) const;
  Word pointer(std::uint64_t address) const;
  Word pointer(const void* place) const { return pointer(reinterpret_cast<std::uintptr_t>(place)); }

  /// Store what `w` is as a value of `type`. False: it is none. What strings become stands in `texts`.
  bool store(const Type& type, Word w, void* place, Texts& texts) const;
  /// The value of `type` that stands there.
  Word load(const Type& type, const void* place) const;
  /// The bytes of a structure by value: where a pointer leads, or those of a vector of octets of that size. nullptr: neither. Until Lisp runs.
  const void* bytes_of(const Type& type, Word w) const;

 private:
  const Lisp lisp_;
  ObjectRef null_;
};

}  // namespace tessera::foreign
