// The sessions' states in a file: what was saved stays, whatever becomes of the process. Layer: web.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tessera::web {

/// A fresh name for a session that nobody can guess: 192 bits of the system's randomness in hexadecimal.
std::string random_token();

/// A table from tokens to texts. Every call is done with the file when it returns. All of them throw std::runtime_error if
/// the file cannot be used.
class Session_store {
 public:
  /// Open the SQLite file `path`, or make it; "": keep the sessions in memory. A session that was not used for
  /// `lifetime_seconds` is forgotten, and if there are more than `most`, those that were not used for longest.
  Session_store(const std::string& path, std::int64_t lifetime_seconds, std::int64_t most);
  ~Session_store();
  Session_store(const Session_store&) = delete;
  Session_store& operator=(const Session_store&) = delete;

  /// What was saved last for `token`; nothing if there is no such session.
  std::optional<std::string> load(const std::string& token);
  void save(const std::string& token, const std::string& state);
  std::int64_t count();

 private:
  struct Database;
  void forget_old();

  std::unique_ptr<Database> database_;
  std::int64_t lifetime_, most_, saves_ = 0;
};

}  // namespace tessera::web
