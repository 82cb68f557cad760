// The natives of the package WEBSERVER. Layer: web.
#include "module.hpp"

#include <poll.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "builtins/arguments.hpp"
#include "builtins/registry.hpp"
#include "data/packages.hpp"
#include "data/streams.hpp"
#include "encoding.hpp"
#include "server.hpp"
#include "session_store.hpp"
#include "vm/vm.hpp"

namespace tessera::web {

namespace {

constexpr int nap_milliseconds = 100;  ///< an interrupt that came just before a wait is noticed after this time

/// The server and the sessions of one interpreter.
class Module {
 public:
  explicit Module(Runtime& rt) : rt_(rt), function_(rt.heap) {
    Value package = find_package(rt, U"WEBSERVER");
    if (is_nil(package)) package = make_package(rt, std::string_view("WEBSERVER"));
    for (const Description& d : descriptions_) {
      const Value symbol = intern(rt, package, std::string_view(d.name));
      export_symbol(rt, package, symbol);
      rt.heap.write(&rt.symbol(symbol)->function, make_host_native(rt, symbol, d));
    }
  }
  ~Module() { stop(); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

 private:
  struct Description : Builtin {
    Module* module;
  };
  static Module& module_of(Args a) { return *static_cast<const Description&>(builtin_of(running_native(a))).module; }

  void stop() {
    rt_.streams->wakeup = {};
    function_ = NIL;
    server_.reset();
  }

  /// What `work` returns; a Lisp error that `operation` failed if it throws.
  template <class Work> static Value guarded(Runtime& rt, std::string_view operation, Work&& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) { return rt.fail_heap(); } catch (const std::exception& e) {
      return rt.fail_simple(Known::simple_error, std::string(operation) + ": ~A", {rt.make_string(e.what())});
    }
  }

  static Value fail_no_server(Runtime& rt) { return rt.fail_simple(Known::simple_error, "there is no server that runs"); }
  static Value fail_no_sessions(Runtime& rt) { return rt.fail_simple(Known::simple_error, "the sessions are not open"); }

  // --- requests

  /// Takes a list of strings, or T for any host; false if it is neither.
  static bool take_hosts(Runtime& rt, Value list, Hosts& out) {
    out.any = list == T;
    if (out.any) return true;
    for (; list.is_cons(); list = list.as_cons()->cdr) {
      if (!is_string(list.as_cons()->car)) return false;
      out.names.push_back(rt.to_utf8(list.as_cons()->car));
    }
    return is_nil(list);
  }

  static Value start_listening(Runtime& rt, Args a) {
    Module& m = module_of(a);
    Hosts hosts;
    if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
    if (!a[1].is_fixnum() || a[1].as_fixnum() < 0 || a[1].as_fixnum() > 65535) return rt.fail_type(a[1], integer_type(rt, 0, 65535));
    if (!take_hosts(rt, a[2], hosts))
      return rt.fail_simple(Known::simple_error, "these are no names of hosts, a list of strings or T: ~S", {a[2]});
    if (m.server_ != nullptr) return rt.fail_simple(Known::simple_error, "a server runs already");
    const std::string host = rt.to_utf8(a[0]), port = std::to_string(a[1].as_fixnum());
    return guarded(rt, "cannot listen at " + host + ":" + port, [&] {
      m.server_ = std::make_unique<Server>(host, static_cast<int>(a[1].as_fixnum()), std::move(hosts));
      return Value::fixnum(m.server_->port());
    });
  }

  static Value stop_listening(Runtime&, Args a) {
    Module& m = module_of(a);
    const bool ran = m.server_ != nullptr;
    m.stop();
    return boolean(ran);
  }

  static Value fields(Runtime& rt, const Fields& fields) {
    ListBuilder list(rt);
    for (const auto& [name, value] : fields) list.add(rt.heap.cons(rt.make_string(name), rt.make_string(value)));
    return list.finish();
  }

  static Value next_request(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (!a[0].is_fixnum() || a[0].as_fixnum() < 0) return rt.fail_type(a[0], Known::unsigned_byte);
    if (m.server_ == nullptr) return rt.keyword("STOPPED");
    for (std::int64_t left = a[0].as_fixnum();; left -= nap_milliseconds) {
      if (auto found = m.server_->next()) {
        const Request& r = found->second;
        return rt.list({Value::fixnum(found->first), rt.make_string(r.method), rt.make_string(r.path), fields(rt, r.headers),
                        fields(rt, r.parameters)});
      }
      if (left <= 0 || (rt.heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0) return NIL;
      pollfd p{m.server_->descriptor(), POLLIN, 0};
      ::poll(&p, 1, static_cast<int>(std::min<std::int64_t>(left, nap_milliseconds)));
    }
  }

  /// Takes an alist of strings; false if it is none, or could end a header's line.
  static bool take_fields(Runtime& rt, Value list, Fields& out) {
    for (; list.is_cons(); list = list.as_cons()->cdr) {
      const Value pair = list.as_cons()->car;
      if (!pair.is_cons() || !is_string(pair.as_cons()->car) || !is_string(pair.as_cons()->cdr)) return false;
      Field field(rt.to_utf8(pair.as_cons()->car), rt.to_utf8(pair.as_cons()->cdr));
      const auto ends_line = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
      if (!is_token(field.first) || std::any_of(field.second.begin(), field.second.end(), ends_line)) return false;
      out.push_back(std::move(field));
    }
    return is_nil(list);
  }

  static Value answer(Runtime& rt, Args a) {
    Module& m = module_of(a);
    Response response;
    Fields type;
    if (m.server_ == nullptr) return NIL;
    if (!a[0].is_fixnum()) return rt.fail_type(a[0], Known::fixnum);
    if (!a[1].is_fixnum() || a[1].as_fixnum() < 200 || a[1].as_fixnum() > 599) return rt.fail_type(a[1], integer_type(rt, 200, 599));
    if (!take_fields(rt, a[2], response.headers))
      return rt.fail_simple(Known::simple_error, "these are no headers, pairs of strings of one line: ~S", {a[2]});
    if (!is_string(a[3])) return rt.fail_type(a[3], Known::string);
    const auto content_type = std::find_if(response.headers.begin(), response.headers.end(),
                                           [](const Field& f) { return ascii_lower(f.first) == "content-type"; });
    if (content_type != response.headers.end()) {
      response.content_type = content_type->second;
      response.headers.erase(content_type);
    }
    response.status = static_cast<int>(a[1].as_fixnum());
    response.body = rt.to_utf8(a[3]);
    return boolean(m.server_->answer(a[0].as_fixnum(), std::move(response)));
  }

  static Value serve_while_waiting(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (m.server_ == nullptr) return fail_no_server(rt);
    m.function_ = a[0];
    rt.streams->wakeup = {m.server_->descriptor(), [&m, &rt] { return !is_failed(rt.call_lisp(m.function_, {})); }};
    return NIL;
  }

  // --- sessions

  static Value open_sessions(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (!is_nil(a[0]) && !is_string(a[0])) return rt.fail_type(a[0], Known::string);
    for (const std::size_t i : {1, 2})
      if (!a[i].is_fixnum() || a[i].as_fixnum() < 1) return rt.fail_type(a[i], Known::unsigned_byte);
    const std::string path = is_nil(a[0]) ? "" : rt.to_utf8(a[0]);
    return guarded(rt, "cannot keep sessions in " + path, [&] {
      m.sessions_.reset();  // it may be the same file
      m.sessions_ = std::make_unique<SessionStore>(path, a[1].as_fixnum(), a[2].as_fixnum());
      return T;
    });
  }

  static Value close_sessions(Runtime&, Args a) {
    module_of(a).sessions_.reset();
    return NIL;
  }

  static Value load_session(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
    if (m.sessions_ == nullptr) return fail_no_sessions(rt);
    return guarded(rt, "cannot load a session", [&] {
      const auto state = m.sessions_->load(rt.to_utf8(a[0]));
      return state ? rt.make_string(*state) : NIL;
    });
  }

  static Value use_session(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
    if (m.sessions_ == nullptr) return fail_no_sessions(rt);
    return guarded(rt, "cannot use a session", [&] { return boolean(m.sessions_->use(rt.to_utf8(a[0]))); });
  }

  static Value save_session(Runtime& rt, Args a) {
    Module& m = module_of(a);
    for (const std::size_t i : {0, 1})
      if (!is_string(a[i])) return rt.fail_type(a[i], Known::string);
    if (m.sessions_ == nullptr) return fail_no_sessions(rt);
    return guarded(rt, "cannot save a session", [&] {
      m.sessions_->save(rt.to_utf8(a[0]), rt.to_utf8(a[1]));
      return T;
    });
  }

  static Value count_sessions(Runtime& rt, Args a) {
    Module& m = module_of(a);
    if (m.sessions_ == nullptr) return fail_no_sessions(rt);
    return guarded(rt, "cannot count the sessions", [&] { return Value::fixnum(m.sessions_->count()); });
  }

  static Value make_token(Runtime& rt, Args) {
    return guarded(rt, "cannot make a token", [&] { return rt.make_string(random_token()); });
  }

  static Value cookie(Runtime& rt, Args a) {
    for (const std::size_t i : {0, 1})
      if (!is_string(a[i])) return rt.fail_type(a[i], Known::string);
    const auto value = cookie_value(rt.to_utf8(a[0]), rt.to_utf8(a[1]));
    return value ? rt.make_string(*value) : NIL;
  }

  Runtime& rt_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<SessionStore> sessions_;
  Handle function_;  ///< serves the requests that wait, while Lisp itself waits
  const std::vector<Description> descriptions_ = {
      {{"START-LISTENING", "host port hosts", start_listening,
        "Take requests at HOST, a name or an address, and PORT; 0: at any that is free. Return the port. Requests may be for HOSTS, a list of "
        "strings, and for what the server goes by of itself; T: for any. An ERROR if it cannot listen."},
       this},
      {{"STOP-LISTENING", "", stop_listening, "End the server and its connections. Return true if there was one."}, this},
      {{"NEXT-REQUEST", "milliseconds", next_request,
        "Wait for a request, at most so many MILLISECONDS. Return a list (number method path headers parameters), the last two "
        "alists of strings; NIL if none came or an interrupt did; :STOPPED if there is no server."},
       this},
      {{"ANSWER", "number status headers body", answer,
        "Answer the request NUMBER with STATUS, the alist HEADERS and the string BODY. Return false if nobody waits for it any more."},
       this},
      {{"SERVE-WHILE-WAITING", "function", serve_while_waiting,
        "Have FUNCTION called when a request comes while Lisp waits for its input or sleeps, until the server stops."},
       this},
      {{"OPEN-SESSIONS", "file lifetime most", open_sessions,
        "Keep sessions in FILE, a string, or in memory if it is NIL: at most MOST, and each for LIFETIME seconds after its last use, or a "
        "tenth longer."},
       this},
      {{"CLOSE-SESSIONS", "", close_sessions, "Close the file of the sessions."}, this},
      {{"USE-SESSION", "token", use_session, "Note that the session TOKEN is used. Return false if there is no such session, or no more."},
       this},
      {{"LOAD-SESSION", "token", load_session, "Return the string that was saved for the session TOKEN, or NIL."}, this},
      {{"SAVE-SESSION", "token state", save_session, "Save the string STATE for the session TOKEN: for good when this returns."}, this},
      {{"COUNT-SESSIONS", "", count_sessions, "Return how many sessions are kept."}, this},
      {{"MAKE-TOKEN", "", make_token, "Return a name for a new session, a string that nobody can guess."}, this},
      {{"COOKIE", "header name", cookie, "Return the value of the cookie NAME in HEADER, the value of a Cookie header; or NIL."}, this},
  };
};

}  // namespace

void load_webserver(const Lisp& lisp) { lisp.keep_alive(std::make_shared<Module>(lisp.vm())); }

}  // namespace tessera::web
