// The text consists of lists, symbols as TESSERA has them, keywords, #: with the name of an uninterned symbol,
// "strings" and integers, separated by single spaces. Compiled for size.
#include "data/objects/lambda_lists.hpp"

#include <string>
#include <vector>

#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/sequences/strings.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

constexpr std::string_view delimiters = " ()", own_prefix = "#:";

/// Returns the symbol called `name` among `symbols`, or UNBOUND.
Value called(Runtime& rt, const std::vector<Value>& symbols, std::string_view name) {
  for (Value s : symbols)
    if (rt.to_utf8(rt.symbol(s)->name) == name) return s;
  return UNBOUND;
}

class Packing {
 public:
  explicit Packing(Runtime& rt) : rt_(rt) {}
  bool add(Value v) {
    if (v.is_cons()) return add_list(v);
    if (v.is_fixnum()) return add_integer(v.as_fixnum());
    return Runtime::is_symbol(v) ? add_symbol(v) : has_type(v, Type::string) && add_string(rt_.to_utf8(v));
  }
  const std::string& text() const { return text_; }

 private:
  bool add_list(Value list) {
    if (sequence_length(list) < 0) return false;
    text_ += '(';
    for (const Value v : elements_of(list)) {
      if (text_.back() != '(') text_ += ' ';
      if (!add(v)) return false;
    }
    text_ += ')';
    return true;
  }

  bool add_integer(std::int64_t n) { return text_ += std::to_string(n), n >= 0; }

  bool add_string(const std::string& text) {
    text_ += '"' + text + '"';
    return text.find('"') == text.npos;
  }

  bool add_symbol(Value symbol) {
    const Value name = rt_.symbol(symbol)->name, package = rt_.symbol(symbol)->package;
    const std::string text = rt_.to_utf8(name);
    if (text.empty() || text.find_first_of(delimiters) != text.npos || std::string_view(":#\"0123456789").find(text[0]) != text.npos)
      return false;
    if (is_nil(package)) return add_own(symbol, text);
    if (package == rt_.packages.keyword) text_ += ':';
    text_ += text;
    return package == rt_.packages.keyword || find_symbol(rt_, rt_.packages.tessera, string_view_of(name)).symbol == symbol;
  }

  /// Handles a symbol without a package.
  bool add_own(Value symbol, const std::string& name) {
    const Value known = called(rt_, own_, name);
    if (known == UNBOUND) own_.push_back(symbol);
    text_ += std::string(own_prefix) + name;
    return known == UNBOUND || known == symbol;
  }

  Runtime& rt_;
  std::string text_;
  std::vector<Value> own_;
};

class Unpacking {
 public:
  Unpacking(Runtime& rt, std::string_view text) : rt_(rt), rest_(text) {}
  Value next() {
    if (rest_[0] == '(') return next_list();
    if (rest_[0] == '"') return next_string();
    const std::string_view word = taken(rest_.find_first_of(delimiters));
    if (word.substr(0, own_prefix.size()) == own_prefix) return own(word.substr(own_prefix.size()));
    if (word[0] == ':') return rt_.keyword(word.substr(1));
    if (word[0] >= '0' && word[0] <= '9') return Value::fixnum(std::stoll(std::string(word)));
    return intern(rt_, rt_.packages.tessera, word);
  }

 private:
  Value next_list() {
    std::vector<Value> items;
    for (rest_.remove_prefix(1); rest_[0] != ')';) {
      items.push_back(next());
      if (rest_[0] == ' ') rest_.remove_prefix(1);
    }
    rest_.remove_prefix(1);
    return rt_.list(items);
  }

  Value next_string() {
    const std::string_view quoted = taken(rest_.find('"', 1) + 1);
    return rt_.make_string(quoted.substr(1, quoted.size() - 2));
  }

  std::string_view taken(std::size_t length) {
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(word.size());
    return word;
  }

  Value own(std::string_view name) {
    Value symbol = called(rt_, own_, name);
    if (symbol == UNBOUND) own_.push_back(symbol = make_symbol(rt_, rt_.make_string(name)));
    return symbol;
  }

  Runtime& rt_;
  std::string_view rest_;
  std::vector<Value> own_;
};

}  // namespace

Value lambda_list_of(Runtime& rt, Code* code) {
  if (is_packed_lambda_list(code)) rt.heap.write(&code->lambda_list, Unpacking(rt, rt.to_utf8(code->lambda_list)).next());
  return code->lambda_list;
}

void pack_lambda_list(Runtime& rt, Code* code) {
  Packing packing(rt);
  if (code->lambda_list.is_cons() && packing.add(code->lambda_list)) rt.heap.write(&code->lambda_list, rt.make_string(packing.text()));
}

}  // namespace tessera
