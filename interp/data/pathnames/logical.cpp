// Logical pathnames: parsing, printing, translating. Compiled for size.
#include "data/pathnames/logical.hpp"

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

bool equal_in_any_case(StringView a, StringView b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char32_t x, char32_t y) { return char_upcase(x) == char_upcase(y); });
}

Value upper_case(Runtime& rt, StringView text) {
  std::u32string out = text.str();
  for (char32_t& c : out) c = char_upcase(c);
  return make_string(rt, out);
}

Value upper_case(Runtime& rt, Value component) {
  StringView text;
  return string_view_of_any(component, text) ? upper_case(rt, text) : component;
}

bool is_word(StringView text) {
  const auto belongs = [](char32_t c) {
    return (c < 128 && (char_upcase(c) != c || char_downcase(c) != c || (c >= '0' && c <= '9'))) || c == '-' || c == '_' || c == '*';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), belongs);
}

Value word(Runtime& rt, StringView text) { return text == U"*" ? rt.keyword("WILD") : upper_case(rt, text); }

/// Takes the text up to `c`, and `c`, off `text`. False if `c` does not occur.
bool take_until(StringView& text, char32_t c, StringView& part) {
  const std::size_t end = text.find(c);
  if (end == text.npos) return false;
  part = text.substr(0, end);
  text.remove_prefix(end + 1);
  return true;
}

Value fail_parse(Runtime& rt, StringView text, std::string_view why) {
  return rt.fail_simple(Known::simple_parse_error, "~S is not a logical namestring: ~A", {make_string(rt, text), rt.make_string(why)});
}

Value parse_version(Runtime& rt, StringView text) {
  if (text == U"*") return rt.keyword("WILD");
  if (equal_in_any_case(text, U"NEWEST")) return rt.keyword("NEWEST");
  std::int64_t number = 0;
  for (const char32_t c : text) {
    if (c < '0' || c > '9' || number > 1'000'000'000) return NIL;
    number = number * 10 + (c - '0');
  }
  return number == 0 ? NIL : Value::fixnum(number);
}

constexpr const char* bad_word = "a word consists of letters, digits and hyphens, or is a wild card";

}  // namespace

Value find_logical_host(Runtime& rt, StringView name) {
  Value hosts = rt.symbol(rt.tessera("*LOGICAL-HOSTS*"))->value, found = NIL;
  walk_conses(nullptr, hosts, [&](const Cons* c) {
    StringView host;
    if (c->car.is_cons() && string_view_of_any(c->car.as_cons()->car, host) && equal_in_any_case(host, name)) found = c->car;
    return is_nil(found);
  });
  return found;
}

Value parse_any_namestring(Runtime& rt, StringView text) {
  constexpr std::size_t most = 65536;  // no system has longer names, and parsing does not check for interrupts
  if (text.size() > most)
    return rt.fail_simple(Known::simple_error, "a namestring has at most ~A characters", {Value::fixnum(std::int64_t{most})});
  const std::size_t colon = text.find(U':');
  const Value entry = colon == text.npos ? NIL : find_logical_host(rt, text.substr(0, colon));
  if (is_nil(entry)) return parse_namestring(rt, text);
  return parse_logical_namestring(rt, entry.as_cons()->car, text.substr(colon + 1));
}

Value parse_logical_namestring(Runtime& rt, Value host, StringView text) {
  const StringView whole = text;
  StringView part;
  const bool relative = !text.empty() && text.front() == U';';
  if (relative) text.remove_prefix(1);
  std::vector<Value> directory{rt.keyword(relative ? "RELATIVE" : "ABSOLUTE")};
  while (take_until(text, U';', part)) {
    if (part == U"**") directory.push_back(rt.keyword("WILD-INFERIORS"));
    else if (is_word(part)) directory.push_back(word(rt, part));
    else return fail_parse(rt, whole, bad_word);
  }
  Value components[3] = {NIL, NIL, NIL};  // name, type, version
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    if (!take_until(text, U'.', part)) {
      part = text;
      text = StringView();
    }
    if (part.empty() && i == 0) continue;
    if (!is_word(part)) return fail_parse(rt, whole, bad_word);
    components[i] = i == 2 ? parse_version(rt, part) : word(rt, part);
    if (is_nil(components[i])) return fail_parse(rt, whole, "a version is a number, NEWEST or *");
  }
  if (!text.empty()) return fail_parse(rt, whole, "it has more than a name, a type and a version");
  const Value p = make_pathname(rt, rt.list(directory), components[0], components[1], components[2]);
  pathname_of(p)->host = host;
  return p;
}

// --- printing

namespace {

void append_word(Runtime& rt, std::u32string& out, Value c) {
  StringView text;
  if (string_view_of_any(c, text)) text.append_to(out);
  else if (c == rt.keyword("WILD")) out += U'*';
  else if (c == rt.keyword("WILD-INFERIORS")) out += U"**";
  else if (c == rt.keyword("NEWEST")) out += U"NEWEST";
  else if (c.is_fixnum())
    for (const char digit : std::to_string(c.as_fixnum())) out += static_cast<char32_t>(digit);
}

}  // namespace

std::u32string logical_directory_namestring(Runtime& rt, Value directory) {
  std::u32string out;
  if (!directory.is_cons()) return out;
  if (directory.as_cons()->car == rt.keyword("RELATIVE")) out += U';';
  for (const Value element : elements_of(directory.as_cons()->cdr)) {
    append_word(rt, out, element);
    out += U';';
  }
  return out;
}

std::u32string logical_file_namestring(Runtime& rt, Value pathname) {
  std::u32string out;
  const Pathname* p = pathname_of(pathname);
  append_word(rt, out, p->name);
  for (const Value c : {p->type, p->version}) {
    if (is_nil(c)) break;
    out += U'.';
    append_word(rt, out, c);
  }
  return out;
}

std::u32string logical_namestring(Runtime& rt, Value pathname) {
  std::u32string out;
  append_word(rt, out, pathname_of(pathname)->host);
  out += U':';
  return out + logical_directory_namestring(rt, pathname_of(pathname)->directory) + logical_file_namestring(rt, pathname);
}

// --- translating

Value as_logical_pathname(Runtime& rt, Value pathname, Value host) {
  if (is_logical_pathname(pathname)) return pathname;
  const Pathname* p = pathname_of(pathname);
  std::vector<Value> parts;
  for (const Value element : elements_of(p->directory)) parts.push_back(upper_case(rt, element));
  const Value logical = make_pathname(rt, rt.list(parts), upper_case(rt, p->name), upper_case(rt, p->type), p->version);
  pathname_of(logical)->host = host;
  return logical;
}

namespace {

Value fail_translation(Runtime& rt, Value pathname, std::string_view control) {
  return fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", pathname, control, {pathname});
}

/// Translates by the first matching translation.
Value translate_once(Runtime& rt, Value pathname) {
  StringView host;
  string_view_of_any(pathname_of(pathname)->host, host);
  const Value entry = find_logical_host(rt, host);
  if (is_nil(entry)) return fail_translation(rt, pathname, "the host of ~S has no translations");
  for (const Value element : elements_of(entry.as_cons()->cdr)) {
    const Value translation = element;  // (from to), pathnames
    const Value from = translation.as_cons()->car, to = translation.as_cons()->cdr.as_cons()->car;
    if (pathname_matches(rt, pathname, from)) return translate_pathname(rt, pathname, from, to);
  }
  return fail_translation(rt, pathname, "no translation matches ~S");
}

}  // namespace

Value translate_logical_pathname(Runtime& rt, Value pathname) {
  constexpr int max_steps = 100;
  const Value first = pathname;
  for (int steps = 0; is_logical_pathname(pathname); ++steps) {
    if (steps == max_steps) return fail_translation(rt, first, "the translations of ~S do not end");
    pathname = translate_once(rt, pathname);
    TESSERA_TRY(pathname);
  }
  return pathname;
}

}  // namespace tessera
