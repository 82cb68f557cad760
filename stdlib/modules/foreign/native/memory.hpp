// Memory of C for Lisp.
#pragma once

#include "values.hpp"

namespace tessera::foreign {

/// Natives on memory. A Lisp function signals their errors.
class Memory {
 public:
  Memory(const Lisp& lisp, const Values& values);

  /// Reads a value of the numbered type at `offset` bytes from `place`, a pointer or a vector of octets.
  Reply get(Word place, Word number, Word offset) const;
  Reply set(Word place, Word number, Word offset, Word value) const;
  /// Copies elements of a vector of numbers to memory, and back.
  Reply copy_from(Word vector, std::int64_t start, std::int64_t end, Word pointer) const;
  Reply copy_to(Word vector, std::int64_t start, std::int64_t end, Word pointer) const;
  /// Returns a pointer to the elements of a vector of numbers.
  Reply address_of(Word vector) const;
  Reply move(Word from, Word to, std::uint64_t count) const;
  Reply fill(Word pointer, std::uint8_t octet, std::uint64_t count) const;
  /// Returns the text of `size` bytes, or up to a 0, in UTF-8 or with one byte per character.
  Reply text(Word pointer, std::optional<std::uint64_t> size, bool bytes) const;

 private:
  /// An operation, and the arguments of its error.
  struct Attempt {
    const char* operation;
    Reply wrong = words::nil();
  };
  void* find(Word place, Word offset, std::size_t size, Attempt& attempt) const;
  void* find_pointer(Word pointer, Attempt& attempt) const { return find(pointer, words::fixnum(0), 0, attempt); }
  Reply refuse(const char* operation, Word datum, std::string_view type) const;
  /// Returns the data of a vector between these elements, or nullptr and the error.
  unsigned char* elements(Word vector, std::int64_t start, std::int64_t end, std::size_t& size, Attempt& attempt) const;

  const Lisp lisp_;
  const Values& values_;
  ObjectRef refuse_, null_;
};

}  // namespace tessera::foreign
