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
  check(!tessera_get_integer(parts[1], &n) && n == -7, "a string is not an integer");
  check(tessera_length(parts[0]) == -1, "an integer has no length");
  check(tessera_get_string(parts[0], NULL) == NULL, "an integer is not a string");
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
  tessera_options options = {0};
  tessera_interpreter* lisp;
  options.step_limit = 100000;
  options.sandboxed = 1;
  lisp = tessera_new(&options);
  check(lisp != NULL, "a sandbox");
  if (lisp == NULL) return;
  check(tessera_eval(lisp, "(loop (ignore-errors (loop)))", NULL) == NULL, "endless");
  check(strcmp(tessera_error_class(lisp), "LIMIT-REACHED") == 0, "its steps are limited");
  check(tessera_eval(lisp, "(open \"/etc/passwd\")", NULL) == NULL, "a file in the sandbox");
  check(strcmp(tessera_error_class(lisp), "FILE-ERROR") == 0, "is refused");
  check(tessera_define(lisp, "cancel-it", "", cancel_it, NULL), "CANCEL-IT is defined");
  check(tessera_eval(lisp, "(list (cancel-it) (dotimes (i 1000)))", NULL) == NULL, "cancelled");
  check(strcmp(tessera_error_message(lisp), "evaluation cancelled") == 0, "and it is said");
  check_text(lisp, "(+ 1 2)", "3");
  tessera_free(lisp);
}

static void check_time(void) {
  tessera_interpreter* lisp = tessera_new(NULL);
  char* wrong_with_it;
  tessera_set_limits(lisp, 0, 20 * 1000 * 1000);
  check(tessera_eval(lisp, "(loop)", NULL) == NULL, "endless");
  check(strcmp(tessera_error_class(lisp), "LIMIT-REACHED") == 0, "its time is limited");
  tessera_set_limits(lisp, 0, ~0ULL);
  check_text(lisp, "(let ((n 0)) (dotimes (i 1000000 n) (incf n)))", "1000000");
  tessera_set_limits(lisp, 0, 0);
  wrong_with_it = tessera_self_check(lisp);
  check(wrong_with_it != NULL && strcmp(wrong_with_it, "") == 0, "nothing is left behind");
  tessera_free_text(wrong_with_it);
  tessera_free(lisp);
}

/* (work-for-ever), which heeds what the host wants */
static tessera_object* work_for_ever(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  (void)count, (void)arguments;
  tessera_interrupt(lisp);
  while (!tessera_poll_is_due(lisp)) {}
  while (tessera_poll(lisp)) {}
  *(int*)data = tessera_is_unwinding(lisp);
  return NULL;
}

/* Each permission by itself, and what Lisp can do with it. */
static void check_permissions(void) {
  static const struct {
    unsigned permit;
    const char* form;
  } cases[] = {
      {TESSERA_READ_FILES, "(probe-file \"/\")"},
      {TESSERA_WRITE_FILES, "(let ((f \"c_api_test.tmp\")) (close (open f :direction :output :if-exists :supersede)) (delete-file f))"},
      {TESSERA_ENVIRONMENT, "(progn (tessera:getenv \"HOME\") t)"},
      {TESSERA_CLOCK, "(get-universal-time)"},
      {TESSERA_PROCESSES, "(tessera::%run-command \"true\" nil)"},
      {TESSERA_REDEFINITION, "(handler-bind ((package-error #'continue)) (defun first (x) (car x)))"},
  };
  size_t i;
  int unwinding = 0;
  unsigned all = 0;
  tessera_interpreter* lisp;
  for (i = 0; i < sizeof cases / sizeof *cases; ++i) {
    tessera_options options = {0};
    tessera_object* value;
    options.sandboxed = 1;
    lisp = tessera_new(&options);
    check(tessera_permissions(lisp) == 0, "a sandbox has no permissions");
    check(tessera_eval(lisp, cases[i].form, NULL) == NULL, cases[i].form);
    tessera_free(lisp);
    options.permit = cases[i].permit;
    lisp = tessera_new(&options);
    value = tessera_eval(lisp, cases[i].form, NULL);
    if (value == NULL) printf("%s\n", tessera_error_message(lisp));
    check(value != NULL, cases[i].form);
    check((tessera_permissions(lisp) & ~(unsigned)TESSERA_READ_FILES) == (cases[i].permit & ~(unsigned)TESSERA_READ_FILES), "it has what it was given");
    all |= tessera_permissions(lisp);
    tessera_release(value);
    tessera_free(lisp);
    options.sandboxed = 0;
    options.permit = 0;
    options.forbid = cases[i].permit;
    lisp = tessera_new(&options);
    check(tessera_eval(lisp, cases[i].form, NULL) == NULL, "what is forbidden is refused");
    check((tessera_permissions(lisp) & cases[i].permit) == 0, "and known to be");
    tessera_free(lisp);
  }
  lisp = tessera_new(NULL);
  all |= TESSERA_NETWORK | TESSERA_QUIT | TESSERA_THREADS;
  check(tessera_permissions(lisp) == all, "all but shared objects are usual");
  check(tessera_define(lisp, "work-for-ever", "", work_for_ever, &unwinding), "WORK-FOR-EVER is defined");
  check_text(lisp, "(handler-case (work-for-ever) (tessera:interactive-interrupt () :left))", ":LEFT");
  check(unwinding, "it was left");
  tessera_free(lisp);
}

typedef struct streams {
  char output[100], errors[100];
  int asked;
} streams;

static void add(char* all, const char* text, size_t size) {
  const size_t used = strlen(all);
  if (used + size >= 100) return;
  memcpy(all + used, text, size);
  all[used + size] = 0;
}
static void on_output(void* data, const char* text, size_t size) { add(((streams*)data)->output, text, size); }
static void on_errors(void* data, const char* text, size_t size) { add(((streams*)data)->errors, text, size); }
static const char* on_input(void* data, size_t* size) {
  static const char* const pieces[] = {"(1 2", " 3) a li", "ne\n"};
  const int i = ((streams*)data)->asked++;
  if (i >= 3) return NULL;
  *size = strlen(pieces[i]);
  return pieces[i];
}

static void check_streams(void) {
  streams s = {"", "", 0};
  tessera_options options = {0};
  tessera_interpreter* lisp;
  options.output = on_output;
  options.error_output = on_errors;
  options.input = on_input;
  options.stream_data = &s;
  lisp = tessera_new(&options);
  check_text(lisp, "(list (princ (read)) (read-line) (read-line nil nil :end))", "((1 2 3) \" a line\" :END)");
  tessera_release(tessera_eval(lisp, "(princ \"oh\" *error-output*)", NULL));
  check(strcmp(s.output, "(1 2 3)") == 0, "the output");
  check(strcmp(s.errors, "oh") == 0, "the error output");
  check(s.asked == 4, "the input");
  tessera_free(lisp);
}

static void check_refused_options(void) {
  tessera_options options = {0};
  char error_buffer[200] = "";
  options.error_buffer = error_buffer;
  options.error_buffer_size = sizeof error_buffer;
  options.folder = "/no/such/folder";
  check(tessera_new(&options) == NULL && strstr(error_buffer, "/no/such/folder") != NULL, "a folder that is not there");
  options.folder = NULL;
  options.image_path = "/no/such/image";
  options.error_buffer_size = 10;
  check(tessera_new(&options) == NULL && strlen(error_buffer) == 9, "an image that is not there, and a short buffer");
}

static tessera_object* free_it(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments) {
  (void)count, (void)arguments;
  tessera_free(lisp);
  tessera_free(lisp);
  *(tessera_object**)data = tessera_string(lisp, "made by what goes", 17);
  return tessera_keep(*(tessera_object**)data);
}

static void check_misuse(void) {
  tessera_interpreter *one = tessera_new(NULL), *other = tessera_new(NULL);
  tessera_object *of_other = tessera_eval(other, "(list 1 2)", NULL), *function = tessera_eval(other, "#'list", NULL), *kept = NULL, *none = NULL;
  long long n;
  check(tessera_call(one, "list", 1, &of_other) == NULL && strcmp(tessera_error_class(one), "ERROR") == 0, "an object of another");
  check(tessera_list(one, 1, &of_other) == NULL, "in a list");
  check(tessera_apply(one, function, 0, NULL) == NULL, "a function of another");
  check(tessera_apply(one, NULL, 0, NULL) == NULL && tessera_call(one, "list", 1, &none) == NULL, "no object");
  check(tessera_eval(one, NULL, NULL) == NULL && strstr(tessera_error_message(one), "NULL is not a text") != NULL, "no source");
  check(!tessera_load(one, NULL) && !tessera_define(one, NULL, "x", NULL, NULL), "no file, no name");
  check(!tessera_define(one, "f", "x", NULL, NULL) && strstr(tessera_error_message(one), "NULL is not a function") != NULL, "no function");
  check(tessera_call(one, NULL, 0, NULL) == NULL && tessera_call(one, "list", 2, NULL) == NULL, "no name, no arguments");
  check(tessera_string(one, NULL, 5) == NULL && tessera_symbol(one, NULL) == NULL && tessera_list(one, 1, NULL) == NULL, "no text");
  check(tessera_fail(one, NULL, NULL) == NULL && strcmp(tessera_error_class(one), "simple-error") == 0, "no class");
  check(tessera_call(one, "(", 0, NULL) == NULL && tessera_call(one, "no-such-function", 0, NULL) == NULL, "no name");
  check_text(one, "(+ 1 2)", "3");
  check(tessera_text(NULL) == NULL && tessera_length(NULL) == -1 && !tessera_get_integer(NULL, &n), "no object to look at");
  check(tessera_eval(NULL, "1", NULL) == NULL && tessera_integer(NULL, 1) == NULL, "no interpreter");
  check(strcmp(tessera_error_message(NULL), "") == 0 && tessera_error_condition(NULL) == NULL, "which says nothing");
  tessera_free(NULL);
  tessera_define(other, "free-it", "", free_it, &kept);
  check(tessera_eval(other, "(list (unwind-protect (free-it) (dotimes (i 10))))", NULL) == NULL, "freed by a function of its own");
  check(tessera_text(kept) == NULL && tessera_text(of_other) == NULL, "its objects are no more");
  tessera_release(kept);
  tessera_release(of_other);
  tessera_release(function);
  check_text(one, "(+ 1 2)", "3");
  tessera_free(one);
}

int main(void) {
  int calls = 0, unwinding = 0;
  tessera_options options = {0};
  tessera_object *value, *condition;
  tessera_interpreter* lisp;
  options.heap_limit_bytes = (size_t)64 << 20;
  lisp = tessera_new(&options);
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
  check(tessera_text(value) == NULL && !tessera_is_true(value), "an object whose interpreter has ended");
  tessera_release(value);
  check_limits();
  check_time();
  check_permissions();
  check_streams();
  check_refused_options();
  check_misuse();
  check(strlen(tessera_version()) > 0, "the version");
  return wrong;
}
