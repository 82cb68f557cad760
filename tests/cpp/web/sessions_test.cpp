// Sessions over real sockets: each browser has a game of its own, which outlives the server.
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "../catch.hpp"
#include "web_server.hpp"

namespace {

std::string script(const std::string& version, const std::string& file, const std::string& more = "") {
  return "(load \"game/dice_of_doom_" + version + ".lisp\")" + more + "(serve #'dod-request-handler :port 0 :sessions \"" + file + "\")";
}

std::string picture(const Answer& page) { return page.body.substr(std::min(page.body.size(), page.body.find("<svg"))); }

/// The first address behind `mark` in a page, "" if there is none.
std::string link_after(const std::string& mark, const std::string& page) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t from = at + mark.size();
  return page.substr(from, page.find('"', from) - from);
}

/// Where somebody clicks who takes the first hex that is a link, and passes where none is.
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

TEST_CASE("a killed server's games go on", "[web-sessions]") {
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

TEST_CASE("more sessions than are kept in memory", "[web-sessions]") {
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

TEST_CASE("sessions in memory are forgotten, too", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*) (setf *session-lifetime* 1)"
      "(defun page (path header params) (declare (ignore path header params)) (princ (incf *n*)))"
      "(serve 'page :port 0)");
  Browser browser(server.port());
  const std::string first = browser.get("/").header("Set-Cookie");
  CHECK(first.find("; Max-Age=1;") != std::string::npos);
  std::string given;
  for (int waited = 0; waited < 20 && (given.empty() || given.substr(0, 56) == first.substr(0, 56)); ++waited) {
    ::poll(nullptr, 0, 2500);
    given = browser.get("/").header("Set-Cookie");
  }
  CHECK(given.substr(0, 56) != first.substr(0, 56));
}

TEST_CASE("a cookie is given once, and again when it has grown old", "[web-sessions]") {
  WebServer server(
      "(load \"game/webserver.lisp\") (defvar *n* 0) (define-session-variable *n*)"
      "(defun page (path header params) (declare (ignore header params))"
      "  (setf *cookie-renewal* (if (equal path \"old\") -1 1000)) (princ (incf *n*)))"
      "(serve 'page :port 0)");
  Browser browser(server.port());
  const std::string first = browser.get("/").header("Set-Cookie");
  CHECK(first.find("session=") == 0);
  CHECK(browser.get("/").header("Set-Cookie").empty());
  CHECK(browser.get("/old").header("Set-Cookie") == first);
  CHECK(browser.get("/").body == "4");
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

TEST_CASE("a server at a port that is taken, or with a file that is in use, says so", "[web-sessions]") {
  const ScratchFolder scratch;
  const std::string file = scratch.path("sessions.db");
  WebServer server("(load \"game/webserver.lisp\") (defun page (&rest r) (print r)) (serve 'page :port 0 :sessions \"" + file + "\")");
  const std::string load = "--load game/webserver.lisp --eval \"(serve 'list ";
  CHECK(run_tessera(load + ":port " + std::to_string(server.port()) + ")\"").errors.find("Address already in use") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :sessions \\\"" + file + "\\\")\"").errors.find("database is locked") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :sessions \\\"/nowhere/at/all.db\\\")\"").errors.find("unable to open") != std::string::npos);
  CHECK(run_tessera(load + ":port 70000)\"").errors.find("a port, 0 to 65535") != std::string::npos);
  CHECK(run_tessera(load + ":port 0 :host \\\"no.such.host.invalid\\\")\"").status == 1);
  CHECK(run_tessera("--load game/webserver.lisp --eval \"(serve 'no-such-function)\"").errors.find("a function or the name of one") !=
        std::string::npos);
}

}  // namespace
