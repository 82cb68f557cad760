;;; Messages by chance for the Jupyter kernel, without its sockets: each request has one answer, between the states busy
;;; and idle, and all that is sent is JSON.
;;;     tessera --load tests/fuzz/jupyter.lisp --eval "(jupyter-fuzz:run 2000 1)"
(load (merge-pathnames "texts.lisp" *load-truename*))
(require "jupyter")

(defpackage "JUPYTER-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "JUPYTER-FUZZ")

(defvar *sent* '() "What was sent, the newest first: lists of a channel, a type and a content.")

(defun stand-in (name function)
  (setf (fdefinition (find-symbol name "JUPYTER-NATIVE")) function))

(stand-in "SEND-MESSAGE" (lambda (channel route type parent content metadata)
                           (declare (ignore route parent metadata))
                           (push (list channel type (tessera-json:parse-json content)) *sent*)))
(stand-in "SET-REQUESTER" (lambda (route header may-be-asked) (declare (ignore route header may-be-asked))))
(stand-in "NEXT-MESSAGE" (lambda (milliseconds &optional control-only) (declare (ignore milliseconds control-only)) nil))
(stand-in "DROP-OUTPUT" (lambda (flag) (declare (ignore flag))))
(stand-in "ASK" (lambda (content) (tessera-json:parse-json content) ""))

(defparameter *types*
  '("execute_request" "complete_request" "inspect_request" "is_complete_request" "history_request" "comm_info_request" "comm_open" "comm_msg"
    "comm_close" "kernel_info_request" "interrupt_request" "no_such_request" "" "_request"))

(defparameter *names*
  '("code" "cursor_pos" "detail_level" "silent" "store_history" "user_expressions" "allow_stdin" "stop_on_error" "hist_access_type" "n" "start" "stop"
    "pattern" "unique" "output" "comm_id" "target_name" "data"))

(defparameter *texts*
  '("" "(" ")" "(car" "(car 5)" "(list 1 2)" "\"a" "'(1 . 2)" "#<x>" "*" "?" "c1" "tail" "range" "search" "(values 1 2)" "(error \"no\")" "λ(" "(defun f (x)"
    "(jupyter:show 1)" "(jupyter:ask 1)" "(tessera:rich :html \"a\")" "(read-line)" "(abort)" "; x" "#|" "(in-package" "*package*" "(car-l" "'cl:ca"))

(defun text () (one-of *texts*))
(defun name () (one-of *names*))

(defun content ()
  "Returns the content of a message: mostly with code."
  (cons :object (append (and (plusp (random 5)) (list (cons "code" (text))))
                        (loop repeat (random 6) collect (cons (name) (json-value 2 #'text #'name))))))

(defun sometimes-damaged (text)
  "Returns TEXT, sometimes with a few characters changed."
  (if (zerop (random 8)) (damaged text *texts*) text))

(defun check (truth control &rest arguments)
  (unless truth (apply #'error control arguments)))

(defun try (header content)
  "Serves the message of HEADER and CONTENT, and looks at what comes of it."
  (setq *sent* '())
  (jupyter::serve-message :shell "" header content)
  (let* ((sent (reverse *sent*)) (request (jupyter::read-request :shell "" header content))
         (answers (remove "SHELL" sent :key #'first :test-not #'string=)))
    (check (or request (null sent)) "~A ~A is not a request, and is answered by ~S" header content sent)
    (when request
      (check (and (equal (tessera-json:field (third (first sent)) "execution_state") "busy")
                  (equal (tessera-json:field (third (first (last sent))) "execution_state") "idle"))
             "~A ~A leaves the states ~S" header content sent)
      (check (= (length answers) (if (jupyter::answer-type (jupyter::request-type request)) 1 0)) "~A ~A has the answers ~S" header content answers))))

(defun run (count &optional (seed 1))
  "Tries COUNT messages that SEED chooses. An ERROR at the first that is served wrongly; returns COUNT."
  (let* ((*random-state* (tessera:seed-random-state seed)) (nowhere (make-broadcast-stream)) (*error-output* nowhere) (*standard-output* nowhere)
         (jupyter::*log* nowhere) (*standard-input* (make-string-input-stream "")))
    (dotimes (number count count)
      (try (sometimes-damaged (tessera-json:json-text (tessera-json:object "msg_type" (one-of *types*) "msg_id" "1")))
           (sometimes-damaged (tessera-json:json-text (content)))))))
