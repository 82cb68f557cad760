// What the conversions refuse at compile time: each REFUSED of conversions.sh is one, 0 is what is allowed.
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <vector>

#include "tessera/tessera.hpp"

using View = std::string_view;

void use(tessera::Interpreter& lisp) {
#if REFUSED == 0
  lisp.define("f", [](View a, const View& b, const char* c, std::optional<View> d, const std::optional<const char*>& e) {
    return a.size() + b.size() + View(c).size() + (d ? d->size() : 0) + (e ? View(*e).size() : 0);
  });
  lisp.define("s",
              [](std::span<const int> a, std::span<double> b, const std::span<float, 3>& c) { return a.size() + b.size() + c.size(); });
  lisp.define("g", []() -> std::vector<View> { return {"a", "b"}; });
  lisp.function<std::string(View, const char*)>("h")("a", "b");
  lisp.call("h", std::vector<const char*>{"a"}, std::pair<View, int>("a", 1));
#elif REFUSED == 1
  lisp.define("f", [](const std::vector<View>& v) { return v.size(); });
#elif REFUSED == 2
  lisp.define("f", [](const std::pair<View, int>& p) { return p.second; });
#elif REFUSED == 3
  lisp.define("f", [](const std::variant<int, View>& v) { return v.index(); });
#elif REFUSED == 4
  lisp.define("f", [](const std::map<View, int>& m) { return m.size(); });
#elif REFUSED == 5
  lisp.eval<View>("*s*");
#elif REFUSED == 6
  lisp.function<View()>("f")();
#elif REFUSED == 7
  lisp.define("f", [](const tessera::Arguments& a) { return a.as<View>(0).size(); });
#elif REFUSED == 8
  lisp.define("f", [](const std::optional<std::vector<const char*> >& v) { return v.has_value(); });
#elif REFUSED == 9
  lisp.eval<const char*>("*s*");
#elif REFUSED == 10
  lisp.define("f", [](const std::function<View()>& f) { return f().size(); });
#elif REFUSED == 11
  lisp.eval("*s*").as<View>();
#elif REFUSED == 12
  lisp.define("f", [](const std::tuple<int, const char*>& t) { return std::get<0>(t); });
#elif REFUSED == 13
  lisp.call<View>("f");
#elif REFUSED == 14
  lisp.define("f", [](std::span<const std::string> s) { return s.size(); });
#elif REFUSED == 15
  lisp.eval<std::vector<std::span<double> > >("*s*");
#elif REFUSED == 16
  lisp.eval<std::array<View, 2> >("*s*");
#elif REFUSED == 17
  lisp.eval<std::tuple<View, int> >("(values *s* 1)");
#elif REFUSED == 18
  lisp.eval("*s*").try_as<const char*>();
#elif REFUSED == 19
  lisp.define("f", [](const std::set<View>& s) { return s.size(); });
#elif REFUSED == 20
  lisp.eval<std::deque<View> >("*s*");
#elif REFUSED == 21
  lisp.define("f", [](const std::optional<std::span<double> >& s) { return s.has_value(); });
#elif REFUSED == 22
  lisp.define("f", [](const std::list<View>& s) { return s.size(); });
#elif REFUSED == 23
  lisp.function<std::optional<View>()>("f")();
#elif REFUSED == 24
  lisp.define("f", [](const double* numbers) { return *numbers; });
#elif REFUSED == 25
  static_cast<void>(lisp.try_eval<View>("*s*"));
#elif REFUSED == 26
  static_cast<void>(lisp.try_call<View>("f"));
#elif REFUSED == 27
  lisp.define("f", [](const bool* flag) { return *flag; });
#elif REFUSED == 28
  lisp.define("f", [](void* data) { return data != nullptr; });
#elif REFUSED == 29
  lisp.define("f", [](int& number) { ++number; });
#elif REFUSED == 30
  lisp.define("f", [](int first, std::string& text) { return text += "!", first; });
#elif REFUSED == 31
  lisp.define("f", []() -> int* { return nullptr; });
#elif REFUSED == 32
  lisp.define("f", []() -> void* { return nullptr; });
#elif REFUSED == 33
  lisp.define("f", [](const tessera::Reference& x) { return x.value(); });
#elif REFUSED == 34
  lisp.make(lisp["x"]);
#endif
}
