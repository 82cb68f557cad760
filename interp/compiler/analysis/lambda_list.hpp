// Ordinary lambda lists, as functions have them. Layer: compiler.
#pragma once

#include <vector>

#include "compiler/analysis/body.hpp"

namespace tessera {

/// Parses the lambda list of a function, whose parameters it binds one by one: the default of each sees the parameters
/// before it.
class LambdaListParser {
 public:
  /// Parses in `scope`, the scope around the function, to which it adds the parameters. `body` is the function's body,
  /// whose declarations concern the parameters.
  LambdaListParser(Analysis& a, Lambda* lambda, const Body& body, const Scope*& scope)
      : analysis_(a), lambda_(lambda), body_(body), scope_(scope) {}

  /// False: the list is wrong, and the mistake was reported.
  bool parse(Value list);
  /// Returns the &AUX variables with their values.
  const std::vector<Binding>& auxiliaries() const { return auxiliaries_; }

 private:
  /// The kind of the next element, in the order of the lambda list keywords. Each section but the first follows one of
  /// these.
  enum class Section : std::uint8_t { required, optional, rest, after_rest, key, after_key, aux };
  struct Keyword;
  static const Keyword keywords[];

  const Keyword* find_keyword(Value item) const;
  bool parse_keyword(const Keyword& keyword, Value item);
  bool parse_variable(Value cell);
  bool parse_required(BoundVariable& variable, Value cell);
  bool parse_key(Parameter& p, Value cell);
  bool parse_default(Parameter& p, Value name, Value cell);
  bool parse_aux(Value cell);
  bool check();

  Analysis& analysis_;
  Lambda* lambda_;
  const Body& body_;
  const Scope*& scope_;
  Value list_ = NIL;
  Section section_ = Section::required;
  std::vector<Binding> auxiliaries_;
};

}  // namespace tessera
