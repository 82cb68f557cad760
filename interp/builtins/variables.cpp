// The standard's variables and constants that natives read, with their initial values. Layer: builtins.
#include "builtins/variables.hpp"

#include "data/symbols/packages.hpp"

namespace tessera {

void define_variable(Runtime& rt, Value symbol, Value value) {
  set_flag(rt, symbol, symbol_special);
  rt.heap.write(&rt.symbol(symbol)->value, value);
}

void define_constant(Runtime& rt, Value symbol, Value value) {
  define_variable(rt, symbol, value);
  set_flag(rt, symbol, symbol_constant);
}

namespace {

struct Constant {
  const char* name;
  std::int64_t value;
};

constexpr Constant constants[] = {
    {"ARRAY-RANK-LIMIT", 128},
    {"ARRAY-DIMENSION-LIMIT", 0xFFFFFFFF},
    {"ARRAY-TOTAL-SIZE-LIMIT", 0xFFFFFFFF},
    {"CHAR-CODE-LIMIT", 0x110000},
    {"CALL-ARGUMENTS-LIMIT", static_cast<std::int64_t>(config::max_call_arguments)},
    {"LAMBDA-PARAMETERS-LIMIT", 4096},
    {"MULTIPLE-VALUES-LIMIT", static_cast<std::int64_t>(config::max_call_arguments)},
    {"INTERNAL-TIME-UNITS-PER-SECOND", 1000000},
};

constexpr const char* features[] = {"TESSERA",
                                    "ANSI-CL",
                                    "COMMON-LISP",
                                    "UNICODE",
                                    "IEEE-FLOATING-POINT",
                                    "PACKAGE-LOCAL-NICKNAMES",
#ifdef __linux__
                                    "LINUX",
#endif
#ifdef __unix__
                                    "UNIX",
#endif
#ifdef __x86_64__
                                    "X86-64",
#elif defined(__aarch64__)
                                    "ARM64",
#endif
#ifdef __BYTE_ORDER__
                                    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "LITTLE-ENDIAN" : "BIG-ENDIAN",
#endif
                                    "64-BIT"};

Value feature_list(Runtime& rt) {
  std::vector<Value> keywords;
  for (const char* name : features) keywords.push_back(rt.keyword(name));
  return rt.list(keywords);
}

}  // namespace

void install_variables(Runtime& rt) {
  const Value package = rt.symbol_value_slot(Known::package_variable);
  define_variable(rt, rt.sym(Known::package_variable), has_type(package, Type::package) ? package : rt.packages.cl_user);
  define_variable(rt, rt.sym(Known::gensym_counter), Value::fixnum(1));
  define_variable(rt, rt.sym(Known::gentemp_counter), Value::fixnum(1));
  define_variable(rt, rt.sym(Known::features_variable), feature_list(rt));
  for (const Constant& c : constants) define_constant(rt, rt.cl(c.name), Value::fixnum(c.value));
}

}  // namespace tessera
