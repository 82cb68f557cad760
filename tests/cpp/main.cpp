// The entry point of all C++ suites. Compiled apart, as it takes long.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
