// The analysed program: a tree of nodes with its variables resolved. Layer: compiler.
// The analysis makes it, passes change it, the generators make code of it.
//
// There is one struct for each kind of node. Passes go down the tree with `for_each_child`, and ask for the kind where
// it matters:
//
//     if (const auto* read = n->if_a<LocalNode>()) look_at(read->variable);
//     for_each_child(*n, [&](Node*& child) { walk(child); });
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/assert.hpp"
#include "base/position.hpp"
#include "compiler/code.hpp"
#include "compiler/generation/primitives.hpp"

namespace tessera {

struct Lambda;
struct Node;

/// A lexical variable. If it is captured and assigned, it lives in a cell.
struct Variable {
  Value name;
  Lambda* owner = nullptr;
  bool captured = false;
  bool assigned = false;
  int uses = 0;                ///< references
  int reg = -1;                ///< the register in its owner's frame, set when code is generated
  bool named_by_user = false;  ///< its name is not one that a macro made up
  bool ignored = false;        ///< declared IGNORE
  Value macro_call = NIL;      ///< the call of a macro whose expansion introduces it, if findings.cpp watches it
  Value binding_cell = NIL;    ///< the cons of the source list that introduces it, if findings.cpp watches it
  bool in_cell() const { return captured && assigned; }
};

/// A variable that a form or a lambda list binds: a lexical one, or else a special one.
struct BoundVariable {
  Variable* variable = nullptr;
  Value special = NIL;
  bool is_special() const { return !is_nil(special); }
  bool is_there() const { return variable != nullptr || is_special(); }
  Value name() const { return variable != nullptr ? variable->name : special; }
};

/// The position of a local function's body that became part of its caller: see contify.cpp.
enum class Contified : std::uint8_t { no, at_call, at_definition };

/// A function of FLET or LABELS.
struct LocalFunction {
  Value name;
  Lambda* lambda = nullptr;
  Variable* variable = nullptr;  ///< the variable that holds the closure, if one is needed
  bool escapes = false;          ///< true if used other than in calls with the right number of arguments
  Contified contified = Contified::no;
  Value binding_cell = NIL;              ///< the cons of the binding, as for a variable
  std::vector<std::size_t> call_counts;  ///< the number of arguments of each call
  bool known() const { return !escapes; }
};

/// The exit of a BLOCK or TAGBODY.
struct ExitPoint {
  Value name;  ///< the name of the block
  Lambda* owner = nullptr;
  Variable* token = nullptr;  ///< set if an exit from outside the frame, or from within a cleanup form, leaves through it
  int depth = 0;              ///< number of dynamic constructs around it, while code is generated
};

struct Tag {
  Value name;
  ExitPoint* exit = nullptr;
  int number = 0;
};

enum class NodeKind : std::uint8_t {
#define NODE(type, kind, evaluation) kind,
#include "compiler/nodes.def"
#undef NODE
};

/// The evaluation of a node's children; nodes.def defines the words.
enum class Evaluation : std::uint8_t { operands = 0, sequence = 1, record = 2 };
constexpr Evaluation operator|(Evaluation x, Evaluation y) {
  return static_cast<Evaluation>(static_cast<unsigned>(x) | static_cast<unsigned>(y));
}
constexpr bool has(Evaluation e, Evaluation part) { return (e | part) == e; }
constexpr Evaluation evaluation_of(NodeKind k) {
  using enum Evaluation;
  switch (k) {
#define NODE(type, kind, evaluation) \
  case NodeKind::kind:               \
    return evaluation;
#include "compiler/nodes.def"
#undef NODE
  }
  return operands;
}

/// The base of all nodes. `kind` says which struct a node is.
struct Node {
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  virtual ~Node() = default;

  template <class T> bool is() const { return kind == T::node_kind; }
  /// Returns this node as the struct of its kind.
  template <class T> T* as() {
    TESSERA_ASSERT(is<T>());
    return static_cast<T*>(this);
  }
  template <class T> const T* as() const {
    TESSERA_ASSERT(is<T>());
    return static_cast<const T*>(this);
  }
  /// Returns the node as a T; nullptr if it is of another kind.
  template <class T> T* if_a() { return is<T>() ? static_cast<T*>(this) : nullptr; }
  template <class T> const T* if_a() const { return is<T>() ? static_cast<const T*>(this) : nullptr; }

  const NodeKind kind;
  std::optional<bool> assigns;  ///< true if this node or one below sets a local variable; set by contify.cpp
  SourcePosition position;

 protected:
  explicit Node(NodeKind k) : kind(k) {}
};

/// The base of the struct for `k`.
template <NodeKind k> struct NodeOf : Node {
  static constexpr NodeKind node_kind = k;
  NodeOf() : Node(k) {}
};

struct Binding : BoundVariable {
  Node* init = nullptr;
};

template <class Bound> bool all_lexical(const std::vector<Bound>& bindings) {
  return std::none_of(bindings.begin(), bindings.end(), [](const BoundVariable& b) { return b.is_special(); });
}

// The structs. In each, `each_child` calls `f` with the fields that hold children, one or a vector of them, in the
// order of their evaluation.

struct ConstantNode final : NodeOf<NodeKind::constant> {
  Value value = NIL;
  void each_child(auto&&) {}
};

struct LocalNode final : NodeOf<NodeKind::local> {
  Variable* variable = nullptr;
  void each_child(auto&&) {}
};

struct SetLocalNode final : NodeOf<NodeKind::set_local> {
  Variable* variable = nullptr;
  Node* value = nullptr;
  void each_child(auto&& f) { f(value); }
};

struct GlobalNode final : NodeOf<NodeKind::global> {
  Value symbol = NIL;
  void each_child(auto&&) {}
};

struct SetGlobalNode final : NodeOf<NodeKind::set_global> {
  Value symbol = NIL;
  Node* value = nullptr;
  void each_child(auto&& f) { f(value); }
};

/// The global function of a name.
struct FunctionNode final : NodeOf<NodeKind::function> {
  Value name = NIL;
  void each_child(auto&&) {}
};

struct IfNode final : NodeOf<NodeKind::if_> {
  Node* test = nullptr;
  Node* yes = nullptr;
  Node* no = nullptr;
  void each_child(auto&& f) { f(test), f(yes), f(no); }
};

struct PrognNode final : NodeOf<NodeKind::progn> {
  std::vector<Node*> forms;
  void each_child(auto&& f) { f(forms); }
};

struct LetNode final : NodeOf<NodeKind::let> {
  std::vector<Binding> bindings;
  Node* body = nullptr;
  void each_child(auto&& f) {
    for (Binding& b : bindings) f(b.init);
    f(body);
  }
};

/// A function as a value.
struct LambdaNode final : NodeOf<NodeKind::lambda> {
  Lambda* lambda = nullptr;
  void each_child(auto&&) {}
};

/// The call of a global function, or of a primitive, which has instructions.
struct GlobalCall : Node {
  Value function = NIL;  ///< its name
  std::vector<Node*> arguments;
  void each_child(auto&& f) { f(arguments); }

 protected:
  using Node::Node;
};

struct CallNode final : GlobalCall {
  static constexpr NodeKind node_kind = NodeKind::call;
  CallNode() : GlobalCall(node_kind) {}
};

struct PrimitiveNode final : GlobalCall {
  static constexpr NodeKind node_kind = NodeKind::primitive;
  PrimitiveNode() : GlobalCall(node_kind) {}
  const Primitive* primitive = nullptr;
};

/// The call of a function of FLET or LABELS.
struct CallLocalNode final : NodeOf<NodeKind::call_local> {
  LocalFunction* function = nullptr;
  std::vector<Node*> arguments;
  std::vector<const Variable*> dead;  ///< the variables that are dead at the start of the contified body of the function (liveness.cpp)
  void each_child(auto&& f) { f(arguments); }
};

/// FUNCALL: the call of the value of `function`.
struct CallValueNode final : NodeOf<NodeKind::call_value> {
  Node* function = nullptr;
  std::vector<Node*> arguments;
  void each_child(auto&& f) { f(function), f(arguments); }
};

struct ApplyNode final : NodeOf<NodeKind::apply> {
  Node* function = nullptr;
  std::vector<Node*> arguments;  ///< the arguments, at least one
  void each_child(auto&& f) { f(function), f(arguments); }
};

/// FLET and LABELS.
struct LocalFunctionsNode final : NodeOf<NodeKind::local_functions> {
  std::vector<LocalFunction*> functions;
  Node* body = nullptr;
  void each_child(auto&& f) { f(body); }
};

struct BlockNode final : NodeOf<NodeKind::block> {
  ExitPoint* exit = nullptr;
  Node* body = nullptr;
  void each_child(auto&& f) { f(body); }
};

struct ReturnFromNode final : NodeOf<NodeKind::return_from> {
  ExitPoint* exit = nullptr;
  bool direct = false;  ///< a jump within the frame
  Node* value = nullptr;
  void each_child(auto&& f) { f(value); }
};

struct TagbodyNode final : NodeOf<NodeKind::tagbody> {
  ExitPoint* exit = nullptr;
  std::vector<Tag*> tags;               ///< the tags in order
  std::vector<std::size_t> tag_starts;  ///< index of the first statement after each tag
  std::vector<Node*> statements;
  std::vector<const Variable*> dead;  ///< the variables that are dead at the start of a loop, the first tag (liveness.cpp)
  void each_child(auto&& f) { f(statements); }
};

struct GoNode final : NodeOf<NodeKind::go> {
  ExitPoint* exit = nullptr;
  int tag = 0;          ///< its number
  bool direct = false;  ///< a jump within the frame
  void each_child(auto&&) {}
};

struct CatchNode final : NodeOf<NodeKind::catch_> {
  Node* tag = nullptr;
  Node* body = nullptr;
  void each_child(auto&& f) { f(tag), f(body); }
};

struct ThrowNode final : NodeOf<NodeKind::throw_> {
  Node* tag = nullptr;
  Node* value = nullptr;
  void each_child(auto&& f) { f(tag), f(value); }
};

struct UnwindProtectNode final : NodeOf<NodeKind::unwind_protect> {
  Node* form = nullptr;
  Node* cleanup = nullptr;
  void each_child(auto&& f) { f(form), f(cleanup); }
};

struct ProgvNode final : NodeOf<NodeKind::progv> {
  Node* symbols = nullptr;
  Node* values = nullptr;
  Node* body = nullptr;
  void each_child(auto&& f) { f(symbols), f(values), f(body); }
};

struct ValuesNode final : NodeOf<NodeKind::values> {
  std::vector<Node*> forms;
  void each_child(auto&& f) { f(forms); }
};

struct MultipleValueCallNode final : NodeOf<NodeKind::multiple_value_call> {
  Node* function = nullptr;
  std::vector<Node*> forms;
  void each_child(auto&& f) { f(function), f(forms); }
};

struct MultipleValueProg1Node final : NodeOf<NodeKind::multiple_value_prog1> {
  Node* first = nullptr;
  Node* rest = nullptr;
  void each_child(auto&& f) { f(first), f(rest); }
};

struct MultipleValueBindNode final : NodeOf<NodeKind::multiple_value_bind> {
  Node* values = nullptr;
  std::vector<BoundVariable> variables;
  Node* body = nullptr;
  void each_child(auto&& f) { f(values), f(body); }
};

struct MultipleValueListNode final : NodeOf<NodeKind::multiple_value_list> {
  Node* form = nullptr;
  void each_child(auto&& f) { f(form); }
};

/// Calls `f` with the field that holds each child of `n`, in the order of evaluation. The body of a function within is
/// not a child.
template <class F> void for_each_child(Node& n, F&& f) {
  struct Fields {
    F& f;
    void operator()(Node*& child) const { f(child); }
    void operator()(std::vector<Node*>& children) const {
      for (Node*& child : children) f(child);
    }
  };
  switch (n.kind) {
#define NODE(type, kind, evaluation)     \
  case NodeKind::kind:                   \
    n.as<type>()->each_child(Fields{f}); \
    break;
#include "compiler/nodes.def"
#undef NODE
  }
}
template <class F> void for_each_child(const Node& n, F&& f) {
  for_each_child(const_cast<Node&>(n), [&f](Node*& child) { f(static_cast<const Node*>(child)); });
}
template <class F> bool any_child(const Node& n, F&& is_so) {
  bool found = false;
  for_each_child(n, [&](const Node* child) { found = found || is_so(child); });
  return found;
}

struct Parameter : BoundVariable {
  Node* init = nullptr;    ///< optional, key
  BoundVariable supplied;  ///< optional, key: the variable that is true if there was an argument
  Value keyword = NIL;
};

struct Lambda {
  Value name = NIL;
  Value lambda_list = NIL;
  Value documentation = NIL;
  Lambda* parent = nullptr;
  Arity arity;
  std::vector<Parameter> required, optional, key;
  Parameter rest;
  bool has_rest = false;
  Node* body = nullptr;    ///< the body; &AUX variables are a LET within
  std::int64_t debug = 0;  ///< the quality DEBUG: from 1 on variables are noted for debuggers
  bool tail_calls = true;  ///< DEBUG is below 3
  SourcePosition position;

  std::vector<Variable*> references;        ///< variables used here that may belong to other functions
  std::vector<LocalFunction*> known_calls;  ///< known local functions called here
  std::vector<Lambda*> children;
  LocalFunction* local_function = nullptr;  ///< the function of FLET or LABELS that this is, or nullptr
  std::vector<Variable*> free;              ///< capture.cpp: variables of other functions, in order of capture
  bool lifted() const { return local_function != nullptr && local_function->known(); }
  /// Returns the index of `v` among the variables of other functions that this one uses, or -1.
  int free_index(const Variable* v) const {
    const auto found = std::find(free.begin(), free.end(), v);
    return found == free.end() ? -1 : static_cast<int>(found - free.begin());
  }
};

/// Calls `f` with the field of each node that `l` itself evaluates: the defaults of parameters, and the body.
template <class F> void for_each_root(Lambda& l, F&& f) {
  for (auto* group : {&l.optional, &l.key})
    for (Parameter& p : *group) f(p.init);
  f(l.body);
}

/// The owner of all nodes, variables and functions of one compilation.
struct Arena {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Lambda>> lambdas;
  std::vector<std::unique_ptr<LocalFunction>> functions;
  std::vector<std::unique_ptr<ExitPoint>> exits;
  std::vector<std::unique_ptr<Tag>> tags;

  template <class T> T* make() {
    auto owned = std::make_unique<T>();
    T* const n = owned.get();
    nodes.push_back(std::move(owned));
    return n;
  }
  Variable* variable(Value name, Lambda* owner) {
    Variable* v = variables.emplace_back(std::make_unique<Variable>()).get();
    v->name = name;
    v->owner = owner;
    return v;
  }
  Lambda* lambda() { return lambdas.emplace_back(std::make_unique<Lambda>()).get(); }
  LocalFunction* function() { return functions.emplace_back(std::make_unique<LocalFunction>()).get(); }
  ExitPoint* exit() { return exits.emplace_back(std::make_unique<ExitPoint>()).get(); }
  Tag* tag() { return tags.emplace_back(std::make_unique<Tag>()).get(); }
};

}  // namespace tessera
