// Feeds bytes to what takes Swank's messages apart: no bytes may crash it, and what it gives must be what was sent.
//
// With clang's libFuzzer: clang++ -std=c++20 -g -fsanitize=fuzzer,address,undefined -Iinterp
// tests/fuzz/swank_frames.cpp stdlib/modules/swank/native/frames.cpp. The tests run it with driver.cpp in libFuzzer's
// place.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "swank/native/frames.hpp"

namespace {

using tessera::swank::Frames;

void require(bool truth, const char* what) {
  if (truth) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

struct Read {
  std::vector<std::string> messages;
  bool malformed = false;
  bool operator==(const Read&) const = default;
};

/// Returns what comes of `bytes` in pieces of `size` bytes.
Read read_in_pieces(std::string_view bytes, std::size_t size) {
  Frames frames;
  Read read;
  for (std::size_t start = 0; start < bytes.size(); start += size) {
    frames.add(bytes.substr(start, size));
    while (auto message = frames.next()) read.messages.push_back(*message);
    require(!frames.next().has_value(), "after the last message there is none");
  }
  read.malformed = frames.malformed();
  return read;
}

/// Returns the text that Emacs reads between the quotation marks of a message of printed text.
std::string printed_text(std::string_view message) {
  std::string text;
  const std::size_t start = message.find('"') + 1;
  for (std::size_t i = start; message[i] != '"'; ++i) text += message[i] == '\\' ? message[++i] : message[i];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Read whole = read_in_pieces(bytes, std::max<std::size_t>(size, 1));
  require(read_in_pieces(bytes, 1) == whole, "pieces make no difference");
  require(read_in_pieces(bytes, 7) == whole, "pieces make no difference");
  std::string again;
  for (const std::string& message : whole.messages) again += tessera::swank::framed(message);
  require(again.size() <= size, "messages are no more than what came");
  require(read_in_pieces(again, 5).messages == whole.messages, "what is written is read as it was");
  const std::string printed = tessera::swank::write_string_message(bytes, "");
  require(printed_text(printed) == bytes, "printed text is read as it was");
  return 0;
}
