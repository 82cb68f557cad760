// The entry point of all C++ suites. Compiled apart: with Catch2 2 it takes long.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
