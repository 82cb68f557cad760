// One connection: what came from the peer, what is to go to it, what it is asked to type.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "frames.hpp"

namespace tessera::swank {

using Clock = std::chrono::steady_clock;

/// Not for two threads at a time: Server has the lock. It owns the socket.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd) {}
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  int fd() const { return fd_; }
  /// Read what is there. False: the connection has ended.
  bool receive();
  /// Write as much as goes. False: the connection has ended.
  bool transmit();

  /// Text that a program prints at `target`, "" for the prompt, which goes with the next message, or when `print_due` has come, if it is
  /// not much.
  void print(std::string_view text, std::string_view target);
  void flush_print();
  bool printing() const { return !printed_.empty(); }
  Clock::time_point print_due() const { return print_due_; }
  /// A message, behind what was printed.
  void send(std::string_view message);

  bool has_output() const { return sent_ < output_.size(); }
  std::size_t waiting_bytes() const { return output_.size() - sent_ + printed_.size(); }
  /// Of printed text, what the peer has not said it has shown.
  std::size_t unseen_bytes() const { return unseen_ + printed_.size(); }
  /// Take a message that says so. False: it is another one.
  bool take_pong(std::string_view message);

  Frames frames;
  bool ended = false;    ///< of the peer, or by what it sent
  bool leaving = false;  ///< by us: what is to go goes first
  std::string typed;     ///< for the program that reads
  bool asked = false;    ///< the peer was asked for a line, and has sent none
  bool mute = false;     ///< what is printed is dropped

 private:
  int fd_;
  std::string output_;
  std::size_t sent_ = 0;
  std::string printed_, target_;
  Clock::time_point print_due_{};
  std::size_t unseen_ = 0, since_ping_ = 0;
  std::deque<std::size_t> pings_;  ///< how many bytes each is about
};

}  // namespace tessera::swank
