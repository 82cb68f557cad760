// The sockets of a Jupyter kernel. xeus opens them and makes signatures.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <xeus/xkernel_configuration.hpp>
#include <xeus/xserver_zmq.hpp>

#include "envelope.hpp"

namespace tessera::jupyter {

/// The channels of a kernel.
enum class Channel { shell, control, input, published };

/// xeus provides the sockets, the threads for heartbeat and publishing, and signatures. Its loop, which evaluates on
/// the reading thread, is not used. Not thread-safe.
class Sockets : private xeus::xserver_zmq {
 public:
  /// Opens the ports that `configuration` names. Throws what zmq and xeus do: std::exception.
  Sockets(zmq::context_t& context, const xeus::xconfiguration& configuration);
  ~Sockets() override;
  Sockets(const Sockets&) = delete;
  Sockets& operator=(const Sockets&) = delete;

  /// Waits for messages or for `wake`, at most for `time`. Returns the channels that have messages, the control channel
  /// first.
  std::vector<Channel> wait(zmq::socket_t& wake, bool& woken, bool take_requests, std::chrono::milliseconds time);
  /// Returns the frames of the next message on `channel`.
  Frames receive(Channel channel);
  void send(Channel channel, const Message& message);
  Signer signer() const;

 private:
  zmq::socket_t& socket(Channel channel);
};

}  // namespace tessera::jupyter
