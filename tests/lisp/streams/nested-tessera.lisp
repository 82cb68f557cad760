;;; Streams made of streams: few levels work; very many levels, or cycles, signal errors in every operation.

(defun wrapped (kind stream)
  "Returns a stream of KIND around STREAM."
  (ecase kind
    (:synonym (let ((variable (gensym))) (set variable stream) (make-synonym-stream variable)))
    (:concatenated (make-concatenated-stream stream))
    (:echo-input (make-echo-stream stream (make-broadcast-stream)))
    (:echo-output (make-echo-stream (make-string-input-stream "abc") stream))
    (:two-way-input (make-two-way-stream stream (make-broadcast-stream)))
    (:two-way-output (make-two-way-stream (make-string-input-stream "abc") stream))
    (:broadcast (make-broadcast-stream stream)))) => wrapped

(defun nested (kind depth stream)
  (dotimes (i depth stream) (setf stream (wrapped kind stream)))) => nested

(defparameter *operations*
  (list (lambda (s) (read-char s nil)) (lambda (s) (peek-char nil s nil)) (lambda (s) (peek-char t s nil)) (lambda (s) (unread-char #\a s))
        (lambda (s) (read-char-no-hang s nil)) (lambda (s) (read-line s nil)) (lambda (s) (read-byte s nil)) #'listen #'clear-input
        (lambda (s) (read-sequence (make-string 2) s)) (lambda (s) (read s nil)) (lambda (s) (read-delimited-list #\) s))
        (lambda (s) (write-char #\a s)) (lambda (s) (write-string "ab" s)) (lambda (s) (write-line "ab" s)) #'terpri #'fresh-line
        (lambda (s) (write-byte 1 s)) (lambda (s) (write-sequence "ab" s)) (lambda (s) (format s "~a~%~10t~&" 1)) (lambda (s) (print '(1 2) s))
        (lambda (s) (pprint '(let ((x 1)) x) s)) #'finish-output #'force-output #'clear-output #'file-position (lambda (s) (file-position s 0))
        #'file-length (lambda (s) (file-string-length s "ab")) #'stream-element-type #'stream-external-format #'open-stream-p
        #'interactive-stream-p #'input-stream-p #'output-stream-p (lambda (s) (prin1-to-string s)) (lambda (s) (princ-to-string s))
        (lambda (s) (describe s (make-broadcast-stream))) (lambda (s) (pathname s)) (lambda (s) (probe-file s)) (lambda (s) (truename s))
        (lambda (s) (load s)) #'close)
  "What can be done with a stream.") => *operations*

(defun survived-p (stream)
  "True if each of *OPERATIONS* on STREAM ends: with a value or an error."
  (dolist (operation *operations* t)
    (handler-case (funcall operation stream) (error ())))) => survived-p

;;; --- few deep
(mapcar (lambda (kind) (read-char (nested kind 100 (make-string-input-stream "xyz"))))
        '(:synonym :concatenated :echo-input :two-way-input))   => (#\x #\x #\x #\x)
(mapcar (lambda (kind) (read-line (nested kind 100 (make-string-input-stream (format nil "xyz~%")))))
        '(:synonym :concatenated :echo-input :two-way-input))   => ("xyz" "xyz" "xyz" "xyz")
(mapcar (lambda (kind) (let ((s (nested kind 100 (make-string-input-stream "xyz"))))
                         (list (peek-char nil s) (read-char s) (progn (unread-char #\x s) (read-char s)) (listen s) (read-char-no-hang s))))
        '(:synonym :concatenated :echo-input :two-way-input))
  => ((#\x #\x #\x t #\y) (#\x #\x #\x t #\y) (#\x #\x #\x t #\y) (#\x #\x #\x t #\y))
(mapcar (lambda (kind) (let ((target (make-string-output-stream)))
                         (format (nested kind 100 target) "a~%b")
                         (get-output-stream-string target)))
        '(:synonym :echo-output :two-way-output :broadcast))    => ("a
b" "a
b" "a
b" "a
b")
(let ((echoed (make-string-output-stream)))
  (read-line (nested :concatenated 50 (make-echo-stream (nested :echo-input 50 (make-string-input-stream "abc")) echoed)))
  (get-output-stream-string echoed))                            => "abc"

;;; --- too many deep
(read-char (nested :concatenated 100000 (make-string-input-stream "a")))     => (error stream-error "more than 500 streams")
(read-char (nested :echo-input 100000 (make-string-input-stream "a")))       => (error stream-error "more than 500 streams")
(unread-char #\a (nested :concatenated 100000 (make-string-input-stream "a"))) => (error stream-error "more than 500 streams")
(unread-char #\a (nested :echo-input 100000 (make-string-input-stream "a"))) => (error stream-error "more than 500 streams")
(read-byte (nested :concatenated 100000 (make-string-input-stream "a")))     => (error stream-error)
(finish-output (nested :broadcast 100000 (make-string-output-stream)))       => (error stream-error "more than 500 streams")
(write-string "a" (nested :broadcast 100000 (make-string-output-stream)))    => (error stream-error "more than 500 streams")
(write-byte 1 (nested :broadcast 100000 (make-string-output-stream)))        => (error stream-error "more than 500 streams")
(read-char (nested :two-way-input 100000 (make-string-input-stream "a")))    => (error stream-error "more than 500 streams")
(remove t (mapcar (lambda (kind) (survived-p (nested kind 100000 (make-string-input-stream "abc"))))
                  '(:concatenated :echo-input :two-way-input)))              => nil
(remove t (mapcar (lambda (kind) (survived-p (nested kind 100000 (make-string-output-stream))))
                  '(:echo-output :two-way-output :broadcast)))               => nil
(survived-p (nested :synonym 20000 (make-string-input-stream "abc")))        => t
(survived-p (nested :synonym 20000 (make-string-output-stream)))             => t

;;; --- made of themselves
(defvar *itself* nil) => *itself*
(progn (setf *itself* (make-synonym-stream '*itself*)) (survived-p *itself*)) => t
(progn (setf *itself* (make-synonym-stream (quote *itself*))) (read-char *itself*))
  => (error stream-error "forwards to itself")
(write-char #\a *itself*)                                                     => (error stream-error "forwards to itself")
(defun made-of-itself (kind)
  "Returns a stream of KIND around a synonym stream for it."
  (setf *itself* (if (member kind '(:broadcast :echo-output :two-way-output)) (make-string-output-stream) (make-string-input-stream "ab")))
  (setf *itself* (wrapped kind (make-synonym-stream '*itself*)))) => made-of-itself
(remove t (mapcar (lambda (kind) (survived-p (made-of-itself kind)))
                  '(:concatenated :echo-input :echo-output :two-way-input :two-way-output :broadcast))) => nil
(write-string "a" (made-of-itself :broadcast))                                => (error stream-error "forwards to itself")
(read-char (made-of-itself :concatenated))                                    => (error stream-error "forwards to itself")

;;; --- the list that a stream says it is made of is not its own
(let* ((s (make-concatenated-stream (make-string-input-stream "") (make-string-input-stream ""))) (parts (concatenated-stream-streams s)))
  (setf (cdr parts) parts)
  (list (read-char s nil :end) (concatenated-stream-streams s)))              => (:end nil)
(let* ((target (make-string-output-stream)) (s (make-broadcast-stream target)) (parts (broadcast-stream-streams s)))
  (setf (cdr parts) parts)
  (write-string "once" s)
  (list (get-output-stream-string target) (length (broadcast-stream-streams s)))) => ("once" 1)
