"""The shared library from another language: a small binding by ctypes, and a script that uses it.

    python3 from_python.py /usr/lib/x86_64-linux-gnu/libtessera.so.0.1
"""
import ctypes as c
import sys

CALLBACK = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_void_p))


WRITE = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(c.c_char), c.c_size_t)
READ = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.POINTER(c.c_size_t))
READ_FILES, WRITE_FILES, ENVIRONMENT, CLOCK, NETWORK, SHARED_OBJECTS, PROCESSES, QUIT, REDEFINITION = (1 << i for i in range(9))


class Options(c.Structure):
    """tessera_options"""
    _fields_ = [("heap_limit_bytes", c.c_size_t), ("stack_limit_words", c.c_size_t), ("step_limit", c.c_ulonglong),
                ("nanosecond_limit", c.c_ulonglong), ("sandboxed", c.c_int), ("permit", c.c_uint), ("forbid", c.c_uint),
                ("folder", c.c_char_p), ("output", WRITE), ("error_output", WRITE), ("input", READ), ("stream_data", c.c_void_p),
                ("image_path", c.c_char_p), ("error_buffer", c.c_char_p), ("error_buffer_size", c.c_size_t)]


class LispError(Exception):
    """A condition of Lisp that nothing handled."""


class Lisp:
    """An interpreter; values are None, True, int, float, str, lists of those, and for other objects their printed form.
    OPTIONS are the fields of Options; output and error_output are functions of a str."""

    def __init__(self, path, **options):
        self.api = c.CDLL(path)
        for name, result, *arguments in (
                ("new", c.c_void_p, c.POINTER(Options)), ("free", None, c.c_void_p), ("eval", c.c_void_p, c.c_void_p, c.c_char_p, c.c_char_p),
                ("call", c.c_void_p, c.c_void_p, c.c_char_p, c.c_size_t, c.POINTER(c.c_void_p)),
                ("define", c.c_int, c.c_void_p, c.c_char_p, c.c_char_p, CALLBACK, c.c_void_p),
                ("fail", c.c_void_p, c.c_void_p, c.c_char_p, c.c_char_p), ("release", None, c.c_void_p),
                ("error_class", c.c_char_p, c.c_void_p), ("error_message", c.c_char_p, c.c_void_p),
                ("nil", c.c_void_p, c.c_void_p), ("integer", c.c_void_p, c.c_void_p, c.c_longlong),
                ("double", c.c_void_p, c.c_void_p, c.c_double), ("symbol", c.c_void_p, c.c_void_p, c.c_char_p),
                ("string", c.c_void_p, c.c_void_p, c.c_char_p, c.c_size_t),
                ("list", c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_void_p)),
                ("get_integer", c.c_int, c.c_void_p, c.POINTER(c.c_longlong)),
                ("get_double", c.c_int, c.c_void_p, c.POINTER(c.c_double)),
                ("get_string", c.c_void_p, c.c_void_p, c.POINTER(c.c_size_t)), ("is_true", c.c_int, c.c_void_p),
                ("length", c.c_longlong, c.c_void_p), ("element", c.c_void_p, c.c_void_p, c.c_size_t),
                ("text", c.c_void_p, c.c_void_p), ("free_text", None, c.c_void_p), ("permissions", c.c_uint, c.c_void_p),
                ("set_limits", None, c.c_void_p, c.c_ulonglong, c.c_ulonglong)):
            function = getattr(self.api, "tessera_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, "_" + name, function)
        error_buffer = c.create_string_buffer(200)
        for name in {"output", "error_output"} & options.keys():
            options[name] = WRITE(lambda _data, text, size, write=options[name]: write(c.string_at(text, size).decode()))
        self.options = Options(error_buffer=c.cast(error_buffer, c.c_char_p), error_buffer_size=200, **options)
        self.lisp = self._new(self.options)
        self.callbacks = []  # they must live as long as the interpreter, and so must the options
        if not self.lisp:
            raise LispError(error_buffer.value.decode())

    def close(self):
        self._free(self.lisp)

    def permissions(self):
        return self._permissions(self.lisp)

    def limit(self, steps=0, seconds=0):
        """Limits each evaluation from now on."""
        self._set_limits(self.lisp, steps, int(seconds * 1e9))

    def eval(self, source):
        return self._value(self._eval(self.lisp, source.encode(), None))

    def call(self, name, *arguments):
        given = self._objects(arguments)
        try:
            return self._value(self._call(self.lisp, name.encode(), len(given), given))
        finally:
            for reference in given:
                self._release(reference)

    def define(self, name, lambda_list, function):
        def callback(lisp, _data, count, arguments):
            try:
                return self._object(function(*(self._python(arguments[i]) for i in range(count))))
            except Exception as error:  # what Python raises is an error in Lisp
                return self._fail(lisp, b"SIMPLE-ERROR", f"{type(error).__name__}: {error}".encode())

        self.callbacks.append(CALLBACK(callback))
        if not self._define(self.lisp, name.encode(), lambda_list.encode(), self.callbacks[-1], None):
            self._raise()

    def _raise(self):
        raise LispError(f"{self._error_class(self.lisp).decode()}: {self._error_message(self.lisp).decode()}")

    def _value(self, reference):
        if not reference:
            self._raise()
        try:
            return self._python(reference)
        finally:
            self._release(reference)

    def _objects(self, values):
        return (c.c_void_p * len(values))(*(self._object(value) for value in values))

    def _object(self, value):
        """Returns a new reference to VALUE as an object of Lisp."""
        if value is None or value is False:
            return self._nil(self.lisp)
        if value is True:
            return self._symbol(self.lisp, b"T")
        if isinstance(value, int):
            return self._integer(self.lisp, value)
        if isinstance(value, float):
            return self._double(self.lisp, value)
        if isinstance(value, str):
            return self._string(self.lisp, value.encode(), len(value.encode()))
        elements = self._objects(value)
        made = self._list(self.lisp, len(elements), elements)
        for reference in elements:
            self._release(reference)
        return made

    def _python(self, reference):
        """Returns the object of REFERENCE as a value of Python."""
        integer, double, size = c.c_longlong(), c.c_double(), c.c_size_t()
        if not self._is_true(reference):
            return None
        if self._get_integer(reference, integer):
            return integer.value
        if self._get_double(reference, double):
            return double.value
        text = self._get_string(reference, size)
        if not text and self._length(reference) >= 0:
            return [self._value(self._element(reference, i)) for i in range(self._length(reference))]
        text = text or self._text(reference)
        try:
            return True if c.string_at(text) == b"T" else c.string_at(text).decode()
        finally:
            self._free_text(text)


def main():
    lisp = Lisp(sys.argv[1])
    print(lisp.eval("(+ 1 2)"), lisp.eval("(/ 1d0 4)"), lisp.eval('"grün"'), lisp.eval("'(1 (2 three) \"four\" nil)"))
    print(lisp.call("reverse", [3, "two", 1.5, None, [True]]))

    lisp.define("python-power", "base exponent", pow)
    print(lisp.eval("(mapcar (lambda (n) (python-power 2 n)) '(1 10 40))"))
    print(lisp.eval("(handler-case (python-power 0 -1) (error (e) (format nil \"~a\" e)))"))
    for wrong in ("(car 5)", "(python-power 1)", "(error \"no ~a\" 'way)", "(+ 1"):
        try:
            lisp.eval(wrong)
        except LispError as error:
            print(error)
    lisp.close()


if __name__ == "__main__":
    main()
