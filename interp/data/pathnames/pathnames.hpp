// Pathnames: parsing, printing, merging, and the files that they name. Layer: data.
#pragma once

#include <string>

#include "data/sequences/strings.hpp"

namespace tessera {

/// A Type::pathname object. A component is a string, NIL, :WILD, :UNSPECIFIC or, of the directory, a list that begins with
/// :ABSOLUTE or :RELATIVE. The host is a string in a logical pathname, and NIL in a physical one; the device has no meaning.
/// In a string * and ? are wild; a backslash before them, or before another one, makes them stand for themselves.
struct Pathname {
  std::uint64_t header;
  Value host, device, directory, name, type, version;
};
inline constexpr std::size_t pathname_slots = 6;

inline bool is_pathname(Value v) { return has_type(v, Type::pathname); }
inline Pathname* pathname_of(Value v) { return as<Pathname>(v); }

Value make_pathname(Runtime& rt, Value directory, Value name, Value type, Value version);
/// A physical pathname from a namestring: "dir/name.type". (parse_any_namestring knows logical ones, too.)
Value parse_namestring(Runtime& rt, StringView text);
/// The pathname that a designator (pathname, string, file stream) names; FAILED if it is none.
Value pathname_designator(Runtime& rt, Value designator);
/// What the operating system calls `name` as a component, and back.
std::u32string component_of_name(StringView name);
std::u32string name_of_component(StringView component);
/// A component as a program gives it, as pathnames keep it: a backslash that escapes nothing is one itself.
std::u32string settled_component(StringView text);
/// The parts of a directory without those that a :BACK behind them takes away, and without what leads up from the root.
void settle_directory(Runtime& rt, std::vector<Value>& parts);
/// The namestring, in Lisp's syntax: a backslash makes the character behind it stand for itself.
std::u32string namestring(Runtime& rt, Value pathname);
std::u32string directory_namestring(Runtime& rt, Value directory);
std::u32string file_namestring(Runtime& rt, Value pathname);
/// The path as the operating system takes it, relative to the process's directory.
std::string native_path(Runtime& rt, Value physical);
Value merge_pathnames(Runtime& rt, Value pathname, Value defaults, Value default_version);
/// *default-pathname-defaults* as a pathname; FAILED if it is none.
Value default_pathname(Runtime& rt);
/// False, a FILE-ERROR, if the pathname has a character that no file name may have.
bool check_file_name(Runtime& rt, Value physical);
/// The pathname merged with the defaults, and translated if it is logical; FAILED if it has no translation, or names no file.
Value physical_pathname(Runtime& rt, Value designator);
/// The physical pathname and its native path; FAILED if it is wild.
Value file_to_open(Runtime& rt, Value designator, std::string& path);
/// `pathname`, which is to name a file, is wild.
Value fail_wild(Runtime& rt, Value pathname);
bool is_wild(Runtime& rt, Value component);
bool is_wild_pathname(Runtime& rt, Value pathname);
/// Does `text` match `pattern`, in which * stands for any characters and ? for one? `captured` gets what each stood for.
bool matches_wildcards(StringView pattern, StringView text, std::vector<StringView>* captured = nullptr);
bool pathname_matches(Runtime& rt, Value pathname, Value pattern);
/// `to` with its wild components filled by what the wild ones of `from` stand for in `source`. FAILED if `source` does
/// not match `from`, or if `to` has more wild parts of a directory than `from`.
Value translate_pathname(Runtime& rt, Value source, Value from, Value to);
/// Defines *default-pathname-defaults* when the image is made.
void install_pathname_defaults(Runtime& rt);

}  // namespace tessera
