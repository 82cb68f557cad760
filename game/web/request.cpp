// Parses requests. The only unit with Beast. Layer: web.
#include "request.hpp"

#include <algorithm>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "limits.hpp"

namespace tessera::web {

namespace beast = boost::beast;
namespace http = beast::http;
using Message = http::request<http::string_body>;

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

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

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

/// True if `text` looks like a version of HTTP.
bool is_version(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() == 8 && text.substr(0, 5) == "HTTP/" && text[6] == '.' && is_digit(text[5]) && is_digit(text[7]);
}

/// Returns the media type in a header's value, without parameters.
std::string media_type(std::string_view type) { return ascii_lower(trimmed(type.substr(0, type.find(';')))); }

/// Checks that the headers leave no doubt where the body ends.
int check_body(const Message& message) {
  const std::size_t lengths = message.count(http::field::content_length), codings = message.count(http::field::transfer_encoding);
  const std::string_view length = view(message[http::field::content_length]);  // Beast would take lists such as "1, 1"
  if (lengths + codings > 1 || length.find_first_not_of("0123456789") != std::string_view::npos) return bad_request;
  const bool chunked = codings != 0 && beast::iequals(message[http::field::transfer_encoding], "chunked");
  if (codings != 0 && (message.version() != 11 || !chunked)) return bad_request;
  const bool has_body = length.find_first_not_of('0') != std::string_view::npos || chunked;
  if (message.method() != http::verb::post) return has_body ? bad_request : good;
  if (lengths + codings == 0) return length_required;
  const bool form = media_type(view(message[http::field::content_type])) == "application/x-www-form-urlencoded";
  return (has_body && !form) || message.count(http::field::content_encoding) != 0 ? unsupported_media_type : good;
}

int check_headers(const Message& message, Request& out) {
  const std::string_view host = view(message[http::field::host]);
  const std::size_t hosts = message.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && message.version() == 11) || !is_host(host)) return bad_request;
  if (out.host.empty()) out.host = std::string(host);
  if (const int status = check_body(message)) return status;
  const auto expect = message[http::field::expect];
  return expect.empty() || beast::iequals(expect, "100-continue") ? good : expectation_failed;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const Field& f : headers)
    if (ascii_lower(f.first) == name) return f.second;
  return {};
}

class RequestReader::Parser : public http::request_parser<http::string_body> {};

RequestReader::RequestReader() : parser_(std::make_unique<Parser>()) {
  parser_->header_limit(limits::head_bytes);
  parser_->body_limit(limits::body_bytes);
}
RequestReader::~RequestReader() = default;
bool RequestReader::complete() const { return parser_->is_done(); }

/// Has Beast take bytes from the front of `bytes`. Returns 0 or a status.
int RequestReader::take(std::string_view& bytes) {
  beast::error_code error;
  bytes.remove_prefix(parser_->put(boost::asio::buffer(bytes), error));
  if (!error || error == http::error::need_more) return good;
  if (error == http::error::header_limit) return too_many_headers;
  return error == http::error::body_limit ? content_too_large : error == http::error::bad_version ? version_not_supported : bad_request;
}

int RequestReader::take_head(std::string_view head) {
  for (const char* fold : {"\r\n ", "\r\n\t"})  // Beast would join folded lines
    if (head.find(fold) != std::string_view::npos) return bad_request;
  const std::string_view line = head.substr(0, head.find('\r')), version = line.substr(line.find(' ', line.find(' ') + 1) + 1);
  const int status = take(head);
  if (status == version_not_supported && !is_version(version)) return bad_request;
  if (status != good || !parser_->is_header_done()) return status == good ? bad_request : status;
  const Message& message = parser_->get();
  const http::verb method = message.method();
  request.method = message.method_string().to_string();
  request.keep_alive = message.version() == 11 && message.keep_alive() && method != http::verb::post;
  for (const auto& field : message) request.headers.emplace_back(field.name_string(), field.value());
  if (const int wrong = parse_target(view(message.target()), request)) return wrong;
  if (method != http::verb::get && method != http::verb::head && method != http::verb::post) return method_not_allowed;
  if (request.headers.size() > limits::headers) return too_many_headers;
  for (const Field& field : request.headers)
    if (!is_utf8(field.second)) return bad_request;
  return check_headers(message, request);
}

int RequestReader::take_body(std::string_view& bytes) {
  parser_->eager(true);
  if (complete() || bytes.empty()) return good;
  const int status = take(bytes);
  if (status != good || !complete()) return status;
  const Message& message = parser_->get();
  const auto fields = static_cast<std::size_t>(std::distance(message.begin(), message.end()));
  if (fields != request.headers.size()) return bad_request;  // a field after the chunks could contradict the headers
  return parse_form(message.body(), request);
}

int parse_form(std::string_view body, Request& request) {
  if (body.size() > limits::body_bytes) return content_too_large;  // the lengths of chunks are not known before
  auto form = decode_form(body, limits::parameters);
  if (!form) return bad_request;
  for (Field& field : *form) request.parameters.push_back(std::move(field));
  return good;
}

std::string_view reason_of(int status) {
  const auto words = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return words == "<unknown-status>" ? std::string_view() : view(words);
}

}  // namespace tessera::web
