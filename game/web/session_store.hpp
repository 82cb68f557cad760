// Saves the sessions' states in a file. What was saved outlives the process. Layer: web.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tessera::web {

/// Returns a new token that nobody can guess: 192 bits of the system's randomness in hexadecimal.
std::string random_token();

/// A table from tokens to texts. Every call has finished with the file when it returns. All of them throw
/// std::runtime_error if the file cannot be used.
class SessionStore {
 public:
  using Clock = std::function<std::int64_t()>;  ///< the time in seconds

  /// Opens or creates the SQLite file `path`; "" keeps the sessions in memory. A session is forgotten when it was not
  /// used for `lifetime_seconds`, or up to a tenth longer. If there are more than `most`, those not used for longest
  /// are forgotten.
  SessionStore(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most, Clock now = system_seconds);
  ~SessionStore();
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  /// Records a use of the session; if that cannot be written, reports it once on stderr. Returns false if there is no
  /// such session.
  bool use(const std::string& token);
  /// Returns what was saved last for `token`; nothing if there is no such session. Counts as a use, as `save` does.
  std::optional<std::string> load(const std::string& token);
  /// Saves `state`. Reports once on stderr that the file was deleted or replaced.
  void save(const std::string& token, const std::string& state);
  std::int64_t count();

  /// A name that distinguishes this file from all others, eight hexadecimal digits; "" if there is no file.
  const std::string& name() const { return name_; }

 private:
  struct Database;
  static std::int64_t system_seconds();
  std::int64_t oldest() const;
  void forget_old();
  std::string read_name();
  std::string ask(const char* sql);
  void touch(const std::string& token, std::int64_t time);
  void report_if_gone();

  std::unique_ptr<Database> database_;
  std::string name_;
  Clock now_;
  std::int64_t lifetime_, most_, saves_ = 0;
  std::int64_t touch_seconds_;  ///< how often a use without a change is recorded
  bool touch_failed_ = false;   ///< recording the last use failed
  bool gone_ = false;           ///< the file was deleted or replaced
};

}  // namespace tessera::web
