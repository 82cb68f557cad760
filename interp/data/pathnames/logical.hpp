// Logical pathnames: "HOST:DIRECTORY;NAME.TYPE.VERSION", which translations map to files. Layer: data.
#pragma once

#include "data/pathnames/pathnames.hpp"

namespace tessera {

/// True for a pathname with a logical host.
inline bool is_logical_pathname(Value pathname) { return !is_nil(pathname_of(pathname)->host); }
/// Returns the entry (HOST . TRANSLATIONS) of that host in TESSERA::*LOGICAL-HOSTS*, ignoring case; or NIL.
Value find_logical_host(Runtime& rt, StringView name);
/// Returns a logical pathname if `text` begins with a known host and a colon, else a physical one. FAILED if it is not
/// valid.
Value parse_any_namestring(Runtime& rt, StringView text);
/// Returns a logical pathname of `host`, a string, from the text after the colon. FAILED with a parse-error if it is
/// not valid.
Value parse_logical_namestring(Runtime& rt, Value host, StringView text);
std::u32string logical_namestring(Runtime& rt, Value pathname);
std::u32string logical_directory_namestring(Runtime& rt, Value directory);
std::u32string logical_file_namestring(Runtime& rt, Value pathname);
/// Returns `pathname` itself if it is logical; else one of `host` with the same components, in upper case.
Value as_logical_pathname(Runtime& rt, Value pathname, Value host);
/// Translates until the pathname is physical. FAILED with a file-error if there is no translation, or no end of them.
Value translate_logical_pathname(Runtime& rt, Value pathname);

}  // namespace tessera
