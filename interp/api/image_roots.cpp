// Restoring a Runtime's roots.
#include "api/image_roots.hpp"

#include "builtins/registry.hpp"
#include "data/random.hpp"
#include "data/streams.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

class Restoring final : public Tracer {
 public:
  explicit Restoring(std::span<const Value> values) : values_(values) {}
  void visit(Value& v) override {
    if (next_ < values_.size()) v = values_[next_++];
  }

 private:
  std::span<const Value> values_;
  std::size_t next_ = 0;
};

}  // namespace

void restore_roots(Vm& vm, std::span<const Value> roots) {
  Restoring restoring(roots);
  vm.trace_image_roots(restoring);
  relink_builtins(vm);
  seed_random_state(vm);
  install_standard_streams(vm);
}

bool restore_image(Vm& vm, std::span<const char> image) {
  const std::vector<Value> roots = load_image(vm.heap, image);
  if (roots.empty()) return false;
  restore_roots(vm, roots);
  return true;
}

}  // namespace tessera
