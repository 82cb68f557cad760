// Forms in general: symbols, calls, macro expansion, bodies.
#include "compiler/analysis.hpp"

#include "compiler/compiler.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

Analysis::Analysis(Runtime& rt, Arena& arena, LoadTime load_time, Notes notes)
    : rt_(rt),
      arena_(arena),
      load_time_(load_time),
      notes_(notes == Notes::on),
      capturing_operators_(rt.tessera("*CAPTURING-OPERATORS*")),
      re_entry_(rt.tessera("RE-ENTRY")),
      re_entered_(proclaimed_quality(rt, re_entry_) > 0) {
  rt_.heap.add_root_source(this);
}

Analysis::~Analysis() {
  for (const auto& scope : scopes_)
    if (!is_nil(scope->environment)) rt_.environments.erase(scope->environment.as_object()->slots[0].as_fixnum());
  rt_.heap.remove_root_source(this);
}

Lambda* Analysis::toplevel(Value lambda_expression, const Scope* surroundings) {
  const Value expression = settled(lambda_expression);
  if (notes_) begin_notes(expression);
  Lambda* const l = lambda_of(expression, macros_of(surroundings));
  if (notes_ && l != nullptr) note_uses();
  return l;
}

// Everything alive moves to old space, where it stays.
void Analysis::settle() {
  if (!rt_.heap.nursery_is_empty()) rt_.heap.collect(Heap::Reason::requested);
}

Value Analysis::settled(Value v) {
  const std::size_t index = roots_.size();
  keep(v);
  settle();
  return roots_[index];
}

Node* Analysis::error(const char* control, std::initializer_list<Value> arguments) {
  rt_.fail_simple(Known::simple_program_error, control, arguments);
  mistaken_ = true;
  return nullptr;
}

Analysis::Mark Analysis::mark() const {
  return {current_,
          lambdas_.size(),
          local_functions_.size(),
          local_calls_.size(),
          arena_.variables.size(),
          arena_.functions.size(),
          current_ == nullptr ? 0 : current_->references.size(),
          current_ == nullptr ? 0 : current_->known_calls.size(),
          current_ == nullptr ? 0 : current_->children.size(),
          depth_,
          expansions_};
}

void Analysis::go_back_to(const Mark& m) {
  current_ = m.current;
  lambdas_.resize(m.lambdas);
  local_functions_.resize(m.local_functions);
  local_calls_.resize(m.local_calls);
  for (std::size_t i = m.variables; i < arena_.variables.size(); ++i) arena_.variables[i]->place = NIL;
  for (std::size_t i = m.functions; i < arena_.functions.size(); ++i) arena_.functions[i]->place = NIL;
  if (current_ != nullptr) {
    current_->references.resize(m.references);
    current_->known_calls.resize(m.known_calls);
    current_->children.resize(m.children);
  }
  depth_ = m.depth;
  expansions_ = m.expansions;
}

// The library makes the form; an expander that fails gives one as well (%EXPAND-TO-COMPILE).
Node* Analysis::failing(Value f, const Scope* scope) {
  mistaken_ = false;
  const Value replacement =
      rt_.call_lisp(rt_.sym(Known::failing_form), {rt_.failure.type, rt_.failure.initargs, boolean(load_time_ == LoadTime::later)});
  if (is_failed(replacement)) return nullptr;
  const Value kept = settled(replacement);
  note_failing(f, kept);
  return form(kept, scope);
}

Node* Analysis::constant(Value v) {
  auto* n = arena_.make<ConstantNode>();
  n->value = keep(v);
  return n;
}

bool Analysis::form_to(Node*& place, Value f, const Scope* scope) {
  place = form(f, scope);
  return place != nullptr;
}

bool Analysis::body_to(Node*& place, Value forms, const Scope* scope) {
  place = body(forms, scope);
  return place != nullptr;
}

bool Analysis::forms_to(std::vector<Node*>& places, Value list, const Scope* scope) {
  for (; list.is_cons(); list = list.as_cons()->cdr) {
    Node* const n = form(list.as_cons()->car, scope);
    if (n == nullptr) return false;
    places.push_back(n);
  }
  return true;
}

bool Analysis::descend() {
  if (!handle_interrupts(rt_)) return false;  // which may collect, as expanding a macro may
  if (!rt_.has_cpp_stack(static_cast<std::size_t>(depth_) * config::form_stack_bytes)) return rt_.fail_stack(), false;
  if (++depth_ <= config::form_depth_limit) return true;
  --depth_;
  rt_.fail_simple(Known::simple_program_error, "The form is nested too deeply (the limit is about ~A).",
                  {Value::fixnum(config::form_depth_limit)});
  return false;
}

Node* Analysis::form(Value f, const Scope* scope) {
  if (Runtime::is_symbol(f)) return symbol_form(f, scope);
  if (!f.is_cons()) return constant(f);
  if (!descend()) return nullptr;
  const SourcePosition outer = position_;
  const Value outer_form = form_;
  const auto found = rt_.positions.find(f.address());
  if (found != rt_.positions.end()) position_ = found->second;
  form_ = f;
  const Mark before = mark();
  Node* n = cons_form(f, scope);
  if (n == nullptr && mistaken_) {
    go_back_to(before);
    n = failing(f, scope);
  }
  if (n != nullptr && n->position.line == 0) n->position = position_;
  position_ = outer;
  form_ = outer_form;
  --depth_;
  return n;
}

Node* Analysis::local_reference(Variable* variable) {
  auto* n = arena_.make<LocalNode>();
  n->variable = variable;
  current_->references.push_back(variable);
  ++variable->uses;
  return n;
}

Node* Analysis::symbol_form(Value symbol, const Scope* scope) {
  if (symbol.is_constant_symbol()) return constant(symbol);
  const Scope* found = find_variable(scope, symbol);
  if (found != nullptr && found->kind == Scope::Kind::variable) return local_reference(found->variable);
  Value expansion = symbol;
  const Expanded expanded = found != nullptr && found->kind == Scope::Kind::special ? Expanded::no : expand(expansion, scope);
  if (expanded == Expanded::failed) return nullptr;
  if (expanded == Expanded::yes) {
    if (!descend()) return nullptr;  // the expansion may be the symbol itself
    Node* n = form(expansion, scope);
    --depth_;
    return n;
  }
  const Symbol* s = rt_.symbol(symbol);
  if (has_flag(s, symbol_keyword)) return constant(symbol);
  if (has_flag(s, symbol_constant) && !s->value.is_pointer() && !s->value.is_marker()) return constant(s->value);
  if (notes_ && found == nullptr) note_variable(symbol);
  auto* n = arena_.make<GlobalNode>();
  n->symbol = symbol;
  return n;
}

// Local functions, then special operators, macros, compiler macros, primitives, global functions.
Node* Analysis::cons_form(Value f, const Scope* scope) {
  const Value head = f.as_cons()->car;
  if (head.is_cons()) {
    const Value operation = head.as_cons()->car;
    if (operation == rt_.sym(Known::lambda) || operation == rt_.sym(Known::named_lambda)) {
      if (!proper(f)) return nullptr;
      return lambda_call(head, f.as_cons()->cdr, scope);
    }
    return error("~S is no operator: the first element of a form is a symbol or a lambda expression.", {head});
  }
  if (!Runtime::is_symbol(head)) return error("~S is no operator: the first element of a form is a symbol or a lambda expression.", {head});
  const Scope* local = find_function(scope, head);
  if (local != nullptr && local->kind == Scope::Kind::function) return local_call(f, local->function, scope);
  if (local == nullptr && head == rt_.sym(Known::declare)) return error("DECLARE: ~S does not stand at the beginning of a body.", {f});
  if (local == nullptr)
    if (const SpecialOperator* op = find_special_operator(rt_, head)) return special_form(*op, f, scope);
  Value expansion = f;
  if (notes_ && local == nullptr) note_repeated_keys(f);
  switch (expand(expansion, scope)) {
    case Expanded::failed: return nullptr;
    case Expanded::yes: return expanded_form(expansion, scope);
    case Expanded::no: break;
  }
  if (notes_) note_call(f, scope);
  switch (expand_compiler_macro(expansion, head, scope)) {
    case Expanded::failed: return nullptr;
    case Expanded::yes: return expanded_form(expansion, scope);
    case Expanded::no: break;
  }
  return call(f, scope);
}

Node* Analysis::expanded_form(Value expansion, const Scope* scope) {
  ++expansions_;
  Node* const n = form(expansion, scope);
  --expansions_;
  return n;
}

Node* Analysis::malformed(Value f, const char* control, std::initializer_list<Value> arguments) {
  const Value head = f.as_cons()->car;
  const SpecialOperator* op = find_special_operator(rt_, head);
  return error("~S: ~?; the syntax is (~S~@[ ~:@(~A~)~]).",
               {head, rt_.make_string(control), rt_.list(arguments), head, rt_.make_string(lambda_list_of(*op))});
}

std::optional<std::size_t> Analysis::operand_count(Value f) {
  Value rest = f.as_cons()->cdr;
  std::size_t count;
  if (!count_conses(nullptr, rest, count)) error("~S: its form is a circular list.", {f.as_cons()->car});
  else if (!is_nil(rest)) error("The form ~S is no proper list.", {f});
  else return count;
  return {};
}

bool Analysis::proper(Value f) { return operand_count(f).has_value(); }

bool Analysis::check_operands(Value f) {
  const auto count = operand_count(f);
  if (!count) return false;
  const OperandCount wanted = find_special_operator(rt_, f.as_cons()->car)->count;
  if (*count < static_cast<std::size_t>(wanted.least)) return malformed(f, "too few operands in ~S", {f});
  if (wanted.most != OperandCount::any && *count > static_cast<std::size_t>(wanted.most))
    return malformed(f, "too many operands in ~S", {f});
  return true;
}

// Where the expander fails, `otherwise`; where that is NIL, a form that fails (%EXPAND-TO-COMPILE).
Value Analysis::expansion_by(Value expander, Value f, const Scope* scope, Value otherwise) {
  const Value environment = keep(environment_object(rt_, scope));
  const Value by_library = rt_.symbol(rt_.sym(Known::expand_to_compile))->function;  // while that is made it is not there at first
  if (by_library == rt_.undefined_function) return rt_.call_lisp(expander, {f, environment});
  return rt_.call_lisp(by_library, {expander, f, environment, boolean(load_time_ == LoadTime::later), otherwise});
}

Analysis::Expanded Analysis::expand(Value& f, const Scope* scope) {
  const Expander expander = find_expander(rt_, f, scope);
  if (expander.kind == Expander::Kind::none) return Expanded::no;
  if (expander.kind == Expander::Kind::symbol_macro) {
    f = expander.value;
    return Expanded::yes;
  }
  const Value expansion = expansion_by(expander.value, f, scope, NIL);
  if (is_failed(expansion)) return Expanded::failed;
  const Value form = f;
  f = settled(expansion);
  note_failing(form, f);
  return Expanded::yes;
}

Analysis::Expanded Analysis::expand_compiler_macro(Value& f, Value function, const Scope* scope) {
  if (is_nil(symbol_extras(rt_.symbol(function))) || !may_inline(function, scope)) return Expanded::no;
  const Value expander = symbol_extra(rt_, function, rt_.sym(Known::compiler_macro));
  if (is_nil(expander)) return Expanded::no;
  const Value expansion = expansion_by(expander, f, scope, f);
  if (is_failed(expansion)) return Expanded::failed;
  const Value replacement = settled(expansion);
  if (replacement == f) return Expanded::no;
  f = replacement;
  return Expanded::yes;
}

Node* Analysis::call(Value f, const Scope* scope) {
  if (!proper(f)) return nullptr;
  const Value head = f.as_cons()->car;
  const bool inlines = may_inline(head, scope);
  if (head == rt_.sym(Known::funcall) && f.as_cons()->cdr.is_cons()) return funcall(f, scope);
  if (head == rt_.sym(Known::apply) && inlines) return apply(f, scope);
  if (head == rt_.sym(Known::values)) return values(f, scope);
  std::size_t count = 0;
  for (Value rest = f.as_cons()->cdr; rest.is_cons(); rest = rest.as_cons()->cdr) ++count;
  if (inlines)
    if (const Primitive* primitive = find_primitive(rt_, head, count)) return primitive_call(primitive, f, scope);
  return global_call(f, scope);
}

Node* Analysis::global_call(Value f, const Scope* scope) {
  if (const Value name = f.as_cons()->car; name.is_constant_symbol()) {  // instructions that name a symbol need an object
    auto* n = arena_.make<CallValueNode>();
    n->function = constant(name);
    return forms_to(n->arguments, f.as_cons()->cdr, scope) ? n : nullptr;
  }
  auto* n = arena_.make<CallNode>();
  n->function = keep(f.as_cons()->car);
  for (Value l = rt_.symbol(capturing_operators_)->value; !re_entered_ && l.is_cons(); l = l.as_cons()->cdr)
    re_entered_ = l.as_cons()->car == n->function;
  return forms_to(n->arguments, f.as_cons()->cdr, scope) ? n : nullptr;
}

Node* Analysis::primitive_call(const Primitive* primitive, Value f, const Scope* scope) {
  auto* n = arena_.make<PrimitiveNode>();
  n->primitive = primitive;
  n->function = f.as_cons()->car;
  if (!forms_to(n->arguments, f.as_cons()->cdr, scope)) return nullptr;
  using Shape = Primitive::Shape;
  const auto is_slot = [](const Node* argument) {
    const auto* c = argument->if_a<ConstantNode>();
    return c != nullptr && c->value.is_fixnum() && c->value.as_fixnum() >= 0 && c->value.as_fixnum() < 0x7FFF;
  };
  const bool wants_slot = primitive->shape == Shape::instance_ref || primitive->shape == Shape::instance_set;
  const bool wants_class = primitive->shape == Shape::instance_p;
  if (!(wants_slot && !is_slot(n->arguments[1])) && !(wants_class && !n->arguments[1]->is<ConstantNode>())) return n;
  auto* call = arena_.make<CallNode>();
  call->function = n->function;
  call->arguments = std::move(n->arguments);
  return call;
}

Node* Analysis::local_call(Value f, LocalFunction* function, const Scope* scope) {
  if (!proper(f)) return nullptr;
  auto* n = arena_.make<CallLocalNode>();
  n->function = function;
  current_->known_calls.push_back(function);
  if (!forms_to(n->arguments, f.as_cons()->cdr, scope)) return nullptr;
  if (notes_) local_calls_.emplace_back(function, keep(f));
  function->call_counts.push_back(n->arguments.size());
  return n;
}

bool Analysis::may_inline(Value function, const Scope* scope) {
  if (is_notinline(scope, function)) return false;
  return is_nil(symbol_extras(rt_.symbol(function))) || is_nil(symbol_extra(rt_, function, rt_.sym(Known::notinline)));
}

// Returns the symbol of the function name `name`, a symbol or (SETF symbol); UNBOUND if it is not one.
Value Analysis::function_symbol(Value name) {
  if (Runtime::is_symbol(name)) return name;
  if (!name.is_cons() || name.as_cons()->car != rt_.sym(Known::setf)) return UNBOUND;
  const Value rest = name.as_cons()->cdr;
  const bool is_setter = rest.is_cons() && is_nil(rest.as_cons()->cdr) && Runtime::is_symbol(rest.as_cons()->car);
  return is_setter ? settled(setf_name(rt_, rest.as_cons()->car)) : UNBOUND;
}

// The symbol of the global function `name`, (SETF base); NIL if it is no such.
Value Analysis::global_setter(Value name, const Scope* scope) {
  const Value setter = name.is_cons() ? function_symbol(name) : UNBOUND;
  return setter == UNBOUND || find_function(scope, setter) != nullptr ? NIL : setter;
}

// (funcall f x...): the designator is evaluated first; a function that is named or written out is called directly.
Node* Analysis::funcall(Value f, const Scope* scope) {
  const Value designator = f.as_cons()->cdr.as_cons()->car;
  const Value args = f.as_cons()->cdr.as_cons()->cdr;
  if (designator.is_cons() && designator.as_cons()->car == rt_.sym(Known::function) && designator.as_cons()->cdr.is_cons()) {
    const Value name = designator.as_cons()->cdr.as_cons()->car;
    if (name.is_cons() && name.as_cons()->car == rt_.sym(Known::lambda)) return lambda_call(name, args, scope);
    const Scope* local = Runtime::is_symbol(name) ? find_function(scope, name) : nullptr;
    if (local != nullptr && local->kind == Scope::Kind::function) return local_call(rt_.heap.cons_old(name, args), local->function, scope);
    if (const Value setter = global_setter(name, scope); !is_nil(setter)) {
      Value expansion = f;
      const Expanded expanded = expand_compiler_macro(expansion, setter, scope);
      if (expanded != Expanded::no) return expanded == Expanded::yes ? expanded_form(expansion, scope) : nullptr;
    }
  }
  if (designator.is_cons() && designator.as_cons()->car == rt_.sym(Known::lambda)) return lambda_call(designator, args, scope);
  auto* n = arena_.make<CallValueNode>();
  return form_to(n->function, designator, scope) && forms_to(n->arguments, args, scope) ? n : nullptr;
}

Node* Analysis::apply(Value f, const Scope* scope) {
  const Value operands = f.as_cons()->cdr;
  if (!operands.is_cons() || !operands.as_cons()->cdr.is_cons()) return global_call(f, scope);
  auto* n = arena_.make<ApplyNode>();
  return form_to(n->function, operands.as_cons()->car, scope) && forms_to(n->arguments, operands.as_cons()->cdr, scope) ? n : nullptr;
}

Node* Analysis::values(Value f, const Scope* scope) {
  auto* n = arena_.make<ValuesNode>();
  return forms_to(n->forms, f.as_cons()->cdr, scope) ? n : nullptr;
}

Node* Analysis::body(Value forms, const Scope* scope) {
  if (is_nil(forms)) return constant(NIL);
  if (is_nil(forms.as_cons()->cdr)) return form(forms.as_cons()->car, scope);
  auto* n = arena_.make<PrognNode>();
  if (!forms_to(n->forms, forms, scope)) return nullptr;
  if (notes_) note_unreachable(forms, n->forms);
  return n;
}

const Scope* Analysis::extend(Scope::Kind kind, Value name, const Scope* parent) {
  scopes_.push_back(std::make_unique<Scope>(Scope{kind, name, parent}));
  return scopes_.back().get();
}

// The macros of `scope`: what the body of a local macro sees of its surroundings.
const Scope* Analysis::macros_of(const Scope* scope) {
  if (scope == nullptr) return nullptr;
  const Scope* outer = macros_of(scope->parent);
  if (scope->kind != Scope::Kind::macro && scope->kind != Scope::Kind::symbol_macro) return outer;
  const Scope* copy = extend(scope->kind, scope->name, outer);
  const_cast<Scope*>(copy)->value = scope->value;
  return copy;
}

const Scope* Analysis::extend_variable(Variable* variable, const Scope* parent) {
  const Scope* s = extend(Scope::Kind::variable, variable->name, parent);
  const_cast<Scope*>(s)->variable = variable;
  return s;
}

// --- bodies: declarations and docstrings

bool Analysis::parse_body(Value forms, bool documentation_allowed, Body& out) {
  for (; forms.is_cons(); forms = forms.as_cons()->cdr) {
    const Value f = forms.as_cons()->car;
    if (documentation_allowed && has_type(f, Type::string) && forms.as_cons()->cdr.is_cons() && is_nil(out.documentation)) {
      out.documentation = f;
      continue;
    }
    if (!f.is_cons() || f.as_cons()->car != rt_.sym(Known::declare)) break;
    Value specifiers = f.as_cons()->cdr;
    for (; specifiers.is_cons(); specifiers = specifiers.as_cons()->cdr)
      if (!parse_declaration(specifiers.as_cons()->car, out)) return false;
    if (!is_nil(specifiers)) return error("~S is no proper declaration.", {f});
  }
  out.forms = forms;
  return true;
}

bool Analysis::parse_declaration(Value specifier, Body& out) {
  if (!specifier.is_cons()) return error("~S is no declaration specifier.", {specifier});
  const Value head = specifier.as_cons()->car;
  Value rest = specifier.as_cons()->cdr;
  const Value type = notes_ && rest.is_cons() && head == rt_.cl("TYPE") ? rest.as_cons()->car : head;
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value item = rest.as_cons()->car;
    if (notes_) out.types.emplace_back(item, type);
    if (head == rt_.sym(Known::special)) {
      if (!Runtime::is_symbol(item)) return error("DECLARE: ~S is no variable that could be special.", {item});
      out.specials.push_back(item);
    } else if (head == rt_.sym(Known::notinline)) {
      const bool is_setter = item.is_cons() && item.as_cons()->car == rt_.sym(Known::setf) && item.as_cons()->cdr.is_cons() &&
                             Runtime::is_symbol(item.as_cons()->cdr.as_cons()->car);
      out.notinline.push_back(is_setter ? settled(setf_name(rt_, item.as_cons()->cdr.as_cons()->car)) : item);
    } else if (head == rt_.sym(Known::optimize) && item == rt_.sym(Known::debug)) {
      out.debug = 3;
    } else if (head == rt_.sym(Known::optimize) && item.is_cons() && item.as_cons()->car == re_entry_) {
      re_entered_ |= item.as_cons()->cdr.is_cons() && item.as_cons()->cdr.as_cons()->car != Value::fixnum(0);
    } else if (head == rt_.sym(Known::ignore)) {
      out.ignored.push_back(item);
    } else if (head == rt_.sym(Known::ignorable)) {
      out.ignorable.push_back(item);
    } else if (head == rt_.sym(Known::optimize) && item.is_cons() && item.as_cons()->car == rt_.sym(Known::debug) &&
               item.as_cons()->cdr.is_cons() && item.as_cons()->cdr.as_cons()->car.is_fixnum()) {
      out.debug = item.as_cons()->cdr.as_cons()->car.as_fixnum();
    }
  }
  return is_nil(rest) || error("~S is no proper declaration specifier.", {specifier});
}

bool Analysis::is_special(Value name, const Body& parsed) const {
  if (has_flag(rt_.symbol(name), symbol_special)) return true;
  for (Value s : parsed.specials)
    if (s == name) return true;
  return false;
}

// Special declarations of variables that are not bound here concern references in the body.
const Scope* Analysis::free_declarations(const Body& parsed, const Scope* scope, std::span<const Value> bound) {
  for (Value name : parsed.specials) {
    bool is_bound = false;
    for (Value b : bound) is_bound |= b == name;
    if (!is_bound) scope = extend(Scope::Kind::special, name, scope);
  }
  for (Value name : parsed.notinline) scope = extend(Scope::Kind::notinline, name, scope);
  return scope;
}

bool Analysis::check_variable_name(Value name, Known operation) {
  if (!Runtime::is_symbol(name)) return error("~A: ~S is no variable name.", {rt_.sym(operation), name});
  if (name.is_constant_symbol() || has_flag(rt_.symbol(name), symbol_constant))
    return error("~A: ~S is a constant and can be neither bound nor assigned.", {rt_.sym(operation), name});
  return true;
}

}  // namespace tessera
