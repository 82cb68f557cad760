// Feeds frames to what reads Jupyter's messages: none may crash it, what is taken is signed and is made of the frames,
// and a message is read as it was written.
//
// With clang's libFuzzer: tests/fuzz/libfuzzer.sh jupyter_frames. The tests run it with driver.cpp in libFuzzer's
// place.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "jupyter/native/envelope.hpp"

namespace {

using namespace tessera::jupyter;

void require(bool truth, const char* what) {
  if (truth) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

/// Returns a signature that is found by chance.
std::string sign(const Message& message) {
  return std::to_string((message.header.size() + message.parent.size() + message.metadata.size() + message.content.size()) % 3);
}

/// Returns the lines of `text`; "<>" stands for the delimiter.
Frames frames_of(std::string_view text) {
  Frames frames;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    frames.emplace_back(line == "<>" ? delimiter : line);
    at = end + 1;
  }
  return frames;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Frames frames = frames_of({reinterpret_cast<const char*>(data), size});
  Message message;
  const Fault fault = unpack(frames, sign, message);
  require((fault == Fault::none) == (*fault_text(fault) == '\0'), "each fault has its text");
  if (fault != Fault::none) return 0;
  Frames written = pack(message, sign);
  require(written.size() <= frames.size(), "buffers alone are left out");
  for (std::size_t i = 0; i < written.size(); ++i) require(written[i] == frames[i], "a message is written as it was read");
  Message again;
  require(unpack(written, sign, again) == Fault::none && again.route == message.route, "what was written is read");
  written[message.route.size() + 1] += "0";
  require(unpack(written, sign, again) == Fault::wrong_signature, "another signature is refused");
  return 0;
}
