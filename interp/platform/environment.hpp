// What a process finds about it: names of the system and its users, variables, the current directory, the time zone.
// Layer: platform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::platform {

/// The names of the system; "" if unknown.
struct SystemNames {
  std::string processor, machine, system, release;
};
SystemNames system_names();

/// Returns the name of the user with this number (FileInfo::owner); "" if unknown.
std::string user_name(unsigned number);

/// Sets an environment variable, or removes it if `value` is null. False, with the reason in errno, if that fails.
bool set_variable(const std::string& name, const std::string* value);
/// Returns the environment: NAME=VALUE.
std::vector<std::string> variables();

/// Changes the current directory. False, with the reason in errno, if that fails.
bool go_to_directory(const std::string& name);

/// A time zone at some time.
struct TimeZone {
  std::int64_t seconds_east = 0;  ///< of Greenwich, with daylight saving time
  bool has_daylight_time = false;
};
/// Returns the local time zone at a time in seconds since 1970.
TimeZone local_time_zone(std::int64_t time);

}  // namespace tessera::platform
