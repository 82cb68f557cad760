// Parses the head of a request alone.
#pragma once

#include <string>
#include <string_view>

#include "web/request.hpp"

namespace tessera::web {

/// Parses `head`, a request without the empty line at its end. Returns 0 or a status.
inline int parse_head(std::string_view head, Request& out) {
  RequestReader reader;
  const int status = reader.take_head(std::string(head) + "\r\n\r\n");
  out = std::move(reader.request);
  return status;
}

}  // namespace tessera::web
