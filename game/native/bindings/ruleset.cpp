// Reading the properties that a version of the game declares. Layer: bindings.
#include "bindings/ruleset.hpp"

#include <string_view>

#include "builtins/arguments.hpp"

namespace tessera::game::bindings {

namespace {

/// What a property list says of `name`, or NIL.
Value said_of(Runtime& rt, Value properties, std::string_view name) {
  const Value key = rt.keyword(name);
  for (; properties.is_cons() && properties.as_cons()->cdr.is_cons(); properties = properties.as_cons()->cdr.as_cons()->cdr)
    if (properties.as_cons()->car == key) return properties.as_cons()->cdr.as_cons()->car;
  return NIL;
}

/// A keyword, and what it means.
template <class T> struct Choice {
  std::string_view keyword;
  T value;
};

/// The choice that the list says under `name`; a TYPE-ERROR, and FAILED, if it is none of them.
template <class T, std::size_t n>
Value choose(Runtime& rt, Value properties, std::string_view name, const Choice<T> (&choices)[n], T& out) {
  const Value said = said_of(rt, properties, name);
  ListBuilder known(rt);
  known.add(rt.cl("MEMBER"));
  for (const auto& [keyword, value] : choices) {
    const Value choice = rt.keyword(keyword);
    if (said == choice) {
      out = value;
      return said;
    }
    known.add(choice);
  }
  return rt.fail_type(said, known.finish());
}

constexpr Choice<AttackRule> attack_rules[] = {{"STRONGER", AttackRule::stronger}, {"TWO-DICE", AttackRule::two_dice}};
constexpr Choice<bool> luck[] = {{"NONE", false}, {"DICE", true}};
constexpr Choice<ReinforcementRule> reinforcements[] = {{"TAKEN", ReinforcementRule::taken}, {"CLUSTER", ReinforcementRule::cluster}};
constexpr Choice<bool> trees[] = {{"WHOLE", false}, {"LAZY", true}};
constexpr Choice<Ruleset::Search> searches[] = {
    {"MINIMAX", Ruleset::Search::minimax}, {"ALPHA-BETA", Ruleset::Search::alpha_beta}, {"EXPECTATION", Ruleset::Search::expectation}};

struct NamedProperty {
  Property property;
  std::string_view keyword;
};
constexpr NamedProperty named_properties[] = {
    {p_board, "BOARD"}, {p_attack, "ATTACK"}, {p_luck, "LUCK"},  {p_reinforcement, "REINFORCEMENT"},
    {p_trees, "TREES"}, {p_search, "SEARCH"}, {p_score, "SCORE"}};

}  // namespace

Value read_rules(Runtime& rt, Value properties, Rules& out) {
  TESSERA_TRY(choose(rt, properties, "ATTACK", attack_rules, out.attack));
  TESSERA_TRY(choose(rt, properties, "LUCK", luck, out.luck));
  return choose(rt, properties, "REINFORCEMENT", reinforcements, out.reinforcement);
}

Value read_ruleset(Runtime& rt, Value properties, Ruleset& out) {
  TESSERA_TRY(read_rules(rt, properties, out));
  TESSERA_TRY(choose(rt, properties, "TREES", trees, out.lazy_trees));
  return choose(rt, properties, "SEARCH", searches, out.search);
}

Value property_names(Runtime& rt, unsigned set) {
  ListBuilder names(rt);
  for (const auto& [property, keyword] : named_properties)
    if ((set & property) != 0) names.add(rt.keyword(keyword));
  return names.finish();
}

}  // namespace tessera::game::bindings
