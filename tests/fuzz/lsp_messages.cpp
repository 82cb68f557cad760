// Feeds bytes to what reads the messages of the Language Server Protocol: no bytes may crash it, messages have the
// length that their headers say, and it does not matter in which pieces the bytes come.
//
// With clang's libFuzzer: tests/fuzz/libfuzzer.sh lsp_messages. The tests run it with driver.cpp in libFuzzer's place.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "language-server/native/messages.hpp"

namespace {

using tessera::language_server::BadMessage;
using tessera::language_server::Unframer;

void require(bool truth, const char* what) {
  if (truth) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

/// Returns the messages in `bytes`, fed in pieces of `size`, with "!" for each malformed one.
std::vector<std::string> messages(std::string_view bytes, std::size_t size) {
  std::vector<std::string> found;
  Unframer unframer;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    unframer.add(bytes.substr(at, size));
    for (bool more = true; more;) {
      try {
        std::string text;
        more = unframer.next(text);
        if (more) found.push_back("=" + text);
      } catch (const BadMessage&) { found.emplace_back("!"); }
    }
  }
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> whole = messages(bytes, size + 1);
  std::size_t total = 0;
  for (const std::string& message : whole) total += message.size() - 1;
  require(total <= size, "messages are made of the bytes");
  if (size <= tessera::language_server::longest_header) {  // a longer header is refused as soon as it is too long
    require(messages(bytes, 1) == whole, "byte by byte it is the same");
    require(messages(bytes, 7) == whole, "in pieces it is the same");
  }
  return 0;
}
