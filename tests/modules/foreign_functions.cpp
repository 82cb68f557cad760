// A library that knows nothing of Lisp, for the tests of the module "foreign": functions of all kinds of types, with
// callbacks, in threads.
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <thread>

extern "C" {

struct Pair {
  std::int8_t first;
  double second;
};
struct Floats {
  float x, y, z;
};
struct Large {
  Pair pair;
  std::int64_t numbers[4];
  char name[5];
};

int some_number = 42;

#define SUCCESSOR(name, type) \
  type name(type n) { return static_cast<type>(n + 1); }
SUCCESSOR(next_int8, std::int8_t)
SUCCESSOR(next_uint8, std::uint8_t)
SUCCESSOR(next_int16, std::int16_t)
SUCCESSOR(next_uint16, std::uint16_t)
SUCCESSOR(next_int32, std::int32_t)
SUCCESSOR(next_uint32, std::uint32_t)
SUCCESSOR(next_int64, std::int64_t)
SUCCESSOR(next_uint64, std::uint64_t)
SUCCESSOR(next_float, float)
SUCCESSOR(next_double, double)

double sum_of_fourteen(std::int8_t a, float b, std::uint64_t c, double d, std::int16_t e, const char* f, std::uint8_t g, double h,
                       std::int32_t i, float j, std::int64_t k, std::uint16_t l, double m, std::uint32_t n) {
  return a + b + static_cast<double>(c) + d + e + static_cast<double>(std::strlen(f)) + g + h + i + j + static_cast<double>(k) + l + m + n;
}

double sum_of(int count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(arguments, double);
  va_end(arguments);
  return sum;
}

Pair swapped_sign(Pair pair) { return {static_cast<std::int8_t>(-pair.first), -pair.second}; }
Floats doubled(Floats f) { return {2 * f.x, 2 * f.y, 2 * f.z}; }
Large enlarged(Large large, int by) {
  large.pair.first = static_cast<std::int8_t>(large.pair.first + by);
  for (auto& n : large.numbers) n += by;
  return large;
}

int fail_with(int number) {
  errno = number;
  return -1;
}

void throw_exception() { throw std::runtime_error("thrown in C++"); }

// --- callbacks

int apply(int (*function)(int), int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += function(i);
  return sum;
}

double apply_to_all(double (*function)(std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                                       std::uint64_t, float, double, const char*, void*)) {
  return function(-1, 255, -2, 65535, -3, 4294967295u, INT64_MIN, UINT64_MAX, 0.5f, 0.25, "text", nullptr);
}

Pair apply_to_pair(Pair (*function)(Pair)) { return function({7, 0.5}); }
int apply_int8(std::int8_t (*function)()) { return function(); }
unsigned apply_uint16(std::uint16_t (*function)()) { return function(); }
float apply_float(float (*function)()) { return function(); }

int apply_in_a_thread(int (*function)(int)) {
  int result = 0;
  std::thread([&] { result = function(1); }).join();
  return result;
}

static int (*kept)(int);
void keep(int (*function)(int)) { kept = function; }
int call_kept(int n) { return kept(n); }
}
