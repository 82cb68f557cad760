// Parses requests. The only unit with Beast. Layer: web.
#include "request.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/status.hpp>

#include "limits.hpp"

namespace tessera::web {

namespace http = boost::beast::http;

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

/// True if `text` looks like a version of HTTP.
bool is_version(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() == 8 && text.substr(0, 5) == "HTTP/" && text[6] == '.' && is_digit(text[5]) && is_digit(text[7]);
}

std::size_t count_headers(const Request& request, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(request.headers.begin(), request.headers.end(), [&](const Field& f) { return ascii_lower(f.first) == name; }));
}

/// Returns the media type in a header's value, without parameters.
std::string media_type(std::string_view type) { return ascii_lower(trimmed(type.substr(0, type.find(';')))); }

/// Checks that the headers leave no doubt where the body ends.
int check_body(const Request& request, bool version_1_1) {
  const std::size_t lengths = count_headers(request, "content-length"), codings = count_headers(request, "transfer-encoding");
  const std::string_view length = request.header("content-length");  // Beast would take lists such as "1, 1"
  if (lengths + codings > 1 || length.find_first_not_of("0123456789") != std::string_view::npos) return bad_request;
  if (codings != 0 && (!version_1_1 || ascii_lower(request.header("transfer-encoding")) != "chunked")) return bad_request;
  const bool has_body = length.find_first_not_of('0') != std::string_view::npos || codings != 0;
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

/// Fills a request from what Beast reads.
class RequestReader::Parser : public http::basic_parser<true> {
 public:
  explicit Parser(Request& request) : request_(request) {
    header_limit(limits::head_bytes);
    body_limit(limits::body_bytes);
  }

  /// Takes bytes from the front of `bytes`. Returns 0 or a status.
  int take(std::string_view& bytes) {
    error_code error;
    bytes.remove_prefix(put({bytes.data(), bytes.size()}, error));
    if (!error || error == http::error::need_more) return good;
    if (status_ != good) return status_;
    if (error == http::error::header_limit) return too_many_headers;
    return error == http::error::body_limit ? content_too_large : error == http::error::bad_version ? version_not_supported : bad_request;
  }

 private:
  using error_code = boost::beast::error_code;
  using Text = boost::beast::string_view;
  static std::string_view view(Text text) { return {text.data(), text.size()}; }

  void refuse(int status, error_code& error) {
    status_ = status;
    if (status != good) error = http::error::bad_value;
  }

  void on_request_impl(http::verb, Text method, Text target, int version, error_code& error) override {
    request_.method = method.to_string();
    request_.keep_alive = version == 11;
    int status = web::parse_target(view(target), request_);
    if (status == good && method != "GET" && method != "HEAD" && method != "POST") status = method_not_allowed;
    refuse(status, error);
  }
  void on_field_impl(http::field, Text name, Text value, error_code& error) override {
    if (is_header_done()) return refuse(bad_request, error);  // a field after the chunks could contradict the headers
    if (request_.headers.size() == limits::headers) return refuse(too_many_headers, error);
    if (!is_utf8(view(value))) return refuse(bad_request, error);
    request_.headers.emplace_back(name, value);
  }
  void on_header_impl(error_code& error) override { refuse(check_headers(request_), error); }
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(Text part, error_code&) override {
    body_.append(part.data(), part.size());
    return part.size();
  }
  void on_chunk_header_impl(std::uint64_t, Text, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text part, error_code& error) override { return on_body_impl(part, error); }
  void on_finish_impl(error_code& error) override { refuse(parse_form(body_, request_), error); }
  void on_response_impl(int, Text, int, error_code&) override {}

  Request& request_;
  std::string body_;
  int status_ = good;
};

RequestReader::RequestReader() : parser_(std::make_unique<Parser>(request)) {}
RequestReader::~RequestReader() = default;
bool RequestReader::complete() const { return parser_->is_done(); }

int RequestReader::take_head(std::string_view head) {
  for (const char* fold : {"\r\n ", "\r\n\t"})  // Beast would join folded lines
    if (head.find(fold) != std::string_view::npos) return bad_request;
  const std::string_view line = head.substr(0, head.find('\r')), version = line.substr(line.find(' ', line.find(' ') + 1) + 1);
  const int status = parser_->take(head);
  if (status == version_not_supported && !is_version(version)) return bad_request;
  return status == good && !parser_->is_header_done() ? bad_request : status;
}

int RequestReader::take_body(std::string_view& bytes) {
  parser_->eager(true);
  return complete() || bytes.empty() ? good : parser_->take(bytes);
}

int parse_head(std::string_view head, Request& out) {
  RequestReader reader;
  const int status = reader.take_head(std::string(head) + "\r\n\r\n");
  out = std::move(reader.request);
  return status;
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
  return words == "<unknown-status>" ? std::string_view() : std::string_view(words.data(), words.size());
}

}  // namespace tessera::web
