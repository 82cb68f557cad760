// The file in which the prompt keeps its history, shared by sessions that run side by side. Layer: repl.
#pragma once

#include <cstddef>
#include <string>

namespace tessera::history_file {

/// Append `line` to the file `path`; it and missing folders are made for the user's eyes only. True if that could be done.
bool append(const std::string& path, const std::string& line);
/// Drop all but the last `count` lines. True if the file has no more, or there is none.
bool bound(const std::string& path, std::size_t count);

}  // namespace tessera::history_file
