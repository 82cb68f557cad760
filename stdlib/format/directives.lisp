;;; The simple directives of FORMAT: objects, characters, columns, lines, and moves among the arguments.
(in-package "TESSERA")

;;; Objects

(defun %write-padded (text mincol colinc minpad padchar left stream)
  "Writes TEXT with MINPAD characters PADCHAR, and COLINC more at a time until it is MINCOL wide; on the left if LEFT."
  (let* ((missing (- mincol (length text) minpad))
         (padding (if (plusp missing)
                      (+ minpad (* colinc (ceiling missing colinc)))
                      minpad)))
    (when left (write-repeated padchar padding stream))
    (write-string text stream)
    (unless left (write-repeated padchar padding stream))))

(defun %check-padding (directive colinc)
  "Signals an error of DIRECTIVE unless its column increment COLINC is positive."
  (unless (plusp colinc)
    (%fail-directive directive "the column increment " colinc " is not positive")))

(define-format-directive (#\A %format-aesthetic :colon t :at t :both t)
    (arg (mincol 0) (colinc 1) (minpad 0) (padchar #\Space))
  (cond ((format-directive-params directive)
         (%check-padding directive colinc)
         (%write-padded (cond ((stringp arg) arg)
                              ((or arg (not colon)) (princ-to-string arg))
                              (t "()"))
                        mincol colinc minpad padchar at stream))
        ((or arg (not colon)) (princ arg stream))
        (t (write-string "()" stream))))

(define-format-directive (#\S %format-standard :colon t :at t :both t)
    (arg (mincol 0) (colinc 1) (minpad 0) (padchar #\Space))
  (cond ((format-directive-params directive)
         (%check-padding directive colinc)
         (%write-padded (if (or arg (not colon)) (prin1-to-string arg) "()")
                        mincol colinc minpad padchar at stream))
        ((or arg (not colon)) (prin1 arg stream))
        (t (write-string "()" stream))))

(define-format-directive (#\W %format-write :colon t :at t :both t) (arg)
  (if (or colon at)
      (let ((*print-pretty* (or colon *print-pretty*))
            (*print-level* (if at nil *print-level*))
            (*print-length* (if at nil *print-length*)))
        (write arg :stream stream))
      (%print-part arg stream)))

;;; Characters

(define-format-directive (#\C %format-character :colon t :at t :both t) (arg)
  (unless (characterp arg)
    (%fail-argument directive arg 'character (prin1-to-string arg) " is not a character"))
  (cond ((and at (not colon)) (prin1 arg stream))
        ((and colon (not (and (graphic-char-p arg) (char/= arg #\Space))))
         (write-string (char-name arg) stream))
        (t (write-char arg stream))))

(define-stateful-directive (#\P %format-plural :colon t :at t :both t) ()
  (when colon (%back-up-args state directive 1))
  (%write-plural stream directive (%next-format-arg state directive)))

(defun %write-plural (stream directive number)
  "Writes the plural ending of a word for NUMBER things to STREAM, as the ~P DIRECTIVE asks."
  (let ((plural (not (eql number 1))))
    (cond ((format-directive-at directive) (write-string (if plural "ies" "y") stream))
          (plural (write-char #\s stream)))))

(defmacro define-repeated-directive (character name write-one)
  "Defines the directive CHARACTER, which evaluates the form WRITE-ONE as often as its parameter says."
  `(define-format-directive (,character ,name) ((count 1))
     (dotimes (i count) ,write-one)))

(define-repeated-directive #\% %format-newline (terpri stream))
(define-repeated-directive #\| %format-page (write-char #\Page stream))
(define-repeated-directive #\~ %format-tilde (write-char #\~ stream))

(define-format-directive (#\& %format-fresh-line) ((count 1))
  (when (plusp count)
    (fresh-line stream)
    (dotimes (i (1- count)) (terpri stream))))

;;; Columns

(define-format-directive (#\T %format-tabulate :colon t :at t :both t) ((column 1) (increment 1))
  (cond (colon (pprint-tab (if at :section-relative :section) column increment stream))
        ((%pretty-stream-p stream)
         (%pretty-tab stream (if at :line-relative :line) column increment))
        (at (%tab-relative stream column increment))
        (t (%tab-to stream column increment))))

(defun %tab-to (stream column increment)
  "Writes blanks up to COLUMN, or, if that is passed, up to the next column that lies a multiple of INCREMENT after it."
  (let* ((current (%stream-column stream)) (distance (if current (%tab-distance current column increment) 2)))
    (unless (and *program-stream-class* (typep stream *program-stream-class*)
                 (funcall '%gray-advance-to-column stream (if current (+ current distance) column)))
      (write-repeated #\Space distance stream))))

(defun %tab-distance (current column increment)
  "Returns the number of blanks from the column CURRENT to COLUMN, or beyond it to the next column by INCREMENT."
  (cond ((< current column) (- column current))
        ((zerop increment) 0)
        (t (- increment (mod (- current column) increment)))))

(defun %tab-relative (stream distance increment)
  "Writes DISTANCE blanks, then as many as lead to a column that is a multiple of INCREMENT."
  (let ((current (%stream-column stream)))
    (write-repeated #\Space (if current (%relative-tab-distance current distance increment) distance) stream)))

(defun %relative-tab-distance (current distance increment)
  "Returns the number of blanks from the column CURRENT to one that is at least DISTANCE further and a multiple of
INCREMENT."
  (if (plusp increment)
      (* increment (- (ceiling (+ current distance) increment) (/ current increment)))
      distance))

;;; Pretty printing

(define-format-directive (#\_ %format-conditional-newline :colon t :at t :both t) ()
  (pprint-newline (cond ((and colon at) :mandatory) (colon :fill) (at :miser) (t :linear)) stream))

(define-format-directive (#\I %format-indent :colon t) ((distance 0))
  (pprint-indent (if colon :current :block) distance stream))

;;; The arguments themselves

(defun %back-up-args (state directive count)
  "Goes back COUNT arguments."
  (%go-to-arg state directive
              (- (%length-to-tail (format-state-all state) (format-state-args state)) count)))

(defun %length-to-tail (list tail)
  "Returns the number of conses of LIST before TAIL, one of its tails."
  (loop for rest = list then (cdr rest)
        until (eq rest tail) count t))

(defun %go-to-arg (state directive position)
  "Makes the argument with the number POSITION the next."
  (let ((all (format-state-all state)))
    (unless (and (>= position 0) (loop for i from 0 below position for rest = all then (cdr rest) always (consp rest)))
      (%fail-directive directive "there is no argument number " position))
    (setf (format-state-args state) (nthcdr position all))))

(define-stateful-directive (#\* %format-go-to :colon t :at t) ((count nil integer))
  (cond (at (%go-to-arg state directive (or count 0)))
        (colon (%back-up-args state directive (or count 1)))
        (t (dotimes (i (or count 1)) (%next-format-arg state directive)))))

(define-stateful-directive (#\? %format-recursive :at t) ()
  (let ((control (%next-format-arg state directive)))
    (%check-control control directive)
    (if at
        (%run-control control state)
        (let ((args (%checked-list directive (%next-format-arg state directive))))
          (%run-control control (make-format-state :stream stream :args args :all args))))))

(define-stateful-directive (#\/ %format-call :colon t :at t :both t) ()
  (let ((values (mapcar (lambda (param) (%format-param state directive param nil t)) params)))
    (apply (format-directive-name directive) stream (%next-format-arg state directive) colon at values)))
(setf (format-kind-max-params (%find-format-kind #\/)) call-arguments-limit)
