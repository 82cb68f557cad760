// Condition classes for C++ exceptions: from exceptions to conditions, and back.
#include "tessera/exceptions.hpp"

#include "api/state.hpp"

namespace tessera::detail {

ExceptionInfo& define_exception(State& state, std::string_view name, std::type_index parent, ExceptionInfo info) {
  const Lisp lisp(state);
  check_definable(lisp, name);
  const ObjectRef super = parent == typeid(void) ? lisp.symbol("tessera:foreign-error") : exception_info(state, parent).symbol;
  info.symbol = lisp.call("tessera::%host-define-exception", lisp.symbol(name), super);
  std::erase_if(state.exceptions, [&info](const auto& known) { return known->type == info.type; });
  return *state.exceptions.emplace_back(std::make_unique<ExceptionInfo>(std::move(info)));
}

ExceptionInfo& exception_info(State& state, std::type_index type) {
  for (const auto& info : state.exceptions)
    if (info->type == type) return *info;
  throw std::invalid_argument("tessera: this interpreter has no definition of the parent of a C++ exception class");
}

ObjectRef add_exception_slot(State& state, const ExceptionInfo& info, std::string_view name) {
  return Lisp(state).call("tessera::%host-add-exception-slot", info.symbol, name);
}

Value description_of(State& state, const std::exception_ptr& exception) {
  for (auto info = state.exceptions.rbegin(); info != state.exceptions.rend(); ++info) {
    const void* const found = (*info)->match(exception);
    if (found == nullptr) continue;
    const Lisp lisp(state);
    words::ListBuilder list(state);
    list.add((*info)->symbol.word());
    for (auto of = info; of != state.exceptions.rend(); ++of) {  // its own slots, and those of its bases
      const void* const as_base = of == info ? found : (*of)->match(exception);
      if (as_base == nullptr) continue;
      for (const auto& [initarg, read] : (*of)->slots) {
        const Word value = read(lisp, as_base);
        list.add(initarg.word());
        list.add(value);
      }
    }
    return value_of(list.finish());
  }
  return NIL;
}

void throw_as_exception(State& state, const ObjectRef& condition) {
  if (!condition) return;
  for (auto info = state.exceptions.rbegin(); info != state.exceptions.rend(); ++info)
    if ((*info)->throw_it && Lisp(state).call<bool>("typep", condition, (*info)->symbol)) (*info)->throw_it(condition);
}

}  // namespace tessera::detail
