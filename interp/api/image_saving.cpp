// Saves a Runtime's roots when Tessera is built.
#include <unordered_set>

#include "api/image_roots.hpp"
#include "api/start_profile.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/symbols/packages.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

class Collecting final : public Tracer {
 public:
  void visit(Value& v) override { values.push_back(v); }
  std::vector<Value> values;
};

/// Visits every object reachable from the roots, and objects added later, once.
class Reachable : public Tracer {
 public:
  void visit(Value& v) final { reach(v); }
  bool reaches(Value v) const { return reached_.count(v.bits()) != 0; }

  /// Adds everything reachable from `v`.
  void add(Value v) {
    reach(v);
    while (!pending_.empty()) {
      const Value next = pending_.back();
      pending_.pop_back();
      look_into(next);
    }
  }

 protected:
  void trace(Vm& vm) {
    vm.trace_image_roots(*this);
    add(NIL);
  }

  /// Adds an object without the objects to which it refers.
  void leave_out(Value v) { reached_.insert(v.bits()); }

 private:
  /// Reports each object found.
  virtual void found(Object*) {}

  void reach(Value v) {
    if (v.is_pointer() && reached_.insert(v.bits()).second) pending_.push_back(v);
  }

  void look_into(Value v) {
    if (v.is_cons()) {
      reach(v.as_cons()->car);
      reach(v.as_cons()->cdr);
    } else if (!v.as_object()->is_raw()) {
      found(v.as_object());
      for (std::uint32_t i = 0; i < v.as_object()->length(); ++i) reach(v.as_object()->slots[i]);
    }
  }

  std::unordered_set<std::uint64_t> reached_;
  std::vector<Value> pending_;
};

/// Packs all lambda lists.
class LambdaListPacking final : public Reachable {
 public:
  explicit LambdaListPacking(Vm& vm) : vm_(vm) { trace(vm); }

 private:
  void found(Object* o) override {
    if (o->type() == Type::code) pack_lambda_list(vm_, reinterpret_cast<Code*>(o));
  }

  Vm& vm_;
};

/// Finds the symbols that are reachable without the library's own package.
class SymbolUses final : public Reachable {
 public:
  SymbolUses(Vm& vm, Value own_symbols) {
    leave_out(own_symbols);
    trace(vm);
  }
};

/// True if the symbol has nothing but its name, like the names of variables and parameters.
bool is_bare(Vm& vm, Value symbol) {
  const Symbol* s = vm.symbol(symbol);
  const bool flagged = (s->info.as_fixnum() & 0xFF) != 0;
  return !flagged && s->value == UNBOUND && s->function == vm.undefined_function && is_nil(s->rare);
}

/// Removes symbols from the library's package that its sources name but no compiled function mentions.
void forget_unused_names(Vm& vm) {
  const Value package = vm.packages.tessera;
  SymbolUses uses(vm, as<Package>(package)->internal);
  const std::vector<Value> symbols = package_symbols(package, true, false);
  for (Value s : symbols)
    if (!is_bare(vm, s)) uses.add(s);
  for (Value s : symbols)
    if (!uses.reaches(s)) remove_symbol(vm, package, s);
  for (Value l = vm.packages.all; l.is_cons(); l = l.as_cons()->cdr) compact_tables(vm, l.as_cons()->car);
}

}  // namespace

std::vector<char> save_image(Vm& vm) {
  LambdaListPacking packing(vm);
  forget_unused_names(vm);
  vm.heap.collect(Heap::Reason::full);
  Collecting roots;
  vm.trace_image_roots(roots);
  return make_image(roots.values, {.first = objects_of_start(roots.values)}).bytes;
}

}  // namespace tessera
