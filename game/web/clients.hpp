// Identifies the clients that send requests, for limits per client. Layer: web.
#pragma once

#include <string>
#include <string_view>

#include "request.hpp"

namespace tessera::web {

/// Returns the identity of the client at `address`, in text form: an IPv4 address itself; the 64-bit network of an IPv6
/// address, since a customer has it as a whole; "" for anything else.
std::string client_at(std::string_view address);

/// Returns the identity of the client that sends `request` over the socket `fd`. For a program of this machine, such as
/// a proxy, it is the last address in X-Forwarded-For, which the proxy saw, or "" without that header. Other clients'
/// header is ignored.
std::string client_of(int fd, const Request& request);

}  // namespace tessera::web
