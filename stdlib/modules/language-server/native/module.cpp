// The natives of the module language-server, in the package LANGUAGE-SERVER-NATIVE.
#include "tessera/module.hpp"
#include "tessera/package.hpp"

#include <chrono>
#include <exception>
#include <memory>

#include "checker.hpp"
#include "messages.hpp"

namespace tessera::language_server {

namespace {

constexpr std::chrono::milliseconds nap{200};  ///< an interrupt just before a wait is noticed after this time

using Milliseconds = Bounded<0, std::int64_t{1} << 30>;

/// The module's state for one interpreter.
class LanguageServerBindings : FunctionPackage {
 public:
  explicit LanguageServerBindings(const Lisp& lisp) : FunctionPackage(lisp, "LANGUAGE-SERVER-NATIVE") {
    define_messages();
    define_checker();
    export_functions();
  }

 private:
  void define_messages();
  void define_checker();

  Word next_message(std::optional<Milliseconds> time) {
    if (editor_ == nullptr) fail("OPEN-EDITOR was not called");
    std::string text;
    for (std::int64_t left = time ? time->value : nap.count();;) {
      switch (editor_->next(text, std::min(nap, std::chrono::milliseconds(left)))) {
        case Arrival::message: return lisp_.word(text);
        case Arrival::end: return words::nil();
        case Arrival::nothing_yet: break;
      }
      if (lisp_.poll_is_due()) lisp_.poll();
      if (time && (left -= nap.count()) <= 0) return lisp_.word(true);
    }
  }

  std::unique_ptr<Editor> editor_;
  Checker checker_;
};

void LanguageServerBindings::define_messages() {
  define(
      "open-editor", "",
      [this] {
        require_all_files(lisp_);  // a client may ask about any
        try {
          editor_ = std::make_unique<Editor>();
        } catch (const std::exception& e) { fail(e.what()); }
      },
      "Takes the standard streams of the process for messages: what else is written goes to the standard error from now on.");
  define(
      "next-message", "&optional milliseconds",
      [this](std::optional<Milliseconds> time) {
        try {
          return next_message(time);
        } catch (const BadMessage& e) { fail(e.what()); }
      },
      "Waits for a message, at most so many MILLISECONDS. Returns its text; T if none came; NIL if none will. An ERROR for what is not a message.");
  define(
      "message-waiting-p", "",
      [this] {
        try {
          return editor_ != nullptr && editor_->has_news();
        } catch (const std::exception& e) { fail(e.what()); }
      },
      "Returns true if NEXT-MESSAGE would find that something has come. False before OPEN-EDITOR.");
  define(
      "send-message", "text",
      [this](const std::string& text) {
        if (editor_ == nullptr) fail("OPEN-EDITOR was not called");
        try {
          editor_->send(text);
        } catch (const std::exception& e) { fail(e.what()); }
      },
      "Sends the string TEXT as a message.");
}

void LanguageServerBindings::define_checker() {
  define(
      "start", "files function arguments folder milliseconds",
      [this](std::vector<std::string> files, const std::string& function, std::vector<std::string> arguments, const std::string& folder,
             Milliseconds time) {
        require_all_files(lisp_);  // a client may ask about any
        checker_.start({std::move(files), function, std::move(arguments), folder, std::chrono::milliseconds(time.value)});
      },
      "Makes another interpreter load the compiled FILES and call FUNCTION, a string, with ARGUMENTS, a list of strings. It may only read in FOLDER, "
      "if that is not \"\", and take MILLISECONDS. Ends what was started before.");
  define(
      "result", "", [this] { return checker_.result(); },
      "Returns what the function returned that START has called, a string, once; \"!\" and the reason if it failed. NIL if it is not done.");
  define(
      "abandon", "", [this] { checker_.abandon(); },
      "Ends what START began, of which nobody wants the result; BUSY-P tells when that is done.");
  define(
      "busy-p", "", [this] { return checker_.is_busy(); }, "Returns true while what START began is under way.");
}

void load_language_server(const Lisp& lisp) { lisp.keep_alive(std::make_shared<LanguageServerBindings>(lisp)); }

}  // namespace

}  // namespace tessera::language_server

TESSERA_MODULE(tessera::language_server::load_language_server)
