// A stack whose first elements need no heap memory: for walks that are mostly shallow. Layer: base.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace tessera {

template <class T, std::size_t N> class SmallStack {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  bool empty() const { return size_ == 0 && more_.empty(); }
  std::size_t size() const { return size_ + more_.size(); }
  void push(const T& v) {
    if (size_ < N) new (place(size_++)) T(v);
    else more_.push_back(v);
  }
  /// Removes and returns the top element. The stack must not be empty.
  T pop() {
    if (more_.empty()) return *place(--size_);
    const T v = more_.back();
    more_.pop_back();
    return v;
  }

 private:
  T* place(std::size_t i) { return std::launder(reinterpret_cast<T*>(bytes_)) + i; }

  alignas(T) std::byte bytes_[N * sizeof(T)];
  std::size_t size_ = 0;
  std::vector<T> more_;
};

}  // namespace tessera
