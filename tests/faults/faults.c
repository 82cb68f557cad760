/* Preloaded into the program: makes a system call fail. TESSERA_FAULT is "NAME N once" or "NAME N always": the Nth call
   of the function NAME fails, or all from the Nth on. TESSERA_FAULT_COUNTS names a file that gets a line NAME COUNT for
   each function that was called, and a line with the number of open descriptors. Calls within the C library do not
   count. stat is left out: PROBE-FILE is NIL for whatever cannot be looked at. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <dirent.h>
#include <poll.h>
#include <unistd.h>

/* Each function: its name, what it returns on failure, and the error. */
#define FUNCTIONS(F) \
  F(mmap, ENOMEM) F(mprotect, ENOMEM) F(open, EMFILE) F(openat, EMFILE) F(read, EIO) F(pread, EIO) F(write, ENOSPC) \
  F(pwrite, ENOSPC) F(close, EIO) F(lseek, EIO) F(fstat, EIO) F(ftruncate, EIO) F(fsync, EIO) \
  F(fdatasync, EIO) F(rename, EACCES) F(renameat, EACCES) F(unlink, EACCES) F(unlinkat, EACCES) F(mkdirat, ENOSPC) \
  F(readlink, EACCES) F(pipe2, EMFILE) F(poll, ENOMEM) F(ppoll, ENOMEM) F(getrandom, ENOSYS) F(socket, EMFILE) \
  F(fdopendir, ENOMEM) F(sigaction, EINVAL) F(fcntl, EINVAL) F(pthread_create, EAGAIN) F(posix_spawnp, ENOMEM)

enum {
#define NAME(name, error) f_##name,
  FUNCTIONS(NAME) f_count
};
static const char* const names[] = {
#define TEXT(name, error) #name,
  FUNCTIONS(TEXT)
};
static const int errors[] = {
#define ERROR(name, error) error,
  FUNCTIONS(ERROR)
};

static atomic_long calls[f_count];
static int chosen = -1, always, ended;
static long nth;

__attribute__((constructor)) static void begin(void) {
  const char* fault = getenv("TESSERA_FAULT");
  char name[64], mode[16];
  if (fault == NULL || sscanf(fault, "%63s %ld %15s", name, &nth, mode) != 3) return;
  always = strcmp(mode, "always") == 0;
  for (int i = 0; i < f_count; ++i)
    if (strcmp(name, names[i]) == 0) chosen = i;
}

__attribute__((destructor)) static void end(void) {
  const char* path = getenv("TESSERA_FAULT_COUNTS");
  ended = 1;
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  for (int i = 0; i < f_count; ++i)
    if (calls[i] != 0) fprintf(file, "%s %ld\n", names[i], (long)calls[i]);
  int open_now = 0;
  for (int d = 0; d < 256; ++d) open_now += fcntl(d, F_GETFD) != -1;
  fprintf(file, "descriptors %d\n", open_now);
  fclose(file);
}

/* True if this call fails; errno is set then. */
static int fails(int function) {
  const long call = ++calls[function];
  if (ended || function != chosen || (always ? call < nth : call != nth)) return 0;
  errno = errors[function];
  return 1;
}

/* Defines the function NAME and its alias for large files, if there is one. */
#define WRAP(result, name, failure, parameters, arguments) \
  result name parameters { \
    static result(*next) parameters; \
    if (next == NULL) next = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
    return fails(f_##name) ? (failure) : next arguments; \
  }
#define WRAP64(result, name, failure, parameters, arguments) \
  WRAP(result, name, failure, parameters, arguments) \
  result name##64 parameters { return name arguments; }

WRAP64(void*, mmap, MAP_FAILED, (void* a, size_t n, int p, int f, int d, off_t o), (a, n, p, f, d, o))
WRAP(int, mprotect, -1, (void* a, size_t n, int p), (a, n, p))
WRAP(ssize_t, read, -1, (int d, void* b, size_t n), (d, b, n))
WRAP64(ssize_t, pread, -1, (int d, void* b, size_t n, off_t o), (d, b, n, o))
WRAP(ssize_t, write, -1, (int d, const void* b, size_t n), (d, b, n))
WRAP64(ssize_t, pwrite, -1, (int d, const void* b, size_t n, off_t o), (d, b, n, o))
WRAP64(off_t, lseek, -1, (int d, off_t o, int w), (d, o, w))
WRAP(int, fstat, -1, (int d, struct stat* s), (d, s))
int fstat64(int d, struct stat64* s) { return fstat(d, (struct stat*)s); }
WRAP64(int, ftruncate, -1, (int d, off_t n), (d, n))
WRAP(int, fsync, -1, (int d), (d))
WRAP(int, fdatasync, -1, (int d), (d))
WRAP(int, rename, -1, (const char* a, const char* b), (a, b))
WRAP(int, renameat, -1, (int x, const char* a, int y, const char* b), (x, a, y, b))
WRAP(int, unlink, -1, (const char* p), (p))
WRAP(int, unlinkat, -1, (int d, const char* p, int f), (d, p, f))
WRAP(int, mkdirat, -1, (int d, const char* p, mode_t m), (d, p, m))
WRAP(ssize_t, readlink, -1, (const char* p, char* b, size_t n), (p, b, n))
WRAP(int, pipe2, -1, (int p[2], int f), (p, f))
WRAP(int, poll, -1, (struct pollfd * p, nfds_t n, int t), (p, n, t))
WRAP(int, ppoll, -1, (struct pollfd * p, nfds_t n, const struct timespec* t, const sigset_t* s), (p, n, t, s))
WRAP(ssize_t, getrandom, -1, (void* b, size_t n, unsigned f), (b, n, f))
WRAP(int, socket, -1, (int d, int t, int p), (d, t, p))
WRAP(DIR*, fdopendir, NULL, (int d), (d))
WRAP(int, sigaction, -1, (int s, const struct sigaction* a, struct sigaction* o), (s, a, o))
WRAP(int, pthread_create, EAGAIN, (pthread_t * t, const pthread_attr_t* a, void* (*f)(void*), void* x), (t, a, f, x))
WRAP(int, posix_spawnp, ENOMEM,
     (pid_t * p, const char* f, const posix_spawn_file_actions_t* a, const posix_spawnattr_t* t, char* const v[], char* const e[]),
     (p, f, a, t, v, e))

/* What close reports is an error of an earlier write: the descriptor is closed nevertheless. */
int close(int d) {
  static int (*next)(int);
  if (next == NULL) next = (int (*)(int))dlsym(RTLD_NEXT, "close");
  const int result = next(d);
  return fails(f_close) ? -1 : result;
}

#define WRAP_OPEN(name, parameters, arguments) \
  int name parameters { \
    static int(*next) parameters; \
    if (next == NULL) next = (int(*) parameters)dlsym(RTLD_NEXT, #name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    return fails(f_##name) ? -1 : next arguments; \
  }
WRAP_OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
WRAP_OPEN(openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
#define WRAP_OPEN64(name, twin, parameters, arguments) \
  int name parameters { \
    va_list rest; \
    va_start(rest, flags); \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    return twin arguments; \
  }
WRAP_OPEN64(open64, open, (const char* path, int flags, ...), (path, flags, mode))
WRAP_OPEN64(openat64, openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

int fcntl(int d, int command, ...) {
  static int (*next)(int, int, ...);
  if (next == NULL) next = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl");
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return fails(f_fcntl) ? -1 : next(d, command, argument);
}
int fcntl64(int d, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return fcntl(d, command, argument);
}
