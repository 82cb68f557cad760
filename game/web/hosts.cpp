// The names under which a server answers. Layer: web.
#include "hosts.hpp"

#include <algorithm>
#include <boost/asio/ip/host_name.hpp>
#include <optional>

#include "clients.hpp"

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

/// Compares names in lower case. Addresses can be written in several ways; a name may end in a dot.
bool is_same(std::string_view own, const std::string& name) {
  if (own.ends_with('.')) own.remove_suffix(1);
  return own == name || (address_of(own) && address_of(own) == address_of(name));
}

}  // namespace

bool Hosts::include(std::string_view host) const {
  if (any) return true;
  const auto name = without_port(host);
  if (!name) return false;
  const auto address = address_of(*name);
  if (*name == "localhost" || name->ends_with(".localhost")) return true;  // they are resolved without asking a name server
  if (address && (addresses || address->is_loopback())) return true;
  return std::any_of(names.begin(), names.end(), [&](const std::string& own) { return is_same(ascii_lower(own), *name); });
}

void Hosts::add_own(const boost::asio::ip::address& address, const std::string& host) {
  names.push_back(host);
  if (address.is_loopback()) return;
  addresses = true;
  boost::system::error_code error;
  const std::string own = boost::asio::ip::host_name(error);
  if (own.empty()) return;
  names.push_back(own);
  names.push_back(own.substr(0, own.find('.')));
  names.push_back(names.back() + ".local");
}

}  // namespace tessera::web
