// Parsing lambda lists.
#include "compiler/analysis/lambda_list.hpp"

#include "compiler/analysis/analysis.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

constexpr unsigned bit(auto section) { return 1u << static_cast<unsigned>(section); }

}  // namespace

struct LambdaListParser::Keyword {
  Known symbol;
  unsigned after;  ///< the sections that it may end, as bits
  Section begins;
};

const LambdaListParser::Keyword LambdaListParser::keywords[] = {
    {Known::amp_optional, bit(Section::required), Section::optional},
    {Known::amp_rest, bit(Section::required) | bit(Section::optional), Section::rest},
    {Known::amp_key, bit(Section::required) | bit(Section::optional) | bit(Section::after_rest), Section::key},
    {Known::amp_allow_other_keys, bit(Section::key), Section::after_key},
    {Known::amp_aux, ~(bit(Section::rest) | bit(Section::aux)), Section::aux},
    {Known::amp_whole, 0, Section::required},  // these belong to macros
    {Known::amp_body, 0, Section::required},
    {Known::amp_environment, 0, Section::required},
};

bool LambdaListParser::parse(Value list) {
  list_ = list;
  SourceList items(list);
  while (items.next()) {
    const Keyword* const keyword = find_keyword(items.item());
    if (!(keyword != nullptr ? parse_keyword(*keyword, items.item()) : parse_variable(items.cell()))) return false;
  }
  if (items.is_circular()) return analysis_.error("LAMBDA: the lambda list is circular", {});
  if (!items.is_proper()) return analysis_.error("LAMBDA: ~S is not a lambda list", {list});
  return check();
}

const LambdaListParser::Keyword* LambdaListParser::find_keyword(Value item) const {
  for (const Keyword& k : keywords)
    if (item == analysis_.rt.sym(k.symbol)) return &k;
  return nullptr;
}

bool LambdaListParser::parse_keyword(const Keyword& keyword, Value item) {
  if (keyword.after == 0) return analysis_.error("LAMBDA: ~S is allowed in the lambda lists of macros only, not in ~S", {item, list_});
  if ((keyword.after & bit(section_)) == 0) return analysis_.error("LAMBDA: ~S is misplaced in ~S", {item, list_});
  section_ = keyword.begins;
  if (section_ == Section::key) lambda_->arity.keys = true;
  if (section_ == Section::after_key) lambda_->arity.allow_other_keys = true;
  return true;
}

bool LambdaListParser::parse_variable(Value cell) {
  switch (section_) {
    case Section::required: return parse_required(lambda_->required.emplace_back(), cell);
    case Section::optional: {
      const Value spec = cell.as_cons()->car;
      return parse_default(lambda_->optional.emplace_back(), spec.is_cons() ? spec.as_cons()->car : spec, cell);
    }
    case Section::rest:
      if (!parse_required(lambda_->rest, cell)) return false;
      lambda_->has_rest = lambda_->arity.rest = true;
      section_ = Section::after_rest;
      return true;
    case Section::key: return parse_key(lambda_->key.emplace_back(), cell);
    case Section::aux: return parse_aux(cell);
    default: return analysis_.error("LAMBDA: ~S is misplaced in ~S", {cell.as_cons()->car, list_});
  }
}

bool LambdaListParser::parse_required(BoundVariable& variable, Value cell) {
  const Value name = cell.as_cons()->car;
  if (!check_variable_name(analysis_, name, Known::lambda)) return false;
  bind(analysis_, variable, name, body_, scope_, cell);
  return true;
}

/// Parses a keyword parameter: like an optional one, with a variable or (keyword variable) as its name.
bool LambdaListParser::parse_key(Parameter& p, Value cell) {
  const Value spec = cell.as_cons()->car;
  Value name = spec.is_cons() ? spec.as_cons()->car : spec;
  if (name.is_cons()) {
    p.keyword = name.as_cons()->car;
    if (!Runtime::is_symbol(p.keyword) || proper_length(name) != 2) return analysis_.error("LAMBDA: ~S is not a keyword parameter", {spec});
    name = operand(name, 0);
  } else if (Runtime::is_symbol(name)) {
    p.keyword =
        analysis_.pinned.promote(intern(analysis_.rt, analysis_.rt.packages.keyword, string_view_of(analysis_.rt.symbol(name)->name)));
  }
  return parse_default(p, name, cell);
}

/// Parses a parameter: variable, (variable default) or (variable default supplied-p).
bool LambdaListParser::parse_default(Parameter& p, Value name, Value cell) {
  const Value spec = cell.as_cons()->car, rest = cdr_or_nil(spec);
  if (!check_variable_name(analysis_, name, Known::lambda)) return false;
  const auto length = proper_length(rest);
  if (length.value_or(3) > 2) return analysis_.error("LAMBDA: ~S is not a parameter: (NAME DEFAULT SUPPLIED-P)", {spec});
  const Value supplied = operand(rest, 0);
  if (!analysis_.form_to(p.init, car_or_nil(rest), scope_)) return false;
  bind(analysis_, p, name, body_, scope_, cell);
  if (is_nil(supplied)) return true;
  if (!check_variable_name(analysis_, supplied, Known::lambda)) return false;
  bind(analysis_, p.supplied, supplied, body_, scope_, cell);
  return true;
}

/// Parses an &AUX variable. Each becomes a LET around the rest, so the tree gets one level deeper.
bool LambdaListParser::parse_aux(Value cell) {
  const Value spec = cell.as_cons()->car;
  if (!analysis_.descend()) return false;
  Parameter p;
  if (!parse_default(p, spec.is_cons() ? spec.as_cons()->car : spec, cell)) return false;
  if (proper_length(spec).value_or(0) > 2) return analysis_.error("LAMBDA: the &AUX variable ~S cannot have a SUPPLIED-P", {spec});
  auxiliaries_.push_back({{p.variable, p.special}, p.init});
  return true;
}

bool LambdaListParser::check() {
  std::vector<Value> names;
  const auto add = [&names](const BoundVariable& bound) {
    if (bound.is_there()) names.push_back(bound.name());
  };
  for (const Parameter& p : lambda_->required) add(p);
  add(lambda_->rest);
  for (const auto* group : {&lambda_->optional, &lambda_->key})
    for (const Parameter& p : *group) add(p), add(p.supplied);
  if (const Value twice = repeated_name(names); twice != UNBOUND) return analysis_.error("LAMBDA: ~S is bound twice in ~S", {twice, list_});
  if (section_ == Section::rest) return analysis_.error("LAMBDA: no variable follows &REST in ~S", {list_});
  lambda_->arity.required = static_cast<std::uint32_t>(lambda_->required.size());
  lambda_->arity.optional = static_cast<std::uint32_t>(lambda_->optional.size());
  return true;
}

}  // namespace tessera
