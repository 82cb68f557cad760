"""Pathnames: namestrings taken apart, put together, merged, matched and translated; logical ones with their hosts and
translations.

Only differences from unanimous other implementations count: they differ about dots, versions and wildcards."""
from families import Case

UNANIMOUS = True
PARTS = ["a", "b", "foo", "Bar", "x1", "a-b"]


def directory(s):
    return s.one(["", "/", ""]) + "".join(s.one(PARTS + ["..", "*", "**"] if s.maybe(0.2) else PARTS) + "/" for _ in range(s.between(0, 3)))


def name(s):
    return s.one(["", "", "*", s.one(PARTS), s.one(PARTS), s.one(PARTS) + "*"]) if s.maybe(0.3) else s.one(PARTS)


def physical(s):
    return directory(s) + name(s) + s.one(["", ".c", ".lisp", ".*", ".tar.gz"])


def logical(s):
    words = "".join(s.one(["A", "B", "FOO", "a", "*", "**"] if s.maybe(0.2) else ["A", "B", "FOO", "bar"]) + ";" for _ in range(s.between(0, 3)))
    return f"{s.one(['FZ', 'fz', 'Fz'])}:{s.one(['', '', ';'])}{words}{s.one(['X', 'Y1', '*', 'a-b', ''])}{s.one(['', '.C', '.LISP', '.*', '.C.3', '.C.NEWEST'])}"


def any_name(s):
    return physical(s) if s.maybe(0.65) else logical(s)


def parts(pathname):
    return f"(let ((p {pathname})) (list (pathname-directory p) (pathname-name p) (pathname-type p)))"


def component(s, key):
    if key == ":directory":
        return s.one(["nil", "'(:relative \"q\")", "'(:absolute \"q\" \"r\")", "'(:absolute)", "'(:relative :wild)", "'(:absolute :wild-inferiors \"z\")", "'(:relative :up \"t\")"])
    return s.one(["nil", '"q"', ":wild", '"Q-r"'])


def case(s):
    a, b, c = any_name(s), any_name(s), any_name(s)
    kind = s.below(12)
    if kind == 0:
        form = parts(f'(pathname "{a}")')
    elif kind == 1:
        form = f'(list (namestring "{a}") (file-namestring "{a}") (directory-namestring "{a}"))'
    elif kind < 4:
        form = f'(let ((m (merge-pathnames "{a}" "{b}"))) (list (namestring m) (typep m (quote logical-pathname))))'
    elif kind == 4:
        form = f'(equal (merge-pathnames (enough-namestring "{a}" "{b}") "{b}") (merge-pathnames (parse-namestring "{a}" nil "{b}") "{b}"))'
    elif kind == 5:
        form = f'(not (not (pathname-match-p "{a}" "{b}")))'
    elif kind == 6:
        form = "(mapcar (lambda (field) (not (not (wild-pathname-p \"" + a + "\" field)))) '(nil :host :device :directory :name :type))"
    elif kind == 7:
        keys = s.subset([":directory", ":name", ":type"], 0.6)
        given = " ".join(f"{k} {component(s, k)}" for k in keys)
        default = s.one(["", f' :defaults "{a}"'])
        form = parts(f"(make-pathname {given}{default})")
    elif kind == 8:
        directory_ = "/" + directory(s).lstrip("/").replace("*", "w").replace("..", "u")
        wild = s.one([("/**/*.*", "/q/**/*.*"), ("/**/*.*", "/q/r/**/*.*"), ("/a/**/*.*", "/q/**/*.*"), ("/*/*.*", "/q/*/*.*"), ("/**/f*.*", "/z/**/g*.*"), ("/**/*.c", "/q/**/*.c")])
        form = f'(namestring (translate-pathname "{directory_}{s.one(PARTS)}.c" "{wild[0]}" "{wild[1]}"))'
    elif kind == 9:
        start = s.between(0, 3)
        form = f'(multiple-value-bind (p end) (parse-namestring "xx/{a}" nil *default-pathname-defaults* :start {start}) (list (namestring p) end))'
    elif kind == 10:
        form = f'(namestring (translate-logical-pathname "{logical(s)}"))'
    else:
        form = f'(list (equal (pathname "{a}") (pathname "{s.one([a, b])}")) (equal (pathname (namestring "{c}")) (pathname "{c}")))'
    hosts = "(setf (logical-pathname-translations \"FZ\") '((\"A;**;*.*.*\" \"/t/first/**/*.*\") (\"**;*.C.*\" \"/t/c/**/*.c\") (\"**;*.*.*\" \"/t/rest/**/*.*\") (\"*.*.*\" \"/t/top/*.*\") (\"FOO;B;X\" \"/t/only\")))"
    return Case(f"(handler-case {form} (error () :error))", setup=[hosts], way=0)
