// The natives of the package WEBSERVER. Layer: web.
#include "module.hpp"

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <mutex>
#include <stdexcept>

#include "encoding.hpp"
#include "limits.hpp"
#include "platform/signals.hpp"
#include "platform/waiting.hpp"
#include "pool.hpp"
#include "server.hpp"
#include "session_store.hpp"
#include "tessera/copying.hpp"
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

constexpr std::uint64_t nanoseconds_per_millisecond = 1'000'000;
constexpr int nap_milliseconds = 100;  ///< the delay of an interrupt that arrives just before a wait

using Port = Bounded<0, 65535>;
using Interpreters = Bounded<1, 256>;
using HttpStatus = Bounded<200, 599>;
using Natural = Bounded<0, std::int64_t{1} << 53>;
using Positive = Bounded<1, std::int64_t{1} << 53>;

std::list<std::string> as_list(std::vector<std::string> strings) {
  return {std::make_move_iterator(strings.begin()), std::make_move_iterator(strings.end())};
}

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

/// What all interpreters of a server have counted.
struct Counts {
  std::mutex mutex;
  std::map<std::string, std::int64_t> counts;
};

/// The server and the sessions of one interpreter. Number 0 is the one that began the server; the others share it, and
/// the store of the sessions.
class WebBindings : FunctionPackage {
 public:
  explicit WebBindings(const Lisp& lisp, const WebBindings* first = nullptr, std::size_t number = 0)
      : FunctionPackage(lisp, "WEBSERVER"), number_(number) {
    if (first != nullptr) {
      server_ = first->server_;
      counts_ = first->counts_;
      sessions_ = first->sessions_->share();
    }
    define_server();
    define_sessions();
    define_cookies();
    export_functions();
  }
  ~WebBindings() { end_server(); }

 private:
  void define_server();
  void define_sessions();
  void define_cookies();

  // --- requests

  std::int64_t start_listening(const std::string& host, Port port, Hosts hosts, Interpreters interpreters) {
    require_permission(lisp_, &Permissions::network);
    if (server_ != nullptr) fail("a server runs already");
    return guarded("cannot listen at " + host + ":" + std::to_string(port.value), [&] {
      server_ =
          std::make_shared<Server>(host, static_cast<int>(port.value), std::move(hosts), static_cast<std::size_t>(interpreters.value));
      return server_->port();
    });
  }

  void start_interpreters(Interpreters count, const std::list<std::string>& files, const std::string& form) {
    if (server_ == nullptr || sessions_ == nullptr || number_ != 0) fail("there is no server that runs");
    require_permission(lisp_, &Permissions::threads);
    Pool::Work work{copying::options_of(lisp_), {files.begin(), files.end()}, form, {}, {}};
    work.options.permissions.quit = false;
    work.prepare = [this](const Lisp& lisp, std::size_t number) {
      lisp.offer_module("webserver", [this, number](const Lisp& l) { l.keep_alive(std::make_shared<WebBindings>(l, this, number)); });
    };
    work.failed = [server = server_](std::size_t number) { server->exchanges().retire(number); };
    pool_ = std::make_unique<Pool>(static_cast<std::size_t>(count.value), std::move(work));
  }

  bool stop_listening() {
    if (server_ == nullptr) return false;
    server_->exchanges().close();  // the first interpreter ends it
    if (number_ == 0) lisp_.on_readable(-1, {});
    end_server();
    return true;
  }

  /// Ends the server if this is the first interpreter.
  void end_server() {
    if (server_ == nullptr || number_ != 0) return;
    server_->exchanges().close();
    pool_.reset();
    server_.reset();
    termination_.close();
  }

  Word next_request(Natural milliseconds) const {
    for (std::int64_t left = milliseconds.value;; left -= nap_milliseconds) {
      if (server_ == nullptr || server_->exchanges().closed()) return words::keyword(lisp_.state(), "STOPPED");
      if (termination_.take()) return words::keyword(lisp_.state(), "TERMINATED");
      if (const auto found = server_->exchanges().next(number_)) {
        const Request& r = found->second;
        return lisp_.word(std::tuple(found->first, r.method, r.path, Alist{r.headers}, Alist{r.parameters}, r.client));
      }
      if (left <= 0 || lisp_.poll_is_due()) return words::nil();
      if (number_ != 0 && server_->draining() && left <= milliseconds.value - nap_milliseconds)
        return words::keyword(lisp_.state(), "TERMINATED");
      const int messages = sessions_ == nullptr ? -1 : sessions_->descriptor();
      std::array<platform::WaitFile, 3> files{{{server_->exchanges().descriptor(number_)}, {messages}, {termination_.descriptor()}}};
      const auto nap = static_cast<std::uint64_t>(std::min<std::int64_t>(left, nap_milliseconds)) * nanoseconds_per_millisecond;
      lisp_.release_while([&files, nap] { platform::wait_for_files(files, nap); });
      if (files[1].found != 0) return words::nil();
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
    return server_->exchanges().answer(number, std::move(response));
  }

  void serve_while_waiting(const ObjectRef& function) const {
    if (server_ == nullptr) fail("there is no server that runs");
    lisp_.on_readable(server_->exchanges().descriptor(), function);
  }

  // --- sessions

  bool open_sessions(const std::optional<std::string>& file, Positive lifetime, Positive most) {
    const std::string address = file.value_or("");
    const std::size_t secret = address.find("://");  // it may contain a password
    if (secret != std::string::npos) require_permission(lisp_, &Permissions::network);
    return guarded("cannot keep sessions in " + address.substr(0, secret == std::string::npos ? secret : secret + 3), [&] {
      sessions_.reset();  // the new file may be the same one
      sessions_ = SessionStore::open(address, lifetime.value, most.value);
      return true;
    });
  }

  /// Returns the result of `work` on the sessions.
  template <class Work> auto with_sessions(const std::string& operation, Work&& work) const {
    if (sessions_ == nullptr) fail("the sessions are not open");
    try {
      return work(*sessions_);
    } catch (const std::runtime_error& e) { throw Error("store-failure", operation + ": " + e.what()); }
  }

  std::list<std::pair<std::string, std::int64_t>> counts() const {
    const std::lock_guard lock(counts_->mutex);
    return {counts_->counts.begin(), counts_->counts.end()};
  }

  const std::size_t number_;
  std::shared_ptr<Server> server_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
  std::unique_ptr<SessionStore> sessions_;
  std::unique_ptr<Pool> pool_;
  platform::TerminationRequests termination_;
};

void WebBindings::define_server() {
  define(
      "start-listening", "host port hosts interpreters",
      [this](const std::string& host, Port port, Hosts hosts, Interpreters interpreters) {
        return start_listening(host, port, std::move(hosts), interpreters);
      },
      "Takes requests at HOST, a name or an address, and PORT; 0: at any that is free. Returns the port. Requests may be for HOSTS, a list of "
      "strings, and for the server's own names; T: for any. So many INTERPRETERS answer them, this one included. An ERROR if it cannot "
      "listen.\n  (webserver:start-listening \"localhost\" 0 t 1)");
  define(
      "start-interpreters", "count files form",
      [this](Interpreters count, const std::list<std::string>& files, const std::string& form) { start_interpreters(count, files, form); },
      "Makes COUNT further interpreters, each on a thread of its own: each loads FILES and evaluates FORM, a string, which answers requests until "
      "NEXT-REQUEST returns :STOPPED. They share the sessions, which must be open.\n  (webserver:start-interpreters 1 '(\"page.lisp\") "
      "\"(serve-as-worker 'page)\")");
  define(
      "count-event", "name amount",
      [this](const std::string& name, std::int64_t amount) {
        const std::lock_guard lock(counts_->mutex);
        counts_->counts[name] += amount;
      },
      "Adds AMOUNT to the count of events NAME, of all interpreters of the server.\n  (webserver:count-event \"error\" 1) => nil");
  define(
      "counts", "", [this] { return counts(); },
      "Returns a list of lists (name count): what COUNT-EVENT has counted.\n  (webserver:counts) => ((\"error\" 1))");
  define(
      "connection-room", "", [this] { return server_ == nullptr ? 0 : static_cast<std::int64_t>(server_->room()); },
      "Returns the number of connections that can be open at a time.\n  (webserver:connection-room) => 0");
  define(
      "stop-listening", "", [this] { return stop_listening(); },
      "Ends the server and its connections. Returns true if there was one.\n  (webserver:stop-listening) => nil");
  define(
      "next-request", "milliseconds", [this](Natural milliseconds) { return next_request(milliseconds); },
      "Waits for a request, at most so many MILLISECONDS. Returns a list (number method path headers parameters client), headers "
      "and parameters alists of strings, the client a string that identifies it for limits, \"\" on this machine; NIL if none came, or a message of another process or an interrupt did; :STOPPED if there is no server; :TERMINATED after AWAIT-TERMINATION if the process was sent SIGTERM, and for further interpreters while the server drains.\n  (webserver:next-request 0) => :stopped");
  define(
      "await-termination", "", [this] { return termination_.open(); },
      "Makes NEXT-REQUEST return :TERMINATED when the process is sent SIGTERM, which no longer ends it, until the server stops.\n  (webserver:await-termination) => t");
  define(
      "drain", "end-idle", [this](bool end_idle) { return server_ != nullptr && server_->drain(end_idle); },
      "Takes no more connections, and closes each one after its request is answered; if END-IDLE is true, at once if there is none. Returns true while there are any.\n  (webserver:drain t) => nil");
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
      "Keeps sessions in FILE, a string that names a file or a database, postgresql://..., or in memory if it is NIL: at most MOST, and each for LIFETIME seconds after its last use, or a "
      "tenth longer.\n  (webserver:open-sessions nil 3600 100) => t");
  define(
      "close-sessions", "", [this] { sessions_.reset(); }, "Closes the file of the sessions.\n  (webserver:close-sessions) => nil");
  define(
      "load-session", "key revision",
      [this](const std::string& key, std::int64_t revision) {
        return with_sessions("cannot load a session", [&](SessionStore& store) {
          auto state = store.load(key, revision);
          return state ? std::optional(std::tuple(state->revision, std::move(state->text))) : std::nullopt;
        });
      },
      "Returns a list (revision text) of the state that was saved for KEY; TEXT is NIL if it is still that of REVISION. Returns NIL if there "
      "is none. Records the use.\n  (second (webserver:load-session \"somebody\" 0)) => \"a game\"");
  define(
      "save-sessions", "changes message",
      [this](const std::list<std::tuple<std::string, std::string, std::int64_t>>& changes, const std::string& message) {
        return with_sessions("cannot save a session", [&](SessionStore& store) {
          std::vector<SessionStore::Change> all;
          for (const auto& [key, text, revision] : changes) all.push_back({key, text, revision});
          return store.save(all, message);
        });
      },
      "Saves all CHANGES, lists (key text revision), or none: for good when this returns. REVISION is the one that was read, 0 if there was "
      "none. Sends MESSAGE, lines of text, to other processes with the same store. Returns the new revision; NIL if another process has saved "
      "one of them since.\n  (integerp (webserver:save-sessions '((\"somebody\" \"a game\" 0)) \"\")) => t");
  define(
      "session-messages", "", [this] { return as_list(sessions_ == nullptr ? std::vector<std::string>() : sessions_->messages()); },
      "Returns a list of the lines that other processes have sent since the last call, with \"reconnected\" if some may be "
      "lost.\n  (webserver:session-messages) => nil");
  define(
      "stored-time", "name",
      [this](const std::string& name) {
        return with_sessions("cannot read a time", [&](SessionStore& store) { return store.time(name); });
      },
      "Returns the universal time that was stored as NAME; 0 if there is none.\n  (webserver:stored-time \"a client\") => 0");
  define(
      "replace-time", "name from to",
      [this](const std::string& name, std::int64_t from, std::int64_t to) {
        return with_sessions("cannot store a time", [&](SessionStore& store) { return store.replace_time(name, from, to); });
      },
      "Stores the universal time TO as NAME if the one stored is FROM. Returns false if it is not. Past times are forgotten.\n  "
      "(webserver:replace-time \"a client\" 0 5000000000) => t");
  define(
      "sessions-since", "", [this] { return with_sessions("cannot read a time", [](SessionStore& store) { return store.since(); }); },
      "Returns the time since when some process has used the store without a break, in seconds since 1970.\n  "
      "(integerp (webserver:sessions-since)) => t");
  define(
      "sessions-ready", "", [this] { return sessions_ != nullptr && sessions_->ready(); },
      "Returns true if the store can be used now.\n  (webserver:sessions-ready) => t");
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
      [](const std::string& header, const std::string& name) { return as_list(cookie_values(header, name, limits::cookies)); },
      "Returns a list of the values of the cookies NAME in HEADER, the value of a Cookie header.\n  (webserver:cookies \"a=1; b=2; a=3\" \"a\") => (\"1\" \"3\")");
}

}  // namespace

void load_webserver(const Lisp& lisp) { lisp.keep_alive(std::make_shared<WebBindings>(lisp)); }

}  // namespace tessera::web
