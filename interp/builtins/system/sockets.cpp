// Natives beneath stdlib/modules/sockets. A socket is a file stream, which can be read and written once it is
// connected. Where the system fails, they return the negated error number: the library makes conditions. Layer:
// builtins. Compiled for size.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/sequences/strings.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/clock.hpp"
#include "platform/sockets.hpp"
#include "runtime/background.hpp"
#include "runtime/waiting.hpp"

namespace tessera {

namespace {

using platform::SocketAddress;
using platform::SocketOption;

constexpr std::size_t longest_datagram = 65536;

Value number(std::int64_t n) { return Value::fixnum(n); }

// --- arguments

OpenFile* take_socket(Runtime& rt, Value v) {
  v = as_stream(v);
  if (!is_stream(v) || stream_of(v)->kind() != StreamKind::file) return rt.fail_type(v, rt.cl("FILE-STREAM")), nullptr;
  if (!stream_of(v)->has(stream_open)) return fail_stream(rt, v, "the socket ~S is closed", {v}), nullptr;
  OpenFile& file = file_of(rt, stream_of(v));
  if (!file.is_socket) return fail_stream(rt, v, "~S is not a socket", {v}), nullptr;
  return &file;
}

bool take_text(Runtime& rt, Value v, std::string& text) {
  if (!is_string(v)) return rt.fail_type(v, Known::string), false;
  text = rt.to_utf8(v);
  return true;
}

bool take_number(Runtime& rt, Value v, std::int64_t low, std::int64_t high, std::int64_t& n) {
  if (!v.is_fixnum() || v.as_fixnum() < low || v.as_fixnum() > high) return rt.fail_type(v, integer_type(rt, low, high)), false;
  n = v.as_fixnum();
  return true;
}

bool take_address(Runtime& rt, Value host, Value port, SocketAddress& address) {
  std::int64_t n = 0;
  if (!take_text(rt, host, address.host) || !take_number(rt, port, 0, 65535, n)) return false;
  address.port = static_cast<int>(n);
  return true;
}

/// Takes a time in nanoseconds; NIL: no limit.
bool take_timeout(Runtime& rt, Value v, std::uint64_t& nanoseconds) {
  nanoseconds = UINT64_MAX;
  std::int64_t n = 0;
  if (is_nil(v)) return true;
  if (!take_number(rt, v, 0, INT64_MAX >> 3, n)) return false;
  nanoseconds = static_cast<std::uint64_t>(n);
  return true;
}

// --- waiting

/// A deadline: `timeout` nanoseconds after it is made.
class Deadline {
 public:
  explicit Deadline(std::uint64_t timeout) : timeout_(timeout), begin_(platform::monotonic_nanoseconds()) {}
  std::uint64_t left() const {
    if (timeout_ == UINT64_MAX) return timeout_;
    return timeout_ - std::min(timeout_, platform::monotonic_nanoseconds() - begin_);
  }

 private:
  std::uint64_t timeout_, begin_;
};

/// Waits until `socket`, which is open, can be read or written. Handles interrupts. Unwinding: an exit or a failure is
/// under way. May collect.
WaitResult wait_for_socket(Runtime& rt, Value socket, platform::Readiness wanted, const Deadline& deadline) {
  const Handle kept(rt.heap, socket);
  for (;;) {
    const OpenFile* file = take_socket(rt, kept.get());
    if (file == nullptr) return WaitResult::unwinding;
    const WaitResult result = wait_for(rt, {file->fd, wanted, false, deadline.left(), true});
    if (result != WaitResult::interrupted) return result;
    if (!handle_interrupts(rt)) return WaitResult::unwinding;
  }
}

/// Returns the result of `attempt(fd)`, once it need not wait.
template <class Attempt> Value when_ready(Runtime& rt, Value socket, platform::Readiness wanted, std::uint64_t timeout, Attempt attempt) {
  const Handle kept(rt.heap, socket);
  for (const Deadline deadline(timeout);;) {
    const OpenFile* file = take_socket(rt, kept.get());
    if (file == nullptr) return FAILED;
    const Value result = attempt(file->fd);
    if (result != number(-EAGAIN) && result != number(-EWOULDBLOCK) && result != number(-EINTR)) return result;
    const WaitResult outcome = wait_for_socket(rt, kept.get(), wanted, deadline);
    if (outcome == WaitResult::timed_out) return number(-ETIMEDOUT);
    if (outcome == WaitResult::unwinding) return FAILED;
  }
}

// --- hosts

Value hosts_or_reason(Runtime& rt, const platform::FoundHosts& found) {
  static constexpr std::string_view outcomes[] = {"FOUND", "NO-HOST", "TRY-AGAIN", "FAILED"};
  if (found.outcome != platform::HostSearch::found)
    return rt.values({NIL, rt.keyword(outcomes[static_cast<int>(found.outcome)]), rt.make_string(found.why)});
  ListBuilder list(rt);
  for (const std::string& host : found.hosts) list.add(rt.make_string(host));
  return list.finish();
}

/// Returns the result of `search`, which may take long and cannot be stopped: an interrupt abandons it.
template <class Search> Value look_up_in_background(Runtime& rt, Search search) {
  const auto found = std::make_shared<platform::FoundHosts>();
  if (!run_in_background(
          rt, [found, search] { *found = search(); }, OnInterrupt::handle))
    return FAILED;
  return hosts_or_reason(rt, *found);
}

Value find_hosts(Runtime& rt, Args a) {
  std::string name;
  std::int64_t family = 0;
  if (!take_text(rt, a[0], name) || !take_number(rt, a[1], 0, 6, family)) return FAILED;
  const int f = static_cast<int>(family);
  const platform::FoundHosts known = platform::find_hosts(name, f, true);
  if (known.outcome == platform::HostSearch::found) return hosts_or_reason(rt, known);
  return look_up_in_background(rt, [name, f] { return platform::find_hosts(name, f, false); });
}

Value find_host_name(Runtime& rt, Args a) {
  std::string host;
  if (!take_text(rt, a[0], host)) return FAILED;
  return look_up_in_background(rt, [host] { return platform::find_host_name(host); });
}

Value error_text(Runtime& rt, Args a) {
  std::int64_t n = 0;
  return take_number(rt, a[0], 0, INT32_MAX, n) ? rt.make_string(std::strerror(static_cast<int>(n))) : FAILED;
}

/// Returns the system's errors that conditions distinguish.
Value error_numbers(Runtime& rt, Args) {
  static constexpr std::pair<std::string_view, int> errors[] = {
      {"CONNECTION-REFUSED", ECONNREFUSED},
      {"CONNECTION-RESET", ECONNRESET},
      {"CONNECTION-ABORTED", ECONNABORTED},
      {"CONNECTION-CLOSED", EPIPE},
      {"NOT-CONNECTED", ENOTCONN},
      {"ADDRESS-IN-USE", EADDRINUSE},
      {"ADDRESS-NOT-AVAILABLE", EADDRNOTAVAIL},
      {"NETWORK-UNREACHABLE", ENETUNREACH},
      {"HOST-UNREACHABLE", EHOSTUNREACH},
      {"SOCKET-NOT-PERMITTED", EACCES},
      {"SOCKET-NOT-PERMITTED", EPERM},
      {"SOCKET-TIMEOUT", ETIMEDOUT},
  };
  ListBuilder list(rt);
  for (const auto& [name, error] : errors) list.add(rt.heap.cons(rt.make_string(name), number(error)));
  return list.finish();
}

// --- making and connecting

Value socket_of(Runtime& rt, int fd) {
  if (fd < 0) return number(fd);
  OpenFile file;
  file.fd = fd;
  file.is_socket = true;
  file.may_wait = true;
  return make_file_stream(rt, std::move(file), 0, NIL);
}

Value make_socket(Runtime& rt, Args a) {
  std::string host;
  return take_text(rt, a[0], host) ? socket_of(rt, platform::open_socket(host, !is_nil(a[1]))) : FAILED;
}

Value bind_socket(Runtime& rt, Args a) {
  SocketAddress address;
  if (!take_address(rt, a[1], a[2], address)) return FAILED;
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr ? FAILED : number(platform::bind_socket(file->fd, address));
}

Value listen_socket(Runtime& rt, Args a) {
  std::int64_t backlog = 0;
  if (!take_number(rt, a[1], 0, INT32_MAX, backlog)) return FAILED;
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr ? FAILED : number(platform::listen_socket(file->fd, static_cast<int>(backlog)));
}

Value connect_socket(Runtime& rt, Args a) {
  SocketAddress address;
  std::uint64_t timeout = 0;
  if (!take_address(rt, a[1], a[2], address) || !take_timeout(rt, a[3], timeout)) return FAILED;
  const OpenFile* file = take_socket(rt, a[0]);
  if (file == nullptr) return FAILED;
  const int begun = platform::connect_socket(file->fd, address);
  if (begun != -EINPROGRESS) return number(begun);
  const Handle socket(rt.heap, a[0]);
  const WaitResult outcome = wait_for_socket(rt, a[0], platform::writable, Deadline(timeout));
  if (outcome == WaitResult::timed_out) return number(-ETIMEDOUT);
  file = outcome == WaitResult::ready ? take_socket(rt, socket.get()) : nullptr;
  return file == nullptr ? FAILED : number(platform::socket_outcome(file->fd));
}

Value accept_socket(Runtime& rt, Args a) {
  std::uint64_t timeout = 0;
  if (!take_timeout(rt, a[1], timeout)) return FAILED;
  return when_ready(rt, a[0], platform::readable, timeout, [&rt](int fd) {
    const int connection = platform::accept_socket(fd);
    return socket_of(rt, connection == -ECONNABORTED ? -EAGAIN : connection);  // a peer that has gone counts as not there
  });
}

Value use_socket(Runtime& rt, Args a) {
  OpenFile* file = take_socket(rt, a[0]);
  std::int64_t bits = 0;
  if (file == nullptr || !take_number(rt, a[1], 0, 8, bits)) return FAILED;
  Stream* s = stream_of(as_stream(a[0]));
  file->element_bits = static_cast<unsigned>(bits);
  file->latin1 = a[2] == rt.keyword("LATIN-1");
  s->set(stream_input, true);
  s->set(stream_output, true);
  s->set(stream_binary, bits != 0);
  rt.heap.write(&s->second, bits == 0 ? rt.cl("CHARACTER") : rt.list({rt.sym(Known::unsigned_byte), number(bits)}));
  rt.heap.write(&s->extra, a[3]);
  return a[0];
}

Value shut_socket(Runtime& rt, Args a) {
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr ? FAILED : number(platform::shut_socket(file->fd, !is_nil(a[1]), !is_nil(a[2])));
}

// --- queries

Value socket_name(Runtime& rt, Args a) {
  const OpenFile* file = take_socket(rt, a[0]);
  if (file == nullptr) return FAILED;
  SocketAddress name;
  const int outcome = platform::socket_name(file->fd, !is_nil(a[1]), name);
  return outcome < 0 ? number(outcome) : rt.two_values(rt.make_string(name.host), number(name.port));
}

bool take_option(Runtime& rt, Value v, SocketOption& option) {
  static constexpr std::string_view names[] = {"REUSE-ADDRESS", "KEEP-ALIVE", "BROADCAST", "NO-DELAY", "RECEIVE-BUFFER", "SEND-BUFFER"};
  std::vector<Value> member{rt.cl("MEMBER")};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    member.push_back(rt.keyword(names[i]));
    if (v == member.back()) return option = static_cast<SocketOption>(i), true;
  }
  return rt.fail_type(v, rt.list(member)), false;
}

Value socket_option(Runtime& rt, Args a) {
  SocketOption option{};
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr || !take_option(rt, a[1], option) ? FAILED : number(platform::socket_option(file->fd, option));
}

Value set_socket_option(Runtime& rt, Args a) {
  SocketOption option{};
  std::int64_t value = 0;
  const OpenFile* file = take_socket(rt, a[0]);
  if (file == nullptr || !take_option(rt, a[1], option) || !take_number(rt, a[2], 0, INT32_MAX, value)) return FAILED;
  return number(platform::set_socket_option(file->fd, option, static_cast<int>(value)));
}

Value timeout_value(std::uint64_t timeout) { return timeout == UINT64_MAX ? NIL : number(static_cast<std::int64_t>(timeout)); }

Value socket_timeouts(Runtime& rt, Args a) {
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr ? FAILED : rt.two_values(timeout_value(file->input_timeout), timeout_value(file->output_timeout));
}

Value set_socket_timeouts(Runtime& rt, Args a) {
  std::uint64_t input = 0, output = 0;
  OpenFile* file = take_socket(rt, a[0]);
  if (file == nullptr || !take_timeout(rt, a[1], input) || !take_timeout(rt, a[2], output)) return FAILED;
  file->input_timeout = input;
  file->output_timeout = output;
  return a[0];
}

bool has_input(const OpenFile& file) { return file.in_position < file.in.size(); }

/// Returns the sockets of the list that are ready, as `files` shows, or unless `output` have buffered input.
Value ready_sockets(Runtime& rt, Value sockets, std::span<const platform::WaitFile> files, bool output) {
  ListBuilder ready(rt);
  for (std::size_t i = 0; sockets.is_cons() && i < files.size(); sockets = sockets.as_cons()->cdr, ++i) {
    const Value socket = as_stream(sockets.as_cons()->car);
    if (files[i].found != 0 ||
        (!output && is_stream(socket) && stream_of(socket)->has(stream_open) && has_input(file_of(rt, stream_of(socket)))))
      ready.add(sockets.as_cons()->car);
  }
  return ready.finish();
}

Value wait_for_sockets(Runtime& rt, Args a) {
  const Handle sockets(rt.heap, a[0]);
  const bool output = !is_nil(a[1]);
  std::uint64_t timeout = 0;
  if (!take_timeout(rt, a[2], timeout)) return FAILED;
  if (!ends_somewhere(&rt, a[0])) return fail_walk(rt, a[0]);
  for (const Deadline deadline(timeout);;) {
    std::vector<platform::WaitFile> files;
    bool ahead = false;
    for (const Value element : elements_of(sockets.get())) {
      const OpenFile* file = take_socket(rt, element);
      if (file == nullptr) return FAILED;
      files.push_back({file->fd, output ? platform::writable : platform::readable});
      ahead = ahead || (!output && has_input(*file));
    }
    const WaitResult waited = wait_for_any(rt, files, ahead ? 0 : deadline.left());
    if (waited == WaitResult::ready || waited == WaitResult::timed_out) return ready_sockets(rt, sockets.get(), files, output);
    if (waited == WaitResult::unwinding || !handle_interrupts(rt)) return FAILED;
  }
}

// --- datagrams

Value send_datagram(Runtime& rt, Args a) {
  SocketAddress to;
  Octets octets;
  if (!is_nil(a[4]) && !take_address(rt, a[4], a[5], to)) return FAILED;
  const OpenFile* file = take_socket(rt, a[0]);
  if (file == nullptr || !take_octets(rt, a[1], a[2], a[3], octets)) return FAILED;
  const std::string bytes(reinterpret_cast<const char*>(octets.data), octets.size);
  return when_ready(rt, a[0], platform::writable, file->output_timeout,
                    [&](int fd) { return number(platform::send_datagram(fd, bytes, is_nil(a[4]) ? nullptr : &to)); });
}

Value receive_datagram(Runtime& rt, Args a) {
  Octets octets;
  std::uint64_t timeout = 0;
  if (!take_octets(rt, a[1], a[2], a[3], octets) || !take_timeout(rt, a[4], timeout)) return FAILED;
  std::string bytes(std::min(octets.size, longest_datagram), '\0');
  SocketAddress from;
  const Value count =
      when_ready(rt, a[0], platform::readable, timeout, [&](int fd) { return number(platform::receive_datagram(fd, bytes, from)); });
  TESSERA_TRY(count);
  if (count.as_fixnum() < 0) return count;
  if (!take_octets(rt, a[1], a[2], a[3], octets)) return FAILED;  // it may have moved, and become shorter
  std::copy_n(bytes.data(), std::min({octets.size, bytes.size(), static_cast<std::size_t>(count.as_fixnum())}), octets.data);
  return rt.values({count, from.host.empty() ? NIL : rt.make_string(from.host), number(from.port)});
}

// --- unreachable sockets

Value socket_key(Runtime& rt, Args a) {
  const OpenFile* file = take_socket(rt, a[0]);
  return file == nullptr ? FAILED : rt.two_values(stream_of(as_stream(a[0]))->index, number(file->serial));
}

Value abandon_socket(Runtime& rt, Args a) {
  StreamTable& table = *rt.streams;
  if (!a[0].is_fixnum() || a[0].as_fixnum() < 3 || static_cast<std::size_t>(a[0].as_fixnum()) >= table.size()) return NIL;
  const auto index = static_cast<std::size_t>(a[0].as_fixnum());
  if (!table[index].is_socket || a[1] != number(table[index].serial)) return NIL;
  table.flush(table[index], 0);
  table.release(index);
  return T;
}

constexpr Builtin sockets_table[] = {
    {"%FIND-HOSTS", "name family", find_hosts,
     "Returns a list of the addresses of the host NAME in the protocol FAMILY, 4, 6 or 0 for both. If there are none: NIL, :NO-HOST, "
     ":TRY-AGAIN or :FAILED, and a text.",
     Permission::network},
    {"%FIND-HOST-NAME", "host", find_host_name, "Returns a list of the name of the host at the address HOST, or the same as %FIND-HOSTS.",
     Permission::network},
    {"%ERROR-TEXT", "number", error_text, "Returns the system's words for its error NUMBER.", Permission::network},
    {"%ERROR-NUMBERS", "", error_numbers,
     "Returns an alist from names of classes of conditions to the system's errors that they stand for.", Permission::network},
    {"%MAKE-SOCKET", "host datagrams", make_socket, "Returns a socket of the family of the address HOST.", Permission::network},
    {"%BIND-SOCKET", "socket host port", bind_socket, "Gives SOCKET an address. Returns 0.", Permission::network},
    {"%LISTEN-SOCKET", "socket backlog", listen_socket, "Makes SOCKET accept connections, of which BACKLOG may wait. Returns 0.",
     Permission::network},
    {"%CONNECT-SOCKET", "socket host port timeout", connect_socket, "Connects SOCKET within TIMEOUT, nanoseconds or NIL. Returns 0.",
     Permission::network},
    {"%ACCEPT-SOCKET", "socket timeout", accept_socket, "Returns the next connection to SOCKET, which comes within TIMEOUT.",
     Permission::network},
    {"%USE-SOCKET", "socket bits format extra", use_socket,
     "Makes SOCKET a stream of elements of BITS bits, 0 for characters in FORMAT. EXTRA holds its name and an alist from errors to "
     "conditions. Returns SOCKET.",
     Permission::network},
    {"%SHUT-SOCKET", "socket input output", shut_socket, "Ends one or both directions. Returns 0.", Permission::network},
    {"%SOCKET-NAME", "socket peer", socket_name, "Returns the address and the port of SOCKET, or of its PEER.", Permission::network},
    {"%SOCKET-OPTION", "socket option", socket_option, "Returns the number that OPTION of SOCKET is.", Permission::network},
    {"%SET-SOCKET-OPTION", "socket option value", set_socket_option, "Makes OPTION of SOCKET the number VALUE. Returns 0.",
     Permission::network},
    {"%SOCKET-TIMEOUTS", "socket", socket_timeouts, "Returns how long reading and writing SOCKET wait: nanoseconds, or NIL.",
     Permission::network},
    {"%SET-SOCKET-TIMEOUTS", "socket input output", set_socket_timeouts,
     "Sets how long reading and writing SOCKET may wait, as %SOCKET-TIMEOUTS returns it. Returns SOCKET.", Permission::network},
    {"%WAIT-FOR-SOCKETS", "sockets output timeout", wait_for_sockets,
     "Returns those of the list SOCKETS that can be read, or written if OUTPUT is true, once there are any; NIL after TIMEOUT.",
     Permission::network},
    {"%SEND-DATAGRAM", "socket octets start end host port", send_datagram,
     "Sends OCTETS to PORT of HOST, or to the connected peer if HOST is NIL. Returns how many were sent.", Permission::network},
    {"%RECEIVE-DATAGRAM", "socket octets start end timeout", receive_datagram,
     "Stores a datagram that arrives within TIMEOUT in OCTETS. Returns its size, and the address and port of the sender.",
     Permission::network},
    {"%SOCKET-KEY", "socket", socket_key, "Returns what %ABANDON-SOCKET takes.", Permission::network},
    {"%ABANDON-SOCKET", "index serial", abandon_socket,
     "Closes the socket of an unreachable stream, of which INDEX and SERIAL are the key. Returns true unless it was closed before.",
     Permission::network},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::sockets>() { return sockets_table; }

}  // namespace tessera
