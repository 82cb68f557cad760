"""Nested type abbreviations with parameters of all kinds, in TYPEP, SUBTYPEP, TYPECASE, COERCE, CHECK-TYPE, DEFSTRUCT
and DEFMETHOD."""
from families import Case

OBJECTS = ["1", "-1", "0", "5", "255", "256", "1/2", "1.5", "1d0", "'a", "nil", "t", ":key", "#\\a", '"abc"', '""', "'(1 2)", "'(1 . a)", "(list 1 2 3)", "#(1 2)", "#(1 2 3)", "#*101", "(make-array '(2 2))",
           "#c(1 2)", "(expt 2 70)"]
BASIC = ["integer", "symbol", "list", "string", "number", "cons", "null", "character", "vector", "float", "rational", "(integer 0 9)", "(member a 1 nil)", "(eql 5)", "(satisfies symbolp)", "bit", "array", "t", "nil"]
SURE = ["integer", "symbol", "list", "string", "number", "cons", "null", "character", "vector", "float", "rational", "(integer 0 9)", "(eql 5)", "bit", "array"]


def case(s):
    names, setup = [], []  # pairs of a name and a function that makes a use of it

    def type_of(depth, basic=BASIC):
        if depth > 0 and names and s.maybe(0.6):
            return s.one(names)(depth - 1)
        if depth > 0 and s.maybe(0.4):
            a, b = type_of(depth - 1, basic), type_of(depth - 1, basic)
            return s.one([f"(or {a} {b})", f"(and {a} {b})", f"(not {a})", f"(cons {a} {b})", f"(or {a} null)"])
        return s.one(basic)
    for _ in range(s.between(1, 5)):
        name = s.fresh("type")
        a, b = type_of(2), type_of(2)
        n = s.between(1, 9)
        kind = s.below(9)
        text, use = [
            (f"() '{a}", lambda d, name=name: name),
            (f"() '(or {a} {b})", lambda d, name=name: name),
            (f"(x) `(or ,x {a})", lambda d, name=name: f"({name} {type_of(d)})"),
            (f"(&optional (low 0) (high {n})) `(integer ,low ,high)", lambda d, name=name: s.one([name, f"({name})", f"({name} 2)", f"({name} -3 3)", f"({name} * 5)"])),
            (f"(&optional x) (if (eq x '*) '(eql :star) `(cons ,(or x t) *))", lambda d, name=name: s.one([name, f"({name} {type_of(d)})", f"({name} *)"])),
            (f"(&key (of 't) (size '*)) `(vector ,of ,size)", lambda d, name=name: s.one([name, f"({name} :size 3)", f"({name} :of t)", f"({name} :size 2 :of t)"])),
            (f"(&rest parts) `(and ,@parts)", lambda d, name=name: s.one([name, f"({name} {type_of(d)})", f"({name} {type_of(d)} {type_of(d)})"])),
            (f"((x y) &body more) `(or ,x ,y ,@more)", lambda d, name=name: s.one([f"({name} ({type_of(d)} {type_of(d)}))", f"({name} ({type_of(d)} {type_of(d)}) {type_of(d)})"])),
            (f"(&whole form x &aux (n {n})) (if (= (length form) 2) `(or (integer 0 ,n) ,x) nil)", lambda d, name=name: f"({name} {type_of(d)})"),
        ][kind]
        setup.append(f"(deftype {name} {text})")
        names.append(use)
    objects = [s.hidden(s.one(OBJECTS)) for _ in range(4)]
    kind = s.below(7)
    t1, t2, t3 = type_of(2), type_of(2), type_of(1)
    form = [
        f"(list {' '.join(f'''(typep {o} '{type_of(2)})''' for o in objects)})",
        f"(mapcar (lambda (x) (typep x '{t1})) (list {' '.join(objects)}))",
        f"(mapcar (lambda (x) (typecase x ({t1} 1) ({t2} 2) ({t3} 3) (t 4))) (list {' '.join(objects)}))",
        f"(mapcar (lambda (x) (handler-case (etypecase x ({t1} 1) ({t2} 2)) (type-error (c) (equal x (type-error-datum c))))) (list {' '.join(objects)}))",
        f"(let ((x {objects[0]})) (handler-case (progn (check-type x {t1}) :fine) (type-error (c) (equal x (type-error-datum c)))))",
        f"(let ((type (first '({t1}))) (x {objects[1]})) (list (typep x type) (typep x (list 'or type 'null)) (typep x (list 'not type))))",
        f"(list (first (multiple-value-list (subtypep '{t1} '(or {t1} {t2})))) (typep {objects[2]} '(and {t1} (not {t1}))) (typep {objects[3]} '(or {t2} (not {t2}))))",
    ][kind]
    return Case(form, setup)
