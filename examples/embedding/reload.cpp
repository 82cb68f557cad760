// Hot reload: the program re-evaluates a script when its file has changed. DEFVAR keeps its values; a version with an
// error is reported, and the old functions stay.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <tessera/tessera.hpp>

/// A Lisp file whose definitions are kept up to date.
class Script {
 public:
  Script(tessera::Interpreter& lisp, std::filesystem::path path) : lisp_(lisp), path_(std::move(path)) {}

  /// Call it between two frames of a game, for example, but never during a call of Lisp.
  void refresh() {
    std::ifstream in(path_);
    std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (text == seen_) return;
    seen_ = std::move(text);
    try {
      lisp_.call("compile", nullptr, lisp_.call("read-from-string", "(lambda () " + seen_ + "\n)"));  // reads and compiles all of it first
      lisp_.eval(seen_, path_.filename().string());
      std::cout << "-- loaded\n";
    } catch (const tessera::Error& e) { std::cout << "-- not loaded: " << e.condition_class() << '\n'; }
  }

 private:
  tessera::Interpreter& lisp_;
  std::filesystem::path path_;
  std::string seen_;
};

int main() {
  const auto path = std::filesystem::temp_directory_path() / "tessera-reload-example.lisp";
  const auto write = [&](const char* text) { std::ofstream(path) << text; };  // as a person does in an editor

  tessera::Interpreter lisp;
  Script script(lisp, path);
  const auto frame = lisp.function<std::string()>("frame");  // looks up FRAME's function at each call

  write("(defvar *frames* 0) (defun frame () (format nil \"frame ~d\" (incf *frames*)))");
  script.refresh();
  std::cout << frame() << '\n' << frame() << '\n';

  write("(defvar *frames* 0) (defun frame () (format nil \"picture no. ~d\" (incf *frames*)))");
  script.refresh();
  std::cout << frame() << '\n';

  write("(defvar *frames* 0) (defun frame () (format nil \"no parenthesis ~d\" (incf *frames*))");
  script.refresh();
  script.refresh();  // nothing changed
  std::cout << frame() << '\n';

  std::filesystem::remove(path);
}
