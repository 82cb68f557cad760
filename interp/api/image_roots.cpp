// Restores a Runtime's roots.
#include "api/image_roots.hpp"

#include "builtins/registry.hpp"
#include "data/numbers/random.hpp"
#include "data/streams/streams.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

class Restoring final : public Tracer {
 public:
  explicit Restoring(std::span<const Value> values) : values_(values) {}
  void visit(Value& v) override {
    if (next_ < values_.size()) v = values_[next_];
    ++next_;
  }
  std::size_t count() const { return next_; }

 private:
  std::span<const Value> values_;
  std::size_t next_ = 0;
};

}  // namespace

std::string restore_roots(Vm& vm, std::span<const Value> roots) {
  Restoring restoring(roots);
  vm.trace_image_roots(restoring);
  if (restoring.count() != roots.size())
    return "it has " + std::to_string(roots.size()) + " roots where this build has " + std::to_string(restoring.count());
  relink_builtins(vm);
  seed_random_state(vm);
  install_standard_streams(vm);
  return "";
}

std::string restore_image(Vm& vm, std::span<const char> image) { return restore_roots(vm, load_image(vm.heap, image)); }

}  // namespace tessera
