// The event loop: connections that give way, keep the server waiting, or do not read.
#include <sys/resource.h>

#include <chrono>
#include <vector>

#include "../catch.hpp"
#include "../no_more_threads.hpp"
#include "web/server.hpp"
#include "web_server.hpp"

namespace {

using namespace tessera::web;

TEST_CASE("a server without any thread is refused", "[web-units]") {
  const NoMoreThreads none;
  CHECK_THROWS_WITH(Server("127.0.0.1", 0), Catch::Matchers::StartsWith("the system gives no thread: "));
  CHECK(takes_signals());
}

TEST_CASE("a server that cannot listen says why", "[web-units]") {
  const Server server("127.0.0.1", 0);
  CHECK_THROWS_WITH(Server("127.0.0.1", server.port()), "Address already in use");
  CHECK_THROWS_WITH(Server("no.such.host.invalid", 0), "there is no such host");
}

/// Answers `count` requests, as Lisp does.
void answer(Server& server, int count) {
  while (count > 0)
    if (auto request = server.exchanges().next()) {
      CHECK(server.exchanges().answer(request->first, {200, "text/plain", {}, "/" + request->second.path}));
      --count;
    } else {
      ::poll(nullptr, 0, 1);
    }
}

/// Returns a new connection that asks for `path`.
Client asking(const Server& server, const std::string& path) {
  Client client(server.port());
  client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return client;
}

TEST_CASE("idle connections give way to others, the oldest first", "[web-units]") {
  Server server("127.0.0.1", 0, {}, 1, 2);
  std::vector<Client> clients;
  for (const char* path : {"/a", "/b", "/c", "/d"}) {
    clients.push_back(asking(server, path));
    answer(server, 1);
    CHECK(clients.back().receive().body == path);
  }
  CHECK(clients[0].closed(60));
  CHECK(clients[1].closed(60));
  CHECK(clients[3].send("GET /e HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  answer(server, 1);
  CHECK(clients[3].receive().body == "/e");
}

TEST_CASE("a connection whose request is being answered does not give way", "[web-units]") {
  Server server("127.0.0.1", 0, {}, 1, 1);
  std::vector<Client> clients;
  for (const char* path : {"/a", "/b", "/c"}) clients.push_back(asking(server, path));  // all but one wait for room
  ::poll(nullptr, 0, 300);
  answer(server, 3);
  for (std::size_t i = 0; i < clients.size(); ++i) CHECK(clients[i].receive().body == std::string("/") + "abc"[i]);
}

TEST_CASE("a new connection has a moment to send its request", "[web-units]") {
  Server server("127.0.0.1", 0, {}, 1, 1);
  Client silent(server.port());
  ::poll(nullptr, 0, 300);
  Client other = asking(server, "/a");
  answer(server, 1);
  CHECK(other.receive().body == "/a");
  CHECK(silent.closed(60));
}

TEST_CASE("a browser that does not read its response gives way", "[web-units]") {
  Server server("127.0.0.1", 0, {}, 1, 1);
  Client deaf = asking(server, "/a");
  for (;;)
    if (auto request = server.exchanges().next()) {
      CHECK(server.exchanges().answer(request->first, {200, "text/plain", {}, std::string(std::size_t{64} << 20, 'x')}));
      break;
    }
  Client other = asking(server, "/b");  // waits until the response has had its time
  answer(server, 1);
  CHECK(other.receive().body == "/b");
  CHECK(deaf.closed(60));
}

TEST_CASE("a server without further descriptors serves on", "[web-units]") {
  Server server("127.0.0.1", 0);
  rlimit before{}, few{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  std::vector<Client> clients;
  for (int i = 0; i < 4; ++i) clients.emplace_back(server.port());  // silent ones
  ::poll(nullptr, 0, 300);
  few = before;
  Client one(server.port()), two(server.port());  // their own descriptors are there before the limit
  few.rlim_cur = 8;                               // less than there are: the server cannot accept
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  ::poll(nullptr, 0, 300);
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  for (Client* client : {&one, &two}) {
    client->send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    answer(server, 1);
    CHECK(client->receive().body == "/x");
  }
}

TEST_CASE("requests that are sent at once are answered in order", "[web-units]") {
  Server server("127.0.0.1", 0);
  Client client(server.port());
  std::string requests;
  for (int i = 0; i < 100; ++i) requests += "\r\nGET /" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(requests);
  client.end_sending();
  answer(server, 100);
  for (int i = 0; i < 100; ++i) CHECK(client.receive().body == "/" + std::to_string(i));
  CHECK(client.closed(60));
}

TEST_CASE("a server drains", "[web-units]") {
  Server server("127.0.0.1", 0);
  Client idle(server.port()), asks = asking(server, "/a");
  while (!server.exchanges().next()) ::poll(nullptr, 0, 1);
  CHECK(server.drain(true));
  CHECK(idle.closed(60));
  CHECK_THROWS(Client(server.port()));
  CHECK(server.exchanges().answer(1, {}));
  CHECK(asks.receive().header("Connection") == "close");
  CHECK(asks.closed(60));
  while (server.drain(true)) ::poll(nullptr, 0, 10);
}

}  // namespace
