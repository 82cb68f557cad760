// StringView: the characters of a string, stored as bytes or as 32-bit codes. Layer: base.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// Like std::u32string_view, over characters that are narrow (Latin-1, a byte each) or wide. Does not own them.
///
/// Hot loops process the elements themselves: `view.visit([](auto units) { for (auto c : units) ... })`, where `units`
/// is a span of bytes or of codes.
class StringView {
 public:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  static constexpr char32_t narrow_limit = 0x100;  ///< codes below it are narrow

  constexpr StringView() = default;
  constexpr StringView(const unsigned char* narrow, std::size_t size) : narrow_(narrow), size_(size) {}
  constexpr StringView(const char32_t* wide, std::size_t size) : wide_(wide), size_(size) {}
  constexpr StringView(std::u32string_view text) : StringView(text.data(), text.size()) {}     // NOLINT: a view of a view
  StringView(const std::u32string& text) : StringView(text.data(), text.size()) {}             // NOLINT
  constexpr StringView(const char32_t* literal) : StringView(std::u32string_view(literal)) {}  // NOLINT

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool is_narrow() const { return wide_ == nullptr; }
  constexpr const unsigned char* narrow_data() const { return narrow_; }
  constexpr char32_t operator[](std::size_t i) const { return is_narrow() ? narrow_[i] : wide_[i]; }
  constexpr char32_t front() const { return (*this)[0]; }
  constexpr char32_t back() const { return (*this)[size_ - 1]; }

  template <class F> constexpr auto visit(F f) const { return is_narrow() ? f(std::span(narrow_, size_)) : f(std::span(wide_, size_)); }

  /// Returns the rest from `start` on, which is at most the size.
  constexpr StringView substr(std::size_t start, std::size_t count = npos) const {
    const std::size_t n = count < size_ - start ? count : size_ - start;
    return is_narrow() ? StringView(narrow_ + start, n) : StringView(wide_ + start, n);
  }
  constexpr void remove_prefix(std::size_t n) { *this = substr(n); }

  /// Returns the first index of `c` from `start` on, or npos.
  std::size_t find(char32_t c, std::size_t start = 0) const {
    return visit([=](auto units) {
      const auto at = std::find(units.begin() + static_cast<std::ptrdiff_t>(start), units.end(), c);
      return at == units.end() ? npos : static_cast<std::size_t>(at - units.begin());
    });
  }
  std::size_t rfind(char32_t c) const {
    return visit([=](auto units) {
      const auto at = std::find(units.rbegin(), units.rend(), c);
      return static_cast<std::size_t>(units.rend() - at) - 1;  // npos from -1
    });
  }

  /// True if every character is narrow, however stored.
  bool fits_narrow() const {
    if (is_narrow()) return true;
    for (std::size_t i = 0; i < size_; ++i)
      if (wide_[i] >= narrow_limit) return false;
    return true;
  }

  std::u32string str() const { return {begin(), end()}; }
  void append_to(std::u32string& out) const {
    visit([&out](auto units) { out.append(units.begin(), units.end()); });
  }

  friend bool operator==(StringView a, StringView b) {
    if (a.size_ != b.size_) return false;
    return a.visit([b](auto x) {
      return b.visit([x](auto y) {
        if constexpr (sizeof x[0] == sizeof y[0]) return std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
        else return std::equal(x.begin(), x.end(), y.begin());
      });
    });
  }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = char32_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const char32_t*;
    using reference = char32_t;
    Iterator() = default;
    Iterator(const unsigned char* narrow, const char32_t* wide) : narrow_(narrow), wide_(wide) {}
    char32_t operator*() const { return wide_ == nullptr ? *narrow_ : *wide_; }
    Iterator& operator++() { return wide_ == nullptr ? (void)++narrow_ : (void)++wide_, *this; }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.narrow_ == b.narrow_ && a.wide_ == b.wide_; }

   private:
    const unsigned char* narrow_ = nullptr;
    const char32_t* wide_ = nullptr;  ///< null if the string is narrow
  };
  Iterator begin() const { return {narrow_, wide_}; }
  Iterator end() const { return is_narrow() ? Iterator{narrow_ + size_, nullptr} : Iterator{narrow_, wide_ + size_}; }

 private:
  const unsigned char* narrow_ = nullptr;
  const char32_t* wide_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tessera
