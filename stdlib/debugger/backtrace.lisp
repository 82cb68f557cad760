;;; The report of a condition that nothing handles: its class and message, and the frames of the user's functions
;;; (chapter 25). The debuggers of scripts, of the REPL and of C++ programs show it.
(in-package "TESSERA")

(defvar *longest-in-message* 50
  "The number of elements of a list or vector that a message of an error shows if *PRINT-LENGTH* is NIL.")

(defun %safe-message (condition)
  "Returns the report of CONDITION, or a substitute if its report signals an error. Objects in it are abbreviated, since
they may be long or circular."
  (handler-case (or (%plain-message condition)
                    (let ((*print-circle* t)
                          (*print-length* (or *print-length* *longest-in-message*)))
                      (if (eq (%class-printer (%instance-class condition)) #'%print-condition)
                          (let ((*print-readably* nil)) (%condition-message condition))
                          (princ-to-string condition))))
    ((or error storage-condition) () "(its report failed)")))

(defun %plain-message (condition)
  "Returns the format control of CONDITION if the report writes just that; otherwise NIL."
  (let ((class (%instance-class condition)) (control (%condition-control condition)))
    (and (stringp control)
         (null (%condition-arguments condition))
         (null (%condition-operation condition))
         (eq (%class-printer class) #'%print-condition)
         (eq (%own-report class) #'%default-report)
         (not (find #\~ control))
         control)))

(defun %write-condition (condition stream)
  "Writes a line with the class and the report of CONDITION to STREAM."
  (fresh-line stream)
  (ignore-errors (%write-operator-meant condition stream))
  (let ((*typed-operator* (%typed-operator)))
    (write-string (funcall (language-report *language*) condition) stream))
  (terpri stream)
  (ignore-errors
   (%write-names-meant condition stream)
   (when (and *failed-expansion* (eq condition (car *failed-expansion*))) (%write-failed-expansion (cadr *failed-expansion*) stream))
   (when (and (typep condition '(or reader-error end-of-file)) (eq (%frame-name *toplevel-frame*) :reader))
     (%write-reader-position condition *toplevel-frame* stream))))

(defun %write-failed-expansion (position stream)
  "Writes to STREAM that a macro signalled the error, at POSITION, when its call was compiled; and what to define
again."
  (let* ((frame (first (%user-frames 50))) (name (and (%frame-function frame) (%frame-name frame))))
    (cond (name (format stream "  The macro failed~@[ at ~A~] when ~S was compiled: define ~:*~S again once the macro works.~%" position name))
          (position (format stream "  The macro failed at ~A.~%" position)))))

;;; Frames stand in lists, the innermost first.

(defun %library-file-p (file)
  "True if FILE, where a function was defined, is of the library: the image notes its files with a directory, LOAD notes
files without."
  (and (stringp file) (> (length file) 7) (string= file "stdlib/" :end1 7)))

(defun %library-frame-p (frame)
  "True if FRAME is of a function of the library."
  (%library-file-p (%frame-file frame)))

(defun %public-symbol-p (name)
  "True if NAME is a symbol that its package exports."
  (and (symbolp name)
       (symbol-package name)
       (eq (nth-value 1 (find-symbol (symbol-name name) (symbol-package name))) :external)))

(defun %public-frame-p (frame)
  "True if FRAME is the user's, or of a function of the library that users may call. Macros of the library are left out:
the message names them."
  (or (not (%library-frame-p frame))
      (and (%public-symbol-p (%frame-name frame))
           (not (macro-function (%frame-name frame))))))

(defun %signalling-frame-p (frame)
  "True if FRAME, at the inner end of a backtrace, belongs to signalling a condition and not to the program."
  (or (not (%public-frame-p frame))
      (%memq (%frame-name frame) '(error cerror signal warn break invoke-debugger invoke-restart invoke-restart-interactively))))

(defun %evaluator-frame-p (frame)
  "True if FRAME belongs to a loop that reads and evaluates forms one by one. Frames below it belong to its caller."
  (%memq (%frame-name frame) '(%load-stream %evaluate-at-prompt %run-form %host-evaluate)))

(defun %with-toplevel-frame (frames)
  "Returns FRAMES, the public ones of the form that is being evaluated at toplevel, with that of the form itself."
  (cond ((null *toplevel-frame*) frames)
        ((find :toplevel-form frames :key #'%frame-name)
         (dolist (frame frames frames)
           (when (and (eq (%frame-name frame) :toplevel-form) (eql 0 (or (%frame-line frame) 0)))
             (setf (%frame-line frame) (%frame-line *toplevel-frame*)
                   (%frame-column frame) (%frame-column *toplevel-frame*)))))
        ((eq (%frame-name (car (last frames))) 'eval)  ; it evaluates the form itself, an atom
         (append (butlast frames) (list *toplevel-frame*)))
        (t (append frames (list *toplevel-frame*)))))

(defun %outer-frames (frames)
  "Returns those of FRAMES, which belong to the caller of the toplevel form, that are the user's; none if the caller is
a prompt, which has shown them already. If tail calls have removed them, those of the forms at toplevel."
  (let ((public (remove-if-not #'%public-frame-p (ldiff frames (member '%evaluate-at-prompt frames :key #'%frame-name)))))
    (or (subseq public 0 (1+ (or (position-if-not #'%library-frame-p public :from-end t) -1)))
        *outer-toplevel-frames*)))

(defun %with-elided (frames)
  "Returns FRAMES, and after each one a frame for every function whose tail call led to it. Such a frame has only a
name, and true for ELIDED."
  (loop for frame in frames
        for elided = (shiftf (%frame-elided frame) nil)
        collect frame
        append (loop for (name . file) in elided
                     unless (%memq name '(:toplevel-form eval))
                       collect (let ((lost (%frame name file)))
                                 (setf (%frame-elided lost) t)
                                 lost))))

(defun %without-expansion (frames)
  "Returns FRAMES without that of the expansion of the toplevel form, because macros have separate frames."
  (flet ((expands-p (frame) (%memq (%frame-name frame) '(macroexpand-1 macroexpand))))
    (loop for (frame . outer) on frames
          unless (and (expands-p frame)
                      (let ((caller (find-if-not #'expands-p outer)))
                        (and caller (eq (%frame-name caller) '%evaluate))))
            collect frame)))

(defun %user-frames (&optional (count 100))
  "Returns those of the innermost COUNT frames that belong to the user's functions or to public functions called by
these."
  (%users-of (%backtrace count)))

(defun %users-of (frames)
  "Returns those of FRAMES, a whole backtrace, that belong to the user's functions and to the public functions that
these called."
  (let* ((frames (%with-elided (%without-expansion frames)))
         (outer (member-if #'%evaluator-frame-p frames))
         (inner (remove-if-not #'%public-frame-p (member-if-not #'%signalling-frame-p (ldiff frames outer)))))
    (if outer
        (append (%with-toplevel-frame inner) (%outer-frames outer))
        inner)))

(defun %text-in-short (object &optional (level 3))
  "Returns OBJECT as it is printed down to LEVEL, cut to a few words. It may be long, circular or of a class whose
objects cannot be printed."
  (handler-case
      (let ((text (if (and (integerp object) (> (integer-length object) 1000))
                      (format nil "#<an integer of ~D bits>" (integer-length object))
                      (let ((*print-length* 6) (*print-level* level) (*print-lines* 1) (*print-readably* nil) (*print-pretty* nil) (*print-circle* nil))
                        (with-output-to-string (text)
                          (%write-in-language (if (stringp object) (subseq object 0 (min 70 (length object))) object) text))))))
        (if (> (length text) 60) (%joined-names (subseq text 0 59) "…") (substitute #\Space #\Newline text)))
    ((or error storage-condition) () "#<cannot be printed>")))

(defun %variables-of (frame)
  "Returns the variables of FRAME in the form of %FRAME-VARIABLES; the kept ones if its function has ended."
  (let ((stack (%frame-stack frame)))
    (if (listp stack) stack (%frame-variables stack))))

(defun %kept-situation (count)
  "Returns the data of the innermost COUNT frames from which %TEXT-OF-KEPT makes a text after they have ended.
Collecting the data is much less work than making the text."
  (list (%keep-frames count) *toplevel-frame* *source-texts* *package*))

(defun %text-of-kept (kept arguments)
  "Returns a text with a line for each of the user's frames in KEPT, as %KEPT-SITUATION returns it. Without ARGUMENTS,
which the user's methods may print, it names only the functions."
  (let* ((frames (%kept-frames (pop kept))) (*toplevel-frame* (pop kept)) (*source-texts* (pop kept)) (*package* (pop kept)))
    (with-output-to-string (stream)
      (%write-frames (%users-of frames) stream arguments))))

(defun %frame-parameters (frame)
  "Returns the parameters of FRAME in order, (NAME VALUE), or (NAME) if the value is no longer known; and as a second
value true if the parameters are known."
  (let* ((function (%frame-function frame))
         (all (and function (%variables-of frame))))
    (values (loop for (name nil parameter . value) in all
                  when parameter collect (cons name value))
            (and function (or all (null (nth-value 1 (%function-source function))))))))

(defun %frame-call (frame)
  "Returns the call of FRAME as source text, a string; the name alone if the arguments are not known."
  (let ((name (%text-in-short (%frame-name frame))))
    (multiple-value-bind (parameters known) (unless (%library-frame-p frame) (%frame-parameters frame))
      (if (and known (or parameters (atom (%frame-name frame))) (not (keywordp (%frame-name frame))))
          (format nil "(~A~{ ~A~})" name (%arguments-in-short parameters (nth-value 1 (%function-source (%frame-function frame)))))
          name))))

(defun %arguments-in-short (parameters lambda-list)
  "Returns the texts of the arguments that gave PARAMETERS of LAMBDA-LIST their values."
  (let ((keys (member '&key lambda-list))
        (rest (second (member '&rest lambda-list))))
    (loop for (name . value) in parameters
          for text = (if value (%text-in-short (car value)) "?")
          if (and rest (eq name rest))
            append (if (and value (%proper-p (car value)))
                       (append (mapcar #'%text-in-short (subseq (car value) 0 (min 8 (length (car value)))))
                               (if (nthcdr 8 (car value)) (list "…")))
                       (list text))
          else if (not (find name keys :key #'%parameter-name))
            collect text
          else if (not rest)
            collect (%text-in-short (intern (symbol-name name) "KEYWORD")) and collect text)))

(defun %parameter-name (parameter)
  "Returns the variable of PARAMETER of a lambda list: VAR, (VAR INIT) or ((KEY VAR) INIT)."
  (cond ((atom parameter) parameter)
        ((consp (car parameter)) (cadar parameter))
        (t (car parameter))))

(defun %write-frame (frame stream &optional (arguments t))
  "Writes a description of FRAME to STREAM: the call, or without ARGUMENTS the function, and its position in the user's
files."
  (let ((name (%frame-name frame)) (file (%frame-file frame)))
    (cond ((eq name :reader) (write-string "  while reading" stream))
          ((eq name :toplevel-form) (write-string "  in a toplevel form" stream))
          ((equal name '(lambda ())) (write-string "  in (LAMBDA ())" stream))
          ((%macro-frame-p frame)
           (write-string "  in the expansion of " stream)
           (write-string (if arguments (%macro-call-of frame) (%text-in-short name)) stream))
          (t (write-string "  in " stream)
             (write-string (if arguments (%frame-call frame) (%text-in-short name)) stream)))
    (when (%frame-elided frame)
      (write-string ", elided by a tail call" stream))
    (when (and file (not (%library-frame-p frame)) (not (%frame-elided frame))
               (not (and (%macro-frame-p frame) (eql (%frame-line frame) 0))))    ; before the macro's body, its parameters
      (write-string (if (eq name :reader) " " " at ") stream)
      (princ file stream)
      (dolist (number (list (%frame-line frame) (%frame-column frame)))
        (when (and number (plusp number))
          (format stream ":~D" number))))))

(defun %same-position-p (frame other)
  "True if FRAME and OTHER are of the same function at the same position."
  (and (eq (%frame-name frame) (%frame-name other))
       (equal (%frame-file frame) (%frame-file other))
       (eql (%frame-line frame) (%frame-line other))
       (eql (%frame-column frame) (%frame-column other))
       (eq (%frame-elided frame) (%frame-elided other))))

(defun %macro-frame-p (frame)
  "True if FRAME is of the function of a global macro."
  (let ((name (%frame-name frame)))
    (and name
         (symbolp name)
         (not (keywordp name))
         (%frame-function frame)
         (eq (%frame-function frame) (macro-function name)))))

(defun %macro-call-of (frame)
  "Returns the macro call that FRAME, a frame of the macro's function, expands, as a text."
  (let ((call (cadr (first (%frame-parameters frame)))))
    (%text-in-short (if (and (consp call) (eq (car call) (%frame-name frame))) call (%frame-name frame)))))

(defun %users-macro-p (name)
  "True if the symbol NAME is a global macro that is not the library's."
  (and (macro-function name)
       (not (%library-file-p (nth-value 3 (%function-source (macro-function name)))))))

(defun %form-at (file line column)
  "Returns the list that stands at LINE and COLUMN of the source FILE; NIL if there is none."
  (ignore-errors
   (let* ((text (%source-text file)) (start 0))
     (dotimes (i (1- line))
       (setq start (1+ (position #\Newline text :start start))))
     (incf start (1- column))
     (when (char= (char text start) #\()
       (let ((*read-eval* nil) (*read-interns* nil))
         (read-from-string text nil nil :start start))))))

(defun %typed-operator ()
  "Returns the operator of the form that the user's innermost frame evaluates, as it stands in the source; NIL if that
is not known."
  (let ((frame (ignore-errors (first (%user-frames 50)))))
    (and frame (car (%form-at (%frame-file frame) (%frame-line frame) (%frame-column frame))))))

(defun %macro-call-at (file line column)
  "Returns the call of a macro of the user's that stands at LINE and COLUMN of the source FILE, as a text; NIL if there
is none."
  (let ((form (%form-at file line column)) (*print-gensym* nil))
    (and (consp form) (symbolp (car form)) (%users-macro-p (car form))
         (notany (lambda (finding) (%late-call-p finding file line column)) *late-macros*)
         (%text-in-short form))))

(defun %late-call-p (finding file line column)
  "True if FINDING, one of *LATE-MACROS*, is about the call at LINE and COLUMN of the source FILE."
  (and (equal (car (first finding)) file) (eql (third finding) (logior (ash line 20) column))))

(defun %write-macro-call (frame stream)
  "Writes to STREAM that FRAME is in the expansion of a macro call of the user's, if it is."
  (let ((line (%frame-line frame)) (column (%frame-column frame)))
    (when (and line column (plusp line) (not (%library-frame-p frame)) (not (%frame-elided frame)))
      (format stream "~@[, in the expansion of ~A~]" (%macro-call-at (%frame-file frame) line column)))))

(defun %write-position-of (frame stream)
  "Writes the source line of FRAME to STREAM, with a mark at the position. Returns true if the user's frame has a
position."
  (let ((file (%frame-file frame)) (line (%frame-line frame)) (column (%frame-column frame)))
    (when (and file line column (plusp line) (not (eq (%frame-name frame) :reader)) (not (%library-frame-p frame)))
      (ignore-errors (%write-source-line file line column stream))
      t)))

(defun %map-runs-of-frames (function frames)
  "Calls FUNCTION for each run of FRAMES at the same position with its first frame and how many there are."
  (loop while frames
        do (let* ((end (position-if-not (lambda (frame) (%same-position-p frame (car frames))) frames)))
             (funcall function (car frames) (or end (length frames)))
             (setq frames (and end (nthcdr end frames))))))

(defun %write-frame-times (frame times stream &optional (arguments t))
  "Writes about FRAME to STREAM, which stands for TIMES ones."
  (%write-frame frame stream (and arguments (= times 1)))
  (when (> times 1)
    (format stream ", ~D times" times)))

(defun %write-frames (frames stream &optional (arguments t))
  "Writes a line for each of FRAMES to STREAM, but a single line for a run of equal ones; for the innermost frame of the
user, also its source line. Without ARGUMENTS, the arguments of the calls are left out."
  (let ((shown nil))
    (%map-runs-of-frames (lambda (frame times)
                           (%write-frame-times frame times stream arguments)
                           (unless shown
                             (%write-macro-call frame stream))
                           (terpri stream)
                           (unless shown
                             (setq shown (and (%write-position-of frame stream) (not (%macro-frame-p frame))))))
                         frames)))

;;; What STEP does is in the module debugger.

(defmacro step (form)
  "(step FORM): evaluates FORM and stops before each form in it. Does so in the user's functions, methods and local
functions that FORM calls, too. A stop shows the form and its position on *QUERY-IO*. The user answers with a letter or
word: s, or just Return, goes into the form, n over it, o out of the function, c on to the end, and q leaves. After each
form, its values are shown. Returns the values of FORM; NIL if the user left. Functions are recompiled for it. Their
source must be unchanged: a text typed at the prompt, or a file that was loaded.
  (step (list (+ 1 2)))"
  (%in-module "debugger" '%step-expansion 'step (list form)))
