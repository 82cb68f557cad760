// Types of C as Lisp writes them: :INT, :POINTER, (:STRUCT :INT :DOUBLE).
#pragma once

#include <ffi.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tessera/words.hpp"

namespace tessera::foreign {

/// How values of a type are converted.
enum class ValueKind : std::uint8_t {
  none,
  s8,
  u8,
  s16,
  u16,
  s32,
  u32,
  s64,
  u64,
  single_float,
  double_float,
  pointer,
  boolean,
  text,
  structure
};

struct Type {
  ValueKind kind;
  ffi_type* ffi;          ///< has its size and alignment
  const char* lisp_type;  ///< the Lisp type of its values
};

/// Additional facts of structures.
struct Structure : Type {
  ffi_type layout{};
  std::vector<const Type*> members;
  std::vector<ffi_type*> elements;   ///< of `members`, terminated by a null pointer
  std::vector<std::size_t> offsets;  ///< of each member
  Structure() : Type{ValueKind::structure, nullptr, nullptr} {}
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
};

/// The types that one interpreter has used. They live as long as it.
class Types {
 public:
  /// Returns the type that `description` denotes, or nullptr; then `wrong` is the malformed part.
  const Type* find(words::State& state, Word description, Word& wrong) { return find_within(state, description, 0, wrong); }

 private:
  const Type* find_within(words::State& state, Word description, int depth, Word& wrong);
  const Type* structure(const std::vector<const Type*>& members);

  std::map<std::vector<const Type*>, std::unique_ptr<Structure>> structures_;
};

/// Returns the type of a number that Lisp passes to memory accessors, or nullptr.
const Type* type_numbered(std::int64_t number);
/// Returns the number of the type that a keyword names, or -1.
std::int64_t number_of_type(const std::string& name);

}  // namespace tessera::foreign
