// Packed tables of source positions, and the table of the conses that are being compiled.

#include "compiler/positions.hpp"

#include "catch.hpp"
#include "memory/heap.hpp"
#include "runtime/compilation.hpp"

using namespace tessera;

TEST_CASE("a packed table finds each instruction's position", "[positions]") {
  const std::vector<PositionEntry> entries = {{2, {10, 3}},      {3, {10, 200}},         {40, {9, 1}},
                                              {41, {100000, 7}}, {41, {12, 4000000000}}, {300000, {1, 1}}};
  const std::vector<unsigned char> packed = pack_positions(entries);
  const auto at = [&packed](std::uint32_t pc) { return find_position(packed, pc); };
  CHECK(at(0) == SourcePosition{});
  CHECK(at(1) == SourcePosition{});
  CHECK(at(2) == SourcePosition{10, 3});
  CHECK(at(3) == SourcePosition{10, 200});
  CHECK(at(39) == SourcePosition{10, 200});
  CHECK(at(40) == SourcePosition{9, 1});
  CHECK(at(41) == SourcePosition{12, 4000000000});  // the last of one instruction
  CHECK(at(299999) == SourcePosition{12, 4000000000});
  CHECK(at(300000) == SourcePosition{1, 1});
  CHECK(at(0xFFFFFFFF) == SourcePosition{1, 1});
}

TEST_CASE("a packed table is small, and an empty or truncated one is harmless", "[positions]") {
  std::vector<PositionEntry> entries;
  for (std::uint32_t i = 0; i < 100; ++i) entries.push_back({3 * i, {i / 4 + 1, i % 60}});
  std::vector<unsigned char> packed = pack_positions(entries);
  CHECK(packed.size() == 300);
  CHECK(find_position({}, 5) == SourcePosition{});
  while (!packed.empty()) {
    packed.pop_back();
    find_position(packed, 1000);
  }
}

namespace {

/// Only the conses before `end` are alive.
struct AliveBefore final : Liveness {
  explicit AliveBefore(const Cons* c) : end(c) {}
  bool alive(Value& v) const override { return v.as_cons() < end; }
  bool young_only() const override { return false; }
  const Cons* end;
};

}  // namespace

TEST_CASE("the position of a dead cons is forgotten, as another may come to its address", "[positions]") {
  std::vector<Cons> conses(100);
  PositionTable table;
  const auto address = [&conses](std::size_t i) { return Value::cons(&conses[i]).address(); };
  for (std::size_t i = 0; i < conses.size(); ++i) table.set(address(i), {static_cast<std::uint32_t>(i + 1), 1});
  table.forget_dead(AliveBefore(&conses[40]));
  for (std::size_t i = 0; i < conses.size(); ++i) {
    const SourcePosition* const found = table.find(address(i));
    REQUIRE((found != nullptr) == (i < 40));
    if (found != nullptr) CHECK(found->line == i + 1);
  }
  table.forget_dead(AliveBefore(&conses[0]));
  CHECK(table.empty());
}
