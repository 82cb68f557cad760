// Saving and restoring a Runtime's roots.
#include "api/image_roots.hpp"

#include "builtins/registry.hpp"
#include "data/random.hpp"
#include "data/streams.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

class Collecting final : public Tracer {
 public:
  void visit(Value& v) override { values.push_back(v); }
  std::vector<Value> values;
};

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

std::vector<char> save_image(Vm& vm) {
  vm.heap.collect(Heap::Reason::full);
  Collecting roots;
  vm.trace_image_roots(roots);
  return make_image(roots.values);
}

bool restore_image(Vm& vm, std::span<const char> image) {
  const std::vector<Value> values = load_image(vm.heap, image);
  if (values.empty()) return false;
  Restoring roots(values);
  vm.trace_image_roots(roots);
  relink_builtins(vm);
  seed_random_state(vm);
  install_standard_streams(vm);
  return true;
}

}  // namespace tessera
