// The store of sessions in a database of PostgreSQL, which any number of processes share. Layer: web.
//
// Each thread has a connection that does everything. Each call waits for the answer, for a limited time; if anything
// fails, the connection is dropped, and a later call makes another one. libpq is loaded when the first store is opened.
#include "session_store.hpp"

#if __has_include(<libpq-fe.h>)

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <stdexcept>
#include <utility>

#include "encoding.hpp"
#include "platform/foreign_libraries.hpp"
#include "platform/waiting.hpp"

namespace tessera::web {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds answer_time{5};  ///< the longest wait for an answer of the database
constexpr std::chrono::seconds retry_time{1};   ///< the time after a failed attempt to connect until the next one
constexpr const char* connect_seconds = "3";    ///< the longest time for one

/// What leads from each format of the tables to the next one. Older programs go on while a step is made and after it,
/// so a step only adds: tables, and columns with defaults. `oldest_program` is the oldest format whose programs can use
/// the tables as they are after all steps; a step that removes something has to wait until that is raised.
constexpr std::array migrations{
    "CREATE TABLE sessions (token text PRIMARY KEY, used bigint NOT NULL, revision bigint NOT NULL, state bytea NOT NULL) "
    "WITH (fillfactor = 70);"
    "CREATE INDEX sessions_used ON sessions (used);"
    "CREATE TABLE times (name text PRIMARY KEY, time bigint NOT NULL)",
};
constexpr int oldest_program = 1;

/// Returns a function of libpq.
void* libpq_function(const char* name) {
  static std::string why;
  static void* const library = platform::open_library("libpq.so.5", false, why);  // never closed: it may have begun threads of its own
  if (library == nullptr) throw std::runtime_error("PostgreSQL's library is missing (Debian's package libpq5)");
  void* found = platform::find_in_library(library, name);
  if (found == nullptr) throw std::runtime_error(std::string("PostgreSQL's library lacks the function ") + name);
  return found;
}

#define LIBPQ(name)                                                                                \
  ([] {                                                                                            \
    static const auto found = reinterpret_cast<decltype(::PQ##name)*>(libpq_function("PQ" #name)); \
    return found;                                                                                  \
  }())

/// Returns `message`, of libpq, on one line.
std::string one_line(std::string message) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return message;
}

class PostgresqlStore : public SessionStore {
 public:
  PostgresqlStore(std::string address, Lifetime lifetime)
      : SessionStore(std::move(lifetime), " FOR UPDATE SKIP LOCKED"), address_(std::move(address)) {
    connect();
    forget_old();
  }
  ~PostgresqlStore() override {
    if (connection_ != nullptr) LIBPQ(finish)(connection_);
  }

  std::unique_ptr<SessionStore> share() override { return std::make_unique<PostgresqlStore>(address_, lifetime_); }
  std::vector<std::string> messages() override {
    std::vector<std::string> lines;
    try {
      if (connection_ == nullptr) connect();
      check(LIBPQ(consumeInput)(connection_));
      while (PGnotify* notification = LIBPQ(notifies)(connection_)) {
        const bool own = notification->be_pid == LIBPQ(backendPID)(connection_);
        append_lines(own ? "" : notification->extra, lines);
        LIBPQ(freemem)(notification);
      }
    } catch (const std::runtime_error&) {  // reported
    }
    if (std::exchange(reconnected_, false)) lines.emplace_back("reconnected");
    return lines;
  }
  int descriptor() const override { return connection_ == nullptr ? -1 : LIBPQ(socket)(connection_); }
  bool ready() override {
    try {
      execute("SELECT 1");
      return true;
    } catch (const std::runtime_error&) { return false; }
  }

 protected:
  Row run(const Statement& statement, const std::vector<std::string>& arguments) override {
    if (connection_ == nullptr) connect();
    if (!prepared_.contains(statement.name)) {
      check(LIBPQ(sendPrepare)(connection_, statement.name, statement.sql.c_str(), 0, nullptr));
      await();
      prepared_.insert(statement.name);
    }
    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const std::string& a : arguments) values.push_back(a.data()), lengths.push_back(static_cast<int>(a.size()));
    std::vector<int> formats(arguments.size(), 0);
    if (statement.octets >= 0) formats[static_cast<std::size_t>(statement.octets)] = 1;
    check(LIBPQ(sendQueryPrepared)(connection_, statement.name, static_cast<int>(values.size()), values.data(), lengths.data(),
                                   formats.data(), 1));
    return await();
  }

  Row execute(const std::string& sql) override {
    if (connection_ == nullptr) connect();
    check(LIBPQ(sendQuery)(connection_, sql.c_str()));
    return await();
  }

  void send(const std::string& message) override { run({"notify", "SELECT CAST(pg_notify($1, $2) AS text)"}, {label(), message}); }

 private:
  /// Drops the connection, and throws. Reports the first failure after a success on stderr.
  [[noreturn]] void lose(std::string message) {
    message = one_line(std::move(message));
    if (connection_ != nullptr) LIBPQ(finish)(std::exchange(connection_, nullptr));
    prepared_.clear();
    if (next_attempt_ == SteadyClock::time_point::max()) next_attempt_ = SteadyClock::now() + retry_time;
    if (!std::exchange(lost_, true) && connected_once_) report("The database of the sessions cannot be used: " + message);
    throw std::runtime_error(message);
  }

  void connect() {
    if (SteadyClock::now() < next_attempt_) throw std::runtime_error("the database cannot be used now");
    next_attempt_ = SteadyClock::time_point::max();  // until it is known whether this one succeeds
    const std::array names{"connect_timeout", "application_name", "dbname", static_cast<const char*>(nullptr)};
    const std::array values{connect_seconds, "tessera", address_.c_str(), static_cast<const char*>(nullptr)};  // what it says comes last
    connection_ = LIBPQ(connectdbParams)(names.data(), values.data(), 1);
    if (connection_ == nullptr) throw std::bad_alloc();
    if (LIBPQ(status)(connection_) != CONNECTION_OK) lose(LIBPQ(errorMessage)(connection_));
    const auto drop_notice = [](void*, const char*) {};  // failures are reported
    LIBPQ(setNoticeProcessor)(connection_, drop_notice, nullptr);
    LIBPQ(setnonblocking)(connection_, 1);
    execute("SET client_min_messages = warning; SET client_encoding = 'UTF8'; SET idle_in_transaction_session_timeout = '5s'");
    migrate();
    execute("SET application_name = '" + label() + "'");
    execute("LISTEN " + label());
    since_ = std::stoll(
        *execute("SELECT floor(extract(epoch FROM min(backend_start)))::bigint FROM pg_stat_activity WHERE datname = current_database() "
                 "AND application_name = current_setting('application_name')")[0]);
    if (lost_ && connected_once_) {
      report("The database of the sessions can be used again.");
      reconnected_ = true;
    }
    lost_ = false;
    connected_once_ = true;
    next_attempt_ = {};
  }

  /// Returns the name of this store's messages and connections.
  std::string label() const { return "tessera_" + name_; }

  /// Makes the tables, or brings those of older programs up to date, in one transaction. Only one process does it.
  void migrate() {
    execute("BEGIN; SELECT pg_advisory_xact_lock(7463736172)");
    if (!execute("SELECT to_regclass('store')")[0])
      execute(
          "CREATE TABLE store (name text NOT NULL, format integer NOT NULL, oldest integer NOT NULL);"
          "INSERT INTO store VALUES ('" +
          random_store_name() + "', 0, 0)");
    const Row store = execute("SELECT name, format, oldest FROM store");
    name_ = store[0].value();
    const int own = static_cast<int>(migrations.size()), format = std::stoi(*store[1]), oldest = std::stoi(*store[2]);
    if (own < oldest)
      lose("the database is of a newer version of this program: it needs format " + std::to_string(oldest) + ", not " +
           std::to_string(own));
    for (int step = format; step < own; ++step) execute(migrations[static_cast<std::size_t>(step)]);
    if (format < own) execute("UPDATE store SET format = " + std::to_string(own) + ", oldest = " + std::to_string(oldest_program));
    execute("COMMIT");
  }

  /// Drops the connection, and throws, if a function of libpq has returned 0.
  void check(int result) {
    if (result == 0) lose(LIBPQ(errorMessage)(connection_));
  }

  /// Waits for the result of what was sent. Returns its first row.
  Row await() {
    const auto until = SteadyClock::now() + answer_time;
    std::optional<Row> row;
    for (;;) {
      const int flushing = LIBPQ(flush)(connection_);
      check(flushing >= 0);
      while (flushing == 0 && LIBPQ(isBusy)(connection_) == 0) {
        const std::unique_ptr<PGresult, decltype(&::PQclear)> result(LIBPQ(getResult)(connection_), LIBPQ(clear));
        if (result == nullptr && !row) lose("it gives no result");
        if (result == nullptr) return std::move(*row);
        const ExecStatusType status = LIBPQ(resultStatus)(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) lose(LIBPQ(resultErrorMessage)(result.get()));
        row = first_row(result.get());
      }
      const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(until - SteadyClock::now()).count();
      platform::WaitFile socket{LIBPQ(socket)(connection_), platform::readable};
      if (flushing > 0) socket.wanted |= platform::writable;
      if (left <= 0 || platform::wait_for_files({&socket, 1}, static_cast<std::uint64_t>(left)) == 0) lose("it does not answer");
      check(LIBPQ(consumeInput)(connection_));
    }
  }

  static Row first_row(PGresult* result) {
    Row row(LIBPQ(ntuples)(result) == 0 ? 0 : static_cast<std::size_t>(LIBPQ(nfields)(result)));
    for (int i = 0; i < static_cast<int>(row.size()); ++i)
      if (LIBPQ(getisnull)(result, 0, i) == 0)
        row[i] = std::string(LIBPQ(getvalue)(result, 0, i), static_cast<std::size_t>(LIBPQ(getlength)(result, 0, i)));
    return row;
  }

  std::string address_;
  PGconn* connection_ = nullptr;
  std::set<std::string> prepared_;  ///< the statements that the connection knows
  bool lost_ = false;               ///< the last attempt to use the database failed
  bool connected_once_ = false;     ///< there was a connection
  bool reconnected_ = false;        ///< messages may be lost
  SteadyClock::time_point next_attempt_;
};

}  // namespace

std::unique_ptr<SessionStore> open_postgresql(const std::string& address, SessionStore::Lifetime lifetime) {
  return std::make_unique<PostgresqlStore>(address, std::move(lifetime));
}

}  // namespace tessera::web

#else

#include <stdexcept>

namespace tessera::web {

std::unique_ptr<SessionStore> open_postgresql(const std::string&, SessionStore::Lifetime) {
  throw std::runtime_error("this program was built without PostgreSQL (Debian's package libpq-dev)");
}

}  // namespace tessera::web

#endif
