// Strings: views of characters, narrow and wide storage, and how one becomes the other.

#include "base/text_buffer.hpp"
#include "base/utf8.hpp"
#include "catch.hpp"
#include "data/sequences/arrays.hpp"
#include "test_runtime.hpp"

using namespace tessera;

namespace {

bool is_narrow(Value string) { return string_view_of(string).is_narrow(); }

}  // namespace

TEST_CASE("string views behave the same in both widths", "[strings]") {
  const unsigned char bytes[] = {'a', 'b', 0xE9, 'b'};
  const StringView narrow(bytes, 4), wide(U"ab\u00E9b");
  for (StringView v : {narrow, wide}) {
    CHECK(v.find(U'b') == 1);
    CHECK(v.find(U'b', 2) == 3);
    CHECK(v.rfind(U'b') == 3);
    CHECK(v.find(U'\u03BB') == StringView::npos);
    CHECK(v.rfind(U'\u03BB') == StringView::npos);
    CHECK(v.find(U'b', 4) == StringView::npos);
    CHECK(v.substr(1, 2) == U"b\u00E9");
    CHECK(v.substr(4).empty());
    CHECK(v.str() == U"ab\u00E9b");
    CHECK(v.fits_narrow());
    CHECK(v.front() == U'a');
    CHECK(v.back() == U'b');
    CHECK(utf8_encode(v) ==
          "ab\xC3\xA9"
          "b");
  }
  CHECK(narrow == wide);
  CHECK_FALSE(narrow == StringView(U"ab\u00E9c"));
  CHECK_FALSE(narrow == wide.substr(0, 3));
  CHECK_FALSE(StringView(U"\u03BB").fits_narrow());
}

TEST_CASE("a string takes one byte a character while possible", "[strings]") {
  TestRuntime rt;
  const Value ascii = rt.make_string("abc"), latin = rt.make_string("\xC3\xA9"), greek = rt.make_string("a\xCE\xBB");
  CHECK(is_narrow(ascii));
  CHECK(is_narrow(latin));
  CHECK_FALSE(is_narrow(greek));
  CHECK(object_bytes(rt.make_string(std::string(40, 'x')).as_object()) == 48);
  CHECK(rt.to_utf8(latin) == "\xC3\xA9");
  CHECK(rt.to_utf8(greek) == "a\xCE\xBB");
}

TEST_CASE("a wide character widens a string in place, young or old, and collections keep it", "[strings]") {
  TestRuntime rt;
  const bool old = GENERATE(false, true);
  const std::size_t length = GENERATE(1, 7, 9, 1000, 200000);
  Handle string(rt.heap, Value::object(allocate_string(rt.heap, length)));
  fill_characters(rt.heap, string.get().as_object(), 0, length, U'a');
  if (old) rt.heap.collect(Heap::Reason::full);
  const Value before = string;
  set_character(rt.heap, string.get().as_object(), length / 2, U'\u4E2D');
  CHECK(string.get() == before);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(string_view_of(string).size() == length);
    CHECK(get_character(string.get().as_object(), length / 2) == U'\u4E2D');
    CHECK(string_view_of(string).find(U'a', length / 2 + 1) == (length == 1 ? StringView::npos : length / 2 + 1));
    rt.heap.collect(i == 1 ? Heap::Reason::full : Heap::Reason::requested);
    rt.heap.verify();
  }
}

TEST_CASE("runs of characters are stored in any storage, overlapping too", "[strings]") {
  TestRuntime rt;
  Handle s(rt.heap, rt.make_string("abcdef"));
  Object* o = s.get().as_object();
  set_characters(rt.heap, o, 1, string_view_of(s).substr(0, 5));
  CHECK(rt.to_utf8(s) == "aabcde");
  set_characters(rt.heap, o, 2, U"xy");
  CHECK(is_narrow(s));
  set_characters(rt.heap, o, 4, U"\u03BB");
  CHECK(rt.to_utf8(s) ==
        "aaxy\xCE\xBB"
        "e");
  set_characters(rt.heap, o, 0, string_view_of(s).substr(2, 4));
  CHECK(rt.to_utf8(s) ==
        "xy\xCE\xBB"
        "e\xCE\xBB"
        "e");
  fill_characters(rt.heap, o, 1, 3, U'z');
  CHECK(rt.to_utf8(s) ==
        "xzze\xCE\xBB"
        "e");
}

TEST_CASE("widening beyond the limit of the heap fails before it changes the string", "[strings]") {
  TestRuntime rt(std::size_t{4} << 20);
  Handle s(rt.heap, Value::object(allocate_string(rt.heap, std::size_t{2} << 20)));
  CHECK_THROWS_AS(set_character(rt.heap, s.get().as_object(), 0, U'\u03BB'), std::bad_alloc);
  CHECK(is_narrow(s));
}

TEST_CASE("a text buffer keeps its contents when a wide character is added", "[strings]") {
  TextBuffer buffer;
  CHECK(buffer.empty());
  buffer.append(std::string_view("ab"));
  buffer.append(static_cast<char32_t>(0xE9));
  CHECK(buffer.view().is_narrow());
  CHECK(buffer.view() == StringView(U"ab\u00E9"));
  buffer.append(StringView(U"c\u4E00"));
  buffer.append(U'd');
  buffer.append(std::string_view("e"));
  CHECK(buffer.view() == StringView(U"ab\u00E9c\u4E00de"));
  CHECK(buffer.size() == 7);
  buffer.clear();
  CHECK(buffer.empty());
  buffer.append(U'x');
  CHECK(buffer.view().is_narrow());
}
