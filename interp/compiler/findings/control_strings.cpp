// Scans a control string and counts its arguments as far as their number is certain. Compiled for size.
#include "compiler/findings/control_strings.hpp"

#include <string>
#include <string_view>

namespace tessera {

namespace {

class ControlScan {
 public:
  explicit ControlScan(StringView text) : text_(text) {}

  ControlArguments run() {
    while (result_.problem == nullptr && at_ < text_.size())
      if (text_[at_++] == U'~') directive();
    if (result_.problem == nullptr && !closers_.empty()) result_.problem = "a directive that encloses others is not closed";
    return result_;
  }

 private:
  bool counting() const { return enclosed_ == 0 && result_.most != ControlArguments::any; }

  void take(std::size_t n) {
    if (!counting()) return;
    result_.most += n;
    if (!optional_) result_.least += n;
  }

  /// Allows any number of further arguments, as the string does not tell it.
  void lose_count() {
    if (enclosed_ == 0) result_.most = ControlArguments::any;
  }

  void parameters() {
    for (; at_ < text_.size(); ++at_) {
      const char32_t c = text_[at_];
      if (c == U'\'') ++at_;
      else if (c == U'v' || c == U'V') take(1);
      else if (c == U':') colon_ = true;
      else if (c == U'@') at_sign_ = true;
      else if (c != U',' && c != U'#' && c != U'+' && c != U'-' && !(c >= U'0' && c <= U'9')) return;
      given_ = given_ || (c != U':' && c != U'@');
    }
  }

  void open(char closer) { closers_.push_back(closer); }

  void close(char closer) {
    if (closers_.empty() || closers_.back() != closer) result_.problem = "a closing directive without an opening one";
    else closers_.pop_back();
    if (closer == '}') --enclosed_;
  }

  void directive() {
    colon_ = at_sign_ = given_ = false;
    parameters();
    if (at_ >= text_.size()) {
      result_.problem = "it ends within a directive";
      return;
    }
    const char32_t c = text_[at_++];
    const char letter = c < 0x80 ? static_cast<char>(c >= U'a' && c <= U'z' ? c - 32 : c) : '\x7F';
    if (std::string_view("ASDBOXRFEG$CW").find(letter) != std::string_view::npos) take(1);
    else if (letter == 'P') take(colon_ ? 0 : 1);
    else if (std::string_view("%&|~TI_\n").find(letter) == std::string_view::npos) structure(letter);
  }

  void structure(char letter) {
    switch (letter) {
      case '(': return open(')');
      case ')': return close(')');
      case '{':
        if (at_sign_) lose_count();
        else take(1);
        ++enclosed_;
        return open('}');
      case '}': return close('}');
      case '[':
        if (!given_ || at_sign_) take(1);
        lose_count();
        return open(']');
      case ']': return close(']');
      case '<': lose_count(); return open('>');
      case '>': return close('>');
      case '?':
        take(at_sign_ ? 1 : 2);
        if (at_sign_) lose_count();
        return;
      case '^':
        if (enclosed_ == 0) optional_ = true;
        return;
      case '/':
        while (at_ < text_.size() && text_[at_] != U'/') ++at_;
        if (at_++ == text_.size()) result_.problem = "it ends within a directive";
        return take(1);
      case '*':
      case ';': return lose_count();
      default: result_.problem = "unknown directive";
    }
  }

  StringView text_;
  std::size_t at_ = 0;
  ControlArguments result_;
  bool colon_ = false, at_sign_ = false, given_ = false;  ///< the modifiers of the directive; true if it has a parameter
  bool optional_ = false;                                 ///< true after ~^
  std::size_t enclosed_ = 0;                              ///< number of iterations around, whose directives take elements of lists
  std::string closers_;
};

}  // namespace

ControlArguments arguments_of_control(StringView control) { return ControlScan(control).run(); }

}  // namespace tessera
