// Image files named by the user. Layer: api.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// Returns the image in the file `path`. Throws std::runtime_error with the reason if it cannot be read or belongs to
/// another build.
std::vector<char> read_image(const std::string& path);
/// Throws that error.
[[noreturn]] void refuse_image(const std::string& path, const std::string& complaint);

}  // namespace tessera
