// Parses requests. Layer: web.
#include "request.hpp"

#include <algorithm>
#include <charconv>

#include "limits.hpp"

namespace tessera::web {

namespace {

enum Status {
  good = 0,
  bad_request = 400,
  method_not_allowed = 405,
  length_required = 411,
  content_too_large = 413,
  uri_too_long = 414,
  unsupported_media_type = 415,
  expectation_failed = 417,
  too_many_headers = 431,
  version_not_supported = 505,
};

/// Cuts `text` at the first `separator`; `front` becomes the part before it. Returns false if there is none.
bool cut(std::string_view& text, std::string_view separator, std::string_view& front) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return false;
  front = text.substr(0, at);
  text.remove_prefix(at + separator.size());
  return true;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// True if the path could mean another folder than it says.
bool climbs(std::string_view path) {
  for (std::string_view segment; !path.empty();) {
    if (!cut(path, "/", segment)) segment = path, path = {};
    if (segment == "." || segment == "..") return true;
  }
  return false;
}

bool is_host(std::string_view host) {
  return std::all_of(host.begin(), host.end(), [](char c) {
    return (is_token_char(c) || std::string_view(":[]()=,;").find(c) != std::string_view::npos) && c != '`' && c != '^' && c != '|';
  });
}

int parse_target(std::string_view target, Request& out) {
  if (target.size() > limits::target_bytes) return uri_too_long;
  for (const char c : target)
    if (is_control(c) || c == ' ' || c == '#' || static_cast<unsigned char>(c) >= 0x80) return bad_request;
  constexpr std::string_view scheme = "http://";
  if (ascii_lower(target.substr(0, scheme.size())) == scheme) {  // the form of requests to a proxy
    target.remove_prefix(scheme.size());
    out.host = std::string(target.substr(0, target.find('/')));
    if (out.host.empty() || !is_host(out.host)) return bad_request;
    target.remove_prefix(out.host.size());
  }
  if (target.empty() || target.front() != '/') return bad_request;
  const std::size_t question = target.find('?');
  auto path = decode_percent(target.substr(1, question == std::string_view::npos ? question : question - 1), false);
  if (!path || climbs(*path) || path->find('\\') != std::string::npos) return bad_request;
  if (std::any_of(path->begin(), path->end(), is_control)) return bad_request;
  out.path = std::move(*path);
  if (question == std::string_view::npos) return good;
  auto parameters = decode_form(target.substr(question + 1), limits::parameters);
  if (!parameters) return bad_request;
  out.parameters = std::move(*parameters);
  return good;
}

int parse_version(std::string_view version, Request& out) {
  if (version == "HTTP/1.1" || version == "HTTP/1.0") {
    out.keep_alive = version.back() == '1';
    return good;
  }
  const bool other = version.size() == 8 && version.substr(0, 5) == "HTTP/" && version[6] == '.' && version[5] >= '0' &&
                     version[5] <= '9' && version[7] >= '0' && version[7] <= '9';
  return other ? version_not_supported : bad_request;
}

int parse_request_line(std::string_view line, Request& out) {
  std::string_view method, target;
  if (!cut(line, " ", method)) return bad_request;
  if (!is_token(method)) return bad_request;
  if (!cut(line, " ", target)) return method.size() + line.size() > limits::target_bytes ? uri_too_long : bad_request;
  out.method = std::string(method);
  if (const int status = parse_target(target, out)) return status;
  if (const int status = parse_version(line, out)) return status;
  return method == "GET" || method == "HEAD" || method == "POST" ? good : method_not_allowed;
}

int parse_header(std::string_view line, Request& out) {
  std::string_view name;
  if (!cut(line, ":", name) || !is_token(name)) return bad_request;  // refuses blanks before the name or the colon
  for (const char c : line)
    if (is_control(c) && c != '\t') return bad_request;
  if (out.headers.size() == limits::headers) return too_many_headers;
  const std::string_view value = trimmed(line);
  if (!is_utf8(value)) return bad_request;
  out.headers.emplace_back(std::string(name), std::string(value));
  return good;
}

std::size_t count_headers(const Request& request, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(request.headers.begin(), request.headers.end(), [&](const Field& f) { return ascii_lower(f.first) == name; }));
}

/// Returns the media type in a header's value, without parameters.
std::string media_type(std::string_view type) { return ascii_lower(trimmed(type.substr(0, type.find(';')))); }

int parse_length(const Request& request, std::size_t& length) {
  const std::string_view text = request.header("content-length");
  if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) return bad_request;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  return error != std::errc{} || length > limits::body_bytes ? content_too_large : good;
}

/// Checks that the headers leave no doubt where the body ends.
int check_body(const Request& request, bool version_1_1) {
  const std::size_t lengths = count_headers(request, "content-length"), codings = count_headers(request, "transfer-encoding");
  if (lengths + codings > 1) return bad_request;
  std::size_t length = 0;
  if (lengths != 0)
    if (const int status = parse_length(request, length)) return status;
  if (codings != 0 && (!version_1_1 || ascii_lower(request.header("transfer-encoding")) != "chunked")) return bad_request;
  const bool has_body = length != 0 || codings != 0;
  if (request.method != "POST") return has_body ? bad_request : good;
  if (lengths + codings == 0) return length_required;
  const bool form = media_type(request.header("content-type")) == "application/x-www-form-urlencoded";
  return (has_body && !form) || count_headers(request, "content-encoding") != 0 ? unsupported_media_type : good;
}

int check_headers(Request& out) {
  const std::size_t hosts = count_headers(out, "host");
  if (hosts > 1 || (hosts == 0 && out.keep_alive) || !is_host(out.header("host"))) return bad_request;
  if (out.host.empty()) out.host = std::string(out.header("host"));
  if (const int status = check_body(out, out.keep_alive)) return status;
  const std::string expect = ascii_lower(out.header("expect"));
  if (!expect.empty() && expect != "100-continue") return expectation_failed;
  const std::string connection = ascii_lower(out.header("connection"));
  if (connection.find("close") != std::string::npos || out.method == "POST") out.keep_alive = false;
  return good;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const Field& f : headers)
    if (ascii_lower(f.first) == name) return f.second;
  return {};
}

int parse_head(std::string_view head, Request& out) {
  out = Request{};
  std::string_view line;
  bool first = true;
  for (bool more = true; more; first = false) {
    more = cut(head, "\r\n", line);
    if (!more) line = head;
    if (const int status = first ? parse_request_line(line, out) : parse_header(line, out)) return status;
  }
  return check_headers(out);
}

int parse_form(std::string_view body, Request& request) {
  if (body.size() > limits::body_bytes) return content_too_large;  // the lengths of chunks are not known before
  auto form = decode_form(body, limits::parameters);
  if (!form) return bad_request;
  for (Field& field : *form) request.parameters.push_back(std::move(field));
  return good;
}

std::string_view reason_of(int status) {
  static constexpr std::pair<int, std::string_view> reasons[] = {{200, "OK"},
                                                                 {303, "See Other"},
                                                                 {304, "Not Modified"},
                                                                 {400, "Bad Request"},
                                                                 {403, "Forbidden"},
                                                                 {404, "Not Found"},
                                                                 {405, "Method Not Allowed"},
                                                                 {408, "Request Timeout"},
                                                                 {409, "Conflict"},
                                                                 {411, "Length Required"},
                                                                 {413, "Content Too Large"},
                                                                 {414, "URI Too Long"},
                                                                 {415, "Unsupported Media Type"},
                                                                 {417, "Expectation Failed"},
                                                                 {421, "Misdirected Request"},
                                                                 {429, "Too Many Requests"},
                                                                 {431, "Request Header Fields Too Large"},
                                                                 {500, "Internal Server Error"},
                                                                 {503, "Service Unavailable"},
                                                                 {505, "HTTP Version Not Supported"}};
  for (const auto& [code, words] : reasons)
    if (code == status) return words;
  return {};
}

}  // namespace tessera::web
