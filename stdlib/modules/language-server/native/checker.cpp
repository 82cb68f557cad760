// Runs a second interpreter on a thread of its own.
#include "checker.hpp"

#include <utility>

#include "platform/threads.hpp"
#include "tessera/tessera.hpp"

namespace tessera::language_server {

namespace {

constexpr std::size_t heap_bytes = std::size_t{1} << 30;
constexpr std::size_t stack_words = std::size_t{8} << 20;
constexpr int niceness = 5;

Options options_for(const Task& task) {
  Options options = Options::sandboxed();
  options.permissions.redefinition =
      true;  // the library's modules define what is Lisp's own; a program that does so spoils its own analysis
  if (!task.folder.empty()) {
    options.permissions.files = Permissions::Files::read;
    options.permissions.folder = task.folder;
  }
  options.heap_limit_bytes = heap_bytes;
  options.stack_limit_words = stack_words;
  options.limits.time = task.time;
  options.output = options.error_output = [](std::string_view) {};
  return options;
}

}  // namespace

// Sets the interpreter that `abandon` may cancel; nullptr for none. Returns false if the result is no longer wanted.
bool Checker::begins(Interpreter* lisp) {
  const std::lock_guard guard(lock_);
  running_ = lisp;
  return !unwanted_;
}

void Checker::run(const Task& task) {
  platform::stand_back(niceness);  // the user's typing has precedence
  std::string text;
  try {
    Interpreter lisp(options_for(task));
    for (const std::string& file : task.files) lisp.load(file);
    std::vector<ObjectRef> arguments;
    for (const std::string& argument : task.arguments) arguments.push_back(lisp.make(argument));
    if (begins(&lisp)) {
      try {
        text = lisp.apply(lisp.symbol(task.function), arguments).as<std::string>();
      } catch (const LimitReached&) { text = "!it takes too long, or too much"; } catch (const Error& e) {
        text = std::string("!") + e.what();
      }
    }
    begins(nullptr);
  } catch (const std::exception& e) { text = std::string("!") + e.what(); }
  const std::lock_guard guard(lock_);
  busy_ = false;
  if (!unwanted_) result_ = std::move(text);
}

void Checker::start(Task task) {
  end();
  unwanted_ = false;
  busy_ = true;
  thread_ = std::thread([this, task = std::move(task)] { run(task); });
}

std::optional<std::string> Checker::result() {
  const std::lock_guard guard(lock_);
  return std::exchange(result_, std::nullopt);
}

bool Checker::is_busy() {
  const std::lock_guard guard(lock_);
  return busy_;
}

void Checker::abandon() {
  const std::lock_guard guard(lock_);
  unwanted_ = true;
  result_.reset();
  if (running_ != nullptr) running_->cancel();
}

void Checker::end() {
  abandon();
  if (thread_.joinable()) thread_.join();
}

}  // namespace tessera::language_server
