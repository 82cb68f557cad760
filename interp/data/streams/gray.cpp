// Streams that stand for instances of programs' own classes ("Gray streams"): stdlib/gray implements their operations.
// Compiled for size.
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

Value make_gray_stream(Runtime& rt, Value instance, std::int64_t flags) {
  return make_compound_stream(rt, StreamKind::gray, instance, NIL, flags);
}

/// Returns the stream that stands for the instance `v`, or `v`. Its slot comes first (%FINALIZE-CLASS), in the instance
/// itself or in the vector in that place.
Value stream_standing_for(Value v) {
  constexpr std::uint32_t min_length = 3;  // the class, the layout, the slot
  if (!has_type(v, Type::instance) || v.as_object()->length() < min_length) return v;
  Value held = as<Instance>(v)->slots[1];
  if (has_type(held, Type::simple_vector) && held.as_object()->length() >= 2) held = held.as_object()->slots[1];
  return is_gray(held) && stream_of(held)->first == v ? held : v;
}

Value call_gray(Runtime& rt, const Stream* s, std::string_view function, std::initializer_list<Value> arguments) {
  std::vector<Value> all{s->first};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return rt.call_lisp(global_function(rt, rt.tessera(function)), all);
}

}  // namespace tessera
