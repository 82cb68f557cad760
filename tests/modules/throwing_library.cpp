// Throws and catches: see the header.
#include "throwing_library.hpp"

#include <functional>
#include <stdexcept>
#include <thread>

extern "C" void call_with_cleanup(void (*function)(void*), void* argument);

namespace {

class Own : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Cleanup {
  std::string& log;
  ~Cleanup() { log += "~"; }
};

using Thunk = std::function<void()>;

void through_c(void* thunk) { (*static_cast<Thunk*>(thunk))(); }

// The frame of C is the first that is unwound.
std::string caught(Thunk thunk) {
  std::string log;
  const Thunk outer = [&] {
    const Cleanup cleanup{log};
    call_with_cleanup(through_c, &thunk);
  };
  try {
    outer();
  } catch (const std::out_of_range&) { return log + "out of range;"; } catch (const std::exception& e) {
    return log + e.what() + ";";
  }
  return log + "nothing;";
}

}  // namespace

std::string caught_in_library() {
  static const std::string empty;
  std::string all = caught([] { static_cast<void>(empty.at(1)); });  // the C++ library throws: no frame but C's is in between
  all += caught([] { static_cast<void>(std::stoll("99999999999999999999")); });
  all += caught([] { throw Own("own"); });
  all += caught([] {
    try {
      throw Own("again");
    } catch (...) { throw; }
  });
  std::thread([&all] { all += caught([] { throw std::logic_error("in a thread"); }); }).join();
  return all;
}

void throw_from_library(const std::string& text) {
  Thunk thunk = [&] { throw std::range_error(text); };
  call_with_cleanup(through_c, &thunk);
}
