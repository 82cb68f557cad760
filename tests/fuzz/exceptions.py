"""Accepted differences, which are not Tessera's faults and which the families cannot avoid: how they look, and the
reason."""
import re
import struct

# Families, an expression that the case's text matches, one that the outcome of SBCL matches, and why that is not a
# fault of Tessera's.
EXCEPTIONS = [
    (["types"], r"subtypep", r"\(NIL NIL\)", "SBCL does not know what is certain"),
    (["numbers"], r"\((mod|rem|floor|ceiling|truncate|round|fround|ftruncate|ffloor|fceiling) ", r"FLOATING-POINT-INVALID-OPERATION",
     "0.0 divided by 0.0 is a division by zero"),
    (["numbers"], r"\(rem ", r"-0\.0", "the sign of a remainder that is 0.0 is not told"),
    (["filenames"], r"\(equal \(merge-pathnames \(enough-namestring \"[fF][zZ]:", r"^ NIL$", "the others lose a logical pathname's version on the way through its namestring"),
    (["format"], r"[fF]", r"\b00\.", "SBCL writes two zeros"),
    (["format"], r"[eE]", r"9999999999", "SBCL scales the float itself for ~E, and rounds"),
]
FLOAT = re.compile(r"[-+]?\d+\.\d+(?:[de]-?\d+)?")


def float_bits(text):
    return struct.pack("d", float(text.replace("d", "e"))) if "d" in text else struct.pack("f", float(text))


def same_floats(ours, theirs):
    """True if only floats are written differently, and not longer than SBCL does."""
    a, b = FLOAT.findall(ours), FLOAT.findall(theirs)
    return (FLOAT.sub("", ours) == FLOAT.sub("", theirs) and len(a) == len(b)
            and all(float_bits(x) == float_bits(y) and len(x) <= len(y) for x, y in zip(a, b)))


def reason_for(family, case, ours, theirs):
    """Returns the reason why the outcomes of CASE may differ, or None."""
    if same_floats(ours, theirs):
        return "two shortest decimals are equally near to a float, or it is denormalized, which SBCL does not print in its shortest way"
    text = " ".join([*case.setup, case.form])
    for families, form, outcome, reason in EXCEPTIONS:
        if family in families and re.search(form, text) and re.search(outcome, theirs):
            return reason
    return None
