// Identifies clients. Layer: web.
#include "clients.hpp"

#include <algorithm>

namespace tessera::web {

namespace ip = boost::asio::ip;

namespace {

ip::address unmapped(const ip::address& address) {
  return address.is_v6() && address.to_v6().is_v4_mapped() ? ip::make_address_v4(ip::v4_mapped, address.to_v6()) : address;
}

std::string network_of(const ip::address& address) {
  if (address.is_v4()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return ip::address_v6(bytes).to_string();
}

}  // namespace

std::optional<ip::address> address_of(std::string_view text) {
  const bool brackets = text.size() > 2 && text.front() == '[' && text.back() == ']';
  if (brackets) text = text.substr(1, text.size() - 2);
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(text), error);
  return error || (brackets && address.is_v4()) || text.find('%') != std::string_view::npos ? std::nullopt : std::optional(address);
}

std::string client_at(std::string_view text) {
  const auto address = address_of(trimmed(text));
  return address ? network_of(unmapped(*address)) : "";
}

std::string client_of(const ip::address& peer, const Request& request) {
  if (peer.is_unspecified()) return "";
  if (!unmapped(peer).is_loopback()) return network_of(unmapped(peer));
  std::string_view forwarded;
  for (const auto& [name, value] : request.headers)
    if (ascii_lower(name) == "x-forwarded-for") forwarded = value;
  return client_at(forwarded.substr(forwarded.rfind(',') + 1));
}

}  // namespace tessera::web
