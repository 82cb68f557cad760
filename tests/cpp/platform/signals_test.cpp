// Requests to end as a descriptor.
#include "platform/signals.hpp"

#include <csignal>

#include "../catch.hpp"
#include "platform/waiting.hpp"

namespace {

using namespace tessera::platform;

TEST_CASE("requests to end can be waited for", "[platform]") {
  TerminationRequests requests;
  CHECK_FALSE(requests.take());
  for (int times = 0; times < 2; ++times) {
    REQUIRE(requests.open());
    REQUIRE(requests.open());
    CHECK(wait_for_file(requests.descriptor(), readable, 0) == 0);
    std::raise(SIGTERM);
    CHECK(wait_for_file(requests.descriptor(), readable, 0) == 1);
    CHECK(requests.take());
    CHECK_FALSE(requests.take());
    requests.close();
    CHECK(requests.descriptor() == -1);
  }
}

}  // namespace
