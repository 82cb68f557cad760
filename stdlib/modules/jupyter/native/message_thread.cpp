// The thread that carries messages between Jupyter's sockets and Lisp.
#include "message_thread.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <xeus/xguid.hpp>
#include <xeus/xkernel.hpp>

#include "platform/child_processes.hpp"
#include "tessera/threads.hpp"

namespace tessera::jupyter {

namespace {

using std::chrono::milliseconds;

constexpr const char* wake_address = "inproc://tessera-wake";
constexpr std::size_t max_request_bytes = std::size_t{64} << 20;  ///< of messages that Lisp has not taken; the sockets buffer more
constexpr std::size_t max_printed_bytes = std::size_t{64} << 10;  ///< in one message
constexpr milliseconds print_delay{20};
constexpr milliseconds poke_delay{20};  ///< a message that is taken sooner does not interrupt Lisp
constexpr milliseconds poke_interval{200};
constexpr milliseconds give_up_interval{20};         ///< `give_up` is asked this often
constexpr milliseconds parent_check_interval{1000};  ///< between checks of the process that started us
// A publisher's socket drops messages that readers do not take in time. These limits are what readers take.
constexpr milliseconds burst_time{100};
constexpr std::size_t max_burst_messages = 200, max_burst_bytes = std::size_t{1} << 20;

zmq::socket_t pair_socket(zmq::context_t& context, bool binds) {
  zmq::socket_t socket(context, zmq::socket_type::pair);
  if (binds) socket.bind(wake_address);
  else socket.connect(wake_address);
  return socket;
}

/// Returns the process that started this kernel, as the environment tells; 0 if it is unknown.
int watched_process() {
  const char* const text = std::getenv("JPY_PARENT_PID");
  const int process = text == nullptr ? 0 : std::atoi(text);
  return process > 1 ? process : 0;
}

std::string json_text(const nlohmann::json& value) { return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

/// Returns the typed text in an answer to an input_request.
std::string typed_in(const std::string& content) {
  const auto value = nlohmann::json::parse(content, nullptr, false);
  if (!value.is_object()) return "\n";
  const auto found = value.find("value");
  return (found != value.end() && found->is_string() ? found->get<std::string>() : "") + "\n";
}

template <class F> void without_signals(const F& f) {
  const BlockedSignals blocked;
  f();
}

}  // namespace

MessageThread::MessageThread(const std::string& path, std::function<void()> poke)
    : poke_(std::move(poke)), session_(xeus::new_xguid()), parent_process_(watched_process()) {
  without_signals([&] {  // threads are begun
    const xeus::xconfiguration configuration = xeus::load_configuration(path);
    wake_receiver_ = pair_socket(context_, true);
    wake_sender_ = pair_socket(context_, false);
    sockets_ = std::make_unique<Sockets>(context_, configuration);
    thread_ = std::thread([this] { work(); });
  });
}

MessageThread::~MessageThread() {
  {
    const std::lock_guard lock(mutex_);
    flush();
    ending_ = true;
    wake();
  }
  thread_.join();
}

// --- called by Lisp's thread

std::optional<Arrival> MessageThread::take(bool control_only) {
  const std::lock_guard lock(mutex_);
  auto& queue = !controls_.empty() || control_only ? controls_ : requests_;
  if (queue.empty()) return std::nullopt;
  Arrival arrival = std::move(queue.front());
  queue.pop_front();
  poke_due_ = Clock::now() + poke_delay;
  if (arrival.kind == Arrival::Kind::request) {
    const bool was_full = request_bytes_ >= max_request_bytes;
    request_bytes_ -= arrival.message.content.size();
    if (was_full) wake();
  }
  return arrival;
}

void MessageThread::wait(milliseconds time) {
  std::unique_lock lock(mutex_);
  waiting_ = true;
  changed_.wait_for(lock, time, [this] { return !requests_.empty() || !controls_.empty(); });
  waiting_ = false;
}

bool MessageThread::take_poke() {
  const std::lock_guard lock(mutex_);
  return std::exchange(poked_, false);
}

void MessageThread::wake() { wake_sender_.send(zmq::message_t(), zmq::send_flags::dontwait); }

void MessageThread::enqueue(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
                            const std::string& content) {
  if (channel == Channel::published) {
    route = {"kernel." + session_ + "." + type};
    ++burst_messages_;
    burst_bytes_ += content.size();
  }
  outgoing_.push_back(
      {channel, {std::move(route), json_text(xeus::make_header(type, xeus::get_user_name(), session_)), parent, metadata, content}});
  wake();
}

void MessageThread::flush() {
  if (printed_.empty()) return;
  const std::string content = json_text({{"name", printed_to_}, {"text", std::exchange(printed_, {})}});
  enqueue(Channel::published, {}, "stream", requester_header_, "{}", content);
}

void MessageThread::wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const GiveUp& give_up) {
  while (!condition() && !give_up()) changed_.wait_for(lock, give_up_interval);
}

void MessageThread::keep_pace(std::unique_lock<std::mutex>& lock, const GiveUp& give_up) {
  if (burst_messages_ > max_burst_messages || burst_bytes_ > max_burst_bytes)
    wait_until(
        lock, [this] { return Clock::now() >= burst_end_; }, give_up);
  if (Clock::now() < burst_end_) return;
  burst_end_ = Clock::now() + burst_time;
  burst_messages_ = burst_bytes_ = 0;
}

void MessageThread::send(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
                         const std::string& content, const GiveUp& give_up) {
  std::unique_lock lock(mutex_);
  flush();
  if (channel == Channel::published) keep_pace(lock, give_up);
  enqueue(channel, std::move(route), type, parent, metadata, content);
}

void MessageThread::print(const std::string& stream, std::string_view text, const GiveUp& give_up) {
  std::unique_lock lock(mutex_);
  if (printed_to_ != stream) flush();
  if (printed_.empty()) {
    print_due_ = Clock::now() + print_delay;
    printed_to_ = stream;
    wake();
  }
  printed_ += text;
  if (printed_.size() < max_printed_bytes) return;
  flush();
  keep_pace(lock, give_up);
}

void MessageThread::set_requester(Frames route, std::string header, bool may_be_asked) {
  const std::lock_guard lock(mutex_);
  flush();
  requester_ = std::move(route);
  requester_header_ = std::move(header);
  may_ask_ = may_be_asked;
  asked_ = false;
  typed_.reset();
}

std::string MessageThread::read(const std::string& content, const GiveUp& give_up) {
  std::unique_lock lock(mutex_);
  if (!may_ask_) return {};
  if (!asked_) {
    flush();
    enqueue(Channel::input, requester_, "input_request", requester_header_, "{}", content);
    asked_ = true;
  }
  wait_until(
      lock, [this] { return typed_.has_value(); }, give_up);
  if (!typed_) return {};
  asked_ = false;
  return *std::exchange(typed_, std::nullopt);
}

// --- called by the message thread

void MessageThread::accept(Channel channel, bool too_long, Message message) {
  const std::lock_guard lock(mutex_);
  if (channel == Channel::input) {
    if (asked_ && !too_long) typed_ = typed_in(message.content);
  } else if (channel == Channel::control) {
    if (controls_.empty()) poke_due_ = Clock::now() + poke_delay;
    controls_.push_back({Arrival::Kind::control, std::move(message), too_long});
  } else {
    request_bytes_ += message.content.size();
    requests_.push_back({Arrival::Kind::request, std::move(message), too_long});
  }
  changed_.notify_all();
}

void MessageThread::receive(Channel channel) {
  Message message;
  const Fault fault = unpack(sockets_->receive(channel), sockets_->signer(), message);
  if (fault == Fault::none || fault == Fault::too_long) accept(channel, fault == Fault::too_long, std::move(message));
  else std::fprintf(stderr, "tessera: a message is dropped: %s\n", fault_text(fault));
}

void MessageThread::send_waiting() {
  std::deque<Outgoing> outgoing;
  {
    const std::lock_guard lock(mutex_);
    if (!printed_.empty() && Clock::now() >= print_due_) flush();
    outgoing.swap(outgoing_);
  }
  for (const Outgoing& next : outgoing) sockets_->send(next.channel, next.message);
}

void MessageThread::poke_if_due() {
  const std::lock_guard lock(mutex_);
  if (controls_.empty() || waiting_ || Clock::now() < poke_due_) return;
  poke_due_ = Clock::now() + poke_interval;
  poked_ = true;
  poke_();
}

void MessageThread::check_parent() {
  if (parent_process_ == 0 || platform::send_signal(parent_process_, 0) || errno != ESRCH) return;
  parent_process_ = 0;
  const std::lock_guard lock(mutex_);
  controls_.push_back({Arrival::Kind::orphaned, {}, false});
  changed_.notify_all();
}

milliseconds MessageThread::time_to_wait() const {
  auto due = Clock::now() + parent_check_interval;
  if (!printed_.empty()) due = std::min(due, print_due_);
  if (!controls_.empty()) due = std::min(due, poke_due_);
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(due - Clock::now()));
}

void MessageThread::work() {
  for (bool ending = false; !ending;) {
    milliseconds time{0};
    bool take_requests = true, woken = false;
    {
      const std::lock_guard lock(mutex_);
      ending = ending_;
      time = time_to_wait();
      take_requests = request_bytes_ < max_request_bytes;
    }
    try {
      if (!ending)
        for (const Channel channel : sockets_->wait(wake_receiver_, woken, take_requests, time)) receive(channel);
      for (zmq::message_t taken; woken && wake_receiver_.recv(taken, zmq::recv_flags::dontwait);) {}
      send_waiting();
    } catch (const std::exception& e) { std::fprintf(stderr, "tessera: Jupyter's sockets: %s\n", e.what()); }
    poke_if_due();
    check_parent();
  }
  sockets_.reset();
}

}  // namespace tessera::jupyter
