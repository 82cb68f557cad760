"""Adjustable and displaced arrays: ADJUST-ARRAY with every argument, VECTOR-PUSH-EXTEND, fill pointers, strings, bit
vectors, chains of displacement; their elements and properties."""
from families import Case

UNANIMOUS = True  # all other implementations must agree

KINDS = {"t": ["1", "'a", "nil", '"s"'], "character": ["#\\a", "#\\Z"], "bit": ["0", "1"], "(unsigned-byte 8)": ["7", "255"], "double-float": ["1d0", "-2.5d0"]}


def element(s, kind):
    return s.one(KINDS[kind])


def contents(s, kind, dimensions):
    if not dimensions:
        return element(s, kind)
    return "(list " + " ".join(contents(s, kind, dimensions[1:]) for _ in range(dimensions[0])) + ")"


def dimensions_text(dimensions):
    return str(dimensions[0]) if len(dimensions) == 1 else "'(" + " ".join(map(str, dimensions)) + ")" if dimensions else "nil"


def new_array(s, kind, dimensions):
    options = [f":element-type '{kind}"] if kind != "t" or s.maybe(0.3) else []
    options.append(f":initial-contents {contents(s, kind, dimensions)}" if s.maybe(0.7) else f":initial-element {element(s, kind)}")
    if s.maybe(0.7):
        options.append(":adjustable t")
    if len(dimensions) == 1 and s.maybe(0.5):
        options.append(f":fill-pointer {s.one(['t', str(s.between(0, dimensions[0]))])}")
    return f"(make-array {dimensions_text(dimensions)} {' '.join(s.shuffled(options))})"


def size(dimensions):
    n = 1
    for d in dimensions:
        n *= d
    return n


def shown(variable):
    # How far VECTOR-PUSH-EXTEND extends is left open.
    return (f"(if (array-has-fill-pointer-p {variable}) (list (fill-pointer {variable}) (coerce {variable} 'list))"
            f" (list (array-dimensions {variable}) (array-rank {variable}) (array-total-size {variable})"
            f" (loop for i below (array-total-size {variable}) collect (row-major-aref {variable} i))))")


def step(s, kind, rank, displaced):
    variable = s.one(["x", "x", "y"])
    dimensions = [s.between(0, 5) for _ in range(rank)]
    total = size(dimensions)
    choices = [f"(row-major-aref {variable} {s.below(4)})", f"(setf (row-major-aref {variable} {s.below(4)}) {element(s, kind)})", f"(note {shown(variable)})",
               f"(array-in-bounds-p {variable} {' '.join(str(s.between(0, 5)) for _ in range(rank))})", f"(array-row-major-index {variable} {' '.join(str(s.below(3)) for _ in range(rank))})"]
    keep = f":initial-element {element(s, kind)}"
    fill = f" :fill-pointer {s.one(['t', 'nil', str(s.between(0, dimensions[0]))])}" if rank == 1 and s.maybe(0.5) else ""
    adjust = f"(setq {variable} (adjust-array {variable} {dimensions_text(dimensions)}"
    if displaced:
        if total:
            choices += [f"(progn (setq y (make-array {dimensions_text(dimensions)} :element-type '{kind} :displaced-to x :displaced-index-offset {s.below(3)})) 1)"] * 4
        return f"(ignore-errors {s.one(choices)})"
    choices += [f"{adjust} {keep}{fill}))"] * 3 + [f"{adjust} :initial-contents {contents(s, kind, dimensions)}{fill}))"] * 2
    choices.append(f"{adjust} :element-type '{kind} {keep}))")
    if total:
        choices.append(f"(progn {adjust} :displaced-to (make-array {total + 2} :element-type '{kind} :initial-element {element(s, kind)}) :displaced-index-offset {s.below(3)})) 1)")
    if rank == 1:
        choices += [f"(vector-push {element(s, kind)} {variable})", f"(vector-push-extend {element(s, kind)} {variable} {s.between(1, 4)})",
                    f"(vector-pop {variable})", f"(setf (fill-pointer {variable}) {s.below(5)})", f"(replace {variable} {variable} :start1 {s.below(3)} :start2 {s.below(3)})",
                    f"(fill {variable} {element(s, kind)} :start {s.below(3)})", f"(setq y (subseq {variable} {s.below(3)}))", f"(note (reverse {variable}))", f"(length {variable})",
                    f"(setq y (concatenate 'vector x {variable}))" if kind == "t" else f"(setq y (copy-seq {variable}))"]
    return f"(ignore-errors {s.one(choices)})"


def case(s):
    kind = s.one(list(KINDS))
    rank = s.one([1, 1, 1, 1, 2, 2, 0, 3])
    dimensions = [s.between(1, 4) for _ in range(rank)]
    displaced = s.maybe(0.3)  # or adjusted: one that is displaced to what was adjusted may be out of bounds
    steps = " ".join(step(s, kind, rank, displaced) for _ in range(s.between(2, 7)))
    form = (f"(let* ((x {new_array(s, kind, dimensions)}) (y {new_array(s, kind, dimensions)})) (declare (ignorable y)) (list (list {steps}) {shown('x')} {shown('y')}))")
    return Case(form)
