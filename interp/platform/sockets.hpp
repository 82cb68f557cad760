// Sockets of the internet protocols, and the names of hosts. Layer: platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::platform {

/// Where a socket is: `host` is an address in digits, as 127.0.0.1 or ::1.
struct SocketAddress {
  std::string host;
  int port = 0;
};

enum class HostSearch : std::uint8_t { found, no_host, try_again, failed };

struct FoundHosts {
  HostSearch outcome = HostSearch::failed;
  std::vector<std::string> hosts;  ///< addresses, those to be tried first in front; or the one name
  std::string why;                 ///< none was found, in the system's words
};

/// The addresses of the host `name`, which may itself be an address; of the protocol `family`, 4 or 6, or 0 for both. Unless `in_digits`
/// says that it is an address or nothing, this may ask others, and take minutes. Touches nothing else: any thread may do it.
FoundHosts find_hosts(const std::string& name, int family, bool in_digits);
/// The name of the host at an address; the same is true of it.
FoundHosts find_host_name(const std::string& host);

// All of these return what is negative if the system does not do it: the number of its error, negated. No socket waits.

/// A socket for `host` and others of its family; its descriptor.
int open_socket(const std::string& host, bool datagrams);
int bind_socket(int fd, const SocketAddress& address);
int listen_socket(int fd, int backlog);
/// -EINPROGRESS: once it can be written to, `socket_outcome` tells what came of it.
int connect_socket(int fd, const SocketAddress& address);
int socket_outcome(int fd);
/// The descriptor of the connection.
int accept_socket(int fd);
int shut_socket(int fd, bool input, bool output);
int socket_name(int fd, bool of_peer, SocketAddress& name);

/// As `write` does it, without a signal where nobody reads: -1, and errno says why.
std::ptrdiff_t send_bytes(int fd, std::string_view bytes);
/// `to` may be nullptr where the socket is connected.
std::ptrdiff_t send_datagram(int fd, std::string_view bytes, const SocketAddress* to);
/// How many bytes came into `bytes`; what there was no room for is lost.
std::ptrdiff_t receive_datagram(int fd, std::string& bytes, SocketAddress& from);

enum class SocketOption : std::uint8_t { reuse_address, keep_alive, broadcast, no_delay, receive_buffer, send_buffer };
int socket_option(int fd, SocketOption option);
int set_socket_option(int fd, SocketOption option, int value);

}  // namespace tessera::platform
