// A fuzz target: the check of image files finds each change of an image, and takes bytes of any kind. An input that
// begins with E is a list of edits of the intact image, each of an offset (four bytes) and a byte; others are files.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <vector>

#include "api/builtin_image.hpp"
#include "memory/image.hpp"

namespace {

using namespace tessera;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::abort();
}

/// Returns the edits by offset. Half of them are in the header.
std::map<std::size_t, char> edits_of(std::span<const std::uint8_t> input, std::size_t image_size) {
  std::map<std::size_t, char> edits;
  for (; input.size() >= 5; input = input.subspan(5)) {
    std::uint32_t offset;
    std::memcpy(&offset, input.data(), sizeof offset);
    edits[offset / 2 % (offset % 2 == 0 ? image_size : sizeof(ImageHeader))] = static_cast<char>(input[4]);
  }
  return edits;
}

void check_edited(std::span<const std::uint8_t> input) {
  static std::vector<char> image(builtin_image().begin(), builtin_image().end());
  bool changed = false;
  const std::map<std::size_t, char> edits = edits_of(input, image.size());
  for (const auto& [offset, byte] : edits) {
    changed |= image[offset] != byte;
    image[offset] = byte;
  }
  const bool refused = !image_complaint(image).empty();
  for (const auto& [offset, byte] : edits) image[offset] = builtin_image()[offset];
  if (changed != refused) give_up(changed ? "a changed image is not refused" : "an intact image is refused");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0 && data[0] == 'E') {
    check_edited({data + 1, size - 1});
  } else if (image_complaint({reinterpret_cast<const char*>(data), size}).empty()) {
    give_up("arbitrary bytes are an image");
  }
  return 0;
}
