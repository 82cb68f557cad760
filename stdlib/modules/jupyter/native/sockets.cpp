// The sockets of a Jupyter kernel.
#include "sockets.hpp"

#include <xeus/xauthentication.hpp>
#include <zmq_addon.hpp>

#include <thread>

namespace tessera::jupyter {

namespace {

/// Long enough for the publisher's thread to pass on its last message.
constexpr std::chrono::milliseconds last_words{50};

xeus::xraw_buffer buffer_of(const std::string& text) { return {reinterpret_cast<const unsigned char*>(text.data()), text.size()}; }

/// Without a key there are no signatures.
xeus::xconfiguration usable(xeus::xconfiguration configuration) {
  if (configuration.m_key.empty()) configuration.m_signature_scheme = "none";
  return configuration;
}

}  // namespace

Sockets::Sockets(zmq::context_t& context, const xeus::xconfiguration& configuration)
    : xserver_zmq(context, usable(configuration), nlohmann::json::error_handler_t::replace) {
  start_publisher_thread();
  start_heartbeat_thread();
}

Sockets::~Sockets() {
  std::this_thread::sleep_for(last_words);
  try {
    stop_channels();
  } catch (const std::exception&) {}  // they are gone
}

zmq::socket_t& Sockets::socket(Channel channel) {
  switch (channel) {
    case Channel::shell: return m_shell;
    case Channel::control: return m_controller;
    case Channel::input: return m_stdin;
    case Channel::published: break;
  }
  return m_publisher_pub;
}

Signer Sockets::signer() const {
  return [this](const Message& m) {
    return p_auth->sign(buffer_of(m.header), buffer_of(m.parent), buffer_of(m.metadata), buffer_of(m.content));
  };
}

std::vector<Channel> Sockets::wait(zmq::socket_t& wake, bool& woken, bool take_requests, std::chrono::milliseconds time) {
  zmq::pollitem_t items[] = {
      {wake, 0, ZMQ_POLLIN, 0}, {m_controller, 0, ZMQ_POLLIN, 0}, {m_stdin, 0, ZMQ_POLLIN, 0}, {m_shell, 0, ZMQ_POLLIN, 0}};
  zmq::poll(items, take_requests ? 4 : 3, time);
  woken = (items[0].revents & ZMQ_POLLIN) != 0;
  std::vector<Channel> ready;
  for (const auto& [index, channel] : {std::pair(1, Channel::control), std::pair(2, Channel::input), std::pair(3, Channel::shell)})
    if ((items[index].revents & ZMQ_POLLIN) != 0) ready.push_back(channel);
  return ready;
}

Frames Sockets::receive(Channel channel) {
  zmq::multipart_t parts;
  Frames frames;
  if (parts.recv(socket(channel), ZMQ_DONTWAIT))
    for (const zmq::message_t& part : parts) frames.push_back(part.to_string());
  return frames;
}

void Sockets::send(Channel channel, const Message& message) {
  zmq::multipart_t parts;
  for (const std::string& frame : pack(message, signer())) parts.addstr(frame);
  parts.send(socket(channel));
}

}  // namespace tessera::jupyter
