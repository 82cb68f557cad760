// The program `tessera`: runs scripts and forms, or the read-eval-print loop. Layer: repl. Compiled for size.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "api/state.hpp"
#include "base/config.hpp"
#include "data/streams/streams.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"
#include "repl/options.hpp"
#include "repl/terminal.hpp"
#include "tessera/tessera.hpp"

namespace {

tessera::Interpreter* running = nullptr;  // for the signal handler only

void interrupt_running() {
  if (running != nullptr) running->interrupt();
}

void terminate_running() {
  if (running == nullptr) std::_Exit(tessera::platform::terminated_status);
  running->vm().ask_to_exit(tessera::platform::terminated_status);
}

/// Directs Ctrl-C and requests to end to `lisp` for the lifetime of this object; later ones are ignored, and the output
/// is still delivered.
class Interruptible {
 public:
  explicit Interruptible(tessera::Interpreter& lisp) : lisp_(lisp) {
    running = &lisp;
    tessera::platform::on_interrupt(interrupt_running);
    tessera::platform::on_terminate(terminate_running, tessera::config::exit_grace_seconds);
  }
  ~Interruptible() {
    running = nullptr;
    lisp_.vm().streams->flush_at_end();
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  tessera::Interpreter& lisp_;
};

/// Calls `function` of Lisp with the arguments, which shows an unhandled error and ends the process.
int run_script(tessera::Interpreter& lisp, const std::string& function, const std::vector<tessera::ObjectRef>& arguments) {
  try {
    tessera::detail::call_with_debugger(lisp, function, arguments);
    return 0;
  } catch (const tessera::Error& e) {
    std::fprintf(stderr, "%s: %s\n%s", e.condition_class().c_str(), e.what(), e.backtrace().c_str());
    return 1;
  }
}

/// Runs the read-eval-print loop: with an editor if the terminal is capable. Without a terminal, errors end it unless
/// it was `asked` for.
int run_repl(tessera::Interpreter& lisp, bool asked) {
  if (!tessera::terminal_is_capable()) return run_script(lisp, asked ? "tessera::%repl" : "tessera::%repl-on-input", {});
  tessera::install_terminal(lisp.vm());
  return run_script(lisp, "tessera::%repl-on-terminal", {});
}

/// True if the program ends in an interactive session: at the prompt, or in Emacs.
bool is_interactive(const tessera::CommandLine& given) {
  return given.repl || given.tour || !given.swank.empty() || (given.file.empty() && given.steps.empty() && !given.lsp);
}

/// True if a prompt follows, at which a user handles what fails before it.
bool leads_to_prompt(const tessera::CommandLine& given) { return (given.repl || given.tour) && tessera::platform::is_terminal(0); }

/// Calls `function` with `operand`, or lets the prompt that follows begin with this call.
int run_step(tessera::Interpreter& lisp, const tessera::CommandLine& given, const char* function, const std::string& operand) {
  if (!leads_to_prompt(given)) return run_script(lisp, function, {lisp.make(operand)});
  return run_script(lisp, "tessera::%begin-prompt-with", {lisp.symbol(function), lisp.make(operand)});
}

/// Serves SLIME until the process is ended, or beside the prompt if that follows.
int serve_slime(tessera::Interpreter& lisp, const tessera::CommandLine& given) {
  const std::string form =
      std::string("(require \"swank\")(swank:") + (given.repl ? "create-server" : "serve") + " :port " + given.swank + ")";
  return run_step(lisp, given, "tessera::%run-form", form);
}

int run(const tessera::CommandLine& given) {
  tessera::Options options;
  options.image_path = given.image;
  options.permissions.shared_objects = true;
  options.own_modules = nullptr;  // the program finds its modules by its own place
  if (given.heap_bytes != 0) options.heap_limit_bytes = given.heap_bytes;
  if (given.stack_bytes != 0) options.stack_limit_words = given.stack_bytes / sizeof(std::uint64_t);
  tessera::Interpreter lisp(options);
  const Interruptible interruptible(lisp);
  tessera::platform::ignore_broken_pipes();
  std::vector<tessera::ObjectRef> arguments;
  for (const std::string& a : given.rest) arguments.push_back(lisp.make(a));
  lisp.apply(lisp.symbol("tessera::%set-arguments"), arguments);
  tessera::detail::call_with_debugger(lisp, "tessera::%let-errors-end-the-process", {});
  if (given.warnings_as_errors) tessera::detail::call_with_debugger(lisp, "tessera::%let-warnings-be-errors", {});
  if (is_interactive(given)) lisp.eval("(proclaim '(optimize (debug 2)))");  // keeps variables for the debugger
  int status = given.language.empty() ? 0 : run_script(lisp, "tessera::%begin-in-language", {lisp.make(given.language)});
  if (status != 0) return status;
  for (const auto& step : given.steps) {
    const bool form = step.kind == tessera::CommandLine::Step::Kind::eval;
    status = run_step(lisp, given, form ? "tessera::%run-form" : "tessera::%run-file", step.operand);
    if (status != 0) return status;
  }
  if (given.lsp)
    return run_script(lisp, "tessera::%run-form", {lisp.make("(require \"language-server\") (tessera-language-server:serve)")});
  if (given.file == "-") status = run_script(lisp, "tessera::%run-input", {});
  else if (!given.file.empty()) status = run_step(lisp, given, "tessera::%run-file", given.file);
  if (status == 0 && !given.swank.empty()) status = serve_slime(lisp, given);
  if (status != 0 || (!given.file.empty() && !given.repl && !given.tour)) return status;
  if (given.tour) lisp.eval("(setq tessera::*begin-with-tour* t)");
  if ((given.steps.empty() && given.swank.empty()) || given.repl || given.tour) status = run_repl(lisp, given.repl || given.tour);
  return status;
}

/// Prints the text for --help or --version.
int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  if (std::fflush(stdout) == 0) return 0;
  std::perror("tessera: cannot write to the standard output");
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  tessera::CommandLine given;
  if (!tessera::parse_command_line(argc, argv, given)) return 2;
  if (given.help) return print(tessera::help_text());
  if (given.version) return print(std::string("tessera ") + tessera::Interpreter::version() + "\n");
  try {
    return run(given);
  } catch (const std::bad_alloc&) {
    std::fputs("tessera: out of memory\n", stderr);
    return 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
