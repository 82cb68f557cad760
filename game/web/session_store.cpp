// What all stores of sessions have in common: tokens, revisions, lifetimes, statements. Layer: web.
#include "session_store.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "encoding.hpp"
#include "platform/entropy.hpp"

namespace tessera::web {

namespace {

constexpr std::size_t token_bytes = 24, name_digits = 8;
constexpr int revision_bits = 53;
constexpr std::int64_t max_touch_seconds = 3600;  ///< the longest time without recording a use
constexpr std::int64_t saves_between_cleanings = 256;
constexpr std::int64_t max_at_once =
    2 * saves_between_cleanings;  ///< sessions forgotten in one cleaning: more than can have been added since the last one
constexpr std::int64_t universal_epoch = 2208988800;  ///< the universal time at the beginning of 1970

/// Returns a number that no other save has used: a store that was restored from a backup does not repeat it, either.
std::int64_t random_revision() {
  std::uint64_t bits = 0;
  platform::fill_randomly(&bits, sizeof bits);
  return static_cast<std::int64_t>(bits >> (64 - revision_bits)) | 1;
}

std::int64_t number(const std::optional<std::string>& column) { return std::stoll(column.value()); }

}  // namespace

std::string random_token() {
  std::string token;
  unsigned char bytes[token_bytes];
  platform::fill_randomly(bytes, sizeof bytes);
  for (const unsigned char b : bytes) {
    token += "0123456789abcdef"[b >> 4];
    token += "0123456789abcdef"[b & 15];
  }
  return token;
}

std::string random_store_name() { return random_token().substr(0, name_digits); }

void append_lines(const std::string& message, std::vector<std::string>& lines) {
  std::istringstream text(message);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
}

std::int64_t SessionStore::system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::unique_ptr<SessionStore> SessionStore::open(const std::string& address, std::int64_t lifetime_seconds, std::int64_t most, Clock now) {
  const bool server = address.rfind("postgresql://", 0) == 0 || address.rfind("postgres://", 0) == 0;
  return (server ? open_postgresql : open_sqlite)(address, {lifetime_seconds, most, std::move(now)});
}

SessionStore::SessionStore(Lifetime lifetime, const char* row_lock)
    : lifetime_(std::move(lifetime)),
      since_(lifetime_.now()),
      row_lock_(row_lock),
      touch_seconds_(std::clamp<std::int64_t>(lifetime_.seconds / 10, 0, max_touch_seconds)) {}

/// Returns the latest recorded use of states that are forgotten now. Their last use may have been a little later than
/// recorded.
std::int64_t SessionStore::oldest() const { return lifetime_.now() - lifetime_.seconds - touch_seconds_; }

std::optional<SessionStore::State> SessionStore::load(const std::string& key, std::int64_t known) {
  const auto lock = begin();
  Row row = run({"find",
                 "SELECT CAST(used AS text), CAST(revision AS text), CASE WHEN revision <> $2 THEN state END FROM sessions "
                 "WHERE token = $1"},
                {key, std::to_string(known)});
  if (row.empty() || number(row[0]) < oldest()) return std::nullopt;
  if (const std::int64_t time = lifetime_.now(); time - number(row[0]) > touch_seconds_) touch(key, time);
  return State{number(row[1]), std::move(row[2])};
}

void SessionStore::touch(const std::string& key, std::int64_t time) {
  try {
    run({"touch", "UPDATE sessions SET used = $2 WHERE token = $1"}, {key, std::to_string(time)});
    touch_failed_ = false;
  } catch (const std::runtime_error& e) {  // for example since the disk is full: the state is still usable
    if (!touch_failed_) report(std::string("The use of a session cannot be noted: ") + e.what());
    touch_failed_ = true;
  }
}

std::optional<std::int64_t> SessionStore::save(const std::vector<Change>& changes, const std::string& message) {
  const auto lock = begin();
  const std::string time = std::to_string(lifetime_.now());
  const std::int64_t revision = random_revision();
  std::vector<const Change*> sorted;  // so that no two processes wait for each other
  for (const Change& c : changes) sorted.push_back(&c);
  std::sort(sorted.begin(), sorted.end(), [](const Change* a, const Change* b) { return a->key < b->key; });
  const bool several = changes.size() + (message.empty() ? 0 : 1) > 1;
  if (several) execute("BEGIN");
  for (const Change* c : sorted) {
    // `load` keeps `used`, which has an index
    const Row saved = run({"save",
                           "INSERT INTO sessions (token, used, revision, state) VALUES ($1, $2, $3, $4) ON CONFLICT (token) DO UPDATE SET "
                           "revision = excluded.revision, state = excluded.state WHERE sessions.revision = $5 RETURNING '1'",
                           3},
                          {c->key, time, std::to_string(revision), c->text, std::to_string(c->revision)});
    if (!saved.empty()) continue;
    if (several) execute("ROLLBACK");
    return std::nullopt;
  }
  if (!message.empty()) send(message);
  if (several) execute("COMMIT");
  if (!changes.empty() && ++saves_ % saves_between_cleanings == 0) forget_old();
  return revision;
}

std::int64_t SessionStore::count() {
  const auto lock = begin();
  return count_rows();
}

std::int64_t SessionStore::count_rows() { return number(run({"count", "SELECT CAST(count(*) AS text) FROM sessions"}, {})[0]); }

std::int64_t SessionStore::time(const std::string& name) {
  const auto lock = begin();
  const Row row = run({"time", "SELECT CAST(time AS text) FROM times WHERE name = $1"}, {name});
  return row.empty() ? 0 : number(row[0]);
}

bool SessionStore::replace_time(const std::string& name, std::int64_t from, std::int64_t to) {
  const auto lock = begin();
  return !run({"replace_time",
               "INSERT INTO times VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET time = excluded.time WHERE times.time = $3 "
               "RETURNING '1'"},
              {name, std::to_string(to), std::to_string(from)})
              .empty();
}

/// Forgets at most `most` states that were used before `time`, those not used for longest first.
void SessionStore::forget(std::int64_t time, std::int64_t most) {
  run({"forget",
       "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE used < $1 ORDER BY used LIMIT $2" + row_lock_ + ")"},
      {std::to_string(time), std::to_string(most)});
}

/// Forgets old states. If there are too many at once, the rest waits for the next time, so that nobody waits for all of
/// them. `load` already refuses those that are too old.
void SessionStore::forget_old() {
  forget(oldest(), max_at_once);
  const std::int64_t surplus = count_rows() - lifetime_.most;
  if (surplus > 0) forget(std::numeric_limits<std::int64_t>::max(), std::min(surplus, max_at_once));
  run({"forget_times", "DELETE FROM times WHERE time < $1"}, {std::to_string(lifetime_.now() + universal_epoch)});
}

}  // namespace tessera::web
