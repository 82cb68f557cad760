// Overloads of C++ functions: which of them a call runs.
#include "api/overloads.hpp"

#include <algorithm>

#include "api/state.hpp"
#include "builtins/registry.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"

namespace tessera::detail {

void HostFunction::free_memory(HostFunction* function) noexcept { ::operator delete(function); }

std::string HostFunction::lambda_list() const {
  using Role = ParameterInfo::Role;
  std::string list;
  bool optional = false;
  int number = 0;
  for (const ParameterInfo& p : parameters()) {
    if (p.role == Role::none) continue;
    if (!list.empty()) list += ' ';
    if (p.role == Role::rest) {
      list += "&rest arguments";
      continue;
    }
    if (p.role == Role::optional && !std::exchange(optional, true)) list += "&optional ";
    list += 'x' + std::to_string(++number);
  }
  return list;
}

namespace {

bool prefers(State& state, const ParameterInfo& p, Word w) {
  using enum ParameterInfo::Prefers;
  const Value v = value_of(w);
  switch (p.prefers) {
    case nothing: return false;
    case all: return true;
    case booleans: return v == NIL || v == T;
    case integers: return tessera::is_integer(v);
    case floats: return words::is_real(w) && !tessera::is_integer(v);
    case texts: return is_string(v);
    case instances: {
      const HostObject* const found = state.host_objects.find(v);
      return found != nullptr && found->type == *p.type;
    }
  }
  return false;
}

struct Candidate {
  std::unique_ptr<HostFunction> function;
  NativeArity counts;

  bool prefers_all(State& state, std::span<const Word> arguments) const {
    std::size_t at = 0;
    for (const ParameterInfo& p : function->parameters()) {
      if (p.role == ParameterInfo::Role::rest || at == arguments.size()) return true;
      if (p.role != ParameterInfo::Role::none && !prefers(state, p, arguments[at++])) return false;
    }
    return true;
  }
};

/// What a candidate did not take.
struct Refusal {
  std::size_t at;
  Value datum, expected;
};

class OverloadSet final : public HostFunctionOf<OverloadSet> {
 public:
  OverloadSet() : HostFunctionOf({}) {}
  explicit OverloadSet(const OverloadSet& other) : HostFunctionOf({}), candidates_(other.candidates_), parameters_(other.parameters_) {
    set_parameters(parameters_);
  }

  void add(std::unique_ptr<HostFunction> function) {
    const NativeArity counts = accepted_counts(function->lambda_list());
    candidates_->push_back({std::move(function), counts});
    std::size_t least = SIZE_MAX, most = 0;
    bool any_number = false;
    for (const Candidate& c : *candidates_) {
      least = std::min<std::size_t>(least, c.counts.least);
      if (c.counts.most == NativeArity::any_number) any_number = true;
      else most = std::max<std::size_t>(most, c.counts.most);
    }
    parameters_.assign(least, {ParameterInfo::Role::required, ParameterInfo::Prefers::all, nullptr});
    parameters_.resize(std::max(least, most), {ParameterInfo::Role::optional, ParameterInfo::Prefers::all, nullptr});
    if (any_number) parameters_.push_back({ParameterInfo::Role::rest, ParameterInfo::Prefers::all, nullptr});
    set_parameters(parameters_);
  }

  bool run(const Lisp& lisp, std::span<const Word> arguments, Word& value) {
    State& state = lisp.state();
    const Held held = candidates_;  // which the call may change
    const std::size_t count = held->size();
    std::vector<Refusal> refusals;
    std::vector<bool> tried(count);
    for (const bool only_preferred : {true, false})
      for (std::size_t i = 0; i < count; ++i) {
        const Candidate& c = (*held)[i];
        if (tried[i] || !c.counts.allows(static_cast<std::uint32_t>(arguments.size()))) continue;
        if (only_preferred && !c.prefers_all(state, arguments)) continue;
        tried[i] = true;
        if (c.function->call(lisp, arguments, value)) return true;
        refusals.push_back(refusal(state, arguments));
      }
    if (refusals.empty()) throw Error("program-error", counts_message(arguments.size()));
    refuse_all(state, refusals);
    return false;
  }

 private:
  using Held = std::shared_ptr<std::vector<Candidate>>;

  /// Takes back what `refuse` did, and returns it.
  static Refusal refusal(State& state, std::span<const Word> arguments) {
    std::vector<Value>& given = state.vm.tail_arguments;
    const Value datum = given.at(0), expected = given.at(1);
    given.clear();
    const auto at = std::find(arguments.begin(), arguments.end(), word_of(datum));
    return {static_cast<std::size_t>(at - arguments.begin()), datum, expected};
  }

  /// Reports the rightmost refused argument: the overload that accepted most arguments is the likeliest.
  static void refuse_all(State& state, const std::vector<Refusal>& refusals) {
    const auto furthest =
        std::max_element(refusals.begin(), refusals.end(), [](const Refusal& a, const Refusal& b) { return a.at < b.at; });
    std::vector<std::string> types;
    for (const Refusal& r : refusals) {
      const std::string type = state.vm.to_utf8(r.expected);
      if (r.datum == furthest->datum && std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    }
    std::string expected = types.size() > 1 ? "(or" : types[0];
    if (types.size() > 1) {
      for (const std::string& type : types) expected += " " + type;
      expected += ")";
    }
    refuse(state, word_of(furthest->datum), expected);
  }

  std::string counts_message(std::size_t given) const {
    std::string lists;
    for (const Candidate& c : *candidates_) lists += (lists.empty() ? "(" : ", (") + c.function->lambda_list() + ")";
    return "called with " + std::to_string(given) + " arguments, but the overloads take " + lists;
  }

  Held candidates_ = std::make_shared<std::vector<Candidate>>();
  std::vector<ParameterInfo> parameters_;
};

class KeepingFunction final : public HostFunctionOf<KeepingFunction> {
 public:
  KeepingFunction(std::unique_ptr<HostFunction> function, std::size_t keeper, std::size_t kept)
      : HostFunctionOf(function->parameters()), function_(std::move(function)), keeper_(keeper), kept_(kept) {
    const NativeArity counts = accepted_counts(function_->lambda_list());
    if (counts.most != NativeArity::any_number && std::max(keeper, kept) > counts.most)
      throw std::invalid_argument("tessera: keep_alive names an argument that the function does not have");
  }

  bool run(const Lisp& lisp, std::span<const Word> arguments, Word& value) {
    if (!function_->call(lisp, arguments, value)) return false;
    if (value_of(value) == TAIL_CALL) return true;  // an error is signalled
    const auto number = [&](std::size_t i) { return i == 0 ? value : i <= arguments.size() ? arguments[i - 1] : words::nil(); };
    const Word keeper = number(keeper_);
    if (!words::is_nil(keeper) && lisp.state().host_objects.find(value_of(keeper)) == nullptr)
      throw std::invalid_argument("tessera: keep_alive: argument " + std::to_string(keeper_) + " is not an object of a C++ class");
    keep_with(lisp.state(), keeper, number(kept_), false);
    return true;
  }

 private:
  std::unique_ptr<HostFunction> function_;
  std::size_t keeper_, kept_;
};

class DirectFunction final : public HostFunctionOf<DirectFunction> {
 public:
  DirectFunction(std::unique_ptr<HostFunction> function, ObjectRef symbol)
      : HostFunctionOf(function->parameters()), function_(std::move(function)), symbol_(std::move(symbol)) {}

  bool run(const Lisp& lisp, std::span<const Word> arguments, Word& value) {
    HostObjects& objects = lisp.state().host_objects;
    const DirectCall outer = std::exchange(objects.direct_call, {objects.find(value_of(arguments[0])), &symbol_});
    struct Restore {
      HostObjects& objects;
      DirectCall outer;
      ~Restore() { objects.direct_call = outer; }
    } const restore{objects, outer};
    return function_->call(lisp, arguments, value);
  }

 private:
  std::unique_ptr<HostFunction> function_;
  ObjectRef symbol_;
};

}  // namespace

std::unique_ptr<HostFunction> called_directly(std::unique_ptr<HostFunction> function, ObjectRef symbol) {
  return std::make_unique<DirectFunction>(std::move(function), std::move(symbol));
}

bool overrides(const Link& link, std::string_view name) {
  if (link.known == nullptr || link.state->vm.exit_is_under_way()) return false;
  DirectCall& direct = link.state->host_objects.direct_call;
  if (direct.known != link.known || symbol_named(*link.state, name) != direct.symbol->word()) return true;
  direct = {};
  return false;
}

Word instance_of(const Link& link) { return word_of(link.known->instance); }

std::unique_ptr<HostFunction> overload_set(std::vector<std::unique_ptr<HostFunction>> functions) {
  auto set = std::make_unique<OverloadSet>();
  for (auto& f : functions) set->add(std::move(f));
  return set;
}

std::unique_ptr<HostFunction> add_overload(std::unique_ptr<HostFunction>& known, std::unique_ptr<HostFunction> function) {
  if (!OverloadSet::is_one(*known)) {
    std::vector<std::unique_ptr<HostFunction>> first;
    first.push_back(std::move(known));
    known = overload_set(std::move(first));
  }
  auto* const set = static_cast<OverloadSet*>(known.get());
  set->add(std::move(function));
  return std::make_unique<OverloadSet>(*set);
}

std::unique_ptr<HostFunction> keeping(std::unique_ptr<HostFunction> function, std::size_t keeper, std::size_t kept) {
  return std::make_unique<KeepingFunction>(std::move(function), keeper, kept);
}

}  // namespace tessera::detail
