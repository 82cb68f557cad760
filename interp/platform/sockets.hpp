// Sockets of the internet protocols, and host names. Layer: platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::platform {

/// The address of a socket: `host` is numeric, such as 127.0.0.1 or ::1.
struct SocketAddress {
  std::string host;
  int port = 0;
};

enum class HostSearch : std::uint8_t { found, no_host, try_again, failed };

struct FoundHosts {
  HostSearch outcome = HostSearch::failed;
  std::vector<std::string> hosts;  ///< addresses, in the order to try them; or the one name
  std::string why;                 ///< the system's message if none was found
};

/// Returns the addresses of the host `name`, which may itself be an address, in the protocol `family`, 4 or 6, or 0 for
/// both. Unless `in_digits` restricts it to numeric addresses, this may ask name servers, and take minutes. Touches
/// nothing else: any thread may call it.
FoundHosts find_hosts(const std::string& name, int family, bool in_digits);
/// Returns the name of the host at an address, with the same caveats.
FoundHosts find_host_name(const std::string& host);

// All of these return a negative number on failure: the negated errno. No socket blocks.

/// Returns the descriptor of a new socket for `host` and others of its family.
int open_socket(const std::string& host, bool datagrams);
int bind_socket(int fd, const SocketAddress& address);
int listen_socket(int fd, int backlog);
/// Connects. After -EINPROGRESS, `socket_outcome` returns the result once the socket is writable.
int connect_socket(int fd, const SocketAddress& address);
int socket_outcome(int fd);
/// Returns the descriptor of the connection.
int accept_socket(int fd);
int shut_socket(int fd, bool input, bool output);
int socket_name(int fd, bool of_peer, SocketAddress& name);

/// Writes like `write`, but without a signal if the peer no longer reads: -1, with the reason in errno.
std::ptrdiff_t send_bytes(int fd, std::string_view bytes);
/// Sends a datagram. `to` may be nullptr if the socket is connected.
std::ptrdiff_t send_datagram(int fd, std::string_view bytes, const SocketAddress* to);
/// Returns the size of the datagram stored in `bytes`; the part that does not fit is lost.
std::ptrdiff_t receive_datagram(int fd, std::string& bytes, SocketAddress& from);

enum class SocketOption : std::uint8_t { reuse_address, keep_alive, broadcast, no_delay, receive_buffer, send_buffer };
int socket_option(int fd, SocketOption option);
int set_socket_option(int fd, SocketOption option, int value);

}  // namespace tessera::platform
