// Describes machine code to gdb: an object file in memory, with a symbol for the code and unwind information.
#include "platform/debugger.hpp"

#include <elf.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "platform/posix/unwind_table.hpp"

// Debuggers search for these two names and follow them.
extern "C" {
enum JitAction : std::uint32_t { jit_nothing, jit_register, jit_unregister };
struct JitEntry {
  JitEntry* next;
  JitEntry* previous;
  const char* image;
  std::uint64_t bytes;
};
struct JitDescriptor {
  std::uint32_t version;
  std::uint32_t action;
  JitEntry* relevant;
  JitEntry* first;
};
__attribute__((used, visibility("default"))) JitDescriptor __jit_debug_descriptor = {1, jit_nothing, nullptr, nullptr};  // NOLINT
__attribute__((noinline, used, visibility("default"))) void __jit_debug_register_code() {                                // NOLINT
  asm volatile("" ::: "memory");  // the debugger's breakpoint
}
}

namespace tessera::platform {

namespace {

std::mutex& guard() {  // interpreters on several threads share the debugger's list
  static std::mutex one;
  return one;
}

void notify_debugger(JitAction action, JitEntry* entry) {
  __jit_debug_descriptor.action = action;
  __jit_debug_descriptor.relevant = entry;
  __jit_debug_register_code();
}

enum Section { none, text, frames, symbols, strings, section_count };
constexpr char section_names[] = "\0.text\0.eh_frame\0.symtab\0.strtab";  // of the string table, followed by the symbol's name
constexpr std::uint32_t name_places[] = {0, 1, 7, 17, 25};

struct Image {
  Elf64_Ehdr header;
  Elf64_Shdr sections[section_count];
  CodeUnwindTable unwinding;
  Elf64_Sym table[2];
};

Elf64_Shdr section(Section which, std::uint32_t type, std::uint64_t offset, std::uint64_t bytes) {
  Elf64_Shdr s{};
  s.sh_name = name_places[which];
  s.sh_type = type;
  s.sh_offset = offset;
  s.sh_size = bytes;
  s.sh_addralign = 8;
  return s;
}

Elf64_Ehdr header() {
  Elf64_Ehdr h{};
  std::memcpy(h.e_ident, ELFMAG, SELFMAG);
  h.e_ident[EI_CLASS] = ELFCLASS64;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  h.e_ident[EI_VERSION] = EV_CURRENT;
  h.e_type = ET_EXEC;
#if defined(__aarch64__)
  h.e_machine = EM_AARCH64;
#else
  h.e_machine = EM_X86_64;
#endif
  h.e_version = EV_CURRENT;
  h.e_shoff = offsetof(Image, sections);
  h.e_ehsize = sizeof(Elf64_Ehdr);
  h.e_shentsize = sizeof(Elf64_Shdr);
  h.e_shnum = section_count;
  h.e_shstrndx = strings;
  return h;
}

std::string image_of(const void* begin, std::size_t bytes, const std::string& name) {
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  Image image{};
  image.header = header();
  image.unwinding = unwind_table(begin, bytes);
  image.sections[text] = section(text, SHT_NOBITS, 0, bytes);
  image.sections[text].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  image.sections[text].sh_addr = address;
  image.sections[frames] = section(frames, SHT_PROGBITS, offsetof(Image, unwinding), sizeof image.unwinding);
  image.sections[frames].sh_flags = SHF_ALLOC;
  image.sections[symbols] = section(symbols, SHT_SYMTAB, offsetof(Image, table), sizeof image.table);
  image.sections[symbols].sh_link = strings;
  image.sections[symbols].sh_info = 1;
  image.sections[symbols].sh_entsize = sizeof(Elf64_Sym);
  image.sections[strings] = section(strings, SHT_STRTAB, sizeof image, sizeof section_names + name.size() + 1);
  Elf64_Sym& symbol = image.table[1];
  symbol.st_name = sizeof section_names;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = text;
  symbol.st_value = address;
  symbol.st_size = bytes;
  std::string file(reinterpret_cast<const char*>(&image), sizeof image);
  file.append(section_names, sizeof section_names);
  return file.append(name.c_str(), name.size() + 1);
}

}  // namespace

struct DebuggerEntry::Registered {
  std::string image;
  JitEntry entry{};
};

DebuggerEntry::DebuggerEntry(const void* begin, std::size_t bytes, const std::string& name) : registered_(std::make_unique<Registered>()) {
  registered_->image = image_of(begin, bytes, name);
  JitEntry& entry = registered_->entry;
  entry.image = registered_->image.data();
  entry.bytes = registered_->image.size();
  const std::lock_guard lock(guard());
  entry.next = __jit_debug_descriptor.first;
  if (entry.next != nullptr) entry.next->previous = &entry;
  __jit_debug_descriptor.first = &entry;
  notify_debugger(jit_register, &entry);
}

DebuggerEntry::~DebuggerEntry() {
  JitEntry& entry = registered_->entry;
  const std::lock_guard lock(guard());
  (entry.previous != nullptr ? entry.previous->next : __jit_debug_descriptor.first) = entry.next;
  if (entry.next != nullptr) entry.next->previous = entry.previous;
  notify_debugger(jit_unregister, &entry);
}

}  // namespace tessera::platform
