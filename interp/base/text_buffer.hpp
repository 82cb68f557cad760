// TextBuffer: gathers characters, as bytes while all of them are narrow. Layer: base.
#pragma once

#include <string>
#include <string_view>

#include "base/string_view.hpp"

namespace tessera {

class TextBuffer {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return is_wide_ ? wide_.size() : narrow_.size(); }
  void clear() {
    narrow_.clear();
    wide_.clear();
    is_wide_ = false;
  }

  void append(char32_t c) {
    if (!is_wide_ && c < StringView::narrow_limit) {
      narrow_.push_back(static_cast<char>(c));
    } else {
      widen();
      wide_.push_back(c);
    }
  }
  void append(std::string_view ascii) {
    if (is_wide_) wide_.append(ascii.begin(), ascii.end());
    else narrow_.append(ascii);
  }
  void append(StringView text) {
    if (is_wide_ || !text.fits_narrow()) {
      widen();
      text.append_to(wide_);
    } else {
      text.visit([this](auto units) { narrow_.append(units.begin(), units.end()); });
    }
  }

  /// Returns a view of the text, valid until the buffer changes.
  StringView view() const {
    if (is_wide_) return wide_;
    return {reinterpret_cast<const unsigned char*>(narrow_.data()), narrow_.size()};
  }

 private:
  void widen() {
    if (is_wide_) return;
    view().append_to(wide_);
    narrow_.clear();
    is_wide_ = true;
  }

  std::string narrow_;
  std::u32string wide_;
  bool is_wide_ = false;
};

}  // namespace tessera
