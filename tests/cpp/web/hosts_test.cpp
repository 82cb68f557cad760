// A server's names, and requests for other names: pages of another site whose name resolves to this machine.
#include "web/hosts.hpp"
#include "../catch.hpp"
#include "parse_head.hpp"
#include "web_server.hpp"

namespace {

using namespace tessera::web;

const char* const loopback_names[] = {"localhost", "LOCALHOST:8080", "game.localhost", "127.0.0.1",  "127.0.0.1:8080",  "127.1.2.3",
                                      "[::1]",     "[::1]:8080",     "[0:0::1]:1",     "localhost.", "localhost.:8080", "game.localhost."};
const char* const foreign_names[] = {"evil.example",
                                     "evil.example:8080",
                                     "localhost.evil.example",
                                     "notlocalhost",
                                     "127.0.0.1.evil.example",
                                     "127.0.0.1:x",
                                     "localhost:8080:8080",
                                     "[::1",
                                     "[::1]x",
                                     "[]",
                                     "",
                                     ".",
                                     "localhost..",
                                     ":8080",
                                     "local host",
                                     "1.2.3",
                                     "0x7f.1"};

TEST_CASE("a local server accepts the names of localhost", "[web-units]") {
  Hosts hosts{false, false, {"Dice.example.org", "[FD00::0:1]", "box_1.example."}};
  hosts.add_own(boost::asio::ip::address_v4::loopback(), "127.0.0.1");
  for (const char* name : loopback_names) CHECK(hosts.include(name));
  for (const char* name : foreign_names) CHECK_FALSE(hosts.include(name));
  for (const char* name : {"192.168.1.5:8080", "[fe80::1]", "0.0.0.0"}) CHECK_FALSE(hosts.include(name));
  for (const char* name : {"dice.example.org", "DICE.EXAMPLE.ORG:443", "dice.example.org.", "[fd00::1]", "[fd00:0::1]:80", "box_1.example"})
    CHECK(hosts.include(name));
  for (const char* name : {"x.dice.example.org", "[fd00::2]"}) CHECK_FALSE(hosts.include(name));
}

TEST_CASE("a public server also accepts addresses and the machine's name", "[web-units]") {
  Hosts hosts;
  hosts.add_own(boost::asio::ip::address_v4::any(), "box.example.org");
  for (const char* name : loopback_names) CHECK(hosts.include(name));
  for (const char* name : foreign_names) CHECK_FALSE(hosts.include(name));
  char own[256] = "";
  REQUIRE(::gethostname(own, sizeof own - 1) == 0);
  for (const std::string& name :
       {std::string("192.168.1.5:8080"), std::string("[fe80::1]"), std::string("box.example.org:80"), std::string(own)})
    CHECK(hosts.include(name));
  hosts.any = true;
  CHECK(hosts.include("evil.example"));
}

TEST_CASE("the Host header is parsed", "[web-units]") {
  const auto host = [](const std::string& target, const std::string& headers) {
    Request request;
    CHECK(parse_head("GET " + target + " HTTP/1.0" + headers, request) == 0);
    return request.host;
  };
  CHECK(host("/", "\r\nHost: a:80") == "a:80");
  CHECK(host("/", "").empty());
  CHECK(host("http://b:81/", "\r\nHost: a:80") == "b:81");  // the address counts, as the standard has it
  Request request;
  for (const char* target : {"http:///", "http://a b/", "http://user@a/"}) {
    INFO(target);
    CHECK(parse_head(std::string("GET ") + target + " HTTP/1.1\r\nHost: a", request) == 400);
  }
}

Answer ask(const WebServer& server, const std::string& host, const std::string& target = "/") {
  Client client(server.port());
  client.send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  return client.receive();
}

const std::string load = "(load \"game/webserver.lisp\") (defun page (&rest r) (declare (ignore r)) (princ \"hello\"))";

TEST_CASE("a foreign name that resolves to this machine gets no answer", "[web-bad]") {
  const WebServer server(load + "(serve 'page :port 0)");
  CHECK(ask(server, "localhost").body == "hello");
  CHECK(ask(server, "127.0.0.1:" + std::to_string(server.port())).body == "hello");
  const Answer refused = ask(server, "evil.example:" + std::to_string(server.port()));
  CHECK(refused.status == 421);
  CHECK(refused.body.find("HOSTS") != std::string::npos);
  CHECK(ask(server, "localhost", "http://evil.example/").status == 421);
  CHECK(ask(server, "evil.example", "http://localhost/").body == "hello");
}

TEST_CASE("a server accepts additional configured names", "[web-bad]") {
  const WebServer server(load + "(serve 'page :port 0 :hosts '(\"dice.example.org\" \"box\" \"[fd00::1]\"))");
  for (const char* host : {"dice.example.org", "box:80", "[fd00::1]:80", "localhost"}) CHECK(ask(server, host).body == "hello");
  CHECK(ask(server, "example.org").status == 421);
  const WebServer any(load + "(serve 'page :port 0 :hosts t)");
  CHECK(ask(any, "example.org").body == "hello");
  const std::string wrong = run_tessera("--load game/webserver.lisp --eval \"(serve 'list :hosts '(\\\"box:80\\\"))\"").errors;
  CHECK(wrong.find("a list of names of hosts, strings without ports, or T") != std::string::npos);
}

}  // namespace
