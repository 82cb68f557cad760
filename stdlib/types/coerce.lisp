;;; COERCE, and type tests compiled in line (chapter 4).
(in-package "TESSERA")

(defun %coercion-failure (object type)
  "Signals that OBJECT cannot become a TYPE."
  (%signal-failure 'type-error (list :datum object :expected-type type) 'coerce))

(defvar *coercion-targets* '(list vector character single-float double-float float complex function)
  "The types that COERCE can convert to, narrower before wider.")

(defun %coercion-target (type)
  "Returns the member of *COERCION-TARGETS* that TYPE is a subtype of, or NIL."
  (cond ((%memq type *coercion-targets*) type)
        ((and (consp type) (eq (car type) 'complex)) 'complex)
        ((%memq type '(simple-vector string simple-string bit-vector simple-bit-vector)) 'vector)  ; often asked for
        (t (find-if (lambda (target) (values (subtypep type target))) *coercion-targets*))))

(defun %plain-element-type (type)
  "Returns the element type of the vector type named TYPE if it is one of those often asked for, else NIL."
  (case type
    ((simple-vector vector) t)
    ((string simple-string) 'character)
    ((bit-vector simple-bit-vector) 'bit)))

(defun %vector-type-parts (type)
  "Returns two values for the expanded vector TYPE: the element type, and the length or NIL."
  (if (and (consp type) (%memq (car type) '(array simple-array)))
      (let ((element-type (if (cdr type) (cadr type) '*))
            (dimensions (if (cddr type) (caddr type) '*)))
        (values (if (eq element-type '*) t element-type)
                (if (and (consp dimensions) (integerp (car dimensions))) (car dimensions) nil)))
      (values t nil)))

(defun %list-to-vector (list vector)
  "Stores the elements of LIST into VECTOR, which is as long; returns VECTOR."
  (let ((i 0))
    (dolist (element list vector)
      (%set-row-major-aref vector i element)
      (setq i (+ i 1)))))

(defun %coerce-to-vector (object type)
  "Returns a vector of the vector TYPE with the elements of the sequence OBJECT."
  (multiple-value-bind (element-type size)
      (or (%plain-element-type type) (%vector-type-parts (%expand-type type nil)))
    (let ((length (length object)))
      (cond ((and size (/= size length)) (%coercion-failure object type))
            ((listp object) (%list-to-vector object (make-array length :element-type element-type)))
            (t (replace (make-array length :element-type element-type) object))))))

(defun %coerce-to-list (object)
  "Returns a list of the elements of the sequence OBJECT."
  (if (listp object)
      object
      (let ((list '()) (i (length object)))
        (do () ((zerop i) list)
          (setq i (- i 1)
                list (cons (aref object i) list))))))

(defun %coerce-to-complex (number type)
  "Returns NUMBER as a complex number whose parts are as TYPE wants; a rational stays rational if TYPE does not demand
floats, and becomes a SINGLE-FLOAT if it demands any float."
  (let* ((type (%expand-type type nil))
         (format (%complex-format (if (and (consp type) (cdr type)) (cadr type) '*))))
    (flet ((convert (real)
             (case format
               (single-float (float real 1.0f0))
               (double-float (float real 1.0d0))
               (float (float real))
               (t real))))
      (if (complexp number)
          (complex (convert (realpart number)) (convert (imagpart number)))
          (complex (convert number))))))

(defun %coerce-to-function-object (object)
  "Returns the function that OBJECT, a function name or a lambda expression, stands for."
  (cond ((%function-name-p object)
         (cond ((not (fboundp object)) (%signal-failure 'undefined-function (list :name object) 'coerce))
               ((and (symbolp object) (or (macro-function object) (special-operator-p object))) (%coercion-failure object 'function))
               (t (fdefinition object))))
        ((and (consp object) (eq (car object) 'lambda)) (eval (list 'function object)))
        (t (%coercion-failure object 'function))))

(defun %convert (object type target)
  "Returns two values: OBJECT converted to TYPE, a subtype of TARGET, and T; NIL and NIL if there is no conversion."
  (case target
    (list (if (vectorp object) (values (%coerce-to-list object) t) (values nil nil)))
    (vector (if (typep object 'sequence) (values (%coerce-to-vector object type) t) (values nil nil)))
    (character (if (or (symbolp object) (stringp object)) (values (character object) t) (values nil nil)))
    (single-float (if (realp object) (values (float object 1.0f0) t) (values nil nil)))
    (double-float (if (realp object) (values (float object 1.0d0) t) (values nil nil)))
    (float (if (realp object) (values (float object) t) (values nil nil)))
    (complex (if (numberp object) (values (%coerce-to-complex object type) t) (values nil nil)))
    (function (values (%coerce-to-function-object object) t))
    (t (values nil nil))))

(defun coerce (object result-type)
  "Returns OBJECT itself if it is of RESULT-TYPE, otherwise an equivalent object of that type. A sequence becomes a list
or vector, a real a float, a number a complex number. A one-character string designator becomes a character, a function
name or lambda expression a function. A TYPE-ERROR if there is no such object."
  (if (typep object result-type)
      object
      (let ((target (%coercion-target result-type)))
        (multiple-value-bind (result converted) (%convert object result-type target)
          (if (and converted
                   (or (typep result result-type)
                       (and (eq target 'complex) (rationalp result))))  ; no complex number has the imaginary part 0
              result
              (%coercion-failure object result-type))))))

;;; Type tests in line. A form is built for the specifiers that are known now; others are left to run time.

(defvar *type-expansion-depth* 0 "The depth at which the specifier that is being compiled is nested in others.")

(defun %runtime-typep (object type)
  "Calls TYPEP. This name has no compiler macro."
  (typep object type))

(defun %late-typep-form (variable type)
  "Returns the form that tests whether VARIABLE is of TYPE at run time."
  (list '%runtime-typep variable (list 'quote type)))

(defun %range-form (variable predicate arguments)
  "Returns the test that VARIABLE meets PREDICATE and lies within the bounds ARGUMENTS."
  (let ((low (if arguments (car arguments) '*)) (high (if (cdr arguments) (cadr arguments) '*)))
    `(and (,predicate ,variable)
          ,@(cond ((eq low '*) '())
                  ((consp low) `((> ,variable ,(car low))))
                  (t `((>= ,variable ,low))))
          ,@(cond ((eq high '*) '())
                  ((consp high) `((< ,variable ,(car high))))
                  (t `((<= ,variable ,high)))))))

(defun %cons-form (variable arguments environment)
  "Returns the test that VARIABLE is a cons whose parts are of the types ARGUMENTS."
  (flet ((part (reader type)
           (if (or (eq type '*) (eq type t))
               '()
               (let ((part (gensym "PART")))
                 `((let ((,part (,reader ,variable))) ,(%typep-form part type environment)))))))
    `(and (consp ,variable)
          ,@(part 'car (if arguments (car arguments) '*))
          ,@(part 'cdr (if (cdr arguments) (cadr arguments) '*)))))

(defun %vector-parts-known-p (type)
  "True if TYPE is (array ELEMENT (LENGTH)) or (simple-array ELEMENT (LENGTH)) and ELEMENT is known. LENGTH may be *."
  (and (consp type) (%memq (car type) '(array simple-array)) (= (length type) 3)
       (not (%memq (second type) '(* %string-element)))
       (consp (third type)) (null (cdr (third type)))
       (or (eq (car (third type)) '*) (typep (car (third type)) 'fixnum))))

(defun %vector-form (variable type)
  "Returns the test of an array TYPE that %VECTOR-PARTS-KNOWN-P is true of."
  (let ((test `(%vector-of-p ,variable ,(%element-kind (upgraded-array-element-type (second type))) ,(eq (car type) 'simple-array)))
        (length (car (third type))))
    (if (eq length '*)
        test
        `(and ,test (eql (array-total-size ,variable) ,length)))))

(defun %array-form (variable type)
  "Returns the test of an array TYPE, in line if %VECTOR-PARTS-KNOWN-P is true of TYPE."
  (let ((name (cond ((equal type '(array %string-element (*))) 'stringp)
                    ((equal type '(array bit (*))) 'bit-vector-p)
                    ((equal type '(simple-array t (*))) 'simple-vector-p)
                    ((equal type '(array * (*))) 'vectorp))))
    (cond (name (list name variable))
          ((%vector-parts-known-p type) (%vector-form variable type))
          (t (%late-typep-form variable type)))))

(defun %compound-typep-form (variable type environment)
  "Returns a form that tests if VARIABLE is of the compound TYPE."
  (let ((arguments (cdr type)))
    (case (car type)
      ((and or) (cons (car type) (mapcar (lambda (part) (%typep-form variable part environment)) arguments)))
      (not (unless (and (consp arguments) (null (cdr arguments)))
             (%bad-type type 'typep))
           `(not ,(%typep-form variable (car arguments) environment)))
      (eql `(eql ,variable ',(car arguments)))
      (member `(or ,@(mapcar (lambda (object) `(eql ,variable ',object)) arguments)))
      (satisfies `(if (funcall ',(car arguments) ,variable) t nil))
      (integer (%range-form variable 'integerp arguments))
      (rational (%range-form variable 'rationalp arguments))
      (real (%range-form variable 'realp arguments))
      (float (%range-form variable 'floatp arguments))
      (single-float (%range-form variable '%single-float-p arguments))
      (double-float (%range-form variable '%double-float-p arguments))
      (cons (%cons-form variable arguments environment))
      ((array simple-array) (%array-form variable type))
      (t (let ((expansion (%expand-type-once type environment)))
           (if (eq expansion type)
               (%late-typep-form variable type)
               (%expanded-typep-form variable type expansion environment)))))))

(defvar *types-being-expanded* '() "The names of the abbreviations whose expansions are being compiled.")

(defun %expanded-typep-form (variable type expansion environment)
  "Returns a form that tests if VARIABLE is of TYPE, an abbreviation that has this EXPANSION. If the abbreviation
contains itself, the inner test is a call of TYPEP."
  (let ((name (%type-head type)))
    (if (%memq name *types-being-expanded*)
        (%late-typep-form variable type)
        (let ((*types-being-expanded* (cons name *types-being-expanded*)))
          (%typep-form variable expansion environment)))))

(defun %atomic-typep-form (variable type environment)
  "Returns a form that tests if VARIABLE is of the type that the symbol TYPE names."
  (let ((predicate (gethash type *type-predicates*)) (class (%find-class type)))
    (cond ((eq type t) t)
          ((null type) nil)
          (predicate (list predicate variable))
          ((and class (or (%memq (%class-kind class) '(:structure :condition)) (%class-layout class)))
           `(%instance-of-class-p ,variable (load-time-value (%find-class ',type))))
          (class (%late-typep-form variable type))
          ((gethash type *type-expanders*)
           (%expanded-typep-form variable type (values (%expand-type-once type environment)) environment))
          (t (%late-typep-form variable type)))))

(defun %typep-form (variable type environment)
  "Returns a form that tests if the value of VARIABLE, evaluated often and in any order, is of TYPE."
  (let ((*type-expansion-depth* (+ *type-expansion-depth* 1)))
    (cond ((> *type-expansion-depth* 20) (%late-typep-form variable type))
          ((symbolp type) (%atomic-typep-form variable type environment))
          ((and (consp type) (symbolp (car type))) (%compound-typep-form variable type environment))
          (t (%late-typep-form variable type)))))

(defun %expand-typep (object-form type environment)
  "Returns a form that tests if the value of OBJECT-FORM is of TYPE without asking TYPEP, or NIL if there is none.
OBJECT-FORM is evaluated once."
  (let* ((variable (gensym "OBJECT"))
         (test (%typep-form variable type environment)))
    (if (and (consp test) (eq (car test) '%runtime-typep))
        nil
        `(let ((,variable ,object-form))
           (declare (ignorable ,variable))
           ,test))))

(defun %quoted-p (form)
  "True if FORM is (QUOTE OBJECT)."
  (and (consp form) (eq (car form) 'quote) (consp (cdr form)) (null (cddr form))))

(define-compiler-macro typep (&whole form object type &optional environment &environment env)
  (or (and (%quoted-p type) (null environment) (%expand-typep object (cadr type) env))
      form))

(defun %sequence-to-vector (sequence element-type length type)
  "Returns the elements of SEQUENCE in a new simple vector for ELEMENT-TYPE, which COERCE to TYPE returns. There must be
LENGTH elements, unless LENGTH is *."
  (let ((size (if (typep sequence 'sequence) (length sequence) (%coercion-failure sequence type))))
    (cond ((not (or (eq length '*) (eql length size))) (%coercion-failure sequence type))
          ((listp sequence) (%list-to-vector sequence (make-array size :element-type element-type)))
          (t (replace (make-array size :element-type element-type) sequence)))))

(defun %coerce-to-vector-form (object type environment)
  "Returns a form for (coerce OBJECT 'TYPE), if TYPE is a vector type of which all parts are known; else NIL."
  (let ((expanded (%expand-type type environment)))
    (when (and (%vector-parts-known-p expanded) (not (eq (second expanded) nil)))
      `(let ((object ,object))
         (if ,(%vector-form 'object expanded)
             object
             (%sequence-to-vector object ',(upgraded-array-element-type (second expanded)) ',(car (third expanded)) ',type))))))

(define-compiler-macro coerce (&whole form object type &environment environment)
  (if (%quoted-p type)
      (case (cadr type)
        (list `(let ((object ,object))
                 (if (listp object) object (%runtime-coerce object 'list))))
        ((single-float short-float)
         `(let ((object ,object))
            (if (realp object) (float object 1.0f0) (%runtime-coerce object 'single-float))))
        ((double-float long-float)
         `(let ((object ,object))
            (if (realp object) (float object 1.0d0) (%runtime-coerce object 'double-float))))
        (t (or (%coerce-to-vector-form object (cadr type) environment) form)))
      form))

(defun %runtime-coerce (object type)
  "Calls COERCE. This name has no compiler macro."
  (coerce object type))
