// The names under which a server answers. Layer: web.
#include "hosts.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>

#include "encoding.hpp"

namespace tessera::web {

namespace {

/// Returns `host` without its port and without a dot at the end; nothing if the port is wrong.
std::optional<std::string> without_port(std::string_view host) {
  const std::size_t bracket = host.find(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const std::string_view port = host.substr(colon + 1);
    if (!std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
    host = host.substr(0, colon);
  }
  if (host.ends_with('.')) host.remove_suffix(1);
  return ascii_lower(host);
}

std::optional<in_addr> address_4(const std::string& name) {
  in_addr address{};
  return ::inet_pton(AF_INET, name.c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

/// Returns the IPv6 address of a name in square brackets.
std::optional<in6_addr> address_6(const std::string& name) {
  in6_addr address{};
  const bool brackets = name.size() > 2 && name.front() == '[' && name.back() == ']';
  return brackets && ::inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

/// Compares names in lower case. Addresses can be written in several ways; a name may end in a dot.
bool is_same(std::string_view own, const std::string& name) {
  if (own.ends_with('.')) own.remove_suffix(1);
  const auto a = address_6(std::string(own)), b = address_6(name);
  return own == name || (a && b && IN6_ARE_ADDR_EQUAL(&*a, &*b));
}

bool is_loopback(const in_addr& address) { return ntohl(address.s_addr) >> 24 == 127; }
bool is_loopback(const in6_addr& address) { return IN6_IS_ADDR_LOOPBACK(&address) != 0; }

/// True for names that are resolved without asking a name server.
bool is_localhost(std::string_view name) { return name == "localhost" || name.ends_with(".localhost"); }

bool names_loopback(const std::string& name) {
  const auto four = address_4(name);
  const auto six = address_6(name);
  return is_localhost(name) || (four && is_loopback(*four)) || (six && is_loopback(*six));
}

bool listens_to_loopback_only(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  if (address.ss_family == AF_INET) return is_loopback(reinterpret_cast<const sockaddr_in&>(address).sin_addr);
  return address.ss_family == AF_INET6 && is_loopback(reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

bool Hosts::include(std::string_view host) const {
  if (any) return true;
  const auto name = without_port(host);
  if (!name) return false;
  if (names_loopback(*name) || (addresses && (address_4(*name) || address_6(*name)))) return true;
  return std::any_of(names.begin(), names.end(), [&](const std::string& own) { return is_same(ascii_lower(own), *name); });
}

void Hosts::add_own(int fd, const std::string& host) {
  names.push_back(host);
  if (listens_to_loopback_only(fd)) return;
  addresses = true;
  const std::string own = machine_name();
  if (own.empty()) return;
  names.push_back(own);
  names.push_back(own.substr(0, own.find('.')));
  names.push_back(names.back() + ".local");
}

}  // namespace tessera::web
