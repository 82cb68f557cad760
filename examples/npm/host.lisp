;;; The Lisp side of the npm package. worker.js calls these functions; their values are lists, which it converts.
;;;
;;; A program that needs the host in the middle of its work, for a line of input or a function in JavaScript, asks it a
;;; question: its evaluation is suspended as a delimited continuation, the question is returned, and RESUME goes on with
;;; the answer. So the worker is never blocked, and answers may take their time.

(defpackage "TESSERA-PAGE"
  (:use "COMMON-LISP")
  (:documentation "Questions to a host in JavaScript: its functions, lines of input, and what a page adds.")
  (:export "ASK-HOST" "ANSWERING" "RESUME" "EVALUATE" "CALL" "COLLECT" "DEFINE-HOST-FUNCTION" "SOURCE-NAME" "BEGIN"))
(in-package "TESSERA-PAGE")

;;; Questions.

(defvar *suspended* (make-hash-table) "A table from the numbers of questions to the continuations that wait for an answer.")
(defvar *last-question* 0 "The number of the last question.")

(defun ask-host (kind &rest data)
  "Asks the host the question KIND, a string, with DATA: lists, strings and numbers. Returns the values of its answer."
  (finish-output)
  (tessera:suspend-to-prompt 'host
                             (lambda (continuation)
                               (let ((number (incf *last-question*)))
                                 (setf (gethash number *suspended*) continuation)
                                 (list* "ask" number kind data)))))

(defun answering (function)
  "Calls FUNCTION, in which the host may be asked. Returns its value or a question."
  (tessera:call-with-prompt 'host function))

(defun resume (number &rest values)
  "Goes on where question NUMBER was asked, with the answer VALUES. Returns as ANSWERING does."
  (let ((continuation (or (gethash number *suspended*) (error "Question ~D was answered before." number))))
    (remhash number *suspended*)
    (answering (lambda () (apply continuation values)))))

;;; Evaluation.

(defvar *texts* 0 "The number of texts that were evaluated.")

(defun source-name (text)
  "Returns the name by which positions know TEXT, which is evaluated next."
  (let ((name (format nil "text ~D" (incf *texts*))))
    (push (cons name text) tessera::*source-texts*)
    name))

(defun evaluate (text language)
  "Evaluates TEXT in the language of that name. Returns a list of \"values\" and those of the last form; or a question."
  (answering
   (lambda ()
     (tessera:in-language (tessera:find-language language))
     (cons "values" (tessera::%evaluate-source text (source-name text) 1)))))

(defun call (name &rest arguments)
  "Calls the function that the text NAME denotes, with ARGUMENTS. Returns as EVALUATE does."
  (answering (lambda () (cons "values" (multiple-value-list (apply (read-from-string name) arguments))))))

(defun collect ()
  "Collects all garbage, after an evaluation that took all memory."
  (tessera:gc :full t))

;;; Functions in JavaScript.

(defun call-host (name arguments)
  "Calls the host's function NAME with the list ARGUMENTS. Returns its value; an ERROR if it throws."
  (multiple-value-bind (value failure) (ask-host "call" name arguments)
    (if failure (error "~A: ~A" name failure) value)))

(defun define-host-function (name)
  "Makes the function of the host called NAME a global function of Lisp. Returns NAME."
  (multiple-value-bind (symbol end) (read-from-string name)
    (unless (and (symbolp symbol) (= end (length name))) (error "~S is not the name of a function." name))
    (setf (fdefinition symbol) (lambda (&rest arguments) (call-host name arguments))))
  name)

;;; Input. A stream cannot suspend an evaluation, since the engine calls it from C++. So the functions that read ask for
;;; a line before they are called, if they would read from the host and no character is left.

(defvar *input* (make-string-input-stream "") "The input that the host has typed and nobody has read.")

(defun reads-host-p (stream)
  "True if input from STREAM, an input stream designator, comes from the host."
  (loop
    (typecase stream
      (null (setq stream *standard-input*))
      ((eql t) (setq stream *terminal-io*))
      (two-way-stream (setq stream (two-way-stream-input-stream stream)))
      (synonym-stream
       (when (eq (synonym-stream-symbol stream) '*input*) (return t))
       (setq stream (symbol-value (synonym-stream-symbol stream))))
      (t (return nil)))))

(defun ask-for-line ()
  "Returns a line of the host with its end, or NIL if there is none."
  (let ((line (ask-host "input")))
    (and line (format nil "~A~%" line))))

(defun unread-text ()
  "Takes and returns the characters that nobody has read."
  (with-output-to-string (out)
    (loop for char = (read-char-no-hang *input* nil)
          while char do (write-char char out))))

(defun read-typed (read eof-error-p eof-value recursive-p)
  "Calls the function READ, which is READ or a similar one. Asks for lines up to the end of the object."
  (loop
    (let ((text (unread-text)))
      (setq *input* (make-string-input-stream text))
      (handler-case (return (prog1 (funcall read *input* t nil recursive-p)
                              (let ((rest (unread-text)))     ; without the end of the line that was typed
                                (setq *input* (make-string-input-stream (string-left-trim '(#\Space #\Newline) rest))))))
        (end-of-file ()
          (let ((line (ask-for-line)))
            (setq *input* (make-string-input-stream (concatenate 'string text line)))
            (unless line (return (funcall read *input* eof-error-p eof-value recursive-p)))))))))

(defun want-line (stream)
  "Asks for a line if characters from STREAM come from the host and none is left."
  (when (and (reads-host-p stream) (not (listen *input*)))
    (let ((line (ask-for-line)))
      (when line (setq *input* (make-string-input-stream line))))))

(defun ask-host-for-input ()
  "Makes the functions that read ask the host, which is the standard input from now on."
  (let ((tessera::*locked-packages* '()))
    (dolist (name '(read-line read-char))
      (let ((function (fdefinition name)))
        (setf (fdefinition name)
              (lambda (&optional stream (eof-error-p t) eof-value recursive-p)
                (want-line stream)
                (funcall function stream eof-error-p eof-value recursive-p)))))
    (let ((function #'peek-char))
      (setf (fdefinition 'peek-char)
            (lambda (&optional peek-type stream (eof-error-p t) eof-value recursive-p)
              (want-line stream)
              (funcall function peek-type stream eof-error-p eof-value recursive-p))))
    (dolist (name '(read read-preserving-whitespace))
      (let ((function (fdefinition name)))
        (setf (fdefinition name)
              (lambda (&optional stream (eof-error-p t) eof-value recursive-p)
                (if (reads-host-p stream)
                    (read-typed function eof-error-p eof-value recursive-p)
                    (funcall function stream eof-error-p eof-value recursive-p)))))))
  (setq *standard-input* (make-synonym-stream '*input*)
        *terminal-io* (make-two-way-stream *standard-input* *standard-output*)
        *query-io* *terminal-io*
        *debug-io* *terminal-io*))

;;; SLEEP asks the host to wait, and so can be interrupted, which the engine's cannot.

(defun ask-host-to-sleep ()
  "Makes SLEEP ask the host."
  (let ((sleep #'sleep) (tessera::*locked-packages* '()))
    (setf (fdefinition 'sleep)
          (lambda (seconds)
            (check-type seconds (real 0))
            (when (handler-case (ask-host "sleep" (float seconds 1d0))
                    (control-error () (funcall sleep seconds)))
              (cerror "Continue the evaluation." 'tessera:interactive-interrupt))
            nil))))

(defun begin ()
  "Makes Lisp ask the host for what the engine cannot wait for. The image has all of this file, but only pages need it."
  (ask-host-for-input)
  (ask-host-to-sleep))
