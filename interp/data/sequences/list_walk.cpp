// Failures of walks along lists. Compiled for size.
#include "data/sequences/list_walk.hpp"

namespace tessera {

Value fail_walk(Runtime& rt, Value datum) {
  if (rt.interrupt_waits()) return rt.fail_interrupted();
  const Value ends = rt.list({rt.cl("SATISFIES"), rt.cl("LIST-LENGTH")});
  return rt.fail(Known::simple_type_error,
                 {rt.sym(Known::datum), datum, rt.sym(Known::expected_type), rt.list({rt.sym(Known::and_), rt.sym(Known::list), ends}),
                  rt.sym(Known::format_control), rt.make_string("the list is circular")});
}

Value fail_proper(Runtime& rt, Value v, Known expected) {
  if (!v.is_cons()) return rt.fail_type(v, expected);
  if (std::size_t count; !count_conses(nullptr, v, count)) return fail_walk(rt, v);
  return rt.fail_type(v, Known::list);
}

}  // namespace tessera
