// Starts from a trial image in a child process whose image pages are protected, so that each access faults. The first
// trial finds pages; the second, with each object of these pages on its own page, finds objects.
#include "api/start_profile.hpp"

#include <algorithm>
#include <string>

#include "api/image_roots.hpp"
#include "memory/image.hpp"
#include "platform/memory.hpp"
#include "platform/processes.hpp"

namespace tessera {

namespace {

using platform::page_bytes;

/// Calls the function of that name with strings, as an Interpreter does.
bool call_by_name(Vm& vm, const char* name, std::initializer_list<const char*> arguments) {
  const Value function = vm.call_lisp(vm.tessera("%HOST-FUNCTION-NAME"), {vm.make_string(name)});
  if (is_failed(function)) return false;
  std::vector<Value> strings;
  for (const char* text : arguments) strings.push_back(vm.make_string(text));
  return !is_failed(vm.call_lisp(function, strings));
}

/// Runs a start to be watched. Its input is a line.
bool start_from(const std::vector<char>& image, std::size_t page_count, const std::function<bool()>& watch) {
  const std::unique_ptr<Vm> machine = Vm::create();
  Vm& vm = *machine;
  const std::vector<Value> roots = load_image(vm.heap, image);
  const auto is_elsewhere = [page_count](Value v) { return v.is_pointer() && v.address() - image_base >= page_count * page_bytes; };
  if (std::any_of(roots.begin(), roots.end(), is_elsewhere) || !watch()) return false;
  return restore_roots(vm, roots).empty() && call_by_name(vm, "tessera::%set-arguments", {"1"}) &&
         call_by_name(vm, "tessera::%let-errors-end-the-process", {}) && call_by_name(vm, "tessera::%run-form", {"(print (read-line))"});
}

/// Returns for each page of `image` whether a start touches it; nothing if this cannot be determined.
std::vector<bool> pages_of_start(const PackedImage& image) {
  std::size_t page_count = 0;
  for (const PackedImage::Location& p : image.locations)
    page_count = std::max(page_count, static_cast<std::size_t>((p.offset + p.size + page_bytes - 1) / page_bytes));
  return platform::pages_looked_at(reinterpret_cast<char*>(image_base), page_count, "1\n",
                                   [&](const std::function<bool()>& watch) { return start_from(image.bytes, page_count, watch); });
}

std::vector<Value> objects_on(const std::vector<bool>& pages, const PackedImage& image, std::span<const Value> among) {
  std::vector<Value> found;
  for (const PackedImage::Location& p : image.locations) {
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
