// Figures about the collector and machine code; requests for collections; samples of the program. Layer: builtins.
// Compiled for size.
#include <system_error>

#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"
#include "vm/profiler/profiler.hpp"

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

// --- the profiler, for the module profile

Value start_profiler(Runtime& rt, Args a) {
  for (const Value v : {a[0], a[1]})
    if (!v.is_fixnum() || v.as_fixnum() <= 0) return rt.fail_type(v, Known::unsigned_byte);
  if (!platform::SamplingClock::is_available()) return NIL;
  VmState& vm = VmState::of(rt);
  if (!vm.profiler) vm.profiler = std::make_shared<Profiler>(vm);
  vm.profiler->limit(static_cast<std::uint64_t>(a[1].as_fixnum()));
  try {
    vm.profiler->start(static_cast<std::uint64_t>(a[0].as_fixnum()));
  } catch (const std::system_error&) { return NIL; }
  return T;
}

Value stop_profiler(Runtime& rt, Args) {
  if (VmState::of(rt).profiler) VmState::of(rt).profiler->stop();
  return NIL;
}

Value profiler_runs(Runtime& rt, Args) { return boolean(VmState::of(rt).profiler && VmState::of(rt).profiler->is_running()); }

Value take_samples(Runtime& rt, Args) {
  const auto& profiler = VmState::of(rt).profiler;
  if (!profiler) return rt.two_values(NIL, Value::fixnum(0));
  const auto dropped = static_cast<std::int64_t>(profiler->dropped());
  return rt.two_values(profiler->take_samples(), Value::fixnum(dropped));
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::statistics>() {
  static const Builtin table[] = {
      {"%COLLECT", "&optional full", collect, "Requests a collection at the next safepoint, of the whole heap if FULL."},
      {"%MACHINE-CODE-FIGURES", "", machine_code_figures,
       "Returns a property list for MACHINE-CODE-STATISTICS, times in nanoseconds; NIL in builds without machine code."},
      {"%HEAP-FIGURES", "", heap_figures, "Returns a property list for GC-STATISTICS, times in nanoseconds."},
      {"%START-PROFILER", "nanoseconds most", start_profiler,
       "Samples the program after each NANOSECONDS of processor time, and keeps MOST samples. Returns NIL if this system or program "
       "does not let it.",
       Permission::clock},
      {"%STOP-PROFILER", "", stop_profiler, "Ends sampling. Returns NIL."},
      {"%PROFILER-RUNS-P", "", profiler_runs, "Returns true while the program is sampled."},
      {"%TAKE-SAMPLES", "", take_samples,
       "Returns the samples, and how many could not be kept, and forgets them. A sample is a list (COUNT TIER OPERATION FUNCTION*)."},
  };
  return table;
}

}  // namespace tessera
