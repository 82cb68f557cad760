// The threads that serve connections, also where the system gives few or none.
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "../no_more_threads.hpp"
#include "web/connections.hpp"
#include "web/server.hpp"
#include "web/threads.hpp"
#include "web_server.hpp"

namespace {

using namespace tessera::web;

TEST_CASE("threads are made as connections need them", "[web-units]") {
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

TEST_CASE("where no more threads are to be had, those that are there serve all connections", "[web-units]") {
  Connections connections;
  Threads threads(connections);
  std::atomic<int> ended = 0;
  {
    const No_more_threads none;
    for (int i = 0; i < 10; ++i) threads.enqueue([&] { ++ended; });
    CHECK(takes_signals());
  }
  threads.shutdown();
  CHECK(ended == 10);
}

TEST_CASE("without any thread there is no server", "[web-units]") {
  const No_more_threads none;
  Connections connections;
  CHECK_THROWS_AS(Threads(connections), std::system_error);
  CHECK_THROWS_WITH(Server("127.0.0.1", 0), Catch::StartsWith("the system gives no thread: "));
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

TEST_CASE("a server with one thread serves connections by turns, those that are silent give way", "[web-units]") {
  Server server("127.0.0.1", 0);
  const No_more_threads none;
  std::vector<Client> clients;
  for (const char* path : {"/a", "/b", "/c"}) {
    clients.emplace_back(server.port());
    clients.back().send(std::string("GET ") + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    answer(server, 1);
    CHECK(clients.back().receive().body == path);
  }
  CHECK(clients[0].closed(5));
  CHECK(clients[1].closed(5));
}

}  // namespace
