// Pathnames: parsing, printing, merging, and the files that they name. Layer: data.
#pragma once

#include <string>

#include "data/strings.hpp"

namespace tessera {

/// A Type::pathname object. A component is a string, NIL, :WILD or, of the directory, a list that begins with
/// :ABSOLUTE or :RELATIVE. The host is a string in a logical pathname, and NIL in a physical one; the device always NIL.
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
/// The namestring, in Lisp's syntax (wild characters of a name are escaped by \).
std::u32string namestring(Runtime& rt, Value pathname);
std::u32string directory_namestring(Runtime& rt, Value directory);
std::u32string file_namestring(Runtime& rt, Value pathname);
/// The path as the operating system takes it, relative to the process's directory.
std::string native_path(Runtime& rt, Value physical);
Value merge_pathnames(Runtime& rt, Value pathname, Value defaults, Value default_version);
/// *default-pathname-defaults* as a pathname; FAILED if it is none.
Value default_pathname(Runtime& rt);
/// The pathname merged with the defaults, and translated if it is logical; FAILED if it has no translation.
Value physical_pathname(Runtime& rt, Value designator);
/// The physical pathname and its native path; FAILED if it is wild.
Value file_to_open(Runtime& rt, Value designator, std::string& path);
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
