// Natives beneath stdlib/ext: child processes, the environment that they inherit, and bits of floats. Layer: builtins.
// Compiled for size.
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/integers.hpp"
#include "data/pathnames/pathnames.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/child_processes.hpp"
#include "platform/environment.hpp"
#include "platform/processes.hpp"
#include "runtime/file_access.hpp"

namespace tessera {

namespace {

Value fail_system(Runtime& rt, std::string_view control, Value what) {
  return rt.fail_simple(Known::simple_error, control, {what, rt.make_string(std::strerror(errno))});
}

// --- programs

bool take_string(Runtime& rt, Value v, std::string& out) {
  if (!is_string(v)) return rt.fail_type(v, Known::string), false;
  out = rt.to_utf8(v);
  return true;
}

bool take_strings(Runtime& rt, Value list, std::vector<std::string>& out) {
  if (!ends_somewhere(&rt, list)) return fail_walk(rt, list), false;
  for (const Value element : elements_of(list)) {
    out.emplace_back();
    if (!take_string(rt, element, out.back())) return false;
  }
  return true;
}

/// Takes `v`, a request for a standard file: T, NIL, :STREAM, :OUTPUT or a stream of a file.
bool take_child_file(Runtime& rt, Value v, platform::ChildFile& file) {
  using Kind = platform::ChildFile::Kind;
  if (v == T) return file.kind = Kind::inherited, true;
  if (is_nil(v)) return file.kind = Kind::nowhere, true;
  if (v == rt.keyword("STREAM")) return file.kind = Kind::pipe, true;
  if (v == rt.keyword("OUTPUT")) return file.kind = Kind::as_output, true;
  if (!is_stream(v) || stream_of(v)->kind() != StreamKind::file || !stream_of(v)->has(stream_open) || file_of(rt, stream_of(v)).fd < 0)
    return rt.fail_type(v, rt.cl("FILE-STREAM")), false;
  OpenFile& open = file_of(rt, stream_of(v));
  rt.streams->flush(open);
  file = {Kind::descriptor, open.fd};
  return true;
}

/// Returns the stream for our end of a pipe; NIL if there is none.
Value pipe_stream(Runtime& rt, const platform::ChildFile& file, bool to_child, Value bits, Value format) {
  if (file.kind != platform::ChildFile::Kind::pipe) return NIL;
  OpenFile open;
  open.fd = file.descriptor;
  open.latin1 = format == rt.keyword("LATIN-1");
  open.element_bits = static_cast<unsigned>(bits.as_fixnum());
  std::int64_t flags = to_child ? stream_output : stream_input;
  if (bits != Value::fixnum(0)) flags |= stream_binary;
  const Value stream = make_file_stream(rt, std::move(open), flags, NIL);
  if (bits != Value::fixnum(0)) rt.heap.write(&stream_of(stream)->second, rt.list({rt.sym(Known::unsigned_byte), bits}));
  return stream;
}

Value spawn(Runtime& rt, Args a) {
  platform::ChildRequest request;
  request.has_environment = a[2] != T;
  if (!take_string(rt, a[0], request.program) || !take_strings(rt, a[1], request.arguments) ||
      (request.has_environment && !take_strings(rt, a[2], request.environment)) || !take_string(rt, a[3], request.directory))
    return FAILED;
  for (int i = 0; i < 3; ++i)
    if (!take_child_file(rt, a[4 + static_cast<std::uint32_t>(i)], request.files[i])) return FAILED;
  if (!a[7].is_fixnum()) return rt.fail_type(a[7], Known::fixnum);
  if (rt.streams) rt.streams->flush_all();
  const int child = platform::start_child(request);
  if (child < 0) return fail_system(rt, "cannot run ~S: ~A", a[0]);
  return rt.values({Value::fixnum(child), pipe_stream(rt, request.files[0], true, a[7], a[8]),
                    pipe_stream(rt, request.files[1], false, a[7], a[8]), pipe_stream(rt, request.files[2], false, a[7], a[8])});
}

bool take_process(Runtime& rt, Value v, int& process) {
  if (!v.is_fixnum() || v.as_fixnum() < 1 || v.as_fixnum() > INT32_MAX) return rt.fail_type(v, Known::fixnum), false;
  process = static_cast<int>(v.as_fixnum());
  return true;
}

Value child_state(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"RUNNING", "STOPPED", "EXITED", "SIGNALED", "UNKNOWN"};
  int process = 0, code = 0;
  if (!take_process(rt, a[0], process)) return FAILED;
  const Value state = rt.keyword(names[static_cast<int>(platform::child_state(process, code))]);
  return rt.two_values(state, Value::fixnum(code));
}

Value send_signal(Runtime& rt, Args a) {
  int process = 0;
  if (!take_process(rt, a[0], process)) return FAILED;
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 0 || a[1].as_fixnum() > 64) return rt.fail_type(a[1], Known::fixnum);
  return boolean(platform::send_signal(process, static_cast<int>(a[1].as_fixnum())));
}

// --- the environment and the current directory

Value set_environment(Runtime& rt, Args a) {
  std::string name, value;
  if (!take_string(rt, a[0], name) || (!is_nil(a[1]) && !take_string(rt, a[1], value))) return FAILED;
  return platform::set_variable(name, is_nil(a[1]) ? nullptr : &value)
             ? a[1]
             : fail_system(rt, "cannot set the environment variable ~S: ~A", a[0]);
}

Value whole_environment(Runtime& rt, Args) {
  ListBuilder list(rt);
  for (const std::string& variable : platform::variables()) list.add(rt.make_string(variable));
  return list.finish();
}

Value current_directory(Runtime& rt, Args) {
  std::string name;
  return rt.files->true_name("./", name) ? rt.make_string(name) : fail_system(rt, "~A: ~A", rt.make_string("the current directory"));
}

Value change_directory(Runtime& rt, Args a) {
  std::string path;
  const Value pathname = file_to_open(rt, a[0], path);
  TESSERA_TRY(pathname);
  if (rt.files->is_confined()) errno = EACCES;
  return !rt.files->is_confined() && platform::go_to_directory(path) ? T : fail_file(rt, pathname, "go to", errno);
}

Value process_number(Runtime&, Args) { return Value::fixnum(platform::process_id()); }

// --- bits of floats

Value float_bits(Runtime& rt, Args a) {
  if (a[0].is_single_float()) return Value::fixnum(std::bit_cast<std::int32_t>(a[0].as_single_float()));
  if (is_double(a[0])) return make_integer(rt, std::bit_cast<std::int64_t>(to_double(a[0])));
  return rt.fail_type(a[0], Known::float_);
}

/// Returns 32 bits, an integer from `low` on.
bool take_bits(Runtime& rt, Value v, std::int64_t low, std::uint32_t& bits) {
  if (!v.is_fixnum() || v.as_fixnum() < low || v.as_fixnum() > std::int64_t{UINT32_MAX}) {
    rt.fail_type(v, integer_type(rt, low, UINT32_MAX));
    return false;
  }
  bits = static_cast<std::uint32_t>(v.as_fixnum());
  return true;
}

Value single_of_bits(Runtime& rt, Args a) {
  std::uint32_t bits = 0;
  return take_bits(rt, a[0], INT32_MIN, bits) ? Value::single_float(std::bit_cast<float>(bits)) : FAILED;
}

Value double_of_bits(Runtime& rt, Args a) {
  std::uint32_t high = 0, low = 0;
  if (!take_bits(rt, a[0], INT32_MIN, high) || !take_bits(rt, a[1], 0, low)) return FAILED;
  return rt.heap.make_double(std::bit_cast<double>(std::uint64_t{high} << 32 | low));
}

constexpr Builtin processes_table[] = {
    {"%SPAWN", "program arguments environment directory input output error bits format", spawn,
     "Starts PROGRAM with the list ARGUMENTS and the list ENVIRONMENT (T: inherited) in DIRECTORY (\"\": the current one). INPUT, "
     "OUTPUT and ERROR are T (inherited), NIL (nothing), :STREAM (a pipe), :OUTPUT (where output goes), or a stream of a file. Pipes "
     "have elements of BITS bits, 0 for characters. Returns the number of the process, and the streams of pipes.",
     Permission::processes},
    {"%CHILD-STATE", "process", child_state,
     "Returns :RUNNING, :STOPPED, :EXITED, :SIGNALED or :UNKNOWN, and the exit status or signal. The end of a process is reported "
     "once.",
     Permission::processes},
    {"%SEND-SIGNAL", "process signal", send_signal, "Sends the SIGNAL, a number, to PROCESS. Returns true if it was there.",
     Permission::processes},
    {"%SET-ENVIRONMENT", "name value", set_environment, "Sets the environment variable NAME to VALUE; NIL removes it. Returns VALUE.",
     Permission::processes},
    {"%ENVIRONMENT", "", whole_environment, "Returns the environment: a list of strings NAME=VALUE.", Permission::environment},
    {"%CURRENT-DIRECTORY", "", current_directory, "Returns the name of the current directory, with a final slash.", Permission::read_files},
    {"%CHANGE-DIRECTORY", "pathname", change_directory, "Makes PATHNAME the process's current directory. Returns T.",
     Permission::processes},
    {"%PROCESS-NUMBER", "", process_number, "Returns the number of this process.", Permission::environment},
    {"%FLOAT-BITS", "float", float_bits, "Returns the bits of FLOAT as a signed integer."},
    {"%SINGLE-OF-BITS", "bits", single_of_bits, "Returns the single-float that has these BITS."},
    {"%DOUBLE-OF-BITS", "high low", double_of_bits, "Returns the double-float whose bits are HIGH and LOW, 32 each."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::processes>() { return processes_table; }

}  // namespace tessera
