// The environment of the process. Layer: platform.
#include "platform/environment.hpp"

#include <pwd.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

namespace tessera::platform {

SystemNames system_names() {
  utsname names{};
  if (uname(&names) != 0) return {};
  return {names.machine, names.nodename, names.sysname, names.release};
}

std::string user_name(unsigned number) {
  const passwd* const user = ::getpwuid(number);
  return user == nullptr ? "" : user->pw_name;
}

bool set_variable(const std::string& name, const std::string* value) {
  return (value == nullptr ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value->c_str(), 1)) == 0;
}

std::vector<std::string> variables() {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
  return all;
}

bool go_to_directory(const std::string& name) { return ::chdir(name.c_str()) == 0; }

TimeZone local_time_zone(std::int64_t time) {
  const auto t = static_cast<time_t>(time);
  tm local{};
  localtime_r(&t, &local);
  return {local.tm_gmtoff, local.tm_isdst > 0};
}

}  // namespace tessera::platform
