// C++ classes and objects in Lisp.
#include "api/host_objects.hpp"

#include "api/state.hpp"

namespace tessera::detail {

HostObjects::HostObjects(State& state) : state_(state), objects_(state.vm.heap) {}

/// Makes a user-data object with the address of the C++ object, which is aligned, so the collector sees a fixnum.
Value HostObjects::make(HostObject host_object) {
  auto known = std::make_unique<HostObject>(std::move(host_object));
  Object* const object = state_.vm.heap.allocate(Type::user_data, 1);
  object->slots[0] = Value::from_bits(reinterpret_cast<std::uint64_t>(known.get()));
  objects_.add(Value::object(object), std::move(known));
  return Value::object(object);
}

Word HostObjects::wrap_exception(std::exception_ptr exception) {
  auto owner = std::make_shared<std::exception_ptr>(std::move(exception));
  return word_of(make({owner.get(), typeid(std::exception_ptr), owner}));
}

/// Returns the C++ object of `v`, or nullptr. An instance has its user-data object in a slot: the first one, unless its
/// class has several superclasses.
const HostObject* HostObjects::find(Value v) const {
  if (has_type(v, Type::instance)) {
    const Object* instance = v.as_object();
    std::uint32_t i = 1;
    while (i < instance->length() && !has_type(instance->slots[i], Type::user_data)) ++i;
    if (i >= instance->length()) return nullptr;
    v = instance->slots[i];
  }
  return has_type(v, Type::user_data) ? reinterpret_cast<const HostObject*>(v.as_object()->slots[0].bits()) : nullptr;
}

ClassInfo& HostObjects::class_of(std::type_index type) {
  const auto found = classes.find(type);
  if (found == classes.end())
    throw std::invalid_argument(std::string("tessera: this interpreter has no definition of the C++ class ") + type.name());
  return found->second;
}

void* HostObjects::cast(void* object, std::type_index from, std::type_index to) const {
  if (from == to) return object;
  const auto known = classes.find(from);
  if (known == classes.end()) return nullptr;
  for (const auto& [base, upcast] : known->second.bases)
    if (void* const found = cast(upcast(object), base, to)) return found;
  return nullptr;
}

// --- functions declared in class.hpp

void* host_object(State& state, Word w, std::type_index type) {
  const HostObject* found = state.host_objects.find(value_of(w));
  if (found == nullptr || found->object == nullptr) return nullptr;
  return found->type == type ? found->object : state.host_objects.cast(found->object, found->type, type);
}

std::shared_ptr<void> host_object_owner(State& state, Word w) {
  const HostObject* found = state.host_objects.find(value_of(w));
  return found == nullptr ? nullptr : found->owner;
}

Word wrap_host_object(State& state, HostObject host_object) {
  const Value prototype = value_of(state.host_objects.class_of(host_object.type).prototype.word());
  Object* const instance = state.vm.heap.allocate(Type::instance, prototype.as_object()->length());
  std::copy_n(prototype.as_object()->slots, instance->length(), instance->slots);
  instance->set_subtype(prototype.as_object()->subtype());
  fill_host_object(state, word_of(Value::object(instance)), std::move(host_object));
  return word_of(Value::object(instance));
}

/// Stores the C++ object in the slot that holds a user-data object: the prototype's, or an empty one.
void fill_host_object(State& state, Word w, HostObject host_object) {
  const Value object = state.host_objects.make(std::move(host_object));
  Object* const instance = value_of(w).as_object();
  for (std::uint32_t i = 1; i < instance->length(); ++i)
    if (has_type(instance->slots[i], Type::user_data)) return state.vm.heap.write(&instance->slots[i], object);
}

std::string class_name(State& state, std::type_index type) { return state.host_objects.class_of(type).name; }

namespace {

/// Returns an instance without a C++ object.
ObjectRef prototype_of(State& state, const ObjectRef& symbol) {
  const Lisp lisp(state);
  const ObjectRef nobody = lisp.keep(word_of(state.host_objects.make({})));
  return lisp.call("tessera::%host-prototype", symbol, nobody);
}

}  // namespace

void define_host_class(State& state, std::type_index type, std::string_view name, std::string_view documentation) {
  const Lisp lisp(state);
  if (state.host_objects.classes.contains(type))
    throw std::invalid_argument("tessera: this C++ class is already defined: " + std::string(name));
  check_definable(lisp, name);
  const ObjectRef symbol = lisp.call("tessera::%host-define-class", name, nullptr, documentation);
  state.host_objects.classes.emplace(type, ClassInfo{symbol.text(), symbol, prototype_of(state, symbol), {}});
}

void add_host_base(State& state, std::type_index type, std::type_index base, Upcast upcast) {
  ClassInfo& info = state.host_objects.class_of(type);
  state.host_objects.class_of(base);  // throws unless it is defined
  info.bases.emplace_back(base, upcast);
  std::vector<ObjectRef> symbols;
  for (const auto& known : info.bases) symbols.push_back(state.host_objects.class_of(known.first).symbol);
  Lisp(state).call("tessera::%host-superclasses", info.symbol, symbols);
  info.prototype = prototype_of(state, info.symbol);
}

namespace {

ObjectRef function_of(State& state, const ObjectRef& name, std::unique_ptr<HostFunction> function, std::string_view documentation) {
  const std::string lambda_list = function->lambda_list();
  return Lisp(state).keep(word_of(state.host_functions.make(value_of(name.word()), lambda_list, std::move(function), documentation)));
}

}  // namespace

void add_constructor(State& state, std::type_index type, std::unique_ptr<HostFunction> function) {
  const ClassInfo& info = state.host_objects.class_of(type);
  Lisp(state).call("tessera::%host-add-constructor", info.symbol, function_of(state, info.symbol, std::move(function), ""));
}

void add_method(State& state, std::type_index type, std::string_view name, std::unique_ptr<HostFunction> function,
                std::string_view documentation) {
  const Lisp lisp(state);
  const ObjectRef symbol = lisp.call("tessera::%host-symbol", name);
  lisp.call("tessera::%host-add-method", state.host_objects.class_of(type).symbol, symbol,
            function_of(state, symbol, std::move(function), documentation), documentation);
}

void add_property(State& state, std::type_index type, std::string_view name, std::unique_ptr<HostFunction> reader,
                  std::unique_ptr<HostFunction> writer, std::string_view documentation) {
  const Lisp lisp(state);
  const ObjectRef symbol = lisp.call("tessera::%host-symbol", name);
  const ObjectRef read = function_of(state, symbol, std::move(reader), documentation);
  const ObjectRef write = writer == nullptr ? ObjectRef() : function_of(state, symbol, std::move(writer), documentation);
  lisp.call("tessera::%host-add-property", state.host_objects.class_of(type).symbol, symbol, read, write, documentation);
}

}  // namespace tessera::detail
