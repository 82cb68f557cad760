;;; Cross references: who calls, uses, sets, binds, expands or specializes a name, found in the code of functions.

(in-package "SWANK")

;;; A function's instructions name the global functions and variables that they use: the constants of its code tell
;;; whether there is anything to look for, and the text of its instructions what is done with it.

(defun map-functions (function)
  "Calls FUNCTION with the name and the function of each global function and macro, and with each method and its
function."
  (let ((seen (make-hash-table :test 'eq)))
    (flet ((visit (name object)
             (unless (gethash object seen)
               (setf (gethash object seen) t)
               (let ((gf (tessera::%generic-function object)))
                 (if gf
                     (dolist (method (tessera::%gf-methods gf))
                       (unless (tessera::%method-accessor method)
                         (funcall function method (tessera::%method-function method))))
                     (funcall function name object))))))
      (dolist (symbol (tessera::%package-symbols (list-all-packages) '(:internal :external)))
        (when (and (fboundp symbol) (not (special-operator-p symbol)))
          (visit symbol (tessera::%original-function (or (macro-function symbol) (fdefinition symbol)))))
        (let ((setter `(setf ,symbol)))
          (when (fboundp setter) (visit setter (tessera::%original-function (fdefinition setter)))))))))

(defun code-of (function)
  "Returns the code of FUNCTION; NIL if it is written in C++."
  (without-errors nil (tessera::%code-of-function function)))

(defun mentions-p (code object)
  "True if OBJECT is among the constants of CODE, and of the code of functions within."
  (some (lambda (code) (tessera::%memq object (tessera::%code-constants code))) (codes-in code)))

(defun codes-in (code)
  "Returns CODE, and the code of all functions within it."
  (let ((waiting (list code)) (seen '()))
    (loop while waiting
          do (let ((next (pop waiting)))
               (push next seen)
               (dolist (constant (tessera::%code-constants next))
                 (when (and (eq (tessera::%kind-of-code constant) :code) (not (tessera::%memq constant seen)))
                   (push constant waiting)))))
    seen))

(defparameter *instruction-kinds*
  '((:calls "CALLG" "TAILCALLG" "TAILJUMPG" "JUMPG" "FUNCTION")
    (:references "GETGLOBAL")
    (:sets "SETGLOBAL")
    (:binds "BIND"))
  "The instructions by which a function uses a global name in each kind of reference.")

(defun instruction-words (line)
  "Returns the words of LINE of a disassembly."
  (loop for start = (position #\Space line :test #'char/=) then (position #\Space line :start end :test #'char/=)
        while start
        for end = (or (position #\Space line :start start) (length line))
        collect (subseq line start end)
        while (< end (length line))))

(defun does-p (function kind name)
  "True if FUNCTION does KIND, one of *INSTRUCTION-KINDS*, with the name that is printed as NAME."
  (let ((instructions (rest (assoc kind *instruction-kinds*))))
    (with-input-from-string (in (let ((*package* (find-package "KEYWORD"))) (tessera::%disassembly function)))
      (loop for line = (read-line in nil)
            while line
            thereis (let ((words (instruction-words line)))
                      (and (member (second words) instructions :test #'string=)
                           (equal (first (last words)) name)))))))

(defun functions-doing (kind symbol)
  "Returns the functions that do KIND with SYMBOL: a list of names and functions."
  (let ((found '()) (name (let ((*package* (find-package "KEYWORD"))) (prin1-to-string symbol))))
    (map-functions (lambda (label function)
                     (let ((code (code-of function)))
                       (when (and code (mentions-p code symbol) (does-p function kind name))
                         (push (cons label function) found)))))
    (nreverse found)))

(defun functions-called-by (symbol)
  "Returns the global functions that the function of SYMBOL calls: a list of names and functions."
  (let ((function (tessera::%original-function (or (macro-function symbol) (fdefinition symbol)))))
    (loop for object in (remove-duplicates (and (code-of function) (tessera::%code-constants (code-of function))))
          when (and object (symbolp object) (fboundp object)
                    (does-p function :calls (let ((*package* (find-package "KEYWORD"))) (prin1-to-string object))))
            collect (cons object (if (special-operator-p object) nil (or (macro-function object) (fdefinition object)))))))

(defun reference (name function)
  "Returns SLIME's entry for FUNCTION, called NAME: a text and a location."
  (list (if (typep name 'method)
            (method-label name)
            (string-downcase (text-in-line name)))
        (or (if (typep name 'method) (method-location name) (and function (function-location function)))
            '(:error "The position is not known."))))

;;; Code does not show which macros were expanded, so definitions in files are searched.

(defun definitions-mentioning (symbol)
  "Returns the definitions in loaded files in which a list begins with SYMBOL's name: a list of texts and locations."
  (let ((call (format nil "(~A" (string-downcase (symbol-name symbol)))))
    (loop for file in (loaded-files)
          append (let ((seen '()))
                   (loop for line in (lines-with call file)
                         for definition = (find line (reverse (index-of file)) :test (lambda (line definition) (<= (definition-line definition) line)))
                         unless (or (null definition) (member definition seen) (string= (definition-name definition) (symbol-name symbol)))
                           collect (list (string-downcase (definition-name definition)) (entry-location (list file definition)))
                           and do (push definition seen))))))

(defun lines-with (text file)
  "Returns the numbers of the lines of FILE in which TEXT stands as a whole word."
  (with-open-file (in file :external-format :utf-8)
    (loop for number from 1
          for line = (read-line in nil)
          while line
          when (let ((start (search text line :test #'char-equal)))
                 (and start (= (token-end line (1+ start)) (+ start (length text)))))
            collect number)))

(defun specializing-methods (symbol)
  "Returns the methods that are specialized on the class SYMBOL."
  (let ((class (find-class symbol nil)) (found '()))
    (when class
      (dolist (generic (tessera::%package-symbols (list-all-packages) '(:internal :external)))
        (let ((gf (and (fboundp generic) (not (special-operator-p generic)) (not (macro-function generic))
                       (tessera::%generic-function (fdefinition generic)))))
          (when gf
            (dolist (method (tessera::%gf-methods gf))
              (when (member class (tessera::%method-specializers method))
                (push (reference method nil) found)))))))
    (remove-duplicates (nreverse found) :test #'equal :from-end t)))

(defun references-of-kind (kind symbol)
  "Returns SLIME's entries for the references of KIND to SYMBOL; :NOT-IMPLEMENTED if these are not known."
  (flet ((shown (found) (loop for (name . function) in found collect (reference name function))))
    (case kind
      ((:calls :callers) (shown (functions-doing :calls symbol)))
      ((:references :sets :binds) (shown (functions-doing kind symbol)))
      ((:calls-who :callees) (and (fboundp symbol) (not (special-operator-p symbol)) (shown (functions-called-by symbol))))
      (:macroexpands (definitions-mentioning symbol))
      (:specializes (specializing-methods symbol))
      (t :not-implemented))))

(define-request xref (kind name)
  "Returns the references of KIND to NAME: a list of texts and locations."
  (references-of-kind kind (named-or-fail name)))

(define-request xrefs (kinds name)
  "Returns the references of each of KINDS to NAME: a list of kinds and values of XREF."
  (loop for kind in kinds
        for found = (xref kind name)
        when (consp found) collect (cons kind found)))

(define-request who-depends-on (name)
  "Returns the callers of NAME."
  (xref :calls name))
