// Saving a Runtime's roots, when Tessera is built.
#include <unordered_set>

#include "api/image_roots.hpp"
#include "api/start_profile.hpp"
#include "data/packages.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

class Collecting final : public Tracer {
 public:
  void visit(Value& v) override { values.push_back(v); }
  std::vector<Value> values;
};

/// Finds which symbols something leads to other than the library's own package.
class SymbolUses final : public Tracer {
 public:
  SymbolUses(Vm& vm, Value own_symbols) {
    reached_.insert(own_symbols.bits());  // the table is not looked into
    vm.trace_image_roots(*this);
    drain();
  }

  void visit(Value& v) override { reach(v); }
  bool reaches(Value symbol) const { return reached_.count(symbol.bits()) != 0; }

  /// Count all that a symbol leads to, too.
  void add(Value symbol) {
    reach(symbol);
    drain();
  }

 private:
  void reach(Value v) {
    if (v.is_pointer() && reached_.insert(v.bits()).second) pending_.push_back(v);
  }

  void drain() {
    while (!pending_.empty()) {
      const Value v = pending_.back();
      pending_.pop_back();
      if (v.is_cons()) {
        reach(v.as_cons()->car);
        reach(v.as_cons()->cdr);
      } else if (!v.as_object()->is_raw()) {
        for (std::uint32_t i = 0; i < v.as_object()->length(); ++i) reach(v.as_object()->slots[i]);
      }
    }
  }

  std::unordered_set<std::uint64_t> reached_;
  std::vector<Value> pending_;
};

/// True if nothing was ever said of the symbol but its name: so are the names of variables and parameters.
bool is_bare(Vm& vm, Value symbol) {
  const Symbol* s = vm.symbol(symbol);
  const bool flagged = (s->info.as_fixnum() & 0xFF) != 0;
  return !flagged && s->value == UNBOUND && s->function == vm.undefined_function && is_nil(s->macro) && is_nil(s->plist) &&
         is_nil(s->setf_name) && is_nil(s->extra);
}

/// The library's sources name many symbols that no compiled function mentions: take them out of its package.
void forget_unused_names(Vm& vm) {
  const Value package = vm.tessera_package;
  SymbolUses uses(vm, as<Package>(package)->internal);
  const std::vector<Value> symbols = package_symbols(package, true, false);
  for (Value s : symbols)
    if (!is_bare(vm, s)) uses.add(s);
  for (Value s : symbols)
    if (!uses.reaches(s)) remove_symbol(vm, package, s);
  for (Value l = vm.packages; l.is_cons(); l = l.as_cons()->cdr) compact_tables(vm, l.as_cons()->car);
}

}  // namespace

std::vector<char> save_image(Vm& vm) {
  forget_unused_names(vm);
  vm.heap.collect(Heap::Reason::full);
  Collecting roots;
  vm.trace_image_roots(roots);
  return make_image(roots.values, {.first = objects_of_start(roots.values)}).bytes;
}

}  // namespace tessera
