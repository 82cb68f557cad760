/* Tessera for C and for foreign functions of other languages: the same core as tessera.hpp, without exceptions.
 *
 *     tessera_interpreter* lisp = tessera_new(NULL);
 *     tessera_object* sum = tessera_eval(lisp, "(+ 1 2)", NULL);
 *     long long n;
 *     if (sum != NULL && tessera_get_integer(sum, &n)) printf("%lld\n", n);
 *     else fprintf(stderr, "%s: %s\n", tessera_error_class(lisp), tessera_error_message(lisp));
 *     tessera_release(sum);
 *     tessera_free(lisp);
 *
 * Text is UTF-8 and ends with a 0. A function that returns a tessera_object* returns a reference that the caller owns
 * and ends with tessera_release, or NULL if it failed: tessera_error_class and the others then tell why, until the next
 * call. Functions fail, too, if an object or interpreter is NULL, so that failures propagate. One thread at a time uses
 * an interpreter; other threads may only interrupt or cancel. */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>

#include "tessera/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tessera_interpreter tessera_interpreter;
typedef struct tessera_object tessera_object;

/* What scripts may use of the system, as bits. Lisp functions that need another permission signal an error. */
typedef enum tessera_permission {
  TESSERA_READ_FILES = 1,
  TESSERA_WRITE_FILES = 2,  /* and reading */
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) TESSERA_##constant = bit,
#include "tessera/permissions.def" /* TESSERA_ENVIRONMENT, TESSERA_CLOCK, ...: the table says what they permit */
#undef TESSERA_PERMISSION
} tessera_permission;

/* Options of an interpreter: 0 and NULL, as in `tessera_options options = {0}`, are the defaults. */
typedef struct tessera_options {
  size_t heap_limit_bytes;
  size_t stack_limit_words;
  unsigned long long step_limit, nanosecond_limit; /* for each evaluation; 0: no limit */
  int sandboxed;           /* true: scripts have no permission and no input; false: all permissions but TESSERA_SHARED_OBJECTS */
  unsigned permit, forbid; /* permissions to add and to remove */
  const char* folder;      /* the only folder whose files scripts may use; symbolic links in it are not followed. NULL: anywhere */
  /* Receives what Lisp writes to *STANDARD-OUTPUT* and *ERROR-OUTPUT*; in pieces, the last of them before the host's
   * call returns. NULL: to the process's output. They may not call Lisp. */
  void (*output)(void* data, const char* text, size_t size);
  void (*error_output)(void* data, const char* text, size_t size);
  /* Returns the next piece of *STANDARD-INPUT*, valid until the next call; of size 0 at the end. */
  const char* (*input)(void* data, size_t* size);
  void* stream_data;      /* the first argument of these */
  const char* image_path; /* an image file in place of the built-in image */
  char* error_buffer;        /* a buffer of error_buffer_size bytes for the reason if tessera_new fails; or NULL */
  size_t error_buffer_size;
} tessera_options;

/* A function of the host, for Lisp. The arguments are lent: tessera_keep those that you need later. It returns a
 * reference, or NULL for NIL or after tessera_fail. If a call that it made returned NULL and tessera_is_unwinding, it
 * should return at once. */
typedef tessera_object* (*tessera_function)(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments);

/* --- interpreters */

/* Returns NULL if memory or address space is short, or the folder or image is missing. `options` may be NULL. */
TESSERA_API tessera_interpreter* tessera_new(const tessera_options* options);
/* If one of its functions calls this, the evaluation ends first, and fails. Release remaining references before or
 * after; reading their objects fails. */
TESSERA_API void tessera_free(tessera_interpreter* lisp);
TESSERA_API const char* tessera_version(void);
/* Returns the permissions of scripts: bits of tessera_permissions. */
TESSERA_API unsigned tessera_permissions(const tessera_interpreter* lisp);
/* Limits the evaluations that begin from now on; 0: no limit. */
TESSERA_API void tessera_set_limits(tessera_interpreter* lisp, unsigned long long steps, unsigned long long nanoseconds);
/* Verifies all objects and the state between evaluations: returns "" or what is wrong; for tessera_free_text. NULL
 * while one runs. */
TESSERA_API char* tessera_self_check(tessera_interpreter* lisp);

/* --- evaluation */

/* Returns the value of the last form of `source`; `name` (NULL: "eval") names the source in positions. */
TESSERA_API tessera_object* tessera_eval(tessera_interpreter* lisp, const char* source, const char* name);
/* True if all of it was loaded. */
TESSERA_API int tessera_load(tessera_interpreter* lisp, const char* path);
/* Calls the function of the symbol read from `name`. */
TESSERA_API tessera_object* tessera_call(tessera_interpreter* lisp, const char* name, size_t count, tessera_object* const* arguments);
TESSERA_API tessera_object* tessera_apply(tessera_interpreter* lisp, tessera_object* function, size_t count,
                                          tessera_object* const* arguments);
/* Makes the running evaluation signal an interrupt. Callable from any thread. */
TESSERA_API void tessera_interrupt(tessera_interpreter* lisp);
/* Ends the running evaluation, which no script can prevent: it fails with the class "LIMIT-REACHED", as at a limit of
 * steps or time. Callable from any thread. */
TESSERA_API void tessera_cancel(tessera_interpreter* lisp);

/* Handles interrupts and limits; long-running functions call it every few milliseconds. False: the evaluation leaves
 * the function, which should return at once. */
TESSERA_API int tessera_poll(tessera_interpreter* lisp);
/* True if tessera_poll has something to handle. Cheap; runs nothing. */
TESSERA_API int tessera_poll_is_due(const tessera_interpreter* lisp);

/* Describe the last failure: "" if there was none. */
TESSERA_API const char* tessera_error_class(const tessera_interpreter* lisp);
TESSERA_API const char* tessera_error_message(const tessera_interpreter* lisp);
TESSERA_API const char* tessera_error_backtrace(const tessera_interpreter* lisp);
/* Returns the condition, a new reference; NULL if there is none. */
TESSERA_API tessera_object* tessera_error_condition(tessera_interpreter* lisp);
/* True if the last call failed because a non-local exit leaves the function that made it. */
TESSERA_API int tessera_is_unwinding(const tessera_interpreter* lisp);

/* --- functions for Lisp */

/* Makes `function` the global function of the symbol `name`, called with `data`; `lambda_list` ("x &optional y")
 * determines the number of arguments. Returns true if it succeeded. */
TESSERA_API int tessera_define(tessera_interpreter* lisp, const char* name, const char* lambda_list, tessera_function function, void* data);
/* Makes the running function signal a condition of that class ("SIMPLE-ERROR") when it returns. Returns NULL, to be
 * returned. */
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

/* Return false and leave the result unchanged if the object has another type or is too large. */
TESSERA_API int tessera_get_integer(tessera_object* object, long long* n);
TESSERA_API int tessera_get_double(tessera_object* object, double* d);
/* Returns the text, for tessera_free_text, and its length unless `size` is NULL. NULL for objects other than
 * strings. */
TESSERA_API char* tessera_get_string(tessera_object* object, size_t* size);
/* False only for NIL. */
TESSERA_API int tessera_is_true(tessera_object* object);
/* Returns the number of elements of a proper list or a vector; -1 for other objects. */
TESSERA_API long long tessera_length(tessera_object* object);
TESSERA_API tessera_object* tessera_element(tessera_object* object, size_t i); /* NULL if there is none */
/* Returns what PRIN1 prints, for tessera_free_text; NULL if that signals an error. */
TESSERA_API char* tessera_text(tessera_object* object);
TESSERA_API void tessera_free_text(char* text);

#ifdef __cplusplus
}
#endif

#endif
