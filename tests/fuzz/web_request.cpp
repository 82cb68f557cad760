// Feeds bytes to what reads requests: no bytes may crash it, and what it takes must hold to what it promises.
//
// With clang's libFuzzer: clang++ -std=c++20 -g -fsanitize=fuzzer,address,undefined -Igame tests/fuzz/web_request.cpp
// game/web/encoding.cpp game/web/request.cpp game/web/connection.cpp -lcpp-httplib. The tests run it with driver.cpp in libFuzzer's place.
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "web/connection.hpp"
#include "web/limits.hpp"

namespace {

using namespace tessera::web;

void require(bool truth, const char* what) {
  if (truth) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

void check_fields(const Fields& fields, std::size_t most) {
  require(fields.size() <= most, "no more fields than the limit");
  for (const auto& [name, value] : fields) {
    require(is_utf8(name) && is_utf8(value), "fields are UTF-8");
    require(name.find('\0') == std::string::npos && value.find('\0') == std::string::npos, "fields have no NUL");
  }
}

void check_request(const Request& r) {
  require(r.method == "GET" || r.method == "HEAD" || r.method == "POST", "only these methods");
  require(is_utf8(r.path), "the path is UTF-8");
  require(r.path.find("..") == std::string::npos || ("/" + r.path + "/").find("/../") == std::string::npos, "the path does not climb");
  for (const char c : r.path) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '\\', "the path is plain");
  require(r.headers.size() <= limits::headers, "no more headers than the limit");
  for (const auto& [name, value] : r.headers) {
    require(is_token(name), "headers have names");
    require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos, "headers have one line");
  }
  check_fields(r.parameters, 2 * limits::parameters);
}

/// The whole way: bytes through a socket.
void read_connection(std::string_view bytes) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
  std::thread writer([&] {
    for (std::string_view rest = bytes; !rest.empty();) {
      const ssize_t n = ::send(ends[1], rest.data(), rest.size(), MSG_NOSIGNAL);
      if (n <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(n));
    }
    ::shutdown(ends[1], SHUT_WR);
  });
  Connection connection(ends[0]);
  Connection::HeadResult got = connection.read_head();
  for (; got == Connection::HeadResult::request; got = connection.read_head()) {
    check_request(connection.request);
    char some[1000];  // the head, in part or as a whole; the next request begins after it
    require(connection.read(some, 1 + bytes.size() % sizeof some) > 0, "the head can be read");
    if (!connection.request.keep_alive) break;
  }
  if (got == Connection::HeadResult::refused) {
    require(connection.status >= 400 && connection.status < 600 && !reason_of(connection.status).empty(), "a status");
    connection.refuse(connection.status);
  }
  ::shutdown(ends[0], SHUT_RDWR);
  writer.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Request request;
  if (const int status = parse_head(bytes, request); status == 0) check_request(request);
  else require(!reason_of(status).empty(), "a known status");
  if (request = Request{}; parse_form(bytes, request) == 0) check_fields(request.parameters, limits::parameters);
  if (const auto decoded = decode_percent(bytes, true)) require(is_utf8(*decoded) && decoded->size() <= size, "decoded text is UTF-8");
  if (const auto form = decode_form(bytes, limits::parameters)) check_fields(*form, limits::parameters);
  for (const auto& cookie : cookie_values(bytes, "session", limits::cookies))
    require(cookie.size() <= size, "a cookie is a part of its header");
  if (!bytes.empty() && bytes[0] % 16 == 0) read_connection(bytes);
  return 0;
}
