// Symbols and packages without a VM.

#include "catch.hpp"
#include "test_runtime.hpp"

using namespace tessera;

TEST_CASE("the standard packages have their symbols", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  CHECK(package_symbols(rt.packages.cl, false, true).size() == 978);
  CHECK(find_symbol(rt, rt.packages.cl_user, U"CAR").status == Status::inherited);
  CHECK(find_symbol(rt, rt.packages.cl, U"NIL").symbol == NIL);
  CHECK(find_symbol(rt, rt.packages.cl, U"NIL").status == Status::external);
  CHECK(find_package(rt, U"CL") == rt.packages.cl);
  CHECK(is_nil(find_package(rt, U"NONE")));
  CHECK(rt.sym(Known::quote) == rt.cl("QUOTE"));
}

TEST_CASE("NIL and T are immediates with symbols behind them", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  CHECK(Runtime::is_symbol(NIL));
  CHECK(rt.to_utf8(rt.symbol(NIL)->name) == "NIL");
  CHECK(rt.symbol(T)->value == T);
  CHECK(rt.symbol(T)->package == rt.packages.cl);
  CHECK(has_flag(rt.symbol(NIL), symbol_constant));
}

TEST_CASE("keywords are external constants with themselves as values", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value k = rt.keyword("SOME-KEY");
  CHECK(k == rt.keyword("SOME-KEY"));
  CHECK(rt.symbol(k)->value == k);
  CHECK(has_flag(rt.symbol(k), symbol_constant));
  CHECK(find_symbol(rt, rt.packages.keyword, U"SOME-KEY").status == Status::external);
}

TEST_CASE("symbols are found before and after moves and removals", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value package = make_package(rt, "MANY");
  std::vector<Value> symbols;
  for (int i = 0; i < 5000; ++i) symbols.push_back(intern(rt, package, "SYMBOL-" + std::to_string(i)));
  for (int i = 0; i < 5000; i += 2) CHECK(remove_symbol(rt, package, symbols[static_cast<std::size_t>(i)]));
  rt.heap.collect(Heap::Reason::full);
  const Value moved = find_package(rt, U"MANY");
  int found = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string name = "SYMBOL-" + std::to_string(i);
    found += find_symbol(rt, moved, std::u32string(name.begin(), name.end())).status == Status::internal;
  }
  CHECK(found == 2500);
  rt.heap.verify();
}

TEST_CASE("setters have their own names", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value car = rt.cl("CAR");
  CHECK(setf_name(rt, car) == setf_name(rt, car));
  CHECK(setf_name(rt, car) != setf_name(rt, rt.cl("CDR")));
  CHECK(rt.to_utf8(rt.symbol(setf_name(rt, car))->name) == "(SETF CAR)");
}

TEST_CASE("properties of symbols", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value car = rt.cl("CAR");
  CHECK(symbol_extra(rt, car, T, Value::fixnum(7)) == Value::fixnum(7));
  set_symbol_extra(rt, car, T, Value::fixnum(1));
  set_symbol_extra(rt, car, NIL, Value::fixnum(2));
  set_symbol_extra(rt, car, T, Value::fixnum(3));
  CHECK(symbol_extra(rt, car, T) == Value::fixnum(3));
  CHECK(symbol_extra(rt, car, NIL) == Value::fixnum(2));
}

TEST_CASE("a shrunken symbol table finds the remaining symbols", "[packages]") {
  SymbolRuntime s;
  Runtime& rt = s.rt;
  const Value package = make_package(rt, "SMALL");
  for (int i = 0; i < 1000; ++i) intern(rt, package, "S" + std::to_string(i));
  export_symbol(rt, package, intern(rt, package, U"S7"));
  for (int i = 10; i < 1000; ++i) REQUIRE(remove_symbol(rt, package, intern(rt, package, "S" + std::to_string(i))));
  const std::uint32_t before = as<Package>(package)->internal.as_object()->length();
  compact_tables(rt, package);
  CHECK(as<Package>(package)->internal.as_object()->length() < before / 8);
  CHECK(find_symbol(rt, package, U"S7").status == Status::external);
  CHECK(find_symbol(rt, package, U"S8").status == Status::internal);
  CHECK(find_symbol(rt, package, U"S10").status == Status::none);
  CHECK(package_symbols(package, true, true).size() == 10);
  intern(rt, package, U"S10");
  CHECK(find_symbol(rt, package, U"S10").status == Status::internal);
}
