// Untrusted scripts: limits, permissions, and captured output.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <tessera/tessera.hpp>

namespace fs = std::filesystem;

/// Describes the outcome of a script.
static std::string outcome(const tessera::Lisp& lisp, const char* script) {
  try {
    return lisp.eval(script).text();
  } catch (const tessera::LimitReached& e) { return std::string("ended: ") + e.what(); } catch (const tessera::Error& e) {
    return e.condition_class();
  }
}

int main() {
  const fs::path folder = fs::temp_directory_path() / "tessera-sandbox-example";
  fs::create_directories(folder);
  std::ofstream(folder / "map.txt") << "a map\n";

  std::string shown;
  tessera::Options options = tessera::Options::sandboxed();       // no permissions
  options.permissions.files = tessera::Permissions::Files::read;  // except reading files
  options.permissions.folder = folder.string();                   // in this folder
  options.heap_limit_bytes = 64 << 20;
  options.limits = {.steps = 1'000'000, .time = std::chrono::seconds(10)};  // for each evaluation
  options.output = [&shown](std::string_view text) { shown += text; };
  tessera::Interpreter lisp(options);

  for (const char* script : {
           "(loop (ignore-errors (loop)))",
           "(tagbody back (unwind-protect (loop) (go back)))",
           "(with-output-to-string (s) (loop (write-char #\\a s)))",
           "(with-open-file (s \"map.txt\") (read-line s))",
           "(open \"../secret.txt\")",
           "(tessera::%run-command \"id\" nil)",
           "(defun car (x) x)",
           "(princ \"Hello\")",
       })
    std::cout << script << "\n  " << outcome(lisp, script) << '\n';
  std::cout << "written: " << shown << '\n';

  lisp.set_limits({});  // no limits from the next evaluation on
  std::cout << "wrong with it: " << (lisp.self_check().empty() ? "nothing" : lisp.self_check()) << '\n';
  fs::remove_all(folder);
}
