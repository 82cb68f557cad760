// A Runtime without a VM, for tests of the layers beneath it.
#pragma once

#include "builtins/registry.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/runtime.hpp"

struct TestRuntime final : tessera::Runtime {
  using Runtime::call_lisp;
  using Runtime::Runtime;
  tessera::Value call_lisp(tessera::Value, std::span<const tessera::Value>) override { return tessera::FAILED; }
};

/// A TestRuntime with the standard symbols.
struct SymbolRuntime final {
  TestRuntime rt;
  SymbolRuntime() { bootstrap_symbols(rt); }
};
