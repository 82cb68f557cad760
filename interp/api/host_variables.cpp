// Keeps and restores variables around evaluations of the host.
#include "api/host_variables.hpp"

namespace tessera::detail {

namespace {

constexpr const char* standard[] = {
    "*PACKAGE*",           "*READTABLE*",        "*MACROEXPAND-HOOK*",      "*READ-BASE*",
    "*READ-EVAL*",         "*READ-SUPPRESS*",    "*PRINT-ARRAY*",           "*READ-DEFAULT-FLOAT-FORMAT*",
    "*PRINT-BASE*",        "*PRINT-CASE*",       "*PRINT-CIRCLE*",          "*PRINT-ESCAPE*",
    "*PRINT-GENSYM*",      "*PRINT-LENGTH*",     "*PRINT-LEVEL*",           "*PRINT-LINES*",
    "*PRINT-MISER-WIDTH*", "*PRINT-PRETTY*",     "*PRINT-PPRINT-DISPATCH*", "*PRINT-RADIX*",
    "*PRINT-READABLY*",    "*BREAK-ON-SIGNALS*", "*PRINT-RIGHT-MARGIN*",    "*DEBUGGER-HOOK*",
    "*STANDARD-INPUT*",    "*STANDARD-OUTPUT*",  "*ERROR-OUTPUT*",          "*TRACE-OUTPUT*",
    "*QUERY-IO*",          "*DEBUG-IO*",         "*TERMINAL-IO*",           "*DEFAULT-PATHNAME-DEFAULTS*",
};
constexpr const char* own[] = {"*HANDLER-CLUSTERS*", "*RESTART-CLUSTERS*", "*INVOKE-DEBUGGER*", "*CLEANING-UP*", "*STANDARD-READTABLE*"};

}  // namespace

HostVariables::HostVariables(Vm& vm) : vm_(vm) {
  for (const char* name : standard) variables_.push_back({vm.symbol(vm.cl(name)), UNBOUND});
  for (const char* name : own) variables_.push_back({vm.symbol(vm.tessera(name)), UNBOUND});
  vm.heap.add_root_source(this);
}

HostVariables::~HostVariables() { vm_.heap.remove_root_source(this); }

void HostVariables::keep() {
  for (Variable& v : variables_) v.value = v.symbol->value;
}

void HostVariables::restore() {
  for (const Variable& v : variables_)
    if (v.symbol->value != v.value) vm_.heap.write(&v.symbol->value, v.value);
}

void HostVariables::trace_roots(Tracer& tracer) {
  for (Variable& v : variables_) tracer.visit(v.value);
}

}  // namespace tessera::detail
