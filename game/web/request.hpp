// A request: the parser and its result. Layer: web.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "encoding.hpp"

namespace tessera::web {

/// A request for the handler, and what the connection must know of it.
struct Request {
  std::string method;      ///< GET, HEAD or POST
  std::string path;        ///< decoded, without the leading slash
  std::string client;      ///< see clients.hpp
  std::string host;        ///< the server's name, perhaps with a port: from the address, or else the header Host; "" if neither has it
  Fields headers;          ///< in order, but those of one name together; names as sent
  Fields parameters;       ///< of the address, then those of the form
  bool keep_alive = true;  ///< another request may follow on the connection; never after a POST

  /// Returns the value of the header `name` (in lower case), or "".
  std::string_view header(std::string_view name) const;
};

/// Reads one request with Beast's parser, more strictly than Beast: whatever two readers could interpret differently is
/// refused. Its functions return 0, or the status with which the request is refused.
class RequestReader {
 public:
  RequestReader();
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  /// Takes the line and the headers, with the empty line at their end.
  int take_head(std::string_view head);
  /// Takes what belongs to the body from the front of `bytes`, and the parameters of a form when it is complete.
  int take_body(std::string_view& bytes);
  /// True if the request is complete.
  bool complete() const;

  Request request;

 private:
  class Parser;
  int take(std::string_view& bytes);
  std::unique_ptr<Parser> parser_;
};

/// Adds the parameters in `body`, a form. Returns 0 or a status.
int parse_form(std::string_view body, Request& request);

/// Returns the reason phrase of a status, "" for an unknown one.
std::string_view reason_of(int status);

}  // namespace tessera::web
