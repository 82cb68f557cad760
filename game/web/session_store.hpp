// The sessions' states in a file: what was saved stays, whatever becomes of the process. Layer: web.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tessera::web {

/// A fresh name for a session that nobody can guess: 192 bits of the system's randomness in hexadecimal.
std::string random_token();

/// A table from tokens to texts. Every call is done with the file when it returns. All of them throw std::runtime_error if
/// the file cannot be used.
class SessionStore {
 public:
  using Clock = std::function<std::int64_t()>;  ///< the time in seconds

  /// Open the SQLite file `path`, or make it; "": keep the sessions in memory. A session is forgotten when it was not used for
  /// `lifetime_seconds`, or up to a tenth longer, and if there are more than `most`, those that were not used for longest.
  SessionStore(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most, Clock now = system_seconds);
  ~SessionStore();
  SessionStore(const SessionStore&) = delete;
  SessionStore& operator=(const SessionStore&) = delete;

  /// Note that the session is used now, if that can be written; else stderr says once why not. False if there is no such session.
  bool use(const std::string& token);
  /// What was saved last for `token`; nothing if there is no such session. Is a use of it, as `save` is.
  std::optional<std::string> load(const std::string& token);
  void save(const std::string& token, const std::string& state);
  std::int64_t count();

  /// What tells this file from all others, eight hexadecimal digits; "" if there is no file.
  const std::string& name() const { return name_; }

 private:
  struct Database;
  static std::int64_t system_seconds();
  std::int64_t oldest() const;
  void forget_old();
  std::string read_name();
  std::string ask(const char* sql);
  void touch(const std::string& token, std::int64_t time);

  std::unique_ptr<Database> database_;
  std::string name_;
  Clock now_;
  std::int64_t lifetime_, most_, saves_ = 0;
  std::int64_t touch_seconds_;  ///< a session that is only looked at is noted as used this often
  bool touch_failed_ = false;   ///< the last time
};

}  // namespace tessera::web
