;;; Symbols that stand for forms (module arc): a.b is (a b), a!b is (a 'b), a:b composes, ~a is the complement, a&b asks
;;; both.
(in-package "TESSERA-ARC")

(defun ssyntax-p (symbol)
  "True if SYMBOL of Arc stands for a form."
  (and symbol
       (eq (symbol-package symbol) (find-package "ARC"))
       (let ((state (get symbol 'ssyntax 'unknown)))
         (if (eq state 'unknown)
             (setf (get symbol 'ssyntax) (ssyntax-name-p (symbol-name symbol)))
             state))))

(defun ssyntax-name-p (name)
  "True if NAME has one of the characters : ~ & . ! and something else; a colon at its beginning makes it a keyword of
Common Lisp."
  (and (find-if (lambda (char) (find char ":~&.!")) name)
       (find-if-not (lambda (char) (find char ":~&.!")) name)
       (char/= (char name 0) #\:)
       (not (search "..." name))))

(defun keyword-name-p (symbol)
  "True if SYMBOL is written as a keyword of Common Lisp."
  (let ((name (symbol-name symbol)))
    (and (> (length name) 1) (char= (char name 0) #\:)
         (eq (symbol-package symbol) (find-package "ARC")))))

(defun ssexpand (symbol)
  "Returns the form that SYMBOL stands for; SYMBOL if it does not stand for one."
  (if (and (symbolp symbol) (ssyntax-p symbol))
      (let ((name (symbol-name symbol)))
        (cond ((or (find #\: name) (find #\~ name)) (expand-compose name symbol))
              ((or (find #\. name) (find #\! name)) (expand-access name symbol))
              (t (expand-and name symbol))))
      symbol))

(defun part (text whole)
  "Returns the symbol or number that TEXT, a part of the symbol WHOLE, is."
  (cond ((string= text "") (malformed whole "there is nothing between its special characters"))
        ((find #\~ text) (malformed whole "a ~~ must stand at the beginning, or after a colon"))
        ((parse-number text))
        (t (arc-symbol text))))

(defun expand-compose (name whole)
  "Returns the form for a:b and ~a."
  (let ((parts (mapcar (lambda (text)
                         (cond ((string= text "") (malformed whole "a colon needs a name on both sides"))
                               ((string= text "~") :no)
                               ((char= (char text 0) #\~) (list :complement (part (subseq text 1) whole)))
                               (t (part text whole))))
                       (tessera::%split-at #\: name))))
    (if (rest parts) (cons :compose parts) (first parts))))

(defun expand-and (name whole)
  "Returns the form for a&b."
  (cons :andf (mapcar (lambda (text) (part text whole)) (tessera::%split-at #\& name))))

(defun expand-access (name whole)
  "Returns the form for a.b and a!b, from left to right. If the part before the first separator is missing, it is a call
of GET."
  (let ((form nil) (start 0) (mark nil))
    (loop
      (let* ((end (position-if (lambda (char) (find char ".!")) name :start start))
             (text (subseq name start end)))
        (cond ((and (null mark) (string= text "")) (setf form :get))
              ((null mark) (setf form (part text whole)))
              (t (let ((argument (part text whole)))
                   (setf form (list form (if (char= mark #\!) (list 'quote argument) argument))))))
        (unless end (return form))
        (setf mark (char name end) start (1+ end))))))

;;; Names of other languages: cl:string-upcase, scheme:list-tail.

(defun foreign-parts (symbol)
  "Returns two values if SYMBOL is a name of another language, as cl:car is: the language, and the name there."
  (let* ((name (symbol-name symbol))
         (colon (and (eq (symbol-package symbol) (find-package "ARC")) (position #\: name))))
    (when (and colon (plusp colon) (< (1+ colon) (length name)))
      (let ((language (cdr (assoc (subseq name 0 colon)
                                  '(("cl" . "COMMON-LISP") ("scheme" . "SCHEME") ("clojure" . "CLOJURE") ("arc" . "ARC")) :test #'string=))))
        (and language (values language (subseq name (1+ colon))))))))

(defun lisp-symbol (name)
  "Returns the symbol that Common Lisp reads NAME as: with a package, or accessible in COMMON-LISP-USER; and true. NIL
and NIL if there is none."
  (let* ((colon (position #\: name))
         (package (find-package (if colon (string-upcase (subseq name 0 colon)) "COMMON-LISP-USER"))))
    (if package
        (multiple-value-bind (symbol status)
            (find-symbol (string-upcase (string-left-trim ":" (subseq name (or colon 0)))) package)
          (values symbol (and status t)))
        (values nil nil))))
