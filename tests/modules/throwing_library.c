// A function of C that is unwound: its frame has the personality of C, as it has a cleanup.
int open_calls = 0;

static void leave(int* calls) { open_calls = *calls; }

void call_with_cleanup(void (*function)(void*), void* argument) {
  __attribute__((cleanup(leave))) int calls = open_calls++;
  function(argument);
}
