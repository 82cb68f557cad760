// Sockets as POSIX has them. Layer: platform.
#include "platform/sockets.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace tessera::platform {

namespace {

int outcome(int result) { return result < 0 ? -errno : result; }

/// An address in the system's representation.
struct SystemAddress {
  sockaddr_storage storage{};
  socklen_t size = sizeof(sockaddr_storage);
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

using Found = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// Returns an error number of getaddrinfo, or 0 and its results in `found`.
int search(const std::string& host, const char* port, int family, int flags, Found& found) {
  if (host.find('\0') != host.npos) return EAI_NONAME;
  addrinfo hints{}, *list = nullptr;
  hints.ai_family = family == 4 ? AF_INET : family == 6 ? AF_INET6 : AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  const int error = ::getaddrinfo(host.c_str(), port, &hints, &list);
  found.reset(list);
  return error;
}

/// False if `address` is not numeric.
bool take_address(const SocketAddress& address, SystemAddress& taken) {
  Found found(nullptr, ::freeaddrinfo);
  if (search(address.host, std::to_string(address.port).c_str(), 0, AI_NUMERICHOST | AI_NUMERICSERV, found) != 0) return false;
  std::memcpy(&taken.storage, found->ai_addr, found->ai_addrlen);
  taken.size = found->ai_addrlen;
  return true;
}

bool in_digits(const sockaddr* address, socklen_t size, SocketAddress& name) {
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (::getnameinfo(address, size, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0) return false;
  name = {host, std::stoi(port)};
  return true;
}

FoundHosts not_found(int error) {
  const std::string why = error == EAI_SYSTEM ? std::strerror(errno) : ::gai_strerror(error);
  if (error == EAI_AGAIN) return {HostSearch::try_again, {}, why};
#ifdef EAI_NODATA
  if (error == EAI_NODATA) return {HostSearch::no_host, {}, why};
#endif
  return {error == EAI_NONAME ? HostSearch::no_host : HostSearch::failed, {}, why};
}

bool make_ready(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return ::fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && flags >= 0 && ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

/// Makes `fd` non-blocking and not inherited; passes a negative `fd` on.
int made_ready(int fd) {
  if (fd < 0 || make_ready(fd)) return outcome(fd);
  const int why = errno;
  ::close(fd);
  return -why;
}

struct OptionName {
  int level, name;
};

OptionName name_of(SocketOption option) {
  switch (option) {
    case SocketOption::reuse_address: return {SOL_SOCKET, SO_REUSEADDR};
    case SocketOption::keep_alive: return {SOL_SOCKET, SO_KEEPALIVE};
    case SocketOption::broadcast: return {SOL_SOCKET, SO_BROADCAST};
    case SocketOption::no_delay: return {IPPROTO_TCP, TCP_NODELAY};
    case SocketOption::receive_buffer: return {SOL_SOCKET, SO_RCVBUF};
    case SocketOption::send_buffer: return {SOL_SOCKET, SO_SNDBUF};
  }
  return {0, 0};
}

}  // namespace

FoundHosts find_hosts(const std::string& name, int family, bool digits) {
  Found found(nullptr, ::freeaddrinfo);
  const int error = search(name, nullptr, family, digits ? AI_NUMERICHOST : 0, found);
  if (error != 0) return not_found(error);
  FoundHosts hosts{HostSearch::found, {}, {}};
  for (const addrinfo* a = found.get(); a != nullptr; a = a->ai_next) {
    SocketAddress address;
    if (!in_digits(a->ai_addr, a->ai_addrlen, address)) continue;
    if (std::find(hosts.hosts.begin(), hosts.hosts.end(), address.host) == hosts.hosts.end()) hosts.hosts.push_back(address.host);
  }
  return hosts;
}

FoundHosts find_host_name(const std::string& host) {
  SystemAddress address;
  if (!take_address({host, 0}, address)) return not_found(EAI_NONAME);
  char name[NI_MAXHOST];
  const int error = ::getnameinfo(address.get(), address.size, name, sizeof name, nullptr, 0, NI_NAMEREQD);
  return error != 0 ? not_found(error) : FoundHosts{HostSearch::found, {name}, {}};
}

int open_socket(const std::string& host, bool datagrams) {
  SystemAddress address;
  if (!take_address({host, 0}, address)) return -EINVAL;
  return made_ready(::socket(address.storage.ss_family, datagrams ? SOCK_DGRAM : SOCK_STREAM, 0));
}

int bind_socket(int fd, const SocketAddress& address) {
  SystemAddress taken;
  if (!take_address(address, taken)) return -EINVAL;
  return outcome(::bind(fd, taken.get(), taken.size));
}

int listen_socket(int fd, int backlog) { return outcome(::listen(fd, backlog)); }

int connect_socket(int fd, const SocketAddress& address) {
  SystemAddress taken;
  if (!take_address(address, taken)) return -EINVAL;
  const int result = outcome(::connect(fd, taken.get(), taken.size));
  return result == -EINTR ? -EINPROGRESS : result;
}

int socket_outcome(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 ? -errno : -error;
}

int accept_socket(int fd) { return made_ready(::accept(fd, nullptr, nullptr)); }

int shut_socket(int fd, bool input, bool output) {
  return outcome(::shutdown(fd, input && output ? SHUT_RDWR : output ? SHUT_WR : SHUT_RD));
}

int socket_name(int fd, bool of_peer, SocketAddress& name) {
  SystemAddress address;
  const int result = of_peer ? ::getpeername(fd, address.get(), &address.size) : ::getsockname(fd, address.get(), &address.size);
  if (result != 0) return -errno;
  return in_digits(address.get(), address.size, name) ? 0 : -EAFNOSUPPORT;
}

std::ptrdiff_t send_bytes(int fd, std::string_view bytes) { return ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL); }

std::ptrdiff_t send_datagram(int fd, std::string_view bytes, const SocketAddress* to) {
  SystemAddress address;
  if (to != nullptr && !take_address(*to, address)) return -EINVAL;
  const ssize_t n =
      ::sendto(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL, to != nullptr ? address.get() : nullptr, to != nullptr ? address.size : 0);
  return n < 0 ? -errno : n;
}

std::ptrdiff_t receive_datagram(int fd, std::string& bytes, SocketAddress& from) {
  SystemAddress address;
  const ssize_t n = ::recvfrom(fd, bytes.data(), bytes.size(), 0, address.get(), &address.size);
  if (n < 0) return -errno;
  in_digits(address.get(), address.size, from);
  return n;
}

int socket_option(int fd, SocketOption option) {
  const OptionName name = name_of(option);
  int value = 0;
  socklen_t size = sizeof value;
  return ::getsockopt(fd, name.level, name.name, &value, &size) != 0 ? -errno : value;
}

int set_socket_option(int fd, SocketOption option, int value) {
  const OptionName name = name_of(option);
  return outcome(::setsockopt(fd, name.level, name.name, &value, sizeof value));
}

}  // namespace tessera::platform
