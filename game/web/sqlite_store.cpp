// The store of sessions in a file of SQLite, for one process. Its threads share one connection. Layer: web.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <mutex>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "encoding.hpp"
#include "session_store.hpp"

namespace tessera::web {

namespace {

/// The file's user_version: 0 before files had one, 1 before states had revisions.
constexpr int file_format = 2;

/// A run of a prepared statement: binds its arguments in order, and resets the statement at the end.
class Run {
 public:
  Run(sqlite3* handle, sqlite3_stmt* statement) : handle_(handle), statement_(statement) {}
  ~Run() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Run& with(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    return *this;
  }
  Run& with(std::int64_t n) {
    sqlite3_bind_int64(statement_, ++bound_, n);
    return *this;
  }
  /// True if there is a row.
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_));
    return code == SQLITE_ROW;
  }
  /// Returns how many rows the statement has changed.
  int changed() {
    step();
    return sqlite3_changes(handle_);
  }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? "" : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  sqlite3* handle_;
  sqlite3_stmt* statement_;
  int bound_ = 0;
};

/// Messages for a thread, and a descriptor that is readable while there are any.
struct Inbox {
  ~Inbox() { ::close(event); }
  const int event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::vector<std::string> lines;
};

struct Database {
  explicit Database(const std::string& path) {
    const std::string name = path.empty() ? ":memory:" : path;
    if (!path.empty()) ::close(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));  // it contains the sessions' tokens
    if (sqlite3_open_v2(name.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK) {
      const std::string message = sqlite3_errmsg(handle);
      sqlite3_close_v2(handle);
      throw std::runtime_error(message);
    }
    sqlite3_busy_timeout(handle, 2000);
  }
  ~Database() {
    for (sqlite3_stmt* s : {find, save, touch, time, replace_time}) sqlite3_finalize(s);
    sqlite3_close_v2(handle);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[noreturn]] void fail() const { throw std::runtime_error(sqlite3_errmsg(handle)); }
  void run(const std::string& sql) const {
    if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  void prepare(const char* sql, sqlite3_stmt*& statement) const {
    if (sqlite3_prepare_v3(handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) fail();
  }
  /// Returns the text in the first column of the first row for `sql`.
  std::string ask(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    prepare(sql, statement);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner(statement, sqlite3_finalize);
    Run run(handle, statement);
    return run.step() ? run.text(0) : "";
  }

  sqlite3* handle = nullptr;
  sqlite3_stmt *find = nullptr, *save = nullptr, *touch = nullptr, *time = nullptr, *replace_time = nullptr;
  bool gone = false;  ///< the file was deleted or replaced
  /// What threads that share the file have to lock, and their messages.
  std::mutex mutex;
  std::vector<Inbox*> inboxes;
};

class SqliteStore : public SessionStore {
 public:
  SqliteStore(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most, Clock now)
      : SessionStore(lifetime_seconds, most, std::move(now)), shared_(std::make_shared<Database>(path)), database_(*shared_) {
    database_.inboxes.push_back(&inbox_);
    set_up();
    if (!path.empty()) name_ = read_name();
    forget_old();
  }
  SqliteStore(const SqliteStore& other)
      : SessionStore(other.lifetime_, other.most_, other.now_), shared_(other.shared_), database_(*shared_) {
    const Lock lock(database_.mutex);
    database_.inboxes.push_back(&inbox_);
    name_ = other.name_;
    since_ = other.since_;
  }
  ~SqliteStore() override {
    const Lock lock(database_.mutex);
    std::erase(database_.inboxes, &inbox_);
  }

  std::unique_ptr<SessionStore> share() override { return std::make_unique<SqliteStore>(*this); }
  std::int64_t count() override {
    const Lock lock(database_.mutex);
    return std::stoll(database_.ask("SELECT count(*) FROM sessions"));
  }
  std::int64_t time(const std::string& name) override {
    const Lock lock(database_.mutex);
    Run run(database_.handle, database_.time);
    return run.with(name).step() ? run.integer(0) : 0;
  }
  bool replace_time(const std::string& name, std::int64_t from, std::int64_t to) override {
    const Lock lock(database_.mutex);
    return Run(database_.handle, database_.replace_time).with(name).with(to).with(from).changed() == 1;
  }
  std::vector<std::string> messages() override {
    const Lock lock(database_.mutex);
    std::uint64_t count = 0;
    if (!inbox_.lines.empty()) [[maybe_unused]]
      const ssize_t n = ::read(inbox_.event, &count, sizeof count);
    return std::exchange(inbox_.lines, {});
  }
  int descriptor() const override { return inbox_.event; }

 protected:
  std::optional<Row> find(const std::string& key, std::int64_t known) override {
    const Lock lock(database_.mutex);
    Run run(database_.handle, database_.find);
    if (!run.with(known).with(key).step()) return std::nullopt;
    return Row{run.integer(0), {run.integer(1), run.is_null(2) ? std::nullopt : std::optional(run.text(2))}};
  }
  void touch(const std::string& key, std::int64_t time) override {
    const Lock lock(database_.mutex);
    Run(database_.handle, database_.touch).with(time).with(key).step();
  }

  bool write(const std::vector<Change>& changes, std::int64_t revision, std::int64_t time, const std::string& message) override {
    const Lock lock(database_.mutex);
    const bool several = changes.size() > 1;
    if (several) database_.run("BEGIN IMMEDIATE");
    bool saved = true;
    try {
      for (const Change& c : changes)
        saved = saved &&
                Run(database_.handle, database_.save).with(c.key).with(time).with(revision).with(c.text).with(c.revision).changed() == 1;
      if (several) database_.run(saved ? "COMMIT" : "ROLLBACK");
    } catch (const std::runtime_error&) {
      if (sqlite3_get_autocommit(database_.handle) == 0) sqlite3_exec(database_.handle, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
    report_if_gone();
    if (saved && !message.empty()) send(message);
    return saved;
  }
  void forget(std::int64_t time, std::int64_t most) override {
    const Lock lock(database_.mutex);
    database_.run("DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE used < " + std::to_string(time) +
                  " ORDER BY used LIMIT " + std::to_string(most) + ")");
  }
  void forget_times(std::int64_t before) override {
    const Lock lock(database_.mutex);
    database_.run("DELETE FROM times WHERE time < " + std::to_string(before));
  }

 private:
  using Lock = std::lock_guard<std::mutex>;

  /// Sends the lines of `message` to the other threads.
  void send(const std::string& message) {
    for (Inbox* inbox : database_.inboxes) {
      if (inbox == &inbox_) continue;
      std::istringstream lines(message);
      for (std::string line; std::getline(lines, line);) inbox->lines.push_back(line);
      const std::uint64_t one = 1;
      [[maybe_unused]] const ssize_t n = ::write(inbox->event, &one, sizeof one);
    }
  }

  /// Makes the tables, or brings those of older versions up to date.
  void set_up() {
    const int format = std::stoi(database_.ask("PRAGMA user_version"));
    if (format > file_format)
      throw std::runtime_error("the file is of a newer version of this program: its format is " + std::to_string(format) + ", not " +
                               std::to_string(file_format));
    // With a write-ahead log, committed data outlives the process without waiting for the disk. Only one server may use
    // the file, since nothing tells others of changes. Times are limits, which need not outlive the process.
    database_.run(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;"
        "CREATE TEMP TABLE times (name TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID");
    const bool without_revisions = format < 2 && database_.ask("SELECT count(*) FROM sqlite_master WHERE name = 'sessions'") != "0";
    database_.run(std::string("BEGIN;") +
                  (without_revisions ? "ALTER TABLE sessions ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;" : "") +
                  "CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, used INTEGER NOT NULL, state TEXT NOT NULL, "
                  "revision INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;"
                  "CREATE INDEX IF NOT EXISTS sessions_used ON sessions (used);"
                  "PRAGMA user_version = " +
                  std::to_string(file_format) + "; COMMIT");
    database_.prepare("SELECT used, revision, CASE WHEN revision <> ? THEN state END FROM sessions WHERE token = ?", database_.find);
    database_.prepare(
        "INSERT INTO sessions (token, used, revision, state) VALUES (?, ?, ?, ?) ON CONFLICT (token) DO UPDATE SET "
        "revision = excluded.revision, state = excluded.state WHERE revision = ?",  // `load` keeps `used`, which has an index
        database_.save);
    database_.prepare("UPDATE sessions SET used = ? WHERE token = ?", database_.touch);
    database_.prepare("SELECT time FROM times WHERE name = ?", database_.time);
    database_.prepare("INSERT INTO times VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET time = excluded.time WHERE time = ?",
                      database_.replace_time);
  }

  std::string read_name() {
    database_.run("CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL)");
    database_.run("INSERT INTO store SELECT '" + random_store_name() + "' WHERE NOT EXISTS (SELECT 1 FROM store)");
    return database_.ask("SELECT name FROM store");
  }

  /// Reports once that the file was deleted or replaced: what is saved from then on goes to a file without a name.
  void report_if_gone() {
    int moved = 0;
    if (database_.gone || sqlite3_file_control(database_.handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved == 0) return;
    database_.gone = true;
    report("The file of the sessions was deleted or replaced. The sessions are lost when this server ends.");
  }

  const std::shared_ptr<Database> shared_;
  Database& database_;
  Inbox inbox_;
};

}  // namespace

std::unique_ptr<SessionStore> open_sqlite(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most,
                                          SessionStore::Clock now) {
  return std::make_unique<SqliteStore>(path, lifetime_seconds, most, std::move(now));
}

}  // namespace tessera::web
