// The store of sessions. Layer: web.
#include "session_store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace tessera::web {

namespace {

constexpr std::size_t token_bytes = 24, name_digits = 8;
constexpr int file_format = 1;                    ///< the file's user_version; 0 in files that were made before there was one
constexpr std::int64_t max_touch_seconds = 3600;  ///< the longest time without recording a use
constexpr std::int64_t saves_between_cleanings = 256;
constexpr std::int64_t max_at_once =
    2 * saves_between_cleanings;  ///< sessions forgotten in one cleaning: more than can have been added since the last one

}  // namespace

std::string random_token() {
  std::array<unsigned char, token_bytes> bytes{};
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t n = ::getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (n > 0) have += static_cast<std::size_t>(n);
    else if (errno != EINTR) throw std::runtime_error("the system gives no random numbers");
  }
  std::string token;
  for (const unsigned char b : bytes) {
    token += "0123456789abcdef"[b >> 4];
    token += "0123456789abcdef"[b & 15];
  }
  return token;
}

struct SessionStore::Database {
  explicit Database(const std::string& path) {
    const std::string name = path.empty() ? ":memory:" : path;
    if (!path.empty()) ::close(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));  // it contains the sessions' tokens
    if (sqlite3_open_v2(name.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK) {
      const std::string message = sqlite3_errmsg(handle);
      sqlite3_close_v2(handle);
      throw std::runtime_error(message);
    }
  }
  ~Database() {
    for (sqlite3_stmt* s : {used, load, save, touch}) sqlite3_finalize(s);
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

  sqlite3* handle = nullptr;
  sqlite3_stmt *used = nullptr, *load = nullptr, *save = nullptr, *touch = nullptr;
};

namespace {

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

}  // namespace

std::int64_t SessionStore::system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

SessionStore::SessionStore(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most, Clock now)
    : database_(std::make_unique<Database>(path)),
      now_(std::move(now)),
      lifetime_(lifetime_seconds),
      most_(most),
      touch_seconds_(std::clamp<std::int64_t>(lifetime_seconds / 10, 0, max_touch_seconds)) {
  Database& db = *database_;
  sqlite3_busy_timeout(db.handle, 2000);
  if (const int format = std::stoi(ask("PRAGMA user_version")); format > file_format)
    throw std::runtime_error("the file is of a newer version of this program: its format is " + std::to_string(format) + ", not " +
                             std::to_string(file_format));
  // With a write-ahead log, committed data outlives the process without waiting for the disk. Only one server may use
  // the file, since it caches sessions in memory.
  db.run(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
      "CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, used INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;"
      "CREATE INDEX IF NOT EXISTS sessions_used ON sessions (used);"
      "PRAGMA user_version = " +
      std::to_string(file_format));
  db.prepare("SELECT used FROM sessions WHERE token = ?", db.used);
  db.prepare("SELECT state FROM sessions WHERE token = ?", db.load);
  db.prepare("INSERT INTO sessions VALUES (?, ?, ?) ON CONFLICT (token) DO UPDATE SET used = excluded.used, state = excluded.state",
             db.save);
  db.prepare("UPDATE sessions SET used = ? WHERE token = ?", db.touch);
  if (!path.empty()) name_ = read_name();
  forget_old();
}

std::string SessionStore::read_name() {
  Database& db = *database_;
  db.run("CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL)");
  db.run("INSERT INTO store SELECT '" + random_token().substr(0, name_digits) + "' WHERE NOT EXISTS (SELECT 1 FROM store)");
  return ask("SELECT name FROM store");
}

SessionStore::~SessionStore() = default;

/// Returns the latest recorded use of sessions that are forgotten now. Their last use may have been a little later than
/// recorded.
std::int64_t SessionStore::oldest() const { return now_() - lifetime_ - touch_seconds_; }

bool SessionStore::use(const std::string& token) {
  std::int64_t used = 0;
  {
    Run run(database_->handle, database_->used);
    if (!run.with(token).step()) return false;
    used = run.integer(0);
  }
  if (used < oldest()) return false;
  const std::int64_t time = now_();
  if (time - used > touch_seconds_) touch(token, time);
  return true;
}

/// Records a use. If that fails, for example since the disk is full, the session is still usable; the failure is
/// reported once.
void SessionStore::touch(const std::string& token, std::int64_t time) {
  try {
    Run(database_->handle, database_->touch).with(time).with(token).step();
    touch_failed_ = false;
  } catch (const std::runtime_error& e) {
    if (!touch_failed_) std::fprintf(stderr, "The use of a session cannot be noted: %s\n", e.what());
    touch_failed_ = true;
  }
}

std::optional<std::string> SessionStore::load(const std::string& token) {
  if (!use(token)) return std::nullopt;
  Run run(database_->handle, database_->load);
  return run.with(token).step() ? std::optional(run.text(0)) : std::nullopt;
}

void SessionStore::save(const std::string& token, const std::string& state) {
  Run(database_->handle, database_->save).with(token).with(now_()).with(state).step();
  if (++saves_ % saves_between_cleanings == 0) forget_old();
  report_if_gone();
}

/// Reports once that the file was deleted or replaced: what is saved from then on goes to a file without a name.
void SessionStore::report_if_gone() {
  int moved = 0;
  if (gone_ || sqlite3_file_control(database_->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved == 0) return;
  gone_ = true;
  std::fputs("The file of the sessions was deleted or replaced. The sessions are lost when this server ends.\n", stderr);
}

/// Returns the text in the first column of the first row for `sql`.
std::string SessionStore::ask(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  database_->prepare(sql, statement);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> owner(statement, sqlite3_finalize);
  Run run(database_->handle, statement);
  return run.step() ? run.text(0) : "";
}

std::int64_t SessionStore::count() { return std::stoll(ask("SELECT count(*) FROM sessions")); }

/// Forgets old sessions. If there are too many at once, the rest waits for the next time, so that nobody waits for all
/// of them. `use` already refuses those that are too old.
void SessionStore::forget_old() {
  const auto forget = [this](const std::string& which, std::int64_t most) {
    database_->run("DELETE FROM sessions WHERE token IN (SELECT token FROM sessions " + which + " ORDER BY used LIMIT " +
                   std::to_string(most) + ")");
  };
  forget("WHERE used < " + std::to_string(oldest()), max_at_once);
  const std::int64_t surplus = count() - most_;
  if (surplus > 0) forget("", std::min(surplus, max_at_once));
}

}  // namespace tessera::web
