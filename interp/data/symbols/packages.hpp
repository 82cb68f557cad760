// Packages and symbols: finding, interning, exporting. Layer: data.
#pragma once

#include <string_view>

#include "data/sequences/strings.hpp"

namespace tessera {

/// Fields of a Type::package object.
struct Package {
  static constexpr Type object_type = Type::package;
  std::uint64_t header;
  Value name;           ///< string, or NIL once deleted
  Value nicknames;      ///< list of strings
  Value uses, used_by;  ///< lists of packages
  Value internal;       ///< simple-vector, open addressing by the names' hashes
  Value external;
  Value internal_count, external_count;  ///< fixnums, deleted entries included
  Value shadowing;                       ///< list of symbols
  Value documentation;
};
inline constexpr std::size_t package_slots = 10;

enum class Status { none, internal, external, inherited };
struct Found {
  Value symbol;
  Status status;
};

/// Returns the hash of a symbol's name, from its characters' codes.
std::uint32_t name_hash(StringView name);

Value make_package(Runtime& rt, std::string_view name, std::initializer_list<std::string_view> nicknames = {});
Value make_symbol(Runtime& rt, Value name);  ///< uninterned; `name` a simple string, kept
Value make_package(Runtime& rt, StringView name);
/// Takes the package from the list of packages, its name, and its symbols' home. Checks nothing.
void delete_package(Runtime& rt, Value package);
/// Finds a package by name or nickname; NIL if there is none.
Value find_package(Runtime& rt, StringView name);
/// Finds a package as a program names it now: by a nickname local to *PACKAGE*, or else by its own names.
Value find_package_here(Runtime& rt, StringView name);
/// Returns the symbols that are present (not inherited).
std::vector<Value> package_symbols(Value package, bool internal, bool external);
Found find_symbol(Runtime& rt, Value package, StringView name);
/// Returns the symbol, which is made internal (in KEYWORD: external, constant, its own value) if there is none.
Value intern(Runtime& rt, Value package, StringView name);
Value intern(Runtime& rt, Value package, std::string_view utf8_name);
void export_symbol(Runtime& rt, Value package, Value symbol);  ///< does not check for conflicts, as the builtin does
void unexport_symbol(Runtime& rt, Value package, Value symbol);
/// Makes `symbol` present; no symbol of its name may be. The package becomes the home of a symbol without one.
void add_symbol(Runtime& rt, Value package, Value symbol, bool external);
/// Undoes that, and shadowing. False if the symbol was not present.
bool remove_symbol(Runtime& rt, Value package, Value symbol);
/// Shrinks the package's tables to its symbols, and some room.
void compact_tables(Runtime& rt, Value package);
/// Returns the symbol of that name that is present itself, internal or external.
Found find_present(Runtime& rt, Value package, StringView name, std::uint32_t hash);
void use_package(Runtime& rt, Value package, Value used);
void unuse_package(Runtime& rt, Value package, Value used);
/// Makes calls of the symbol run `function`, a function or the runtime's undefined_function.
void set_symbol_function(Runtime& rt, Symbol* s, Value function);
/// Returns the uninterned symbol in whose function cell the function (setf SYMBOL) is.
Value setf_name(Runtime& rt, Value symbol);

// Flags and rare properties of symbols.
inline Value symbol_info(std::uint32_t name_hash, std::uint32_t serial) {
  return Value::fixnum(static_cast<std::int64_t>(std::uint64_t{name_hash} << 8 | std::uint64_t{serial & 0x3FFFFF} << 40));
}
/// Returns the hash of the symbol's name, the same in every process.
inline std::uint32_t symbol_name_hash(const Symbol* s) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(s->info.as_fixnum()) >> 8);
}
/// Returns a hash of the symbol's identity, which collections do not change: symbols of the same name have different
/// serial numbers.
inline std::uint64_t symbol_hash(const Symbol* s) { return static_cast<std::uint64_t>(s->info.as_fixnum()) >> 8; }
inline bool has_flag(const Symbol* s, SymbolFlag f) { return (s->info.as_fixnum() & f) != 0; }
void set_flag(Runtime& rt, Value symbol, SymbolFlag flag, bool on = true);
/// Returns the alist of a symbol's rare properties.
inline Value symbol_extras(const Symbol* s) { return s->rare.is_cons() ? s->rare.as_cons()->cdr : NIL; }
Value symbol_extra(Runtime& rt, Value symbol, Value indicator, Value fallback = NIL);
void set_symbol_extra(Runtime& rt, Value symbol, Value indicator, Value value);
inline Value property_list(const Symbol* s) { return s->rare.is_cons() ? s->rare.as_cons()->car : NIL; }
/// Returns the location of the property list, made if need be.
Value* plist_place(Runtime& rt, Symbol* s);
/// Returns the global macro function, or NIL.
Value symbol_macro_function(Runtime& rt, Value symbol);
void set_symbol_macro_function(Runtime& rt, Value symbol, Value function);
/// Returns the global function of `symbol`, or NIL.
Value global_function(Runtime& rt, Value symbol);

/// Makes the standard packages, NIL, T and the known symbols in an empty Runtime.
void bootstrap_symbols(Runtime& rt);

}  // namespace tessera
