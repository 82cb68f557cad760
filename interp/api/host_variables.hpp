// The variables with which each evaluation of the host begins. Layer: api.
#pragma once

#include <vector>

#include "vm/vm.hpp"

namespace tessera::detail {

/// The values of the standard's variables that decide how forms are read, evaluated and printed, and where errors and
/// output go. Where scripts may not redefine what the host uses, an evaluation that sets them ends with the old values.
class HostVariables final : public RootSource {
 public:
  explicit HostVariables(Vm& vm);
  ~HostVariables();
  HostVariables(const HostVariables&) = delete;
  HostVariables& operator=(const HostVariables&) = delete;

  void keep();     ///< at the beginning of an evaluation
  void restore();  ///< at its end
  void trace_roots(Tracer& tracer) override;

 private:
  struct Variable {
    Symbol* symbol;
    Value value;
  };
  Vm& vm_;
  std::vector<Variable> variables_;
};

}  // namespace tessera::detail
