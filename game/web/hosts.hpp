// The names under which a server answers. Layer: web.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::web {

/// The names that requests may use. A site can point its own name at another's address (DNS rebinding), and its pages
/// could then read the responses; since browsers send the name they asked for, the server refuses unknown names.
struct Hosts {
  bool any = false;                ///< any name
  bool addresses = false;          ///< all IP addresses, which need no name
  std::vector<std::string> names;  ///< in any case, without ports; [IPv6] in brackets

  /// True if a request may be for `host`, a name or address, perhaps with a port. Loopback names are always allowed.
  bool include(std::string_view host) const;

  /// Adds the names of a server that listens at `address`, found by the name `host`. If other machines can reach it,
  /// these are all addresses and this machine's name.
  void add_own(const boost::asio::ip::address& address, const std::string& host);
};

}  // namespace tessera::web
