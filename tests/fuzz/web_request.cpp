// Feeds bytes to what reads requests: no bytes may crash it, and what it takes must hold to what it promises.
//
// With clang's libFuzzer: clang++ -std=c++20 -g -fsanitize=fuzzer,address,undefined -Igame tests/fuzz/web_request.cpp
// game/web/encoding.cpp game/web/request.cpp. The tests run it with driver.cpp in libFuzzer's place.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../cpp/web/parse_head.hpp"
#include "web/limits.hpp"
#include "web/request.hpp"

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

/// The whole way, as a connection reads: a head, and a body that comes in parts of `step` bytes.
void read_request(std::string_view bytes, std::size_t step) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return;
  RequestReader reader;
  int status = reader.take_head(bytes.substr(0, end + 4));
  std::string kept;
  for (std::string_view rest = bytes.substr(end + 4); status == 0 && !reader.complete() && !rest.empty();) {
    kept += rest.substr(0, step);
    rest.remove_prefix(std::min(step, rest.size()));
    std::string_view left = kept;
    status = reader.take_body(left);
    require(left.size() <= kept.size(), "the rest is a part");
    kept.erase(0, kept.size() - left.size());
  }
  if (status == 0) check_request(reader.request);
  else require(status >= 400 && status < 600 && !reason_of(status).empty(), "a status");
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
  for (const std::size_t step : {1, 7, 100000}) read_request(bytes, step);
  return 0;
}
