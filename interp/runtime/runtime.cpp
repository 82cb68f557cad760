// Runtime: lists, values, failures, roots. Layer: runtime.
#include "runtime/runtime.hpp"

#include <algorithm>

#include "platform/entropy.hpp"
#include "runtime/compilation.hpp"
#include "runtime/file_access.hpp"

namespace tessera {

Runtime::Runtime(std::size_t heap_limit_bytes)
    : heap(heap_limit_bytes), files(std::make_unique<FileAccess>()), compilation(std::make_unique<Compilation>()) {
  for (Value& v : known_) v = NIL;
  heap.add_root_source(this);
}

Runtime::~Runtime() { heap.remove_root_source(this); }

std::int64_t Runtime::new_address_epoch() {
  std::int64_t epoch = 0;
  platform::fill_randomly(&epoch, sizeof epoch);
  return epoch & Value::most_positive_fixnum;
}

Value Runtime::list(std::span<const Value> items) {
  Value result = NIL;
  for (std::size_t i = items.size(); i-- > 0;) result = heap.cons(items[i], result);
  return result;
}

Value Runtime::values(std::span<const Value> vs) {
  if (mv.all.size() < vs.size()) mv.all.resize(vs.size(), NIL);
  std::copy(vs.begin(), vs.end(), mv.all.begin());
  mv.count = static_cast<std::uint32_t>(vs.size());
  return vs.empty() ? NIL : vs[0];
}

// --- failing

Value Runtime::fail(Value condition_type, std::initializer_list<Value> initargs) {
  failure = {condition_type, list(initargs)};
  return FAILED;
}

Value Runtime::fail_simple(Known condition_type, std::string_view control, std::initializer_list<Value> arguments) {
  return fail(condition_type, {sym(Known::format_control), make_string(control), sym(Known::format_arguments), list(arguments)});
}

Value Runtime::fail_type(Value datum, Value expected_type) {
  return fail(Known::type_error, {sym(Known::datum), datum, sym(Known::expected_type), expected_type});
}

Value Runtime::fail_type(Value datum, Known expected_type, std::string_view control, std::initializer_list<Value> arguments) {
  return fail(Known::simple_type_error, {sym(Known::datum), datum, sym(Known::expected_type), sym(expected_type),
                                         sym(Known::format_control), make_string(control), sym(Known::format_arguments), list(arguments)});
}

Value Runtime::fail_index(Value index, std::int64_t bound, Value whole) {
  const Value type = list({sym(Known::integer), Value::fixnum(0), list({Value::fixnum(bound)})});
  if (is_nil(whole)) return fail_type(index, type);
  return fail(Known::index_error, {sym(Known::datum), index, sym(Known::expected_type), type, sym(Known::whole), whole});
}

Value Runtime::fail_heap() { return fail(Known::storage_condition, {}); }
Value Runtime::fail_stack() { return fail(Known::stack_exhausted, {}); }

Value Runtime::tail_call(Value f, std::initializer_list<Value> arguments) {
  tail_function = f;
  tail_arguments.assign(arguments.begin(), arguments.end());
  return TAIL_CALL;
}

// --- roots

void Runtime::trace_image_roots(Tracer& tracer) {
  for (Value* v : {&packages.all, &packages.cl, &packages.cl_user, &packages.tessera, &packages.keyword, &undefined_function, &no_entry,
                   &constant_symbols[0], &constant_symbols[1], &classes, &natives, &largest_frame})
    tracer.visit(*v);
  // All were interned at once: when the last one is old, all are.
  if (!tracer.young_only() || !heap.is_settled(*std::rbegin(known_))) tracer.visit_range(known_, std::size(known_));
}

void Runtime::trace_roots(Tracer& tracer) {
  trace_image_roots(tracer);
  for (Value* v : {&failure.type, &failure.initargs, &tail_function, &source_file}) tracer.visit(*v);
  tracer.visit_range(mv.all.data(), mv.all.size());
  tracer.visit_range(tail_arguments.data(), tail_arguments.size());
}

void Runtime::forget_dead(const Liveness& liveness) { compilation->positions.forget_dead(liveness); }

}  // namespace tessera
