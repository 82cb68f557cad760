"""Structures: DEFSTRUCT with its options, and what it defines."""
from families import Case

DEFAULTS = ["nil", "0", "(list 1)", "(note :default)", "'x", "*special*"]


class Structure:
    def __init__(self, s, parent=None, kind=None):
        self.s, self.parent, self.kind = s, parent, kind
        self.name = s.fresh("st")
        self.own = [s.one(["a", "b", "c", "width", "x"]) + str(i + len(parent.slots if parent else [])) for i in range(s.between(0 if parent else 1, 3))]
        self.slots = (parent.slots if parent else []) + self.own
        self.read_only = set(parent.read_only) if parent else set()
        self.conc = s.one([self.name + "-", self.name + "-", f"{self.name}.", ""])
        self.named = kind is None or s.maybe()
        self.constructors = []
        self.printed = None
        self.offset = bool(parent and parent.offset)

    def slot(self, name):
        s = self.s
        if s.maybe(0.2):
            return name
        text = f"({name} {s.one(DEFAULTS)}"
        if s.maybe(0.15):
            text += " :type t"
        if s.maybe(0.15):
            self.read_only.add(name)
            text += " :read-only t"
        return text + ")"

    def boa(self):
        """Returns a constructor by order of arguments."""
        s, slots, parts = self.s, self.s.shuffled(self.slots), []
        cuts = sorted(s.between(0, len(slots)) for _ in range(3))
        required, optional, keys = slots[:cuts[0]], slots[cuts[0]:cuts[1]], slots[cuts[1]:cuts[2]]
        name = s.fresh("boa")
        parts += required
        if optional:
            parts += ["&optional"] + [s.one([x, f"({x} (note 1))", f"({x} 7)", f"({x} (list {required[0] if required else 1}))"]) for x in optional]
        if keys and s.maybe(0.5) and cuts[2] < len(slots):
            parts += ["&rest", slots[cuts[2]]]
        if keys:
            parts += ["&key"] + [s.one([x, f"({x} 8)", f"((:k-{x} {x}) 9)"]) for x in keys]
        keyword = {x: f":k-{x}" if f"((:k-{x}" in " ".join(parts) else f":{x}" for x in keys}
        if cuts[2] < len(slots) and s.maybe(0.3) and slots[cuts[2]] not in parts:
            parts += ["&aux", s.one([f"({slots[cuts[2]]} (list 3))", f"({slots[cuts[2]]} 5)"])]

        def call():
            arguments = [str(s.below(9)) for _ in required]
            given = s.between(0, len(optional))
            arguments += [str(s.below(9)) for _ in optional[:given]]
            if given == len(optional):
                for x in keys:
                    if s.maybe(0.5):
                        arguments += [keyword[x], str(s.below(9))]
            return f"({name} {' '.join(arguments)})"
        self.constructors.append(call)
        return f"(:constructor {name} ({' '.join(parts)}))"

    def options(self):
        s, options = self.s, []
        if self.conc != self.name + "-":
            options.append(f"(:conc-name {self.conc})" if self.conc else s.one(["(:conc-name nil)", ":conc-name", "(:conc-name)"]))
        if self.kind:
            options.append(f"(:type {self.kind})")
            if self.named:
                options.append(":named")
            if s.maybe(0.2) and not self.parent:
                self.offset = True  # what is in the places before the slots is left open
                options.append(f"(:initial-offset {s.between(0, 2)})")
        make = f"make-{self.name}"
        if s.maybe(0.3):
            make = s.fresh("new")
            options.append(f"(:constructor {make})")
        elif s.maybe(0.1):
            options.append(":constructor")

        def call():
            arguments = [f":{x} {s.hidden(str(s.below(9)))}" for x in s.subset(self.slots, 0.5)]
            return f"({make} {' '.join(s.shuffled(arguments))})"
        self.constructors.append(call)
        if s.maybe(0.4):
            options.append(self.boa())
            if make == f"make-{self.name}" and not any("constructor" == o.strip("(:)") for o in options):
                self.constructors.pop(0)
        self.copier = f"copy-{self.name}"
        if s.maybe(0.15):
            self.copier = s.one([s.fresh("duplicate"), None])
            options.append(f"(:copier {self.copier or 'nil'})")
        self.predicate = f"{self.name}-p" if self.named else None
        if self.named and s.maybe(0.15):
            self.predicate = s.fresh("is")
            options.append(f"(:predicate {self.predicate})")
        if self.parent:
            changed = [f"({x} {s.one(['11', '(list 12)'])})" for x in s.subset(self.parent.slots, 0.3)]
            options.append(f"(:include {self.parent.name} {' '.join(changed)})")
        if not self.kind and s.maybe(0.3):
            self.printed = True
            options.append(s.one(["(:print-function (lambda (x stream depth) (declare (ignore depth)) (format stream \"<~a>\" (type-of x))))",
                                  "(:print-object (lambda (x stream) (format stream \"{~a}\" (type-of x))))"]))
        return " ".join(s.shuffled(options))

    def definition(self):
        # The slots first: options may depend on which are read-only.
        slots = " ".join(self.slot(x) for x in self.own)
        options = self.options()
        return f"(defstruct ({self.name} {options}) {self.s.one(['', chr(34) + 'A text.' + chr(34)])} {slots})"

    def reader(self, slot):
        return f"{self.conc}{slot}"

    def questions(self):
        s, some = self.s, []
        x = s.one(self.slots)
        some.append(f"({self.reader(x)} x)")
        if x not in self.read_only:
            some += [f"(setf ({self.reader(x)} x) (note {s.below(9)}))", f"(let ((old ({self.reader(x)} x))) (rotatef ({self.reader(x)} x) old) old)",
                     f"(push 1 ({self.reader(x)} x))", f"(setf ({self.reader(x)} x) (list ({self.reader(s.one(self.slots))} x)))"]
        some += [f"(mapcar #'{self.reader(x)} (list x x))", f"(funcall '{self.reader(x)} x)"]
        if self.copier:
            some.append(f"(let ((y ({self.copier} x))) (list (eq x y) (equalp x y) ({self.reader(x)} y)))")
        if self.predicate:
            some += [f"({self.predicate} x)", f"({self.predicate} {s.one(['5', 'nil', '(list 1 2)', '(vector 1)'])})"]
        if self.kind:
            some += ["(length x)"] if self.offset else ["x", "(length x)"]
        else:
            some += [f"(typep x '{self.name})", "(typep x 'structure-object)", "(eq (class-name (class-of x)) (type-of x))", f"(typep 5 '{self.name})", "(equalp x (copy-structure x))",
                     "(equal x (copy-structure x))", f"(documentation '{self.name} 'structure)"]
            if self.parent:
                some += [f"(typep x '{self.parent.name})", f"({self.parent.name}-p x)" if self.parent.predicate == f"{self.parent.name}-p" else "1",
                         f"(multiple-value-list (subtypep '{self.name} '{self.parent.name}))", f"(multiple-value-list (subtypep '{self.parent.name} '{self.name}))"]
            if self.printed:
                some += ["(prin1-to-string x)", "(format nil \"~a\" (list x))"]
            elif s.maybe(0.3) and not (self.parent and self.parent.printed):
                some += ["(let ((*print-pretty* nil)) (prin1-to-string x))"]
        return s.one(some)


def case(s):
    kind = s.one([None, None, None, "list", "vector", "(vector t)"])
    first = Structure(s, None, kind)
    definitions = [first.definition()]
    structure = first
    if s.maybe(0.5):
        structure = Structure(s, first, kind)
        if kind:
            structure.named = first.named or structure.named
        definitions.append(structure.definition())
    asked = []
    for _ in range(s.between(1, 5)):
        asked.append(structure.questions())
    if structure.parent and s.maybe():
        x = s.one(structure.parent.slots)
        asked.append(f"({structure.parent.reader(x)} x)")
    show = " ".join(f"({structure.reader(x)} x)" for x in structure.slots)
    form = f"(let ((x {s.one(structure.constructors)()})) (list {' '.join(asked)} {show}))"
    if s.maybe(0.05) and not kind:
        form = s.one([f"({structure.reader(structure.slots[0])} {s.hidden('5')})", f"({structure.reader(structure.slots[0])} {s.hidden(chr(39) + '(1 2)')})"])
    return Case(form, definitions)
