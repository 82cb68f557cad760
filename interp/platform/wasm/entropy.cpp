// Random bits by getentropy, one system call: std::random_device executes CPUID, which is slow in virtual machines.
// Layer: platform.
#include "platform/entropy.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tessera::platform {

void fill_randomly(void* p, std::size_t bytes) {
  if (getentropy(p, bytes) != 0) throw std::system_error(errno, std::generic_category(), "tessera: the system has no random numbers");
}

}  // namespace tessera::platform
