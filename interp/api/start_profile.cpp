// Starts from a trial image in a child process whose pages of that image cannot be touched without our noticing. The first trial finds
// pages; the second, with each object of those on a page of its own, finds objects.
#include "api/start_profile.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "api/image_roots.hpp"
#include "memory/image.hpp"

namespace tessera {

namespace {

constexpr std::size_t page_bytes = 4096;

/// A byte for each page of the image, which the child sets and the parent reads. Static, because a signal handler has no arguments.
unsigned char* touched = nullptr;
std::size_t page_count = 0;

void on_touch(int, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const std::size_t page = (address - image_base) / page_bytes;
  if (address < image_base || page >= page_count) _exit(1);
  touched[page] = 1;
  mprotect(reinterpret_cast<void*>(image_base + page * page_bytes), page_bytes, PROT_READ | PROT_WRITE);
}

bool watch_image() {
  struct sigaction action {};
  action.sa_sigaction = on_touch;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  return sigaction(SIGSEGV, &action, nullptr) == 0 && sigaction(SIGBUS, &action, nullptr) == 0 &&
         mprotect(reinterpret_cast<void*>(image_base), page_count * page_bytes, PROT_NONE) == 0;
}

/// Call the function of that name with strings, as an Interpreter does.
bool call_by_name(Vm& vm, const char* name, std::initializer_list<const char*> arguments) {
  const Value f = vm.call_lisp(vm.tessera("%HOST-RUN"), {vm.tessera("%HOST-FUNCTION"), vm.make_string(name)});
  if (is_failed(f) || vm.value_count < 2) return false;
  const Value function = vm.mv[1];
  std::vector<Value> strings;
  for (const char* text : arguments) strings.push_back(vm.make_string(text));
  return !is_failed(vm.call_lisp(function, strings));
}

/// The child's work. Its input is a line, its output is nowhere.
bool start_from(const std::vector<char>& image) {
  int input[2];
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || pipe(input) != 0 || write(input[1], "1\n", 2) != 2) return false;
  dup2(input[0], STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  Vm vm;
  const std::vector<Value> roots = load_image(vm.heap, image);
  const auto is_elsewhere = [](Value v) { return v.is_pointer() && v.address() - image_base >= page_count * page_bytes; };
  if (roots.empty() || std::any_of(roots.begin(), roots.end(), is_elsewhere) || !watch_image()) return false;
  restore_roots(vm, roots);
  return call_by_name(vm, "tessera::%set-arguments", {"1"}) && call_by_name(vm, "tessera::%let-errors-end-the-process", {}) &&
         call_by_name(vm, "tessera::%run-form", {"(print (read-line))"});
}

/// Whether a start from `image` looks at it, page by page; nothing if that could not be found out.
std::vector<bool> pages_of_start(const PackedImage& image) {
  page_count = 0;
  for (const PackedImage::Place& p : image.places) page_count = std::max(page_count, (p.offset + p.size + page_bytes - 1) / page_bytes);
  void* const shared = mmap(nullptr, page_count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return {};
  touched = static_cast<unsigned char*>(shared);
  const pid_t child = fork();
  if (child == 0) _exit(start_from(image.bytes) ? 0 : 1);
  int status = -1;
  if (child > 0) waitpid(child, &status, 0);
  std::vector<bool> pages;
  if (status == 0) pages.assign(touched, touched + page_count);
  munmap(shared, page_count);
  return pages;
}

std::vector<Value> objects_on(const std::vector<bool>& pages, const PackedImage& image, std::span<const Value> among) {
  std::vector<Value> found;
  for (const PackedImage::Place& p : image.places) {
    const auto first = pages.begin() + static_cast<std::ptrdiff_t>(p.offset / page_bytes);
    const auto last = pages.begin() + static_cast<std::ptrdiff_t>((p.offset + p.size - 1) / page_bytes);
    if (std::find(first, last + 1, true) <= last) found.push_back(p.original);
  }
  if (among.empty()) return found;
  std::vector<Value> both;
  const auto less = [](Value a, Value b) { return a.bits() < b.bits(); };
  std::vector<Value> sorted(among.begin(), among.end());
  std::sort(sorted.begin(), sorted.end(), less);
  std::copy_if(found.begin(), found.end(), std::back_inserter(both),
               [&](Value v) { return std::binary_search(sorted.begin(), sorted.end(), v, less); });
  return both;
}

}  // namespace

std::vector<Value> objects_of_start(std::span<const Value> roots) {
  const PackedImage dense = make_image(roots);
  const std::vector<bool> pages = pages_of_start(dense);
  if (pages.empty()) return {};
  const std::vector<Value> candidates = objects_on(pages, dense, {});
  const PackedImage sparse = make_image(roots, {.first = candidates, .apart = true});
  const std::vector<bool> sparse_pages = pages_of_start(sparse);
  return sparse_pages.empty() ? candidates : objects_on(sparse_pages, sparse, candidates);
}

}  // namespace tessera
