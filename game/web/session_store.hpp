// Saves the sessions' states. What was saved outlives the process. Layer: web.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tessera::web {

/// Returns a new token that nobody can guess: 192 bits of the system's randomness in hexadecimal.
std::string random_token();

/// A table from keys to texts, and one from names to times. A text has a *revision*, a number that differs after each
/// save: who saves says which revision was read, and is refused if another process has saved since. All calls throw
/// std::runtime_error if the store cannot be used now.
class SessionStore {
 public:
  using Clock = std::function<std::int64_t()>;  ///< the time in seconds since 1970

  /// Opens `address`: an SQLite file, which is created; "" for memory; or a database of PostgreSQL, postgresql://...,
  /// which any number of processes share. A state is forgotten when it was not used for `lifetime_seconds`, or up to a
  /// tenth longer. If there are more than `most`, those not used for longest are forgotten.
  static std::unique_ptr<SessionStore> open(const std::string& address, std::int64_t lifetime_seconds, std::int64_t most,
                                            Clock now = system_seconds);
  /// The arguments of `open` but for the address.
  struct Lifetime {
    std::int64_t seconds, most;
    Clock now;
  };
  virtual ~SessionStore() = default;
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  /// Returns another object for the same store, for another thread: each one gets the messages of the others.
  virtual std::unique_ptr<SessionStore> share() = 0;

  struct State {
    std::int64_t revision = 0;
    std::optional<std::string> text;  ///< nothing if the caller knows this revision
  };
  struct Change {
    std::string key, text;
    std::int64_t revision = 0;  ///< the one that was read; 0 if there was no state
  };

  /// Returns the state of `key`, without its text if its revision is `known`; nothing if there is none. Records the
  /// use; if that cannot be written, reports it once on stderr.
  std::optional<State> load(const std::string& key, std::int64_t known = 0);
  /// Saves all `changes` or none, and then sends `message`, lines of text, to the other processes. Returns the new
  /// revision; nothing if another process has saved or made one of the states since it was read.
  std::optional<std::int64_t> save(const std::vector<Change>& changes, const std::string& message = "");
  std::int64_t count();

  /// Returns the time `name`, 0 if there is none. Times are universal times of Lisp; past ones may be forgotten.
  std::int64_t time(const std::string& name);
  /// Makes `to` the time `name` if it is `from`. Returns false if it is not.
  bool replace_time(const std::string& name, std::int64_t from, std::int64_t to);

  /// Returns the lines that other processes and threads have sent since the last call, and "reconnected" if some may be
  /// lost. Never throws for a store that cannot be used now.
  virtual std::vector<std::string> messages() { return {}; }
  /// Returns the descriptor that is readable when there may be messages; -1 if there is none.
  virtual int descriptor() const { return -1; }
  /// Returns true if the store can be used now.
  virtual bool ready() { return true; }
  /// Returns the time since when some process has used the store without a break, in seconds since 1970.
  std::int64_t since() const { return since_; }
  /// Returns a name that distinguishes this store from all others, eight hexadecimal digits; "" for memory.
  const std::string& name() const { return name_; }

 protected:
  /// `row_lock` ends the selection of rows to delete where other processes may be deleting the same rows.
  explicit SessionStore(Lifetime lifetime, const char* row_lock = "");

  /// A statement that is prepared once, in SQL that all stores understand. Its arguments are $1, $2 and so on.
  struct Statement {
    const char* name;
    std::string sql;
    int octets = -1;  ///< the number from 0 on of the argument that is not text but any octets
  };
  using Row = std::vector<std::optional<std::string>>;

  /// Returns the first row of the result; an empty one if there is none. If the statement fails, so does its
  /// transaction.
  virtual Row run(const Statement& statement, const std::vector<std::string>& arguments) = 0;
  /// The same for `sql`, which has no arguments and may be several statements.
  virtual Row execute(const std::string& sql) = 0;
  /// Sends the lines of `message` to the others, as a part of the transaction where the store can do that.
  virtual void send(const std::string& message) = 0;
  /// Begins a call. Other threads that share the connection wait until the lock is dropped.
  virtual std::unique_lock<std::mutex> begin() { return {}; }

  void forget_old();

  const Lifetime lifetime_;
  std::string name_;
  std::int64_t since_;

 private:
  static std::int64_t system_seconds();
  std::int64_t oldest() const;
  void touch(const std::string& key, std::int64_t time);
  void forget(std::int64_t time, std::int64_t most);
  std::int64_t count_rows();

  const std::string row_lock_;
  std::int64_t saves_ = 0;
  std::int64_t touch_seconds_;  ///< how often a use without a change is recorded
  bool touch_failed_ = false;   ///< recording the last use failed
};

/// Returns eight hexadecimal digits for the name of a new store.
std::string random_store_name();

/// Appends the lines of a message to `lines`.
void append_lines(const std::string& message, std::vector<std::string>& lines);

std::unique_ptr<SessionStore> open_sqlite(const std::string& path, SessionStore::Lifetime lifetime);
std::unique_ptr<SessionStore> open_postgresql(const std::string& address, SessionStore::Lifetime lifetime);

}  // namespace tessera::web
