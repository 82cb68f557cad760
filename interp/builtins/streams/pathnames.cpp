// Natives of the chapter on pathnames. Compiled for size.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "data/tables/equality.hpp"

namespace tessera {

namespace {

Value string_value(Runtime& rt, const std::u32string& text) { return make_string(rt, text); }

Value pathname(Runtime& rt, Args a) { return pathname_designator(rt, a[0]); }

/// Inverts the case of a text in one case, and keeps mixed case: converts names between the local case, mostly small,
/// and the common case, capitals.
Value in_other_case(Runtime& rt, Value component) {
  StringView text;
  if (!string_view_of_any(component, text)) return component;
  bool upper = false, lower = false;
  for (const char32_t c : text) {
    upper |= char_is_upper(c);
    lower |= char_is_lower(c);
  }
  std::u32string out = text.str();
  if (upper != lower)
    for (char32_t& c : out) c = upper ? char_downcase(c) : char_upcase(c);
  return make_string(rt, out);
}

/// Returns T if `v`, the argument :CASE, is :COMMON, else NIL; FAILED if it is not valid.
Value is_common(Runtime& rt, Value v) {
  if (v == UNSUPPLIED || v == rt.keyword("LOCAL")) return NIL;
  return v == rt.keyword("COMMON") ? T : rt.fail_type(v, rt.list({rt.cl("MEMBER"), rt.keyword("COMMON"), rt.keyword("LOCAL")}));
}

Value take_part(Runtime& rt, Args a, Value Pathname::*part) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  const bool device = part == &Pathname::device && is_logical_pathname(p);
  const Value value = device ? rt.keyword("UNSPECIFIC") : pathname_of(p)->*part;
  if (a.size() == 1) return value;
  static constexpr std::string_view names[] = {"CASE"};
  Value keys[1];
  if (!parse_keys(rt, a.from(1), names, keys)) return FAILED;
  const Value common = is_common(rt, keys[0]);
  TESSERA_TRY(common);
  if (is_nil(common) || is_logical_pathname(p)) return value;
  if (!value.is_cons()) return in_other_case(rt, value);
  std::vector<Value> parts;
  for (const Value element : elements_of(value)) parts.push_back(in_other_case(rt, element));
  return rt.list(parts);
}

template <Value Pathname::*part> Value part_of(Runtime& rt, Args a) { return take_part(rt, a, part); }

Value namestring_builtin(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  return string_value(rt, namestring(rt, p));
}

std::u32string directory_text(Runtime& rt, Value p) {
  const Value directory = pathname_of(p)->directory;
  return is_logical_pathname(p) ? logical_directory_namestring(rt, directory) : directory_namestring(rt, directory);
}

std::u32string file_text(Runtime& rt, Value p) { return is_logical_pathname(p) ? logical_file_namestring(rt, p) : file_namestring(rt, p); }

Value directory_namestring_builtin(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  return string_value(rt, directory_text(rt, p));
}

Value file_namestring_builtin(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  return string_value(rt, file_text(rt, p));
}

Value host_namestring(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  return is_logical_pathname(p) ? pathname_of(p)->host : rt.make_string("");
}

std::u32string host_prefix(Value logical) {
  StringView host;
  string_view_of_any(pathname_of(logical)->host, host);
  return host.str() + U':';
}

/// Returns the shortest name that gives the pathname when merged with the defaults. A relative directory is always
/// appended to the defaults' directory, so none of it can be left out.
Value enough_namestring(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  const Value defaults = is_nil(a.get(1)) ? default_pathname(rt) : pathname_designator(rt, a[1]);
  TESSERA_TRY(defaults);
  const std::u32string whole = directory_text(rt, p), known = directory_text(rt, defaults);
  const bool logical = is_logical_pathname(p);
  const bool same_host = equal(pathname_of(p)->host, pathname_of(defaults)->host);
  const Value directory = pathname_of(p)->directory;
  const bool absolute = directory.is_cons() && directory.as_cons()->car == rt.keyword("ABSOLUTE");
  if (!same_host || !absolute || known.empty() || whole.compare(0, known.size(), known) != 0) return string_value(rt, namestring(rt, p));
  const std::u32string rest = whole.substr(known.size()) + file_text(rt, p);
  return logical ? string_value(rt, host_prefix(p) + U';' + rest) : string_value(rt, rest);
}

/// Returns the entry of *LOGICAL-HOSTS* for the argument HOST of PARSE-NAMESTRING and MAKE-PATHNAME; NIL if there is
/// none.
Value host_argument(Runtime& rt, Value v) {
  if (is_nil(v) || v == UNSUPPLIED || v == rt.keyword("UNSPECIFIC")) return NIL;
  StringView name;
  if (!string_view_of_any(v, name)) return rt.fail_type(v, Known::string);
  const Value entry = find_logical_host(rt, name);
  if (!is_nil(entry)) return entry.as_cons()->car;
  return rt.fail_simple(Known::simple_error, "there is no logical host ~S", {v});
}

/// Parses `text` as a pathname of the logical `host`, which it may name.
Value parse_on_host(Runtime& rt, Value host, StringView text) {
  if (text.find(U':') == text.npos) return parse_logical_namestring(rt, host, text);
  const Value p = parse_any_namestring(rt, text);
  TESSERA_TRY(p);
  return equal(pathname_of(p)->host, host) ? p : rt.fail_simple(Known::simple_error, "~S is not on the host ~S", {p, host});
}

Value parse_namestring_builtin(Runtime& rt, Args a) {
  enum { k_start, k_end, k_junk };
  static constexpr std::string_view names[] = {"START", "END", "JUNK-ALLOWED"};
  Value keys[3];
  if (!parse_keys(rt, a.from(3), names, keys)) return FAILED;
  Value host = host_argument(rt, a.get(1));
  TESSERA_TRY(host);
  if (is_nil(host) && !is_nil(a.get(2))) {
    const Value defaults = pathname_designator(rt, a[2]);
    TESSERA_TRY(defaults);
    host = pathname_of(defaults)->host;
  }
  StringView text;
  if (!string_view_of_any(a[0], text)) {
    const Value p = pathname_designator(rt, a[0]);
    TESSERA_TRY(p);
    return rt.values({p, keys[k_start].is_fixnum() ? keys[k_start] : Value::fixnum(0)});
  }
  Bounds bounds;
  if (!take_bounds(rt, keys[k_start], keys[k_end], text.size(), bounds)) return FAILED;
  text = text.substr(bounds.start, bounds.size());
  const Value p = is_nil(host) ? parse_any_namestring(rt, text) : parse_on_host(rt, host, text);
  if (is_failed(p) && keys[k_junk] != UNSUPPLIED && !is_nil(keys[k_junk]))
    return rt.values({NIL, Value::fixnum(static_cast<std::int64_t>(bounds.start))});
  TESSERA_TRY(p);
  return rt.values({p, Value::fixnum(static_cast<std::int64_t>(bounds.end))});
}

/// Takes a program's value for the name, the type or the device.
Value component_argument(Runtime& rt, Value v, bool common) {
  StringView text;
  if (string_view_of_any(v, text)) {
    if (text == U"*") return rt.keyword("WILD");
    const Value component = make_string(rt, settled_component(text));
    return common ? in_other_case(rt, component) : component;
  }
  if (is_nil(v) || v == rt.keyword("WILD") || v == rt.keyword("UNSPECIFIC")) return v;
  return rt.fail_type(v, rt.list({rt.sym(Known::or_), rt.sym(Known::string),
                                  rt.list({rt.cl("MEMBER"), NIL, rt.keyword("WILD"), rt.keyword("UNSPECIFIC")})}));
}

Value version_argument(Runtime& rt, Value v) {
  if (is_nil(v) || (v.is_fixnum() && v.as_fixnum() >= 0)) return v;
  for (const char* name : {"NEWEST", "WILD", "UNSPECIFIC", "OLDEST", "PREVIOUS", "INSTALLED"})
    if (v == rt.keyword(name)) return v;
  return rt.fail_type(v, rt.list({rt.sym(Known::or_), rt.sym(Known::unsigned_byte),
                                  rt.list({rt.cl("MEMBER"), NIL, rt.keyword("NEWEST"), rt.keyword("WILD")})}));
}

/// Adds a part of :DIRECTORY, possibly several separated by slashes, to `parts`.
bool add_directory_part(Runtime& rt, Value v, bool common, std::vector<Value>& parts) {
  StringView text;
  if (string_view_of_any(v, text)) {
    while (!text.empty()) {
      const StringView part = text.substr(0, text.find(U'/'));
      text.remove_prefix(std::min(part.size() + 1, text.size()));
      if (part == U"..") parts.push_back(rt.keyword("UP"));
      else if (part == U"**") parts.push_back(rt.keyword("WILD-INFERIORS"));
      else if (!part.empty() && part != U".") parts.push_back(component_argument(rt, make_string(rt, part), common));
    }
    return true;
  }
  for (const char* name : {"WILD", "WILD-INFERIORS", "UP", "BACK"})
    if (v == rt.keyword(name)) return parts.push_back(v), true;
  return rt.fail_type(v, Known::string), false;
}

/// Takes :DIRECTORY: a list, a string (one absolute directory), :WILD.
Value directory_argument(Runtime& rt, Value v, bool common) {
  if (is_nil(v)) return v;
  const Value absolute = rt.keyword("ABSOLUTE");
  std::vector<Value> parts{absolute};
  if (v == rt.keyword("WILD")) return rt.list({absolute, rt.keyword("WILD-INFERIORS")});
  if (is_string(v)) return add_directory_part(rt, v, common, parts) ? rt.list(parts) : FAILED;
  if (!v.is_cons() || (v.as_cons()->car != absolute && v.as_cons()->car != rt.keyword("RELATIVE"))) return rt.fail_type(v, Known::list);
  if (!ends_somewhere(&rt, v)) return fail_walk(rt, v);
  parts[0] = v.as_cons()->car;
  for (const Value element : elements_of(v.as_cons()->cdr)) {
    const Value before = parts.back();
    if (!add_directory_part(rt, element, common, parts)) return FAILED;
    const bool up = parts.back() == rt.keyword("UP") || parts.back() == rt.keyword("BACK");
    if (up && (before == absolute || before == rt.keyword("WILD-INFERIORS")))
      return fail_about(rt, rt.tessera("SIMPLE-FILE-ERROR"), "PATHNAME", make_pathname(rt, rt.list({parts[0]}), NIL, NIL, NIL),
                        "~S cannot be followed by ~S in the directory ~S", {before, parts.back(), v});
  }
  settle_directory(rt, parts);
  return rt.list(parts);
}

Value make_pathname_builtin(Runtime& rt, Args a) {
  enum { k_host, k_device, k_directory, k_name, k_type, k_version, k_defaults, k_case };
  static constexpr std::string_view names[] = {"HOST", "DEVICE", "DIRECTORY", "NAME", "TYPE", "VERSION", "DEFAULTS", "CASE"};
  Value keys[8];
  if (!parse_keys(rt, a, names, keys)) return FAILED;
  const Value in_common_case = is_common(rt, keys[k_case]);
  TESSERA_TRY(in_common_case);
  const bool common = !is_nil(in_common_case);
  Value defaults = make_pathname(rt, NIL, NIL, NIL, NIL);
  if (keys[k_defaults] != UNSUPPLIED && !is_nil(keys[k_defaults])) defaults = pathname_designator(rt, keys[k_defaults]);
  TESSERA_TRY(defaults);
  const Pathname* d = pathname_of(defaults);
  const auto part = [&](int key, Value otherwise) {
    return keys[key] == UNSUPPLIED ? otherwise : component_argument(rt, keys[key], common);
  };
  const Value directory = keys[k_directory] == UNSUPPLIED ? d->directory : directory_argument(rt, keys[k_directory], common);
  TESSERA_TRY(directory);
  const Value name = part(k_name, d->name), type = part(k_type, d->type), device = part(k_device, d->device);
  for (const Value v : {name, type, device}) TESSERA_TRY(v);
  const bool versioned = keys[k_name] == UNSUPPLIED || is_nil(keys[k_name]);  // a version requires a name
  const Value version = keys[k_version] != UNSUPPLIED ? version_argument(rt, keys[k_version]) : versioned ? d->version : NIL;
  TESSERA_TRY(version);
  const Value made = make_pathname(rt, directory, name, type, version);
  pathname_of(made)->device = device;
  const Value host = keys[k_host] == UNSUPPLIED ? d->host : host_argument(rt, keys[k_host]);
  TESSERA_TRY(host);
  return is_nil(host) ? made : as_logical_pathname(rt, made, host);
}

Value merge_pathnames_builtin(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  const Value defaults = is_nil(a.get(1)) ? default_pathname(rt) : pathname_designator(rt, a[1]);
  TESSERA_TRY(defaults);
  return merge_pathnames(rt, p, defaults, a.get(2, rt.keyword("NEWEST")));
}

Value translate_pathname_builtin(Runtime& rt, Args a) {
  Value p[3];
  for (std::size_t i = 0; i < 3; ++i) {
    p[i] = pathname_designator(rt, a[i]);
    TESSERA_TRY(p[i]);
  }
  return translate_pathname(rt, p[0], p[1], p[2]);
}

Value translate_logical_pathname_builtin(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  return translate_logical_pathname(rt, p);
}

Value wild_pathname_p(Runtime& rt, Args a) {
  const Value v = pathname_designator(rt, a[0]);
  TESSERA_TRY(v);
  const Pathname* p = pathname_of(v);
  const Value field = a.get(1);
  const auto asks_for = [&](const char* name) { return field == rt.keyword(name); };
  if (is_nil(field)) return boolean(is_wild_pathname(rt, v));
  if (asks_for("NAME")) return boolean(is_wild(rt, p->name));
  if (asks_for("TYPE")) return boolean(is_wild(rt, p->type));
  if (asks_for("VERSION")) return boolean(is_wild(rt, p->version));
  if (asks_for("DIRECTORY")) return boolean(is_wild_pathname(rt, make_pathname(rt, p->directory, NIL, NIL, NIL)));
  if (asks_for("HOST") || asks_for("DEVICE")) return NIL;
  std::vector<Value> fields{rt.cl("MEMBER"), NIL};
  for (const char* name : {"HOST", "DEVICE", "DIRECTORY", "NAME", "TYPE", "VERSION"}) fields.push_back(rt.keyword(name));
  return rt.fail_type(field, rt.list(fields));
}

Value pathname_match_p(Runtime& rt, Args a) {
  const Value p = pathname_designator(rt, a[0]);
  TESSERA_TRY(p);
  const Value pattern = pathname_designator(rt, a[1]);
  TESSERA_TRY(pattern);
  return boolean(pathname_matches(rt, p, pattern));
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::pathnames>() {
  static const Builtin table[] = {
      {"PATHNAME", "pathspec", pathname, "Returns the pathname that PATHSPEC, a string, pathname or file stream, names."},
      {"PATHNAMEP", "object", predicate<is_pathname>, "Returns true if OBJECT is a pathname."},
      {"PATHNAME-HOST", "pathspec &key case", part_of<&Pathname::host>,
       "Returns the host of a logical pathname, a string; NIL for other pathnames."},
      {"PATHNAME-DEVICE", "pathspec &key case", part_of<&Pathname::device>, "Returns the device of a pathname."},
      {"PATHNAME-DIRECTORY", "pathspec &key case", part_of<&Pathname::directory>,
       "Returns the directory of a pathname: NIL, or a list that begins with :ABSOLUTE or :RELATIVE."},
      {"PATHNAME-NAME", "pathspec &key case", part_of<&Pathname::name>, "Returns the name of a pathname."},
      {"PATHNAME-TYPE", "pathspec &key case", part_of<&Pathname::type>, "Returns the type of a pathname."},
      {"PATHNAME-VERSION", "pathspec", part_of<&Pathname::version>, "Returns the version of a pathname."},
      {"NAMESTRING", "pathspec", namestring_builtin, "Returns a pathname as a string."},
      {"DIRECTORY-NAMESTRING", "pathspec", directory_namestring_builtin, "Returns a pathname's directory as a string."},
      {"FILE-NAMESTRING", "pathspec", file_namestring_builtin, "Returns a pathname's name and type as a string."},
      {"HOST-NAMESTRING", "pathspec", host_namestring, "Returns a logical pathname's host; an empty string for other pathnames."},
      {"ENOUGH-NAMESTRING", "pathspec &optional defaults", enough_namestring,
       "Returns the shortest string that, merged with DEFAULTS, names the same file as PATHSPEC."},
      {"PARSE-NAMESTRING", "thing &optional host default &key (start 0) end junk-allowed", parse_namestring_builtin,
       "Returns the pathname that THING names, and the index where parsing ended."},
      {"MAKE-PATHNAME", "&key host device directory name type version defaults case", make_pathname_builtin,
       "Returns a pathname of the given components; the others are taken from DEFAULTS."},
      {"MERGE-PATHNAMES", "pathspec &optional defaults default-version", merge_pathnames_builtin,
       "Returns PATHSPEC as a pathname whose missing components are filled in from DEFAULTS."},
      {"WILD-PATHNAME-P", "pathspec &optional field-key", wild_pathname_p,
       "Returns true if PATHSPEC, or its component FIELD-KEY, has a wild card."},
      {"TRANSLATE-PATHNAME", "source from-wildcard to-wildcard &key", translate_pathname_builtin,
       "Returns TO-WILDCARD with its wild components filled by what those of FROM-WILDCARD stand for in SOURCE. An error if SOURCE "
       "does not match FROM-WILDCARD."},
      {"TRANSLATE-LOGICAL-PATHNAME", "pathspec &key", translate_logical_pathname_builtin,
       "Returns the physical pathname that a logical one stands for; a physical one itself. A FILE-ERROR if there is no translation."},
      {"PATHNAME-MATCH-P", "pathspec wildcard", pathname_match_p, "Returns true if PATHSPEC matches WILDCARD."},
  };
  return table;
}

}  // namespace tessera
