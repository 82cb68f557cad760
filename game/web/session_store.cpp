// What all stores of sessions have in common: tokens, revisions, lifetimes. Layer: web.
#include "session_store.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "encoding.hpp"

namespace tessera::web {

namespace {

constexpr std::size_t token_bytes = 24, name_digits = 8;
constexpr int revision_bits = 53;
constexpr std::int64_t max_touch_seconds = 3600;  ///< the longest time without recording a use
constexpr std::int64_t saves_between_cleanings = 256;
constexpr std::int64_t max_at_once =
    2 * saves_between_cleanings;  ///< sessions forgotten in one cleaning: more than can have been added since the last one
constexpr std::int64_t universal_epoch = 2208988800;  ///< the universal time at the beginning of 1970

template <std::size_t n> std::array<unsigned char, n> random_bytes() {
  std::array<unsigned char, n> bytes{};
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t got = ::getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got > 0) have += static_cast<std::size_t>(got);
    else if (errno != EINTR) throw std::runtime_error("the system gives no random numbers");
  }
  return bytes;
}

/// Returns a number that no other save has used: a store that was restored from a backup does not repeat it, either.
std::int64_t random_revision() {
  const auto bytes = random_bytes<sizeof(std::uint64_t)>();
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return static_cast<std::int64_t>(bits >> (64 - revision_bits)) | 1;
}

}  // namespace

std::string random_token() {
  std::string token;
  for (const unsigned char b : random_bytes<token_bytes>()) {
    token += "0123456789abcdef"[b >> 4];
    token += "0123456789abcdef"[b & 15];
  }
  return token;
}

std::string random_store_name() { return random_token().substr(0, name_digits); }

std::int64_t SessionStore::system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::unique_ptr<SessionStore> SessionStore::open(const std::string& address, std::int64_t lifetime_seconds, std::int64_t most, Clock now) {
  const bool server = address.rfind("postgresql://", 0) == 0 || address.rfind("postgres://", 0) == 0;
  return (server ? open_postgresql : open_sqlite)(address, lifetime_seconds, most, std::move(now));
}

SessionStore::SessionStore(std::int64_t lifetime_seconds, std::int64_t most, Clock now)
    : since_(now()),
      now_(std::move(now)),
      lifetime_(lifetime_seconds),
      most_(most),
      touch_seconds_(std::clamp<std::int64_t>(lifetime_seconds / 10, 0, max_touch_seconds)) {}

/// Returns the latest recorded use of states that are forgotten now. Their last use may have been a little later than
/// recorded.
std::int64_t SessionStore::oldest() const { return now_() - lifetime_ - touch_seconds_; }

std::optional<SessionStore::State> SessionStore::load(const std::string& key, std::int64_t known) {
  auto row = find(key, known);
  if (!row || row->used < oldest()) return std::nullopt;
  if (const std::int64_t time = now_(); time - row->used > touch_seconds_) {
    try {
      touch(key, time);
      touch_failed_ = false;
    } catch (const std::runtime_error& e) {  // for example since the disk is full: the state is still usable
      if (!touch_failed_) report(std::string("The use of a session cannot be noted: ") + e.what());
      touch_failed_ = true;
    }
  }
  return std::move(row->state);
}

std::optional<std::int64_t> SessionStore::save(const std::vector<Change>& changes, const std::string& message) {
  const std::int64_t revision = random_revision();
  if (!write(changes, revision, now_(), message)) return std::nullopt;
  if (!changes.empty() && ++saves_ % saves_between_cleanings == 0) forget_old();
  return revision;
}

/// Forgets old states. If there are too many at once, the rest waits for the next time, so that nobody waits for all of
/// them. `load` already refuses those that are too old.
void SessionStore::forget_old() {
  forget(oldest(), max_at_once);
  const std::int64_t surplus = count() - most_;
  if (surplus > 0) forget(std::numeric_limits<std::int64_t>::max(), std::min(surplus, max_at_once));
  forget_times(now_() + universal_epoch);
}

}  // namespace tessera::web
