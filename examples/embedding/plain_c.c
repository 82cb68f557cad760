/* Plain C: evaluation, a function for Lisp, errors. References that functions return are released; NULL is a
 * failure. */
#include <stdio.h>
#include <stdlib.h>
#include <tessera/tessera.h>

static void fail(tessera_interpreter* lisp) {
  fprintf(stderr, "%s: %s\n", tessera_error_class(lisp), tessera_error_message(lisp));
  exit(1);
}

/* (hypotenuse-squared a b). `data` is what tessera_define was given: here it counts the calls. */
static tessera_object* hypotenuse_squared(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  double a, b;
  (void)count; /* the lambda list says that there are two */
  ++*(int*)data;
  if (!tessera_get_double(arguments[0], &a) || !tessera_get_double(arguments[1], &b))
    return tessera_fail(lisp, "TYPE-ERROR", "it takes two numbers");
  return tessera_double(lisp, a * a + b * b);
}

int main(void) {
  int calls = 0;
  char* text;
  tessera_object *value, *arguments[2];
  tessera_interpreter* lisp = tessera_new(NULL);
  if (lisp == NULL) return 1;
  if (!tessera_define(lisp, "hypotenuse-squared", "a b", hypotenuse_squared, &calls)) fail(lisp);

  value = tessera_eval(lisp, "(sqrt (hypotenuse-squared 3 4))", NULL);
  if (value == NULL) fail(lisp);
  text = tessera_text(value);
  printf("the hypotenuse is %s\n", text);
  tessera_free_text(text);
  tessera_release(value);

  arguments[0] = tessera_integer(lisp, 7);
  arguments[1] = tessera_integer(lisp, 6);
  value = tessera_call(lisp, "list", 2, arguments);
  if (value == NULL) fail(lisp);
  printf("a list of %lld elements\n", tessera_length(value));
  tessera_release(value);
  tessera_release(arguments[0]);
  tessera_release(arguments[1]);

  value = tessera_eval(lisp, "(hypotenuse-squared 3 'four)", NULL);
  if (value == NULL) printf("%s: %s\n", tessera_error_class(lisp), tessera_error_message(lisp));
  tessera_release(value);

  printf("%d calls\n", calls);
  tessera_free(lisp);
  return 0;
}
