"""Classes and generic functions: slots and their options, several parents, initialization, methods of all kinds,
combinations, CHANGE-CLASS."""
from families import Case

COMBINATIONS = ["standard", "standard", "standard", "list", "append", "+", "and", "or", "progn", "max", "min", "nconc"]


class World:
    """Classes over each other, and what is known of them."""

    def __init__(self, s):
        self.s, self.classes, self.definitions, self.slots = s, [], [], {}

    def define_class(self):
        s = self.s
        name = s.fresh("class")
        parents = [c for c in self.classes if s.maybe(0.45)]
        parents.sort(key=self.classes.index, reverse=True)
        slots = []
        own = []
        for slot in s.subset(["a", "b", "c"], 0.5):
            options = []
            if s.maybe(0.6):
                options += [f":initarg {keyword}" for keyword in s.subset([f":{slot}", ":one", ":two"], 0.5)]
            if s.maybe(0.6):
                options.append(f":initform {s.one(['1', '(note :form)', '(list 2)', 'nil', '*special*'])}")
            if s.maybe(0.2):
                options.append(":allocation :class")
            if s.maybe(0.3):
                options.append(f":accessor acc-{s.tag}-{slot}")
            if s.maybe(0.2):
                options.append(f":reader read-{s.tag}-{slot}")
            if s.maybe(0.15):
                options.append(f":writer write-{s.tag}-{slot}")
            if s.maybe(0.1):
                options.append(":documentation \"text\"")
            slots.append(f"({slot} {' '.join(s.shuffled(options))})")
            own.append((slot, options))
        options = []
        if s.maybe(0.35):
            options.append(f"(:default-initargs {' '.join(f'{k} {v}' for k, v in [(s.one([':a', ':one', ':two', ':b']), s.one(['7', '(note :default)', '(list 8)']))])})")
        if s.maybe(0.1):
            options.append('(:documentation "a class")')
        self.definitions.append(f"(defclass {name} ({' '.join(parents)}) ({' '.join(slots)}) {' '.join(options)})")
        self.slots[name] = own
        self.parents = getattr(self, "parents", {})
        self.parents[name] = parents
        self.classes.append(name)

    def ancestors(self, name):
        found = [name]
        for parent in self.parents[name]:
            found += [c for c in self.ancestors(parent) if c not in found]
        return found

    def all_slots(self, name):
        return sorted({slot for c in self.ancestors(name) for slot, _ in self.slots[c]})

    def accessors(self, name, kind=":accessor"):
        return sorted({option.split()[1] for c in self.ancestors(name) for _, options in self.slots[c] for option in options if option.startswith(kind)})

    def initargs(self, name):
        return sorted({option.split()[1] for c in self.ancestors(name) for _, options in self.slots[c] for option in options if option.startswith(":initarg")})

    def make(self, name):
        s = self.s
        arguments = [f"{k} {s.one(['10', '20', '(note :arg)'])}" for k in s.subset(self.initargs(name), 0.5)]
        if s.maybe(0.03):
            arguments.append(":unknown 1")
        if s.maybe(0.05):
            arguments.append(":unknown 1 :allow-other-keys t")
        return f"(make-instance '{name} {' '.join(s.shuffled(arguments))})"

    def shown(self, variable, name):
        return " ".join(f"(if (slot-boundp {variable} '{slot}) (slot-value {variable} '{slot}) :unbound)" for slot in self.all_slots(name))


def body(s, variables, next_method=True):
    """Returns the forms of a method, which note that they ran, and what they return."""
    label = s.fresh("m")
    following = [f"(list '{label} (call-next-method))", f"(if (next-method-p) (list '{label} (call-next-method)) '{label})",
                 f"(list '{label} (next-method-p))", f"(progn (note '{label}) (call-next-method))",
                 f"(list (call-next-method) (call-next-method))", f"(flet ((next () (if (next-method-p) (call-next-method) :none))) (list '{label} (next)))",
                 f"(list '{label} (call-next-method {' '.join(variables)}))"]
    plain = [f"'{label}", f"(note '{label})", f"(list '{label} 1)", f"(values '{label} 2)"]
    return s.one(following if next_method and s.maybe(0.7) else plain)


def specializer(s, world):
    if s.maybe(0.65) and world.classes:
        return s.one(world.classes)
    return s.one(["t", "integer", "number", "symbol", "list", "null", "cons", "string", "vector", "sequence", "character", "float", "rational", "array", "(eql 5)", "(eql 'a)", "(eql nil)",
                  "standard-object", "function", "(eql #\\a)"])


def generic(s, world):
    """Returns a generic function with methods, and calls of it."""
    name = s.fresh("gf")
    arity = s.between(1, 2)
    variables = ["x", "y"][:arity]
    combination = s.one(COMBINATIONS)
    order = " (:argument-precedence-order y x)" if arity == 2 and s.maybe(0.2) else ""
    option = "" if combination == "standard" else f" (:method-combination {combination}{s.one(['', ' :most-specific-last', ' :most-specific-first'])})"
    extra, given = s.one([("", ""), ("", ""), (" &optional z", " 3"), (" &rest more", " 4 5"), (" &key", " ")])
    definitions = [f"(defgeneric {name} ({' '.join(variables)}{extra}){order}{option})"] if order or option or s.maybe() or combination != 'standard' else []
    seen = set()
    for _ in range(s.between(1, 6)):
        specializers = [specializer(s, world) for _ in variables]
        if s.maybe(0.2) and arity == 2:
            specializers[1] = "t"
        if combination == "standard":
            qualifier = s.one(["", "", "", ":before", ":after", ":around"])
        else:
            qualifier = s.one([combination, combination, combination, ":around"])
        key = (qualifier, *specializers)
        if key in seen:
            continue
        seen.add(key)
        if combination == "standard":
            text = f"(note '{s.fresh('n')})" if qualifier in (":before", ":after") else body(s, variables)
        elif qualifier == ":around":
            text = "(progn (note :around) (call-next-method))"
        else:
            text = {"list": f"'{s.fresh('v')}", "append": f"(list '{s.fresh('v')})", "nconc": f"(list '{s.fresh('v')})", "+": "3", "max": str(s.below(9)), "min": str(s.below(9)),
                    "and": s.one(["nil", "(note 1)", "2"]), "or": s.one(["nil", "(note nil)", "2"]), "progn": f"(note '{s.fresh('v')})"}[combination]
        parameters = " ".join(v if sp == "t" and s.maybe() else f"({v} {sp})" for v, sp in zip(variables, specializers))
        rest = extra
        if extra == " &key":
            rest = s.one([" &key", " &key zz", " &key &allow-other-keys"])
        definitions.append(f"(defmethod {name} {qualifier} ({parameters}{rest}) (declare (ignorable {' '.join(variables)})) {text})")
    instance = [f"(make-instance '{c})" for c in world.classes]
    value = lambda: s.one(instance) if instance and s.maybe(0.7) else s.one(["5", "'a", "nil", "1.5", '"text"', "#(1 2)", "'(1)", "#\\a", ":key", "2/3", "#'car"])
    call = lambda: f"(ignore-errors ({name} {' '.join(value() for _ in variables)}{s.one(['', given]) if given.strip() else ''}))"
    questions = [call() for _ in range(s.between(2, 5))]
    if s.maybe(0.2):
        questions.append(f"(length (compute-applicable-methods #'{name} (list {' '.join(value() for _ in variables)})))")
    if s.maybe(0.15) and combination == "standard":
        sp = s.one(["t", "integer"])
        questions += [f"(progn (defmethod {name} ({' '.join(f'({v} {sp})' for v in variables)}{extra}) (list :new (next-method-p))) 1)", call(), call()]
    if s.maybe(0.1):
        classes = " ".join(["(find-class 't)"] * arity)
        questions += [f"(let ((m (find-method #'{name} '() (list {classes}) nil))) (if m (progn (remove-method #'{name} m) 1) 0))", call()]
    return definitions, questions


def instances(s, world):
    name = s.one(world.classes)
    definitions, steps = [], []
    if s.maybe(0.3):
        definitions.append(f"(defmethod initialize-instance {s.one([':after', ':before'])} ((x {s.one(world.classes)}) &rest initargs &key &allow-other-keys) (note (list :init initargs)))")
    if s.maybe(0.2):
        definitions.append(f"(defmethod shared-initialize :after ((x {s.one(world.classes)}) names &key) (note (list :shared (if (listp names) (length names) names))))")
    if s.maybe(0.15):
        definitions.append(f"(defmethod initialize-instance :after ((x {s.one(world.classes)}) &key extra) (note (list :extra extra)))")
    slots = world.all_slots(name)
    for _ in range(s.between(1, 5)):
        choices = [f"(slot-exists-p x '{s.one(['a', 'b', 'zz'])})", f"(typep x '{s.one(world.classes)})", f"(multiple-value-list (subtypep '{s.one(world.classes)} '{s.one(world.classes)}))",
                   "(class-name (class-of x))", f"(eq (class-of x) (find-class '{name}))", "(typep x 'standard-object)", f"(ignore-errors (slot-value x '{s.one(['a', 'b', 'c'])}))",
                   f"(handler-case (slot-value x 'nonexistent) (error (c) (type-of c) :wrong))",
                   f"(progn (reinitialize-instance x {' '.join(f'{k} 30' for k in s.subset(world.initargs(name), 0.5))}) 1)", "(type-of x)"]
        if slots:
            slot = s.one(slots)
            choices += [f"(setf (slot-value x '{slot}) (note {s.below(9)}))", f"(progn (slot-makunbound x '{slot}) (slot-boundp x '{slot}))", f"(slot-boundp x '{slot})",
                        f"(with-slots ((q {slot})) x (setq q 1) q)", f"(handler-case (slot-value x '{slot}) (unbound-slot (c) (list (cell-error-name c) (eq x (unbound-slot-instance c)))))"]
        if world.accessors(name):
            accessor = s.one(world.accessors(name))
            choices += [f"(setf ({accessor} x) {s.below(9)})", f"(ignore-errors ({accessor} x))", f"(with-accessors ((q {accessor})) x (setq q (list 1)) (list q))"] * 2
        if world.accessors(name, ":reader"):
            choices += [f"(ignore-errors ({s.one(world.accessors(name, ':reader'))} x))"]
        if world.accessors(name, ":writer"):
            choices += [f"({s.one(world.accessors(name, ':writer'))} 77 x)"]
        steps.append(s.one(choices))
    last = name
    if s.maybe(0.25):
        last = s.one(world.classes)
        if s.maybe(0.5):
            definitions.append(f"(defmethod update-instance-for-different-class :before ((old {name}) (new {last}) &rest initargs) (note (list :update initargs)))")
        steps.append(f"(progn (change-class x '{last} {' '.join(f'{k} 40' for k in s.subset(world.initargs(last), 0.4))}) 1)")
    form = f"(let ((x {world.make(name)}) (*special* 3)) (list {' '.join(steps)} {world.shown('x', last)}))"
    return definitions, form


def case(s):
    world = World(s)
    for _ in range(s.between(1, 5)):
        world.define_class()
    if any(":allocation :class" in text for text in world.definitions):  # when their values are made is left open
        world.definitions = [text.replace("(note :form)", "3") for text in world.definitions]
    if s.maybe(0.55):
        definitions, questions = generic(s, world)
        return Case(f"(list {' '.join(questions)})", world.definitions + definitions, way=s.below(3))
    definitions, form = instances(s, world)
    if s.maybe(0.15):
        # A class is redefined; an instance made before it is brought up to date.
        name, definitions = s.one(world.classes), []
        own = [slot for slot, _ in world.slots[name]]
        changed = [x for x in own if s.maybe(0.5)] + ["d"]
        form = (f"(let ((x {world.make(name)})) (defclass {name} ({' '.join(world.parents[name])}) ({' '.join(f'({slot} :initarg :{slot})' for slot in changed[:-1])} (d :initform 50)))"
                f" (list (mapcar (lambda (n) (and (slot-exists-p x n) (if (slot-boundp x n) (slot-value x n) :unbound))) '(a b c d)) (typep x '{name})))")
    return Case(form, world.definitions + definitions, way=s.below(3))
