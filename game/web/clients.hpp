// Identifies the clients that send requests, for limits per client. Layer: web.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "request.hpp"

namespace tessera::web {

/// Returns the IP address `text`, an IPv6 one perhaps in brackets; nothing if it is none.
std::optional<boost::asio::ip::address> address_of(std::string_view text);

/// Returns the identity of the client at the address `text`: an IPv4 address itself; the 64-bit network of an IPv6
/// address, since a customer has it as a whole; "" for anything else.
std::string client_at(std::string_view text);

/// Returns the identity of the client at `peer` that sends `request`; "" for an unspecified address. For a program of
/// this machine, such as a proxy, it is the last address in X-Forwarded-For, which the proxy saw, or "" without that
/// header. Other clients' header is ignored.
std::string client_of(const boost::asio::ip::address& peer, const Request& request);

}  // namespace tessera::web
