// Pathnames: parsing and printing namestrings, merging.
#include "data/pathnames.hpp"

#include "base/utf8.hpp"
#include "data/arrays.hpp"
#include "data/equality.hpp"
#include "data/packages.hpp"
#include "data/pathnames_logical.hpp"
#include "data/streams.hpp"

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

// --- parsing

namespace {

/// Without the escaping backslashes; `*` alone is :WILD.
Value component(Runtime& rt, StringView text) {
  if (text == U"*") return rt.keyword("WILD");
  return make_string(rt, text);
}

Value directory_part(Runtime& rt, StringView text) {
  if (text == U"..") return rt.keyword("UP");
  if (text == U"**") return rt.keyword("WILD-INFERIORS");
  return component(rt, text);
}

/// "a/b/" as a list of its parts.
Value parse_directory(Runtime& rt, StringView text) {
  if (text.empty()) return NIL;
  std::vector<Value> parts{rt.keyword(text[0] == '/' ? "ABSOLUTE" : "RELATIVE")};
  while (!text.empty()) {
    const std::size_t slash = text.find(U'/');
    const StringView part = text.substr(0, slash);
    if (!part.empty() && part != U".") parts.push_back(directory_part(rt, part));
    text.remove_prefix(slash == text.npos ? text.size() : slash + 1);
  }
  return parts.size() == 1 && parts[0] == rt.keyword("RELATIVE") ? NIL : rt.list(parts);
}

}  // namespace

Value parse_namestring(Runtime& rt, StringView text) {
  std::u32string expanded;
  if (text == U"~" || text.substr(0, 2) == U"~/") {
    const char* home = rt.grants.allows(Grant::environment) ? std::getenv("HOME") : nullptr;
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
  const std::size_t dot = file.rfind(U'.');
  const bool typed = dot != file.npos && dot > 0;
  const StringView name = typed ? file.substr(0, dot) : file;
  return make_pathname(rt, directory, name.empty() ? NIL : component(rt, name), typed ? component(rt, file.substr(dot + 1)) : NIL, NIL);
}

Value pathname_designator(Runtime& rt, Value d) {
  if (is_pathname(d)) return d;
  StringView text;
  if (string_view_of_any(d, text)) return parse_any_namestring(rt, text);
  for (int depth = 0; depth < 100 && is_stream(d); ++depth) {
    Stream* s = stream_of(d);
    if (s->kind() == StreamKind::synonym) d = rt.symbol(s->first)->value;
    else if (s->kind() == StreamKind::file && !is_nil(s->first)) return pathname_designator(rt, s->first);
    else break;
  }
  return rt.fail_type(d, rt.list({rt.sym(Known::or_), rt.sym(Known::string), rt.cl("PATHNAME"), rt.cl("FILE-STREAM")}));
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
  for (Value l = directory.as_cons()->cdr; l.is_cons(); l = l.as_cons()->cdr) {
    append_component(rt, out, l.as_cons()->car);
    out += U'/';
  }
  return out;
}

std::u32string file_namestring(Runtime& rt, Value pathname) {
  std::u32string out;
  append_component(rt, out, pathname_of(pathname)->name);
  if (is_nil(pathname_of(pathname)->type)) return out;
  out += U'.';
  append_component(rt, out, pathname_of(pathname)->type);
  return out;
}

std::u32string namestring(Runtime& rt, Value pathname) {
  if (is_logical_pathname(pathname)) return logical_namestring(rt, pathname);
  return directory_namestring(rt, pathname_of(pathname)->directory) + file_namestring(rt, pathname);
}

std::string native_path(Runtime& rt, Value physical) { return utf8_encode(namestring(rt, physical)); }

// --- merging

namespace {

Value last_before(Runtime& rt, Value keyword_up, std::vector<Value>& parts, Value part) {
  const bool back = part == rt.keyword("BACK");
  if (back && parts.size() > 1 && has_type(parts.back(), Type::string)) {
    parts.pop_back();
    return NIL;
  }
  return back ? keyword_up : part;
}

/// A relative directory behind the default one; :BACK takes a part away.
Value merge_directories(Runtime& rt, Value directory, Value defaults) {
  if (!directory.is_cons()) return defaults;
  if (directory.as_cons()->car != rt.keyword("RELATIVE") || !defaults.is_cons()) return directory;
  std::vector<Value> parts;
  for (Value l = defaults; l.is_cons(); l = l.as_cons()->cdr) parts.push_back(l.as_cons()->car);
  for (Value l = directory.as_cons()->cdr; l.is_cons(); l = l.as_cons()->cdr) {
    const Value part = last_before(rt, rt.keyword("UP"), parts, l.as_cons()->car);
    if (!is_nil(part)) parts.push_back(part);
  }
  return rt.list(parts);
}

Value either(Value a, Value b) { return is_nil(a) ? b : a; }

}  // namespace

Value merge_pathnames(Runtime& rt, Value pathname, Value defaults, Value default_version) {
  if (is_logical_pathname(defaults)) pathname = as_logical_pathname(rt, pathname, pathname_of(defaults)->host);
  const Pathname *p = pathname_of(pathname), *d = pathname_of(defaults);
  const bool logical = is_logical_pathname(pathname);
  const Value version = !is_nil(p->version) ? p->version : is_nil(p->name) && !is_nil(d->version) ? d->version : default_version;
  // where a logical directory leads is for its translations to say, so a physical default one means nothing to it
  const Value directory = logical && !is_logical_pathname(defaults) ? p->directory : merge_directories(rt, p->directory, d->directory);
  const Value merged = make_pathname(rt, directory, either(p->name, d->name), either(p->type, d->type),
                                     !logical && version == rt.keyword("NEWEST") ? NIL : version);
  pathname_of(merged)->host = p->host;
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
  const Value merged = merge_pathnames(rt, pathname, defaults, NIL);
  return translate_logical_pathname(rt, merged);
}

Value file_to_open(Runtime& rt, Value d, std::string& path) {
  const Value merged = physical_pathname(rt, d);
  TESSERA_TRY(merged);
  if (is_wild_pathname(rt, merged))
    return fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", merged, "the pathname ~S is wild", {merged});
  path = native_path(rt, merged);
  return merged;
}

}  // namespace tessera
