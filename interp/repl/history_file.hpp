// The history file of the prompt, shared by concurrent sessions. Layer: repl.
#pragma once

#include <cstddef>
#include <string>

namespace tessera::history_file {

/// Appends `line` to the file `path`; creates it and missing folders readable by the user only. Returns true if it
/// succeeded.
bool append(const std::string& path, const std::string& line);
/// Drops all but the last `count` lines. Returns true if the file has no more, or does not exist.
bool bound(const std::string& path, std::size_t count);

}  // namespace tessera::history_file
