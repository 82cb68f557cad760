// What the conversions refuse at compile time: REFUSED 0 is allowed, each line of 1 is refused, and each further
// number.
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
  lisp.define("f", [](const std::pair<View, int>& p) { return p.second; });
  lisp.define("f", [](const std::variant<int, View>& v) { return v.index(); });
  lisp.define("f", [](const std::map<View, int>& m) { return m.size(); });
  lisp.eval<View>("*s*");
  lisp.function<View()>("f")();
  lisp.define("f", [](const tessera::Arguments& a) { return a.as<View>(0).size(); });
  lisp.define("f", [](const std::optional<std::vector<const char*> >& v) { return v.has_value(); });
  lisp.eval<const char*>("*s*");
  lisp.define("f", [](const std::function<View()>& f) { return f().size(); });
  lisp.eval("*s*").as<View>();
  lisp.define("f", [](const std::tuple<int, const char*>& t) { return std::get<0>(t); });
  lisp.call<View>("f");
  lisp.define("f", [](std::span<const std::string> s) { return s.size(); });
  lisp.eval<std::vector<std::span<double> > >("*s*");
  lisp.eval<std::array<View, 2> >("*s*");
  lisp.eval<std::tuple<View, int> >("(values *s* 1)");
  lisp.eval("*s*").try_as<const char*>();
  lisp.define("f", [](const std::set<View>& s) { return s.size(); });
  lisp.eval<std::deque<View> >("*s*");
  lisp.define("f", [](const std::optional<std::span<double> >& s) { return s.has_value(); });
  lisp.define("f", [](const std::list<View>& s) { return s.size(); });
  lisp.function<std::optional<View>()>("f")();
  lisp.define("f", [](const double* numbers) { return *numbers; });
  static_cast<void>(lisp.try_eval<View>("*s*"));
  static_cast<void>(lisp.try_call<View>("f"));
  lisp.define("f", [](const bool* flag) { return *flag; });
  lisp.define("f", [](void* data) { return data != nullptr; });
  lisp.define("f", [](int& number) { ++number; });
  lisp.define("f", [](int first, std::string& text) { return text += "!", first; });
#elif REFUSED == 2
  lisp.define("f", []() -> int* { return nullptr; });
#elif REFUSED == 3
  lisp.define("f", []() -> void* { return nullptr; });
#elif REFUSED == 4
  lisp.define("f", [](const tessera::Reference& x) { return x.value(); });
#elif REFUSED == 5
  lisp.make(lisp["x"]);
#endif
}
