// Figures about the collector and machine code; requests for collections. Layer: builtins. Compiled for size.
#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

/// Requests a collection, which can only run at a safepoint.
Value collect(Runtime& rt, Args a) {
  rt.heap.request_collection(a.size() > 0 && !is_nil(a[0]));
  return NIL;
}

Value heap_figures(Runtime& rt, Args) {
  const auto n = [](std::uint64_t v) { return Value::fixnum(static_cast<std::int64_t>(v)); };
  const Heap& h = rt.heap;
  CollectorStatistics s = h.statistics();
  const bool shows_time = rt.allows(Permission::clock);
  if (!shows_time) s.minor_nanoseconds = s.major_nanoseconds = s.longest_minor_nanoseconds = 0;
  return rt.list({rt.keyword("BYTES-IN-USE"),
                  n(h.used_bytes()),
                  rt.keyword("BYTES-ALLOCATED"),
                  n(h.allocated_bytes()),
                  rt.keyword("BYTES-PROMOTED"),
                  n(s.promoted_bytes),
                  rt.keyword("NURSERY-BYTES"),
                  n(h.nursery_bytes()),
                  rt.keyword("MINOR-COLLECTIONS"),
                  n(s.minor_count),
                  rt.keyword("MAJOR-COLLECTIONS"),
                  n(s.major_count),
                  rt.keyword("MINOR-TIME"),
                  n(s.minor_nanoseconds),
                  rt.keyword("MAJOR-TIME"),
                  n(s.major_nanoseconds),
                  rt.keyword("LONGEST-MINOR"),
                  n(s.longest_minor_nanoseconds),
                  rt.keyword("LONGEST-PAUSE"),
                  n(shows_time ? s.pauses.longest() : 0),
                  rt.keyword("PAUSES"),
                  n(s.pauses.count()),
                  rt.keyword("PAUSE-99"),
                  n(shows_time ? s.pauses.percentile(0.99) : 0)});
}

Value machine_code_figures([[maybe_unused]] Runtime& rt, Args) {
#ifdef TESSERA_MACHINE_CODE
  const auto n = [](std::uint64_t v) { return Value::fixnum(static_cast<std::int64_t>(v)); };
  JitStatistics f = vm_of(rt).jit().statistics();
  if (!rt.allows(Permission::clock)) f.nanoseconds = f.longest_nanoseconds = 0;
  return rt.list({rt.keyword("FUNCTIONS"), n(f.functions), rt.keyword("BYTES"), n(f.bytes), rt.keyword("COMPILATIONS"), n(f.compilations),
                  rt.keyword("LOOPS"), n(f.loops), rt.keyword("INSTRUCTIONS"), n(f.instructions), rt.keyword("TIME"), n(f.nanoseconds),
                  rt.keyword("LONGEST"), n(f.longest_nanoseconds)});
#else
  return NIL;
#endif
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::statistics>() {
  static const Builtin table[] = {
      {"%COLLECT", "&optional full", collect, "Requests a collection at the next safepoint, of the whole heap if FULL."},
      {"%MACHINE-CODE-FIGURES", "", machine_code_figures,
       "Returns a property list for MACHINE-CODE-STATISTICS, times in nanoseconds; NIL in builds without machine code."},
      {"%HEAP-FIGURES", "", heap_figures, "Returns a property list for GC-STATISTICS, times in nanoseconds."},
  };
  return table;
}

}  // namespace tessera
