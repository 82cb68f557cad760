// OPEN: its arguments, and the file that it opens. Compiled for size.
#include <algorithm>
#include <cerrno>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/integers.hpp"
#include "data/pathnames/logical.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/files.hpp"
#include "runtime/file_access.hpp"
#include "runtime/waiting.hpp"

namespace tessera {

namespace {

bool absent(Value v) { return v == UNSUPPLIED; }

struct OpenRequest {
  Value pathname = NIL;
  Value name = NIL;  ///< the stream's name: `pathname`, or the logical one that it came from
  std::string path;
  bool input = false, output = false, probe = false;
  std::string if_exists, if_does_not_exist;
  OpenFile file;
};

std::string keyword_text(Runtime& rt, Value v) { return Runtime::is_symbol(v) ? rt.to_utf8(rt.symbol(v)->name) : std::string(); }

using Choices = std::initializer_list<const char*>;

/// Takes one of `choices`, keywords or NIL; false, with a TYPE-ERROR, if `v` is not among them.
bool take_choice(Runtime& rt, Value v, Choices choices, std::string& out) {
  std::vector<Value> member{rt.cl("MEMBER")};
  for (const char* c : choices) {
    const Value choice = c == std::string_view("NIL") ? NIL : rt.keyword(c);
    if (v == choice) return out = c, true;
    member.push_back(choice);
  }
  rt.fail_type(v, rt.list(member));
  return false;
}

bool take_direction(Runtime& rt, Value v, OpenRequest& r) {
  std::string d = "INPUT";
  if (!absent(v) && !take_choice(rt, v, {"INPUT", "OUTPUT", "IO", "PROBE"}, d)) return false;
  r.input = d == "INPUT" || d == "IO";
  r.output = d == "OUTPUT" || d == "IO";
  r.probe = d == "PROBE";
  return true;
}

bool one_of(const std::string& s, Choices choices) {
  return std::any_of(choices.begin(), choices.end(), [&](const char* c) { return s == c; });
}

bool take_existence(Runtime& rt, Value given, Value exists, Value missing, OpenRequest& r) {
  r.if_exists = pathname_of(given)->version == rt.keyword("NEWEST") ? "NEW-VERSION" : "ERROR";
  if (!absent(exists) &&
      !take_choice(rt, exists, {"ERROR", "NEW-VERSION", "RENAME", "RENAME-AND-DELETE", "OVERWRITE", "APPEND", "SUPERSEDE", "NIL"},
                   r.if_exists))
    return false;
  const bool creates = r.output && r.if_exists != "OVERWRITE" && r.if_exists != "APPEND";
  const char* fallback = r.probe ? "NIL" : creates ? "CREATE" : "ERROR";
  r.if_does_not_exist = fallback;
  return absent(missing) || take_choice(rt, missing, {"ERROR", "CREATE", "NIL"}, r.if_does_not_exist);
}

/// Returns the number of bits for integers up to `high`.
unsigned bits_of(Value high, bool is_signed) {
  const auto n = to_int64(high);
  if (!n) return 64;
  unsigned bits = 0;
  for (std::uint64_t u = static_cast<std::uint64_t>(*n < 0 ? ~*n : *n); u != 0; u >>= 1) ++bits;
  return std::max(1u, bits + (is_signed ? 1 : 0));
}

/// Takes (unsigned-byte 8), (signed-byte 16), (integer 0 255), (mod 256), bit, unsigned-byte, signed-byte or integer.
bool take_byte_type(Runtime& rt, Value type, OpenFile& file) {
  const Value head = type.is_cons() ? type.as_cons()->car : type;
  const Value rest = type.is_cons() ? type.as_cons()->cdr : NIL;
  const Value first = rest.is_cons() ? rest.as_cons()->car : NIL;
  file.element_signed = head == rt.sym(Known::signed_byte) || (head == rt.sym(Known::integer) && is_nil(rest));
  if (head == rt.sym(Known::bit)) return file.element_bits = 1, true;
  if (head == rt.sym(Known::mod) && first.is_fixnum())
    return file.element_bits = bits_of(Value::fixnum(first.as_fixnum() - 1), false), true;
  if (head == rt.sym(Known::integer) && rest.is_cons() && rest.as_cons()->cdr.is_cons()) {
    const Value high = rest.as_cons()->cdr.as_cons()->car;
    file.element_signed = first.is_fixnum() && first.as_fixnum() < 0;
    file.element_bits = std::max(bits_of(first, file.element_signed), bits_of(high, file.element_signed));
    return true;
  }
  if (head != rt.sym(Known::unsigned_byte) && head != rt.sym(Known::signed_byte) && head != rt.sym(Known::integer)) return false;
  if (first.is_fixnum() && (first.as_fixnum() < 1 || first.as_fixnum() > 65536)) return false;
  file.element_bits = first.is_fixnum() ? static_cast<unsigned>(first.as_fixnum()) : 8;
  return true;
}

/// False if only SUBTYPEP could interpret `type`.
bool take_element_type(Runtime& rt, Value type, OpenRequest& r) {
  if (absent(type) || type == rt.sym(Known::character) || type == rt.sym(Known::base_char) || type == rt.keyword("DEFAULT") ||
      type == rt.cl("STANDARD-CHAR") || type == rt.cl("EXTENDED-CHAR"))
    return true;
  return take_byte_type(rt, type, r.file);
}

bool take_format(Runtime& rt, Value format, OpenRequest& r) {
  const Value head = format.is_cons() ? format.as_cons()->car : format;
  const std::string name = absent(format) ? "DEFAULT" : keyword_text(rt, head);
  r.file.latin1 = one_of(name, {"LATIN-1", "LATIN1", "ISO-8859-1", "ISO8859-1"});
  if (r.file.latin1 || one_of(name, {"DEFAULT", "UTF-8", "UTF8", "ASCII", "US-ASCII"})) return true;
  rt.fail_simple(Known::simple_error, "there is no external format ~S", {format});
  return false;
}

/// Returns the result that :IF-EXISTS and :IF-DOES-NOT-EXIST require without opening: NIL or FAILED; UNBOUND: open the
/// file.
Value settle_existence(Runtime& rt, const OpenRequest& r, bool exists) {
  if (!exists && r.if_does_not_exist == "ERROR") return fail_file(rt, r.pathname, "open", ENOENT);
  if (!exists && r.if_does_not_exist == "NIL") return NIL;
  if (exists && r.output && r.if_exists == "ERROR") return fail_file(rt, r.pathname, "open", EEXIST);
  if (exists && r.output && r.if_exists == "NIL") return NIL;
  return UNBOUND;
}

bool keeps_text(const OpenRequest& r) { return r.if_exists == "APPEND" || r.if_exists == "OVERWRITE"; }

unsigned open_flags(const OpenRequest& r, bool exists) {
  unsigned flags = exists ? 0U : unsigned{platform::open_creating};
  if (r.input || !r.output) flags |= platform::open_reading;
  if (!r.output) return flags;
  flags |= platform::open_writing;
  if (r.if_exists == "APPEND") flags |= platform::open_appending;
  return keeps_text(r) || !exists ? flags : flags | platform::open_truncating;
}

/// Renames the file that a new one replaces, until the stream is closed. If it cannot be renamed, OPEN truncates it;
/// with :IF-EXISTS :RENAME that is a failure, and the result is false.
bool set_aside(Runtime& rt, OpenRequest& r, unsigned& permissions) {
  platform::FileInfo info;
  std::string name;
  if (!rt.files->look_at(r.path, info) || info.kind != platform::FileKind::file || !rt.files->true_name(r.path, name)) return true;
  const bool stays = r.if_exists == "RENAME";
  std::string other = name + (stays ? ".bak" : "~0~");
  for (int n = 1; !stays && rt.files->exists(other); ++n) other = name + "~" + std::to_string(n) + "~";
  if (!rt.files->rename(name, other)) return !stays;
  permissions = info.permissions;
  r.file.restore_or_remove_old_file = [&rt, name, other, stays](bool back) {
    if (back) rt.files->rename(other, name);
    else if (!stays) rt.files->remove(other);
  };
  return true;
}

/// Opens the file; waits for a reader of a pipe. False: an interrupt or the host ends the wait.
bool open_file(Runtime& rt, OpenRequest& r, unsigned flags) {
  constexpr std::uint64_t nap = 20000000;  // nanoseconds
  for (;;) {
    r.file.fd = rt.files->open(r.path, flags);
    if (r.file.fd >= 0 || errno != ENXIO || !rt.files->is_pipe(r.path)) return true;
    if (wait_for(rt, {.nanoseconds = nap}) != WaitResult::timed_out) return false;
  }
}

Value open_requested(Runtime& rt, OpenRequest& r, Value element_type) {
  const bool exists = rt.files->exists(r.path);
  const Value settled = settle_existence(rt, r, exists);
  if (settled != UNBOUND) return settled;
  unsigned permissions = 0;
  if (exists && r.output && !keeps_text(r) && !set_aside(rt, r, permissions)) return fail_file(rt, r.pathname, "rename", errno);
  if (!open_file(rt, r, open_flags(r, exists && !r.file.restore_or_remove_old_file))) return rt.fail_interrupted();
  if (r.file.fd < 0) {
    const int why = errno;
    if (r.file.restore_or_remove_old_file) r.file.restore_or_remove_old_file(true);
    return fail_file(rt, r.pathname, "open", why);
  }
  if (r.file.restore_or_remove_old_file) platform::set_permissions(r.file.fd, permissions);
  if (r.output && r.if_exists == "APPEND" && platform::seek_file(r.file.fd, 0, platform::SeekFrom::end) < 0 && errno != ESPIPE) {
    const int why = errno;
    platform::close_file(r.file.fd);
    return fail_file(rt, r.pathname, "find the end of", why);
  }
  r.file.created = !exists;
  r.file.path = r.path;
  std::int64_t flags = r.input ? std::int64_t{stream_input} : 0;
  if (r.output) flags |= stream_output;
  if (r.file.element_bits > 0) flags |= stream_binary;
  const Value stream = make_file_stream(rt, std::move(r.file), flags, r.name);
  if (!absent(element_type) && element_type != rt.keyword("DEFAULT")) rt.heap.write(&stream_of(stream)->second, element_type);
  if (r.probe) close_stream(rt, stream, false);
  return stream;
}

Value open_builtin(Runtime& rt, Args a) {
  enum { k_direction, k_element_type, k_exists, k_missing, k_format };
  static constexpr std::string_view names[] = {"DIRECTION", "ELEMENT-TYPE", "IF-EXISTS", "IF-DOES-NOT-EXIST", "EXTERNAL-FORMAT"};
  Value keys[5];
  if (!parse_keys(rt, a.from(1), names, keys)) return FAILED;
  OpenRequest r;
  r.pathname = file_to_open(rt, a[0], r.path);
  TESSERA_TRY(r.pathname);
  const Value given = pathname_designator(rt, a[0]);
  r.name = is_logical_pathname(given) ? merge_pathnames(rt, given, default_pathname(rt), NIL) : r.pathname;
  if (!take_direction(rt, keys[k_direction], r) || !take_existence(rt, given, keys[k_exists], keys[k_missing], r) ||
      !take_format(rt, keys[k_format], r))
    return FAILED;
  if (!take_element_type(rt, keys[k_element_type], r))
    return rt.tail_call(global_function(rt, rt.tessera("%OPEN-WITH-ELEMENT-TYPE")), {rt.list(std::span(a.values, a.count))});
  if (!r.probe && rt.files->is_directory(r.path)) return fail_file(rt, r.pathname, "open", EISDIR);
  return open_requested(rt, r, keys[k_element_type]);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::open>() {
  static const Builtin table[] = {
      {"OPEN", "filespec &key direction element-type if-exists if-does-not-exist external-format", open_builtin,
       "Opens a file and returns a stream for it. DIRECTION is :INPUT, :OUTPUT, :IO or :PROBE. IF-EXISTS, for output, is :ERROR, :SUPERSEDE, :APPEND, :OVERWRITE, :RENAME or NIL; IF-DOES-NOT-EXIST is :ERROR, :CREATE or NIL. Where NIL applies, returns NIL; where :ERROR applies, or the system refuses, signals a FILE-ERROR.",
       Permission::read_files},
  };
  return table;
}

}  // namespace tessera
