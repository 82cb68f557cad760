// Holds values of all kinds in variables, and stops: debuggers show them (printers_test.py).
#include "tessera/tessera.hpp"
#include "vm/stack/backtrace.hpp"
#include "vm/vm_state.hpp"

namespace {

using namespace tessera;

[[gnu::noinline]] void stop(Vm& vm, const Value* values, const Frame& frame) {
  const Value& list = values[0];
  const Value &number = values[1], &text = values[2], &function = values[3], &missing = values[4];
  const Object& vector = *list.as_cons()->car.as_object();
  asm volatile("" ::"g"(&vm), "g"(&list), "g"(&number), "g"(&text), "g"(&function), "g"(&missing), "g"(&vector), "g"(&frame) : "memory");
}

Value value_of(const ObjectRef& object) { return Value::from_bits(static_cast<std::uint64_t>(object.word())); }

}  // namespace

int main() {
  Interpreter lisp;
  lisp.define("stop-here", [&lisp](const ObjectRef& list) {
    const ObjectRef number = lisp.eval("(- (expt 10 30))"), text = lisp.eval("(format nil \"~c and more\" (code-char 955))");
    const ObjectRef function = lisp.eval("#'car");
    const Value values[] = {value_of(list), value_of(number), value_of(text), value_of(function), UNBOUND};
    stop(lisp.vm(), values, backtrace(lisp.vm(), 1).at(0));
    return 1;
  });
  lisp.eval("(defun outer (list) (let ((n (stop-here list))) (+ n 1)))");
  lisp.eval("(outer (list (vector 1 #\\x 2.5 2.5d0 1/2) :key 'symbol (gensym) (cons nil t) #'outer (list 1 2 3 4 5 6 7 8 9 10 11)))");
  return 0;
}
