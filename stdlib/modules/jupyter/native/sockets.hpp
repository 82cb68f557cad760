// The sockets of a Jupyter kernel, which xeus opens, and signs for.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <xeus/xkernel_configuration.hpp>
#include <xeus/xserver_zmq.hpp>

#include "envelope.hpp"

namespace tessera::jupyter {

/// Where messages come from and go to.
enum class Channel { shell, control, input, published };

/// xeus has the sockets, the heartbeat and the publisher, which are threads of their own, and the signatures; its loop, which evaluates in the
/// thread that reads, is not used. For one thread at a time.
class Sockets : private xeus::xserver_zmq {
 public:
  /// Opens the ports that `configuration` names. Throws what zmq and xeus do: std::exception.
  Sockets(zmq::context_t& context, const xeus::xconfiguration& configuration);
  ~Sockets() override;
  Sockets(const Sockets&) = delete;
  Sockets& operator=(const Sockets&) = delete;

  /// Wait for messages, or for `bell`, at most for `time`. The channels that have some, the control channel first.
  std::vector<Channel> wait(zmq::socket_t& bell, bool& rung, bool take_requests, std::chrono::milliseconds time);
  /// The frames that wait at `channel`.
  Frames receive(Channel channel);
  void send(Channel channel, const Message& message);
  Signer signer() const;

 private:
  zmq::socket_t& socket(Channel channel);
};

}  // namespace tessera::jupyter
