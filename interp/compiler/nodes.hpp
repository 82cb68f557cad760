// The analysed program: a tree of nodes with its variables resolved. Layer: compiler.
// The analysis makes it, capture.cpp decides how functions reach the variables of others, generate*.cpp makes code of it.
#pragma once

#include <memory>
#include <vector>

#include "base/position.hpp"
#include "compiler/code.hpp"
#include "compiler/primitives.hpp"

namespace tessera {

struct Lambda;
struct Node;

/// A lexical variable. Captured and assigned together: it lives in a cell.
struct Variable {
  Value name;
  Lambda* owner = nullptr;
  bool captured = false;
  bool assigned = false;
  int uses = 0;  ///< references
  int reg = -1;  ///< in its owner's frame, set when code is generated
  bool in_cell() const { return captured && assigned; }
};

/// Where the body of a local function stands that became part of the function that calls it: see contify.cpp.
enum class Inlined : std::uint8_t { no, at_call, at_definition };

/// A function of FLET or LABELS.
struct LocalFunction {
  Value name;
  Lambda* lambda = nullptr;
  Variable* variable = nullptr;  ///< holds the closure, where one is needed
  bool escapes = false;          ///< used otherwise than in calls of the right number of arguments
  Inlined inlined = Inlined::no;
  std::vector<std::size_t> call_counts;  ///< of arguments, of each call
  bool known() const { return !escapes; }
};

/// The exit point of a BLOCK or TAGBODY.
struct Exit {
  Value name;  ///< of a block
  Lambda* owner = nullptr;
  Variable* token = nullptr;  ///< made when something outside the frame, or below a clean-up, leaves through it
  // While code is generated:
  int depth = 0;  ///< of dynamic constructs around it
  void* state = nullptr;
};

struct Tag {
  Value name;
  Exit* exit = nullptr;
  int number = 0;
  int label = -1;
};

enum class NodeKind {
  constant,
  local,
  set_local,
  global,
  set_global,
  function,
  if_,
  progn,
  let,
  lambda,
  call,
  call_local,
  call_value,
  apply,
  primitive,
  local_functions,
  block,
  return_from,
  tagbody,
  go,
  catch_,
  throw_,
  unwind_protect,
  progv,
  values,
  multiple_value_call,
  multiple_value_prog1,
  multiple_value_bind,
  multiple_value_list
};

struct Binding {
  Variable* variable = nullptr;  ///< lexical, or
  Value special = NIL;           ///< the special variable
  Node* init = nullptr;
};

/// One node; which fields matter depends on the kind. Children of a kind are listed in `children` in evaluation order.
struct Node {
  explicit Node(NodeKind k) : kind(k) {}
  NodeKind kind;
  bool assigns = false;  ///< something below sets a local variable (contify.cpp)
  SourcePosition position;
  Value value = NIL;  ///< constant, or symbol of a global variable or function
  Variable* variable = nullptr;
  Lambda* lambda = nullptr;
  LocalFunction* function = nullptr;
  Exit* exit = nullptr;
  int tag = 0;          ///< number of the tag, for go
  bool direct = false;  ///< return_from, go: a jump within the frame
  const Primitive* primitive = nullptr;
  std::vector<Node*> children;
  std::vector<Binding> bindings;  ///< let, multiple_value_bind
  std::vector<LocalFunction*> functions;
  std::vector<Tag*> tags;       ///< tagbody: in order; children[i] with tag_starts
  std::vector<int> tag_starts;  ///< index of the first child behind each tag
};

struct Parameter {
  Variable* variable = nullptr;
  Value special = NIL;   ///< the special variable that it binds, or NIL
  Node* init = nullptr;  ///< optional, key
  Variable* supplied = nullptr;
  Value supplied_special = NIL;
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
  Node* body = nullptr;  ///< aux variables are a LET within
  bool tail_calls = true;
  SourcePosition position;

  std::vector<Variable*> references;        ///< variables used here that may be another's
  std::vector<LocalFunction*> known_calls;  ///< known local functions called here
  std::vector<Lambda*> children;
  LocalFunction* local_function = nullptr;  ///< set where this is one
  std::vector<Variable*> free;              ///< capture.cpp: variables of other functions, in order of capture
  bool lifted() const { return local_function != nullptr && local_function->known(); }
};

/// Owns everything that one compilation makes.
struct Arena {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Lambda>> lambdas;
  std::vector<std::unique_ptr<LocalFunction>> functions;
  std::vector<std::unique_ptr<Exit>> exits;
  std::vector<std::unique_ptr<Tag>> tags;

  Node* node(NodeKind kind) { return nodes.emplace_back(std::make_unique<Node>(kind)).get(); }
  Variable* variable(Value name, Lambda* owner) {
    Variable* v = variables.emplace_back(std::make_unique<Variable>()).get();
    v->name = name;
    v->owner = owner;
    return v;
  }
  Lambda* lambda() { return lambdas.emplace_back(std::make_unique<Lambda>()).get(); }
  LocalFunction* function() { return functions.emplace_back(std::make_unique<LocalFunction>()).get(); }
  Exit* exit() { return exits.emplace_back(std::make_unique<Exit>()).get(); }
  Tag* tag() { return tags.emplace_back(std::make_unique<Tag>()).get(); }
};

}  // namespace tessera
