// A small game whose creatures are objects of C++ and behave as a Lisp script says. Shows what such a host needs:
//
//     Arena     creatures that script classes inherit from; each lives in a coroutine, which the host resumes in each
//               frame
//     Scripts   the script in a sandbox, with a budget of steps for each turn; loaded again when its file has changed,
//               after a rehearsal: a version with an error changes nothing
//     Journal   what went wrong, with the place in the script: the host's error window
//     Console   a REPL in the running game, on a socket: socat - UNIX-CONNECT:/tmp/arena.socket
//
//     arena SCRIPT          runs until it is interrupted
//     arena --demo SCRIPT   runs some frames, and edits a copy of the script meanwhile: for the tests
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tessera/tessera.hpp>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// --- the game

constexpr int width = 40;

/// A creature. Scripts inherit from it; what they add, such as slots, is theirs.
class Creature {
 public:
  Creature(std::string name, int place) : name_(std::move(name)), place_(std::clamp(place, 0, width - 1)) {}
  const std::string& name() const { return name_; }
  int place() const { return place_; }
  bool alive() const { return health_ > 0; }

  /// Takes a step, at most one place in a turn: a script cannot cheat.
  void walk(int step) {
    if (step < -1 || step > 1) throw std::invalid_argument("a step leads one place to the left or to the right");
    if (!has_acted_) place_ = std::clamp(place_ + step, 0, width - 1);
    has_acted_ = true;
  }
  void strike(Creature& other) {
    if (!has_acted_ && std::abs(place_ - other.place_) <= 1) other.health_ -= 1;
    has_acted_ = true;
  }
  void begin_turn() { has_acted_ = false; }

 private:
  std::string name_;
  int place_, health_ = 2;
  bool has_acted_ = false;
};

/// The world. It shares its creatures with Lisp, so each keeps its class and slots.
struct Arena {
  std::vector<std::shared_ptr<Creature>> creatures;

  std::string picture() const {
    std::string line(width, '.');
    for (const auto& c : creatures) line[static_cast<std::size_t>(c->place())] = c->alive() ? c->name().front() : 'x';
    return line;
  }
};

/// What went wrong. A game with windows would show it in one.
class Journal {
 public:
  void note(const std::string& subject, const std::string& message) { std::cout << "  ! " << subject << ": " << message << '\n'; }

  /// Notes the exception that is being handled, with the script's calls that led to it.
  void note_exception(const std::string& subject, const tessera::Lisp& lisp) {
    try {
      throw;
    } catch (const tessera::Error& e) {  // a LimitReached, too
      note(subject, e.what());
      print_indented(e.backtrace());
    } catch (const std::exception& e) {  // one of ours, which passed through the script
      note(subject, e.what());
      if (const auto error = lisp.error_of(std::current_exception())) print_indented(error->backtrace());
    }
  }

 private:
  static void print_indented(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) std::cout << "    " << line << '\n';
  }
};

// --- its scripts

/// An interpreter that knows the game. Scripts may use nothing of the system.
class ScriptedArena {
 public:
  ScriptedArena(Arena& arena, tessera::Callback<void(std::string_view)> output) : lisp_(options(std::move(output))) {
    lisp_.define_class<Creature>("creature", "What lives in the arena. Steps and strikes take a turn.")
        .constructor<std::string, int>("name place")
        .property("name", &Creature::name)
        .property("place", &Creature::place)
        .property("alive", &Creature::alive)
        .method("walk", "step", &Creature::walk, "Goes a step: -1, 0 or 1.")
        .method("strike", "other", &Creature::strike, "Hurts OTHER, which must be a neighbour.")
        .printer([](const Creature& c) { return "#<" + c.name() + ">"; });
    lisp_.define(
        "creatures", [&arena] { return arena.creatures; }, "Returns a vector of all creatures.");
    lisp_.eval(prelude, "prelude");
    begin_life_ = lisp_.function<void(std::shared_ptr<Creature>)>("begin-life");
    live_on_ = lisp_.function<void(std::shared_ptr<Creature>)>("live-on");
  }

  const tessera::Interpreter& lisp() const { return lisp_; }

  std::shared_ptr<Creature> make(const std::string& class_name, const std::string& name, int place) const {
    return lisp_.call<std::shared_ptr<Creature>>("make-creature-of", lisp_.symbol(class_name), name, place);
  }
  void begin_life(const std::shared_ptr<Creature>& creature) { begin_life_(creature); }
  void live_on(const std::shared_ptr<Creature>& creature) { live_on_(creature); }

 private:
  static tessera::Options options(tessera::Callback<void(std::string_view)> output) {
    tessera::Options o = tessera::Options::sandboxed();
    o.heap_limit_bytes = 64 << 20;
    o.limits = {.steps = 20'000, .time = 10s};  // for each turn, load and line of the console
    o.output = o.error_output = std::move(output);
    return o;
  }

  static constexpr const char* prelude = R"lisp(
    (require "continuations")
    (defvar *lives* (make-hash-table) "The coroutine of each creature.")
    (defun make-creature-of (class name place) (make-instance class :arguments (list name place)))
    (defun next-frame () "Ends the turn of the running creature." (continuations:pause))
    (defun begin-life (creature)
      (setf (gethash creature *lives*) (continuations:make-coroutine (lambda () (funcall 'live creature)))))
    (defun live-on (creature)
      "Resumes the coroutine of CREATURE. One that an error ends is not resumed again."
      (let ((life (shiftf (gethash creature *lives*) nil)))
        (when (and life (not (eq (continuations:coroutine-status life) :done)))
          (continuations:resume life)
          (setf (gethash creature *lives*) life))))
  )lisp";

  tessera::Interpreter lisp_;
  tessera::Function<void(std::shared_ptr<Creature>)> begin_life_, live_on_;
};

/// A script whose changes reach the running game.
class Script {
 public:
  Script(fs::path file, Journal& journal) : file_(std::move(file)), journal_(journal) {}

  /// Loads the file if it has changed since the last time. Returns true if it did. To be called between two frames.
  bool refresh(ScriptedArena& arena) {
    std::error_code ignored;
    const auto time = fs::last_write_time(file_, ignored);
    if (time == seen_at_) return false;
    seen_at_ = time;
    std::string text = contents(file_);
    if (text == seen_) return false;
    seen_ = std::move(text);
    if (!rehearse()) return false;
    arena.lisp().load_contents(seen_, file_.filename().string());
    return true;
  }

 private:
  /// Loads the text into an arena of its own. If that fails, the game keeps the version that it has.
  bool rehearse() {
    Arena stage;
    ScriptedArena arena(stage, [](std::string_view) {});
    try {
      arena.lisp().load_contents(seen_, file_.filename().string());
      return true;
    } catch (...) {
      journal_.note_exception("not loaded", arena.lisp());
      return false;
    }
  }

  fs::path file_;
  fs::file_time_type seen_at_{};
  std::string seen_;
  Journal& journal_;
};

// --- a REPL for the running game

/// A socket that takes one user at a time, who types forms and sees their values.
class Console {
 public:
  explicit Console(const std::string& path) : path_(path) {
    const sockaddr_un address = address_of(path);
    ::unlink(path.c_str());
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener_ < 0 || ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || ::listen(listener_, 1) != 0)
      throw std::runtime_error("cannot listen on " + path);
  }
  ~Console() {
    if (user_ >= 0) ::close(user_);
    ::close(listener_);
    ::unlink(path_.c_str());
  }
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  static sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the name of the socket is too long: " + path);
    std::memcpy(address.sun_path, path.c_str(), path.size());
    return address;
  }

  /// What the script prints is the user's, if there is one.
  bool print(std::string_view text) {
    if (user_ < 0) return false;
    if (::send(user_, text.data(), text.size(), MSG_NOSIGNAL) < 0) leave();
    return true;
  }

  /// Evaluates what the user has typed. Never waits. To be called between two frames.
  void serve(const tessera::Lisp& lisp) {
    if (user_ < 0 && has_input(listener_)) user_ = ::accept(listener_, nullptr, nullptr);
    char piece[4096];
    while (user_ >= 0 && has_input(user_)) {
      const ssize_t size = ::recv(user_, piece, sizeof piece, 0);
      if (size <= 0) return leave();
      typed_.append(piece, static_cast<std::size_t>(size));
    }
    if (typed_.empty() || typed_.back() != '\n' || lisp.check(typed_).status == tessera::SourceCheck::Status::incomplete) return;
    print(value_of(lisp, std::exchange(typed_, "")) + "\n");
  }

 private:
  static std::string value_of(const tessera::Lisp& lisp, const std::string& form) {
    try {
      return lisp.eval(form, "console").text();
    } catch (const tessera::Error& e) {
      return e.condition_class() + ": " + e.what() + '\n' + e.backtrace();
    } catch (const std::exception& e) { return std::string("an exception of C++: ") + e.what(); }
  }
  static bool has_input(int descriptor) {
    pollfd p{descriptor, POLLIN, 0};
    return ::poll(&p, 1, 0) > 0;
  }
  void leave() {
    ::close(std::exchange(user_, -1));
    typed_.clear();
  }

  std::string path_, typed_;
  int listener_ = -1, user_ = -1;
};

// --- the host

class Game {
 public:
  Game(const fs::path& script, const std::string& socket)
      : console_(socket), scripts_(arena_, [this](std::string_view text) { show(text); }), script_(script, journal_) {
    if (!script_.refresh(scripts_)) throw std::runtime_error("the script cannot be loaded");
    arena_.creatures = {scripts_.make("guard", "Guard", 8), scripts_.make("thief", "Thief", 14), scripts_.make("thief", "Robber", 34)};
    begin_lives();
  }

  /// Runs a frame: what has changed, what the console asks, then the turn of each creature.
  void frame() {
    if (script_.refresh(scripts_)) {
      std::cout << "  script loaded\n";
      begin_lives();
    }
    console_.serve(scripts_.lisp());
    for (const auto& creature : std::vector(arena_.creatures)) {
      creature->begin_turn();
      if (creature->alive()) guarded(creature->name(), [&] { scripts_.live_on(creature); });
    }
    std::cout << arena_.picture() << '\n';
  }

 private:
  void begin_lives() {
    for (const auto& creature : arena_.creatures) guarded(creature->name(), [&] { scripts_.begin_life(creature); });
  }
  /// Whatever a script does, the game goes on.
  template <class F> void guarded(const std::string& subject, F turn) {
    try {
      turn();
    } catch (...) { journal_.note_exception(subject, scripts_.lisp()); }
  }
  void show(std::string_view text) {
    if (!console_.print(text)) std::cout << text;
  }

  Arena arena_;
  Journal journal_;
  Console console_;
  ScriptedArena scripts_;
  Script script_;
};

volatile std::sig_atomic_t interrupted = 0;

void run(const fs::path& script) {
  std::signal(SIGINT, [](int) { interrupted = 1; });
  Game game(script, (fs::temp_directory_path() / "arena.socket").string());
  while (interrupted == 0) {
    game.frame();
    std::this_thread::sleep_for(100ms);
  }
}

/// Plays the user: edits a copy of the script, and types at the console.
class Demo {
 public:
  explicit Demo(const fs::path& script) : text_(contents(script)) {
    fs::create_directories(folder_);
    write(text_);
  }
  ~Demo() { fs::remove_all(folder_); }
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  void play() {
    Game game(folder_ / "arena.lisp", (folder_ / "socket").string());
    frames(game, "a chase", 4);
    write(text_ + "(defmethod live ((thief thief)) (walk thief 1)");
    frames(game, "a parenthesis is missing", 1);
    write(text_ + "(defvar *speed* (fastest-of (creatures)))");
    frames(game, "an error while it loads", 1);
    write(text_ + "(defmethod live ((thief thief)) (loop (walk thief 2) (next-frame)))");
    frames(game, "thieves that cheat", 2);
    write(text_ + "(defmethod live ((thief thief)) (loop (walk thief -1)))");
    frames(game, "thieves that do not end their turn", 2);
    write(text_);
    frames(game, "the old script", 2);
    const int user = connect();
    type(user, "(defmethod live :before ((thief thief))\n");
    frames(game, "half a form at the console", 1);
    type(user, "  (format t \"~a lives.~%\" (name thief)))\n");
    game.frame();
    type(user, "(map nil #'begin-life (creatures))\n");
    game.frame();
    type(user, "(open \"/etc/passwd\")\n");
    game.frame();
    char seen[4096];
    const ssize_t size = ::recv(user, seen, sizeof seen, 0);
    ::close(user);
    std::cout << "-- the console has shown\n" << std::string_view(seen, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    frames(game, "the user has left", 2);
  }

 private:
  static void frames(Game& game, const char* subject, int count) {
    std::cout << "-- " << subject << '\n';
    for (int i = 0; i < count; ++i) game.frame();
  }
  void write(const std::string& text) {
    const fs::path file = folder_ / "arena.lisp";
    std::ofstream(file) << text;
    fs::last_write_time(file, fs::file_time_type::clock::now() + ++edits_ * 1s);  // as a person does, who needs more time
  }
  int connect() const {
    const sockaddr_un address = Console::address_of((folder_ / "socket").string());
    const int user = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(user, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) throw std::runtime_error("cannot connect");
    return user;
  }
  static void type(int user, const std::string& text) {
    if (::send(user, text.data(), text.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("cannot send");
  }

  fs::path folder_ = fs::temp_directory_path() / ("arena-demo-" + std::to_string(::getpid()));
  std::string text_;
  int edits_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const bool demo = argc == 3 && std::string(argv[1]) == "--demo";
  if (argc != 2 && !demo) {
    std::cerr << "usage: arena [--demo] SCRIPT\n";
    return 2;
  }
  try {
    if (demo) Demo(argv[2]).play();
    else run(argv[1]);
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
