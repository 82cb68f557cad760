// The natives of the module jupyter, in the package JUPYTER-NATIVE.
#include "tessera/module.hpp"
#include "tessera/package.hpp"

#include <chrono>
#include <exception>
#include <memory>

#include "message_thread.hpp"

namespace tessera::jupyter {

namespace {

constexpr std::chrono::milliseconds longest_wait{100};  ///< an interrupt just before a wait is noticed after this time
constexpr const char* ask_for_line = R"({"prompt": "", "password": false})";

using Number = Bounded<0, std::int64_t{1} << 30>;

/// The module's state for one interpreter. The thread starts with OPEN-CONNECTION.
class JupyterBindings : FunctionPackage {
 public:
  explicit JupyterBindings(const Lisp& lisp) : FunctionPackage(lisp, "JUPYTER-NATIVE") {
    define_connection();
    define_messages();
    define_streams();
    export_functions();
  }

 private:
  void define_connection();
  void define_messages();
  void define_streams();

  MessageThread& thread() const {
    if (thread_ == nullptr) fail("no connection is open");
    return *thread_;
  }
  MessageThread::GiveUp interrupted() const {
    return [this] { return lisp_.poll_is_due(); };
  }

  void open(const std::string& path) {
    require_permission(lisp_, &Permissions::network);
    require_all_files(lisp_);
    try {
      thread_ = std::make_unique<MessageThread>(path, [this] { lisp_.interrupt(); });
    } catch (const std::exception& e) { fail("cannot serve as " + path + " says: " + e.what()); }
  }

  Word arrived(const Arrival& arrival) const {
    const char* const kind = arrival.kind == Arrival::Kind::request   ? "SHELL"
                             : arrival.kind == Arrival::Kind::control ? "CONTROL"
                                                                      : "ORPHANED";
    const Message& m = arrival.message;
    return lisp_.word(std::tuple(lisp_.keep(words::keyword(lisp_.state(), kind)), route_text(m.route), m.header,
                                 arrival.too_long ? lisp_.keep(words::nil()) : lisp_.make(m.content)));
  }

  Word next_message(Number milliseconds, bool control_only) const {
    for (std::int64_t left = milliseconds.value;; left -= longest_wait.count()) {
      if (const auto arrival = thread().take(control_only)) return arrived(*arrival);
      if (left <= 0) return words::nil();
      if (lisp_.poll_is_due()) lisp_.poll();
      lisp_.release_while([&from = thread(), left] { from.wait(std::min(longest_wait, std::chrono::milliseconds(left))); });
    }
  }

  /// Encodes a route, which may have any bytes, as hexadecimal digits for Lisp.
  static std::string route_text(const Frames& route);
  static Frames route_of(const std::string& text);
  static Channel channel_of(const std::string& name);

  std::unique_ptr<MessageThread> thread_;
  bool muted_ = false;  ///< written text is dropped
};

std::string JupyterBindings::route_text(const Frames& route) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::string& frame : route) {
    for (const unsigned char byte : frame) (text += digits[byte >> 4]) += digits[byte & 15];
    text += '.';
  }
  return text;
}

Frames JupyterBindings::route_of(const std::string& text) {
  Frames route;
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string frame;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') route.push_back(std::exchange(frame, {}));
    else if (i + 1 < text.size()) frame += static_cast<char>(value(text[i]) << 4 | value(text[i + 1])), ++i;
  }
  return route;
}

Channel JupyterBindings::channel_of(const std::string& name) {
  if (name == "SHELL") return Channel::shell;
  if (name == "CONTROL") return Channel::control;
  if (name == "IOPUB") return Channel::published;
  fail("there is no channel " + name);
}

void JupyterBindings::define_connection() {
  define(
      "open-connection", "file", [this](const std::string& path) { open(path); },
      "Takes messages at the ports that FILE, a connection file of Jupyter's, names. An ERROR if that cannot be done.");
  define(
      "close-connection", "", [this] { thread_.reset(); }, "Takes no more messages, once what was sent has gone.");
}

void JupyterBindings::define_messages() {
  define(
      "next-message", "milliseconds &optional control-only",
      [this](Number milliseconds, std::optional<bool> control_only) { return next_message(milliseconds, control_only.value_or(false)); },
      "Waits for a message for at most MILLISECONDS; for one of the control channel if CONTROL-ONLY. Returns a list: :SHELL or :CONTROL, and as "
      "strings its route, its header and its content, NIL if that is too long; :ORPHANED first if there is nobody any more to serve. NIL if nothing "
      "came.");
  define(
      "take-poke", "", [this] { return thread_ != nullptr && thread_->take_poke(); },
      "Returns true if a message has interrupted the evaluation since this was called last.");
  define(
      "send-message", "channel route type parent content metadata",
      [this](const std::string& channel, const std::string& route, const std::string& type, const std::string& parent,
             const std::string& content, const std::string& metadata) {
        thread().send(channel_of(channel), route_of(route), type, parent, metadata, content, interrupted());
      },
      "Sends a message of TYPE on CHANNEL, \"SHELL\", \"CONTROL\" or \"IOPUB\": for the ROUTE of the request whose header is PARENT. All are strings; "
      "CONTENT and METADATA are JSON.");
  define(
      "set-requester", "route header may-be-asked",
      [this](const std::string& route, const std::string& header, bool may_be_asked) {
        thread().set_requester(route_of(route), header, may_be_asked);
      },
      "Makes later output belong to the request with that ROUTE and HEADER. Its client is asked for input if MAY-BE-ASKED.");
}

void JupyterBindings::define_streams() {
  define(
      "output-stream", "name",
      [this](const std::string& name) {
        return lisp_.output_stream([this, name](std::string_view text) {
          if (thread_ != nullptr && !muted_) thread_->print(name, text, interrupted());
        });
      },
      "Returns a stream that shows what is written to it as NAME, \"stdout\" or \"stderr\", at the client of the request.");
  define(
      "input-stream", "",
      [this] {
        return lisp_.input_stream([this] { return thread_ == nullptr ? std::string() : thread_->read(ask_for_line, interrupted()); });
      },
      "Returns a stream of what the client of the request types, which is asked for it line by line; it is at its end if it may not be asked.");
  define(
      "drop-output", "flag", [this](bool flag) { muted_ = flag; },
      "Drops what is written to the streams if FLAG is true, until it is called with NIL.");
  define(
      "ask", "content",
      [this](const std::string& content) {
        std::string typed = thread().read(content, interrupted());
        while (typed.empty() && lisp_.poll_is_due()) lisp_.poll(), typed = thread().read(content, interrupted());
        return typed;
      },
      "Asks the client of the request by an input_request of that CONTENT, JSON. Returns what was typed, with the end of the line; \"\" if it may not be "
      "asked.");
}

void load_jupyter(const Lisp& lisp) { lisp.keep_alive(std::make_shared<JupyterBindings>(lisp)); }

}  // namespace

}  // namespace tessera::jupyter

TESSERA_MODULE(tessera::jupyter::load_jupyter)
