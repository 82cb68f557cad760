// One connection.
#include "peer.hpp"

#include <cerrno>
#include <utility>

#include "platform/files.hpp"
#include "platform/sockets.hpp"

namespace tessera::swank {

namespace {

constexpr std::size_t read_bytes = 65536;
constexpr std::size_t much_text = 8192;       ///< printed text is sent at once beyond this size
constexpr std::size_t ping_interval = 16384;  ///< after so much printed text, the peer is asked to acknowledge it
constexpr std::chrono::milliseconds print_delay{50};

bool would_wait(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/// Returns the end of a piece of `text` from `start` on with at most `most` bytes; pieces do not split characters.
std::size_t piece_end(std::string_view text, std::size_t start, std::size_t most) {
  std::size_t end = start + most;
  if (end >= text.size()) return text.size();
  while (end > start + 1 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return end;
}

}  // namespace

Peer::~Peer() { platform::close_file(fd_); }

bool Peer::receive() {
  char bytes[read_bytes];
  const std::ptrdiff_t n = platform::read_file(fd_, bytes, sizeof bytes);
  if (n > 0) frames.add({bytes, static_cast<std::size_t>(n)});
  return n > 0 || (n < 0 && would_wait(errno));
}

bool Peer::transmit() {
  while (has_output()) {
    const std::ptrdiff_t n = platform::send_bytes(fd_, std::string_view(output_).substr(sent_));
    if (n < 0) return would_wait(errno);
    sent_ += static_cast<std::size_t>(n);
  }
  output_.clear();
  sent_ = 0;
  return true;
}

void Peer::print(std::string_view text, std::string_view target) {
  if (mute) return;
  if (target != target_) flush_print();
  target_ = target;
  if (printed_.empty()) print_due_ = Clock::now() + print_delay;
  printed_.append(text);
  if (printed_.size() >= much_text) flush_print();
}

void Peer::flush_print() {
  for (std::size_t start = 0; start < printed_.size();) {
    const std::size_t end = piece_end(printed_, start, ping_interval);
    output_ += framed(write_string_message(std::string_view(printed_).substr(start, end - start), target_));
    unseen_ += end - start;
    since_ping_ += end - start;
    start = end;
  }
  printed_.clear();
  if (since_ping_ < ping_interval) return;
  output_ += framed("(:ping 1 1)");
  pings_.push_back(std::exchange(since_ping_, 0));
}

void Peer::send(std::string_view message) {
  flush_print();
  output_ += framed(message);
}

bool Peer::take_pong(std::string_view message) {
  if (!message.starts_with("(:emacs-pong ")) return false;
  if (!pings_.empty()) {
    unseen_ -= pings_.front();
    pings_.pop_front();
  }
  return true;
}

}  // namespace tessera::swank
