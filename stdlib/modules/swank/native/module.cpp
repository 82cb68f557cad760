// The natives of the module swank, in the package SWANK-NATIVE.
#include "tessera/module.hpp"
#include "tessera/package.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>

#include "platform/processes.hpp"
#include "server.hpp"

namespace tessera::swank {

namespace {

constexpr std::chrono::milliseconds nap{100};  ///< an interrupt just before a wait is noticed after this time

using Port = Bounded<0, 65535>;
using Number = Bounded<0, std::int64_t{1} << 30>;

const char* keyword_of(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::opened: return "OPENED";
    case Event::Kind::message: return "MESSAGE";
    case Event::Kind::malformed: return "MALFORMED";
    case Event::Kind::closed: return "CLOSED";
  }
  return "CLOSED";
}

/// The module's state for one interpreter. The thread starts with the first port.
class SwankBindings : FunctionPackage {
 public:
  explicit SwankBindings(const Lisp& lisp) : FunctionPackage(lisp, "SWANK-NATIVE") {
    define_ports();
    define_messages();
    define_streams();
    export_functions();
  }

 private:
  void define_ports();
  void define_messages();
  void define_streams();

  Server& server() const {
    if (server_ == nullptr) fail("nothing listens at any port");
    return *server_;
  }
  std::function<bool()> interrupted() const {
    return [this] { return lisp_.poll_is_due(); };
  }

  std::int64_t listen(const std::string& host, Port port) {
    require_permission(lisp_, &Permissions::network);
    try {
      if (server_ == nullptr) server_ = std::make_unique<Server>([this] { lisp_.interrupt(); });
      return server_->listen(host, static_cast<int>(port.value));
    } catch (const std::exception& e) { fail("cannot listen at " + host + ":" + std::to_string(port.value) + ": " + e.what()); }
  }

  Word next_event(Number milliseconds) const {
    for (std::int64_t left = milliseconds.value;; left -= nap.count()) {
      if (const auto event = server().take())
        return lisp_.word(std::tuple(event->connection, lisp_.keep(words::keyword(lisp_.state(), keyword_of(event->kind))), event->text));
      if (left <= 0) return words::nil();
      if (lisp_.poll_is_due()) lisp_.poll();
      lisp_.release_while([&from = server(), left] { from.wait(std::min(nap, std::chrono::milliseconds(left))); });
    }
  }

  void send(std::int64_t connection, const std::string& message) const {
    try {
      server().send(static_cast<int>(connection), message, interrupted());
    } catch (const std::length_error& e) { fail(e.what()); }
  }

  std::unique_ptr<Server> server_;
};

void SwankBindings::define_ports() {
  define(
      "listen", "host port", [this](const std::string& host, Port port) { return listen(host, port); },
      "Takes connections at HOST, a name or an address, and PORT; 0: at any that is free. Returns the port. An ERROR if that cannot be done.");
  define(
      "process-number", "", [] { return static_cast<std::int64_t>(platform::process_id()); },
      "Returns the number by which the system knows this process.");
  define(
      "stop-listening", "port", [this](Port port) { return server_ != nullptr && server_->stop_listening(static_cast<int>(port.value)); },
      "Takes no more connections at PORT. Returns false if none were taken there.");
  define(
      "close-connection", "connection", [this](Number connection) { server().close(static_cast<int>(connection.value)); },
      "Ends CONNECTION, a number, once what was sent has gone.");
}

void SwankBindings::define_messages() {
  define(
      "next-event", "milliseconds", [this](Number milliseconds) { return next_event(milliseconds); },
      "Waits for something to happen for at most MILLISECONDS. Returns a list of a connection's number, :OPENED, :MESSAGE, :MALFORMED or "
      ":CLOSED, and the text of a message; NIL if nothing did.");
  define(
      "call-when-events-come", "function", [this](const ObjectRef& function) { lisp_.on_readable(server().descriptor(), function); },
      "Calls FUNCTION when events come while Lisp waits for its input or sleeps.");
  define(
      "take-poke", "", [this] { return server_ != nullptr && server_->take_poke(); },
      "Returns true if an event has interrupted the evaluation since this was called last.");
  define(
      "send-message", "connection message", [this](Number connection, const std::string& message) { send(connection.value, message); },
      "Sends the string MESSAGE to CONNECTION, if that has not ended. An ERROR if it has more than 16 MB.");
}

void SwankBindings::define_streams() {
  define(
      "output-stream", "connection &optional target",
      [this](Number connection, std::optional<std::string> target) {
        return lisp_.output_stream([this, number = static_cast<int>(connection.value), target = target.value_or("")](
                                       std::string_view text) { server().print(number, text, target, interrupted()); });
      },
      "Returns a stream that shows what is written to it at CONNECTION; at its TARGET, a string, in place of the prompt.");
  define(
      "drop-output", "connection flag", [this](Number connection, bool flag) { server().mute(static_cast<int>(connection.value), flag); },
      "Drops what is written to the streams of CONNECTION if FLAG is true, until it is called with NIL.");
  define(
      "input-stream", "connection",
      [this](Number connection) {
        return lisp_.input_stream([this, number = static_cast<int>(connection.value)] { return server().read(number, interrupted()); });
      },
      "Returns a stream of what is typed at CONNECTION, which is asked for it.");
  define(
      "supply-input", "connection text",
      [this](Number connection, const std::string& text) { server().supply(static_cast<int>(connection.value), text); },
      "Makes TEXT the input that was typed at CONNECTION.");
  define(
      "stop-reading", "connection", [this](Number connection) { server().stop_reading(static_cast<int>(connection.value)); },
      "Tells CONNECTION that nothing need be typed any more, if it was asked.");
}

void load_swank(const Lisp& lisp) { lisp.keep_alive(std::make_shared<SwankBindings>(lisp)); }

}  // namespace

}  // namespace tessera::swank

TESSERA_MODULE(tessera::swank::load_swank)
