// Time, the machine and the process: chapter 25.1 and natives beneath the library. Layer: builtins. Compiled for size.
#include <cstdlib>
#include <ctime>
#include <system_error>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/system/universal_time.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/clock.hpp"
#include "platform/environment.hpp"
#include "platform/processes.hpp"
#include "runtime/ticks.hpp"
#include "runtime/waiting.hpp"

namespace tessera {

namespace {

constexpr std::int64_t day_seconds = 86400;

// --- the calendar: days from 1900-01-01, Gregorian throughout

struct Date {
  std::int64_t year;
  int month, day;
};

/// Returns days from 1970-01-01, by eras of 400 years that begin in March.
std::int64_t days_of_date(const Date& d) {
  const std::int64_t y = d.month <= 2 ? d.year - 1 : d.year;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t year_of_era = y - era * 400;
  const std::int64_t day_of_year = (153 * (d.month + (d.month > 2 ? -3 : 9)) + 2) / 5 + d.day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

Date date_of_days(std::int64_t days) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t day_of_era = days - era * 146097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int shifted = static_cast<int>((5 * day_of_year + 2) / 153);
  const int month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {year_of_era + era * 400 + (month <= 2), month, static_cast<int>(day_of_year - (153 * shifted + 2) / 5 + 1)};
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0); }

// --- time zones

struct Zone {
  std::int64_t seconds_west;
  bool daylight;
};

/// Returns the local zone at a Unix time; Greenwich if the environment, which knows the zone, is withheld.
Zone local_zone(const Runtime& rt, std::int64_t unix_time) {
  if (!rt.allows(Permission::environment)) return {0, false};
  const platform::TimeZone zone = platform::local_time_zone(unix_time);
  return {(zone.has_daylight_time ? 3600 : 0) - zone.seconds_east, zone.has_daylight_time};
}

std::int64_t offset_west(const Zone& z) { return z.seconds_west - (z.daylight ? 3600 : 0); }

/// Takes a zone argument: a rational number of hours west of Greenwich, in multiples of 1/3600.
bool take_zone(Runtime& rt, Value v, std::int64_t& seconds_west) {
  if (is_rational(v)) {
    const Value seconds = number_multiply(rt, v, Value::fixnum(3600));
    if (seconds.is_fixnum() && std::abs(seconds.as_fixnum()) <= day_seconds) {
      seconds_west = seconds.as_fixnum();
      return true;
    }
  }
  rt.fail_type(v, rt.list({rt.sym(Known::rational), Value::fixnum(-24), Value::fixnum(24)}));
  return false;
}

std::int64_t unix_now() { return static_cast<std::int64_t>(std::time(nullptr)); }

Value zone_value(Runtime& rt, std::int64_t seconds_west) { return number_divide(rt, Value::fixnum(seconds_west), Value::fixnum(3600)); }

/// Returns nine values: second minute hour date month year day-of-week daylight-p zone.
Value decoded(Runtime& rt, std::int64_t unix_time, const Zone& zone) {
  const std::int64_t local = unix_time - offset_west(zone);
  const std::int64_t days = floor_divide(local, day_seconds);
  const std::int64_t seconds = local - days * day_seconds;
  const Date date = date_of_days(days);
  const std::int64_t weekday = ((days + 3) % 7 + 7) % 7;  // 1970-01-01 was a Thursday; Monday is 0
  const auto number = [](std::int64_t n) { return Value::fixnum(n); };
  return rt.values({number(seconds % 60), number(seconds / 60 % 60), number(seconds / 3600), number(date.day), number(date.month),
                    number(date.year), number(weekday), boolean(zone.daylight), zone_value(rt, zone.seconds_west)});
}

Value get_universal_time(Runtime&, Args) { return Value::fixnum(unix_now() + seconds_1900_to_1970); }

Value decode(Runtime& rt, std::int64_t unix_time, Value zone) {
  if (zone == UNSUPPLIED || is_nil(zone)) return decoded(rt, unix_time, local_zone(rt, unix_time));
  std::int64_t west;
  return take_zone(rt, zone, west) ? decoded(rt, unix_time, {west, false}) : FAILED;
}

Value get_decoded_time(Runtime& rt, Args) { return decode(rt, unix_now(), NIL); }

constexpr std::int64_t largest_time = std::int64_t{1} << 55;

Value decode_universal_time(Runtime& rt, Args a) {
  if (!a[0].is_fixnum() || a[0].as_fixnum() < 0 || a[0].as_fixnum() > largest_time) return rt.fail_type(a[0], Known::unsigned_byte);
  return decode(rt, a[0].as_fixnum() - seconds_1900_to_1970, a.get(1));
}

bool take_field(Runtime& rt, Value v, std::int64_t low, std::int64_t high, std::int64_t& out) {
  if (!v.is_fixnum() || v.as_fixnum() < low || v.as_fixnum() > high) {
    rt.fail_type(v, integer_type(rt, low, high));
    return false;
  }
  out = v.as_fixnum();
  return true;
}

/// Expands a year from 0 to 99 to the closest such year: less than fifty years away.
std::int64_t full_year(const Runtime& rt, std::int64_t year) {
  if (year >= 100) return year;
  constexpr std::int64_t year_without_clock = 2000;
  const std::int64_t now = rt.allows(Permission::clock) ? date_of_days(unix_now() / day_seconds).year : year_without_clock;
  const std::int64_t candidate = now - now % 100 + year;
  if (candidate - now >= 50) return candidate - 100;
  return now - candidate > 50 ? candidate + 100 : candidate;
}

/// Returns the Unix time of a local time, by the zone at the time of a first guess.
std::int64_t from_local(const Runtime& rt, std::int64_t local) {
  const std::int64_t guess = local + offset_west(local_zone(rt, local));
  return local + offset_west(local_zone(rt, guess));
}

Value encode_universal_time(Runtime& rt, Args a) {
  std::int64_t second, minute, hour, day, month, year, west;
  if (!take_field(rt, a[0], 0, 59, second) || !take_field(rt, a[1], 0, 59, minute) || !take_field(rt, a[2], 0, 23, hour) ||
      !take_field(rt, a[3], 1, 31, day) || !take_field(rt, a[4], 1, 12, month) || !take_field(rt, a[5], 0, 1000000000, year))
    return FAILED;
  const std::int64_t days = days_of_date({full_year(rt, year), static_cast<int>(month), static_cast<int>(day)});
  const std::int64_t local = days * day_seconds + hour * 3600 + minute * 60 + second;
  if (is_nil(a.get(6))) return Value::fixnum(from_local(rt, local) + seconds_1900_to_1970);
  return take_zone(rt, a[6], west) ? Value::fixnum(local + west + seconds_1900_to_1970) : FAILED;
}

// --- internal time, in microseconds

Value microseconds(std::uint64_t nanoseconds) { return Value::fixnum(static_cast<std::int64_t>(nanoseconds / 1000)); }

Value get_internal_real_time(Runtime&, Args) { return microseconds(platform::monotonic_nanoseconds()); }
Value get_internal_run_time(Runtime&, Args) { return microseconds(platform::processor_nanoseconds()); }

/// Handles interrupts, and runs the host's callback, meanwhile.
Value sleep_for(Runtime& rt, Args a) {
  if (!is_real(a[0]) || to_double(a[0]) < 0) return rt.fail_type(a[0], rt.list({rt.sym(Known::real), Value::fixnum(0)}));
  rt.streams->flush_standard();  // the user sees what was written before the wait
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  const auto length = static_cast<std::uint64_t>(std::min(to_double(a[0]), 1e9) * 1e9);
  for (std::uint64_t passed = 0; passed < length; passed = platform::monotonic_nanoseconds() - begin) {
    const WaitResult waited = wait_for(rt, {.runs_callback = true, .nanoseconds = length - passed, .releases_lock = true});
    if (waited == WaitResult::unwinding || (waited == WaitResult::interrupted && !handle_interrupts(rt))) return FAILED;
  }
  return NIL;
}

// --- the machine and the process

Value lisp_implementation_type(Runtime& rt, Args) { return rt.make_string("Tessera"); }
Value lisp_implementation_version(Runtime& rt, Args) { return rt.make_string(TESSERA_VERSION); }

template <std::string platform::SystemNames::*name> Value system_name(Runtime& rt, Args) {
  const std::string text = platform::system_names().*name;
  return text.empty() ? NIL : rt.make_string(text);
}
Value no_name(Runtime&, Args) { return NIL; }

Value getenv_of(Runtime& rt, Args a) {
  const std::string name = rt.to_utf8(a[0]);
  if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? NIL : rt.make_string(value);
}

/// True if the host ends the evaluation, or a signal the program.
bool ends(Runtime& rt) { return rt.budget.is_exhausted() || rt.exit_asked.load(std::memory_order_relaxed) >= 0; }

/// Runs a shell command, with the file's name as its argument if there is one, and waits for its end. Ctrl-C is the
/// command's: interrupts are handled after it.
Value run_command(Runtime& rt, Args a) {
  if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
  if (!is_nil(a[1]) && !is_string(a[1])) return rt.fail_type(a[1], Known::string);
  const std::string file = rt.to_utf8(a[1]);
  if (rt.streams) rt.streams->flush_all();
  platform::Command command(rt.to_utf8(a[0]), is_nil(a[1]) ? nullptr : &file);
  if (!command.complaint().empty())
    return rt.fail_simple(Known::simple_error, "cannot run ~S: ~A", {a[0], rt.make_string(command.complaint())});
  constexpr std::uint64_t first_nap = 1000000, longest_nap = 20000000;  // nanoseconds
  for (std::uint64_t nap = first_nap; !command.has_ended(); nap = std::min(2 * nap, longest_nap)) {
    sleep_or_wake(rt, nap);
    if (ends(rt) && !handle_interrupts(rt)) return FAILED;
  }
  return Value::fixnum(command.status());
}

/// Ends the process at once, after the streams are written out; the library's EXIT unwinds first.
Value exit_process(Runtime& rt, Args a) {
  const Value code = a.get(0, Value::fixnum(0));
  if (!code.is_fixnum()) return rt.fail_type(code, Known::fixnum);
  if (rt.streams) rt.streams->flush_at_end();
  std::exit(static_cast<int>(code.as_fixnum() & 0xFF));
}

Value exit_asked(Runtime& rt, Args) {
  const int status = rt.exit_asked.load(std::memory_order_relaxed);
  return status < 0 ? NIL : Value::fixnum(status);
}

// --- calls of Lisp at intervals

Value tick_every(Runtime& rt, Args a) {
  rt.ticker.reset();
  if (is_nil(a[0])) return NIL;
  if (!a[0].is_fixnum() || a[0].as_fixnum() <= 0) return rt.fail_type(a[0], Known::unsigned_byte);
  try {
    rt.ticker = std::make_shared<Ticker>(rt.heap.poll, a[0].as_fixnum());
  } catch (const std::system_error&) { return NIL; }
  return T;
}

Value show_transient_line(Runtime& rt, Args a) {
  if (!is_nil(a[0]) && !is_string(a[0])) return rt.fail_type(a[0], Known::string);
  const Value output = rt.symbol(rt.tessera("*STDOUT*"))->value;
  const bool begun = is_stream(output) && stream_of(output)->out_column != Value::fixnum(0);
  if (rt.streams && !begun) rt.streams->show_transient_line(is_nil(a[0]) ? "" : rt.to_utf8(a[0]));
  return NIL;
}

constexpr Builtin environment_table[] = {
    {"GET-UNIVERSAL-TIME", "", get_universal_time, "Returns the time in seconds since 1900-01-01, 0 h, Greenwich.", Permission::clock},
    {"GET-DECODED-TIME", "", get_decoded_time, "Returns second, minute, hour, date, month, year, day of week, daylight-p, zone of now.",
     Permission::clock},
    {"DECODE-UNIVERSAL-TIME", "time &optional zone", decode_universal_time,
     "Returns second, minute, hour, date, month, year, day of week (0 is Monday), daylight-p and zone of TIME."},
    {"ENCODE-UNIVERSAL-TIME", "second minute hour date month year &optional zone", encode_universal_time,
     "Returns the universal time of that moment; ZONE is in hours west of Greenwich."},
    {"GET-INTERNAL-REAL-TIME", "", get_internal_real_time, "Returns the time that has passed since some moment, in internal units.",
     Permission::clock},
    {"GET-INTERNAL-RUN-TIME", "", get_internal_run_time, "Returns the processor time that Tessera has taken, in internal units.",
     Permission::clock},
    {"SLEEP", "seconds", sleep_for, "Waits for SECONDS, a non-negative real, and returns NIL.", Permission::clock},
    {"LISP-IMPLEMENTATION-TYPE", "", lisp_implementation_type, "Returns the name of this Lisp."},
    {"LISP-IMPLEMENTATION-VERSION", "", lisp_implementation_version, "Returns the version of this Lisp."},
    {"MACHINE-TYPE", "", system_name<&platform::SystemNames::processor>, "Returns the kind of processor, or NIL.", Permission::environment},
    {"MACHINE-VERSION", "", no_name, "Returns NIL: the processor's version is not known."},
    {"MACHINE-INSTANCE", "", system_name<&platform::SystemNames::machine>, "Returns the name of this machine, or NIL.",
     Permission::environment},
    {"SOFTWARE-TYPE", "", system_name<&platform::SystemNames::system>, "Returns the name of the operating system, or NIL.",
     Permission::environment},
    {"SOFTWARE-VERSION", "", system_name<&platform::SystemNames::release>, "Returns the version of the operating system, or NIL.",
     Permission::environment},
    {"SHORT-SITE-NAME", "", no_name, "Returns NIL: the site is not known."},
    {"LONG-SITE-NAME", "", no_name, "Returns NIL: the site is not known."},
    {"%EXIT", "&optional (code 0)", exit_process, "Ends the process with the exit status CODE.", Permission::quit},
    {"%EXIT-ASKED", "", exit_asked, "Returns the exit status with which a signal has asked the program to end, or NIL."},
    {"%TICK-EVERY", "milliseconds", tick_every,
     "Calls %HANDLE-TICK every MILLISECONDS while Lisp runs; NIL ends this. Returns true if it will be called.", Permission::clock},
    {"%SHOW-PASSING", "text", show_transient_line,
     "Shows TEXT in a line of the terminal that is erased before anything else is written or read there; NIL erases it. Does nothing "
     "if output is not a terminal, or has begun a line."},
    {"%RUN-COMMAND", "command file", run_command,
     "Runs the shell's COMMAND with the argument FILE, unless that is NIL, and waits. Returns its exit status.", Permission::processes},
    {"%GETENV", "name", getenv_of, "Returns the value of the environment variable NAME, or NIL.", Permission::environment},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::environment>() { return environment_table; }

}  // namespace tessera
