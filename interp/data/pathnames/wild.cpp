// Wild pathnames: matching and translation. Compiled for size.
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "data/tables/equality.hpp"

namespace tessera {

bool is_wild(Runtime& rt, Value c) {
  StringView text;
  if (string_view_of_any(c, text)) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') ++i;
      else if (text[i] == '*' || text[i] == '?') return true;
    }
    return false;
  }
  return c == rt.keyword("WILD") || c == rt.keyword("WILD-INFERIORS");
}

bool is_wild_pathname(Runtime& rt, Value pathname) {
  const Pathname* p = pathname_of(pathname);
  for (const Value element : elements_of(p->directory))
    if (is_wild(rt, element)) return true;
  return is_wild(rt, p->name) || is_wild(rt, p->type) || is_wild(rt, p->version);
}

bool matches_wildcards(StringView pattern, StringView text, std::vector<StringView>* captured) {
  struct Range {
    std::size_t start, end;
  };
  std::vector<Range> ranges;  // what the wild cards match so far
  std::size_t p = 0, t = 0, star = pattern.npos, retry = 0, stars = 0;
  const auto literal = [&](std::size_t at) { return at < pattern.size() && pattern[at] == '\\' ? at + 1 : at; };
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
      ranges.push_back({t, t});
      stars = ranges.size();
    } else if (p < pattern.size() && pattern[p] == '?') {
      ranges.push_back({t, t + 1});
      ++p, ++t;
    } else if (const std::size_t at = literal(p); at < pattern.size() && pattern[at] == text[t]) {
      p = at + 1;
      ++t;
    } else if (star != pattern.npos) {  // the last star takes one character more
      p = star + 1;
      t = ++retry;
      ranges.resize(stars);
      ranges.back().end = retry;
    } else {
      return false;
    }
  }
  for (; p < pattern.size() && pattern[p] == '*'; ++p) ranges.push_back({t, t});
  if (p != pattern.size()) return false;
  if (captured != nullptr)
    for (const Range& r : ranges) captured->push_back(text.substr(r.start, r.end - r.start));
  return true;
}

namespace {

/// Returns the text to match: the name, or, for a wild component, the component.
std::u32string text_of(Runtime& rt, Value c, StringView component) {
  return is_wild(rt, c) ? component.str() : name_of_component(component);
}

bool component_matches(Runtime& rt, Value c, Value pattern) {
  StringView text, wild;
  if (is_nil(pattern) || pattern == rt.keyword("WILD")) return true;
  if (string_view_of_any(c, text) && string_view_of_any(pattern, wild)) return matches_wildcards(wild, text_of(rt, c, text));
  return c == pattern;
}

std::vector<Value> elements(Value list) {
  std::vector<Value> v;
  for (const Value element : elements_of(list)) v.push_back(element);
  return v;
}

/// Returns the parts of the directory to match: none is the current directory.
std::vector<Value> parts_of(Runtime& rt, Value directory) {
  return is_nil(directory) ? std::vector<Value>{rt.keyword("RELATIVE")} : elements(directory);
}

/// Finds which directory parts each part of the pattern matches: `spans[j]` parts for the j-th.
bool align_directories(Runtime& rt, const std::vector<Value>& d, const std::vector<Value>& p, std::vector<std::size_t>& spans) {
  const Value any = rt.keyword("WILD-INFERIORS");
  std::size_t i = 0, j = 0, star = p.size(), retry = 0;
  spans.assign(p.size(), 0);
  while (i < d.size()) {
    if (j < p.size() && p[j] == any) {
      star = j++;
      retry = i;
      spans[star] = 0;
    } else if (j < p.size() && component_matches(rt, d[i], p[j])) {
      spans[j++] = 1;
      ++i;
    } else if (star != p.size()) {
      j = star + 1;
      i = ++retry;
      ++spans[star];
    } else {
      return false;
    }
  }
  for (; j < p.size() && p[j] == any; ++j) spans[j] = 0;
  return j == p.size();
}

bool directories_match(Runtime& rt, Value directory, Value pattern) {
  std::vector<std::size_t> spans;
  return align_directories(rt, parts_of(rt, directory), elements(pattern), spans);
}

bool hosts_match(Value host, Value pattern) { return is_nil(pattern) ? is_nil(host) : equal(host, pattern); }

}  // namespace

bool pathname_matches(Runtime& rt, Value pathname, Value pattern) {
  const Pathname *a = pathname_of(pathname), *b = pathname_of(pattern);
  return hosts_match(a->host, b->host) && (is_nil(b->directory) || directories_match(rt, a->directory, b->directory)) &&
         component_matches(rt, a->name, b->name) && component_matches(rt, a->type, b->type);
}

// --- translating

namespace {

/// Translates the components of one pathname. Case changes between a logical and a physical one.
class Translation {
 public:
  Translation(Runtime& rt, Value source, Value from, Value to)
      : rt_(rt), source_(pathname_of(source)), from_(pathname_of(from)), to_(pathname_of(to)) {}

  Value run() {
    const Value directory = translate_directory();
    TESSERA_TRY(directory);
    const Value version = is_nil(to_->version) || is_wild(rt_, to_->version) ? source_->version : to_->version;
    const Value result = make_pathname(rt_, directory, component(source_->name, from_->name, to_->name),
                                       component(source_->type, from_->type, to_->type), is_nil(to_->host) ? NIL : version);
    pathname_of(result)->host = to_->host;
    return result;
  }

 private:
  std::u32string in_case(StringView text) const {
    std::u32string out = text.str();
    if (is_nil(to_->host) != is_nil(source_->host))
      for (char32_t& c : out) c = is_nil(to_->host) ? char_downcase(c) : char_upcase(c);
    return out;
  }

  Value in_case(Value c) const {
    StringView text;
    return string_view_of_any(c, text) ? make_string(rt_, in_case(text)) : c;
  }

  /// Returns `pattern` with each wild card replaced by the next of `texts`, names or, if `wild`, patterns; wild cards
  /// beyond these stay.
  Value fill(StringView pattern, const std::vector<StringView>& texts, bool wild) const {
    std::u32string out;
    std::size_t next = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const char32_t c = pattern[i];
      if ((c == '*' || c == '?') && next < texts.size()) {
        const std::u32string text = in_case(texts[next++]);
        out += wild ? text : component_of_name(text);
      } else {
        out += c;
        if (c == '\\' && i + 1 < pattern.size()) out += pattern[++i];
      }
    }
    return make_string(rt_, out);
  }

  Value component(Value source, Value from, Value to) const {
    StringView text, pattern, target;
    if (is_nil(to) || to == rt_.keyword("WILD")) return in_case(source);
    if (!string_view_of_any(to, target) || !is_wild(rt_, to)) return to;
    std::vector<StringView> captured;
    std::u32string whole;
    if (string_view_of_any(source, text)) {
      whole = text_of(rt_, source, text);
      if (string_view_of_any(from, pattern)) matches_wildcards(pattern, whole, &captured);
      else captured.push_back(whole);
    }
    return fill(target, captured, is_wild(rt_, source));
  }

  /// Returns the parts that the wild parts of from's directory match: a list of parts each.
  std::vector<std::vector<Value>> captured_parts() const {
    const std::vector<Value> d = parts_of(rt_, source_->directory), p = elements(from_->directory);
    std::vector<std::size_t> spans;
    std::vector<std::vector<Value>> captured;
    align_directories(rt_, d, p, spans);
    std::size_t at = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      const auto first = d.begin() + static_cast<std::ptrdiff_t>(at);
      if (is_wild(rt_, p[j])) captured.emplace_back(first, first + static_cast<std::ptrdiff_t>(spans[j]));
      at += spans[j];
    }
    return captured;
  }

  Value translate_directory() const {
    if (is_nil(to_->directory)) return source_->directory;
    std::vector<Value> parts;
    const std::vector<std::vector<Value>> captured = captured_parts();
    std::size_t next = 0;
    for (const Value part : elements(to_->directory)) {
      if (!is_wild(rt_, part)) {
        parts.push_back(part);
      } else if (next == captured.size()) {
        return rt_.fail_simple(Known::simple_error, "~S has no wild directory component for ~S of ~S",
                               {Value::object(from_object()), part, to_->directory});
      } else {
        for (const Value c : captured[next++]) parts.push_back(in_case(c));
      }
    }
    return rt_.list(parts);
  }

  Object* from_object() const { return reinterpret_cast<Object*>(from_); }

  Runtime& rt_;
  Pathname *source_, *from_, *to_;
};

}  // namespace

Value translate_pathname(Runtime& rt, Value source, Value from, Value to) {
  if (!pathname_matches(rt, source, from)) return rt.fail_simple(Known::simple_error, "~S does not match ~S", {source, from});
  return Translation(rt, source, from, to).run();
}

}  // namespace tessera
