// Detects pairs of objects that a comparison meets again.
#include "data/tables/repeat_watch.hpp"

namespace tessera {

std::uint64_t RepeatWatch::representative(std::uint64_t object) {
  for (;;) {
    const auto found = classes_->find(object);
    if (found == classes_->end() || found->second == object) return object;
    const auto next = classes_->find(found->second);
    if (next != classes_->end()) found->second = next->second;  // path halving: the next walk is shorter
    object = found->second;
  }
}

bool RepeatWatch::look(Value a, Value b) {
  if (left_ % watched_pairs == 0) is_interrupted();
  if (interrupted_) return true;
  if (classes_ == nullptr) classes_ = std::make_unique<Classes>();
  if (left_ <= -watched_pairs) {
    left_ = known_ * 2 < watched_pairs ? unwatched_pairs : 0;
    known_ = 0;
  }
  const std::uint64_t x = representative(a.bits()), y = representative(b.bits());
  if (x != y) (*classes_)[x] = y;
  else ++known_;
  return x == y;
}

}  // namespace tessera
