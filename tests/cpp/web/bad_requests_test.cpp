// Bad requests over real sockets: each gets a 4xx answer or a closed connection, the game is unchanged, and the server
// continues.
#include <sys/resource.h>

#include <random>
#include <vector>

#include "../catch.hpp"
#include "web_server.hpp"

namespace {

using namespace std::string_literals;

const char* const game_script = "(load \"game/dice_of_doom_v4.lisp\") (load \"game/native.lisp\") (serve #'dod-request-handler :port 0)";

struct Bad {
  std::string name, bytes;
};
using Bads = std::vector<Bad>;

std::string get(const std::string& target, const std::string& headers = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}
std::string post(const std::string& headers, const std::string& body) {
  return "POST /game.html HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body;
}
const std::string form = "Content-Type: application/x-www-form-urlencoded\r\n";

void add_lines(Bads& bads) {
  for (const std::string& line : {"GET"s,
                                  "GET /game.html"s,
                                  "GET /game.html HTTP"s,
                                  "GET /game.html HTTP/1.1 x"s,
                                  "GET  /game.html HTTP/1.1"s,
                                  " GET /game.html HTTP/1.1"s,
                                  "GET\t/game.html\tHTTP/1.1"s,
                                  "GET /game.html FTP/1.1"s,
                                  "GET /game.html HTTP/9.9"s,
                                  "GET /game.html HTTP/1.1\0"s,
                                  "G\0T /game.html HTTP/1.1"s,
                                  "GET game.html HTTP/1.1"s,
                                  "GET * HTTP/1.1"s,
                                  "GET \\game.html HTTP/1.1"s,
                                  "(quit) / HTTP/1.1"s,
                                  "\xFF\xFE / HTTP/1.1"s,
                                  "PRI * HTTP/2.0"s,
                                  "\x16\x03\x01\x02"s,
                                  "SSH-2.0-OpenSSH_9.2"s,
                                  "HTTP/1.1 200 OK"s,
                                  "{\"json\": true}"s,
                                  "(serve nil)"s})
    bads.push_back({"the line " + line, line + "\r\nHost: localhost\r\n\r\n"});
  for (const std::string& method :
       {"PUT"s, "DELETE"s, "PATCH"s, "OPTIONS"s, "TRACE"s, "CONNECT"s, "PROPFIND"s, "get"s, "GETT"s, "#.(quit)"s})
    bads.push_back({"the method " + method, method + " /game.html HTTP/1.1\r\nHost: localhost\r\n\r\n"});
}

void add_targets(Bads& bads) {
  for (const std::string& target : {"/../../etc/passwd"s,
                                    "/..%2f..%2fetc/passwd"s,
                                    "/%2e%2e/%2e%2e/etc/passwd"s,
                                    "/a/../game.html"s,
                                    "/./game.html"s,
                                    "/..\\..\\windows"s,
                                    "/%zz"s,
                                    "/%"s,
                                    "/%4"s,
                                    "/%00"s,
                                    "/game.html%00.svg"s,
                                    "/%ff%fe"s,
                                    "/%c0%af"s,
                                    "/%ed%a0%80"s,
                                    "/%0d%0aSet-Cookie:%20a=b"s,
                                    "/a\x01"s,
                                    "/\x7F"s,
                                    "/\xC3\xA9"s,
                                    "/game.html#x"s,
                                    "/a b"s,
                                    "/no-such-page"s,
                                    "//game.html"s,
                                    "/game.html/"s,
                                    "/GAME.HTML"s,
                                    "/sessions.db"s,
                                    "/etc/passwd"s,
                                    "/%252e%252e/x"s,
                                    "/.git/config"s,
                                    "/game.html?chosen=%zz"s,
                                    "/game.html?chosen=%"s,
                                    "/game.html?%zz=3"s,
                                    "/game.html?chosen=%ff"s,
                                    "/game.html?chosen=%c3%28"s,
                                    "/game.html?chosen=\xC3\xA9"s,
                                    "/game.html?chosen=%00"s,
                                    "/game.html?chosen=3%00"s,
                                    "/game.html?chosen= 3"s})
    bads.push_back({"the target " + target, get(target)});
  bads.push_back({"a target of 5000 bytes", get("/" + std::string(5000, 'a'))});
  bads.push_back({"a target of 100000 bytes", get("/game.html?chosen=" + std::string(100000, '3'))});
  std::string many = "/game.html?chosen=3";
  for (int i = 0; i < 300; ++i) many += "&a=" + std::to_string(i);
  bads.push_back({"300 parameters", get(many)});
}

/// So many chunks of a byte each.
std::string chunks(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += "1\r\na\r\n";
  return bytes;
}

/// With the player's own cookie: invalid choices.
void add_choices(Bads& bads, const std::string& cookie) {
  for (const std::string& choice : {"999"s,
                                    "()"s,
                                    "%28%29"s,
                                    "%23.(quit)"s,
                                    "%23.%28quit%29"s,
                                    "-1"s,
                                    "1e9"s,
                                    "3.0"s,
                                    "1/2"s,
                                    "(3)"s,
                                    "'3"s,
                                    "%223%22"s,
                                    "3%203"s,
                                    "+"s,
                                    ""s,
                                    "PASS"s,
                                    "pass%20"s,
                                    ":pass"s,
                                    "cl-user::pass"s,
                                    "99999999999999999999999999"s,
                                    "%C2%B2"s,
                                    "%D9%A3"s,
                                    "T"s,
                                    "NIL%20"s,
                                    "%7C%7C"s,
                                    "%5C3"s,
                                    "3%3B"s,
                                    "%3Cscript%3E"s,
                                    "25"s,
                                    "0x3"s,
                                    "%F0%9F%8E%B2"s,
                                    std::string(2000, '9')})
    bads.push_back({"the choice " + choice, get("/game.html?chosen=" + choice, cookie)});
}

void add_headers(Bads& bads) {
  for (const std::string& headers : {"Host: other\r\n"s,
                                     "Host : localhost\r\n"s,
                                     " folded: x\r\n"s,
                                     "A: b\r\n c\r\n"s,
                                     "no colon\r\n"s,
                                     ": no name\r\n"s,
                                     "A b: c\r\n"s,
                                     "A: \0\r\n"s,
                                     "A: \x01\r\n"s,
                                     "A: \xFF\r\n"s,
                                     "A\xFF: b\r\n"s,
                                     "A: b\rC: d\r\n"s,
                                     "A: b\nC: d\r\n"s,
                                     "Content-Length: -1\r\n"s,
                                     "Content-Length: 1x\r\n"s,
                                     "Content-Length: 0x10\r\n"s,
                                     "Content-Length: \r\n"s,
                                     "Content-Length: 1, 1\r\n"s,
                                     "Content-Length: 1\r\nContent-Length: 2\r\n"s,
                                     "Content-Length: 99999999999999999999\r\n"s,
                                     "Content-Length: 18446744073709551616\r\n"s,
                                     "Transfer-Encoding: chunked\r\n"s,
                                     "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"s,
                                     "Transfer-Encoding : chunked\r\n"s,
                                     "Transfer-Encoding: xchunked\r\n"s,
                                     "Transfer-Encoding: gzip, chunked\r\n"s,
                                     "Expect: the-unexpected\r\n"s})
    bads.push_back({"the headers " + headers, get("/game.html?chosen=3", headers)});
  bads.push_back({"no host", "GET /game.html HTTP/1.1\r\n\r\n"});
  bads.push_back({"a host of two words", "GET /game.html HTTP/1.1\r\nHost: a b\r\n\r\n"});
  bads.push_back({"bare line feeds", "GET /game.html HTTP/1.1\nHost: localhost\n\n"});
  std::string many;
  for (int i = 0; i < 200; ++i) many += "A" + std::to_string(i) + ": b\r\n";
  bads.push_back({"200 headers", get("/game.html", many)});
  bads.push_back({"a header of 40 kB", get("/game.html", "A: " + std::string(40000, 'b') + "\r\n")});
  bads.push_back({"a header of 10 MB", get("/game.html", "A: " + std::string(10 << 20, 'b') + "\r\n")});
  bads.push_back({"a header's name of 10 MB", get("/game.html", std::string(10 << 20, 'b') + ": a\r\n")});
  bads.push_back({"10 MB without a line's end", std::string(10 << 20, 'x')});
  bads.push_back({"10 MB of NULs", std::string(10 << 20, '\0')});
  bads.push_back({"a cookie of 40 kB", get("/game.html", "Cookie: session=" + std::string(40000, 'a') + "\r\n")});
}

void add_bodies(Bads& bads) {
  bads.push_back({"a form without a length", post(form, "chosen=3")});
  bads.push_back({"a form of 10 MB", post(form + "Content-Length: 10485760\r\n", std::string(10 << 20, 'a'))});
  bads.push_back({"a form of 70 kB", post(form + "Content-Length: 70000\r\n", std::string(70000, 'a'))});
  bads.push_back({"a form of 70 kB in chunks",
                  post(form + "Transfer-Encoding: chunked\r\n", "11170\r\n" + std::string(70000, 'a') + "\r\n0\r\n\r\n")});
  bads.push_back({"half a form", post(form + "Content-Length: 100\r\n", "chosen=3")});
  bads.push_back({"a form with %zz", post(form + "Content-Length: 10\r\n", "chosen=%zz")});
  bads.push_back({"a form that is no UTF-8", post(form + "Content-Length: 8\r\n", "chosen=\xFF")});
  bads.push_back({"a form with a NUL", post(form + "Content-Length: 9\r\n", "chosen=\0003"s)});
  bads.push_back({"JSON", post("Content-Type: application/json\r\nContent-Length: 12\r\n", "{\"chosen\":3}")});
  bads.push_back({"parts", post("Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 4\r\n", "--x-")});
  bads.push_back({"a body of no type", post("Content-Length: 8\r\n", "chosen=3")});
  bads.push_back({"a form in gzip", post(form + "Content-Encoding: gzip\r\nContent-Length: 5\r\n", "\x1F\x8B\x08 x")});
  bads.push_back({"chunks that never end", post(form + "Transfer-Encoding: chunked\r\n", chunks(100000))});
  bads.push_back({"chunks of a negative size", post(form + "Transfer-Encoding: chunked\r\n", "-5\r\nabcde\r\n")});
  bads.push_back({"chunks of a huge size", post(form + "Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFF\r\nabcde\r\n")});
  bads.push_back({"chunks that are nonsense", post(form + "Transfer-Encoding: chunked\r\n", "zz\r\n\r\n\0\0\0"s)});
}

void add_halves(Bads& bads) {
  const std::string whole = get("/game.html?chosen=3", "A: b\r\n");
  for (std::size_t length = 1; length < whole.size(); length += 7)
    bads.push_back({"the first " + std::to_string(length) + " bytes", whole.substr(0, length)});
}

void add_noise(Bads& bads) {
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    std::string bytes(200, ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    bads.push_back({"noise " + std::to_string(i), bytes + "\r\n\r\n"});
  }
}

/// Returns the visible state of a session's game.
std::string shown(Browser& browser) {
  const Answer page = browser.get("/game.html?chosen=NIL");
  CHECK(page.status == 200);
  return page.body.substr(std::min(page.body.size(), page.body.find("<svg")));
}

TEST_CASE("bad requests get a 4xx answer or a closed connection, and change no game", "[web-bad]") {
  WebServer server(game_script);
  Browser player(server.port());
  CHECK(player.get("/game.html").status == 200);
  const std::string game = shown(player);
  Bads bads;
  add_lines(bads), add_targets(bads), add_choices(bads, player.cookie_line()), add_headers(bads), add_bodies(bads), add_halves(bads),
      add_noise(bads);
  REQUIRE(bads.size() >= 100);
  for (const Bad& bad : bads) {
    Client client(server.port());
    client.send(bad.bytes);
    client.end_sending();
    const Answer answer = client.receive();
    INFO(bad.name.substr(0, 200) << ": " << answer.status << " " << answer.body.substr(0, 200));
    CHECK_FALSE(answer.timed_out);
    CHECK((answer.status == 0 || (answer.status >= 400 && answer.status < 500) || answer.status == 505));
  }
  CHECK(server.alive());
  CHECK(shown(player) == game);
}

TEST_CASE("unused headers have no effect", "[web-bad]") {
  WebServer server(game_script);
  Browser player(server.port());
  CHECK(player.get("/game.html").status == 200);
  const std::string game = shown(player);
  for (const std::string& headers :
       {"Range: bytes=99999999999999999999-\r\n"s, "Range: bytes=-99999999999999999999\r\n"s, "Range: bytes=0-99999999999999999999\r\n"s,
        "range: BYTES=1-2\r\n"s, "Range: bytes=2-1\r\n"s, "Range: bytes=\r\n"s, "Range: bytes=x-y\r\n"s, "Range: lines=1-2\r\n"s,
        "Range: bytes=" + std::string(2000, ',') + "\r\n", "Range: bytes=0-1\r\nRange: bytes=0-1\r\n"s,
        "Keep-Alive: timeout=99999999999999999999\r\n"s, "Accept: */*;q=99999999999999999999999\r\n"s, "Accept-Encoding: br;q=x\r\n"s,
        "Content-Range: bytes 9-1/0\r\n"s, "REMOTE_PORT: x\r\n"s, "If-Range: x\r\n"s, "Authorization: Digest x\r\n"s,
        "Upgrade: websocket\r\n"s}) {
    INFO(headers.substr(0, 100));
    for (const char* path : {"/game.html?chosen=NIL", "/no-such-page"}) {
      Client client(server.port());
      client.send(get(path, player.cookie_line() + headers));
      client.end_sending();
      const Answer answer = client.receive();
      CHECK(answer.status == (path[1] == 'g' ? 200 : 404));
      if (path[1] == 'g') CHECK(answer.body.substr(std::min(answer.body.size(), answer.body.find("<svg"))) == game);
    }
  }
  CHECK(server.alive());
}

TEST_CASE("foreign or forged cookies reveal no game of other players", "[web-bad]") {
  WebServer server(game_script);
  Browser player(server.port());
  player.get("/game.html");
  const std::string game = shown(player), cookie = player.cookie();
  const std::string name = cookie.substr(0, cookie.find('=')), token = cookie.substr(name.size() + 1);
  REQUIRE(token.size() == 48);
  std::string other = token;
  other[47] = other[47] == '0' ? '1' : '0';
  std::string upper = token + "x";
  upper[0] = 'Z';
  CHECK(name == "session-" + std::to_string(server.port()));
  const std::vector<std::string> cookies = {"",
                                            other,
                                            upper,
                                            token + "x",
                                            token.substr(1),
                                            "%27%20OR%201=1",
                                            "'; DROP TABLE sessions; --",
                                            "../../../../etc/passwd",
                                            "#.(quit)",
                                            std::string(48, '0'),
                                            "\"" + token + "\"",
                                            std::string(4000, 'a')};
  std::vector<std::string> lines = {"Session" + name.substr(7) + "=" + token, "session=" + token, "x=" + token, name + token,
                                    "__Host-" + name + "=" + token};
  for (const std::string& value : cookies) lines.push_back(name + "=" + value);
  for (const std::string& line : lines) {
    INFO(line);
    Client client(server.port());
    client.send(get("/game.html?chosen=NIL", "Cookie: " + line + "\r\n"));
    const Answer answer = client.receive();
    CHECK(answer.status == 200);
    const std::string given = answer.header("Set-Cookie");
    CHECK(given.size() > 56);
    CHECK(given.find(token) == std::string::npos);
    CHECK(given.find("; HttpOnly; SameSite=Lax") != std::string::npos);
    CHECK(answer.body.substr(std::min(answer.body.size(), answer.body.find("<svg"))) != game);
  }
  CHECK(shown(player) == game);
}

TEST_CASE("responses have the right headers", "[web-bad]") {
  WebServer server(
      "(load \"game/webserver.lisp\")"
      "(defun page (path header params) (declare (ignore header))"
      "  (cond ((equal path \"error\") (car 5))"
      "        ((equal path \"deep\") (labels ((f (n) (1+ (f n)))) (f 1)))"
      "        ((equal path \"broken-header\") (setf (response-header \"A\") (format nil \"b~%c\")))"
      "        ((equal path \"broken-status\") (setf *response-status* 42))"
      "        ((equal path \"moved\") (setf *response-status* 303 (response-header \"Location\") \"/x\"))"
      "        ((equal path \"text\") (setf (response-header \"Content-Type\") \"text/plain\") (princ \"plain\"))"
      "        ((equal path \"known\") (princ (find-symbol (string-upcase (cdr (first params))))))"
      "        ((equal path \"read\") (princ (read-from-string (cdr (first params)))))"
      "        (t (prin1 (list path *request-method* params)))))"
      "(serve 'page :port 0)");
  const auto ask = [&](const std::string& request, bool with_body = true) {
    Client client(server.port());
    client.send(request);
    return client.receive(60, with_body);  // a stack overflow takes long on a machine that is busy
  };
  Answer answer = ask(get("/a/%E2%82%AC?list=1&no-such-symbol=2"));
  CHECK(answer.status == 200);
  CHECK(answer.body == "(\"a/\xE2\x82\xAC\" \"GET\" ((LIST . \"1\") (#:NO-SUCH-SYMBOL . \"2\")))");
  CHECK(answer.header("Content-Type") == "text/html; charset=utf-8");
  CHECK(answer.header("X-Content-Type-Options") == "nosniff");
  CHECK(answer.header("Content-Security-Policy").find("default-src 'self'") == 0);
  answer = ask(post(form + "Content-Length: 9\r\n", "list=a+%62"));
  CHECK(answer.status == 400);  // a byte is missing: %6
  answer = ask(post(form + "Content-Length: 10\r\nExpect: 100-continue\r\n", "list=a+%62"));
  CHECK(answer.body == "(\"game.html\" \"POST\" ((LIST . \"a b\")))");
  answer = ask(post(form + "Transfer-Encoding: chunked\r\n", "5\r\nlist=\r\n5\r\na+%62\r\n0\r\n\r\n"));
  CHECK(answer.body == "(\"game.html\" \"POST\" ((LIST . \"a b\")))");
  answer = ask(get("/x", "Range: bytes=0-3,0-3,2-\r\n"));
  CHECK(answer.status == 200);
  CHECK(answer.body == "(\"x\" \"GET\" NIL)");
  CHECK(ask(get("/x", "Accept-Encoding: gzip\r\n")).header("Content-Encoding") == "gzip");
  answer = ask("HEAD /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", false);
  CHECK(answer.status == 200);
  CHECK(answer.header("Content-Length") == "15");
  CHECK(ask(get("/error")).status == 500);
  CHECK(ask(get("/error")).body.find("TYPE-ERROR") == std::string::npos);
  CHECK(server.errors().find("The page \"error\" failed. TYPE-ERROR: CAR: 5 is not of type LIST") != std::string::npos);
  for (const char* path : {"/deep", "/broken-header", "/broken-status", "/read?x=%23.(quit)", "/read?x=("}) {
    INFO(path);
    CHECK(ask(get(path)).status == 500);
  }
  CHECK(ask(get("/read?x=new-symbol")).body == "NEW-SYMBOL");
  CHECK(ask(get("/known?x=new-symbol")).body == "NIL");
  CHECK(ask(get("/moved")).header("Location") == "/x");
  CHECK(ask(get("/text")).header("Content-Type") == "text/plain");
  CHECK(ask("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n").header("Allow") == "GET, HEAD, POST");
  CHECK(ask("GET / HTTP/1.0\r\n\r\n").header("Connection") == "close");

  Client pipelined(server.port());  // several requests at once are answered in order
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += get("/" + std::to_string(i), i == 10 ? "Content-Length: 0\r\n" : "");
  pipelined.send(requests);
  for (int i = 0; i < 20; ++i) CHECK(pipelined.receive().body == "(\"" + std::to_string(i) + "\" \"GET\" NIL)");

  CHECK(server.alive());
  CHECK(server.kill(SIGINT) == 0);
}

/// This process's files, as many as it may open.
void raise_file_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

TEST_CASE("silent and slow connections do not block others", "[web-idle]") {
  raise_file_limit();
  WebServer server(game_script, 300);
  Browser player(server.port());
  player.get("/game.html");
  const std::string game = shown(player);
  std::vector<Client> idle;
  for (int i = 0; i < 2000; ++i) {
    idle.emplace_back(server.port());
    if (i % 3 == 1) idle.back().send("GET /game.html HTTP/1.1\r\nHost: loc");
    if (i % 3 == 2) idle.back().send(post(form + "Content-Length: 1000\r\n", "chosen="));
    if (i % 250 == 0) CHECK(shown(player) == game);
  }
  CHECK(shown(player) == game);
  CHECK(idle.front().closed(60));  // it had to give way
  Client slow(server.port());
  bool open = true;
  for (int i = 0; i < 24 && open; ++i) {  // a byte every half a second: twelve seconds are more than a request may take
    open = slow.send(i == 0 ? "GET /game.html HTTP/1.1\r\nA: " : "b");
    ::poll(nullptr, 0, 500);
  }
  const Answer answer = slow.receive(60);
  CHECK((answer.status == 408 || answer.status == 0));
  CHECK_FALSE(answer.timed_out);
  CHECK(shown(player) == game);
  CHECK(server.alive());
}

}  // namespace
