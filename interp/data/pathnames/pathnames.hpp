// Pathnames: parsing, printing, merging, and native file names. Layer: data.
#pragma once

#include <string>

#include "data/sequences/strings.hpp"

namespace tessera {

/// A Type::pathname object. A component is a string, NIL, :WILD, :UNSPECIFIC or, for the directory, a list that begins
/// with :ABSOLUTE or :RELATIVE. The host is a string in a logical pathname, and NIL in a physical one; the device is
/// unused. * and ? in a string are wild; a backslash quotes them and itself.
struct Pathname {
  static constexpr Type object_type = Type::pathname;
  std::uint64_t header;
  Value host, device, directory, name, type, version;
};
inline constexpr std::size_t pathname_slots = 6;

inline bool is_pathname(Value v) { return has_type(v, Type::pathname); }
inline Pathname* pathname_of(Value v) { return as<Pathname>(v); }

Value make_pathname(Runtime& rt, Value directory, Value name, Value type, Value version);
/// Returns a physical pathname from a namestring: "dir/name.type". (parse_any_namestring handles logical ones, too.)
Value parse_namestring(Runtime& rt, StringView text);
/// Returns the pathname of a designator (pathname, string, file stream); FAILED if it is not one.
Value pathname_designator(Runtime& rt, Value designator);
/// Converts a native file name to a component, and back.
std::u32string component_of_name(StringView name);
std::u32string name_of_component(StringView component);
/// Converts a component from a program: a backslash that quotes nothing is doubled.
std::u32string settled_component(StringView text);
/// Removes directory parts that a following :BACK cancels, and parts that lead up from the root.
void settle_directory(Runtime& rt, std::vector<Value>& parts);
/// Returns the namestring, in Lisp's syntax: a backslash quotes the next character.
std::u32string namestring(Runtime& rt, Value pathname);
std::u32string directory_namestring(Runtime& rt, Value directory);
std::u32string file_namestring(Runtime& rt, Value pathname);
/// Returns the native path, relative to the process's directory.
std::string native_path(Runtime& rt, Value physical);
Value merge_pathnames(Runtime& rt, Value pathname, Value defaults, Value default_version);
/// Returns *default-pathname-defaults* as a pathname; FAILED if it is not one.
Value default_pathname(Runtime& rt);
/// False, with a FILE-ERROR, if the pathname has a character that no file name may have.
bool check_file_name(Runtime& rt, Value physical);
/// Returns the pathname merged with the defaults, and translated if it is logical; FAILED without translation, or if it
/// names no file.
Value physical_pathname(Runtime& rt, Value designator);
/// Returns the physical pathname and its native path; FAILED if it is wild.
Value file_to_open(Runtime& rt, Value designator, std::string& path);
/// Fails since `pathname`, which should name a file, is wild.
Value fail_wild(Runtime& rt, Value pathname);
bool is_wild(Runtime& rt, Value component);
bool is_wild_pathname(Runtime& rt, Value pathname);
/// True if `text` matches `pattern`, in which * stands for any characters and ? for one. `captured` gets the
/// characters for each.
bool matches_wildcards(StringView pattern, StringView text, std::vector<StringView>* captured = nullptr);
bool pathname_matches(Runtime& rt, Value pathname, Value pattern);
/// Returns `to` with its wild components replaced by the parts of `source` that the wild components of `from` matched.
/// FAILED if `source` does not match `from`, or if `to` has more wild directory components than `from`.
Value translate_pathname(Runtime& rt, Value source, Value from, Value to);
/// Defines *default-pathname-defaults* when the image is made.
void install_pathname_defaults(Runtime& rt);

}  // namespace tessera
