// A request: what its first lines must look like, and what is in it. Layer: web.
#pragma once

#include <string>
#include <string_view>

#include "encoding.hpp"

namespace tessera::web {

/// A request as the handler gets it, and what the connection has to know of it.
struct Request {
  std::string method;      ///< GET, HEAD or POST
  std::string path;        ///< decoded, without the slash in front
  std::string client;      ///< who asks: see clients.hpp
  std::string host;        ///< whom it is for, perhaps with a port: as the address says, or else the header Host; "" if none does
  Fields headers;          ///< in order; names as sent
  Fields parameters;       ///< of the address, then those of the form
  bool keep_alive = true;  ///< another request may follow on the connection: none does after a POST

  /// The value of the header `name` (in lower case), or "".
  std::string_view header(std::string_view name) const;
};

/// Take apart `head`: a request up to the empty line, without that. Returns 0, or the status of the answer that refuses
/// it. It is strict: whatever two readers could read differently is refused.
int parse_head(std::string_view head, Request& out);

/// Add the parameters in `body`, a form. Returns 0 or a status.
int parse_form(std::string_view body, Request& request);

/// The words for a status, "" for an unknown one.
std::string_view reason_of(int status);

}  // namespace tessera::web
