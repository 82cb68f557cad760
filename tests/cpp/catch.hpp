// Catch2 as the tests use it: version 3, or version 2 with the names of version 3.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>

namespace Catch {
using Detail::Approx;
namespace Matchers {
inline auto ContainsSubstring(const std::string& part) { return Contains(part); }
}  // namespace Matchers
}  // namespace Catch
#endif
