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
enum class Kind : std::uint8_t { none, s8, u8, s16, u16, s32, u32, s64, u64, single, dbl, pointer, boolean, text, structure };

struct Type {
  Kind kind;
  ffi_type* ffi;          ///< its size and alignment, too
  const char* lisp_type;  ///< what values of Lisp it takes
};

/// What structures have besides.
struct Structure : Type {
  ffi_type layout{};
  std::vector<const Type*> members;
  std::vector<ffi_type*> elements;   ///< of `members`, with a null pointer behind them
  std::vector<std::size_t> offsets;  ///< where each begins
  Structure() : Type{Kind::structure, nullptr, nullptr} {}
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
};

/// The types that one interpreter has spoken of; they live as long as it.
class Types {
 public:
  /// The type that `description` denotes; nullptr if it denotes none, and `wrong` is the part of it that is to blame.
  const Type* find(words::State& state, Word description, Word& wrong) { return find_within(state, description, 0, wrong); }

 private:
  const Type* find_within(words::State& state, Word description, int depth, Word& wrong);
  const Type* structure(const std::vector<const Type*>& members);

  std::map<std::vector<const Type*>, std::unique_ptr<Structure>> structures_;
};

/// The type by the number that Lisp gives to memory's accessors; nullptr if there is none.
const Type* type_numbered(std::int64_t number);
/// The number of the type of a keyword's name; -1 of none.
std::int64_t number_of_type(const std::string& name);

}  // namespace tessera::foreign
