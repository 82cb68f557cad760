// A server in the background, and the ways to end a server.
#include <chrono>

#include "../catch.hpp"
#include "web_server.hpp"

namespace {

/// Serves in the background, and answers typed forms like the prompt.
const char* const prompt_script =
    "(load \"game/webserver.lisp\") (defun greeting () \"hello\") (defvar *asked* nil)"
    "(defun page (path header params) (declare (ignore path header params)) (setq *asked* t) (princ (greeting)))"
    "(defun start () (serve 'page :port 0 :background t))"
    "(start) (loop (print (eval (read))) (terpri) (finish-output))";

std::string result(const WebServer& server, const std::string& form) {
  server.type(form);
  server.read_line();  // PRINT begins with a new line
  return server.read_line();
}

TEST_CASE("a server in the background answers while the prompt waits", "[web-background]") {
  WebServer server(prompt_script);
  Browser browser(server.port());
  CHECK(browser.get("/").body == "hello");
  CHECK(result(server, "(+ 1 2)") == "3 ");
  CHECK(browser.get("/").body == "hello");
  CHECK(result(server, "(defun greeting () \"goodbye\")") == "GREETING ");
  CHECK(browser.get("/").body == "goodbye");
  server.type("(progn (setq *asked* nil) (format t \"asleep~%\") (finish-output) (loop until *asked* do (sleep 0.01)) :slept)");
  CHECK(server.read_line() == "asleep");
  CHECK(browser.get("/").body == "goodbye");  // only while it sleeps does Lisp let requests in
  server.read_line();
  CHECK(server.read_line() == ":SLEPT ");
  CHECK(result(server, "(handler-case (start) (error (e) (princ-to-string e)))") == "\"START-LISTENING: a server runs already\" ");
}

TEST_CASE("requests wait while Lisp computes", "[web-background]") {
  WebServer server(prompt_script);
  Client client(server.port());
  const ScratchFolder scratch;
  server.type("(progn (format t \"computing~%\") (finish-output) (loop until (probe-file \"" + scratch.path("end") + "\")) *asked*)");
  CHECK(server.read_line() == "computing");
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  scratch.file("end", "");
  CHECK(client.receive().body == "hello");
  server.read_line();
  CHECK(server.read_line() == "NIL ");
}

TEST_CASE("a server in the background is stopped, and another one started", "[web-background]") {
  WebServer server(prompt_script);
  Client open(server.port());
  CHECK(result(server, "(stop-server)") == "T ");
  CHECK(open.closed(60));
  CHECK_THROWS(Client(server.port()));
  CHECK(result(server, "(stop-server)") == "NIL ");
  server.type("(start)");
  const std::string line = server.read_line();
  const std::string mark = "http://127.0.0.1:";
  Browser browser(std::atoi(line.c_str() + line.find(mark) + mark.size()));
  CHECK(browser.get("/").body == "hello");
}

TEST_CASE("browsers that do not read responses do not delay a server's end", "[web-background]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defun page (&rest r) (declare (ignore r)) (princ (make-string 30000000 :initial-element #\\a)))"
      "(serve 'page :port 0 :background t) (loop (print (eval (read))) (terpri) (finish-output))");
  Client client(server.port());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const Answer head = client.receive(60, false);
  CHECK(head.header("Content-Length") == "30000000");
  const auto begin = std::chrono::steady_clock::now();
  CHECK(result(server, "(stop-server)") == "T ");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));  // it waited for 20 once
}

TEST_CASE("a page can stop its server", "[web-background]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *stopped* nil)"
      "(defun page (&rest r) (declare (ignore r)) (stop-server) (setq *stopped* t))"
      "(serve 'page :port 0 :background t) (loop until *stopped* do (sleep 0.01)) (print 'on) (terpri) (finish-output) (read)");
  Client client(server.port());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(client.closed(60));
  server.read_line();
  CHECK(server.read_line() == "ON ");
}

TEST_CASE("Ctrl-C ends a server and the program continues", "[web-background]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *out* *standard-output*)"
      "(defun page (path h p) (declare (ignore h p)) (when (equal path \"loop\") (write-line \"looping\" *out*) (finish-output *out*) (loop)))"
      "(serve 'page :port 0) (print 'after) (terpri) (finish-output) (serve 'page :port 0)");
  CHECK(Browser(server.port()).get("/").status == 200);
  server.signal(SIGINT);
  CHECK(server.read_line() == "The server has stopped.");
  server.read_line();
  CHECK(server.read_line() == "AFTER ");
  const std::string line = server.read_line(), mark = "http://127.0.0.1:";
  Client client(std::atoi(line.c_str() + line.find(mark) + mark.size()));
  client.send("GET /loop HTTP/1.1\r\nHost: localhost\r\n\r\n");  // inside a handler that would never end
  CHECK(server.read_line() == "looping");
  CHECK(server.kill(SIGINT) == 0);
}

}  // namespace
