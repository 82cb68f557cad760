;;; Ports, input and output (Scheme's library).
;;;
;;; Textual ports are streams of Common Lisp. Binary ports are of bytes in memory, or of files.

(in-package "TESSERA-SCHEME")

(defstruct (byte-port (:constructor make-byte-port (direction &key bytes stream (end (length bytes)))) (:copier nil)
                      (:print-function (lambda (port stream depth)
                                         (declare (ignore depth))
                                         (format stream "#<binary-~(~A~)-port>" (byte-port-direction port)))))
  "A binary port: DIRECTION is :INPUT or :OUTPUT. STREAM is a file's, or NIL; then BYTES hold END bytes, of which AT
have been read."
  direction bytes stream (at 0) end (open t) (peeked nil))

(publish (standard-location "current-input-port") (parameter-over '*standard-input*))
(publish (standard-location "current-output-port") (parameter-over '*standard-output*))
(publish (standard-location "current-error-port") (parameter-over '*error-output*))

(defun check-port (operation port)
  "Signals an error of OPERATION unless PORT is a port."
  (check operation "a port" port (or (streamp port) (byte-port-p port))) port)

(declaim (inline text-input text-output))

(defun text-output (operation port)
  "Returns the textual output port PORT, by default the current one, for OPERATION."
  (let ((port (or port *standard-output*)))
    (if (tessera::%stream-open-for-p port t)
        port
        (check-text-port operation "a textual output port" port #'output-stream-p))))

(defun text-input (operation port)
  "Returns the open textual input port PORT, by default the current one, for OPERATION."
  (let ((port (or port *standard-input*)))
    (if (tessera::%stream-open-for-p port nil)
        port
        (check-text-port operation "a textual input port" port #'input-stream-p))))

(defun check-text-port (operation what port test)
  "Returns the open port PORT. Signals an error of OPERATION if it is not open, or not a WHAT, for which TEST is true."
  (check operation what port (and (streamp port) (funcall test port)))
  (check operation "an open port" port (open-stream-p port))
  port)

(defun binary-port (operation direction port)
  "Returns the open binary PORT of DIRECTION, :INPUT or :OUTPUT, by default the current one, for OPERATION."
  (let ((port (or port (if (eq direction :input) *standard-input* *standard-output*))))
    (check operation (format nil "a binary ~(~A~) port" direction) port (and (byte-port-p port) (eq (byte-port-direction port) direction)))
    (check operation "an open port" port (byte-port-open port))
    port))

(defpred "port?" (object) (or (streamp object) (byte-port-p object)))
(defpred "textual-port?" (object) (streamp object))
(defpred "binary-port?" (object) (byte-port-p object))

(defun input-port-p (object)
  "True if OBJECT is an input port."
  (if (byte-port-p object) (eq (byte-port-direction object) :input) (and (streamp object) (input-stream-p object))))
(defun output-port-p (object)
  "True if OBJECT is an output port."
  (if (byte-port-p object) (eq (byte-port-direction object) :output) (and (streamp object) (output-stream-p object))))

(defpred "input-port?" (object) (input-port-p object))
(defpred "output-port?" (object) (output-port-p object))

(defun port-open-p (port)
  "True if PORT is open."
  (if (byte-port-p port) (byte-port-open port) (open-stream-p port)))

(defpred "input-port-open?" (port) (and (input-port-p (check-port "input-port-open?" port)) (port-open-p port)))
(defpred "output-port-open?" (port) (and (output-port-p (check-port "output-port-open?" port)) (port-open-p port)))

(defun close-any (port)
  "Closes PORT. Returns the unspecified object."
  (if (byte-port-p port)
      (progn (setf (byte-port-open port) nil)
             (when (byte-port-stream port) (close (byte-port-stream port))))
      (close port))
  *unspecified*)

(defproc "close-port" (port) (close-any (check-port "close-port" port)))
(defproc "close-input-port" (port)
  (check "close-input-port" "an input port" port (input-port-p port))
  (close-any port))
(defproc "close-output-port" (port)
  (check "close-output-port" "an output port" port (output-port-p port))
  (close-any port))

(defproc "call-with-port" (port f)
  (check-port "call-with-port" port)
  (multiple-value-prog1 (funcall f port) (close-any port)))

;;; Files.

(defun open-as (operation name &rest options)
  "Returns the stream that OPEN makes of the file NAME with OPTIONS. A failure is a SCHEME-ERROR of OPERATION."
  (check-string operation name)
  (handler-case (apply #'open (pathname name) options)
    (file-error (condition)
      (error 'scheme-error :kind :file :message (format nil "~A: ~A" operation (file-reason condition)) :irritants (list name)))))

(defun file-reason (condition)
  "Returns the message that a file could not be opened because of CONDITION, with the system's reason."
  (let ((reason (tessera::%slot-or-nil condition 'tessera::%reason)))
    (if reason (format nil "cannot open, ~A:" (string-downcase reason :end 1)) "cannot open:")))

(defun open-text-in (operation name)
  "Returns a textual input port on the file NAME, for OPERATION."
  (open-as operation name :external-format :utf-8))
(defun open-text-out (operation name)
  "Returns a textual output port on the file NAME, which is replaced, for OPERATION."
  (open-as operation name :direction :output :if-exists :supersede :if-does-not-exist :create :external-format :utf-8))

(defproc "open-input-file" (name) (open-text-in "open-input-file" name))
(defproc "open-output-file" (name) (open-text-out "open-output-file" name))
(defproc "open-binary-input-file" (name)
  (make-byte-port :input :stream (open-as "open-binary-input-file" name :element-type '(unsigned-byte 8))))
(defproc "open-binary-output-file" (name)
  (make-byte-port :output :stream (open-as "open-binary-output-file" name :direction :output :if-exists :supersede
                                           :if-does-not-exist :create :element-type '(unsigned-byte 8))))

(defproc "call-with-input-file" (name f)
  (let ((port (open-text-in "call-with-input-file" name))) (multiple-value-prog1 (funcall f port) (close port))))
(defproc "call-with-output-file" (name f)
  (let ((port (open-text-out "call-with-output-file" name))) (multiple-value-prog1 (funcall f port) (close port))))
(defproc "with-input-from-file" (name thunk)
  (let ((port (open-text-in "with-input-from-file" name)))
    (multiple-value-prog1 (let ((*standard-input* port)) (funcall thunk)) (close port))))
(defproc "with-output-to-file" (name thunk)
  (let ((port (open-text-out "with-output-to-file" name)))
    (multiple-value-prog1 (let ((*standard-output* port)) (funcall thunk)) (close port))))

(defpred "file-exists?" (name) (probe-file (pathname (check-string "file-exists?" name))))
(defproc "delete-file" (name)
  (check-string "delete-file" name)
  (handler-case (delete-file (pathname name))
    (file-error (condition)
      (error 'scheme-error :kind :file :message (format nil "delete-file: ~A" (file-reason condition)) :irritants (list name))))
  *unspecified*)

;;; Ports in memory.

(defproc "open-input-string" (string) (make-string-input-stream (copy-seq (check-string "open-input-string" string))))
(defproc "open-output-string" () (make-string-output-stream))
(defproc "get-output-string" (port)
  (check "get-output-string" "a string port" port (and (streamp port) (output-stream-p port)))
  (let ((text (get-output-stream-string port)))
    (write-string text port)
    text))

(defproc "open-input-bytevector" (bytes) (make-byte-port :input :bytes (copy-seq (check-bytevector "open-input-bytevector" bytes))))
(defproc "open-output-bytevector" () (make-byte-port :output :bytes (make-bytes 32) :end 0))
(defproc "get-output-bytevector" (port)
  (check "get-output-bytevector" "a bytevector port" port (and (byte-port-p port) (eq (byte-port-direction port) :output) (byte-port-bytes port)))
  (subseq (byte-port-bytes port) 0 (byte-port-end port)))

(defproc "call-with-output-string" (f)
  (let ((port (make-string-output-stream))) (funcall f port) (get-output-stream-string port)))
(defproc "with-output-to-string" (thunk)
  (let ((port (make-string-output-stream))) (let ((*standard-output* port)) (funcall thunk)) (get-output-stream-string port)))

;;; Input of text.

(defproc "read" (&optional port) (let ((*noting* nil)) (read-datum (text-input "read" port) *eof*)))
(defproc "read-char" (&optional port) (read-char (text-input "read-char" port) nil *eof*))
(defproc "peek-char" (&optional port) (peek-char nil (text-input "peek-char" port) nil *eof*))
(defproc "read-line" (&optional port)
  (let ((line (read-line (text-input "read-line" port) nil *eof*)))
    (if (and (stringp line) (plusp (length line)) (char= (char line (1- (length line))) #\Return)) (subseq line 0 (1- (length line))) line)))
(defpred "char-ready?" (&optional port)
  (let ((stream (text-input "char-ready?" port))) (or (listen stream) (not (interactive-stream-p stream)))))
(defproc "read-string" (count &optional port)
  (when (streamp count) (rotatef count port))       ; as others have it
  (let* ((stream (text-input "read-string" port)) (buffer (make-string (check-index "read-string" count))) (end (read-sequence buffer stream)))
    (if (and (zerop end) (plusp count)) *eof* (subseq buffer 0 end))))
(defproc "eof-object" () *eof*)
(defpred "eof-object?" (object) (eq object *eof*))

;;; Input of bytes.

(defun next-byte (port)
  "Reads the next byte of PORT. Returns it, or the end-of-file object."
  (cond ((byte-port-peeked port) (shiftf (byte-port-peeked port) nil))
        ((byte-port-stream port) (read-byte (byte-port-stream port) nil *eof*))
        ((< (byte-port-at port) (byte-port-end port))
         (prog1 (aref (byte-port-bytes port) (byte-port-at port)) (incf (byte-port-at port))))
        (t *eof*)))

(defproc "read-u8" (&optional port) (next-byte (binary-port "read-u8" :input port)))
(defproc "peek-u8" (&optional port)
  (let ((port (binary-port "peek-u8" :input port))) (or (byte-port-peeked port) (setf (byte-port-peeked port) (next-byte port)))))
(defpred "u8-ready?" (&optional port) (binary-port "u8-ready?" :input port))

(defun read-bytes (port target start end)
  "Reads bytes of PORT into TARGET from START to END. Returns how many there were, or the end-of-file object if there
was none."
  (let ((at start))
    (loop while (< at end)
          do (let ((byte (next-byte port)))
               (when (eq byte *eof*) (return))
               (setf (aref target at) byte)
               (incf at)))
    (if (and (= at start) (< start end)) *eof* (- at start))))

(defproc "read-bytevector" (count &optional port)
  (let* ((bytes (make-bytes (check-index "read-bytevector" count))) (read (read-bytes (binary-port "read-bytevector" :input port) bytes 0 count)))
    (if (eq read *eof*) read (subseq bytes 0 read))))

(defproc "read-bytevector!" (bytes &optional port (start 0) end)
  (check-bytevector "read-bytevector!" bytes)
  (with-range ("read-bytevector!" bytes start end) (read-bytes (binary-port "read-bytevector!" :input port) bytes start end)))

;;; Output.

(defproc "write" (object &optional port) (write-object object (text-output "write" port)) *unspecified*)
(defproc "write-shared" (object &optional port) (write-object object (text-output "write-shared" port) :all) *unspecified*)
(defproc "write-simple" (object &optional port) (write-object object (text-output "write-simple" port) :none) *unspecified*)
(defproc "display" (object &optional port)
  (let ((stream (text-output "display" port)))
    (if (stringp object)
        (write-string object stream)
        (let ((*displaying* t)) (write-object object stream))))
  *unspecified*)
(defproc "newline" (&optional port) (terpri (text-output "newline" port)) *unspecified*)
(defproc "write-char" (char &optional port) (write-char (check-char "write-char" char) (text-output "write-char" port)) *unspecified*)
(defproc "write-string" (string &optional port (start 0) end)
  (check-string "write-string" string)
  (with-range ("write-string" string start end) (write-string string (text-output "write-string" port) :start start :end end))
  *unspecified*)
(defproc "write-line" (object &optional port)
  (write-object object (text-output "write-line" port)) (terpri (text-output "write-line" port)) *unspecified*)

(defun put-byte (port byte)
  "Writes BYTE to PORT."
  (if (byte-port-stream port)
      (write-byte byte (byte-port-stream port))
      (let ((end (byte-port-end port)))
        (when (= end (length (byte-port-bytes port)))
          (setf (byte-port-bytes port) (replace (make-bytes (* 2 end)) (byte-port-bytes port))))
        (setf (aref (byte-port-bytes port) end) byte
              (byte-port-end port) (1+ end)))))

(defproc "write-u8" (byte &optional port)
  (put-byte (binary-port "write-u8" :output port) (check-byte "write-u8" byte))
  *unspecified*)
(defproc "write-bytevector" (bytes &optional port (start 0) end)
  (check-bytevector "write-bytevector" bytes)
  (let ((port (binary-port "write-bytevector" :output port)))
    (with-range ("write-bytevector" bytes start end) (loop for i from start below end do (put-byte port (aref bytes i)))))
  *unspecified*)
(defproc "flush-output-port" (&optional port)
  (let ((port (or port *standard-output*)))
    (if (byte-port-p port)
        (when (byte-port-stream port) (finish-output (byte-port-stream port)))
        (finish-output (text-output "flush-output-port" port))))
  *unspecified*)

;;; The process.

(defun exit-status (object)
  "Returns the exit status that OBJECT, the argument of EXIT, stands for."
  (cond ((eq object t) 0)
        ((eq object 'false) 1)
        ((typep object '(integer 0 255)) object)
        (t 70)))

(defproc "exit" (&optional (object t)) (tessera:quit (exit-status object)))
(defproc "emergency-exit" (&optional (object t)) (finish-output) (tessera::%exit (exit-status object)))
(defproc "command-line" () (cons (if *load-truename* (namestring *load-truename*) "") (copy-list tessera:*arguments*)))
(defproc "get-environment-variable" (name) (or (tessera::%getenv (check-string "get-environment-variable" name)) 'false))
(defproc "get-environment-variables" ()
  (loop for name in '("PATH" "HOME" "USER" "LANG" "SHELL" "TERM" "PWD")
        for value = (tessera::%getenv name)
        when value collect (cons name value)))
(defproc "current-second" () (+ (- (get-universal-time) 2208988800) 0d0))
(defproc "current-jiffy" () (get-internal-real-time))
(defproc "jiffies-per-second" () internal-time-units-per-second)
(defproc ("runtime" "real-time") () (get-internal-run-time))
