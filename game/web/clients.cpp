// Identifies clients. Layer: web.
#include "clients.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

namespace tessera::web {

namespace {

std::string text_of(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(family, address, text.data(), text.size()) != nullptr ? text.data() : "";
}

std::string network_of(in6_addr address) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) return text_of(AF_INET, &address.s6_addr[12]);
  std::memset(&address.s6_addr[8], 0, 8);
  return text_of(AF_INET6, &address);
}

/// Returns the address of the peer of `fd`; `own` becomes true for a loopback address.
std::string peer_of(int fd, bool& own) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  own = false;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "";
  if (address.ss_family == AF_INET) {
    const in_addr four = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    own = ntohl(four.s_addr) >> 24 == 127;
    return text_of(AF_INET, &four);
  }
  if (address.ss_family != AF_INET6) return "";
  const in6_addr six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  own = IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127);
  return network_of(six);
}

}  // namespace

std::string client_at(std::string_view address) {
  const std::string text(trimmed(address));
  in_addr four{};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return text_of(AF_INET, &four);
  const bool brackets = text.size() > 2 && text.front() == '[' && text.back() == ']';
  in6_addr six{};
  if (::inet_pton(AF_INET6, (brackets ? text.substr(1, text.size() - 2) : text).c_str(), &six) == 1) return network_of(six);
  return "";
}

std::string client_of(int fd, const Request& request) {
  bool own = false;
  std::string peer = peer_of(fd, own);
  if (!own) return peer;
  std::string_view forwarded;
  for (const auto& [name, value] : request.headers)
    if (ascii_lower(name) == "x-forwarded-for") forwarded = value;
  return client_at(forwarded.substr(forwarded.rfind(',') + 1));
}

}  // namespace tessera::web
