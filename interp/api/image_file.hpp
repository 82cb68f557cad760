// Images in files that somebody names. Layer: api.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// The image in the file `path`. Throws std::runtime_error, which says what is wrong, if it cannot be read or is none of this build.
std::vector<char> read_image(const std::string& path);
/// Throw that error.
[[noreturn]] void refuse_image(const std::string& path, const std::string& complaint);

}  // namespace tessera
