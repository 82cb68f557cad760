;;; The directives of FORMAT that enclose others: ~( ~[ ~{ ~< justification, ~<...~:> logical blocks, and ~^.
(in-package "TESSERA")

(%register-format-kind #\; nil 2 :colon t :at t)
(%register-format-kind #\) nil 0)
(%register-format-kind #\] nil 0)
(%register-format-kind #\} nil 0 :colon t)
(%register-format-kind #\> nil 0 :colon t :at t :both t)
(%register-format-kind #\Newline nil 0 :colon t :at t)

;;; ~( case conversion

(defun %capitalize-first (text)
  "Returns TEXT in lower case, but its first word capitalized."
  (let* ((text (string-downcase text))
         (start (position-if #'alphanumericp text)))
    (when start
      (setf (char text start) (char-upcase (char text start))))
    text))

(defun %case-converter (directive)
  "Returns the function from string to string that the modifiers of a ~( DIRECTIVE ask for."
  (let ((colon (format-directive-colon directive)) (at (format-directive-at directive)))
    (cond ((and colon at) #'string-upcase)
          (colon #'string-capitalize)
          (at #'%capitalize-first)
          (t #'string-downcase))))

(define-stateful-directive (#\( %format-case :colon t :at t :both t :returns-escape t) ()
  (let ((body (first (format-directive-clauses directive)))
        (convert (%case-converter directive)))
    (if (%pretty-stream-p stream)
        (let ((mark (%pretty-mark stream)))
          (prog1 (%run-program body state)
            (%convert-pretty-text stream mark convert)))
        (multiple-value-bind (text escape) (with-format-capture (state) (%run-program body state))
          (write-string (funcall convert text) stream)
          escape))))

;;; ~[ choice

(define-stateful-directive (#\[ %format-conditional :colon t :at t :returns-escape t) ((index nil integer))
  (let ((clauses (format-directive-clauses directive)))
    (cond (colon (%run-program (if (%next-format-arg state directive) (second clauses) (first clauses)) state))
          (at (%run-if-true (first clauses) state directive))
          (t (%run-chosen (or index (%next-format-arg state directive)) clauses state directive)))))

(defun %run-if-true (clause state directive)
  "Implements ~@[: consumes a false argument, or performs CLAUSE with the true one still to come."
  (let ((args (format-state-args state)))
    (when (%next-format-arg state directive)
      (setf (format-state-args state) args)
      (%run-program clause state))))

(defun %run-chosen (index clauses state directive)
  "Performs the clause with the number INDEX; if there is none, the last one if ~:; introduces it."
  (unless (integerp index)
    (%fail-argument directive index 'integer "the selector " index " of ~[ is not an integer"))
  (cond ((< -1 index (length clauses)) (%run-program (nth index clauses) state))
        ((%default-clause-p directive) (%run-program (first (last clauses)) state))))

(defun %default-clause-p (directive)
  "True if ~:; introduces the last clause of the ~[ DIRECTIVE."
  (let ((separator (first (last (format-directive-separators directive)))))
    (and separator (format-directive-colon separator))))

;;; ~{ iteration

(define-stateful-directive (#\{ %format-iterate :colon t :at t :both t) ((limit nil integer))
  (let* ((clause (first (format-directive-clauses directive)))
         (control (if (zerop (length clause)) (%next-format-arg state directive) clause)))
    (unless (simple-vector-p control)
      (%check-control control directive))
    (let ((inner (if at state (%sublist-state state (%list-argument state directive)))))
      (when (stringp control)
        (setf control (%control-program control)))
      (if colon
          (%iterate-sublists control inner directive limit)
          (%iterate control inner directive limit)))))

(defun %list-argument (state directive)
  "Takes the next argument, which must be a list."
  (%checked-list directive (%next-format-arg state directive)))

(defun %sublist-state (state args)
  "Returns a state like STATE with the arguments ARGS."
  (make-format-state :stream (format-state-stream state) :control (format-state-control state) :args args :all args))

(defun %run-body (control state)
  "Performs CONTROL, a program or a function."
  (if (simple-vector-p control)
      (%run-program control state)
      (%run-control control state)))

(defun %iteration-over-p (state first-time directive limit)
  "True if the iteration ends. The closing ~:} asks for a first step in any case."
  (or (and limit (<= limit 0))
      (and (null (if (format-state-block state)
                     (format-state-args state)
                     (%checked-list directive (format-state-args state))))
           (not (and first-time (format-directive-colon (format-directive-closer directive)))))))

(defun %iterate (control state directive limit)
  "Performs CONTROL until the arguments of STATE are used up, LIMIT times at most."
  (let ((first-time t))
    (loop
      (when (%iteration-over-p state first-time directive limit) (return))
      (when (%run-body control state) (return))
      (setf first-time nil)
      (when limit (decf limit)))))

(defun %iterate-sublists (control state directive limit)
  "Performs CONTROL with each argument of STATE, a list of arguments, LIMIT times at most."
  (let ((first-time t))
    (loop
      (when (%iteration-over-p state first-time directive limit) (return))
      (let ((inner (%sublist-state state (%list-argument state directive))))
        (setf (format-state-outer inner) (format-state-args state))
        (when (eq (%run-body control inner) :up-up) (return)))
      (setf first-time nil)
      (when limit (decf limit)))))

;;; ~^ escape

(defun %escape-p (params state colon)
  "True if the values PARAMS of the parameters of ~^ (T for none at all) say to escape."
  (cond ((eq params t) (null (if colon (format-state-outer state) (format-state-args state))))
        ((null (rest params)) (eql (first params) 0))
        ((null (cddr params)) (eql (first params) (second params)))
        (t (<= (first params) (second params) (third params)))))

(define-stateful-directive (#\^ %format-escape :colon t :returns-escape t)
    ((a nil (or integer character)) (b nil (or integer character)) (c nil (or integer character)))
  (let ((values (cond (c (list a b c)) (b (list a b)) (a (list a)) (t t))))
    (when (and c (notevery #'integerp values))
      (%fail-directive directive "the three parameters of ~^ must be integers"))
    (when (%escape-p values state colon)
      (if colon :up-up :up))))

;;; ~< justification

(defun %capture-segments (clauses state)
  "Returns the list of the texts of CLAUSES, up to the one in which a ~^ escapes."
  (let ((segments '()))
    (dolist (clause clauses (nreverse segments))
      (multiple-value-bind (text escape) (with-format-capture (state) (%run-program clause state))
        (when escape (return (nreverse segments)))
        (push text segments)))))

(define-stateful-directive (#\< %format-justify :colon t :at t :both t)
    ((mincol 0) (colinc 1) (minpad 0) (padchar #\Space))
  (let* ((separator (first (format-directive-separators directive)))
         (overflowing (and separator (format-directive-colon separator)))
         (spare (if overflowing (%separator-param separator state 0 0) 0))
         (line-width (if overflowing (%separator-param separator state 1 (%line-width stream)) 0))
         (segments (%capture-segments (format-directive-clauses directive) state))
         (prefix (and overflowing segments (pop segments)))
         (text (%justify directive segments mincol colinc minpad padchar colon at)))
    (when (and prefix (> (+ (or (%stream-column stream) 0) (length text) spare) line-width))
      (write-string prefix stream))
    (write-string text stream)))

(defun %separator-param (separator state index default)
  "Returns the parameter number INDEX of the ~:; SEPARATOR of a justification."
  (%format-param state separator (nth index (format-directive-params separator)) default 'integer))

(defun %line-width (stream)
  "Returns the number of columns of a line of STREAM."
  (declare (ignore stream))
  (or *print-right-margin* 80))

(defun %justified-width (directive width mincol colinc)
  "Returns the least width not below WIDTH that is MINCOL plus a multiple of COLINC."
  (cond ((<= width mincol) mincol)
        (t (%check-padding directive colinc)
           (+ mincol (* colinc (ceiling (- width mincol) colinc))))))

(defun %justify (directive segments mincol colinc minpad padchar before after)
  "Returns SEGMENTS spread over the width that MINCOL, COLINC and MINPAD ask for, with padding also BEFORE and AFTER
them."
  (let* ((single (null (rest segments)))
         (minpad (if (and single (not before) (not after)) 0 minpad))
         (before (or before (and single (not after))))
         (gaps (+ (max 0 (1- (length segments))) (if before 1 0) (if after 1 0)))
         (length (reduce #'+ segments :key #'length))
         (width (%justified-width directive (+ length (* minpad gaps)) mincol colinc))
         (stream (make-string-output-stream)))
    (%write-justified segments (%distribute (- width length) gaps) padchar before after stream)
    (get-output-stream-string stream)))

(defun %distribute (total count)
  "Returns TOTAL as a list of COUNT integers that differ by at most one, the larger ones last."
  (loop for left from count above 0
        for share = (floor total left)
        collect share do (decf total share)))

(defun %write-justified (segments paddings padchar before after stream)
  "Writes SEGMENTS with the PADDINGS, one for each gap, between them."
  (when before
    (write-repeated padchar (pop paddings) stream))
  (loop for (segment . more) on segments
        do (write-string segment stream)
           (when (or more after)
             (write-repeated padchar (pop paddings) stream)))
  (when (and after (null segments))
    (write-repeated padchar (pop paddings) stream)))

;;; ~<...~:> logical blocks

(define-stateful-directive (nil %format-logical-block) ()
  (destructuring-bind (prefix body suffix) (format-directive-clauses directive)
    (let ((object (if at
                      (shiftf (format-state-args state) nil)
                      (%next-format-arg state directive))))
      (%print-logical-block stream object prefix (%per-line-prefix-p directive) suffix (not at)
                            (lambda (stream list) (%run-block body state stream list))))))

(defun %per-line-prefix-p (directive)
  "True if ~@; ends the prefix of the logical block DIRECTIVE."
  (let ((separator (first (format-directive-separators directive))))
    (and separator (format-directive-at separator))))

(defun %run-block (body state stream list)
  "Performs the program BODY of a logical block with the elements of LIST as arguments."
  (let ((inner (make-format-state :stream stream :control (format-state-control state)
                                  :args list :all list :block t)))
    (catch inner
      (%run-program body inner))))
