;;; DESCRIBE.

(in-package "TESSERA")

(defparameter *most-described* 20 "The maximum number of slots, methods, symbols and the like that DESCRIBE lists.")

(defvar *description* nil "The stream that DESCRIBE writes to.")

(defun %described-columns ()
  "Returns the number of characters that fit into a line of the description."
  (max 24 (1- (or (%terminal-columns *description*) most-positive-fixnum))))

(defun %describe-line (control &rest arguments)
  "Writes a line of the description; on the prompt's terminal it may be broken into several."
  (fresh-line *description*)
  (dolist (part (%parts-of-line (apply #'format nil control arguments) (%described-columns)))
    (write-line part *description*)))

(defun %paragraphs (text)
  "Returns the list of the lines of TEXT; consecutive lines are joined unless a blank line or an indentation separates
them."
  (let ((result '()))
    (with-input-from-string (in text)
      (loop for line = (read-line in nil) and before = "" then line
            while line
            do (if (and result (string/= before "") (string/= line "") (char/= (char line 0) #\Space) (char/= (char before 0) #\Space))
                   (setf (first result) (concatenate 'string (first result) " " line))
                   (push line result))))
    (nreverse result)))

(defun %describe-text (text)
  "Writes the docstring TEXT, if there is one, indented; on the prompt's terminal in lines that are filled."
  (when text
    (dolist (line (if (%terminal-columns *description*) (%paragraphs text) (%lines-of text)))
      (%describe-line "~:[    ~A~;~]" (string= line "") line))))

(defun %parts-of-line (line room)
  "Returns LINE in parts of at most ROOM characters, split at blanks, a list; later ones are indented as the first is."
  (let* ((indentation (or (position #\Space line :test #'char/=) 0))
         (end (and (> (length line) room) (position #\Space line :end room :from-end t))))
    (if (and end (> end indentation))
        (cons (subseq line 0 end)
              (%parts-of-line (concatenate 'string (subseq line 0 indentation) (string-left-trim " " (subseq line end))) room))
        (list line))))

(defun %describe-some (label things &optional (text #'%brief))
  "Writes LABEL and the texts that the function TEXT makes of the list THINGS, or of the first of them if they are
many."
  (when things
    (let ((more (- (length things) *most-described*)))
      (%describe-line "  ~A: ~{~A~^, ~}~:[~;, and ~D more~]" label
                      (mapcar text (subseq things 0 (min (length things) *most-described*)))
                      (plusp more) more))))

;;; Functions.

(defun %original-function (function)
  "Returns FUNCTION, or the original function if TRACE has made FUNCTION."
  (let ((entry (and (boundp '*traced*) (find function (symbol-value '*traced*) :key #'third))))
    (if entry (second entry) function)))

(defun %function-position (function)
  "Returns the position of FUNCTION's definition, a string; NIL if it is not known."
  (multiple-value-bind (name list text file line) (%function-source function)
    (declare (ignore name list text))
    (and (stringp file) (format nil "~A~@[:~D~]" file line))))

(defun %without-package (object)
  "Returns OBJECT, a tree, in which symbols that are not accessible in the current package are replaced by ones without
a package."
  (cond ((consp object) (cons (%without-package (car object)) (%without-package (cdr object))))
        ((and object (symbolp object) (not (%public-symbol-p object)) (not (eq object (find-symbol (symbol-name object)))))
         (make-symbol (symbol-name object)))
        (t object)))

(defun %name-text (name)
  "Returns the text of NAME without packages that need not be shown."
  (let ((*print-gensym* nil)) (%brief (%without-package name))))

(defun %lambda-list-text (lambda-list)
  "Returns the text of LAMBDA-LIST without its parentheses."
  (let ((text (let ((*print-gensym* nil)) (%brief (%without-package lambda-list) 400))))
    (if (and (consp lambda-list) (char= (char text 0) #\())
        (subseq text 1 (1- (length text)))
        "")))

(defun %describe-call (name lambda-list)
  "Writes how NAME is called."
  (%describe-line "    (~A~:[ ~A~;~])" (%name-text name) (null lambda-list) (%lambda-list-text lambda-list)))

(defun %method-text (method)
  "Returns the text of the qualifiers and specializers of METHOD."
  (format nil "~{~S ~}(~{~A~^ ~})" (%method-qualifiers method)
          (mapcar (lambda (specializer) (%brief (%specializer-name specializer))) (%method-specializers method))))

(defun %describe-methods (function)
  "Writes the methods of FUNCTION, if it is generic."
  (let ((gf (%generic-function function)))
    (when gf
      (%describe-some "  its methods" (%gf-methods gf) #'%method-text)
      (unless (equal (car (%gf-combination gf)) 'standard)
        (%describe-line "    its method combination: ~A" (%brief (%gf-combination gf)))))))

(defun %describe-position (function)
  "Writes where FUNCTION was defined, if that is known."
  (let ((position (%function-position function)))
    (when position (%describe-line "    defined at ~A" position))))

(defun %native-p (function)
  "True if FUNCTION is native."
  (and (not (%generic-function function)) (stringp (nth-value 1 (%function-source function)))))

(defun %describe-declared-type (name)
  "Writes the type that was declared for the function NAME, if there is one."
  (let ((type (cdr (assoc name *declared-functions* :test #'equal))))
    (when (consp type)
      (%describe-line "    It is declared to be of type ~A." (%brief type)))))

(defun %describe-function-named (name)
  "Writes a description of the operator NAME, a function name."
  (let* ((symbol (and (symbolp name) name))
         (macro (and symbol (not (special-operator-p symbol)) (macro-function symbol)))
         (function (cond ((and symbol (special-operator-p symbol)) nil)
                         (macro)
                         (t (%original-function (fdefinition name))))))
    (%describe-line "  ~:[It~;~:*~A~] names ~A~:[~;, which is traced~]:" (if symbol nil (%brief name))
                    (cond ((null function) "a special operator")
                          (macro "a macro")
                          ((%generic-function function) "a generic function")
                          ((%native-p function) "a function, written in C++")
                          (t "a function"))
                    (and function (not macro) (not (eq function (fdefinition name)))))
    (%describe-call name (if (and function (not macro)) (argument-list function) (argument-list name)))
    (%describe-declared-type name)
    (%describe-text (documentation name 'function))
    (when function (%describe-methods function) (%describe-position function))
    (when (compiler-macro-function name) (%describe-line "    It has a compiler macro."))))

(defun %describe-function (function)
  "Writes a description of the object FUNCTION."
  (let* ((function (%original-function function)) (name (%function-name function)))
    (%describe-line "~A is ~A:" (%brief function)
                    (cond ((%generic-function function) "a generic function") ((%native-p function) "a function, written in C++")
                          (t "a function")))
    (if (or (null name) (eq name 'lambda))
        (%describe-line "    its arguments: ~:[none~;~:*~A~]" (let ((text (%lambda-list-text (argument-list function)))) (if (string= text "") nil text)))
        (%describe-call name (argument-list function)))
    (%describe-text (%standard-documentation function t))
    (%describe-methods function)
    (%describe-position function)))

;;; Variables.

(defun %describe-variable (symbol)
  "Writes a description of the variable SYMBOL."
  (multiple-value-bind (expansion kind) (%expander symbol nil)
    (cond ((keywordp symbol))
          ((eq kind :symbol-macro) (%describe-line "  It names a symbol macro, and stands for ~A." (%brief expansion)))
          ((constantp symbol) (%describe-line "  It names a constant, ~A." (%brief (symbol-value symbol))))
          ((boundp symbol)
           (%describe-line "  It names ~:[a~;a special~] variable, whose value is ~A." (%special-variable-p symbol) (%brief (symbol-value symbol))))
          ((%special-variable-p symbol) (%describe-line "  It names a special variable, which has no value."))))
  (%describe-text (documentation symbol 'variable)))

;;; Classes.

(defun %class-kind-text (class)
  "Returns the kind of CLASS with an article."
  (ecase (%class-kind class)
    (:standard "a class") (:structure "a structure") (:condition "a condition")
    (:built-in "a built-in class")))

(defun %class-name-text (class)
  "Returns the text of the name of CLASS, a class or a name."
  (%brief (if (%class-object-p class) (%class-name class) class)))

(defun %accessor-names (class slot part)
  "Returns the values of the function PART for the definitions of SLOT by CLASS and its superclasses, joined in one
list."
  (loop for above in (%class-precedence-list class)
        append (loop for direct in (and (eq (%class-kind above) :standard) (coerce (%class-direct-slots above) 'list))
                     when (eq (%any-slot-name direct) (%any-slot-name slot)) append (funcall part direct))))

(defun %slot-facts (class slot kind)
  "Returns a list of strings that describe SLOT of CLASS, which is of KIND."
  (flet ((fact (control &rest arguments) (list (apply #'format nil control arguments))))
    (let ((*print-pretty* nil))
      (ecase kind
        (:standard
         (append (and (%sd-initargs slot) (fact "initarg~P ~{~S~^, ~}" (length (%sd-initargs slot)) (%sd-initargs slot)))
                 (and (%sd-initfunction slot) (fact "initially ~A" (%brief (%sd-initform slot))))
                 (and (not (eq (%sd-type slot) t)) (fact "of type ~A" (%brief (%sd-type slot))))
                 (and (eq (%sd-allocation slot) :class) (fact "shared by the class"))
                 (let ((readers (%accessor-names class slot #'%sd-readers))) (and readers (fact "read by ~{~S~^, ~}" readers)))
                 (let ((writers (%accessor-names class slot #'%sd-writers))) (and writers (fact "written by ~{~S~^, ~}" writers)))))
        (:structure
         (append (and (%slot-initform slot) (fact "initially ~A" (%brief (%slot-initform slot))))
                 (and (not (%memq (%slot-type slot) '(t nil))) (fact "of type ~A" (%brief (%slot-type slot))))
                 (and (%slot-read-only slot) (fact "read-only"))
                 (and (%slot-accessor slot) (fact "read by ~S" (%slot-accessor slot)))))
        (:condition
         (append (and (%cslot-initargs slot) (fact "initarg~P ~{~S~^, ~}" (length (%cslot-initargs slot)) (%cslot-initargs slot)))))))))

(defun %hidden-slot-p (slot)
  "True if SLOT is one of the library's own."
  (let ((name (%any-slot-name slot)))
    (and (symbolp name) (eq (symbol-package name) (find-package "TESSERA")) (char= (char (symbol-name name) 0) #\%))))

(defun %describe-slots (class)
  "Writes the slots of CLASS."
  (let* ((kind (%class-kind class))
         (slots (and (%memq kind '(:standard :structure :condition))
                     (or (eq kind :structure) (eq kind :condition) (%class-layout class))
                     (remove-if #'%hidden-slot-p (coerce (%class-slots class) 'list)))))
    (loop for slot in slots
          for documentation = (and (eq kind :standard) (%sd-documentation slot))
          do (%describe-line "    slot ~A~@[: ~{~A~^, ~}~]" (%name-text (%any-slot-name slot)) (%slot-facts class slot kind))
             (when documentation (%describe-line "      ~A" documentation)))))

(defun %describe-class (class &optional written)
  "Writes the docstring, unless it is WRITTEN, the superclasses, subclasses and slots of CLASS."
  (let ((text (%class-object-documentation class)))
    (unless (equal text written) (%describe-text text)))
  (if (%class-forward class)
      (%describe-line "    It is not defined yet.")
      (progn
        (%describe-some "  above it" (remove class (%class-precedence-list class)) #'%class-name-text)
        (%describe-some "  directly below it" (%class-direct-subclasses class) #'%class-name-text)
        (%describe-slots class))))

(defun %describe-type-named (symbol)
  "Writes a description of the type SYMBOL."
  (let ((class (%find-class symbol)))
    (cond (class
           (%describe-line "  It names ~A:" (%class-kind-text class))
           (%describe-class class (documentation symbol 'variable)))
          ((%type-without-class-p symbol)
           (%describe-line "  It names a type.")
           (%describe-text-of-type symbol)))))

(defun %describe-text-of-type (symbol)
  "Writes the docstring of the type SYMBOL, unless it is that of the variable, which was written already."
  (let ((text (documentation symbol 'type)))
    (unless (equal text (documentation symbol 'variable))
      (%describe-text text))))

(defun %type-without-class-p (symbol)
  "True if SYMBOL is, or begins, a type specifier and does not name a class."
  (or (gethash symbol *type-expanders*)
      (and (documentation symbol 'type) t)
      (eq symbol nil)))

;;; Packages.

(defun %describe-package (package)
  "Writes a description of PACKAGE."
  (flet ((names (packages) (mapcar #'package-name packages)))
    (%describe-text (documentation package t))
    (%describe-some "  nicknames" (package-nicknames package))
    (%describe-some "  uses" (names (package-use-list package)) #'identity)
    (%describe-some "  used by" (names (package-used-by-list package)) #'identity)
    (let ((exported (length (%package-symbols (list package) '(:external))))
          (own (length (%package-symbols (list package) '(:internal)))))
      (%describe-line "    exports ~D symbol~:P, and has ~D other~:P" exported own))))

;;; Symbols.

(defun %settable-p (symbol)
  "True if places that begin with SYMBOL are defined."
  (or (fboundp (list 'setf symbol)) (nth-value 1 (gethash symbol *setf-definitions*))))

(defun %library-function-p (function)
  "True if FUNCTION is the library's."
  (let ((file (nth-value 3 (%function-source function))))
    (or (null file) (eql (mismatch "stdlib/" file) 7))))

(defun %describe-symbol (symbol)
  "Writes a description of SYMBOL and of all that it names."
  (let ((package (symbol-package symbol)))
    (%describe-line "~A is ~A." (%brief symbol)
                    (cond ((null package) "a symbol of no package")
                          ((keywordp symbol) "a keyword")
                          (t (format nil "a symbol~:[ of~;, exported by~] the package ~A" (%public-symbol-p symbol) (package-name package)))))
    (%describe-variable symbol)
    (when (or (fboundp symbol) (special-operator-p symbol))
      (%describe-function-named symbol))
    (cond ((not (%settable-p symbol)))
          ((and (fboundp (list 'setf symbol)) (not (%library-function-p (fdefinition (list 'setf symbol)))))
           (%describe-function-named (list 'setf symbol)))
          (t (%describe-line "  (~A ...) is a place, which SETF can set." (%brief symbol))))
    (%describe-type-named symbol)
    (let ((named (find-package symbol)))
      (when named
        (%describe-line "  It names a package:")
        (%describe-package named)))
    (%ask-documentation "WRITE-EXAMPLES" symbol *description*)
    (when (symbol-plist symbol)
      (%describe-line "  Its property list is ~A." (%brief (symbol-plist symbol))))))

;;; Other objects.

(defun %describe-number (number)
  "Writes a description of NUMBER."
  (typecase number
    (integer
     (when (< 9 (abs number) (ash 1 64))
       (%describe-line "  It is #x~X and #b~B~@[, and the code of ~S~]." number number
                       (and (< 31 number char-code-limit) (code-char number))))
     (when (> (integer-length number) 62)
       (%describe-line "  It takes ~:D bits." (integer-length number))))
    (ratio (%describe-line "  It is about ~F." (float number 1d0)))
    (float (ignore-errors (%describe-line "  It is ~A, exactly." (rational number))))
    (complex (%describe-line "  Its parts are ~A and ~A." (realpart number) (imagpart number)))))

(defun %describe-list (list)
  "Writes a description of LIST."
  (let ((length (ignore-errors (list-length list))))
    (cond (length (%describe-line "  It is a list of ~:D element~:P." length))
          ((ignore-errors (null (list-length list))) (%describe-line "  It is a circular list."))
          (t (%describe-line "  Its car is ~A, its cdr ~A." (%brief (car list)) (%brief (cdr list)))))))

(defun %describe-array (array)
  "Writes a description of ARRAY."
  (let ((*print-pretty* nil))
    (%describe-line "  Its ~:[dimensions are ~S~;length is ~:D~], its elements are of type ~S." (vectorp array)
                    (if (vectorp array) (array-total-size array) (array-dimensions array)) (array-element-type array))
    (when (array-has-fill-pointer-p array) (%describe-line "  Its fill pointer is ~:D." (fill-pointer array)))
    (when (adjustable-array-p array) (%describe-line "  It is adjustable."))
    (multiple-value-bind (to offset) (array-displacement array)
      (when to (%describe-line "  It is displaced, by ~:D, to an array of the dimensions ~S." offset (array-dimensions to))))))

(defun %describe-hash-table (table)
  "Writes a description of TABLE and its first entries."
  (%describe-line "  It has ~:D entr~:@P; keys are compared by ~S.~@[ Entries are held weakly: ~S.~]" (hash-table-count table)
                  (hash-table-test table) (values (%hash-table-traits table)))
  (let ((count 0))
    (block some
      (maphash (lambda (key value)
                 (when (> (incf count) *most-described*) (return-from some))
                 (%describe-line "    ~A: ~A" (%brief key 60) (%brief value 100)))
               table))
    (when (> count *most-described*) (%describe-line "    and ~:D more" (- (hash-table-count table) *most-described*)))))

(defun %describe-stream (stream)
  "Writes a description of STREAM."
  (%describe-line "  It is ~:[closed~;open~], for ~:[~;input~]~:[~; and ~]~:[~;output~]." (open-stream-p stream)
                  (input-stream-p stream) (and (input-stream-p stream) (output-stream-p stream)) (output-stream-p stream))
  (%describe-line "  Its elements are of type ~A." (%brief (stream-element-type stream)))
  (when (typep stream 'file-stream)
    (%describe-line "  Its file is ~A." (%brief (pathname stream)))))

(defun %describe-slot-values (object)
  "Writes the slots of OBJECT and their values."
  (loop for slot in (remove-if #'%hidden-slot-p (coerce (%class-slots (class-of object)) 'list))
        for name = (%any-slot-name slot)
        do (%describe-line "    ~A: ~:[unbound~;~A~]" (%name-text name) (slot-boundp object name)
                           (if (slot-boundp object name) (%brief (slot-value object name))))))

(defun %describe-condition-report (condition)
  "Writes the message of CONDITION."
  (%describe-line "  It says: ~A" (%cut-to (%safe-message condition) 1000)))

(defun %describe-pathname (pathname)
  "Writes the components of PATHNAME."
  (loop for (label value) on (list "host" (pathname-host pathname) "directory" (pathname-directory pathname) "name" (pathname-name pathname)
                                   "type" (pathname-type pathname) "version" (pathname-version pathname))
        by #'cddr
        when value do (%describe-line "    ~A: ~A" label (%brief value))))

(defun %shown-type (object)
  "Returns a short type of OBJECT: for an integer its class instead of the range that TYPE-OF returns."
  (%brief (if (integerp object) (class-name (class-of object)) (type-of object))))

(defun %a-class (object)
  "Returns the name of the class of OBJECT, with an article."
  (let ((name (%shown-type object)))
    (format nil "~:[a~;an~] ~A" (find (char name 0) "AEIOU") name)))

(defun %describe-thing (object)
  "Writes a description of OBJECT, which is neither symbol nor function."
  (%describe-line "~A is ~A." (%brief object)
                  (typecase object
                    (string (format nil "a string of ~:D character~:P" (length object)))
                    (class (%class-kind-text object))
                    (function "a lazy value, a function without arguments; FORCE computes it")
                    (t (%a-class object))))
  (typecase object
    (number (%describe-number object))
    (character (%describe-line "  Its code is ~D (U+~4,'0X)~@[, its name ~A~]." (char-code object) (char-code object) (char-name object)))
    (cons (%describe-list object))
    (array (%describe-array object))
    (hash-table (%describe-hash-table object))
    (package (%describe-package object))
    (stream (%describe-stream object))
    (pathname (%describe-pathname object))
    (class (%describe-class object))
    (method (%describe-text (%method-documentation object))
     (%describe-line "  It is a method~@[ of ~A~]." (let ((gf (%method-generic-function object))) (and gf (%brief (%gf-name gf))))))
    (condition (%describe-condition-report object) (%describe-slot-values object))
    ((or standard-object structure-object) (%describe-slot-values object))))

(defun %describe-plainly (object stream)
  "Writes a description of OBJECT to STREAM."
  (let ((*description* stream) (*print-pretty* nil) (*print-readably* nil))
    (cond ((symbolp object) (%describe-symbol object))
          ((and (functionp object) (not (tessera-lazy::lazy-value-p object))) (%describe-function object))
          (t (%describe-thing object)))))

(defun %describe (object stream)
  "Implements DESCRIBE."
  (let ((stream (cond ((null stream) *standard-output*) ((eq stream t) *terminal-io*) (t stream))))
    (describe-object object stream))
  (values))
