// The store of sessions in a file of SQLite, for one process. Its threads share one connection. Layer: web.
#include <sqlite3.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "encoding.hpp"
#include "platform/files.hpp"
#include "platform/wakeup_pipe.hpp"
#include "session_store.hpp"

namespace tessera::web {

namespace {

/// The file's user_version: 0 before files had one, 1 before states had revisions.
constexpr int file_format = 2;

using Prepared = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

/// Messages for a thread, and a descriptor that is readable while there are any.
struct Inbox {
  platform::WakeupPipe arrival;
  std::vector<std::string> lines;
};

/// An open file, and what threads that share it have to lock.
struct Database {
  explicit Database(const std::string& path) : handle(nullptr, sqlite3_close_v2) {
    using namespace platform;
    const std::string name = path.empty() ? ":memory:" : path;
    const unsigned how = open_reading | open_writing | open_creating | open_private;  // it contains the sessions' tokens
    if (!path.empty()) close_file(open_file(current_directory, path, how));
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    handle.reset(opened);
    if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(opened));
    sqlite3_busy_timeout(opened, 2000);
  }

  std::unique_ptr<sqlite3, int (*)(sqlite3*)> handle;
  std::map<std::string, Prepared> statements;
  bool gone = false;  ///< the file was deleted or replaced
  std::mutex mutex;
  std::vector<Inbox*> inboxes;
};

class SqliteStore : public SessionStore {
 public:
  SqliteStore(const std::string& path, Lifetime lifetime) : SessionStore(std::move(lifetime)), database_(std::make_shared<Database>(path)) {
    open_inbox();
    set_up();
    if (!path.empty()) name_ = read_name();
    forget_old();
  }
  SqliteStore(const SqliteStore& other) : SessionStore(other.lifetime_), database_(other.database_) {
    name_ = other.name_;
    since_ = other.since_;
    open_inbox();
  }
  ~SqliteStore() override {
    const std::lock_guard lock(database_->mutex);
    std::erase(database_->inboxes, &inbox_);
  }

  std::unique_ptr<SessionStore> share() override { return std::make_unique<SqliteStore>(*this); }
  std::vector<std::string> messages() override {
    const std::lock_guard lock(database_->mutex);
    if (!inbox_.lines.empty()) inbox_.arrival.drain();
    return std::exchange(inbox_.lines, {});
  }
  int descriptor() const override { return inbox_.arrival.descriptor(); }

 protected:
  /// Reports once that the file was deleted or replaced: what is saved from then on goes to a file without a name.
  std::unique_lock<std::mutex> begin() override {
    std::unique_lock lock(database_->mutex);
    int moved = 0;
    if (!database_->gone && sqlite3_file_control(handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0) {
      database_->gone = true;
      report("The file of the sessions was deleted or replaced. The sessions are lost when this server ends.");
    }
    return lock;
  }

  Row run(const Statement& statement, const std::vector<std::string>& arguments) override {
    auto [found, is_new] = database_->statements.try_emplace(statement.name, nullptr, sqlite3_finalize);
    sqlite3_stmt* prepared = found->second.get();
    if (prepared == nullptr) {
      if (sqlite3_prepare_v3(handle(), statement.sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr) != SQLITE_OK) fail();
      found->second.reset(prepared);
    }
    const Prepared at_end(prepared, sqlite3_reset);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& a = arguments[i];
      const int number = sqlite3_bind_parameter_index(prepared, ("$" + std::to_string(i + 1)).c_str());
      sqlite3_bind_text64(prepared, number, a.data(), a.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    Row row;
    int code = sqlite3_step(prepared);
    for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(prepared); ++i) {
      const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(prepared, i));
      row.emplace_back();
      if (bytes != nullptr) row.back() = std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(prepared, i)));
    }
    while (code == SQLITE_ROW) code = sqlite3_step(prepared);
    if (code != SQLITE_DONE) fail();
    return row;
  }

  Row execute(const std::string& sql) override {
    Row row;
    const auto take = [](void* result, int count, char** values, char**) {
      Row& first = *static_cast<Row*>(result);
      const bool is_first = first.empty();
      for (int i = 0; is_first && i < count; ++i) first.push_back(values[i] == nullptr ? std::nullopt : std::optional(values[i]));
      return 0;
    };
    if (sqlite3_exec(handle(), sql.c_str(), take, &row, nullptr) != SQLITE_OK) fail();
    return row;
  }

  void send(const std::string& message) override {
    for (Inbox* inbox : database_->inboxes) {
      if (inbox == &inbox_) continue;
      append_lines(message, inbox->lines);
      inbox->arrival.wake();
    }
  }

 private:
  sqlite3* handle() const { return database_->handle.get(); }

  [[noreturn]] void fail() const {
    const std::string message = sqlite3_errmsg(handle());
    if (sqlite3_get_autocommit(handle()) == 0) sqlite3_exec(handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw std::runtime_error(message);
  }

  void open_inbox() {
    if (!inbox_.arrival.open()) throw std::runtime_error("no descriptors are left");
    const std::lock_guard lock(database_->mutex);
    database_->inboxes.push_back(&inbox_);
  }

  /// Makes the tables, or brings those of older versions up to date.
  void set_up() {
    const int format = std::stoi(*execute("PRAGMA user_version")[0]);
    if (format > file_format)
      throw std::runtime_error("the file is of a newer version of this program: its format is " + std::to_string(format) + ", not " +
                               std::to_string(file_format));
    // With a write-ahead log, committed data outlives the process without waiting for the disk. Only one server may use
    // the file, since nothing tells others of changes. Times are limits, which need not outlive the process.
    execute(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;"
        "CREATE TEMP TABLE times (name TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID");
    const bool without_revisions = format < 2 && !execute("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").empty();
    execute(std::string("BEGIN;") + (without_revisions ? "ALTER TABLE sessions ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;" : "") +
            "CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, used INTEGER NOT NULL, state TEXT NOT NULL, "
            "revision INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;"
            "CREATE INDEX IF NOT EXISTS sessions_used ON sessions (used);"
            "PRAGMA user_version = " +
            std::to_string(file_format) + "; COMMIT");
  }

  std::string read_name() {
    execute(
        "CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL);"
        "INSERT INTO store SELECT '" +
        random_store_name() + "' WHERE NOT EXISTS (SELECT 1 FROM store)");
    return *execute("SELECT name FROM store")[0];
  }

  const std::shared_ptr<Database> database_;
  Inbox inbox_;
};

}  // namespace

std::unique_ptr<SessionStore> open_sqlite(const std::string& path, SessionStore::Lifetime lifetime) {
  return std::make_unique<SqliteStore>(path, std::move(lifetime));
}

}  // namespace tessera::web
