// Several servers that share a database of PostgreSQL, named by POSTGRESQL (tests/postgresql.py). Requests of a browser
// go to any of them.
#include <array>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../catch.hpp"
#include "web_server.hpp"

namespace {

const char* database() { return std::getenv("POSTGRESQL"); }

std::string serving(const std::string& before, const std::string& handler) {
  return before + "(serve '" + handler + " :port 0 :sessions \"" + database() + "\")";
}

/// Counts how often each session, and all together, have asked. "/hold" waits until somebody asks for "/wake".
const std::string counting =
    "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*)"
    "(defvar *token* (make-string 48 :initial-element #\\a))"
    "(add-listener \"changed\" 'answer-held-requests)"
    "(defun page (path header params) (declare (ignore header params))"
    "  (cond ((equal path \"hold\") (hold-request \"it\" 20))"
    "        ((equal path \"wake\") (tell \"changed\" \"it\") (princ \"woken\"))"
    "        ((equal path \"look\") (format t \"~a ~a\" *n* (shared-state *token* #'parse-integer)))"
    "        (t (let ((all (1+ (or (shared-state *token* #'parse-integer) 0))))"
    "             (save-shared-state *token* (princ-to-string all) all)"
    "             (format t \"~a ~a\" (incf *n*) all)))))";

const std::string game = "(load \"game/dice_of_doom_v4.lisp\") (load \"game/browser.lisp\")";

/// Returns the first address in `page` that begins with `path`.
std::string link(const std::string& page, const std::string& path) {
  const std::size_t at = page.find("\"/" + path);
  std::string found = at == std::string::npos ? "" : page.substr(at + 1, page.find('"', at + 1) - at - 1);
  for (std::size_t amp; (amp = found.find("&amp;")) != std::string::npos;) found.erase(amp + 1, 4);
  return found;
}

TEST_CASE("no browser belongs to one process", "[web-processes]") {
  if (database() == nullptr) return;
  const std::array<std::unique_ptr<WebServer>, 3> servers{std::make_unique<WebServer>(serving(counting, "page")),
                                                          std::make_unique<WebServer>(serving(counting, "page")),
                                                          std::make_unique<WebServer>(serving(counting, "page"))};
  Browser ada(servers[0]->port()), bob(servers[0]->port());
  int all = std::atoi(ada.get("/look").body.substr(2).c_str());
  for (int n = 1; n <= 9; ++n) {
    ada.move_to(servers[static_cast<std::size_t>(n) % 3]->port());
    bob.move_to(servers[static_cast<std::size_t>(n / 2) % 3]->port());
    CHECK(ada.get("/").body == std::to_string(n) + " " + std::to_string(++all));
    CHECK(bob.get("/").body == std::to_string(n) + " " + std::to_string(++all));
  }
}

TEST_CASE("requests at the same time are all counted", "[web-processes]") {
  if (database() == nullptr) return;
  const std::array<std::unique_ptr<WebServer>, 2> servers{std::make_unique<WebServer>(serving(counting, "page")),
                                                          std::make_unique<WebServer>(serving(counting, "page"))};
  Browser before(servers[0]->port());
  const int begun = std::atoi(before.get("/look").body.substr(2).c_str());
  before.get("/");
  std::vector<std::thread> threads;
  std::array<std::set<std::string>, 4> answers;  // two tabs of a browser at each server
  for (std::size_t tab = 0; tab < answers.size(); ++tab)
    threads.emplace_back([&, tab] {
      Client client(servers[tab % 2]->port());
      for (int n = 0; n < 25; ++n) {
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + before.cookie_line() + "\r\n");
        const Answer answer = client.receive();
        answers[tab].insert(answer.status == 200 ? answer.body : "status " + std::to_string(answer.status));
      }
    });
  for (std::thread& t : threads) t.join();
  std::set<std::string> different;
  for (const auto& some : answers) different.insert(some.begin(), some.end());
  CHECK(different.size() == 100);
  CHECK(different.count("status 503") == 0);
  CHECK(before.get("/look").body == "101 " + std::to_string(begun + 101));
}

TEST_CASE("what happens at one process wakes those who wait at another", "[web-processes]") {
  if (database() == nullptr) return;
  WebServer here(serving(counting, "page")), there(serving(counting, "page"));
  Client waiting(there.port());
  waiting.send("GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::thread other([&here] {
    ::poll(nullptr, 0, 300);
    CHECK(Browser(here.port()).get("/wake").body == "woken");
  });
  const Answer woken = waiting.receive(10);
  other.join();
  CHECK(woken.status == 200);
  CHECK(woken.body == "changed");
}

TEST_CASE("a move made at one process is stale at the other", "[web-processes]") {
  if (database() == nullptr) return;
  WebServer here(serving(game, "play-request-handler")), there(serving(game, "play-request-handler"));
  Browser browser(here.port());
  const std::string attack = link(browser.get("/play?game=4.2.5.1.steady.5.aaaaaaaa").body, "attack");
  REQUIRE_FALSE(attack.empty());
  std::array<int, 2> status{};
  CHECK(browser.get(attack).status == 303);  // the browser has a session from here on
  std::string page = browser.get("/play").body;
  for (int moves = 0; moves < 10; ++moves) {
    std::string next;
    for (const char* kind : {"attack", "pass", "next"})
      if (next.empty()) next = link(page, kind);
    if (next.empty()) break;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i)
      threads.emplace_back([&, i] {
        Client client(i == 0 ? here.port() : there.port());
        client.send("GET " + next + " HTTP/1.1\r\nHost: localhost\r\n" + browser.cookie_line() + "\r\n");
        status[i] = client.receive().status;
      });
    for (std::thread& t : threads) t.join();
    INFO(next << ": " << status[0] << " and " << status[1]);
    CHECK(std::multiset<int>(status.begin(), status.end()) == std::multiset<int>{303, 409});
    browser.move_to(moves % 2 == 0 ? there.port() : here.port());
    page = browser.get("/play").body;
  }
}

/// Sends a form from a new browser and returns the answer.
Answer post(int port, const std::string& target, const std::string& form) {
  Client client(port);
  client.send("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " +
              std::to_string(form.size()) + "\r\n\r\n" + form);
  return client.receive();
}

TEST_CASE("a free seat at a table of friends is taken once", "[web-processes]") {
  if (database() == nullptr) return;
  const WebServer here(serving(game, "play-request-handler")), there(serving(game, "play-request-handler"));
  const std::string own = post(here.port(), "/together", "seat0=me&seat1=friend&size=3&dice=4&clock=none").header("Location");
  const std::string table = own.substr(0, own.find("/seat/"));
  REQUIRE(table.size() > 50);
  Client waiting(there.port());
  waiting.send("GET " + table + "/live?seen=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ::poll(nullptr, 0, 300);
  std::array<int, 6> status{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < status.size(); ++i)
    threads.emplace_back([&, i] { status[i] = post(i % 2 == 0 ? here.port() : there.port(), table + "/join", "name=x").status; });
  for (std::thread& t : threads) t.join();
  CHECK(std::multiset<int>(status.begin(), status.end()) == std::multiset<int>{303, 409, 409, 409, 409, 409});
  CHECK(waiting.receive(10).body == "changed");
}

TEST_CASE("a server ends in order", "[web-processes]") {
  if (database() == nullptr) return;
  WebServer server(serving(counting, "page"));
  Client idle(server.port()), waiting(server.port());
  idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(idle.receive().status == 200);
  waiting.send("GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ::poll(nullptr, 0, 300);
  CHECK(server.kill(SIGTERM) == 0);
  const Answer released = waiting.receive();
  CHECK(released.status == 204);
  CHECK(released.header("Retry-After") == "0");
  CHECK(idle.closed(5));
}

}  // namespace
