"""Jupyter's own test of kernels (Debian: python3-jupyter-kernel-test), on ours."""
import kernel  # finds a Python that has Jupyter's client
import sys
import unittest

try:
    import jupyter_kernel_test
except ImportError:
    print("Jupyter's test of kernels is not installed.")
    sys.exit(77)


class TesseraTests(jupyter_kernel_test.KernelTests):
    @classmethod
    def setUpClass(cls):
        for attempt in range(3):    # Jupyter chooses ports that others may take before the kernel does
            try:
                return super().setUpClass()
            except RuntimeError:
                if attempt == 2:
                    raise

    kernel_name = "tessera"
    language_name = "common-lisp"
    file_extension = ".lisp"
    code_hello_world = '(write-line "hello, world")'
    code_stderr = '(write-line "oh" *error-output*)'
    completion_samples = [{"text": "(multiple-value-b", "matches": ["multiple-value-bind"]}, {"text": "(copy-s", "matches": ["copy-seq", "copy-structure", "copy-symbol"]}]
    complete_code_samples = ["1", "(+ 1 2)", "(defun f (x)\n  x)", '"a\nb"', "; nothing"]
    incomplete_code_samples = ["(+ 1", '"a', "(defun f (x)", "#|"]
    invalid_code_samples = [")", "(car #<x>)"]
    code_generate_error = '(error "no")'
    code_execute_result = [{"code": "(* 6 7)", "result": "42"}, {"code": "(list 1 2)", "result": "(1 2)"}, {"code": '"a"', "result": '"a"'},
                           {"code": '(tessera:rich :html "<b>b</b>")', "mime": "text/html"},
                           {"code": "(* 6 7)", "result": "42"}]
    code_display_data = [{"code": '(jupyter:show (tessera:rich :svg "<svg/>"))', "mime": "image/svg+xml"},
                         {"code": '(jupyter:show (tessera:rich :latex "$x$"))', "mime": "text/latex"},
                         {"code": "(jupyter:show (tessera:rich :png (vector 137 80)))", "mime": "image/png"}]
    code_history_pattern = "(* 6*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "car"
    code_page_something = "(jupyter:page 42)"
    code_clear_output = "(jupyter:clear)"


if __name__ == "__main__":
    unittest.main()
