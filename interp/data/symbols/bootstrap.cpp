// The first symbols and packages of an empty Runtime. Layer: data. Compiled for size.
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

constexpr const char* cl_symbol_names[] = {
#define SYMBOL(name) name,
#include "data/symbols/cl_symbols.def"
#undef SYMBOL
};

enum class Home { CL, TESSERA, KEYWORD };

struct KnownSymbol {
  const char* name;
  Home home;
};

constexpr KnownSymbol known_symbols[] = {
#define KNOWN(id, name, package) {name, Home::package},
#include "runtime/known_symbols.def"
#undef KNOWN
};

/// Makes NIL or T: an immediate with a Symbol object behind it.
void make_constant_symbol(Runtime& rt, Value constant, std::string_view name) {
  rt.constant_symbols[constant.constant_symbol_index()] = make_symbol(rt, rt.make_string(name));
  rt.symbol(constant)->value = constant;
  set_flag(rt, constant, symbol_constant);
  add_symbol(rt, rt.packages.cl, constant, true);
}

void make_standard_packages(Runtime& rt) {
  rt.packages.cl = make_package(rt, "COMMON-LISP", {"CL"});
  rt.packages.cl_user = make_package(rt, "COMMON-LISP-USER", {"CL-USER"});
  rt.packages.tessera = make_package(rt, "TESSERA");
  rt.packages.keyword = make_package(rt, "KEYWORD");
  use_package(rt, rt.packages.cl_user, rt.packages.cl);
  use_package(rt, rt.packages.tessera, rt.packages.cl);
}

void make_cl_symbols(Runtime& rt) {
  for (const char* name : cl_symbol_names) export_symbol(rt, rt.packages.cl, intern(rt, rt.packages.cl, name));
}

Value home_package(Runtime& rt, Home home) {
  return home == Home::CL ? rt.packages.cl : home == Home::TESSERA ? rt.packages.tessera : rt.packages.keyword;
}

}  // namespace

void bootstrap_symbols(Runtime& rt) {
  rt.undefined_function = Value::object(rt.heap.allocate(Type::undefined_function, 1));
  Object* no_entry = rt.heap.allocate_raw_old(Type::raw_data, sizeof(Prologue));
  *no_entry->data<Prologue>() = {Prologue::general, 0};
  rt.no_entry = Value::object(no_entry);
  make_standard_packages(rt);
  make_constant_symbol(rt, NIL, "NIL");
  make_constant_symbol(rt, T, "T");
  make_cl_symbols(rt);
  for (std::size_t i = 0; i < std::size(known_symbols); ++i)
    rt.known_[i] = intern(rt, home_package(rt, known_symbols[i].home), known_symbols[i].name);
}

}  // namespace tessera
