;;; game/web/saving.lisp, operation.lisp: requests that are answered anew, a store that cannot be used, what whoever
;;; runs the server asks for.

(load "game/webserver.lisp")                         ; a handler of its own
  => t
(load "tests/lisp/support/store.lisp")               => t
(defvar *answers* '())                               => *answers*
(progn (setf (symbol-function 'webserver:answer)
             (lambda (number status headers content) (declare (ignore number)) (push (list status headers content) *answers*) t)
             (symbol-function 'webserver:cookies) (constantly '()))
       t)                                            => t
(defvar *handle* nil)                                => *handle*
(defun handle (path header params) (declare (ignore path header params)) (funcall *handle*))   => handle
(progn (setf *server-handler* 'handle *server-package* *package*) t)   => t
(defun asks (path handle &key (method "GET") (headers '()))
  "Returns the status of the answer to a request for PATH, which the function HANDLE prints, and the beginning of its
text."
  (setf *handle* handle)
  (answer-request 1 method path headers '() "")
  (destructuring-bind (status headers text) (pop *answers*)
    (declare (ignore headers))
    (list status (subseq text 0 (min 24 (length text))))))   => asks
(defun header (name &rest request)
  "Returns the value of the header NAME of the answer to REQUEST."
  (let ((answers *answers*) (value nil))
    (let ((*answers* answers))
      (setf (symbol-function 'webserver:answer)
            (lambda (number status headers text) (push (list status headers text) *answers*) (setf value (cdr (assoc name headers :test #'string=))) number))
      (apply #'asks request)
      value)))                                       => header

;;; What a request changes is saved at its end, all or nothing.
(defvar *saved* '())                                 => *saved*
(defun changing (&rest keys)
  "Returns a handler that changes the states of KEYS and then says how much was saved before."
  (lambda ()
    (dolist (key keys) (save-change key "text" 0 (lambda (revision) (push (list key revision) *saved*))))
    (princ (hash-table-count *file*))))              => changing
(list (asks "page" (changing "a" "b" "a")) *saved* (hash-table-count *file*))   => ((200 "0") (("a" 1) ("b" 1)) 2)
(let ((*saved* '()) (*error-output* (make-broadcast-stream)))
  (list (asks "page" (lambda () (funcall (changing "c")) (error "no page"))) *saved* (gethash "c" *file*)))   => ((500 "<!doctype html><title>50") (("c" nil)) nil)
;; Outside of requests it is saved at once.
(let ((*saved* '())) (save-change "d" "text" 0 (lambda (revision) (push revision *saved*))) (list *saved* *changes* (gethash "d" *file*)))   => ((1) nil "text")

;;; If another process has changed it meanwhile, the page is made again; what was changed in vain is forgotten.
(defun refusing (times)
  "Makes the store refuse what is to be saved, so many TIMES."
  (setf (symbol-function 'webserver:save-sessions)
        (lambda (changes message) (declare (ignore message))
          (cond ((plusp times) (decf times) nil)
                (t (loop for (key text) in changes do (setf (gethash key *file*) text)) 1))))
  t)                                                 => refusing
(let ((*saved* '()) (made 0))
  (refusing 2)
  (list (asks "page" (lambda () (incf made) (funcall (changing "e")))) made *saved*))   => ((200 "3") 3 (("e" 1) ("e" nil) ("e" nil)))
(let ((*saved* '()) (*attempts* 5)) (refusing 9) (list (asks "page" (changing "f")) (length *saved*)))   => ((503 "<!doctype html><meta nam") 5)
;; Messages are sent with the changes, and only then heard here.
(defvar *heard* '())                                 => *heard*
(progn (add-listener "it" (lambda (&rest words) (push words *heard*))) t)   => t
(list (progn (refusing 1) (asks "page" (lambda () (princ (length *heard*)) (tell "it" "is" "so")))) *heard*)   => ((200 "0") (("is" "so")))
(progn (hear '("unknown" "message")) t)              => t

;;; A store that cannot be used: one more attempt, and then a page that reloads itself.
(defun failing (times)
  "Makes the store fail so many TIMES."
  (lambda () (when (plusp times) (decf times) (error 'store-failure :format-control "away")) (princ "page")))   => failing
(list (asks "page" (failing 1)) (asks "page" (failing 2)))
  => (prints "The page \"page\" failed. STORE-FAILURE: away
" ((200 "page") (503 "<!doctype html><meta nam")))
;; It is not reported for each page.
(asks "page" (failing 2))                            => (503 "<!doctype html><meta nam")
(list (header "Retry-After" "page" (failing 2)) (header "Refresh" "page" (failing 2))
      (header "Refresh" "new" (failing 2) :method "POST" :headers '(("Referer" . "https://dice.example/together?a=1")))
      (header "Refresh" "new" (failing 2) :method "POST"))   => ("5" "5" "5; url=/together?a=1" "5; url=/")

;;; Whoever runs the server
(list (asks "healthz" nil) (asks "readyz" nil))      => ((200 "alive
") (200 "ready
"))
(progn (setf (symbol-function 'webserver:sessions-ready) (constantly nil)) (list (asks "healthz" nil) (asks "readyz" nil)))   => ((200 "alive
") (503 "The store of the session"))
(asks "metrics" (lambda () (princ "the handler's")))   => (200 "the handler's")
(let ((*operator-token* "0123456789abcdef"))
  (list (first (asks "metrics" nil)) (first (asks "metrics" nil :headers '(("Authorization" . "Bearer 0123456789abcdeg"))))
        (first (asks "metrics" nil :headers '(("authorization" . "Bearer 0123456789abcdef"))))))   => (401 401 200)
(progn (clrhash *counts*)
       (count-event 200 3)
       (count-event :retried 2)
       (count-seconds internal-time-units-per-second)
       (let ((text (with-output-to-string (*standard-output*) (print-metrics))))
         (loop for line in '("tessera_responses_total{status=\"200\"} 3" "tessera_retries_total 2" "tessera_store_ready 0" "tessera_request_seconds_sum 1.0"
                             "tessera_request_seconds_bucket{le=\"0.005\"} 0" "tessera_request_seconds_bucket{le=\"1.0\"} 1" "tessera_request_seconds_bucket{le=\"+Inf\"} 1" "tessera_request_seconds_count 1" "# TYPE tessera_held_requests gauge")
               unless (search line text) collect line)))   => nil

;;; The log
(let ((*log-json* t) (*error-output* (make-string-output-stream)))
  (log-event "error" "page_failed" (format nil "a \"page\"~%failed") :path "x\\y" :count 2)
  (log-request "GET" "play" "" 200 1.5)
  (let ((text (get-output-stream-string *error-output*)))
    (list (subseq text 0 9) (count #\Newline text)
          (loop for part in '("\"level\":\"error\",\"event\":\"page_failed\",\"message\":\"a \\\"page\\\"\\u000Afailed\",\"path\":\"x\\\\y\",\"count\":2}"
                              "\"event\":\"request\",\"method\":\"GET\",\"path\":\"play\",\"client\":\"\",\"status\":200,\"ms\":1.5}")
                unless (search part text) collect part))))
  => ("{\"time\":\"" 2 nil)
(let ((*error-output* (make-string-output-stream))) (log-event "error" "page_failed" "text" :path "x") (log-request "GET" "" "" 200 1) (get-output-stream-string *error-output*))
  => "text
"
