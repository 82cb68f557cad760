// Images: the objects at their beginning, and the objects that a start reads.
#include <algorithm>
#include <map>

#include "api/bootstrap.hpp"
#include "api/builtin_image.hpp"
#include "api/image_roots.hpp"
#include "api/start_profile.hpp"
#include "catch.hpp"
#include "memory/compact_image.hpp"

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

/// Returns an image of the roots with which a heap begins.
template <class Load> std::vector<char> image_again(const Load& load) {
  Heap heap;
  const std::vector<Value> roots = load(heap);
  heap.verify();
  return make_image(roots).bytes;
}

TEST_CASE("the compact form of an image restores all objects", "[image]") {
  const NameBits no_bits = [](const Object*) -> std::uint64_t { return 0; };
  Heap heap;
  Handle all(heap, NIL);
  const auto add = [&](Value v) { all = heap.cons(v, all); };
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, Value::most_positive_fixnum, Value::most_negative_fixnum})
    add(Value::fixnum(n));
  for (Value v : {NIL, T, UNBOUND, Value::character(0x10FFFF), Value::single_float(-0.0f), Value::immediate_double(-1.5)}) add(v);
  for (const std::size_t length : {0u, 1u, 7u, 8u, 100000u}) {  // the last one has a block of its own
    Object* const text = heap.allocate_raw(Type::string, length);
    std::fill_n(text->data<unsigned char>(), length, static_cast<unsigned char>(length + 0x80));
    add(Value::object(text));
    Object* const wide = heap.allocate_raw(Type::string, length, static_cast<std::uint16_t>(StringForm::wide));
    std::fill_n(wide->data<char32_t>(), length, static_cast<char32_t>(length + 0x1F600));
    add(Value::object(wide));
    add(Value::object(heap.allocate(Type::simple_vector, length, all)));
  }
  const std::vector<Value> roots = {all, Value::fixnum(3), all};
  const std::vector<char> image = make_image(roots).bytes, compact = make_compact(image, no_bits);
  CHECK(is_compact_image(compact));
  CHECK_FALSE(is_compact_image(image));
  const auto plain = image_again([&](Heap& into) { return load_image(into, image); });
  CHECK(image_again([&](Heap& into) { return load_compact_image(into, compact, no_bits); }) == plain);
}

TEST_CASE("a program starts from the compact form of its image", "[image]") {
  const std::vector<char> compact = compact_image(builtin_image());
  CHECK(compact.size() < builtin_image().size() * 2 / 3);
  for (int i = 0; i < 2; ++i) {  // the second one takes the memory of the first
    const std::unique_ptr<Vm> machine = Vm::create();
    Vm& vm = *machine;
    REQUIRE(restore_image(vm, compact).empty());
    vm.heap.verify();
    const Value read = vm.call_lisp(vm.cl("READ-FROM-STRING"), {vm.make_string("(mapcar (function 1+) (quote (1 2)))")});
    REQUIRE(!is_failed(read));
    const Value list = vm.call_lisp(vm.cl("EVAL"), {read});
    REQUIRE(list.is_cons());
    CHECK(list.as_cons()->car == Value::fixnum(2));
  }
}

}  // namespace
