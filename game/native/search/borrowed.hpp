// An object that is out of its owner's reach while it is used. Layer: search.
#pragma once

#include <memory>

namespace tessera::game {

/// Takes an object from its owner and gives it back at its end. A search polls for interrupts, whose handlers may
/// search, too: they find the owner empty and make an object of their own, which ends when this one comes back.
template <class T> class Borrowed {
 public:
  explicit Borrowed(std::unique_ptr<T>& owner) : owner_(owner), object_(std::move(owner)) {}
  ~Borrowed() { owner_ = std::move(object_); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  T* operator->() { return object_.get(); }

 private:
  std::unique_ptr<T>& owner_;
  std::unique_ptr<T> object_;
};

}  // namespace tessera::game
