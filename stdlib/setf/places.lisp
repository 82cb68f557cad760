;;; The standard's places.

(in-package "TESSERA")

;;; Most accessors have a native setter. Each also gets a function (SETF accessor), for APPLY and FUNCALL.

(defmacro %define-setter (accessor (&rest parameters) setter)
  "Makes (SETTER parameter... value) the form that stores in (ACCESSOR parameter...)."
  `(progn
     (%define-setf ',accessor '(:setter . ,setter))
     (%set-fdefinition '(setf ,accessor)
       (named-lambda (setf ,accessor) (value ,@parameters)
         (,setter ,@parameters value)))))

(%define-setter car (cons) %set-car)
(%define-setter cdr (cons) %set-cdr)
(%define-setter first (list) %set-car)
(%define-setter rest (list) %set-cdr)
(%define-setter nth (n list) %set-nth)
(%define-setter elt (sequence index) %set-elt)
(%define-setter svref (vector index) %set-svref)
(%define-setter char (string index) %set-char)
(%define-setter schar (string index) %set-schar)
(%define-setter row-major-aref (array index) %set-row-major-aref)
(%define-setter fill-pointer (vector) %set-fill-pointer)
(%define-setter symbol-value (symbol) %set-symbol-value)
(%define-setter symbol-plist (symbol) %set-symbol-plist)
(%define-setter symbol-function (symbol) %set-fdefinition)
(%define-setter fdefinition (name) %set-fdefinition)
(%define-setter readtable-case (readtable) %set-readtable-case)

;;; CADR and its kind: the cell by the inner part of the name, then its CAR or CDR.

(defun %inner-accessor (name)
  "Returns the name of the accessor that NAME applies first: CDDR for CADDR."
  (let ((out (make-string-output-stream)))
    (write-string "C" out)
    (write-string name out :start 2)
    (intern (get-output-stream-string out) "COMMON-LISP")))

(defmacro %define-cxr-places (&rest accessors)
  "(%define-cxr-places ACCESSOR*): makes ACCESSORS, compositions of CAR and CDR, places."
  `(progn
     ,@(let ((forms nil))
         (dolist (accessor accessors (nreverse forms))
           (let* ((name (symbol-name accessor))
                  (setter (if (eql (char name 1) #\A) '%set-car '%set-cdr)))
             (setq forms (cons `(%define-cell-place ,accessor ,(%inner-accessor name) ,setter) forms)))))))

(defmacro %define-cell-place (accessor inner setter)
  "Makes (ACCESSOR list) a place: SETTER stores in the cell that INNER finds."
  `(progn
     (defsetf ,accessor (list) (value)
       (list ',setter (list ',inner list) value))
     (%set-fdefinition '(setf ,accessor)
       (named-lambda (setf ,accessor) (value list)
         (,setter (,inner list) value)))))

(%define-cxr-places
 caar cadr cdar cddr
 caaar caadr cadar caddr cdaar cdadr cddar cdddr
 caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr
 cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr)

(%define-cell-place second cdr %set-car)
(%define-cell-place third cddr %set-car)
(%define-cell-place fourth cdddr %set-car)
(%define-cell-place fifth cddddr %set-car)

(defmacro %define-nth-places (&rest accessors)
  "Makes ACCESSORS places, the first of them for element number 5 of a list."
  (let ((index 4) (forms nil))
    `(progn
       ,@(dolist (accessor accessors (nreverse forms))
           (setq index (+ index 1))
           (setq forms
                 (list* `(%set-fdefinition '(setf ,accessor)
                           (named-lambda (setf ,accessor) (value list) (%set-nth ,index list value)))
                        `(defsetf ,accessor (list) (value) (list '%set-nth ,index list value))
                        forms))))))

(%define-nth-places sixth seventh eighth ninth tenth)

;;; Accessors with optional arguments, and setters that take the value first.

(%define-setf 'aref '(:first . %set-aref))
(%define-setf 'bit '(:first . %set-bit))
(%define-setf 'sbit '(:first . %set-bit))
(%set-fdefinition '(setf aref) #'%set-aref)
(%set-fdefinition '(setf bit) #'%set-bit)
(%set-fdefinition '(setf sbit) #'%set-bit)

(defun (setf gethash) (value key table &optional default)
  "Stores VALUE under KEY in TABLE. Returns VALUE."
  (declare (ignore default))
  (%set-gethash key table value))

(defun (setf get) (value symbol indicator &optional default)
  "Stores VALUE as the property INDICATOR of SYMBOL. Returns VALUE."
  (declare (ignore default))
  (%set-get symbol indicator value))

(defun (setf subseq) (value sequence start &optional end)
  "Replaces the elements of SEQUENCE from START to END by those of the sequence VALUE. Returns VALUE."
  (%set-subseq sequence start end value))

(defun (setf macro-function) (value symbol &optional env)
  "Makes VALUE, a function of a form and an environment, the macro function of SYMBOL. Returns VALUE."
  (when env
    (error "MACRO-FUNCTION: the environment ~S cannot be changed" env))
  (%set-macro-function symbol value))

(defun (setf compiler-macro-function) (value name &optional env)
  "Makes VALUE the compiler macro function of the function NAME, or removes it if VALUE is NIL. Returns VALUE."
  (when env
    (error "COMPILER-MACRO-FUNCTION: the environment ~S cannot be changed" env))
  (%set-compiler-macro-function name value))

(defun (setf find-class) (value symbol &optional errorp env)
  "Makes VALUE the class named SYMBOL, or removes it if VALUE is NIL. Returns VALUE."
  (declare (ignore errorp env))
  (%name-class symbol value))

(defun %keyed-store (setter arguments new)
  "Returns the form that stores NEW by SETTER, called with the first two ARGUMENTS. A third, the default, is for reading
only."
  (unless (and (consp (cdr arguments)) (null (cdr (cdr (cdr arguments)))))
    (%program-error "SETF: wrong number of arguments for ~S: ~S" setter arguments))
  `(,setter ,(car arguments) ,(car (cdr arguments)) ,new))

(defun %keyed-place (setter)
  "Returns the definition of a place of two arguments and a default, in which SETTER stores."
  (list* ':long 1
         (lambda (new)
           (lambda (place env)
             (declare (ignore env))
             (%keyed-store setter (cdr place) new)))))

(%define-setf 'gethash (%keyed-place '%set-gethash))
(%define-setf 'get (%keyed-place '%set-get))

;;; Places inside places.

(defun %put-property (plist indicator value)
  "Returns PLIST with VALUE as the property INDICATOR; the list is changed where it has that property."
  (let ((cell (%property-cell plist indicator)))
    (cond (cell (%set-car cell value) plist)
          (t (list* indicator value plist)))))

(defun %property-cell (plist indicator)
  "Returns the part of PLIST that starts with the value of INDICATOR, or NIL."
  (let ((tail plist))
    (%while (and (consp tail) (not (eq (car tail) indicator)))
      (unless (consp (cdr tail)) (%half-property plist))
      (setq tail (cdr (cdr tail))))
    (or (cdr tail) (and tail (%half-property plist)))))

(define-setf-expander getf (place indicator &optional (default nil default-p) &environment env)
  "(getf PLACE INDICATOR [DEFAULT]): the property INDICATOR of the list in PLACE."
  (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
    (let ((key (gensym "INDICATOR")) (default-value (gensym "DEFAULT")) (new (gensym "NEW")))
      (values `(,@names ,key ,@(if default-p (list default-value)))
              `(,@forms ,indicator ,@(if default-p (list default)))
              (list new)
              `(let* ((,(car stores) (%put-property ,access-form ,key ,new)) ,@(cdr stores))
                 ,store-form
                 ,new)
              `(getf ,access-form ,key ,@(if default-p (list default-value)))))))

(defun %constant-byte-form-p (form)
  "True if FORM is (byte SIZE POSITION) of two natural numbers."
  (and (consp form) (eq (car form) 'byte) (consp (cdr form)) (consp (cddr form)) (null (cdddr form))
       (integerp (cadr form)) (>= (cadr form) 0) (integerp (caddr form)) (>= (caddr form) 0)))

(defun %byte-expansion (reader writer byte place env)
  "Returns the expansion of (READER BYTE PLACE), where (WRITER new BYTE old) gives the integer to store."
  (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
    (let* ((constant (%constant-byte-form-p byte)) (specifier (if constant byte (gensym "BYTE"))) (new (gensym "NEW")))
      (values (if constant names (cons specifier names))
              (if constant forms (cons byte forms))
              (list new)
              `(let* ((,(car stores) (,writer ,new ,specifier ,access-form)) ,@(cdr stores))
                 ,store-form
                 ,new)
              `(,reader ,specifier ,access-form)))))

(define-setf-expander ldb (byte place &environment env)
  "(ldb BYTE PLACE): the bits BYTE, shifted down, of the integer in PLACE."
  (%byte-expansion 'ldb 'dpb byte place env))

(define-setf-expander mask-field (byte place &environment env)
  "(mask-field BYTE PLACE): the bits BYTE, where they are, of the integer in PLACE."
  (%byte-expansion 'mask-field 'deposit-field byte place env))

(define-setf-expander the (type place &environment env)
  "(the TYPE PLACE): PLACE, whose values are of TYPE."
  (multiple-value-bind (names forms stores store-form access-form) (get-setf-expansion place env)
    (values names forms stores
            `(let ,(%zip stores (list `(the ,type ,(car stores)))) ,store-form)
            `(the ,type ,access-form))))

(define-setf-expander values (&rest places &environment env)
  "(values PLACE*): several places, which get one value each."
  (let ((names nil) (forms nil) (stores nil) (extra nil) (store-forms nil) (access-forms nil))
    (dolist (place places)
      (multiple-value-bind (place-names place-forms place-stores store-form access-form)
          (get-setf-expansion place env)
        (setq names (append names place-names))
        (setq forms (append forms place-forms))
        (setq stores (cons (car place-stores) stores))
        (setq extra (append extra (cdr place-stores)))
        (setq store-forms (cons store-form store-forms))
        (setq access-forms (cons access-form access-forms))))
    (values names forms (nreverse stores)
            `(let ,extra (values ,@(nreverse store-forms)))
            `(values ,@(nreverse access-forms)))))

(defun %named-function-form-p (form)
  "True if FORM is #'NAME or 'NAME with a symbol NAME."
  (and (consp form) (%memq (car form) '(function quote)) (consp (cdr form)) (symbolp (car (cdr form)))))

(define-setf-expander apply (function &rest arguments)
  "(apply #'NAME argument... list): the place (NAME argument... element...); NAME is AREF, BIT, SBIT, or any other name
that has a function (SETF NAME)."
  (unless (%named-function-form-p function)
    (%program-error "SETF: the place is an APPLY of ~S; #'name is needed" function))
  (multiple-value-bind (names forms arguments) (%argument-temporaries arguments)
    (let ((new (gensym "NEW")))
      (values names forms (list new)
              `(apply (function (setf ,(car (cdr function)))) ,new ,@arguments)
              `(apply ,function ,@arguments)))))
