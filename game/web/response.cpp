// Responses as the browser gets them. Layer: web.
#include "response.hpp"

#include <zlib.h>

#include <stdexcept>

#include "limits.hpp"
#include "request.hpp"

namespace tessera::web {

namespace {

constexpr int gzip_format = 15 + 16;  ///< zlib's number for the largest window, in gzip's format
constexpr int level = 6;              ///< zlib's default; less makes the first view of a page too large

/// True for texts. Pictures are compressed already.
bool is_compressible(std::string_view type) {
  for (const char* part : {"text/", "javascript", "json", "xml", "wasm"})
    if (type.find(part) != std::string_view::npos) return true;
  return false;
}

std::string compressed(std::string& text) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, gzip_format, 9, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int result = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("zlib fails");
  return bytes;
}

}  // namespace

std::string serialized(Response response, const Delivery& delivery) {
  const bool has_body = response.status != 204 && response.status != 304;
  if (has_body && is_compressible(response.content_type)) {
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (delivery.gzip) {
      response.body = compressed(response.body);
      response.headers.emplace_back("Content-Encoding", "gzip");
    }
  }
  std::string bytes;
  bytes.reserve(response.body.size() + 1024);
  const auto line = [&bytes](std::string_view name, std::string_view value) { ((bytes += name) += ": ") += value, bytes += "\r\n"; };
  (((bytes = "HTTP/1.1 ") += std::to_string(response.status)) += ' ') += reason_of(response.status);
  bytes += "\r\n";
  for (const auto& [name, value] : response.headers) line(name, value);
  if (!response.content_type.empty()) line("Content-Type", response.content_type);
  if (has_body) line("Content-Length", std::to_string(response.body.size()));
  if (delivery.keep_alive) line("Keep-Alive", "timeout=" + std::to_string(limits::idle_time.count()));
  else line("Connection", "close");
  bytes += "\r\n";
  return has_body && delivery.with_body ? bytes += response.body : bytes;
}

Response refusal(int code) {
  std::string words = std::to_string(code) + " " + std::string(reason_of(code));
  Fields headers;
  if (code == 405) headers.emplace_back("Allow", "GET, HEAD, POST");
  if (code == 421) words += ": this server does not go by that name. SERVE has an argument for further names, HOSTS.";
  return {code, "text/plain", std::move(headers), words + "\n"};
}

Response unavailable() { return {503, "text/plain; charset=utf-8", {{"Retry-After", "5"}}, "The server is busy. Please try again.\n"}; }

}  // namespace tessera::web
