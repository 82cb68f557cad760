// Reads image files, without iostreams, whose initialisation would slow the start.
#include "api/image_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "memory/image.hpp"

namespace tessera {

namespace {

/// Reads until `bytes` has `most` bytes or the file ends. Returns false on a read error.
bool read_up_to(std::uint64_t most, std::FILE* file, std::vector<char>& bytes) {
  char buffer[65536];
  while (bytes.size() < most) {
    const std::size_t n = std::fread(buffer, 1, std::min<std::uint64_t>(sizeof buffer, most - bytes.size()), file);
    if (n == 0) return std::ferror(file) == 0;
    bytes.insert(bytes.end(), buffer, buffer + n);
  }
  return true;
}

}  // namespace

void refuse_image(const std::string& path, const std::string& complaint) {
  throw std::runtime_error("tessera: cannot start from the image " + path + ": " + complaint);
}

/// Reads an image. Checks the header first: a file that is not an image may be endless.
std::vector<char> read_image(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  std::vector<char> bytes;
  if (file == nullptr || !read_up_to(sizeof(ImageHeader), file.get(), bytes)) refuse_image(path, std::strerror(errno));
  std::string complaint = image_header_complaint(bytes);
  if (complaint.empty()) {
    ImageHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!read_up_to(std::max(header.file_bytes, header.file_bytes + 1), file.get(), bytes)) refuse_image(path, std::strerror(errno));
    complaint = image_complaint(bytes);
  }
  if (!complaint.empty()) refuse_image(path, complaint);
  return bytes;
}

}  // namespace tessera
