// The threads that serve connections, also if the system provides few or none.
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "../catch.hpp"
#include "../no_more_threads.hpp"
#include "web/connection.hpp"
#include "web/connections.hpp"
#include "web/server.hpp"
#include "web/threads.hpp"
#include "web_server.hpp"

namespace {

using namespace tessera::web;

TEST_CASE("threads are created on demand", "[web-units]") {
  Connections connections;
  Threads threads(connections);
  std::promise<void> go_on;
  const auto wait = go_on.get_future().share();
  std::atomic<int> started = 0, ended = 0;
  std::atomic<bool> signals = false;
  for (int i = 0; i < 10; ++i)
    threads.enqueue([&, wait] {
      if (takes_signals()) signals = true;
      ++started;
      wait.wait();
      ++ended;
    });
  while (started < 10) std::this_thread::yield();  // each has a thread
  go_on.set_value();
  threads.shutdown();
  CHECK(ended == 10);
  CHECK_FALSE(signals);
  CHECK(takes_signals());
}

TEST_CASE("without further threads the existing ones serve all connections", "[web-units]") {
  Connections connections;
  Threads threads(connections);
  std::atomic<int> ended = 0;
  {
    const NoMoreThreads none;
    for (int i = 0; i < 10; ++i) threads.enqueue([&] { ++ended; });
    CHECK(takes_signals());
  }
  threads.shutdown();
  CHECK(ended == 10);
}

TEST_CASE("a server without any thread is refused", "[web-units]") {
  const NoMoreThreads none;
  Connections connections;
  CHECK_THROWS_AS(Threads(connections), std::system_error);
  CHECK_THROWS_WITH(Server("127.0.0.1", 0), Catch::Matchers::StartsWith("the system gives no thread: "));
  CHECK(takes_signals());
}

/// Answer `count` requests, as Lisp does.
void answer(Server& server, int count) {
  while (count > 0)
    if (auto request = server.next()) {
      CHECK(server.answer(request->first, {200, "text/plain", {}, "/" + request->second.path}));
      --count;
    } else {
      std::this_thread::yield();
    }
}

/// Returns a new connection that asks for `path`.
Client asking(const Server& server, const std::string& path) {
  Client client(server.port());
  client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return client;
}

TEST_CASE("a server with one thread takes turns, and silent connections give way", "[web-units]") {
  Server server("127.0.0.1", 0);
  const NoMoreThreads none;
  std::vector<Client> clients;
  for (const char* path : {"/a", "/b", "/c"}) {
    clients.push_back(asking(server, path));
    answer(server, 1);
    CHECK(clients.back().receive().body == path);
  }
  CHECK(clients[0].closed(60));
  CHECK(clients[1].closed(60));
}

TEST_CASE("a server with one thread answers simultaneous requests", "[web-units]") {
  Server server("127.0.0.1", 0);
  const NoMoreThreads none;
  std::vector<Client> clients;
  for (const char* path : {"/a", "/b", "/c"}) clients.push_back(asking(server, path));
  ::poll(nullptr, 0, 100);  // let all come in: then those that wait need the answered one's place
  answer(server, 3);
  for (std::size_t i = 0; i < clients.size(); ++i) CHECK(clients[i].receive().body == std::string("/") + "abc"[i]);
}

/// Two ends of a connection.
struct Ends {
  Ends() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fd) == 0); }
  ~Ends() {
    for (const int end : fd) ::close(end);
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;
  /// Has the server's end, the first, been shut down?
  bool cut() const {
    char byte = 0;
    return ::recv(fd[1], &byte, 1, MSG_DONTWAIT) == 0;
  }
  int fd[2];
};

TEST_CASE("a connection gives way when others wait", "[web-units]") {
  Connections connections;
  connections.set_room(1);
  Ends a, b, c;
  for (int i = 0; i < 2; ++i) connections.announce();
  CHECK(connections.add(a.fd[0]));
  CHECK_FALSE(a.cut());  // its request has to be read first
  connections.set_waiting(a.fd[0], true);
  CHECK(a.cut());
  connections.remove(a.fd[0]);
  CHECK(connections.add(b.fd[0]));
  connections.set_waiting(b.fd[0], true);
  CHECK_FALSE(b.cut());  // its place is not needed
  connections.set_waiting(b.fd[0], false);
  connections.announce();
  CHECK_FALSE(b.cut());
  connections.set_waiting(b.fd[0], true);
  CHECK(b.cut());
  connections.remove(b.fd[0]);
  CHECK(connections.add(c.fd[0]));
  CHECK_FALSE(c.cut());
}

TEST_CASE("a response that is not read times out", "[web-units]") {
  const Ends ends;
  int late = 0;
  Connection connection(ends.fd[0], [&] {
    ++late;
    ::shutdown(ends.fd[0], SHUT_RDWR);
  });
  connection.expect_within(std::chrono::milliseconds(10));
  CHECK(connection.write(std::string(100, 'x')) == 100);
  CHECK(late == 0);
  CHECK(connection.write(std::string(std::size_t{16} << 20, 'x')) == -1);
  CHECK(late == 1);
}

TEST_CASE("a connection is counted before it is served", "[web-units]") {
  Connections connections;
  Threads threads(connections);
  connections.set_room(1);
  std::atomic<int> served = 0;
  bool counted = true;
  for (int i = 0; i < 2000; ++i) {
    const Ends other;
    connections.announce();
    connections.add(other.fd[0]);
    threads.enqueue([&] {
      connections.set_room(1);  // another thread creates more while this one has not yet reported that it is free
      connections.set_waiting(other.fd[0], true);
      counted = counted && other.cut();  // there is room for one, and this is another
      connections.remove(other.fd[0]);
      connections.remove(-1);
      ++served;
    });
    while (served <= i) std::this_thread::yield();
  }
  threads.shutdown();
  CHECK(counted);
}

}  // namespace
