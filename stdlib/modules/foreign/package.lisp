;;; The package FOREIGN: functions and memory of C. The names of its natives, which native/ defines, begin with %.
(defpackage "FOREIGN"
  (:use "COMMON-LISP")
  (:export
   ;; pointers
   "POINTER" "POINTER-P" "MAKE-POINTER" "POINTER-ADDRESS" "NULL-POINTER" "NULL-POINTER-P" "POINTER+" "POINTER=" "POINTER<"
   ;; types
   "TYPE-SIZE" "TYPE-ALIGNMENT" "DEFINE-STRUCTURE" "SLOT" "SLOT-OFFSET"
   ;; libraries
   "LIBRARY" "OPEN-LIBRARY" "CLOSE-LIBRARY" "LIBRARY-NAME" "LIBRARY-FILE" "LIBRARY-OPEN-P" "FIND-ADDRESS"
   ;; functions and variables
   "CALL" "DEFINE-FUNCTION" "FOREIGN-FUNCTION" "DEFINE-VARIABLE"
   ;; functions that C calls
   "MAKE-CALLBACK" "FREE-CALLBACK" "WITH-CALLBACK" "DEFINE-CALLBACK" "CALLBACK"
   ;; memory
   "ALLOCATE" "FREE" "WITH-MEMORY" "MEMORY-REF" "COPY-MEMORY" "FILL-MEMORY" "COPY-FROM-VECTOR" "COPY-TO-VECTOR" "WITH-POINTER-TO-VECTOR"
   "ALLOCATE-VECTOR" "VECTOR-POINTER" "READ-STRING" "ALLOCATE-STRING" "WITH-STRING"
   ;; errors
   "LIBRARY-ERROR" "LIBRARY-ERROR-NAME" "UNKNOWN-SYMBOL" "UNKNOWN-SYMBOL-NAME" "ERRNO" "ERROR-TEXT")
  (:documentation "Functions and memory of C."))

(in-package "FOREIGN")

(declaim (ftype function %use-pointer %type-number %layout %open-library %close-library %library-file %find-symbol %make-caller %call %set-address
                %caller-target %make-callback %set-callback %free-callback %allocate %free %get %set %copy-from-vector %copy-to-vector %vector-address %move %fill
                %text %allocate-text %errno %set-errno %error-text))

(defun %fail-type (operation datum type)
  "Signals that DATUM is not of TYPE, for OPERATION."
  (error 'simple-type-error :datum datum :expected-type type
                            :format-control "~A: ~S is not of type ~S" :format-arguments (list operation datum type)))

(defun %check-name (name operation)
  "Signals an ERROR of OPERATION unless NAME is a string that can be a name in C."
  (unless (stringp name) (%fail-type operation name 'string))
  (when (find (code-char 0) name)
    (error "~A: C would take the character with code 0 for the end of ~S" operation name)))

(defmacro %check (place type operation)
  "(%check PLACE TYPE OPERATION): signals that PLACE is not of TYPE, for OPERATION, unless it is. TYPE is not
evaluated."
  `(unless (typep ,place ',type) (%fail-type ',operation ,place ',type)))

;;; Errors of natives, which pass types as text.

(defun %type-in (text)
  "Returns the type specifier in TEXT."
  (let ((*package* (find-package "COMMON-LISP-USER"))) (read-from-string text)))

(defun %refuse (operation datum type)
  "Signals that DATUM is not of the type in the text TYPE, for OPERATION."
  (%fail-type operation datum (%type-in type)))

(defun %null (operation pointer offset)
  "Signals an error of OPERATION, which was given the null POINTER with OFFSET."
  (error "~A: nothing is at ~S~:[ and ~D octets after it~;~*~]" operation pointer (eql offset 0) offset))

(defun %complain (text value)
  "Signals the error TEXT about callbacks in the call of a function of C. The restart CONTINUE returns VALUE, the value
of the call."
  (cerror "Return the value of the call." "~A" text)
  value)

(defun %refuse-result (name value type)
  "Signals that VALUE of the callback NAME is not of the type in the text TYPE."
  (error 'simple-type-error :datum value :expected-type (%type-in type)
                            :format-control "the callback ~A: its value ~S is not of type ~A" :format-arguments (list name value type)))

(unless (or (tessera::%host-module "foreign-native") (tessera::%find-module-file "foreign-native" nil))
  (error 'tessera::simple-file-error
         :pathname "foreign-native"
         :format-control "REQUIRE: the module foreign needs foreign-native.so, which is built where libffi is (Debian's libffi-dev, or the package tessera-foreign)"
         :format-arguments '()))
(require "foreign-native")
