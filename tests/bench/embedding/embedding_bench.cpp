// What going between C++ and a script costs: Tessera's C++ interface against Lua's C API, in one process, in turns.
//
//     ninja -C build/release tessera_embedding_bench && build/release/tessera_embedding_bench
//
// Each figure is the median over the rounds of the processor time of one operation, in nanoseconds. With the number of
// a row, `tessera` or `lua`, and a number of operations it does just these, for instructions.py to count what they
// take.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <list>
#include <lua.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/tessera.hpp"

namespace {

constexpr int rounds = 9;

double nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

struct Point {
  explicit Point(int n) : x(n) {}
  int add(int n) { return x += n; }
  int x;
};

/// Lua's side, by its C API, as its manual has it.
class Lua {
 public:
  Lua() : state_(luaL_newstate()) {
    luaL_openlibs(state_);
    run("function add(a, b) return a + b end function same(x) return x end function fail() error('no') end");
    run("function many(n) local f, s = host_add, 0 for i = 1, n do s = f(s, i) end return s end");
    run("function methods(p, n) for i = 1, n do p:add(1) end end");
    run("function back(n) for i = 1, n do host_call(add) end end");
    lua_register(state_, "host_add", [](lua_State* l) {
      lua_pushinteger(l, luaL_checkinteger(l, 1) + luaL_checkinteger(l, 2));
      return 1;
    });
    lua_register(state_, "host_call", [](lua_State* l) {
      lua_pushvalue(l, 1);
      lua_pushinteger(l, 1);
      lua_pushinteger(l, 2);
      lua_call(l, 2, 1);
      return 1;
    });
    run("function caught(n) for i = 1, n do pcall(host_fail) end end");
    lua_register(state_, "host_fail", [](lua_State* l) { return luaL_error(l, "no"); });
    luaL_newmetatable(state_, "Point");
    lua_pushcfunction(state_, [](lua_State* l) {
      auto* p = static_cast<Point*>(luaL_checkudata(l, 1, "Point"));
      lua_pushinteger(l, p->add(static_cast<int>(luaL_checkinteger(l, 2))));
      return 1;
    });
    lua_setfield(state_, -2, "add");
    lua_pushvalue(state_, -1);
    lua_setfield(state_, -2, "__index");
    lua_pop(state_, 1);
    lua_getglobal(state_, "add");
    add_ = luaL_ref(state_, LUA_REGISTRYINDEX);
  }
  ~Lua() { lua_close(state_); }
  Lua(const Lua&) = delete;
  Lua& operator=(const Lua&) = delete;

  void run(const char* source) {
    if (luaL_dostring(state_, source) != 0) throw std::runtime_error(lua_tostring(state_, -1));
  }
  lua_Integer add_by_reference(int a, int b) { return lua_rawgeti(state_, LUA_REGISTRYINDEX, add_), call_add(a, b); }
  lua_Integer add_by_name(int a, int b) { return lua_getglobal(state_, "add"), call_add(a, b); }
  void host_calls(int n) { call_with_count("many", n); }
  void callbacks(int n) { call_with_count("back", n); }
  void caught_errors(int n) { call_with_count("caught", n); }
  std::string string(const std::string& s) {
    lua_getglobal(state_, "same");
    lua_pushlstring(state_, s.data(), s.size());
    lua_pcall(state_, 1, 1, 0);
    std::size_t size = 0;
    const char* text = lua_tolstring(state_, -1, &size);
    std::string result(text, size);
    lua_pop(state_, 1);
    return result;
  }
  template <class T> std::vector<T> numbers(const std::vector<T>& v) {
    lua_getglobal(state_, "same");
    lua_createtable(state_, static_cast<int>(v.size()), 0);
    for (std::size_t i = 0; i < v.size(); ++i) {
      if constexpr (std::is_integral_v<T>) lua_pushinteger(state_, v[i]);
      else lua_pushnumber(state_, v[i]);
      lua_rawseti(state_, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_pcall(state_, 1, 1, 0);
    std::vector<T> result(lua_rawlen(state_, -1));
    for (std::size_t i = 0; i < result.size(); ++i) {
      lua_rawgeti(state_, -1, static_cast<lua_Integer>(i) + 1);
      if constexpr (std::is_integral_v<T>) result[i] = static_cast<T>(lua_tointeger(state_, -1));
      else result[i] = static_cast<T>(lua_tonumber(state_, -1));
      lua_pop(state_, 1);
    }
    lua_pop(state_, 1);
    return result;
  }
  void methods(int n) {
    lua_getglobal(state_, "methods");
    new (lua_newuserdatauv(state_, sizeof(Point), 0)) Point(0);
    luaL_setmetatable(state_, "Point");
    lua_pushinteger(state_, n);
    lua_pcall(state_, 2, 0, 0);
  }
  lua_Integer eval(const char* source) {
    if (luaL_loadstring(state_, source) != 0 || lua_pcall(state_, 0, 1, 0) != 0) throw std::runtime_error(lua_tostring(state_, -1));
    const lua_Integer result = lua_tointeger(state_, -1);
    lua_pop(state_, 1);
    return result;
  }
  std::string error() {
    lua_getglobal(state_, "fail");
    lua_pcall(state_, 0, 0, 0);
    std::string message = lua_tostring(state_, -1);
    lua_pop(state_, 1);
    return message;
  }

 private:
  lua_Integer call_add(int a, int b) {
    lua_pushinteger(state_, a);
    lua_pushinteger(state_, b);
    lua_pcall(state_, 2, 1, 0);
    const lua_Integer result = lua_tointeger(state_, -1);
    lua_pop(state_, 1);
    return result;
  }
  void call_with_count(const char* function, int n) {
    lua_getglobal(state_, function);
    lua_pushinteger(state_, n);
    lua_pcall(state_, 1, 0, 0);
  }

  lua_State* state_;
  int add_ = 0;
};

struct Row {
  const char* name;
  int times;  ///< operations a round
  std::function<void(int)> tessera, lua;
};

double measured(const std::function<void(int)>& work, int times) {
  const double begin = nanoseconds();
  work(times);
  return (nanoseconds() - begin) / times;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
  return values[rounds / 2];
}

template <class F> std::function<void(int)> repeated(F f) {
  return [f](int n) {
    for (int i = 0; i < n; ++i) f(i);
  };
}

void compare(const Row& row) {
  std::vector<double> ours, theirs;
  for (int i = 0; i < rounds; ++i) {
    ours.push_back(measured(row.tessera, row.times));
    theirs.push_back(measured(row.lua, row.times));
  }
  std::printf("| %-42s | %10.1f | %10.1f | %6.2f |\n", row.name, median(ours), median(theirs), median(ours) / median(theirs));
}

/// Tessera's side of the rows.
class Tessera {
 public:
  Tessera() {
    lisp.eval(
        "(defun add (a b) (+ a b)) (defun same (x) x) (defun fail () (error \"no\"))"
        "(defun many (n) (let ((s 0)) (dotimes (i n s) (setq s (host-add s 1)))))"
        "(defun methods (p n) (dotimes (i n) (add-to p 1))) (defun back (n) (dotimes (i n) (host-call #'add)))"
        "(defun caught (n) (dotimes (i n) (handler-case (host-fail) (error () nil))))"
        "(defun caught-results (n) (dotimes (i n) (handler-case (host-result) (error () nil))))");
    lisp.define("host-fail", []() -> int { throw std::runtime_error("no"); });
    lisp.define("host-result", []() -> tessera::Result<int> { return tessera::failure("simple-error", "no"); });
    lisp.define("host-add", [](std::int64_t a, std::int64_t b) { return a + b; });
    lisp.define("host-call", [](const tessera::Lisp& l, const tessera::ObjectRef& f) { return l.call<int>(f, 1, 2); });
    lisp.define_class<Point>("point").constructor<int>().method("add-to", &Point::add);
    add = lisp.function<int(int, int)>("add");
  }
  void fail() const {
    try {
      lisp.call("fail");
    } catch (const tessera::Error&) {}
  }

  tessera::Interpreter lisp;
  tessera::Function<int(int, int)> add;
};

std::vector<Row> rows_of(const Tessera& ours, Lua& lua) {
  const tessera::Interpreter& lisp = ours.lisp;
  const std::string text = "a string of some forty characters, no more";
  std::vector<int> integers(1000);
  const std::vector<double> reals(1000, 0.5);
  for (int i = 0; i < 1000; ++i) integers[static_cast<std::size_t>(i)] = i;
  const std::list<int> list(integers.begin(), integers.end());
  return {
      {"call a function of two integers", 300000, repeated([&](int i) { ours.add(i, 1); }),
       repeated([&](int i) { lua.add_by_reference(i, 1); })},
      {"the same by name", 300000, repeated([&](int i) { lisp.call<int>("add", i, 1); }), repeated([&](int i) { lua.add_by_name(i, 1); })},
      {"a script calls a C++ function", 1000000, [&](int n) { lisp.call<void>("many", n); }, [&](int n) { lua.host_calls(n); }},
      {"a C++ function calls back", 300000, [&](int n) { lisp.call<void>("back", n); }, [&](int n) { lua.callbacks(n); }},
      {"a method of a C++ object", 1000000, [&](int n) { lisp.call<void>("methods", Point(0), n); }, [&](int n) { lua.methods(n); }},
      {"a string of 42 there and back", 200000, repeated([&lisp, text](int) { lisp.call<std::string>("same", text); }),
       repeated([&lua, text](int) { lua.string(text); })},
      {"a vector of 1000 integers there and back", 3000,
       repeated([&lisp, integers](int) { lisp.call<std::vector<int>>("same", integers); }),
       repeated([&lua, integers](int) { lua.numbers(integers); })},
      {"a list of 1000 integers there and back", 3000, repeated([&lisp, list](int) { lisp.call<std::vector<int>>("same", list); }),
       repeated([&lua, integers](int) { lua.numbers(integers); })},
      {"a vector of 1000 doubles there and back", 3000, repeated([&lisp, reals](int) { lisp.call<std::vector<double>>("same", reals); }),
       repeated([&lua, reals](int) { lua.numbers(reals); })},
      {"an error to its handler in C++", 10000, repeated([&](int) { ours.fail(); }), repeated([&](int) { lua.error(); })},
      {"the same without an exception", 10000, repeated([&](int) { static_cast<void>(lisp.try_call("fail")); }),
       repeated([&](int) { lua.error(); })},
      {"an exception to its handler in a script", 10000, [&](int n) { lisp.call<void>("caught", n); },
       [&](int n) { lua.caught_errors(n); }},
      {"a failed result to its handler in a script", 10000, [&](int n) { lisp.call<void>("caught-results", n); },
       [&](int n) { lua.caught_errors(n); }},
      {"a text of one form evaluated", 10000, repeated([&](int) { lisp.eval<int>("(add 1 2)"); }),
       repeated([&](int) { lua.eval("return add(1, 2)"); })},
      {"a text of three forms evaluated", 5000,
       repeated([&](int) { lisp.eval<int>("(defparameter *a* 1) (defun two () (let ((x *a*)) (+ x 1))) (add *a* (two))"); }),
       repeated([&](int) { lua.eval("a = 1 function two() local x = a return x + 1 end return add(a, two())"); })},
      {"an interpreter made and ended", 20, repeated([](int) { tessera::Interpreter().eval("1"); }), repeated([](int) { Lua(); })},
  };
}

}  // namespace

int main(int argc, char** argv) {
  const Tessera ours;
  Lua lua;
  const std::vector<Row> rows = rows_of(ours, lua);
  if (argc == 4) {
    const Row& row = rows.at(std::strtoul(argv[1], nullptr, 10));
    (std::string_view(argv[2]) == "lua" ? row.lua : row.tessera)(std::atoi(argv[3]));
    std::puts(row.name);
    return 0;
  }
  std::printf("| nanoseconds                                |    Tessera |    Lua 5.4 |  ratio |\n|---|---:|---:|---:|\n");
  for (const Row& row : rows) compare(row);
}
