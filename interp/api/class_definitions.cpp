// Definitions of C++ classes in Lisp: their bases, constructors, members and properties.
#include <algorithm>

#include "api/overloads.hpp"
#include "api/state.hpp"

namespace tessera::detail {

namespace {

/// Returns an instance without a C++ object.
ObjectRef prototype_of(State& state, const ObjectRef& symbol) {
  const Lisp lisp(state);
  const ObjectRef nobody = lisp.keep(word_of(state.host_objects.make({})));
  return lisp.call("tessera::%host-prototype", symbol, nobody);
}

/// Returns the name of a member, with the prefix of its class.
ObjectRef member_symbol(State& state, const ClassInfo& info, std::string_view name) {
  const ObjectRef found = Lisp(state).call("tessera::%host-member-symbol", info.prefix, name);
  if (const auto why = found.try_as<std::string>()) throw std::invalid_argument("tessera: " + *why + "; see ClassDefinition::prefix");
  return found;
}

/// Returns a function of Lisp for `function`. If `known` is one already, `function` is another overload of it.
ObjectRef make_overloadable(State& state, ObjectRef& known, const ObjectRef& symbol, std::string_view lambda_list,
                            std::unique_ptr<HostFunction> function, std::string_view documentation) {
  if (known) {
    std::unique_ptr<HostFunction>* const first = state.host_functions.function_of(value_of(known.word()));
    if (first == nullptr || has_defaults(lambda_list))
      throw std::invalid_argument("tessera: overloads of " + symbol.text() + " cannot have keywords or defaults");
    function = add_overload(*first, std::move(function));
    lambda_list = "";
  }
  known = make_function_object(state, symbol, lambda_list, std::move(function), documentation);
  return known;
}

}  // namespace

void define_host_class(State& state, std::type_index type, std::string_view name, std::string_view documentation) {
  const Lisp lisp(state);
  if (state.host_objects.classes.contains(type))
    throw std::invalid_argument("tessera: this C++ class is already defined: " + std::string(name));
  check_definable(lisp, name);
  const ObjectRef symbol = lisp.call("tessera::%host-define-class", name, nullptr, documentation);
  ClassInfo info;
  info.name = symbol.text();
  info.symbol = symbol;
  info.prototype = prototype_of(state, symbol);
  state.host_objects.classes.emplace(type, std::move(info));
}

void add_host_base(State& state, std::type_index type, std::type_index base, Cast upcast, Cast downcast) {
  ClassInfo& info = state.host_objects.class_of(type);
  ClassInfo& of_base = state.host_objects.class_of(base);
  if (downcast != nullptr) of_base.derived.emplace_back(type, downcast);
  info.bases.emplace_back(base, upcast);
  std::vector<ObjectRef> symbols;
  for (const auto& known : info.bases) symbols.push_back(state.host_objects.class_of(known.first).symbol);
  Lisp(state).call("tessera::%host-superclasses", info.symbol, symbols);
  info.prototype = prototype_of(state, info.symbol);
}

void set_prefix(State& state, std::type_index type, std::string_view prefix) { state.host_objects.class_of(type).prefix = prefix; }
void set_overridable(State& state, std::type_index type) { state.host_objects.class_of(type).overridable = true; }

void add_constructor(State& state, std::type_index type, std::string_view lambda_list, HostFunction* owned) {
  std::unique_ptr<HostFunction> function(owned);
  ClassInfo& info = state.host_objects.class_of(type);
  const Lisp lisp(state);
  const auto give = [](const Lisp& l, Word made, Word instance) { l.state().host_objects.give(value_of(made), value_of(instance)); };
  const ObjectRef made = make_overloadable(state, info.constructor, info.symbol, lambda_list, std::move(function), "");
  lisp.call("tessera::%host-add-constructor", info.symbol, made, lisp.keep(function_word(state, make_adapter(give))));
}

void add_member(State& state, std::type_index type, Member kind, std::string_view name, std::string_view lambda_list, HostFunction* owned,
                std::string_view documentation) {
  std::unique_ptr<HostFunction> function(owned);
  const Lisp lisp(state);
  ClassInfo& info = state.host_objects.class_of(type);
  const ObjectRef symbol = kind == Member::printer ? lisp.symbol(name) : member_symbol(state, info, name);
  if (kind == Member::value) check_definable(lisp, symbol.text());
  const bool is_method = kind == Member::method;
  const std::string parameters = lambda_list.empty() ? "" : (is_method ? "self " : "") + std::string(lambda_list);
  if (is_method && info.overridable) function = called_directly(std::move(function), symbol);
  const std::string key = symbol.text() + (kind == Member::setter ? " setf" : "");
  const ObjectRef made = make_overloadable(state, info.members[key], symbol, parameters, std::move(function), documentation);
  const std::string own = lambda_list_of(made);
  switch (kind) {
    case Member::method:
      lisp.call("tessera::%host-add-method", info.symbol, symbol, made, own.empty() ? parameters : own, documentation);
      break;
    case Member::value: lisp.call("tessera::%host-set-function", symbol, made, documentation); break;
    case Member::setter: lisp.call("tessera::%host-add-setter", info.symbol, symbol, made); break;
    case Member::printer: lisp.call("tessera::%host-add-printer", info.symbol, made); break;
  }
}

void add_operation(State& state, std::string_view name, HostFunction* owned) {
  std::unique_ptr<HostFunction> function(owned);
  static constexpr std::string_view names[] = {"+", "-", "*", "/", "=", "/=", "<", ">", "<=", ">="};
  if (std::find(std::begin(names), std::end(names), name) == std::end(names))
    throw std::invalid_argument("tessera: " + std::string(name) + " is not an operation; use a method of another name");
  const Lisp lisp(state);
  const ObjectRef symbol = lisp.symbol(name);
  const ObjectRef made = make_overloadable(state, state.host_objects.operations[std::string(name)], symbol, "", std::move(function), "");
  lisp.call("tessera::%host-add-operation", symbol, made);
}

void add_property(State& state, std::type_index type, std::string_view name, HostFunction* owned_reader, HostFunction* owned_writer,
                  std::string_view documentation) {
  std::unique_ptr<HostFunction> reader(owned_reader), writer(owned_writer);
  const Lisp lisp(state);
  const ClassInfo& info = state.host_objects.class_of(type);
  const ObjectRef symbol = member_symbol(state, info, name);
  const ObjectRef read = make_function_object(state, symbol, "", std::move(reader), documentation);
  const ObjectRef write = writer == nullptr ? ObjectRef() : make_function_object(state, symbol, "", std::move(writer), documentation);
  lisp.call("tessera::%host-add-property", info.symbol, symbol, lisp.symbol(name), read, write, "self", documentation);
}

}  // namespace tessera::detail
