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
 * NULL where it failed: then tessera_error_class and the others tell why, until the next call. What is given NULL for an object or an
 * interpreter fails, too, so that failures may be passed on. An interpreter belongs to one thread at a time; only tessera_interrupt and tessera_cancel may be called from others. */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>

#include "tessera/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tessera_interpreter tessera_interpreter;
typedef struct tessera_object tessera_object;

/* What scripts may have of the system, as bits. The functions of Lisp that need another are refused. */
typedef enum tessera_permission {
  TESSERA_READ_FILES = 1,
  TESSERA_WRITE_FILES = 2,  /* and read */
  TESSERA_ENVIRONMENT = 4,  /* variables, names of the machine and the user, the time zone */
  TESSERA_CLOCK = 8,
  TESSERA_NETWORK = 16,        /* for modules */
  TESSERA_SHARED_OBJECTS = 32, /* (require "name") may find a name.so, and run what is in it */
  TESSERA_PROCESSES = 64,
  TESSERA_QUIT = 128,        /* of the whole process */
  TESSERA_REDEFINITION = 256, /* of what COMMON-LISP and TESSERA have */
  TESSERA_THREADS = 512       /* of Lisp, each on one of the system's; one at a time runs */
} tessera_permission;

/* What an interpreter is made with: 0 and NULL, as in `tessera_options options = {0}`, are what is usual. */
typedef struct tessera_options {
  size_t heap_limit_bytes;
  size_t stack_limit_words;
  unsigned long long step_limit, nanosecond_limit; /* of each evaluation; 0: none */
  int sandboxed;           /* true: scripts have no permission and no input; false: all permissions but TESSERA_SHARED_OBJECTS */
  unsigned permit, forbid; /* permissions that are added to these, and taken away */
  const char* folder;      /* where all files are that scripts may use; symbolic links in it are not followed. NULL: anywhere */
  /* Where what Lisp writes to *STANDARD-OUTPUT* and *ERROR-OUTPUT* goes; in pieces, the last of them before the host's call returns. NULL:
   * to the process's output. They may not call Lisp. */
  void (*output)(void* data, const char* text, size_t size);
  void (*error_output)(void* data, const char* text, size_t size);
  /* The next piece of *STANDARD-INPUT*, which is to stay until the next call; of size 0 at the end. */
  const char* (*input)(void* data, size_t* size);
  void* stream_data;      /* the first argument of these */
  const char* image_path; /* an image file in place of the built-in one */
  char* complaint;        /* where tessera_new, if it fails, says why, in up to complaint_size bytes; or NULL */
  size_t complaint_size;
} tessera_options;

/* A function of the host, for Lisp. The arguments are lent: tessera_keep those that are to last. It returns a reference, or NULL: for NIL,
 * or after tessera_fail. Where a call that it made has returned NULL and tessera_is_unwinding, it should return at once. */
typedef tessera_object* (*tessera_function)(tessera_interpreter* lisp, void* data, size_t count, tessera_object* const* arguments);

/* --- interpreters */

/* NULL if there is too little memory or address space, or no such folder or image. `options` may be NULL. */
TESSERA_API tessera_interpreter* tessera_new(const tessera_options* options);
/* If one of its functions calls this, the evaluation ends first, and fails. References that are left are to be released, before or after that;
 * what looks at their objects fails. */
TESSERA_API void tessera_free(tessera_interpreter* lisp);
TESSERA_API const char* tessera_version(void);
/* What scripts may have: tessera_permissions. */
TESSERA_API unsigned tessera_permissions(const tessera_interpreter* lisp);
/* Limit the evaluations that begin from now on; 0: not. */
TESSERA_API void tessera_set_limits(tessera_interpreter* lisp, unsigned long long steps, unsigned long long nanoseconds);
/* What is wrong with its objects, or was left behind by evaluations: "", to be freed by tessera_free_text. NULL, a failure, while one runs. */
TESSERA_API char* tessera_self_check(tessera_interpreter* lisp);

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

/* For functions that take long, every few milliseconds: handle interrupts, and heed limits. False: the evaluation leaves the function, which
 * should return at once. */
TESSERA_API int tessera_poll(tessera_interpreter* lisp);
/* True if something waits to be done by tessera_poll. Cheap, and runs nothing. */
TESSERA_API int tessera_poll_is_due(const tessera_interpreter* lisp);

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
