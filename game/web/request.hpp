// A request: the parser and its result. Layer: web.
#pragma once

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
  Fields headers;          ///< in order; names as sent
  Fields parameters;       ///< of the address, then those of the form
  bool keep_alive = true;  ///< another request may follow on the connection; never after a POST

  /// Returns the value of the header `name` (in lower case), or "".
  std::string_view header(std::string_view name) const;
};

/// Parses `head`, a request without the empty line at its end. Returns 0, or the status with which it is refused.
/// Whatever two readers could interpret differently is refused.
int parse_head(std::string_view head, Request& out);

/// Adds the parameters in `body`, a form. Returns 0 or a status.
int parse_form(std::string_view body, Request& request);

/// Returns the reason phrase of a status, "" for an unknown one.
std::string_view reason_of(int status);

}  // namespace tessera::web
