/* The interface for C, used from C. Prints what goes wrong; ends with 0 if nothing does. */
#include <stdio.h>
#include <string.h>

#include "tessera/tessera.h"

static int wrong = 0;

static void check(int right, const char* what) {
  if (right) return;
  printf("wrong: %s\n", what);
  ++wrong;
}

/* (twice n) */
static tessera_object* twice(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  long long n;
  ++*(int*)data;
  if (count != 1 || !tessera_get_integer(arguments[0], &n)) return tessera_fail(lisp, "TYPE-ERROR", "it takes an integer");
  return tessera_integer(lisp, 2 * n);
}

/* (call-it f) */
static tessera_object* call_it(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  tessera_object* value = tessera_apply(lisp, arguments[0], 0, NULL);
  (void)count;
  *(int*)data = tessera_is_unwinding(lisp);
  if (value != NULL || tessera_is_unwinding(lisp)) return value;
  return tessera_string(lisp, tessera_error_class(lisp), strlen(tessera_error_class(lisp)));
}

static void check_text(tessera_interpreter* lisp, const char* source, const char* expected) {
  tessera_object* value = tessera_eval(lisp, source, NULL);
  char* text = value == NULL ? NULL : tessera_text(value);
  if (text == NULL || strcmp(text, expected) != 0) {
    printf("wrong: %s gives %s, not %s (%s: %s)\n", source, text == NULL ? "nothing" : text, expected, tessera_error_class(lisp),
           tessera_error_message(lisp));
    ++wrong;
  }
  tessera_free_text(text);
  tessera_release(value);
}

static void check_objects(tessera_interpreter* lisp) {
  long long n = 0;
  double d = 0;
  size_t size = 0;
  tessera_object* parts[3];
  tessera_object *list, *second, *same;
  char* text;
  parts[0] = tessera_integer(lisp, -7);
  parts[1] = tessera_string(lisp, "gr\xc3\xbcn", 5);
  parts[2] = tessera_double(lisp, 0.5);
  list = tessera_list(lisp, 3, parts);
  check(tessera_length(list) == 3, "the length of a list");
  second = tessera_element(list, 1);
  text = tessera_get_string(second, &size);
  check(text != NULL && size == 5 && strcmp(text, "gr\xc3\xbcn") == 0, "a string there and back");
  tessera_free_text(text);
  check(tessera_element(list, 3) == NULL, "an element that is not there");
  check(tessera_get_integer(parts[0], &n) && n == -7, "an integer there and back");
  check(tessera_get_double(parts[2], &d) && d == 0.5, "a double there and back");
  check(!tessera_get_integer(parts[1], &n) && n == -7, "a string is no integer");
  check(tessera_length(parts[0]) == -1, "an integer has no length");
  check(tessera_get_string(parts[0], NULL) == NULL, "an integer is no string");
  same = tessera_keep(list);
  tessera_release(list);
  text = tessera_text(same);
  check(text != NULL && strcmp(text, "(-7 \"gr\xc3\xbcn\" 0.5d0)") == 0, "the text of a list");
  tessera_free_text(text);
  check(tessera_is_true(same), "a list is true");
  tessera_release(same);
  tessera_release(second);
  for (size = 0; size < 3; ++size) tessera_release(parts[size]);
  same = tessera_nil(lisp);
  check(!tessera_is_true(same) && tessera_length(same) == 0, "NIL");
  tessera_release(same);
  tessera_release(NULL);
}

static tessera_object* cancel_it(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  (void)data, (void)count, (void)arguments;
  tessera_cancel(lisp);
  return NULL;
}

static void check_limits(void) {
  tessera_options options = {0, 0, 100000, 0, 1};
  tessera_interpreter* lisp = tessera_new(&options);
  if (lisp == NULL) return;
  check(tessera_eval(lisp, "(loop (ignore-errors (loop)))", NULL) == NULL, "endless");
  check(strcmp(tessera_error_class(lisp), "LIMIT-REACHED") == 0, "its steps are limited");
  check(tessera_eval(lisp, "(open \"/etc/passwd\")", NULL) == NULL, "a file in the sandbox");
  check(strcmp(tessera_error_class(lisp), "FILE-ERROR") == 0, "is refused");
  check(tessera_define(lisp, "cancel-it", "", cancel_it, NULL), "CANCEL-IT is defined");
  check(tessera_eval(lisp, "(list (cancel-it) (dotimes (i 1000)))", NULL) == NULL, "cancelled");
  check(strcmp(tessera_error_message(lisp), "The evaluation was cancelled.") == 0, "and it is said");
  check_text(lisp, "(+ 1 2)", "3");
  tessera_free(lisp);
}

int main(void) {
  int calls = 0, unwinding = 0;
  tessera_options options = {(size_t)64 << 20, 0, 0, 0, 0};
  tessera_object *value, *condition;
  tessera_interpreter* lisp = tessera_new(&options);
  if (lisp == NULL) return 1;
  check(tessera_define(lisp, "twice", "n", twice, &calls), "TWICE is defined");
  check(tessera_define(lisp, "call-it", "function", call_it, &unwinding), "CALL-IT is defined");
  check(!tessera_define(lisp, "car", "x", twice, &calls), "CAR is not defined anew");
  check(strstr(tessera_error_message(lisp), "Lisp's own") != NULL, "and it is said why");
  check_text(lisp, "(mapcar #'twice '(1 2 3))", "(2 4 6)");
  check(calls == 3, "it was called three times");
  check_text(lisp, "(handler-case (twice 'a) (type-error () :refused))", ":REFUSED");
  check_text(lisp, "(list (call-it (lambda () 5)) (call-it (lambda () (error \"x\"))))", "(5 \"SIMPLE-ERROR\")");
  check_text(lisp, "(block b (call-it (lambda () (return-from b 1))) 2)", "1");
  check(unwinding, "it was being left");
  value = tessera_eval(lisp, "(car 5)", "here");
  check(value == NULL && strcmp(tessera_error_class(lisp), "TYPE-ERROR") == 0, "an error's class");
  condition = tessera_error_condition(lisp);
  value = tessera_call(lisp, "type-error-datum", 1, &condition);
  check(value != NULL && tessera_is_true(value), "the condition itself");
  tessera_release(value);
  tessera_release(condition);
  check(!tessera_load(lisp, "/no/such/file.lisp") && tessera_error_class(lisp)[0] != 0, "a file that is not there");
  check(tessera_eval(lisp, "(make-array 100000000)", NULL) == NULL, "more than the heap may hold");
  check_objects(lisp);
  value = tessera_eval(lisp, "(list 1)", NULL);
  tessera_free(lisp);
  tessera_release(value);
  check_limits();
  check(strlen(tessera_version()) > 0, "the version");
  return wrong;
}
