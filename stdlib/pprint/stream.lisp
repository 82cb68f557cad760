;;; Pretty streams: output streams that queue what is written to them, and where its lines may be broken.
(in-package "TESSERA")

(defstruct (pretty-queue (:copier nil))
  "The output that a pretty stream holds until its outermost block ends: TOKENS for the stream TARGET, the latest
first."
  target tokens)

(defun %pretty-stream-p (stream)
  "True if STREAM queues its output for the pretty printer."
  (and (%pretty-stream-state stream) t))

(defun %output-stream (designator)
  "Returns the output stream that DESIGNATOR means: NIL is standard output, T the terminal."
  (case designator
    ((nil) *standard-output*)
    ((t) *terminal-io*)
    (t designator)))

(defun %drain-pretty-stream (stream)
  "Moves the characters written to STREAM into its queue. Returns the queue."
  (let ((queue (%pretty-stream-state stream))
        (text (get-output-stream-string stream)))
    (unless (string= text "")
      (push text (pretty-queue-tokens queue)))
    queue))

(defun %enqueue-op (stream kind &optional a b c)
  "Queues an operation after the text that was written to the pretty STREAM so far."
  (let ((queue (%drain-pretty-stream stream)))
    (push (make-pretty-op :kind kind :a a :b b :c c) (pretty-queue-tokens queue))))

(defun %open-pretty-stream (target)
  "Returns a fresh pretty stream whose output goes to TARGET."
  (let ((stream (%make-pretty-stream target)))
    (%set-pretty-stream-state stream (make-pretty-queue :target target))
    stream))

(defun %finish-pretty-stream (stream)
  "Lays out what STREAM has queued, and writes it to the target."
  (let* ((queue (%drain-pretty-stream stream))
         (target (pretty-queue-target queue)))
    (%layout-tokens (reverse (pretty-queue-tokens queue)) target
                    (or (%stream-column target) 0)
                    (%line-width target))))

;;; Changing text that is still queued

(defun %pretty-mark (stream)
  "Returns a mark for the place that STREAM has reached."
  (pretty-queue-tokens (%drain-pretty-stream stream)))

(defun %convert-pretty-text (stream mark convert)
  "Replaces the text queued since MARK by the values of CONVERT for its strings; CONVERT must keep their lengths."
  (let* ((queue (%drain-pretty-stream stream))
         (recent (nreverse (ldiff (pretty-queue-tokens queue) mark)))
         (text (funcall convert (apply #'concatenate 'string (remove-if-not #'stringp recent))))
         (start 0)
         (tokens mark))
    (dolist (token recent)
      (if (stringp token)
          (push (subseq text start (incf start (length token))) tokens)
          (push token tokens)))
    (setf (pretty-queue-tokens queue) tokens)))

;;; The operations

(defun %pretty-output-p (stream)
  "True if pretty printing operations take effect on STREAM."
  (and *print-pretty* (%pretty-stream-p stream)))

(defun %check-member (value allowed)
  "Signals a type error unless VALUE is among the symbols ALLOWED."
  (unless (member value allowed)
    (error 'type-error :datum value :expected-type `(member ,@allowed))))

(defun pprint-newline (kind &optional stream)
  "Makes the pretty STREAM break its line here if KIND demands it. :LINEAR does if the block does not fit on a line,
:FILL if the next section does not fit on this line, :MISER in miser style only, :MANDATORY always. Has no effect on
other streams. Returns NIL. Signals a TYPE-ERROR for another KIND."
  (%check-member kind '(:linear :fill :miser :mandatory))
  (let ((stream (%output-stream stream)))
    (when (%pretty-output-p stream)
      (%enqueue-op stream :newline kind)))
  nil)

(defun pprint-indent (relative-to n &optional stream)
  "Sets the indentation of the following lines of the current logical block of the pretty STREAM. It is N columns to the
right of the start of the block, if RELATIVE-TO is :BLOCK, or of the current column, if it is :CURRENT. Returns NIL.
Signals a TYPE-ERROR for another one."
  (%check-member relative-to '(:block :current))
  (check-type n real)
  (let ((stream (%output-stream stream)))
    (when (%pretty-output-p stream)
      (%enqueue-op stream :indent relative-to (round n))))
  nil)

(defun %pretty-tab (stream kind column increment)
  "Queues a tab of KIND with COLUMN and INCREMENT on STREAM if it is a pretty stream that prints prettily."
  (when (%pretty-output-p stream)
    (%enqueue-op stream :tab kind column increment)))

(defun pprint-tab (kind colnum colinc &optional stream)
  "Writes blanks to the pretty STREAM as ~T does: KIND is :LINE, :LINE-RELATIVE, or, counting columns from the start of
the current section, :SECTION or :SECTION-RELATIVE. Has no effect on other streams. Returns NIL. Signals a TYPE-ERROR
for another KIND."
  (%check-member kind '(:line :line-relative :section :section-relative))
  (check-type colnum unsigned-byte)
  (check-type colinc unsigned-byte)
  (%pretty-tab (%output-stream stream) kind colnum colinc)
  nil)
