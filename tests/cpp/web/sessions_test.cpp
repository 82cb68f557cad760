// Sessions over real sockets: each browser has a game of its own, which outlives the server.
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "../catch.hpp"
#include "web/session_store.hpp"
#include "web_server.hpp"

namespace {

using namespace std::string_literals;

std::string script(const std::string& version, const std::string& file, const std::string& more = "") {
  return "(load \"game/dice_of_doom_" + version + ".lisp\")" + more + "(serve #'dod-request-handler :port 0 :sessions \"" + file + "\")";
}

std::string picture(const Answer& page) { return page.body.substr(std::min(page.body.size(), page.body.find("<svg"))); }

std::string name_and_token(const std::string& cookie) { return cookie.substr(0, cookie.find(';')); }

/// A page that counts how often its session has asked for it.
const std::string counting =
    "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*)"
    "(defun page (path header params) (declare (ignore header params)) (if (equal path \"look\") (princ *n*) (princ (incf *n*))))";

/// Returns the server's answer to a client that sends `headers` and no cookie.
Answer ask(const WebServer& server, const std::string& headers, const std::string& target = "/") {
  Client client(server.port());
  client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
  return client.receive();
}

/// Returns the first address after `mark` in a page, or "".
std::string link_after(const std::string& mark, const std::string& page) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t from = at + mark.size();
  return page.substr(from, page.find('"', from) - from);
}

/// Returns the address of a visitor's click who takes the first hex that is a link, or else passes.
std::string next_link(const std::string& page) {
  const std::string by_itself = link_after("window.location=\"", page);
  if (!by_itself.empty()) return by_itself;
  if (page.find("continue</a>") != std::string::npos) return link_after("<a href=\"", page);
  const std::string hex = link_after("<a xlink:href=\"", page);
  return hex.empty() ? link_after("<a href=\"", page) : hex;
}

/// A browser and the page that it shows.
struct Player {
  explicit Player(int port) : browser(port), page(browser.get("/game.html")) {}
  void click() {
    const std::string link = next_link(page.body);
    page = browser.get(link.empty() ? "/game.html?chosen=NIL" : link[0] == '/' ? link : "/" + link);
    CHECK(page.status == 200);
  }
  bool computer_is_next() const {
    return page.body.find("window.location") != std::string::npos || page.body.find("reinforcements") != std::string::npos;
  }
  Browser browser;
  Answer page;
};

TEST_CASE("two browsers play two games", "[web-sessions]") {
  WebServer server("(load \"game/dice_of_doom_v3.lisp\") (load \"game/native.lisp\") (serve #'dod-request-handler :port 0)");
  Player a(server.port()), b(server.port());
  REQUIRE(a.browser.cookie() != b.browser.cookie());
  CHECK((picture(a.page) != picture(b.page)));
  const std::string first = picture(a.page);
  bool changed = false;
  for (int i = 0; i < 30; ++i) {
    while (b.computer_is_next()) b.click();
    const std::string before = picture(b.browser.get("/game.html?chosen=NIL"));
    a.click();
    CHECK((picture(b.browser.get("/game.html?chosen=NIL")) == before));
    changed = changed || picture(a.page) != first;
    b.click();
  }
  CHECK(changed);
}

TEST_CASE("games survive the kill of their server", "[web-sessions]") {
  const ScratchFolder scratch;
  const std::string file = scratch.path("sessions.db");
  for (const char* version : {"v3", "v4"})
    for (const char* natives : {"(load \"game/native.lisp\")", "(setf *ai-level* 1 *board-size* 4 *board-hexnum* 16)"}) {
      INFO(version << natives);
      auto server = std::make_unique<WebServer>(script(version, file + version + (natives[1] == 'l' ? "n" : "s"), natives));
      std::vector<std::unique_ptr<Player>> players;
      for (int i = 0; i < 5; ++i) players.push_back(std::make_unique<Player>(server->port()));
      for (int round = 0; round < 3; ++round) {
        std::vector<std::string> shown;
        for (auto& p : players) {
          for (int clicks = 0; clicks < 7; ++clicks) p->click();
          while (p->computer_is_next()) p->click();
          shown.push_back(picture(p->browser.get("/game.html?chosen=NIL")));
        }
        server->kill(SIGKILL);
        server = std::make_unique<WebServer>(script(version, file + version + (natives[1] == 'l' ? "n" : "s"), natives));
        for (std::size_t i = 0; i < players.size(); ++i) {
          players[i]->browser.move_to(server->port());
          players[i]->page = players[i]->browser.get("/game.html?chosen=NIL");
          CHECK((picture(players[i]->page) == shown[i]));  // in brackets: pictures are long
        }
      }
    }
}

TEST_CASE("damaged sessions begin anew, and the server says so", "[web-sessions]") {
  const std::string texts[] = {"5",
                               "",
                               "(",
                               "(1 2)",
                               "((\"*N*\" . 5))",
                               "((\"*N*\"))",
                               "((*N* 5))",
                               "((\"*N*\" 5) . 6)",
                               "#1=((\"*N*\" 5) . #1#)",
                               "#.(quit)",
                               "((\"*N*\" nowhere::x))",
                               "((\"*N*\" 5 6))",
                               "\xff\xfe\x80",
                               "(\0("s,
                               std::string(100000, '(')};
  const ScratchFolder scratch;
  const std::string file = scratch.path("sessions.db"), serving = counting + "(serve 'page :port 0 :sessions \"" + file + "\")";
  auto server = std::make_unique<WebServer>(serving);
  std::vector<std::unique_ptr<Browser>> browsers;
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    browsers.push_back(std::make_unique<Browser>(server->port()));
    CHECK(browsers.back()->get("/").body == "1");
  }
  server->kill(SIGKILL);
  {
    const auto store = tessera::web::SessionStore::open(file, 1000, 100);
    for (std::size_t i = 0; i < std::size(texts); ++i) {
      const std::string cookie = name_and_token(browsers[i]->cookie());
      const std::string token = cookie.substr(cookie.find('=') + 1);
      REQUIRE(store->save({{token, texts[i], store->load(token)->revision}}));
    }
  }
  server = std::make_unique<WebServer>(serving);
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    INFO(texts[i].substr(0, 100));
    browsers[i]->move_to(server->port());
    const Answer first = browsers[i]->get("/look");
    CHECK(first.status == 200);
    CHECK(first.body == "0");
    CHECK(browsers[i]->get("/").body == "1");
    CHECK(browsers[i]->get("/").body == "2");
  }
  CHECK(server->errors().find("A session is damaged and begins anew: ") != std::string::npos);
}

TEST_CASE("a server says that its file of sessions was deleted, and goes on", "[web-sessions]") {
  const ScratchFolder scratch;
  const std::string file = scratch.path("sessions.db");
  WebServer server(counting + "(serve 'page :port 0 :sessions \"" + file + "\")");
  Browser browser(server.port());
  CHECK(browser.get("/").body == "1");
  CHECK(server.errors().empty());
  for (const char* suffix : {"", "-wal", "-shm"}) std::remove((file + suffix).c_str());
  CHECK(browser.get("/").body == "2");
  CHECK(browser.get("/").body == "3");
  const std::string said = server.errors(), gone = "The file of the sessions was deleted or replaced.";
  CHECK(said.find(gone) != std::string::npos);
  CHECK(said.find(gone) == said.rfind(gone));
}

TEST_CASE("sessions beyond those in memory are read from the file", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*) (setf *session-cache-size* 10)"
      "(defun page (path header params) (declare (ignore path header params)) (princ (incf *n*)))"
      "(serve 'page :port 0)");
  std::vector<std::unique_ptr<Browser>> browsers;
  for (int i = 0; i < 50; ++i) browsers.push_back(std::make_unique<Browser>(server.port()));
  std::set<std::string> cookies;
  for (int round = 1; round <= 3; ++round)
    for (auto& b : browsers) {
      CHECK(b->get("/").body == std::to_string(round));
      cookies.insert(b->cookie());
    }
  CHECK(cookies.size() == browsers.size());
}

TEST_CASE("sessions in memory expire", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*) (setf *session-lifetime* 1)"
      "(defun page (path header params) (declare (ignore path header params)) (princ (incf *n*)))"
      "(serve 'page :port 0)");
  Browser browser(server.port());
  const std::string first = browser.get("/").header("Set-Cookie");
  CHECK(first.find("; Max-Age=1;") != std::string::npos);
  std::string given;
  for (int waited = 0; waited < 20 && (given.empty() || name_and_token(given) == name_and_token(first)); ++waited) {
    ::poll(nullptr, 0, 2500);
    given = browser.get("/").header("Set-Cookie");
  }
  CHECK(name_and_token(given) != name_and_token(first));
}

TEST_CASE("a cookie is sent once and renewed when it is old", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*)"
      "(defun page (path header params) (declare (ignore header params))"
      "  (setf *cookie-renewal* (if (equal path \"old\") -1 1000)) (princ (incf *n*)))"
      "(serve 'page :port 0)");
  Browser browser(server.port());
  const std::string first = browser.get("/").header("Set-Cookie");
  CHECK(first.find("session-" + std::to_string(server.port()) + "=") == 0);
  CHECK(browser.get("/").header("Set-Cookie").empty());
  CHECK(browser.get("/old").header("Set-Cookie") == first);
  CHECK(browser.get("/").body == "4");
}

TEST_CASE("the cookies of two services are separate", "[web-sessions]") {
  const ScratchFolder scratch;
  const auto with_file = [&](const std::string& file) {
    return counting + "(serve 'page :port 0 :sessions \"" + scratch.path(file) + "\")";
  };
  auto one = std::make_unique<WebServer>(with_file("a.db"));
  WebServer other(with_file("b.db"));
  Browser a(one->port()), b(other.port());
  a.get("/"), b.get("/");
  REQUIRE(a.cookie().substr(0, 16) != b.cookie().substr(0, 16));
  const auto with_both = [&](int port) {
    Client client(port);
    client.send("GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + a.cookie() + "; " + b.cookie() + "\r\n\r\n");
    return client.receive();
  };
  CHECK((with_both(one->port()).body == "2" && with_both(other.port()).body == "2"));
  one->kill(SIGKILL);
  one = std::make_unique<WebServer>(with_file("a.db"));
  CHECK(with_both(one->port()).body == "3");  // the name depends on the file, not on the port
}

TEST_CASE("among cookies with the same name, the one with a session is used", "[web-sessions]") {
  WebServer server(counting + "(serve 'page :port 0)");
  Browser browser(server.port());
  browser.get("/");
  const std::string name = browser.cookie().substr(0, browser.cookie().find('=') + 1), stranger = name + std::string(48, '1');
  int count = 1;
  for (const std::string& line : {browser.cookie() + "; " + stranger, stranger + "; " + browser.cookie(),
                                  browser.cookie() + "; " + browser.cookie(), name + "; " + browser.cookie()})
    CHECK(ask(server, "Cookie: " + line + "\r\n").body == std::to_string(++count));
}

TEST_CASE("behind HTTPS the cookie is Secure", "[web-sessions]") {
  WebServer server(counting + "(serve 'page :port 0)");
  const std::string name = "session-" + std::to_string(server.port()) + "=";
  const std::string cookie = ask(server, "X-Forwarded-Proto: https\r\n").header("Set-Cookie");
  CHECK(cookie.find("__Host-" + name) == 0);
  CHECK(cookie.find("; Secure; HttpOnly; SameSite=Lax") != std::string::npos);
  const std::string mine = "Cookie: " + name_and_token(cookie) + "\r\n";
  CHECK(ask(server, "X-Forwarded-Proto: https\r\n" + mine).body == "2");
  CHECK(ask(server, mine).body == "1");  // no browser sends it here
  const std::string plain = ask(server, "").header("Set-Cookie");
  CHECK(plain.find(name) == 0);
  CHECK(plain.find("Secure") == std::string::npos);
}

TEST_CASE("the sessions of one client are limited without affecting others", "[web-sessions]") {
  WebServer server(counting + "(setf *session-burst* 3 *session-pace* 1000) (serve 'page :port 0)");
  const std::string crowd = "X-Forwarded-For: 192.0.2.9, 198.51.100.7\r\n";
  const std::string player = "Cookie: " + name_and_token(ask(server, crowd).header("Set-Cookie")) + "\r\n";
  for (int i = 0; i < 2; ++i) CHECK(ask(server, crowd).status == 200);
  for (int i = 0; i < 20; ++i) {
    const Answer refused = ask(server, crowd);
    CHECK(refused.status == 429);
    CHECK(refused.header("Set-Cookie").empty());
    CHECK(std::atoi(refused.header("Retry-After").c_str()) > 900);
    CHECK(refused.body.find("Too many sessions") != std::string::npos);
  }
  CHECK(ask(server, crowd, "/look").status == 200);  // it changes nothing, so there is no session to keep
  CHECK(ask(server, crowd + player).body == "2");
  CHECK(ask(server, "X-Forwarded-For: 203.0.113.1\r\n").status == 200);
  for (int i = 0; i < 10; ++i) CHECK(ask(server, "").status == 200);  // this machine
}

TEST_CASE("a handler that fails changes no session", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* (list 0)) (define-session-variable *n* :save #'first :restore #'list)"
      "(defvar *f* nil) (define-session-variable *f*)"
      "(defun page (path header params) (declare (ignore header params))"
      "  (if (equal path \"begin\") (setf *n* (list 0))) (princ (incf (first *n*)))"
      "  (when (equal path \"error\") (error \"lost\")) (when (equal path \"unreadable\") (setf *f* #'car)))"
      "(serve 'page :port 0)");
  Browser browser(server.port());
  CHECK(browser.get("/begin").body == "1");
  CHECK(browser.get("/error").status == 500);
  CHECK(browser.get("/unreadable").status == 500);
  CHECK(browser.get("/").body == "2");
  Browser fresh(server.port());
  CHECK(fresh.get("/error").status == 500);
  CHECK(fresh.cookie().empty());
  CHECK(fresh.get("/begin").body == "1");
}

TEST_CASE("a server reports a port or file that is already in use", "[web-sessions]") {
  const ScratchFolder scratch;
  const std::string file = scratch.path("sessions.db");
  WebServer server("(load \"game/webserver.lisp\") (defun page (&rest r) (print r)) (serve 'page :port 0 :sessions \"" + file + "\")");
  const std::string load = "--load game/webserver.lisp --eval \"(serve 'list ";
  CHECK(run_tessera(load + ":port " + std::to_string(server.port()) + ")\"").errors.find("Address already in use") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :sessions \\\"" + file + "\\\")\"").errors.find("database is locked") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :sessions \\\"/nowhere/at/all.db\\\")\"").errors.find("unable to open") != std::string::npos);
  const std::string newer = scratch.path("newer.db");
  tessera::web::SessionStore::open(newer, 1000, 10);
  std::string bytes = file_text(newer);
  REQUIRE(bytes[63] == 2);  // SQLite's user_version is the big-endian word at 60
  bytes[63] = 3;
  std::ofstream(newer, std::ios::binary) << bytes;
  CHECK(run_tessera(load + ":port 0 :sessions \\\"" + newer + "\\\")\"").errors.find("the file is of a newer version of this program") !=
        std::string::npos);
  CHECK(run_tessera(load + ":port 70000)\"").errors.find("a port, 0 to 65535") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :host \\\"no.such.host.invalid\\\")\"").status == 1);
  CHECK(run_tessera("--load game/webserver.lisp --eval \"(serve 'no-such-function)\"").errors.find("a function or the name of one") !=
        std::string::npos);
}

}  // namespace
