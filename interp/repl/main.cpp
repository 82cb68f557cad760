// The program `tessera`: runs scripts and forms, or the read-eval-print loop. Layer: repl.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "tessera/tessera.hpp"

namespace {

tessera::Interpreter* running = nullptr;  // for the signal handler alone

void on_interrupt(int) {
  if (running != nullptr) running->interrupt();
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;  // no SA_RESTART: a read at the prompt returns
  sigaction(SIGINT, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

struct Arguments {
  std::string file, image;
  std::vector<std::string> rest, steps;  ///< steps: in the order given, 'e' or 'l' and the operand
  bool repl = false;
};

/// Run it in Lisp, where an unhandled error is shown and ends the process.
int run_script(tessera::Interpreter& lisp, const std::string& function, const std::vector<tessera::Object_ref>& arguments) {
  const tessera::Result r = lisp.call_unguarded(function, arguments);
  if (r.ok) return 0;
  std::fprintf(stderr, "%s: %s\n%s", r.condition.c_str(), r.message.c_str(), r.backtrace.c_str());
  return 1;
}

int run(const Arguments& given) {
  tessera::Options options;
  options.image_path = given.image;
  tessera::Interpreter lisp(options);
  running = &lisp;
  catch_interrupts();
  std::vector<tessera::Object_ref> arguments;
  for (const std::string& a : given.rest) arguments.push_back(lisp.make_string(a));
  lisp.call("tessera::%set-arguments", arguments);
  lisp.call_unguarded("tessera::%let-errors-end-the-process");
  int status = 0;
  for (const std::string& step : given.steps) {
    const char* function = step[0] == 'e' ? "tessera::%run-form" : "load";
    status = run_script(lisp, function, {lisp.make_string(std::string_view(step).substr(1))});
    if (status != 0) return status;
  }
  if (!given.file.empty()) return run_script(lisp, "load", {lisp.make_string(given.file)});
  if (given.steps.empty() || given.repl) status = run_script(lisp, "tessera::%repl", {});
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Tessera, a small Common Lisp dialect. Without a file, --eval or --load it reads forms from standard input."};
  Arguments given;
  app.set_version_flag("--version", std::string("tessera ") + tessera::Interpreter::version());
  app.add_option_function<std::vector<std::string>>("-e,--eval", [&](const std::vector<std::string>& forms) {
       for (const auto& f : forms) given.steps.push_back("e" + f);
     }, "Evaluate FORM and print its values; may be given several times")->type_name("FORM")->trigger_on_parse()->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option_function<std::vector<std::string>>("-l,--load", [&](const std::vector<std::string>& files) {
       for (const auto& f : files) given.steps.push_back("l" + f);
     }, "Load FILE; may be given several times")->type_name("FILE")->trigger_on_parse()->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--repl", given.repl, "Go on with the read-eval-print loop after --eval and --load");
  app.add_option("--image", given.image, "Start from an image FILE in place of the built-in one")->type_name("FILE");
  app.add_option("FILE", given.file, "The script to run");
  app.add_option("ARGS", given.rest, "Its arguments, in TESSERA:*ARGUMENTS*");
  app.positionals_at_end();
  app.prefix_command();
  CLI11_PARSE(app, argc, argv);
  for (const auto& extra : app.remaining()) given.rest.push_back(extra);
  if (given.file.empty() && !given.rest.empty()) {
    std::fprintf(stderr, "tessera: unknown option %s; --help lists them\n", given.rest.front().c_str());
    return 2;
  }
  try {
    return run(given);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
