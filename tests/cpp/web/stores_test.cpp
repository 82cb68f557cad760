// The stores of sessions. Each test runs with a file of SQLite and, if POSTGRESQL names a server (tests/postgresql.py),
// with a database.
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../catch.hpp"
#include "../process.hpp"
#include "web/session_store.hpp"

namespace {

using namespace tessera::web;
using Revision = std::optional<std::int64_t>;

std::string server() {
  const char* address = std::getenv("POSTGRESQL");
  return address == nullptr ? "" : address;
}

/// Returns the output of a shell command.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  for (int c; (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

/// Runs SQL on the server, in the schema `schema`. Returns what it answers.
std::string ask(const std::string& sql, const std::string& schema = "public") {
  return output_of("PGOPTIONS='-csearch_path=" + schema + "' psql -XAtq '" + server() + "' -c \"" + sql + "\"");
}

/// Somewhere to keep sessions, empty at first.
class Place {
 public:
  explicit Place(bool shared) : shared_(shared) {
    if (!shared) {
      address = scratch_.path("sessions.db");
      return;
    }
    schema = "s" + random_token();
    ask("CREATE SCHEMA " + schema);
    address = server() + "&options=-csearch_path%3D" + schema;
  }
  std::unique_ptr<SessionStore> open(std::int64_t lifetime = 1000, std::int64_t most = 10) const {
    return SessionStore::open(address, lifetime, most, [this] { return now; });
  }
  bool shared() const { return shared_; }

  std::string address, schema;
  std::int64_t now = 4000000;

 private:
  ScratchFolder scratch_;
  bool shared_;
};

std::vector<bool> kinds() { return server().empty() ? std::vector{false} : std::vector{false, true}; }

/// Saves `text` as the next state of `key`, whatever the state is.
Revision put(SessionStore& store, const std::string& key, const std::string& text) {
  const auto state = store.load(key);
  return store.save({{key, text, state ? state->revision : 0}});
}

std::string text(SessionStore& store, const std::string& key) {
  const auto state = store.load(key);
  return state ? state->text.value_or("?") : "none";
}

TEST_CASE("a store keeps what was saved", "[web-stores]") {
  for (const bool shared : kinds()) {
    const Place place(shared);
    std::string name;
    const std::string any_octets("with a \0 \xff in it", 15);
    {
      const auto store = place.open();
      name = store->name();
      CHECK((name.size() == 8 && name != Place(shared).open()->name()));
      CHECK_FALSE(store->load("a").has_value());
      put(*store, "a", "1");
      put(*store, "a", "2");
      put(*store, "'; DROP TABLE sessions; --", any_octets);
      CHECK(text(*store, "a") == "2");
      CHECK(store->count() == 2);
      CHECK(store->ready());
    }
    const auto again = place.open();
    CHECK(again->name() == name);
    CHECK(text(*again, "a") == "2");
    CHECK(text(*again, "'; DROP TABLE sessions; --") == any_octets);
    put(*again, "large", std::string(3 << 20, 'x'));
    CHECK(text(*again, "large").size() == 3 << 20);
  }
}

TEST_CASE("a state is saved only over the revision that was read", "[web-stores]") {
  for (const bool shared : kinds()) {
    const Place place(shared);
    const auto store = place.open();
    const Revision first = store->save({{"a", "1", 0}});
    REQUIRE(first);
    CHECK_FALSE(store->save({{"a", "other", 0}}));
    const Revision second = store->save({{"a", "2", *first}});
    CHECK((second && second != first));
    CHECK_FALSE(store->save({{"a", "other", *first}}));
    CHECK(text(*store, "a") == "2");
    CHECK_FALSE(store->load("a", *second)->text.has_value());
    CHECK(store->load("a", *first)->text == "2");
    CHECK(store->save({{"gone", "forgotten meanwhile", 7}}));

    CHECK_FALSE(store->save({{"b", "new", 0}, {"a", "other", *first}}));  // all or none
    CHECK_FALSE(store->load("b").has_value());
    const Revision both = store->save({{"b", "new", 0}, {"a", "3", *second}});
    CHECK((both && store->load("a")->revision == *both && store->load("b")->revision == *both));
    CHECK(store->save({}, "a message alone"));
  }
}

TEST_CASE("times are replaced if nobody has done it before", "[web-stores]") {
  for (const bool shared : kinds()) {
    Place place(shared);
    const auto store = place.open();
    const std::int64_t later = 2208988800 + place.now + 10;  // a universal time
    CHECK(store->time("somebody") == 0);
    CHECK(store->replace_time("somebody", 0, later));
    CHECK_FALSE(store->replace_time("somebody", 0, later + 5));
    CHECK_FALSE(store->replace_time("somebody", later - 1, later + 5));
    CHECK(store->replace_time("somebody", later, later + 5));
    CHECK((store->time("somebody") == later + 5 && store->time("nobody") == 0));
    place.now += 100;
    for (int i = 0; i < 256; ++i) put(*store, "a", "x");
    CHECK(store->time("somebody") == 0);
  }
}

TEST_CASE("states live as long as they are used", "[web-stores]") {
  for (const bool shared : kinds())
    for (const std::int64_t lifetime : {10, 1000, 1000000}) {
      Place place(shared);
      {
        const auto store = place.open(lifetime);
        for (const char* token : {"used", "saved", "idle"}) put(*store, token, "x");
        for (int i = 0; i < 50; ++i) {  // a step is as long as the lifetime but for a tenth, or much less
          place.now += lifetime * (i % 10) / 10;
          CHECK(text(*store, "used") == "x");
          CHECK(put(*store, "saved", "x"));
        }
        CHECK_FALSE(store->load("idle").has_value());
        CHECK_FALSE(store->load("none").has_value());
      }
      place.now += lifetime;
      const auto again = place.open(lifetime);
      CHECK(again->count() == 2);
      CHECK(text(*again, "used") == "x");
      place.now += lifetime + lifetime / 10 + 1;
      CHECK(text(*again, "saved") == "none");
    }
}

TEST_CASE("the least recently used states are dropped", "[web-stores]") {
  for (const bool shared : kinds()) {
    const Place place(shared);
    {
      const auto store = place.open(1000, 100);
      for (int i = 0; i < 600; ++i) store->save({{std::to_string(i), "x", 0}});
      CHECK(store->count() < 400);
      CHECK(text(*store, "599") == "x");
    }
    CHECK(place.open(1000, 100)->count() == 100);
    CHECK(place.open(-1, 100)->count() == 0);
  }
}

TEST_CASE("dropping very many states does not block requests", "[web-stores]") {
  for (const bool shared : kinds()) {
    Place place(shared);
    {
      const auto store = place.open(1000, 10000);
      for (int i = 0; i < 2000; ++i) store->save({{std::to_string(i), "x", 0}});
    }
    place.now += 10000;
    for (const std::int64_t most : {10000, 10}) {  // too old, and too many besides
      const auto store = place.open(1000, most);
      const std::int64_t begun = store->count();
      CHECK((begun > 0 && begun < 2000));
      CHECK_FALSE(store->load("1999").has_value());
      for (int i = 0; i < 300; ++i) put(*store, "new", "x");
      CHECK(store->count() < begun);
    }
    const auto store = place.open(1000, 10);
    for (int i = 0; i < 300; ++i) put(*store, "new", "x");
    CHECK(store->count() == 1);
    CHECK(text(*store, "new") == "x");
  }
}

// Files

/// While it lives, the process can write no file.
class NoMoreFiles {
 public:
  NoMoreFiles() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoMoreFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_CASE("a file is readable without write permission", "[web-stores]") {
  Place place(false);
  const auto store = place.open();
  put(*store, "a", "1");
  place.now += 900;
  std::string loaded;
  bool saved = true;
  {
    const NoMoreFiles none;
    loaded = text(*store, "a");
    try {
      put(*store, "a", "2");
    } catch (const std::runtime_error&) { saved = false; }
  }
  CHECK(loaded == "1");
  CHECK_FALSE(saved);
  CHECK(text(*store, "a") == "1");  // now the use is noted
  place.now += 900;
  CHECK(text(*store, "a") == "1");
}

TEST_CASE("a file belongs to one process, and only its owner can read it", "[web-stores]") {
  const Place place(false);
  const auto store = place.open();
  struct stat file {};
  REQUIRE(::stat(place.address.c_str(), &file) == 0);
  CHECK((file.st_mode & 077) == 0);  // it holds the tokens
  CHECK_THROWS_WITH(place.open(), Catch::Matchers::ContainsSubstring("locked"));
  CHECK(SessionStore::open("", 1000, 10)->name().empty());
  CHECK_THROWS(SessionStore::open("/nowhere/at/all.db", 1000, 10));
  const ScratchFolder scratch;
  CHECK_THROWS(SessionStore::open(scratch.file("text", std::string(2000, 'x')), 1000, 10));
}

TEST_CASE("a file of the first format gets revisions", "[web-stores]") {
  const ScratchFolder scratch;
  const std::string file = scratch.path("old.db");
  const std::string make =
      scratch.file("make.py",
                   "import sqlite3, sys, time\n"
                   "file = sqlite3.connect(sys.argv[1])\n"
                   "file.executescript('PRAGMA user_version = 1; CREATE TABLE store (name TEXT NOT NULL); CREATE TABLE "
                   "sessions (token TEXT PRIMARY KEY, used INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID')\n"
                   "file.execute('INSERT INTO store VALUES (?)', ('12345678',))\n"
                   "file.execute('INSERT INTO sessions VALUES (?, ?, ?)', ('a', int(time.time()), 'x'))\n"
                   "file.commit()\n");
  output_of("python3 '" + make + "' '" + file + "'");
  for (int opened = 0; opened < 2; ++opened) {
    const auto store = SessionStore::open(file, 1000, 10);
    CHECK(store->name() == "12345678");
    CHECK(text(*store, "a") == (opened == 0 ? "x" : "y"));
    CHECK(put(*store, "a", "y"));
  }
}

// Databases

/// Returns the messages that come first, within ten seconds.
std::vector<std::string> heard(SessionStore& store) {
  pollfd file{store.descriptor(), POLLIN, 0};
  ::poll(&file, 1, 10000);
  return store.messages();
}

TEST_CASE("processes see each other's changes and messages", "[web-stores]") {
  if (server().empty()) return;
  const Place place(true);
  const auto here = place.open(), there = place.open();
  const Revision revision = here->save({{"a", "1", 0}}, "changed a");
  CHECK(text(*there, "a") == "1");
  CHECK_FALSE(there->save({{"a", "2", 0}}, "lost"));
  CHECK(there->save({{"a", "2", *revision}}));
  CHECK_FALSE(here->load("a", *revision)->text == "1");
  CHECK(heard(*there) == std::vector<std::string>{"changed a"});
  here->save({}, "two\nlines");
  CHECK(here->messages().empty());  // its own are not for itself, and what was refused was not sent
  CHECK(heard(*there) == std::vector<std::string>{"two", "lines"});
  CHECK(Place(true).open()->messages().empty());
}

TEST_CASE("two processes that save at once do not both succeed", "[web-stores]") {
  if (server().empty()) return;
  const Place place(true);
  const auto first = place.open();
  put(*first, "a", "0"), put(*first, "b", "0");
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&place] {
      const auto store = place.open();
      for (int saved = 0; saved < 100;) {
        const auto a = store->load("a"), b = store->load("b");
        const std::string next = std::to_string(std::stoi(*a->text) + 1);
        saved += store->save({{"a", next, a->revision}, {"b", next, b->revision}}).has_value();
      }
    });
  for (std::thread& t : threads) t.join();
  CHECK(text(*first, "a") == "300");
  CHECK(text(*first, "b") == "300");
}

TEST_CASE("a lost connection is made again", "[web-stores]") {
  if (server().empty()) return;
  const Place place(true);
  const auto store = place.open();
  put(*store, "a", "1");
  const std::int64_t begun = store->since();
  CHECK(ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tessera_" + store->name() + "'") ==
        "1\n");
  CHECK_THROWS_AS(store->load("a"), std::runtime_error);
  CHECK(text(*store, "a") == "1");
  CHECK(store->messages() == std::vector<std::string>{"reconnected"});
  CHECK(store->messages().empty());
  CHECK(store->since() >= begun);
  const auto other = place.open();
  CHECK(other->since() == store->since());
}

TEST_CASE("tables of newer programs are used if they allow it", "[web-stores]") {
  if (server().empty()) return;
  const Place place(true);
  const auto store = place.open();
  put(*store, "a", "1");
  ask("ALTER TABLE sessions ADD COLUMN more text NOT NULL DEFAULT ''; UPDATE store SET format = format + 1",
      place.schema);  // while it is open
  CHECK(put(*store, "a", "2"));
  CHECK(text(*place.open(), "a") == "2");
  ask("UPDATE store SET oldest = 99", place.schema);
  CHECK_THROWS_WITH(place.open(), Catch::Matchers::ContainsSubstring("newer version of this program: it needs format 99, not 1"));
}

TEST_CASE("many processes can make the tables at once", "[web-stores]") {
  if (server().empty()) return;
  const Place place(true);
  std::vector<std::string> names(4);
  std::vector<std::thread> threads;
  for (std::string& name : names) threads.emplace_back([&place, &name] { name = place.open()->name(); });
  for (std::thread& t : threads) t.join();
  for (const std::string& name : names) CHECK((name.size() == 8 && name == names[0]));
}

TEST_CASE("a database that is not there is reported without its password", "[web-stores]") {
  const ScratchFolder scratch;
  const auto result = run_tessera(scratch.file(
      "server.lisp",
      "(load \"game/webserver.lisp\") (serve 'list :port 0 :sessions (format nil \"postgresql://ada:~a@127.0.0.1:1/games\" 'secret))"));
  CHECK(result.status == 1);
  CHECK(result.errors.find("cannot keep sessions in postgresql://: ") != std::string::npos);
  CHECK(result.errors.substr(0, result.errors.find("\n")).find("SECRET") == std::string::npos);  // the backtrace shows the call
}

}  // namespace
