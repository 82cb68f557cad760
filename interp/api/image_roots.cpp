// Restores a Runtime's roots.
#include "api/image_roots.hpp"

#include "builtins/registry.hpp"
#include "data/numbers/random.hpp"
#include "data/sequences/arrays.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "memory/compact_image.hpp"

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

/// Returns the bits of a symbol's `info` that follow from its name.
std::uint64_t name_bits(const Object* name) { return symbol_info(name_hash(string_view_of(Value::object(name))), 0).bits(); }

}  // namespace

std::vector<char> compact_image(std::span<const char> image) { return make_compact(image, name_bits); }

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

std::string restore_image(Vm& vm, std::span<const char> image) {
  return restore_roots(vm, is_compact_image(image) ? load_compact_image(vm.heap, image, name_bits) : load_image(vm.heap, image));
}

}  // namespace tessera
