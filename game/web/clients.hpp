// Who sends a request, as far as limits for each client go. Layer: web.
#pragma once

#include <string>
#include <string_view>

#include "request.hpp"

namespace tessera::web {

/// What stands for the client at `address`, as the Internet protocol's text has it: an IPv4 address itself, of an IPv6 address the
/// network of 64 bits, which one customer has as a whole. "" if it is no address.
std::string client_at(std::string_view address);

/// Who sends `request` over the socket `fd`. If a program of this machine does, a proxy perhaps, the last address that X-Forwarded-For
/// names, which is what the proxy saw, "" if there is none; whoever else sends that header is not believed.
std::string client_of(int fd, const Request& request);

}  // namespace tessera::web
