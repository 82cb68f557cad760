// The store of sessions in a database of PostgreSQL, which any number of processes share. Layer: web.
//
// Each thread has a connection that does everything. Each call waits for the answer, for a limited time; if anything
// fails, the connection is dropped, and a later call makes another one. libpq is loaded when the first store is opened.
#include "session_store.hpp"

#if __has_include(<libpq-fe.h>)

#include <dlfcn.h>
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "encoding.hpp"

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

struct Statement {
  const char *name, *sql;
  int octets = -1;  ///< the argument that is not text but any octets
};
constexpr Statement find_statement{"find",
                                   "SELECT used::text, revision::text, CASE WHEN revision <> $2::bigint THEN state END FROM sessions "
                                   "WHERE token = $1"};
/// `used` changes only when that is due, so that most updates need not touch the index.
constexpr Statement save_statement{
    "save",
    "WITH saved AS (INSERT INTO sessions AS old (token, used, revision, state) VALUES ($1, $2::bigint, $3::bigint, $4) "
    "ON CONFLICT (token) DO UPDATE SET revision = excluded.revision, state = excluded.state, "
    "used = CASE WHEN old.used < excluded.used - $6::bigint THEN excluded.used ELSE old.used END "
    "WHERE old.revision = $5::bigint RETURNING 1) SELECT count(*)::text FROM saved",
    3};
constexpr Statement notify_statement{"notify", "SELECT pg_notify($1, $2)::text"};
constexpr Statement touch_statement{"touch", "UPDATE sessions SET used = $2::bigint WHERE token = $1"};
constexpr Statement forget_statement{"forget",
                                     "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE used < $1::bigint "
                                     "ORDER BY used LIMIT $2::bigint FOR UPDATE SKIP LOCKED)"};
constexpr Statement count_statement{"count", "SELECT count(*)::text FROM sessions"};
constexpr Statement time_statement{"time", "SELECT time::text FROM times WHERE name = $1"};
constexpr Statement replace_time_statement{"replace_time",
                                           "INSERT INTO times AS old VALUES ($1, $2::bigint) ON CONFLICT (name) DO UPDATE SET time = "
                                           "excluded.time WHERE old.time = $3::bigint RETURNING '1'"};
constexpr Statement forget_times_statement{"forget_times", "DELETE FROM times WHERE time < $1::bigint"};
constexpr Statement since_statement{"since",
                                    "SELECT floor(extract(epoch FROM min(backend_start)))::bigint::text FROM pg_stat_activity WHERE "
                                    "datname = current_database() AND application_name = current_setting('application_name')"};

/// Returns a function of libpq.
void* libpq_function(const char* name) {
  static void* const library = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);  // never closed: it may have begun threads of its own
  if (library == nullptr) throw std::runtime_error("PostgreSQL's library is missing (Debian's package libpq5)");
  void* found = ::dlsym(library, name);
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
  PostgresqlStore(std::string address, std::int64_t lifetime_seconds, std::int64_t most, Clock now)
      : SessionStore(lifetime_seconds, most, std::move(now)), address_(std::move(address)) {
    connect();
    forget_old();
  }
  ~PostgresqlStore() override {
    if (connection_ != nullptr) LIBPQ(finish)(connection_);
  }

  std::unique_ptr<SessionStore> share() override { return std::make_unique<PostgresqlStore>(address_, lifetime_, most_, now_); }
  std::int64_t count() override { return std::stoll(run(count_statement, {}).text(0)); }
  std::int64_t time(const std::string& name) override {
    const Result result = run(time_statement, {name});
    return result.rows() == 0 ? 0 : std::stoll(result.text(0));
  }
  bool replace_time(const std::string& name, std::int64_t from, std::int64_t to) override {
    return run(replace_time_statement, {name, std::to_string(to), std::to_string(from)}).rows() == 1;
  }

  std::vector<std::string> messages() override {
    std::vector<std::string> lines;
    try {
      if (connection_ == nullptr) connect();
      if (LIBPQ(consumeInput)(connection_) == 0) lose(LIBPQ(errorMessage)(connection_));
      while (PGnotify* notification = LIBPQ(notifies)(connection_)) {
        std::istringstream text(notification->be_pid == LIBPQ(backendPID)(connection_) ? "" : notification->extra);
        LIBPQ(freemem)(notification);
        for (std::string line; std::getline(text, line);) lines.push_back(line);
      }
    } catch (const std::runtime_error&) {  // reported
    }
    if (std::exchange(reconnected_, false)) lines.emplace_back("reconnected");
    return lines;
  }
  int descriptor() const override { return connection_ == nullptr ? -1 : LIBPQ(socket)(connection_); }
  bool ready() override {
    try {
      if (connection_ == nullptr) connect();
      execute("SELECT 1");
      return true;
    } catch (const std::runtime_error&) { return false; }
  }

 protected:
  std::optional<Row> find(const std::string& key, std::int64_t known) override {
    const Result result = run(find_statement, {key, std::to_string(known)});
    if (result.rows() == 0) return std::nullopt;
    return Row{std::stoll(result.text(0)), {std::stoll(result.text(1)), result.is_null(2) ? std::nullopt : std::optional(result.text(2))}};
  }
  void touch(const std::string& key, std::int64_t time) override { run(touch_statement, {key, std::to_string(time)}); }

  bool write(const std::vector<Change>& changes, std::int64_t revision, std::int64_t time, const std::string& message) override {
    std::vector<const Change*> sorted;  // so that no two processes wait for each other
    sorted.reserve(changes.size());
    for (const Change& c : changes) sorted.push_back(&c);
    std::sort(sorted.begin(), sorted.end(), [](const Change* a, const Change* b) { return a->key < b->key; });
    const bool several = changes.size() + (message.empty() ? 0 : 1) > 1;
    if (several) execute("BEGIN");
    for (const Change* c : sorted) {
      const Result saved = run(save_statement, {c->key, std::to_string(time), std::to_string(revision), c->text,
                                                std::to_string(c->revision), std::to_string(touch_seconds())});
      if (saved.text(0) == "1") continue;
      if (several) execute("ROLLBACK");
      return false;
    }
    if (!message.empty()) run(notify_statement, {label(), message});
    if (several) execute("COMMIT");
    return true;
  }
  void forget(std::int64_t time, std::int64_t most) override { run(forget_statement, {std::to_string(time), std::to_string(most)}); }
  void forget_times(std::int64_t before) override { run(forget_times_statement, {std::to_string(before)}); }

 private:
  class Result {
   public:
    explicit Result(PGresult* result) : result_(result, LIBPQ(clear)) {}
    bool failed() const {
      const ExecStatusType status = LIBPQ(resultStatus)(result_.get());
      return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
    }
    std::string error() const { return LIBPQ(resultErrorMessage)(result_.get()); }
    int rows() const { return LIBPQ(ntuples)(result_.get()); }
    bool is_null(int column) const { return LIBPQ(getisnull)(result_.get(), 0, column) != 0; }
    /// Returns the value in `column` of the first row.
    std::string text(int column) const {
      return {LIBPQ(getvalue)(result_.get(), 0, column), static_cast<std::size_t>(LIBPQ(getlength)(result_.get(), 0, column))};
    }

   private:
    std::unique_ptr<PGresult, decltype(&::PQclear)> result_;
  };

  /// Drops the connection, and throws. Reports the first failure after a success on stderr.
  [[noreturn]] void lose(std::string message) {
    message = one_line(std::move(message));
    if (connection_ != nullptr) LIBPQ(finish)(std::exchange(connection_, nullptr));
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
    for (const Statement& s : {find_statement, save_statement, notify_statement, touch_statement, forget_statement, count_statement,
                               time_statement, replace_time_statement, forget_times_statement, since_statement})
      if (LIBPQ(sendPrepare)(connection_, s.name, s.sql, 0, nullptr) == 0) lose(LIBPQ(errorMessage)(connection_));
      else await();
    execute("LISTEN " + label());
    since_ = std::stoll(run(since_statement, {}).text(0));
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
    if (execute("SELECT to_regclass('store')::text").is_null(0))
      execute(
          "CREATE TABLE store (name text NOT NULL, format integer NOT NULL, oldest integer NOT NULL);"
          "INSERT INTO store VALUES ('" +
          random_store_name() + "', 0, 0)");
    const Result store = execute("SELECT name, format, oldest FROM store");
    name_ = store.text(0);
    const int own = static_cast<int>(migrations.size()), format = std::stoi(store.text(1)), oldest = std::stoi(store.text(2));
    if (own < oldest)
      lose("the database is of a newer version of this program: it needs format " + std::to_string(oldest) + ", not " +
           std::to_string(own));
    for (int step = format; step < own; ++step) execute(migrations[static_cast<std::size_t>(step)]);
    if (format < own) execute("UPDATE store SET format = " + std::to_string(own) + ", oldest = " + std::to_string(oldest_program));
    execute("COMMIT");
  }

  Result execute(const std::string& sql) {
    if (LIBPQ(sendQuery)(connection_, sql.c_str()) == 0) lose(LIBPQ(errorMessage)(connection_));
    return await();
  }

  Result run(const Statement& statement, const std::vector<std::string>& arguments) {
    if (connection_ == nullptr) connect();
    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const std::string& a : arguments) values.push_back(a.data()), lengths.push_back(static_cast<int>(a.size()));
    std::vector<int> formats(arguments.size(), 0);
    if (statement.octets >= 0) formats[static_cast<std::size_t>(statement.octets)] = 1;
    if (LIBPQ(sendQueryPrepared)(connection_, statement.name, static_cast<int>(values.size()), values.data(), lengths.data(),
                                 formats.data(), 1) == 0)
      lose(LIBPQ(errorMessage)(connection_));
    return await();
  }

  /// Waits for the result of what was sent.
  Result await() {
    const auto until = SteadyClock::now() + answer_time;
    std::optional<Result> result;
    for (;;) {
      const int flushing = LIBPQ(flush)(connection_);
      if (flushing < 0) lose(LIBPQ(errorMessage)(connection_));
      while (flushing == 0 && LIBPQ(isBusy)(connection_) == 0) {
        PGresult* next = LIBPQ(getResult)(connection_);
        if (next == nullptr && !result) lose("it gives no result");
        if (next == nullptr) return std::move(*result);
        result.emplace(next);
        if (result->failed()) lose(result->error());
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now()).count();
      pollfd p{LIBPQ(socket)(connection_), static_cast<short>(POLLIN | (flushing > 0 ? POLLOUT : 0)), 0};
      if (left <= 0 || (::poll(&p, 1, static_cast<int>(left)) == 0)) lose("it does not answer");
      if (LIBPQ(consumeInput)(connection_) == 0) lose(LIBPQ(errorMessage)(connection_));
    }
  }

  std::string address_;
  PGconn* connection_ = nullptr;
  bool lost_ = false;            ///< the last attempt to use the database failed
  bool connected_once_ = false;  ///< there was a connection
  bool reconnected_ = false;     ///< messages may be lost
  SteadyClock::time_point next_attempt_;
};

}  // namespace

std::unique_ptr<SessionStore> open_postgresql(const std::string& address, std::int64_t lifetime_seconds, std::int64_t most,
                                              SessionStore::Clock now) {
  return std::make_unique<PostgresqlStore>(address, lifetime_seconds, most, std::move(now));
}

}  // namespace tessera::web

#else

#include <stdexcept>

namespace tessera::web {

std::unique_ptr<SessionStore> open_postgresql(const std::string&, std::int64_t, std::int64_t, SessionStore::Clock) {
  throw std::runtime_error("this program was built without PostgreSQL (Debian's package libpq-dev)");
}

}  // namespace tessera::web

#endif
