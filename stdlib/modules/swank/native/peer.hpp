// One connection: received and outgoing data, and input that the peer is asked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "frames.hpp"

namespace tessera::swank {

using Clock = std::chrono::steady_clock;

/// Owns the socket. Not thread-safe: Server has the lock.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd) {}
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  int fd() const { return fd_; }
  /// Reads the available bytes. Returns false if the connection has ended.
  bool receive();
  /// Writes as much as the socket takes. Returns false if the connection has ended.
  bool transmit();

  /// Queues text that a program prints at `target`, or "" for the prompt. Short text is sent with the next message, or
  /// at `print_due`.
  void print(std::string_view text, std::string_view target);
  void flush_print();
  bool printing() const { return !printed_.empty(); }
  Clock::time_point print_due() const { return print_due_; }
  /// Queues a message after the printed text.
  void send(std::string_view message);

  bool has_output() const { return sent_ < output_.size(); }
  std::size_t waiting_bytes() const { return output_.size() - sent_ + printed_.size(); }
  /// Returns the size of the printed text that the peer has not acknowledged.
  std::size_t unseen_bytes() const { return unseen_ + printed_.size(); }
  /// Takes an acknowledgement. Returns false for another message.
  bool take_pong(std::string_view message);

  Frames frames;
  bool ended = false;    ///< by the peer, or because its data is malformed
  bool leaving = false;  ///< we end it, once outgoing data is sent
  std::string typed;     ///< input for the program
  bool asked = false;    ///< the peer was asked for a line, and has not sent it
  bool mute = false;     ///< printed text is dropped

 private:
  int fd_;
  std::string output_;
  std::size_t sent_ = 0;
  std::string printed_, target_;
  Clock::time_point print_due_{};
  std::size_t unseen_ = 0, since_ping_ = 0;
  std::deque<std::size_t> pings_;  ///< how many bytes each acknowledges
};

}  // namespace tessera::swank
