// The table of primitives.
#include "compiler/generation/primitives.hpp"

#include <cstring>
#include <string>
#include <unordered_map>

#include "compiler/instruction_table.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

using S = Primitive::Shape;

using K = KindBit;
using Ty = Type;

constexpr Primitive kind_test(const char* name, KindMask mask) { return {name, 1, 1, S::kind_p, Op::JKIND, Op::MOVE, 0, mask}; }

constexpr KindMask integers = kinds(K::fixnum, Ty::bignum), rationals = integers | kinds(Ty::ratio),
                   floats = kinds(K::single_float, K::immediate_double, Ty::double_float), strings = kinds(Ty::string, K::string_vector),
                   vectors = strings | kinds(Ty::simple_vector, Ty::bit_vector, Ty::specialized_vector, K::other_vector);

constexpr Primitive primitive_table[] = {
    kind_test("SYMBOLP", kinds(K::nil, K::t, Ty::symbol)),
    kind_test("LISTP", kinds(K::cons, K::nil)),
    kind_test("INTEGERP", integers),
    kind_test("RATIONALP", rationals),
    kind_test("FLOATP", floats),
    kind_test("REALP", rationals | floats),
    kind_test("COMPLEXP", kinds(Ty::complex)),
    kind_test("NUMBERP", rationals | floats | kinds(Ty::complex)),
    kind_test("CHARACTERP", kinds(K::character)),
    kind_test("STRINGP", strings),
    kind_test("SIMPLE-STRING-P", kinds(Ty::string)),
    kind_test("SIMPLE-VECTOR-P", kinds(Ty::simple_vector)),
    kind_test("VECTORP", vectors),
    kind_test("ARRAYP", vectors | kinds(Ty::array)),
    kind_test("FUNCTIONP", kinds(Ty::closure, Ty::native)),
    kind_test("HASH-TABLE-P", kinds(Ty::hash_table, Ty::custom_table)),
    kind_test("PACKAGEP", kinds(Ty::package)),
    kind_test("PATHNAMEP", kinds(Ty::pathname)),
    kind_test("%REMOVED-P", kinds(K::marker)),
    {"CAR", 1, 1, S::unary, Op::CAR},
    {"CDR", 1, 1, S::unary, Op::CDR},
    {"FIRST", 1, 1, S::unary, Op::CAR},
    {"REST", 1, 1, S::unary, Op::CDR},
    {"CADR", 1, 1, S::unary, Op::CADR},
    {"SECOND", 1, 1, S::unary, Op::CADR},
    {"CDDR", 1, 1, S::unary, Op::CDDR},
    {"CAAR", 1, 1, S::unary, Op::CAAR},
    {"CDAR", 1, 1, S::nested, Op::CAR, Op::CDR},
    {"CADDR", 1, 1, S::nested, Op::CDDR, Op::CAR},
    {"CAAAR", 1, 1, S::nested, Op::CAAR, Op::CAR},
    {"CAADR", 1, 1, S::nested, Op::CADR, Op::CAR},
    {"CADAR", 1, 1, S::nested, Op::CAR, Op::CADR},
    {"CDAAR", 1, 1, S::nested, Op::CAAR, Op::CDR},
    {"CDADR", 1, 1, S::nested, Op::CADR, Op::CDR},
    {"CDDAR", 1, 1, S::nested, Op::CAR, Op::CDDR},
    {"CAAAAR", 1, 1, S::nested, Op::CAAR, Op::CAAR},
    {"CAAADR", 1, 1, S::nested, Op::CADR, Op::CAAR},
    {"CAADAR", 1, 1, S::nested, Op::CAR, Op::CADR, 0, 0, Op::CAR},
    {"CAADDR", 1, 1, S::nested, Op::CDDR, Op::CAAR},
    {"CADAAR", 1, 1, S::nested, Op::CAAR, Op::CADR},
    {"CADADR", 1, 1, S::nested, Op::CADR, Op::CADR},
    {"CADDAR", 1, 1, S::nested, Op::CAR, Op::CDDR, 0, 0, Op::CAR},
    {"CDAAAR", 1, 1, S::nested, Op::CAAR, Op::CAR, 0, 0, Op::CDR},
    {"CDAADR", 1, 1, S::nested, Op::CADR, Op::CAR, 0, 0, Op::CDR},
    {"CDADAR", 1, 1, S::nested, Op::CAR, Op::CADR, 0, 0, Op::CDR},
    {"CDADDR", 1, 1, S::nested, Op::CDDR, Op::CAR, 0, 0, Op::CDR},
    {"CDDAAR", 1, 1, S::nested, Op::CAAR, Op::CDDR},
    {"CDDADR", 1, 1, S::nested, Op::CADR, Op::CDDR},
    {"CDDDAR", 1, 1, S::nested, Op::CAR, Op::CDDR, 0, 0, Op::CDR},
    {"CDDDDR", 1, 1, S::nested, Op::CDDR, Op::CDDR},
    {"THIRD", 1, 1, S::nested, Op::CDDR, Op::CAR},
    {"CDDDR", 1, 1, S::nested, Op::CDDR, Op::CDR},
    {"CADDDR", 1, 1, S::nested, Op::CDDR, Op::CADR},
    {"FOURTH", 1, 1, S::nested, Op::CDDR, Op::CADR},
    {"LENGTH", 1, 1, S::unary, Op::LENGTH},
    {"CONS", 2, 2, S::binary, Op::CONS},
    {"LIST", 1, 200, S::list, Op::LIST},
    {"LIST*", 2, 200, S::list_star, Op::CONS},
    {"SVREF", 2, 2, S::binary, Op::SVREF, Op::SVREFI},
    {"AREF", 2, 2, S::binary, Op::AREF},
    {"CHAR", 2, 2, S::binary, Op::CHAR},
    {"SCHAR", 2, 2, S::binary, Op::SCHAR},
    {"CHAR-CODE", 1, 1, S::unary, Op::CHARCODE},
    {"CODE-CHAR", 1, 1, S::unary, Op::CODECHAR},
    {"+", 2, 200, S::arithmetic, Op::ADD, Op::ADDI, 1},
    {"-", 2, 200, S::arithmetic, Op::SUB, Op::ADDI, -1},
    {"*", 2, 200, S::arithmetic, Op::MUL},
    {"/", 2, 200, S::arithmetic, Op::DIV},
    {"LOGAND", 2, 200, S::arithmetic, Op::LOGAND},
    {"LOGIOR", 2, 200, S::arithmetic, Op::LOGIOR},
    {"LOGXOR", 2, 200, S::arithmetic, Op::LOGXOR},
    {"ASH", 2, 2, S::binary, Op::ASH},
    {"FLOOR", 2, 2, S::quotient, Op::FLOOR},
    {"TRUNCATE", 2, 2, S::quotient, Op::TRUNCATE},
    {"MOD", 2, 2, S::binary, Op::MOD},
    {"REM", 2, 2, S::binary, Op::REM},
    {"MIN", 2, 200, S::arithmetic, Op::MIN},
    {"MAX", 2, 200, S::arithmetic, Op::MAX},
    {"ABS", 1, 1, S::unary, Op::ABS},
    {"SQRT", 1, 1, S::unary, Op::SQRT},
    {"EVENP", 1, 1, S::sign, Op::JEVEN},
    {"ODDP", 1, 1, S::sign, Op::JODD},
    {"CHAR=", 2, 2, S::compare, Op::JCHAREQ},
    {"CHAR/=", 2, 2, S::negated, Op::JCHAREQ},
    {"1+", 1, 1, S::successor, Op::ADDI, Op::MOVE, 1},
    {"1-", 1, 1, S::successor, Op::ADDI, Op::MOVE, -1},
    {"<", 2, 2, S::compare, Op::JLT},
    {"<=", 2, 2, S::compare, Op::JLE},
    {">", 2, 2, S::compare, Op::JGT},
    {">=", 2, 2, S::compare, Op::JGE},
    {"=", 2, 2, S::compare, Op::JNUMEQ},
    {"/=", 2, 2, S::negated, Op::JNUMEQ},
    {"EQ", 2, 2, S::compare, Op::JEQ},
    {"EQL", 2, 2, S::compare, Op::JEQL},
    {"CONSP", 1, 1, S::compare, Op::JCONS},
    {"ATOM", 1, 1, S::negated, Op::JCONS},
    {"ZEROP", 1, 1, S::sign, Op::JNUMEQI},
    {"PLUSP", 1, 1, S::sign, Op::JGTI},
    {"MINUSP", 1, 1, S::sign, Op::JLTI},
    {"NULL", 1, 1, S::null, Op::JNIL},
    {"NOT", 1, 1, S::null, Op::JNIL},
    {"%SET-CAR", 2, 2, S::store_value_last, Op::SETCAR},
    {"%SET-CDR", 2, 2, S::store_value_last, Op::SETCDR},
    {"%SET-SVREF", 3, 3, S::store_value_last, Op::SVSET},
    {"%SET-CHAR", 3, 3, S::store_value_last, Op::CHARSET},
    {"%SET-SCHAR", 3, 3, S::store_value_last, Op::SCHARSET},
    {"%SET-AREF", 3, 3, S::store_value_first, Op::ASET},
    {"GETHASH", 2, 3, S::table_get, Op::GETHASH, Op::GETHASHOR},
    {"%SET-GETHASH", 3, 4, S::table_put, Op::PUTHASH},
    {"%INSTANCE-REF", 2, 2, S::instance_ref, Op::INSTANCEREF},
    {"%SET-INSTANCE-REF", 3, 3, S::instance_set, Op::INSTANCESET},
    {"%CACHED-FUNCTION", 2, 2, S::binary, Op::FINDFUNCTION},
    {"%CACHED-FUNCTION-2", 3, 3, S::ternary, Op::FINDFUNCTION2},
    {"%CACHED-SLOT", 2, 2, S::binary, Op::FINDSLOT},
    {"%SET-CACHED-SLOT", 3, 3, S::ternary, Op::STORESLOT},
    {"%INSTANCE-OF-CLASS-P", 2, 2, S::instance_p, Op::JINSTANCE},
};

/// Refuses a row whose shape does not fit the operands and control of its instructions.
consteval void check_row(const Primitive& p) {
  const auto facts = [](Op op) { return opcodes::instruction_table[static_cast<std::size_t>(op)]; };
  const auto is = [facts](Op op, std::string_view expected) { return std::string_view(facts(op).text).starts_with(expected); };
  const auto needs = [is](Op op, std::string_view expected) {
    if (!is(op, expected)) throw "the instruction does not have the operands and control of the shape";
  };
  const auto needs_test = [&p, facts, is, needs](std::string_view expected) {
    if (facts(p.op).control.other == Op::count) throw "the test has no opposite";
    if (p.min_args != 1 || !(is(p.op, "r J test") || is(p.op, "r - j test"))) needs(p.op, expected);
  };
  switch (p.shape) {
    case S::unary: return needs(p.op, "=r r next");
    case S::nested: return needs(p.op, "=r r next"), needs(p.second, "=r r next"), needs(p.third, "=r r next");
    case S::quotient:
    case S::binary:
    case S::arithmetic:
    case S::list_star:
      if (p.second != Op::MOVE) needs(p.second, "=r r i next");
      return needs(p.op, "=r r r next");
    case S::table_get: return needs(p.op, "=r r r next"), needs(p.second, "+r r r next");
    case S::ternary: return needs(p.op, "+r r r next");
    case S::successor: return needs(p.op, "=r r i next");
    case S::compare:
    case S::negated:
    case S::null: return needs_test("r r j test");
    case S::sign: return needs_test("r i j test");
    case S::kind_p: return needs_test("r k:mask j test");
    case S::instance_p: return needs_test("r k:class j test");
    case S::list: return needs(p.op, "=r r* n next");
    case S::store_value_last: return needs(p.op, p.min_args == 2 ? "r r next" : "r r r next");
    case S::store_value_first:
    case S::table_put: return needs(p.op, "r r r next");
    case S::instance_ref: return needs(p.op, "=r r u next");
    case S::instance_set: return needs(p.op, "r u r next");
  }
}
consteval bool check_rows() {
  for (const Primitive& p : primitive_table) check_row(p);
  return true;
}
static_assert(check_rows());

const std::unordered_map<std::string_view, const Primitive*>& index() {
  static const auto map = [] {
    std::unordered_map<std::string_view, const Primitive*> m;
    for (const Primitive& p : primitive_table) m.emplace(p.name, &p);
    return m;
  }();
  return map;
}

}  // namespace

std::span<const Primitive> primitives() { return primitive_table; }

KindMask kinds_of_predicate(std::string_view name) { return index().at(name)->mask; }

const Primitive* find_primitive(Runtime& rt, Value symbol, std::size_t count) {
  const Symbol* s = rt.symbol(symbol);
  if (s->package != rt.packages.cl && s->package != rt.packages.tessera) return nullptr;
  const StringView name = string_view_of(s->name);
  char ascii[32];
  if (name.size() >= sizeof ascii) return nullptr;
  for (std::size_t i = 0; i < name.size(); ++i) ascii[i] = name[i] < 128 ? static_cast<char>(name[i]) : '?';
  const auto found = index().find(std::string_view(ascii, name.size()));
  if (found == index().end()) return nullptr;
  const Primitive* p = found->second;
  return count >= p->min_args && count <= p->max_args ? p : nullptr;
}

}  // namespace tessera
