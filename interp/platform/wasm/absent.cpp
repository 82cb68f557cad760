// What WebAssembly does not have: threads, processes, signals, sockets, shared objects. Layer: platform.
#include <cerrno>

#include "platform/child_processes.hpp"
#include "platform/processes.hpp"
#include "platform/sampling.hpp"
#include "platform/shared_objects.hpp"
#include "platform/signals.hpp"
#include "platform/sockets.hpp"
#include "platform/wakeup_pipe.hpp"

extern "C" __attribute__((weak)) const void* tessera_module();  // defined by TESSERA_MODULE

namespace tessera::platform {

namespace {

int refuse() {
  errno = ENOSYS;
  return -1;
}

}  // namespace

WakeupPipe::~WakeupPipe() = default;
bool WakeupPipe::open() { return false; }
void WakeupPipe::wake() const noexcept {}
void WakeupPipe::drain() const {}

void on_interrupt(void (*)()) {}
void on_terminate(void (*)(), unsigned) {}
bool TerminationRequests::open() { return false; }
void TerminationRequests::close() {}
bool TerminationRequests::take() const { return false; }
void ignore_broken_pipes() {}

/// Returns the module that is linked into this program, if there is one: see tessera_add_module.
void* open_shared_object(const std::string&, std::string& why) {
  if (tessera_module == nullptr) why = "WebAssembly has no shared objects";
  return reinterpret_cast<void*>(tessera_module);
}
void* find_in_shared_object(void* object, const char*) { return object; }

/// Returns the folder in which pages and the tests mount the modules.
std::string program_folder() { return "/tessera/"; }
std::string library_folder() { return ""; }

SamplingClock::~SamplingClock() = default;
bool SamplingClock::is_available() { return false; }
void SamplingClock::start(std::uint64_t) {}
void SamplingClock::stop() {}
void SamplingClock::follow_this_thread() {}

int start_child(ChildRequest&) { return refuse(); }
ChildState child_state(int, int&) { return ChildState::unknown; }
bool send_signal(int, int) { return refuse() == 0; }
int process_id() { return 1; }
Command::Command(const std::string&, const std::string*) : complaint_("WebAssembly has no processes"), process_(-1), ended_(true) {}
Command::~Command() = default;
bool Command::has_ended() { return process_ < 0 && ended_; }
std::vector<bool> pages_looked_at(char*, std::size_t, const std::string&, const std::function<bool(const std::function<bool()>&)>&) {
  return {};
}

FoundHosts find_hosts(const std::string&, int, bool) { return {HostSearch::failed, {}, "WebAssembly has no sockets"}; }
FoundHosts find_host_name(const std::string&) { return {HostSearch::failed, {}, "WebAssembly has no sockets"}; }
int open_socket(const std::string&, bool) { return -ENOSYS; }
int bind_socket(int, const SocketAddress&) { return -ENOSYS; }
int listen_socket(int, int) { return -ENOSYS; }
int connect_socket(int, const SocketAddress&) { return -ENOSYS; }
int socket_outcome(int) { return -ENOSYS; }
int accept_socket(int) { return -ENOSYS; }
int shut_socket(int, bool, bool) { return -ENOSYS; }
int socket_name(int, bool, SocketAddress&) { return -ENOSYS; }
std::ptrdiff_t send_bytes(int, std::string_view) { return refuse(); }
std::ptrdiff_t send_datagram(int, std::string_view, const SocketAddress*) { return refuse(); }
std::ptrdiff_t receive_datagram(int, std::string&, SocketAddress&) { return refuse(); }
int socket_option(int, SocketOption) { return -ENOSYS; }
int set_socket_option(int, SocketOption, int) { return -ENOSYS; }

}  // namespace tessera::platform
