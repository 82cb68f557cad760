// Images: the objects at their beginning, and the objects that a start reads.
#include <algorithm>
#include <map>

#include "api/bootstrap.hpp"
#include "api/image_roots.hpp"
#include "api/start_profile.hpp"
#include "catch.hpp"
#include "memory/image.hpp"

namespace {

using namespace tessera;

/// The addresses of the objects' copies, by the originals' bits.
std::map<std::uint64_t, std::uint64_t> offsets(const PackedImage& image) {
  std::map<std::uint64_t, std::uint64_t> found;
  for (const auto& location : image.locations) found[location.original.bits()] = location.offset;
  return found;
}

TEST_CASE("an image begins with the requested objects, each on its own page if wanted", "[image]") {
  Heap heap;
  std::vector<Value> strings;
  Value list = NIL;
  for (int i = 0; i < 1000; ++i) {
    strings.push_back(Value::object(heap.allocate_raw(Type::string, 16)));
    list = heap.cons(strings.back(), list);
  }
  const std::vector<Value> roots = {list}, first = {strings[7], strings[900], strings[333]};
  const auto before = [](const auto& places, Value a, Value b) { return places.at(a.bits()) < places.at(b.bits()); };

  const auto close = offsets(make_image(roots, {.first = first}));
  CHECK(close.size() == 2000);
  for (Value v : first) {
    CHECK(before(close, v, strings[0]));
    CHECK(before(close, v, strings[999]));
  }
  const PackedImage sparse = make_image(roots, {.first = first, .apart = true});
  const auto apart = offsets(sparse);
  for (Value v : first)
    for (Value other : strings)
      if (v != other) CHECK(apart.at(v.bits()) / 4096 != apart.at(other.bits()) / 4096);

  Heap loaded;
  const std::vector<Value> copies = load_image(loaded, sparse.bytes);
  REQUIRE(copies.size() == 1);
  int length = 0;
  for (Value v = copies[0]; v.is_cons(); v = v.as_cons()->cdr) length += has_type(v.as_cons()->car, Type::string);
  CHECK(length == 1000);
}

TEST_CASE("an image holds objects that are nested a million times", "[image]") {
  constexpr int depth = 1000000;
  Heap heap;
  Handle cars(heap, NIL), vectors(heap, NIL);
  for (int i = 0; i < depth; ++i) {
    cars = heap.cons(cars, NIL);
    vectors = Value::object(heap.allocate(Type::simple_vector, 1, vectors));
  }
  const std::vector<Value> roots = {cars, vectors};
  const PackedImage image = make_image(roots);
  Heap loaded;
  const std::vector<Value> copies = load_image(loaded, image.bytes);
  int levels = 0;
  for (Value v = copies.at(0); v.is_cons(); v = v.as_cons()->car) ++levels;
  CHECK(levels == depth);
  levels = 0;
  for (Value v = copies.at(1); has_type(v, Type::simple_vector); v = v.as_object()->slots[0]) ++levels;
  CHECK(levels == depth);
  loaded.verify();
}

class Collecting final : public Tracer {
 public:
  void visit(Value& v) override { values.push_back(v); }
  std::vector<Value> values;
};

TEST_CASE("a start reads little more than the code that it runs", "[image]") {
  const std::unique_ptr<Vm> machine = Vm::create();
  Vm& vm = *machine;
  bootstrap_natives(vm);
  REQUIRE(bootstrap_library(vm, TESSERA_SOURCE_DIR "/stdlib").empty());
  vm.heap.collect(Heap::Reason::full);
  Collecting roots;
  vm.trace_image_roots(roots);
  const std::vector<Value> found = objects_of_start(roots.values);
  const auto looked_at = [&](Value v) { return std::find(found.begin(), found.end(), v) != found.end(); };
  const auto function = [&](const char* name) { return vm.symbol(vm.tessera(name))->function; };
  CHECK(looked_at(function("%RUN-FORM")));
  CHECK(looked_at(function("%HOST-FUNCTION-NAME")));
  CHECK_FALSE(looked_at(function("%DEFPACKAGE")));
  CHECK(found.size() < make_image(roots.values).locations.size() / 5);
}

}  // namespace
