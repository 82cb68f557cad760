/* Tessera for C, and for other languages' foreign functions: the same core as tessera.hpp, without exceptions.
 *
 *     tessera_interpreter* lisp = tessera_new(NULL);
 *     tessera_object* sum = tessera_eval(lisp, "(+ 1 2)", NULL);
 *     long long n;
 *     if (sum != NULL && tessera_get_integer(sum, &n)) printf("%lld\n", n);
 *     else fprintf(stderr, "%s: %s\n", tessera_error_class(lisp), tessera_error_message(lisp));
 *     tessera_release(sum);
 *     tessera_free(lisp);
 *
 * Text is UTF-8 and ends with a 0. What returns a tessera_object* returns a reference of the caller's own, which tessera_release ends, or
 * NULL where it failed: then tessera_error_class and the others tell why, until the next call. An interpreter belongs to one thread at a
 * time; only tessera_interrupt and tessera_cancel may be called from others. */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>

#include "tessera/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tessera_interpreter tessera_interpreter;
typedef struct tessera_object tessera_object;

typedef struct tessera_options {
  size_t heap_limit_bytes; /* 0: as usual */
  size_t stack_limit_words;
  unsigned long long step_limit, nanosecond_limit; /* of each evaluation; 0: none */
  int sandboxed;                                   /* true: scripts have nothing of the system */
} tessera_options;

/* A function of the host, for Lisp. The arguments are lent: tessera_keep those that are to last. It returns a reference, or NULL: for NIL,
 * or after tessera_fail. Where a call that it made has returned NULL and tessera_is_unwinding, it should return at once. */
typedef tessera_object* (*tessera_function)(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments);

/* --- interpreters */

/* NULL if there is too little memory or address space. `options` may be NULL. */
TESSERA_API tessera_interpreter* tessera_new(const tessera_options* options);
/* Not while it evaluates. References that are left may only be released after that. */
TESSERA_API void tessera_free(tessera_interpreter* lisp);
TESSERA_API const char* tessera_version(void);

/* --- evaluation */

/* The value of the last form of `source`; `name` (NULL: "eval") stands for the file in positions. */
TESSERA_API tessera_object* tessera_eval(tessera_interpreter* lisp, const char* source, const char* name);
/* True if all of it was loaded. */
TESSERA_API int tessera_load(tessera_interpreter* lisp, const char* path);
/* Call what `name`, read as a symbol, names. */
TESSERA_API tessera_object* tessera_call(tessera_interpreter* lisp, const char* name, size_t count, tessera_object* const* arguments);
TESSERA_API tessera_object* tessera_apply(tessera_interpreter* lisp, tessera_object* function, size_t count,
                                          tessera_object* const* arguments);
/* Have the running evaluation signal an interrupt. From any thread. */
TESSERA_API void tessera_interrupt(tessera_interpreter* lisp);
/* End the running evaluation, which no script can prevent: it fails with the class "LIMIT-REACHED", as one does that has taken more steps or
 * time than it may. From any thread. */
TESSERA_API void tessera_cancel(tessera_interpreter* lisp);

/* What the last failure was: "" if there was none. */
TESSERA_API const char* tessera_error_class(const tessera_interpreter* lisp);
TESSERA_API const char* tessera_error_message(const tessera_interpreter* lisp);
TESSERA_API const char* tessera_error_backtrace(const tessera_interpreter* lisp);
/* The condition, a new reference; NULL if there is none. */
TESSERA_API tessera_object* tessera_error_condition(tessera_interpreter* lisp);
/* True if the last call failed because the script leaves the function that made it. */
TESSERA_API int tessera_is_unwinding(const tessera_interpreter* lisp);

/* --- functions for Lisp */

/* True if `function` is now the global function of the symbol `name`, called with `data`; `lambda_list` ("x &optional y") tells the number
 * of arguments. */
TESSERA_API int tessera_define(tessera_interpreter* lisp, const char* name, const char* lambda_list, tessera_function function, void* data);
/* Have the running function signal a condition of that class ("SIMPLE-ERROR") once it has returned. Returns NULL, to be returned. */
TESSERA_API tessera_object* tessera_fail(tessera_interpreter* lisp, const char* condition_class, const char* message);

/* --- objects */

TESSERA_API tessera_object* tessera_keep(tessera_object* object); /* one more reference; NULL stays NULL */
TESSERA_API void tessera_release(tessera_object* object);         /* NULL is ignored */

TESSERA_API tessera_object* tessera_nil(tessera_interpreter* lisp);
TESSERA_API tessera_object* tessera_integer(tessera_interpreter* lisp, long long n);
TESSERA_API tessera_object* tessera_double(tessera_interpreter* lisp, double d);
TESSERA_API tessera_object* tessera_string(tessera_interpreter* lisp, const char* text, size_t size);
TESSERA_API tessera_object* tessera_symbol(tessera_interpreter* lisp, const char* name); /* as the reader reads it */
TESSERA_API tessera_object* tessera_list(tessera_interpreter* lisp, size_t count, tessera_object* const* elements);

/* False, and the result is not changed, where the object is of another type or too large. */
TESSERA_API int tessera_get_integer(tessera_object* object, long long* n);
TESSERA_API int tessera_get_double(tessera_object* object, double* d);
/* The text, for tessera_free_text, and its length where `size` is not NULL. NULL of what is no string. */
TESSERA_API char* tessera_get_string(tessera_object* object, size_t* size);
/* False of NIL alone. */
TESSERA_API int tessera_is_true(tessera_object* object);
/* Elements of a proper list or a vector; -1 of other objects. */
TESSERA_API long long tessera_length(tessera_object* object);
TESSERA_API tessera_object* tessera_element(tessera_object* object, size_t i); /* NULL if there is none */
/* As PRIN1 prints it, for tessera_free_text; NULL where that signals an error. */
TESSERA_API char* tessera_text(tessera_object* object);
TESSERA_API void tessera_free_text(char* text);

#ifdef __cplusplus
}
#endif

#endif
