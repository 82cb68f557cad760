;;; "did you mean": the names like one that is not there (for messages, and for completion).

(in-package "TESSERA")

;;; Two names are alike if few changes lead from one to the other: a character put in, taken out or replaced, or two
;;; neighbors exchanged.

(defun %edit-distance (a b most)
  "Returns the number of changes that turn the string A into B; NIL if it is greater than MOST."
  (let* ((width (1+ (length b)))
         (before (make-array width)) (row (make-array width)) (next (make-array width)))
    (dotimes (j width) (setf (svref row j) j))
    (dotimes (i (length a) (let ((distance (svref row (length b)))) (and (<= distance most) distance)))
      (setf (svref next 0) (1+ i))
      (dotimes (j (length b))
        (let ((equal (char-equal (char a i) (char b j))))
          (setf (svref next (1+ j))
                (min (1+ (svref row (1+ j)))
                     (1+ (svref next j))
                     (if equal (svref row j) (1+ (svref row j)))
                     (if (and (plusp i) (plusp j)
                              (char-equal (char a i) (char b (1- j)))
                              (char-equal (char a (1- i)) (char b j)))
                         (1+ (svref before (1- j)))
                         most-positive-fixnum)))))
      (when (> (reduce #'min next) most) (return nil))
      (rotatef before row next))))

(defun %changes-allowed (name)
  "Returns the maximum number of changes from the string NAME to a similar one."
  (cond ((< (length name) 3) 0)
        ((< (length name) 6) 1)
        (t 2)))

(defun %similar-strings (name strings &optional (most (%changes-allowed name)))
  "Returns those of STRINGS that at most MOST changes turn into the string NAME, the most similar first, at most three."
  (let ((found '()))
    (dolist (string strings)
      (when (<= (abs (- (length string) (length name))) most)
        (let ((distance (%edit-distance name string most)))
          (when distance (push (cons distance string) found)))))
    (let ((sorted (sort found (lambda (a b) (or (< (car a) (car b))
                                                (and (= (car a) (car b)) (string< (cdr a) (cdr b))))))))
      (mapcar #'cdr (subseq sorted 0 (min 3 (length sorted)))))))

(defun %exported-elsewhere (symbol predicate)
  "Returns the symbols of SYMBOL's name that other packages export and PREDICATE is true of."
  (let ((found '()))
    (dolist (package (list-all-packages) found)
      (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
        (when (and (eq status :external) (not (eq other symbol)) (not (keywordp other)) (funcall predicate other))
          (pushnew other found))))))

(defun similar-names (symbol predicate)
  "Returns a list of at most three symbols that may have been meant instead of SYMBOL, the most alike first. They have
its name but are exported by another package, or have a similar name and are accessible in its package. PREDICATE, a
function of a symbol, is true of all of them and false of SYMBOL.
  (similar-names 'mapcra #'fboundp) => (MAPCAR)"
  (let ((package (or (symbol-package symbol) *package*)) (by-name (make-hash-table :test 'equal)))
    (do-symbols (candidate package)
      (when (and (funcall predicate candidate) (%user-may-name-p candidate))
        (setf (gethash (symbol-name candidate) by-name) candidate)))
    (let ((names '()))
      (maphash (lambda (name candidate) (declare (ignore candidate)) (push name names)) by-name)
      (let ((all (remove-duplicates
                   (append (%exported-elsewhere symbol predicate)
                           (mapcar (lambda (name) (gethash name by-name)) (%similar-strings (symbol-name symbol) names)))
                   :from-end t)))
        (subseq all 0 (min 3 (length all)))))))
(export 'similar-names)

(defun %user-may-name-p (symbol)
  "True unless SYMBOL is one of the library's own helpers."
  (not (and (eq (symbol-package symbol) (find-package "TESSERA")) (not (%public-symbol-p symbol)))))

(defun %similar-locals (symbol)
  "Returns the variables that are like SYMBOL among those of the user's innermost frame."
  (let* ((frame (first (%user-frames 50)))
         (names (and frame (%frame-function frame) (remove-duplicates (mapcar #'car (%frame-variables (%frame-stack frame)))))))
    (mapcar (lambda (name) (find name names :key #'symbol-name :test #'string=))
            (%similar-strings (symbol-name symbol) (mapcar #'symbol-name names)
                              (if (= (length (symbol-name symbol)) 2) 1 (%changes-allowed (symbol-name symbol)))))))

(defun %library-with (symbol predicate)
  "Returns the name of a library that was not opened yet and exports a symbol with the name of SYMBOL for which
PREDICATE is true; or NIL."
  (car (find-if (lambda (library)
                  (let ((package (%library-loaded-p (car library))))
                    (and package
                         (not (equalp (package-name package) (car library)))
                         (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
                           (and (eq status :external) (funcall predicate other))))))
                *libraries*)))

(defun %module-with-package (name)
  "Returns the name of the module, not opened yet, that makes the package NAME; or NIL. Most are called as it is."
  (let ((module (or (cdr (assoc name '(("UIOP" . "asdf") ("CLOS" . "mop")) :test #'string-equal))
                    (string-downcase name))))
    (and (some (lambda (directory)
                 (probe-file (make-pathname :name module :type *compiled-file-type* :defaults directory)))
               (%program-module-directories))
         module)))

(defun %missing-package (condition)
  "Returns the name of the package that is not there, if CONDITION is about one; or NIL."
  (let ((name (and (typep condition 'package-error) (%slot-or-nil condition 'package))))
    (and name (typep name '(or string symbol)) (not (find-package name)) (string name))))

(defun %similar-files (path)
  "Returns the names of files that may have been meant by PATH, where there is none: those in its directory that are
like it."
  (unless (or (wild-pathname-p path) (probe-file path))
    (let ((others (directory (make-pathname :name :wild :type :wild :version nil :defaults path))))
      (%similar-strings (file-namestring path) (mapcar #'file-namestring others)))))

(defun %other-meaning (condition)
  "Returns a line that says what else the name in CONDITION means, or NIL."
  (let ((name (and (typep condition 'cell-error) (cell-error-name condition))))
    (cond ((%missing-package condition)
           (let ((module (%module-with-package (%missing-package condition))))
             (and module (format nil "The module ~S has it: (require ~:*~S)." module))))
          ((not (and name (symbolp name))) nil)
          ((typep condition 'unbound-variable) (%other-meaning-of-variable name))
          ((typep condition 'undefined-function) (%other-meaning-of-function name)))))

(defun %other-meaning-of-variable (name)
  "Returns a hint about the unbound variable NAME, a line, or NIL."
  (let ((library (%library-with name #'boundp)) (call (%call-of-late-macro)))
    (cond (call (%late-macro-text call))
          ((fboundp name)
           (let ((function-p (not (or (special-operator-p name) (macro-function name)))))
             (format nil "There is a ~:[macro~;function~] ~S: (~:*~S ...) calls it~@[, #'~S stands for it~]." function-p name (and function-p name))))
          (library (format nil "The library ~S has it: (require ~:*~S)." library)))))

(defun %other-meaning-of-function (name)
  "Returns a hint about the undefined function NAME, a line, or NIL."
  (let ((library (%library-with name #'fboundp)))
    (cond ((eq (%call-of-late-macro) name) (%late-macro-text name))
          ((or (macro-function name) (special-operator-p name))
           (format nil "~S is a ~:[special operator~;macro~], not a function: (~2:*~S ...) is its call." name (macro-function name)))
          (library (format nil "The library ~S has it: (require ~:*~S)." library))
          ((boundp name) (format nil "There is a variable ~S: it stands without parentheses." name))
          (t (cdr (assoc (symbol-name name) (%names-elsewhere) :test #'string=))))))

(defvar *names-elsewhere* '()
  "An alist from names, strings, to what hints say about undefined functions of these names. The module documentation
adds the game's, if the game is installed.")

(defun %names-elsewhere ()
  "Returns *NAMES-ELSEWHERE*. At a prompt, loads the module documentation first."
  (when *at-prompt* (ignore-errors (%load-program-modules "filling" "documentation")))
  *names-elsewhere*)

(defun %call-of-late-macro ()
  "Returns the name of the macro at whose call the user's innermost frame is, if that was compiled as a call of a
function: the macro was not defined yet. Else NIL."
  (let ((frame (first (%user-frames 50))))
    (and frame (fourth (find-if (lambda (finding) (%late-call-p finding (%frame-file frame) (%frame-line frame) (%frame-column frame)))
                                *late-macros*)))))

(defun %late-macro-text (macro)
  "Returns the line that says that the user's innermost frame calls MACRO as a function, as it was not a macro when that
code was compiled."
  (let ((function (%frame-name (first (%user-frames 50)))))
    (format nil "~S was not a macro yet when this call of it was compiled~:[~;: define ~S again~]." macro
            (and function (%function-name-p function) (not (keywordp function))) function)))

(defun %names-meant (condition)
  "Returns the names that may have been meant if CONDITION is about an undefined name: symbols, or strings for
packages."
  (typecase condition
    (undefined-function
     (let ((name (cell-error-name condition)))
       (cond ((symbolp name) (and name (not (fboundp name)) (similar-names name #'fboundp)))
             ((%function-name-p name)
              (mapcar (lambda (symbol) (list 'setf symbol))
                      (similar-names (cadr name) (lambda (symbol) (fboundp (list 'setf symbol)))))))))
    (unbound-variable
     (let ((name (cell-error-name condition)))
       (and (not (boundp name)) (or (%similar-locals name) (similar-names name #'boundp)))))
    (unknown-keyword
     (let ((name (%unknown-keyword condition)) (known (%known-keywords condition)))
       (and (symbolp name)
            (mapcar (lambda (text) (find text known :test #'string=))
                    (%similar-strings (symbol-name name) (mapcar #'symbol-name known))))))
    (file-error (%similar-files (file-error-pathname condition)))
    (package-error
     (let ((name (%missing-package condition)))
       (and name (%similar-strings name (mapcar #'package-name (list-all-packages))))))))

(defun %undefined-operator-around (condition)
  "Returns the undefined operator of the toplevel form that has CONDITION's subject among its arguments, or NIL: DFUN
for (dfun x ()). The subject is an unbound variable, an undefined function or a list that is not a form."
  (let ((part (typecase condition
                ((or unbound-variable undefined-function) (cell-error-name condition))
                (malformed-operator (first (simple-condition-format-arguments condition))))))
    (labels ((has-part-p (form)
               (or (equal form part)
                   (and (consp form) (or (has-part-p (car form)) (has-part-p (cdr form))))))
             (find-operator (form)
               (when (and (consp form) (symbolp (car form)) (%proper-p form))
                 (cond ((%special-form-p form) (%map-subforms (lambda (form) (find-operator form) form) form))
                       ((%users-macro-p (car form)) (find-operator (macroexpand-1 form)))
                       ((macro-function (car form)))
                       ((fboundp (car form)) (mapc #'find-operator (cdr form)))
                       ((and (has-part-p (cdr form)) (not (eq (car form) part))) (return-from %undefined-operator-around (car form)))))
               nil))
      (and part (ignore-errors (find-operator *toplevel-form*))))))

(defun %write-operator-meant (condition stream)
  "Writes to STREAM that an operator in the toplevel form is undefined, if CONDITION was signalled by the arguments of
its call."
  (let ((operator (and (string= (language-name *language*) "COMMON-LISP") (%undefined-operator-around condition))))
    (when operator
      (let ((library (%library-with operator #'fboundp)))
        (format stream "~S is not the name of an operator.~@[ The library ~S has it: (require ~:*~S).~]~@[ Did you mean ~{~S~^ or ~}?~] ~
                        Its arguments fail, too:~%"
                operator library (and (not library) (similar-names operator #'fboundp)))))))

(defun %write-names-meant (condition stream)
  "Writes a line to STREAM with the names that may have been meant if CONDITION is about an undefined name, if there are
any. Other meanings of a name in Common Lisp are reported only in that language."
  (let* ((lisp (string= (language-name *language*) "COMMON-LISP"))
         (names (%names-meant condition)))
    (unless lisp
      (setq names (remove-if (lambda (name) (and (symbolp name) (eq (symbol-package name) (find-package "COMMON-LISP")))) names)))
    (let ((other (and lisp (%other-meaning condition))))
      (when other
        (format stream "  ~A~%" other)
        (setq names '())))
    (unless lisp      ; names of one text in different packages look the same there
      (let ((wanted (%slot-or-nil condition 'name)))
        (when (symbolp wanted)
          (setq names (remove (symbol-name wanted) names :key #'string :test #'string=)))))
    (when names
      (format stream "  Did you mean ~{~A~#[~; or ~:;, ~]~}?~%"
              (mapcar (lambda (name)
                        (if (stringp name) name (with-output-to-string (text) (%write-in-language name text))))
                      names)))))
