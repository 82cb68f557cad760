;;; Texts made by chance, for the reader of JSON: a value comes out, or a JSON-ERROR; and values made by chance are read
;;; as they were written.
;;;     tessera --load tests/fuzz/json.lisp --eval "(json-fuzz:run 100000 7)"

(load (merge-pathnames "texts.lisp" *load-truename*))
(tessera::%need-module "json" 'require)
(defpackage "JSON-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "JSON-FUZZ")

(defvar *pieces*
  '("{" "}" "[" "]" "," ":" "\"a\"" "\"" "\\" "\\u" "\\u00e9" "\"\\ud835\\udcb3\"" "\"\\ud835\"" "true" "false" "null" "nul" "0" "-1" "1.5" "1e3" "1e999" "-" "."
    "01" "99999999999999999999999999999999999999999999" "{\"a\":1}" "[1,2]" "[]" "{}" "é" " " "1,")
  "What texts are made of.")

(defun fault (text)
  "Reads TEXT. Returns NIL, or a condition that is not a JSON-ERROR."
  (handler-case (progn (tessera-json:parse-json text) nil)
    (tessera-json:json-error () nil)
    (condition (condition) condition)))

(defun text ()
  "Returns a text of odd characters by chance."
  (coerce (loop repeat (random 6) collect (code-char (one-of '(34 92 10 9 1 97 233 8364 119987)))) 'simple-string))

(defun run (count &optional (seed 1))
  "Tries COUNT texts and as many values, which SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (try-texts count #'fault *pieces* *pieces* "{}[],:\"\\ 1eu" '("[]" "{}"))
    (dotimes (number count count)
      (let* ((value (json-value 3 #'text (lambda () (format nil "k~D" (random 5))))) (text (tessera-json:json-text value)))
        (unless (equalp value (tessera-json:parse-json text))
          (error "The value ~S is written as ~A and read as something else" value text))))))
