// Responses as the browser gets them. Layer: web.
#pragma once

#include <string>

#include "encoding.hpp"

namespace tessera::web {

struct Response {
  int status = 200;
  std::string content_type;
  Fields headers;
  std::string body;
};

/// What a response depends on beside its contents.
struct Delivery {
  bool gzip = false;       ///< the browser takes gzip
  bool with_body = true;   ///< not for HEAD
  bool keep_alive = true;  ///< the connection stays open
};

/// Returns the bytes of `response`.
std::string serialized(Response response, const Delivery& delivery);

/// Returns a response that contains only the status `code`, for a request that is refused.
Response refusal(int code);

/// Returns a response that asks to try again.
Response unavailable();

}  // namespace tessera::web
