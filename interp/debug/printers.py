"""Shows Lisp values, objects and frames in gdb and lldb.

gdb:   (gdb) source interp/debug/printers.py          (lldb) command script import interp/debug/printers.py
       (gdb) print value                              (lldb) frame variable value
       (gdb) lisp-backtrace vm

The program needs debug information for the types of interp/memory/layout.hpp. Fields and enumerators are looked up
there; only the tags of memory/value.hpp are repeated here.
"""
import struct

CONS_TAG, OBJECT_TAG, DOUBLE_TAG, TAG_MASK = 1, 3, 5, 7
CHARACTER_TAG, SINGLE_TAG, MARKER_TAG, CONSTANT_TAG = 0x07, 0x0F, 0x17, 0x1F
DOUBLE_BIAS = 0x180 << 52
MARKERS = ("UNBOUND", "UNSUPPLIED", "FAILED", "TAIL_CALL", "DELETED", "FORWARDED")
CONSTANTS = ("NIL", "T")
ELEMENTS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "u64": "Q", "s64": "q", "single": "f", "dbl": "d"}
OBJECTS = ("Object", "Symbol", "Ratio", "Complex", "Cell", "Code", "Closure", "Native", "Instance")
DEPTH, LENGTH, CHARACTERS = 4, 10, 100  # limits: levels of nesting, elements of a list, characters of a string


class Unreadable(Exception):
    """Memory that cannot be read."""


class Lisp:
    """Describes values. A subclass for each debugger reads memory, fields and enumerators."""

    def word(self, address):
        return struct.unpack("<Q", self.memory(address, 8))[0]

    def field(self, address, type_name, name):
        return self.word(address + self.offset(type_name, name))

    def describe(self, bits, depth=DEPTH):
        """Returns the text of a Value."""
        try:
            return self.text(bits, depth)
        except Unreadable:
            return f"#<unreadable {bits:#x}>"

    def text(self, bits, depth):
        if bits & 1 == 0:
            return str(signed(bits) >> 1)
        tag = bits & TAG_MASK
        if tag == CONS_TAG:
            return self.list_text(bits, depth)
        if tag == OBJECT_TAG:
            return self.object_text(bits - OBJECT_TAG, depth)
        if tag == DOUBLE_TAG:
            rotated = (bits >> 4 | bits << 60) & (1 << 64) - 1
            return f"{real(rotated - DOUBLE_BIAS & (1 << 64) - 1)}d0"
        kind, payload = bits & 0xFF, bits >> 8
        if kind == CHARACTER_TAG:
            return "#\\" + chr(payload) if 32 < payload < 0x110000 else f"#\\u+{payload:X}"
        if kind == SINGLE_TAG:
            return str(struct.unpack("<f", struct.pack("<I", bits >> 32))[0])
        names = {MARKER_TAG: MARKERS, CONSTANT_TAG: CONSTANTS}.get(kind, ())
        name = names[payload] if payload < len(names) else f"immediate {bits:#x}"
        return name if kind == CONSTANT_TAG else f"#<{name}>"

    def list_text(self, bits, depth):
        if depth == 0:
            return "(...)"
        parts = []
        while bits & TAG_MASK == CONS_TAG:
            if len(parts) == LENGTH:
                return f"({' '.join(parts)} ...)"
            parts.append(self.describe(self.word(bits - CONS_TAG), depth - 1))
            bits = self.word(bits - CONS_TAG + 8)
        end = self.describe(bits, depth - 1)
        return f"({' '.join(parts)})" if end == "NIL" else f"({' '.join(parts)} . {end})"

    def object_text(self, address, depth=DEPTH):
        """Returns the text of the object with a header at `address`."""
        header = self.word(address)
        if header & 7 == 0:
            return f"#<moved to {header:#x}>"
        kind = self.enumerators("tessera::Type").get(header >> 8 & 0xFF, "?")
        show = getattr(self, "show_" + kind, None)
        if show is not None and depth > 0:
            return show(address, header, depth)
        return f"#<{kind.replace('_', ' ')} {address:#x}>"

    def values(self, first, count, depth):
        shown = [self.describe(self.word(first + 8 * i), depth - 1) for i in range(min(count, LENGTH))]
        return " ".join(shown + ["..."] * (count > LENGTH))

    def name(self, bits, depth):
        return "anonymous" if self.describe(bits) == "NIL" else self.describe(bits, depth)

    # --- one function for each Type that is shown by more than its address

    def show_symbol(self, address, _header, depth):
        name = self.string(self.field(address, "Symbol", "name") - OBJECT_TAG)
        package = self.field(address, "Symbol", "package")
        if package & TAG_MASK != OBJECT_TAG:
            return "#:" + name
        home = self.word(package - OBJECT_TAG + 8)
        return ":" + name if self.string(home - OBJECT_TAG) == "KEYWORD" else name

    def show_string(self, address, _header, _depth):
        return '"' + self.string(address).replace('"', '\\"') + '"'

    def string(self, address):
        header = self.word(address)
        form, length = self.enumerators("tessera::StringForm").get(header >> 16 & 0xFFFF), header >> 32
        if form == "widened":
            return self.string(self.word(address + 8) - OBJECT_TAG)
        shown = min(length, CHARACTERS)
        octets = self.memory(address + 8, shown * (4 if form == "wide" else 1))
        return octets.decode("utf-32-le" if form == "wide" else "latin-1", "replace") + "..." * (length > shown)

    def show_bignum(self, address, header, _depth):
        magnitude = int.from_bytes(self.memory(address + 8, 8 * (header >> 32)), "little")
        return str(-magnitude if header >> 16 & 0xFFFF else magnitude)

    def show_double_float(self, address, _header, _depth):
        return f"{real(self.word(address + 8))}d0"

    def show_ratio(self, address, _header, depth):
        return self.values(address + 8, 2, depth).replace(" ", "/")

    def show_complex(self, address, _header, depth):
        return f"#C({self.values(address + 8, 2, depth)})"

    def show_simple_vector(self, address, header, depth):
        return f"#({self.values(address + 8, header >> 32, depth)})"

    def show_specialized_vector(self, address, header, _depth):
        count = min(header >> 32, LENGTH)
        form = ELEMENTS[self.enumerators("tessera::Element")[header >> 16 & 0xFFFF]]
        shown = struct.unpack(f"<{count}{form}", self.memory(address + 8, count * struct.calcsize("<" + form)))
        return f"#({' '.join(map(str, shown))}{' ...' * (header >> 32 > count)})"

    def show_cell(self, address, _header, depth):
        return f"#<cell {self.values(address + 8, 1, depth)}>"

    def show_package(self, address, _header, depth):
        return f"#<package {self.values(address + 8, 1, depth)}>"

    def show_code(self, address, _header, depth):
        return f"#<code {self.name(self.field(address, 'Code', 'name'), depth)}>"

    def show_closure(self, address, _header, depth):
        code = self.field(address, "Closure", "code") - OBJECT_TAG
        return f"#<function {self.name(self.field(code, 'Code', 'name'), depth)}>"

    def show_native(self, address, _header, depth):
        return f"#<native function {self.describe(self.field(address, 'Native', 'name'), depth)}>"

    def show_instance(self, address, header, depth):
        klass = self.field(address, "Instance", "klass")
        name = self.describe(self.field(klass - OBJECT_TAG, "Instance", "slots"), depth) if klass & TAG_MASK == OBJECT_TAG else "?"
        slots = self.values(address + 16, (header >> 32) - 1, min(depth, 2))
        return f"#<{name}{' ' * bool(slots)}{slots}>"

    # --- the frames of a VmState (vm/README.md has the picture)

    def frames(self, base, pc, stack_begin, borders):
        """Yields texts, the innermost frame first. `borders`: (base, pc) of border records, the outermost first."""
        while base > stack_begin:
            function = self.word(base - 16)
            if function == 2:  # fixnum 1: a service frame
                yield "-- called by the VM --"
                base, pc = base - 8 * (signed(self.word(base)) >> 1), self.instruction(self.word(base - 8))
            elif function & 1 == 0:  # fixnum 0: an entry frame
                yield "-- called from C++ --"
                if not borders:
                    return
                base, pc = borders.pop()
            else:
                yield self.describe(function)
                pc = self.instruction(self.word(base - 8))
                window = struct.unpack("<4H", self.memory(pc - 8, 8))[1]  # operand a of the call
                base -= 16 + 8 * window

    def instruction(self, address):
        return self.word(address - 8) if address & 4 else address  # of a return address in machine code


def signed(word):
    return word - (1 << 64) if word >> 63 else word


def real(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def register_gdb(gdb):
    class GdbLisp(Lisp):
        def __init__(self):
            self.known = {}

        def memory(self, address, size):
            try:
                return bytes(gdb.selected_inferior().read_memory(address, size))
            except gdb.MemoryError as error:
                raise Unreadable from error

        def offset(self, type_name, name):
            return next(f.bitpos // 8 for f in gdb.lookup_type("tessera::" + type_name).fields() if f.name == name)

        def enumerators(self, type_name):
            if type_name not in self.known:
                fields = gdb.lookup_type(type_name).fields()
                self.known[type_name] = {f.enumval: f.name.rpartition("::")[2] for f in fields}
            return self.known[type_name]

    lisp = GdbLisp()

    class Printer:
        def __init__(self, text):
            self.to_string = lambda: text

    def value_text(value):
        return lisp.describe(int(value["bits_"]))

    def frame_text(frame):
        return f"{value_text(frame['function'])}, instruction {int(frame['instruction'])}"

    def object_text(value):
        return lisp.object_text(int(value.address))

    texts = {"tessera::Value": value_text, "tessera::Frame": frame_text,
             "tessera::Cons": lambda value: lisp.describe(int(value.address) + CONS_TAG)}
    for name in OBJECTS:
        texts["tessera::" + name] = object_text

    def find_printer(value):
        text = texts.get(value.type.strip_typedefs().unqualified().name)
        return None if text is None else Printer(text(value))

    gdb.pretty_printers.append(find_printer)

    class LispBacktrace(gdb.Command):
        """Print the Lisp frames of a Vm: lisp-backtrace EXPRESSION, by default `vm`."""

        def __init__(self):
            super().__init__("lisp-backtrace", gdb.COMMAND_STACK)

        def invoke(self, argument, _from_tty):
            vm = gdb.parse_and_eval(argument or "vm")
            if vm.type.code == gdb.TYPE_CODE_PTR:
                vm = vm.dereference()
            elif vm.type.code == gdb.TYPE_CODE_REF:
                vm = vm.referenced_value()
            state = vm.address.cast(gdb.lookup_type("tessera::VmState").pointer()).dereference()
            record, end = state["records"]["_M_impl"]["_M_start"], state["records"]["_M_impl"]["_M_finish"]
            borders = []
            while record != end:
                if str(record["kind"]).endswith("border"):
                    borders.append((int(record["base"]), int(record["pc"])))
                record += 1
            begin = int(state["stack"]["begin"])
            for number, text in enumerate(lisp.frames(int(state["base"]), int(state["pc"]), begin, borders)):
                print(f"{number}: {text}")

    LispBacktrace()


def register_lldb(lldb, debugger):
    class LldbLisp(Lisp):
        def __init__(self, value):
            self.target = value.GetTarget()

        def memory(self, address, size):
            if size == 0:
                return b""
            error = lldb.SBError()
            octets = self.target.GetProcess().ReadMemory(address, size, error)
            if not error.Success():
                raise Unreadable
            return octets

        def type(self, name):
            return self.target.FindTypes(name).GetTypeAtIndex(0)  # FindFirstType does not find all

        def offset(self, type_name, name):
            return next(f.GetOffsetInBytes() for f in self.type("tessera::" + type_name).fields if f.GetName() == name)

        def enumerators(self, type_name):
            return {member.unsigned: member.name for member in self.type(type_name).enum_members}

    global value_summary, frame_summary, object_summary

    def value_summary(value, _dictionary):
        return LldbLisp(value).describe(value.GetNonSyntheticValue().GetChildMemberWithName("bits_").GetValueAsUnsigned())

    def frame_summary(frame, dictionary):
        member = frame.GetNonSyntheticValue().GetChildMemberWithName
        return f"{value_summary(member('function'), dictionary)}, instruction {member('instruction').GetValueAsUnsigned()}"

    def object_summary(value, _dictionary):
        return LldbLisp(value).object_text(value.GetLoadAddress())

    for name, function in [("Value", "value_summary"), ("Frame", "frame_summary")] + [(name, "object_summary") for name in OBJECTS]:
        debugger.HandleCommand(f"type summary add -F {__name__}.{function} tessera::{name}")


def __lldb_init_module(debugger, _dictionary):
    import lldb
    register_lldb(lldb, debugger)


try:
    import gdb as _gdb
except ImportError:
    pass
else:
    register_gdb(_gdb)
