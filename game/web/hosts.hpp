// The names that a server goes by. Layer: web.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tessera::web {

/// What requests may call a server. A site can have its own name lead to another's address (DNS rebinding), and its pages then
/// read what that one answers; but browsers say which name they asked for, and the server does not go by it.
struct Hosts {
  bool any = false;                ///< whatever there is
  bool addresses = false;          ///< all addresses of the Internet protocol: no name leads to those
  std::vector<std::string> names;  ///< in any case, without ports; [IPv6] in brackets

  /// May a request be for `host`: a name or address, perhaps with a port? What names this machine to itself always is.
  bool include(std::string_view host) const;

  /// Add what a server goes by that listens at the socket `fd`, which was found by the name `host`. If others than this machine
  /// can reach it: all addresses, and this machine's name.
  void add_own(int fd, const std::string& host);
};

}  // namespace tessera::web
