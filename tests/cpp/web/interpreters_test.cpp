// One server with several interpreters, which share a file of SQLite as processes share a database.
#include <set>
#include <thread>
#include <vector>

#include "../catch.hpp"
#include "web_server.hpp"

namespace {

/// Counts how often each session, and all together, have asked. "/hold" waits until somebody asks for "/wake".
const char* const counting =
    "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*)"
    "(defvar *token* (make-string 48 :initial-element #\\a)) (defvar *here* 0) (defvar *first* nil)"
    "(add-listener \"changed\" 'answer-held-requests)"
    "(defun page (path header params) (declare (ignore header params))"
    "  (cond ((equal path \"hold\") (hold-request \"it\" 20))"
    "        ((equal path \"wake\") (tell \"changed\" \"it\") (princ \"woken\"))"
    "        ((equal path \"here\") (princ (incf *here*)))"
    "        ((equal path \"end\") (throw 'no-such-tag nil))"
    "        ((equal path \"leave\") (unless *first* (defun serve-request (time) (declare (ignore time)) :stopped)) (princ \"left\"))"
    "        (t (let ((all (1+ (or (shared-state *token* #'parse-integer) 0))))"
    "             (save-shared-state *token* (princ-to-string all) all)"
    "             (format t \"~a ~a\" (incf *n*) all)))))";

/// A server whose three interpreters have all loaded the page.
struct Served {
  Served() : file(scratch.file("page.lisp", counting)), server(script()) {
    std::set<std::string> first;
    for (int i = 0; i < 600 && count_first < 3; ++i) {  // a browser with cookies stays at an interpreter
      Client client(server.port());
      client.send("GET /here HTTP/1.1\r\nHost: localhost\r\nCookie: a=" + std::to_string(i) + "\r\n\r\n");
      if (client.receive().body == "1") ++count_first;
      ::poll(nullptr, 0, 10);
    }
  }
  std::string script() const {
    return "(load \"" + file + "\") (setf *first* t) (serve 'page :port 0 :sessions \"" + scratch.path("games.db") +
           "\" :interpreters 3 :load '(\"" + file + "\"))";
  }
  ScratchFolder scratch;
  std::string file;
  WebServer server;
  int count_first = 0;  ///< how many have answered a first request
};

std::string get(const std::string& path, const std::string& headers) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}

TEST_CASE("interpreters share sessions and states", "[web-interpreters]") {
  const Served served;
  REQUIRE(served.count_first == 3);
  Browser before(served.server.port());
  before.get("/");
  std::vector<std::set<std::string>> answers(8);  // tabs of a browser, whose other cookies lead to all interpreters
  std::vector<std::thread> threads;
  for (std::size_t tab = 0; tab < answers.size(); ++tab)
    threads.emplace_back([&, tab] {
      Client client(served.server.port());
      for (int n = 0; n < 25; ++n) {
        client.send(get("/", "Cookie: " + before.cookie() + "; tab=" + std::to_string(tab) + "\r\n"));
        const Answer answer = client.receive();
        answers[tab].insert(answer.status == 200 ? answer.body : "status " + std::to_string(answer.status));
      }
    });
  for (std::thread& t : threads) t.join();
  std::set<std::string> different;
  for (const auto& some : answers) different.insert(some.begin(), some.end());
  CHECK(different.size() == 200);
  CHECK(different.count("201 201") == 1);
  CHECK(before.get("/").body == "202 202");
}

TEST_CASE("what happens in one interpreter wakes those who wait at all", "[web-interpreters]") {
  Served served;
  std::vector<Client> waiting;
  for (int i = 0; i < 20; ++i) {
    waiting.emplace_back(served.server.port());
    waiting.back().send(get("/hold", "Cookie: a=" + std::to_string(i) + "\r\n"));
  }
  ::poll(nullptr, 0, 500);
  CHECK(Browser(served.server.port()).get("/wake").body == "woken");
  for (Client& client : waiting) CHECK(client.receive(10).body == "changed");
  for (Client& client : waiting) client.send(get("/hold", ""));
  ::poll(nullptr, 0, 500);
  CHECK(served.server.kill(SIGTERM) == 0);
  for (Client& client : waiting) {
    const Answer released = client.receive(10);
    CHECK(released.status == 204);
    CHECK(released.header("Retry-After") == "0");
    CHECK(released.header("Connection") == "close");
  }
}

TEST_CASE("a server with several interpreters goes on after failures, and ends", "[web-interpreters]") {
  Served served;
  for (int i = 0; i < 20; ++i) {
    Client client(served.server.port());
    client.send(get("/end", "Cookie: a=" + std::to_string(i) + "\r\n"));
    CHECK(client.receive().status == 500);
  }
  CHECK(Browser(served.server.port()).get("/").status == 200);
  for (int i = 0; i < 20; ++i) {  // the further interpreters end without being asked
    Client client(served.server.port());
    client.send(get("/leave", "Cookie: a=" + std::to_string(i) + "\r\n"));
    CHECK(client.receive().body == "left");
  }
  CHECK(served.server.errors().find("of the web server has ended and is replaced: it has returned") != std::string::npos);
  CHECK(Browser(served.server.port()).get("/").status == 200);
  CHECK(served.server.kill(SIGINT) == 0);
}

TEST_CASE("further interpreters need a name and a foreground", "[web-interpreters]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defun page (&rest r) (declare (ignore r)) (princ (handler-case (list"
      " (nth-value 1 (ignore-errors (serve (lambda (&rest r) r) :interpreters 2)))"
      " (nth-value 1 (ignore-errors (serve 'page :interpreters 2 :background t)))"
      " (nth-value 1 (ignore-errors (serve 'page :interpreters 0)))) (error (e) e))))"
      "(serve 'page :port 0)");
  const std::string text = Browser(server.port()).get("/").body;
  CHECK(text.find("need the name of a handler") != std::string::npos);
  CHECK(text.find("in the background has one interpreter") != std::string::npos);
  CHECK(text.find("1 to 256") != std::string::npos);
}

}  // namespace
