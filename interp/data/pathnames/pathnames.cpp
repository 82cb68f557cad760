// Pathnames: parsing and printing namestrings, merging. Compiled for size.
#include "data/pathnames/pathnames.hpp"

#include "base/utf8.hpp"
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"
#include "runtime/permissions.hpp"

namespace tessera {

Value make_pathname(Runtime& rt, Value directory, Value name, Value type, Value version) {
  const Value v = Value::object(rt.heap.allocate(Type::pathname, pathname_slots));
  Pathname* p = pathname_of(v);
  p->directory = directory;
  p->name = name;
  p->type = type;
  p->version = version;
  return v;
}

// --- backslashes

namespace {

bool needs_backslash(char32_t c) { return c == '*' || c == '?' || c == '\\'; }

/// Keeps backslashes only where they are needed. Other backslashes are dropped, or doubled if they are `literal`.
std::u32string with_needed_backslashes(StringView text, bool literal) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    if (text[i] != '\\') out += text[i];
    else if (!last && needs_backslash(text[i + 1])) (out += U'\\') += text[++i];
    else if (last || literal) out += U"\\\\";
  }
  return out;
}

}  // namespace

std::u32string component_of_name(StringView name) {
  std::u32string out;
  for (const char32_t c : name) {
    if (needs_backslash(c)) out += U'\\';
    out += c;
  }
  return out;
}

std::u32string name_of_component(StringView component) {
  std::u32string out;
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (component[i] == '\\' && i + 1 < component.size()) ++i;
    out += component[i];
  }
  return out;
}

std::u32string settled_component(StringView text) { return with_needed_backslashes(text, true); }

// --- parsing

namespace {

/// Makes a component of a pathname; `*` alone is :WILD.
Value component(Runtime& rt, StringView text) {
  if (text == U"*") return rt.keyword("WILD");
  return make_string(rt, with_needed_backslashes(text, false));
}

Value directory_part(Runtime& rt, StringView text) {
  if (text == U"..") return rt.keyword("UP");
  if (text == U"**") return rt.keyword("WILD-INFERIORS");
  return component(rt, text);
}

/// Returns "a/b/" as a list of its parts.
Value parse_directory(Runtime& rt, StringView text) {
  if (text.empty()) return NIL;
  std::vector<Value> parts{rt.keyword(text[0] == '/' ? "ABSOLUTE" : "RELATIVE")};
  while (!text.empty()) {
    const std::size_t slash = text.find(U'/');
    const StringView part = text.substr(0, slash);
    if (!part.empty() && part != U".") parts.push_back(directory_part(rt, part));
    text.remove_prefix(slash == text.npos ? text.size() : slash + 1);
  }
  settle_directory(rt, parts);
  return parts.size() == 1 && parts[0] == rt.keyword("RELATIVE") ? NIL : rt.list(parts);
}

/// Returns the position of the dot before the type, or npos.
std::size_t type_dot(StringView file) {
  std::size_t dot = file.npos;
  for (std::size_t i = 0; i < file.size(); ++i) {
    if (file[i] == '\\') ++i;
    else if (file[i] == '.' && i > 0) dot = i;
  }
  return dot;
}

}  // namespace

Value parse_namestring(Runtime& rt, StringView text) {
  std::u32string expanded;
  if (text == U"~" || text.substr(0, 2) == U"~/") {
    const char* home = rt.allows(Permission::environment) ? std::getenv("HOME") : nullptr;
    expanded = utf8_decode(home != nullptr ? home : "/") + U"/" + text.substr(text.size() > 1 ? 2 : 1).str();
    text = expanded;
  }
  const std::size_t slash = text.rfind(U'/');
  const Value directory = slash == text.npos ? NIL : parse_directory(rt, text.substr(0, slash + 1));
  const StringView file = slash == text.npos ? text : text.substr(slash + 1);
  if (file == U"." || file == U"..") {
    const std::u32string all = text.str() + U"/";
    return make_pathname(rt, parse_directory(rt, all), NIL, NIL, NIL);
  }
  const std::size_t dot = type_dot(file);
  const bool typed = dot != file.npos;
  const StringView name = typed ? file.substr(0, dot) : file;
  return make_pathname(rt, directory, name.empty() ? NIL : component(rt, name), typed ? component(rt, file.substr(dot + 1)) : NIL, NIL);
}

Value pathname_designator(Runtime& rt, Value designator) {
  Value d = designator;
  if (is_pathname(d)) return d;
  StringView text;
  if (string_view_of_any(d, text)) return parse_any_namestring(rt, text);
  for (int depth = 0; depth < 100 && is_stream(d); ++depth) {
    Stream* s = stream_of(d);
    if (s->kind() == StreamKind::synonym) d = rt.symbol(s->first)->value;
    else if (s->kind() == StreamKind::file && !is_nil(s->first)) return pathname_designator(rt, s->first);
    else break;
  }
  return rt.fail_type(designator, rt.list({rt.sym(Known::or_), rt.sym(Known::string), rt.cl("PATHNAME"), rt.cl("FILE-STREAM")}));
}

// --- printing

namespace {

void append_component(Runtime& rt, std::u32string& out, Value c) {
  StringView text;
  if (string_view_of_any(c, text)) text.append_to(out);
  else if (c == rt.keyword("WILD")) out += U'*';
  else if (c == rt.keyword("WILD-INFERIORS")) out += U"**";
  else if (c == rt.keyword("UP") || c == rt.keyword("BACK")) out += U"..";
}

}  // namespace

std::u32string directory_namestring(Runtime& rt, Value directory) {
  std::u32string out;
  if (!directory.is_cons()) return out;
  if (directory.as_cons()->car == rt.keyword("ABSOLUTE")) out += U'/';
  for (const Value element : elements_of(directory.as_cons()->cdr)) {
    append_component(rt, out, element);
    out += U'/';
  }
  return out;
}

namespace {

/// Returns `text` with a backslash before its dots, from the one at `start` on.
std::u32string with_escaped_dots(const std::u32string& text, std::size_t start) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.' && i >= start) out += U'\\';
    out += text[i];
  }
  return out;
}

}  // namespace

std::u32string file_namestring(Runtime& rt, Value pathname) {
  const Pathname* p = pathname_of(pathname);
  std::u32string name, type;
  append_component(rt, name, p->name);
  if (is_nil(p->type) || p->type == rt.keyword("UNSPECIFIC")) return with_escaped_dots(name, name == U"." ? 0 : 1);
  append_component(rt, type, p->type);
  return name + U'.' + with_escaped_dots(type, 0);
}

std::u32string namestring(Runtime& rt, Value pathname) {
  if (is_logical_pathname(pathname)) return logical_namestring(rt, pathname);
  const std::u32string text = directory_namestring(rt, pathname_of(pathname)->directory) + file_namestring(rt, pathname);
  const bool home = text == U"~" || StringView(text).substr(0, 2) == U"~/";  // as a namestring; here it is a name
  return home ? U'\\' + text : text;
}

std::string native_path(Runtime& rt, Value physical) { return utf8_encode(name_of_component(namestring(rt, physical))); }

// --- merging

void settle_directory(Runtime& rt, std::vector<Value>& parts) {
  const Value up = rt.keyword("UP"), back = rt.keyword("BACK"), absolute = rt.keyword("ABSOLUTE"), wild = rt.keyword("WILD");
  std::size_t size = 0;
  for (const Value part : parts) {
    const Value before = size == 0 ? NIL : parts[size - 1];
    if (before == absolute && (part == up || part == back)) continue;
    if (part == back && (is_string(before) || before == wild)) --size;
    else parts[size++] = part;
  }
  parts.resize(size);
}

namespace {

/// Appends a relative directory to the default one; :BACK removes a part.
Value merge_directories(Runtime& rt, Value directory, Value defaults) {
  if (!directory.is_cons()) return defaults;
  if (directory.as_cons()->car != rt.keyword("RELATIVE") || !defaults.is_cons()) return directory;
  std::vector<Value> parts;
  for (const Value element : elements_of(defaults)) parts.push_back(element);
  for (const Value element : elements_of(directory.as_cons()->cdr)) parts.push_back(element);
  settle_directory(rt, parts);
  return rt.list(parts);
}

Value either(Value a, Value b) { return is_nil(a) ? b : a; }

}  // namespace

Value merge_pathnames(Runtime& rt, Value pathname, Value defaults, Value default_version) {
  if (is_logical_pathname(defaults)) pathname = as_logical_pathname(rt, pathname, pathname_of(defaults)->host);
  const Pathname *p = pathname_of(pathname), *d = pathname_of(defaults);
  const bool logical = is_logical_pathname(pathname);
  const Value version = !is_nil(p->version) ? p->version : is_nil(p->name) && !is_nil(d->version) ? d->version : default_version;
  // a physical default directory means nothing to a logical pathname, whose translations decide where it leads
  const Value directory = logical && !is_logical_pathname(defaults) ? p->directory : merge_directories(rt, p->directory, d->directory);
  const Value merged = make_pathname(rt, directory, either(p->name, d->name), either(p->type, d->type), version);
  pathname_of(merged)->host = p->host;
  pathname_of(merged)->device = either(p->device, d->device);
  return merged;
}

Value default_pathname(Runtime& rt) {
  const Value symbol = rt.cl("*DEFAULT-PATHNAME-DEFAULTS*");
  return pathname_designator(rt, rt.symbol(symbol)->value);
}

void install_pathname_defaults(Runtime& rt) {
  const Value symbol = rt.cl("*DEFAULT-PATHNAME-DEFAULTS*");
  set_flag(rt, symbol, symbol_special);
  rt.heap.write(&rt.symbol(symbol)->value, parse_namestring(rt, U""));
}

Value physical_pathname(Runtime& rt, Value designator) {
  const Value pathname = pathname_designator(rt, designator);
  TESSERA_TRY(pathname);
  const Value defaults = default_pathname(rt);
  TESSERA_TRY(defaults);
  const Value physical = translate_logical_pathname(rt, merge_pathnames(rt, pathname, defaults, NIL));
  TESSERA_TRY(physical);
  return check_file_name(rt, physical) ? physical : FAILED;
}

bool check_file_name(Runtime& rt, Value physical) {
  if (namestring(rt, physical).find(U'\0') == std::u32string::npos) return true;
  fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", physical, "the pathname ~S contains the character with the code 0",
             {physical});
  return false;
}

Value fail_wild(Runtime& rt, Value pathname) {
  return fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", pathname, "the pathname ~S is wild", {pathname});
}

Value file_to_open(Runtime& rt, Value d, std::string& path) {
  const Value merged = physical_pathname(rt, d);
  TESSERA_TRY(merged);
  if (is_wild_pathname(rt, merged)) return fail_wild(rt, merged);
  path = native_path(rt, merged);
  return merged;
}

}  // namespace tessera
