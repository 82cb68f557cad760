"""Chains of redefined classes and of instances that change class: local and shared slots, initforms, inheritance,
methods, and the arguments of UPDATE-INSTANCE-FOR-REDEFINED-CLASS and UPDATE-INSTANCE-FOR-DIFFERENT-CLASS."""
from families import Case

UNANIMOUS = True  # all other implementations must agree

SLOTS = ["a", "b", "c", "d"]


def slot(s, name, shared):
    options = [f":initarg :{name}"] if s.maybe(0.6) else []
    if s.maybe(0.93):  # SBCL fills slots that were unbound when a class is defined anew
        options.append(f":initform {s.one(['1', '(list 2 3)', 'nil', '*special*', ':form'])}")
    if name in shared:
        options.append(":allocation :class")
    return f"({name} {' '.join(options)})"


def definition(s, name, parents, shared):
    slots = " ".join(slot(s, x, shared) for x in s.shuffled(s.subset(SLOTS, 0.5)))
    defaults = f" (:default-initargs :{s.one(SLOTS)} {s.below(9)} :allow-other-keys t)" if s.maybe(0.15) else ""
    return f"(defclass {name} ({' '.join(parents)}) ({slots}){defaults})"


def shown(variable):
    return (f"(list (class-name (class-of {variable})) (mapcar (lambda (n) (if (slot-exists-p {variable} n) (if (slot-boundp {variable} n) (slot-value {variable} n) :unbound) :none))"
            f" '({' '.join(SLOTS)})))")


def tracing(s, names):
    """Returns methods that note what they are given when instances change."""
    methods = []
    for name in s.subset(names, 0.4):
        methods.append(f"(defmethod update-instance-for-redefined-class :before ((x {name}) added discarded plist &rest initargs)"
                       f" (note (list :redefined '{name} (sorted added) (sorted discarded) (sorted plist) initargs)))")
    for old in s.subset(names, 0.3):
        methods.append(f"(defmethod update-instance-for-different-class :before ((old {old}) (new {s.one(names + ['t'])}) &rest initargs)"
                       f" (note (list :different (class-name (class-of new)) {shown('old')} initargs)))")
    for name in s.subset(names, 0.2):
        methods.append(f"(defmethod shared-initialize :after ((x {name}) names &rest initargs) (note (list :shared '{name} (if (listp names) (sorted names) names) initargs)))")
    return methods


def step(s, names, parents, shared):
    name = s.one(names)
    variable = s.one(["x", "y"])
    choices = [
        definition(s, name, parents[name], shared), definition(s, name, parents[name], shared),
        f"(ignore-errors (change-class {variable} '{name}))", f"(ignore-errors (change-class {variable} '{name} :allow-other-keys t :{s.one(SLOTS)} {s.below(99)}))",
        f"(ignore-errors (setf (slot-value {variable} '{s.one(SLOTS)}) {s.below(99)}))",
        f"(note {shown(variable)})", f"(ignore-errors (reinitialize-instance {variable} :allow-other-keys t :{s.one(SLOTS)} {s.below(99)}))",
        f"(setq y (make-instance '{name} :allow-other-keys t :{s.one(SLOTS)} {s.below(99)}))", f"(note (list (typep {variable} '{name}) (what-{s.tag} {variable})))",
        f"(progn (make-instances-obsolete '{name}) 1)", f"(note (handler-case (slot-value {variable} '{s.one(SLOTS)}) (unbound-slot (c) (list :unbound (cell-error-name c))) (error () :error)))",
        f"(defmethod what-{s.tag} ((x {name})) (list '{s.fresh('m')} (if (next-method-p) (call-next-method) nil)))",
    ]
    return s.one(choices)


def case(s):
    names = [s.fresh("changing") for _ in range(s.between(2, 4))]
    shared = s.subset(SLOTS, 0.1)
    parents, setup = {}, ["(defun sorted (x) (if (and (consp x) (consp (cdr x)) (not (every #'symbolp x))) (sort (loop for (k v) on x by #'cddr collect (list k v)) #'string< :key #'first)"
                          " (sort (copy-list x) #'string<)))", f"(defgeneric what-{s.tag} (x))", f"(defmethod what-{s.tag} ((x t)) :t)"]
    for i, name in enumerate(names):
        parents[name] = [p for p in reversed(names[:i]) if s.maybe(0.4)]
        setup.append(definition(s, name, parents[name], shared))
    setup += tracing(s, names)
    steps = " ".join(step(s, names, parents, shared) for _ in range(s.between(2, 7)))
    form = (f"(let* ((*special* 3) (x (make-instance '{s.one(names)} :allow-other-keys t :a 10)) (y (make-instance '{s.one(names)} :allow-other-keys t :b 20)))"
            f" (declare (ignorable y)) {steps} (list {shown('x')} {shown('y')}))")
    return Case(form, setup, way=s.below(3))
