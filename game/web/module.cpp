// The natives of the package WEBSERVER. Layer: web.
#include "module.hpp"

#include <poll.h>

#include <algorithm>
#include <list>
#include <stdexcept>

#include "encoding.hpp"
#include "limits.hpp"
#include "server.hpp"
#include "session_store.hpp"
#include "tessera/package.hpp"

namespace tessera::web {

namespace {

/// An alist of strings in Lisp.
struct Alist {
  Fields fields;
};

/// The body of a response: a string, which is sent in UTF-8, or a vector of octets.
struct Body {
  std::string bytes;
};

}  // namespace

}  // namespace tessera::web

namespace tessera {

using web::Alist, web::Body, web::Hosts;

/// A list of strings, or T for any host.
template <> struct Conversion<Hosts> {
  static std::optional<Hosts> from(const Lisp& lisp, Word w) {
    Hosts hosts;
    hosts.any = w == words::t();
    if (hosts.any) return hosts;
    auto names = Conversion<std::list<std::string>>::from(lisp, w);
    if (!names || !(words::is_nil(w) || words::is_cons(w))) return std::nullopt;
    hosts.names.assign(names->begin(), names->end());
    return hosts;
  }
  static std::string expected(const Lisp&) { return "(or list (member t))"; }
};

template <> struct Conversion<Body> {
  static std::optional<Body> from(const Lisp& lisp, Word w) {
    Body body;
    std::size_t count = 0;
    if (const void* octets = words::get_numbers(w, words::ElementType::u8, count)) {
      body.bytes.assign(static_cast<const char*>(octets), count);
      return body;
    }
    return words::get_string(lisp.state(), w, body.bytes) ? std::optional(std::move(body)) : std::nullopt;
  }
  static std::string expected(const Lisp&) { return "(or string (vector (unsigned-byte 8)))"; }
};

template <> struct Conversion<Alist> {
  static std::optional<Alist> from(const Lisp& lisp, Word w) {
    Alist alist;
    for (; words::is_cons(w); w = words::cdr(w)) {
      const Word pair = words::car(w);
      web::Field field;
      if (!words::is_cons(pair) || !words::get_string(lisp.state(), words::car(pair), field.first) ||
          !words::get_string(lisp.state(), words::cdr(pair), field.second))
        return std::nullopt;
      alist.fields.push_back(std::move(field));
    }
    return words::is_nil(w) ? std::optional(std::move(alist)) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const Alist& alist) {
    words::ListBuilder list(lisp.state());
    for (const auto& [name, value] : alist.fields) list.add(words::cons(lisp.state(), lisp.word(name), lisp.word(value)));
    return list.finish();
  }
  static std::string expected(const Lisp&) { return "list"; }
};

}  // namespace tessera

namespace tessera::web {

namespace {

constexpr int nap_milliseconds = 100;  ///< the delay of an interrupt that arrives just before a wait

using Port = Bounded<0, 65535>;
using HttpStatus = Bounded<200, 599>;
using Natural = Bounded<0, std::int64_t{1} << 53>;
using Positive = Bounded<1, std::int64_t{1} << 53>;

[[noreturn]] void fail(const std::string& what) { throw Error("simple-error", what); }

/// Returns the result of `work`. If it throws, signals a Lisp error that `operation` failed.
template <class Work> auto guarded(const std::string& operation, Work&& work) {
  try {
    return work();
  } catch (const Error&) { throw; } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) { fail(operation + ": " + e.what()); }
}

/// True if the field contains the end of a line or its name is not a header's.
bool is_invalid_header(const Field& field) {
  const auto ends_line = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  return !is_token(field.first) || std::any_of(field.second.begin(), field.second.end(), ends_line);
}

/// The server and the sessions of one interpreter.
class WebBindings : FunctionPackage {
 public:
  explicit WebBindings(const Lisp& lisp) : FunctionPackage(lisp, "WEBSERVER"), lisp_(lisp) {
    define_server();
    define_sessions();
    define_cookies();
    export_functions();
  }
  ~WebBindings() { server_.reset(); }
  WebBindings(const WebBindings&) = delete;
  WebBindings& operator=(const WebBindings&) = delete;

 private:
  void define_server();
  void define_sessions();
  void define_cookies();

  // --- requests

  std::int64_t start_listening(const std::string& host, Port port, Hosts hosts) {
    if (!lisp_.permissions().network) fail("permission denied by the host program: the network");
    if (server_ != nullptr) fail("a server runs already");
    return guarded("cannot listen at " + host + ":" + std::to_string(port.value), [&] {
      server_ = std::make_unique<Server>(host, static_cast<int>(port.value), std::move(hosts));
      return server_->port();
    });
  }

  bool stop_listening() {
    const bool ran = server_ != nullptr;
    lisp_.on_readable(-1, {});
    server_.reset();
    return ran;
  }

  Word next_request(Natural milliseconds) const {
    for (std::int64_t left = milliseconds.value;; left -= nap_milliseconds) {
      if (server_ == nullptr) return words::keyword(lisp_.state(), "STOPPED");
      if (const auto found = server_->next()) {
        const Request& r = found->second;
        return lisp_.word(std::tuple(found->first, r.method, r.path, Alist{r.headers}, Alist{r.parameters}, r.client));
      }
      if (left <= 0 || lisp_.poll_is_due()) return words::nil();
      pollfd p{server_->descriptor(), POLLIN, 0};
      lisp_.release_while([&p, left] { ::poll(&p, 1, static_cast<int>(std::min<std::int64_t>(left, nap_milliseconds))); });
    }
  }

  bool answer(std::int64_t number, HttpStatus status, Alist alist, std::string body) const {
    Fields& headers = alist.fields;
    if (server_ == nullptr) return false;
    if (std::any_of(headers.begin(), headers.end(), is_invalid_header))
      fail("the headers are not a list of pairs of one-line strings: " + lisp_.make(alist).text());
    Response response;
    const auto content_type =
        std::find_if(headers.begin(), headers.end(), [](const Field& f) { return ascii_lower(f.first) == "content-type"; });
    if (content_type != headers.end()) {
      response.content_type = content_type->second;
      headers.erase(content_type);
    }
    response.headers = std::move(headers);
    response.status = static_cast<int>(status.value);
    response.body = std::move(body);
    return server_->answer(number, std::move(response));
  }

  void serve_while_waiting(const ObjectRef& function) const {
    if (server_ == nullptr) fail("there is no server that runs");
    lisp_.on_readable(server_->descriptor(), function);
  }

  // --- sessions

  bool open_sessions(const std::optional<std::string>& file, Positive lifetime, Positive most) {
    const std::string path = file.value_or("");
    return guarded("cannot keep sessions in " + path, [&] {
      sessions_.reset();  // the new file may be the same one
      sessions_ = std::make_unique<SessionStore>(path, lifetime.value, most.value);
      return true;
    });
  }

  /// Returns the result of `work` on the sessions.
  template <class Work> auto with_sessions(const std::string& operation, Work&& work) const {
    if (sessions_ == nullptr) fail("the sessions are not open");
    return guarded(operation, [&] { return work(*sessions_); });
  }

  const Lisp lisp_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<SessionStore> sessions_;
};

void WebBindings::define_server() {
  define(
      "start-listening", "host port hosts",
      [this](const std::string& host, Port port, Hosts hosts) { return start_listening(host, port, std::move(hosts)); },
      "Takes requests at HOST, a name or an address, and PORT; 0: at any that is free. Returns the port. Requests may be for HOSTS, a list of "
      "strings, and for the server's own names; T: for any. An ERROR if it cannot listen.\n  (webserver:start-listening \"localhost\" 0 t)");
  define(
      "stop-listening", "", [this] { return stop_listening(); },
      "Ends the server and its connections. Returns true if there was one.\n  (webserver:stop-listening) => nil");
  define(
      "next-request", "milliseconds", [this](Natural milliseconds) { return next_request(milliseconds); },
      "Waits for a request, at most so many MILLISECONDS. Returns a list (number method path headers parameters client), headers "
      "and parameters alists of strings, the client a string that identifies it for limits, \"\" on this machine; NIL if none came or an interrupt did; :STOPPED if there is no server.\n  (webserver:next-request 0) => :stopped");
  define(
      "answer", "number status headers body",
      [this](std::int64_t number, HttpStatus status, Alist headers, Body body) {
        return answer(number, status, std::move(headers), std::move(body.bytes));
      },
      "Answers the request NUMBER with STATUS, the alist HEADERS and BODY, a string or a vector of octets. Returns false if nobody waits for it any more.\n  (webserver:answer 1 200 '((\"Content-Type\" . \"text/plain\")) \"hello\") => nil");
  define(
      "serve-while-waiting", "function", [this](const ObjectRef& function) { serve_while_waiting(function); },
      "Calls FUNCTION when a request comes while Lisp waits for its input or sleeps, until the server stops.\n  (webserver:serve-while-waiting (lambda () (print (webserver:next-request 0))))");
}

void WebBindings::define_sessions() {
  define(
      "open-sessions", "file lifetime most",
      [this](const std::optional<std::string>& file, Positive lifetime, Positive most) { return open_sessions(file, lifetime, most); },
      "Keeps sessions in FILE, a string, or in memory if it is NIL: at most MOST, and each for LIFETIME seconds after its last use, or a "
      "tenth longer.\n  (webserver:open-sessions nil 3600 100) => t");
  define(
      "close-sessions", "", [this] { sessions_.reset(); }, "Closes the file of the sessions.\n  (webserver:close-sessions) => nil");
  define(
      "use-session", "token",
      [this](const std::string& token) {
        return with_sessions("cannot use a session", [&](SessionStore& store) { return store.use(token); });
      },
      "Notes that the session TOKEN is used. Returns false if there is no such session, or no more.\n  (webserver:use-session \"somebody\") => t");
  define(
      "load-session", "token",
      [this](const std::string& token) {
        return with_sessions("cannot load a session", [&](SessionStore& store) { return store.load(token); });
      },
      "Returns the string that was saved for the session TOKEN, or NIL.\n  (webserver:load-session \"somebody\") => \"a game\"");
  define(
      "save-session", "token state",
      [this](const std::string& token, const std::string& state) {
        return with_sessions("cannot save a session", [&](SessionStore& store) { return store.save(token, state), true; });
      },
      "Saves the string STATE for the session TOKEN: for good when this returns.\n  (webserver:save-session \"somebody\" \"a game\") => t");
  define(
      "store-name", "", [this] { return with_sessions("cannot name the sessions", [](SessionStore& store) { return store.name(); }); },
      "Returns a string that tells the file of the sessions from all others; \"\" if they are in memory.\n  (webserver:store-name) => \"\"");
  define(
      "count-sessions", "",
      [this] { return with_sessions("cannot count the sessions", [](SessionStore& store) { return store.count(); }); },
      "Returns how many sessions are kept.\n  (webserver:count-sessions) => 1");
}

void WebBindings::define_cookies() {
  define(
      "make-token", "", [] { return guarded("cannot make a token", [] { return random_token(); }); },
      "Returns a name for a new session, a string that nobody can guess.\n  (stringp (webserver:make-token)) => t");
  define(
      "cookies", "header name",
      [](const std::string& header, const std::string& name) {
        const auto values = cookie_values(header, name, limits::cookies);
        return std::list<std::string>(values.begin(), values.end());
      },
      "Returns a list of the values of the cookies NAME in HEADER, the value of a Cookie header.\n  (webserver:cookies \"a=1; b=2; a=3\" \"a\") => (\"1\" \"3\")");
}

}  // namespace

void load_webserver(const Lisp& lisp) { lisp.keep_alive(std::make_shared<WebBindings>(lisp)); }

}  // namespace tessera::web
