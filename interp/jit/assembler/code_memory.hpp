// Memory for machine code: never writable and executable at once. Layer: jit.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace tessera {

class CodeMemory {
 public:
  /// Reserves address space; unused parts take no memory.
  explicit CodeMemory(std::size_t bytes);
  ~CodeMemory();
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  /// A cache line: with less, the same code was up to a fifth slower at some addresses.
  static constexpr std::size_t alignment = 64;
  const char* begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  /// Copies the code and returns its address; nullptr if there is no room, or the system does not let it be executed.
  char* keep(const char* code, std::size_t bytes);
  /// Frees code, together with the free blocks beside it: else the blocks would become ever smaller.
  void release(char* p, std::size_t bytes);

 private:
  char* allocate(std::size_t bytes);
  void add_free(char* p, std::size_t bytes);
  void take_free(std::map<char*, std::size_t>::iterator block);
  bool write(char* to, const char* code, std::size_t bytes);
  static std::size_t rounded(std::size_t bytes) { return (bytes + alignment - 1) & ~(alignment - 1); }

  char* begin_ = nullptr;
  std::size_t bytes_ = 0, bump_ = 0;
  bool is_used_ = false;                                  ///< there has been code that could be executed
  std::map<char*, std::size_t> free_;                     ///< the sizes of free blocks, none beside another
  std::set<std::pair<std::size_t, char*>> free_by_size_;  ///< the same blocks
};

}  // namespace tessera
