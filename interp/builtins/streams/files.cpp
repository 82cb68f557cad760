// Natives on files: positions, bytes and sequences, and the file system. Compiled for size.
#include <algorithm>
#include <bit>
#include <cerrno>

#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/system/universal_time.hpp"
#include "data/numbers/integers.hpp"
#include "data/numbers/numbers.hpp"
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/strings.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/environment.hpp"
#include "platform/files.hpp"
#include "runtime/file_access.hpp"

namespace tessera {

namespace {

using platform::SeekFrom;

// --- positions

/// Returns the stream that answers for `v`; FAILED if that is closed or not a stream.
Value open_answering_stream(Runtime& rt, Value v) {
  v = as_stream(v);
  if (!is_stream(v)) return rt.fail_type(v, Known::stream);
  for (const Value s : {v, answering_stream(rt, v)}) {
    if (s == UNBOUND) break;
    if (!is_stream(s)) return rt.fail_type(s, Known::stream);
    if (!stream_of(s)->has(stream_open)) return fail_stream(rt, s, "the stream ~S is closed", {s});
  }
  return answering_stream(rt, v);
}

bool is_file(Value v) { return is_stream(v) && stream_of(v)->kind() == StreamKind::file; }

Value file_length(Runtime& rt, Args a) {
  const Value stream = open_answering_stream(rt, a[0]);
  TESSERA_TRY(stream);
  if (stream == UNBOUND) return Value::fixnum(0);
  if (!is_file(stream)) return rt.fail_type(a[0], rt.cl("FILE-STREAM"));
  OpenFile& f = file_of(rt, stream_of(stream));
  rt.streams->flush(f);
  platform::FileInfo info;
  if (!platform::look_at_file(f.fd, info)) return fail_file(rt, stream_of(stream)->first, "look at", errno);
  return make_integer(rt, info.bytes / f.element_bytes());
}

/// Moves to a position in a string. Returns T, or NIL unless `p` is a valid position.
Value set_string_position(Stream* s, Value p) {
  if (s->kind() != StreamKind::string_input || !p.is_fixnum() || p.as_fixnum() > s->limit.as_fixnum()) return NIL;
  s->position = p;
  return T;
}

/// Moves to `position`, an integer or :END. Returns T if that was possible.
Value set_file_position(Runtime& rt, OpenFile& f, Value position) {
  rt.streams->flush(f);
  f.in.clear();
  f.in_position = f.last_position = 0;
  if (position == rt.keyword("END")) return boolean(platform::seek_file(f.fd, 0, SeekFrom::end) >= 0);
  const auto p = to_int64(position);
  return boolean(p && *p <= INT64_MAX / f.element_bytes() && platform::seek_file(f.fd, *p * f.element_bytes(), SeekFrom::begin) >= 0);
}

Value file_position(Runtime& rt, Args a) {
  const Value stream = open_answering_stream(rt, a[0]);
  TESSERA_TRY(stream);
  Value to = a.get(1, UNSUPPLIED);
  const bool named = to == rt.keyword("START") || to == rt.keyword("END");
  if (to != UNSUPPLIED && !named && !(is_integer(to) && integer_sign(to) >= 0))
    return rt.fail_type(to, rt.list({rt.sym(Known::or_), rt.sym(Known::unsigned_byte),
                                     rt.list({rt.cl("MEMBER"), rt.keyword("START"), rt.keyword("END")})}));
  if (to == rt.keyword("START")) to = Value::fixnum(0);
  if (stream == UNBOUND) return to == UNSUPPLIED ? Value::fixnum(0) : NIL;
  Stream* s = stream_of(stream);
  if (s->kind() == StreamKind::gray)
    return rt.tail_call(global_function(rt, rt.tessera("%GRAY-FILE-POSITION")), {s->first, to == UNSUPPLIED ? NIL : to});
  if (s->kind() == StreamKind::string_input || s->kind() == StreamKind::string_output)
    return to == UNSUPPLIED ? s->position : set_string_position(s, to == rt.keyword("END") ? s->limit : to);
  if (s->kind() != StreamKind::file) return NIL;
  OpenFile& f = file_of(rt, s);
  if (to != UNSUPPLIED) return set_file_position(rt, f, to);
  const std::int64_t at = platform::seek_file(f.fd, 0, SeekFrom::here);
  if (at < 0) return NIL;
  const auto ahead = static_cast<std::int64_t>(f.in.size() - f.in_position);
  return make_integer(rt, (at - ahead + static_cast<std::int64_t>(f.out.size())) / f.element_bytes());
}

Value file_string_length(Runtime& rt, Args a) {
  StringView text;
  char32_t c = 0;
  if (a[1].is_character()) {
    c = a[1].as_character();
    text = {&c, 1};
  } else if (!string_view_of_any(a[1], text)) {
    return rt.fail_type(a[1], Known::string);
  }
  const Value stream = open_answering_stream(rt, a[0]);
  TESSERA_TRY(stream);
  if (stream == UNBOUND) return Value::fixnum(1);
  const bool latin1 = is_file(stream) && file_of(rt, stream_of(stream)).latin1;
  return Value::fixnum(static_cast<std::int64_t>(latin1 ? text.size() : utf8_encode(text).size()));
}

// --- bytes and sequences

Value read_byte_builtin(Runtime& rt, Args a) {
  if (!is_stream(as_stream(a[0]))) return rt.fail_type(a[0], Known::stream);
  const Value v = read_byte(rt, a[0]);
  if (v != DELETED) return v;
  return is_nil(a.get(1, T)) ? a.get(2) : fail_end_of_file(rt, a[0]);
}

Value write_byte_builtin(Runtime& rt, Args a) {
  if (!is_stream(as_stream(a[1]))) return rt.fail_type(a[1], Known::stream);
  if (!is_integer(a[0])) return rt.fail_type(a[0], Known::integer);
  return write_byte(rt, a[1], a[0]) ? a[0] : FAILED;
}

/// Takes START and END of a sequence. False: failed.
bool sequence_range(Runtime& rt, Value sequence, Args keys, Bounds& range) {
  const std::int64_t length = sequence_length(sequence);
  if (length < 0) return fail_proper(rt, sequence, Known::sequence), false;
  static constexpr std::string_view names[] = {"START", "END"};
  Value given[2];
  if (!parse_keys(rt, keys, names, given)) return false;
  return take_bounds(rt, given[0], given[1], static_cast<std::size_t>(length), range);
}

/// True if reading `stream` returns bytes.
bool is_binary(Runtime& rt, Value stream) {
  for (int depth = 0; depth < stream_depth_limit && is_stream(stream = as_stream(stream)); ++depth) {
    const Stream* s = stream_of(stream);
    stream = component_of(rt, s, stream_input);
    if (stream == UNBOUND) return s->kind() == StreamKind::file && s->has(stream_binary);
  }
  return false;
}

/// Returns the next element of a stream: a character or byte, DELETED at the end, FAILED.
Value read_element(Runtime& rt, Value stream, bool binary) {
  if (binary) return read_byte(rt, stream);
  const std::int32_t c = read_char(rt, stream);
  if (c == input_failed) return FAILED;
  return c < 0 ? DELETED : Value::character(static_cast<std::uint32_t>(c));
}

Value read_into_list(Runtime& rt, Args a, Bounds range, bool binary) {
  std::size_t i = 0;
  InterruptWatch watch(rt, OnInterrupt::handle);
  for (Handle l(rt.heap, a[0]); l.get().is_cons() && i < range.end; l = l.get().as_cons()->cdr, ++i) {
    if (!watch.passed()) return FAILED;
    if (i < range.start) continue;
    const Value v = read_element(rt, a[1], binary);
    TESSERA_TRY(v);
    if (v == DELETED) break;
    rt.heap.write(&l.get().as_cons()->car, v);
  }
  return Value::fixnum(static_cast<std::int64_t>(std::max(i, range.start)));
}

/// Calls Lisp to read or write a sequence, if the stream stands for an instance. Returns UNBOUND for any other stream.
Value transfer_by_lisp(Runtime& rt, Args a, Bounds range, const Stream* s, std::string_view function) {
  if (s == nullptr) return FAILED;
  if (s->kind() != StreamKind::gray) return UNBOUND;
  return rt.tail_call(global_function(rt, rt.tessera(function)), {s->first, a[0], Value::fixnum(static_cast<std::int64_t>(range.start)),
                                                                  Value::fixnum(static_cast<std::int64_t>(range.end))});
}

/// Returns the octets of an element of a vector of integers that files store as memory does; 0 for other vectors.
std::size_t octets_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::u8:
    case ElementKind::s8: return 1;
    case ElementKind::u16:
    case ElementKind::s16: return std::endian::native == std::endian::little ? 2 : 0;
    case ElementKind::u32:
    case ElementKind::s32: return std::endian::native == std::endian::little ? 4 : 0;
    case ElementKind::u64:
    case ElementKind::s64: return std::endian::native == std::endian::little ? 8 : 0;
    default: return 0;
  }
}

bool is_signed_kind(ElementKind kind) {
  return kind == ElementKind::s8 || kind == ElementKind::s16 || kind == ElementKind::s32 || kind == ElementKind::s64;
}

/// True if the file `s`, open in one direction, has the elements of a vector of `kind`.
bool has_elements(Runtime& rt, const Stream* s, ElementKind kind) {
  if (s->kind() != StreamKind::file || !s->has(stream_binary) || octets_of(kind) == 0) return false;
  const OpenFile& file = file_of(rt, s);
  return file.element_bits == 8 * octets_of(kind) && file.element_signed == is_signed_kind(kind);
}

/// Copies the buffered input of the file of a[1] into the vector a[0], of the same elements, from `i` on. Returns the
/// number of elements.
std::size_t take_ready_elements(Runtime& rt, Args a, std::size_t i, std::size_t end) {
  const Stream* s = resolve_input(rt, a[1]);
  const ElementKind kind = element_kind(a[0]);
  ArrayView view;
  view_array(a[0], view);
  if (s == nullptr || !has_elements(rt, s, kind) || i >= std::min(end, view.total)) return 0;
  OpenFile& file = file_of(rt, s);
  const std::size_t width = octets_of(kind);
  const std::size_t n = std::min(std::min(end, view.total) - i, (file.in.size() - file.in_position) / width);
  auto* to = view.storage->element<char>((view.offset + i) * width);
  std::copy_n(file.in.data() + file.in_position, n * width, to);
  file.in_position += n * width;
  return n;
}

/// Moves characters that can be read at once into the vector a[0] from `i` on. Returns their number; characters of a
/// wrong type are left to be read one by one.
std::size_t take_ready_text(Runtime& rt, Args a, std::size_t i, std::size_t end) {
  constexpr std::size_t part = 8192;
  ArrayView view;
  view_array(a[0], view);
  if (i >= std::min(end, view.total)) return 0;
  TextBuffer text;
  const std::size_t n = read_ready_text(rt, a[1], std::min(part, std::min(end, view.total) - i), text);
  const StringView characters = text.view();
  if (view.storage->type() == Type::string) set_characters(rt.heap, view.storage, view.offset + i, characters);
  else
    for (std::size_t k = 0; k < n; ++k) storage_set(rt, view.storage, view.offset + i + k, Value::character(characters[k]));
  return n;
}

Value read_sequence(Runtime& rt, Args a) {
  if (!is_stream(as_stream(a[1]))) return rt.fail_type(a[1], Known::stream);
  Bounds range{};
  if (!sequence_range(rt, a[0], a.from(2), range)) return FAILED;
  const Value transferred = transfer_by_lisp(rt, a, range, resolve_input(rt, a[1]), "%GRAY-READ-SEQUENCE");
  if (transferred != UNBOUND) return transferred;
  const bool binary = is_binary(rt, a[1]);
  if (!is_vector(a[0])) return read_into_list(rt, a, range, binary);
  const ElementKind kind = element_kind(a[0]);
  const bool elements = binary && octets_of(kind) != 0;
  const bool text = !binary && (kind == ElementKind::character || kind == ElementKind::any);
  std::size_t i = range.start;
  InterruptWatch watch(rt, OnInterrupt::handle);
  for (; i < range.end; ++i) {
    const std::size_t taken = elements ? take_ready_elements(rt, a, i, range.end) : text ? take_ready_text(rt, a, i, range.end) : 0;
    if ((i += taken) >= range.end) break;
    if (!watch.passed(taken + 1)) return FAILED;
    const Value v = read_element(rt, a[1], binary);
    TESSERA_TRY(v);
    if (v == DELETED) break;
    ArrayView view;
    if (!view_array(a[0], view) || i >= view.total)
      return rt.fail_index(Value::fixnum(static_cast<std::int64_t>(i)), static_cast<std::int64_t>(view.total), a[0]);
    if (!storage_set(rt, view.storage, view.offset + i, v)) return rt.fail_type(v, kind_type(rt, element_kind(a[0])));
  }
  return Value::fixnum(static_cast<std::int64_t>(i));
}

bool write_element(Runtime& rt, Value stream, Value v) {
  if (v.is_character()) return write_char(rt, stream, v.as_character());
  if (is_integer(v)) return write_byte(rt, stream, v);
  return rt.fail_type(v, Known::character), false;
}

/// Writes the elements of the vector a[0] within `range`. Looks the vector up again after each interrupt, during which
/// it may have moved.
bool write_vector(Runtime& rt, Args a, Bounds range) {
  bool good = true;
  const auto write = [&](std::size_t from, std::size_t to) {
    StringView text;
    ArrayView view;
    view_array(a[0], view);
    to = std::min(to, view.length);
    if (from < to && string_view_of_any(a[0], text)) return good = write_string(rt, a[1], text.substr(from, to - from));
    if (const std::size_t width = octets_of(element_kind(a[0])); from < to && width != 0) {
      const auto* octets = view.storage->element<const char>(view.offset * width);
      if (Stream* s = resolve_output(rt, a[1]); s != nullptr && has_elements(rt, s, element_kind(a[0])))
        return good = write_octets(rt, s, {octets + from * width, (to - from) * width});
    }
    while (from < to && good) good = write_element(rt, a[1], storage_get(rt, view.storage, view.offset + from++));
    return good;
  };
  return in_parts(rt, range.start, range.end, write, OnInterrupt::handle) && good;
}

Value write_sequence(Runtime& rt, Args a) {
  if (!is_stream(as_stream(a[1]))) return rt.fail_type(a[1], Known::stream);
  Bounds range{};
  if (!sequence_range(rt, a[0], a.from(2), range)) return FAILED;
  const Value transferred = transfer_by_lisp(rt, a, range, resolve_output(rt, a[1]), "%GRAY-WRITE-SEQUENCE");
  if (transferred != UNBOUND) return transferred;
  if (is_vector(a[0])) return write_vector(rt, a, range) ? a[0] : FAILED;
  std::size_t i = 0;
  InterruptWatch watch(rt, OnInterrupt::handle);
  for (Handle l(rt.heap, a[0]); l.get().is_cons() && i < range.end; l = l.get().as_cons()->cdr, ++i)
    if (!watch.passed() || (i >= range.start && !write_element(rt, a[1], l.get().as_cons()->car))) return FAILED;
  return a[0];
}

// --- the file system

/// Returns the pathname of the native `path`.
Value path_value(Runtime& rt, const std::string& path) {
  const std::u32string text = component_of_name(utf8_decode(path));
  return parse_namestring(rt, text.substr(0, 1) == U"~" ? U'\\' + text : text);
}

Value truename(Runtime& rt, Args a) {
  std::string path, real;
  const Value pathname = file_to_open(rt, a[0], path);
  TESSERA_TRY(pathname);
  return rt.files->true_name(path, real) ? path_value(rt, real) : fail_file(rt, pathname, "find", errno);
}

Value probe_file(Runtime& rt, Args a) {
  std::string path, real;
  TESSERA_TRY(file_to_open(rt, a[0], path));
  return rt.files->true_name(path, real) ? path_value(rt, real) : NIL;
}

Value delete_file(Runtime& rt, Args a) {
  std::string path;
  const Value pathname = file_to_open(rt, a[0], path);
  TESSERA_TRY(pathname);
  return rt.files->remove(path) ? T : fail_file(rt, pathname, "delete", errno);
}

Value rename_file(Runtime& rt, Args a) {
  std::string from, to, old_real, new_real;
  const Value old_name = file_to_open(rt, a[0], from);
  TESSERA_TRY(old_name);
  const Value target = pathname_designator(rt, a[1]);
  TESSERA_TRY(target);
  const Value defaults = is_logical_pathname(target) ? pathname_designator(rt, a[0]) : old_name;
  TESSERA_TRY(defaults);
  const Value named = merge_pathnames(rt, target, defaults, NIL);
  const Value new_name = translate_logical_pathname(rt, named);
  TESSERA_TRY(new_name);
  if (!check_file_name(rt, new_name)) return FAILED;
  to = native_path(rt, new_name);
  rt.files->true_name(from, old_real);
  if (!rt.files->rename(from, to)) return fail_file(rt, old_name, "rename", errno);
  rt.files->true_name(to, new_real);
  return rt.values({named, path_value(rt, old_real), path_value(rt, new_real)});
}

/// Sets `info` for the file that `designator` names; FAILED if there is none.
Value look_at_file(Runtime& rt, Value designator, platform::FileInfo& info) {
  std::string path;
  const Value pathname = file_to_open(rt, designator, path);
  TESSERA_TRY(pathname);
  return rt.files->look_at(path, info) ? pathname : fail_file(rt, pathname, "look at", errno);
}

Value file_write_date(Runtime& rt, Args a) {
  platform::FileInfo info;
  TESSERA_TRY(look_at_file(rt, a[0], info));
  return make_integer(rt, info.written + seconds_1900_to_1970);
}

Value file_author(Runtime& rt, Args a) {
  platform::FileInfo info;
  TESSERA_TRY(look_at_file(rt, a[0], info));
  const std::string owner = platform::user_name(info.owner);
  return owner.empty() ? NIL : rt.make_string(owner);
}

Value user_homedir(Runtime& rt, Args) {
  const char* home = std::getenv("HOME");
  return path_value(rt, std::string(home != nullptr && *home != 0 ? home : "/") + "/");
}

/// Makes the directories of `path` that do not exist. False, with the reason in errno, if that fails.
bool make_directories(Runtime& rt, const std::string& path, bool& created) {
  for (std::size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (rt.files->exists(part)) continue;
    if (!rt.files->make_directory(part)) return false;
    created = true;
  }
  return true;
}

Value ensure_directories_exist(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"VERBOSE", "MODE"};
  Value keys[2];
  if (!parse_keys(rt, a.from(1), names, keys)) return FAILED;
  const Value pathname = physical_pathname(rt, a[0]);
  TESSERA_TRY(pathname);
  const Value folder = make_pathname(rt, pathname_of(pathname)->directory, NIL, NIL, NIL);
  if (is_wild_pathname(rt, folder)) return fail_wild(rt, folder);
  bool created = false;
  if (!make_directories(rt, native_path(rt, folder), created)) return fail_file(rt, pathname, "make the directories of", errno);
  return rt.values({a[0], boolean(created)});
}

Value delete_directory(Runtime& rt, Args a) {
  std::string path;
  const Value pathname = file_to_open(rt, a[0], path);
  TESSERA_TRY(pathname);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return rt.files->remove_directory(path) ? T : fail_file(rt, pathname, "delete the directory", errno);
}

// --- DIRECTORY

struct Walk {
  std::string path;  ///< a directory, ending in a slash, or ""
  Value parts;       ///< the rest of the pattern's directory
};

/// Takes one step down the pattern's directory. False: the system failed.
bool descend(Runtime& rt, const Walk& w, std::vector<Walk>& walks) {
  const Value part = w.parts.as_cons()->car, rest = w.parts.as_cons()->cdr;
  const bool inferiors = part == rt.keyword("WILD-INFERIORS");
  if (part == rt.keyword("UP") || part == rt.keyword("BACK")) return walks.push_back({w.path + "../", rest}), true;
  if (!inferiors && !is_wild(rt, part))
    return walks.push_back({w.path + utf8_encode(name_of_component(utf8_decode(rt.to_utf8(part)))) + "/", rest}), true;
  if (inferiors) walks.push_back({w.path, rest});
  const std::u32string pattern = part == rt.keyword("WILD") || inferiors ? U"*" : utf8_decode(rt.to_utf8(part));
  std::vector<std::string> names;
  if (!rt.files->entries(w.path, names)) return false;
  for (const std::string& name : names) {
    if (!rt.files->is_directory(w.path + name) || !matches_wildcards(pattern, utf8_decode(name))) continue;
    if (inferiors && rt.files->is_link(w.path + name)) continue;
    walks.push_back({w.path + name + "/", inferiors ? w.parts : rest});
  }
  return true;
}

/// Adds the files of a directory that match. False: the system failed.
bool match_files(Runtime& rt, const std::string& directory, Value pattern, std::vector<std::string>& found) {
  const Pathname* p = pathname_of(pattern);
  std::string real;
  if (is_nil(p->name) && is_nil(p->type)) {
    if (rt.files->true_name(directory, real)) found.push_back(real);
    return true;
  }
  const Value files = make_pathname(rt, NIL, p->name, p->type, NIL);
  std::vector<std::string> names;
  if (!rt.files->entries(directory, names)) return false;
  for (const std::string& name : names) {
    const Value entry = path_value(rt, name);
    const bool both = is_nil(pathname_of(entry)->type) == is_nil(p->type) || p->type == rt.keyword("WILD");
    if (both && pathname_matches(rt, entry, files) && rt.files->true_name(directory + name, real)) found.push_back(real);
  }
  return true;
}

Value directory(Runtime& rt, Args a) {
  if (!parse_keys(rt, a.from(1), {}, {})) return FAILED;
  const Value pattern = physical_pathname(rt, a[0]);
  TESSERA_TRY(pattern);
  const Value parts = pathname_of(pattern)->directory;
  const bool absolute = parts.is_cons() && parts.as_cons()->car == rt.keyword("ABSOLUTE");
  std::vector<Walk> walks{{absolute ? "/" : "", parts.is_cons() ? parts.as_cons()->cdr : NIL}};
  std::vector<std::string> found;
  while (!walks.empty()) {
    if (rt.interrupt_waits()) return rt.fail_interrupted();
    const Walk w = walks.back();
    walks.pop_back();
    const bool good = w.parts.is_cons() ? descend(rt, w, walks) : match_files(rt, w.path, pattern, found);
    if (!good) return fail_file(rt, path_value(rt, w.path), "list", errno);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<Value> result;
  for (const std::string& f : found) result.push_back(path_value(rt, f));
  return rt.list(result);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::files>() {
  static const Builtin table[] = {
      {"FILE-LENGTH", "stream", file_length, "Returns the length of STREAM's file in units of its element type."},
      {"FILE-POSITION", "stream &optional position", file_position,
       "Returns the position in STREAM's file, or goes to POSITION, :START or :END and returns true."},
      {"FILE-STRING-LENGTH", "stream object", file_string_length,
       "Returns how far writing OBJECT, a character or string, would move STREAM's position."},
      {"READ-BYTE", "stream &optional (eof-error-p t) eof-value", read_byte_builtin,
       "Reads a byte from the binary STREAM and returns it. At the end an END-OF-FILE error, or EOF-VALUE if EOF-ERROR-P is NIL."},
      {"WRITE-BYTE", "byte stream", write_byte_builtin,
       "Writes BYTE to the binary STREAM and returns it; a TYPE-ERROR if it is not of the stream's element type."},
      {"READ-SEQUENCE", "sequence stream &key (start 0) end", read_sequence,
       "Fills SEQUENCE from START to END with elements of STREAM. Returns the index of the first one not filled."},
      {"WRITE-SEQUENCE", "sequence stream &key (start 0) end", write_sequence,
       "Writes the elements of SEQUENCE from START to END to STREAM and returns SEQUENCE."},
      {"TRUENAME", "filespec", truename, "Returns the true, absolute name of a file; a FILE-ERROR if it does not exist.",
       Permission::read_files},
      {"PROBE-FILE", "filespec", probe_file, "Returns the true name of a file, or NIL if it does not exist.", Permission::read_files},
      {"DELETE-FILE", "filespec", delete_file, "Deletes a file. Returns T; a FILE-ERROR if it cannot be deleted, or there is none.",
       Permission::write_files},
      {"%DELETE-DIRECTORY", "filespec", delete_directory, "Deletes an empty directory. Returns T; a FILE-ERROR if it cannot be deleted.",
       Permission::write_files},
      {"RENAME-FILE", "filespec new-name", rename_file, "Renames a file. Returns its new name, its old true name and its new true name.",
       Permission::write_files},
      {"FILE-WRITE-DATE", "filespec", file_write_date,
       "Returns when a file was last written, as a universal time; a FILE-ERROR if it does not exist.", Permission::read_files},
      {"FILE-AUTHOR", "filespec", file_author, "Returns the name of a file's owner, or NIL; a FILE-ERROR if it does not exist.",
       Permission::read_files},
      {"USER-HOMEDIR-PATHNAME", "&optional host", user_homedir, "Returns the user's home directory.", Permission::environment},
      {"ENSURE-DIRECTORIES-EXIST", "filespec &key verbose mode", ensure_directories_exist,
       "Makes the directories that FILESPEC names. Returns FILESPEC and whether any had to be made.", Permission::write_files},
      {"DIRECTORY", "filespec &key", directory, "Returns the true names of the files that FILESPEC, maybe wild, matches.",
       Permission::read_files},
  };
  return table;
}

}  // namespace tessera
