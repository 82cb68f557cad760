;;; A web server that calls a function for each page that a browser requests.
;;;     (defun hello (path header params)
;;;       (format t "<p>~a, ~a" path (cdr (assoc 'name params))))
;;;     (serve #'hello)                      ; http://localhost:8080/greeting?name=Bob, until Ctrl-C
;;;     (serve #'hello :background t)        ; returns to the prompt; (stop-server) ends the server
;;;
;;; The handler is called with the path, a string without the leading slash; the headers of the request; and the
;;; parameters of the address and of a form. The latter two are alists from symbols, in upper case, to strings. What the
;;; handler prints to *STANDARD-OUTPUT* is the page. A key is a symbol of the package that was current when SERVE was
;;; called, if the package has one of that name; otherwise a fresh symbol. So a request is data: nothing of it is
;;; interned, read or evaluated.

(dolist (name '("web/logs.lisp" "web/sessions.lisp" "web/held_requests.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defvar *response-status* 200 "The status of the response; the handler may set it.")
(defvar *response-headers* '()
  "The headers of the response, an alist of strings. The handler may add to it, or use RESPONSE-HEADER.")
(defvar *response-body* nil
  "A vector of octets to send instead of what the handler prints, such as a picture; the handler may set it.")
(defvar *request-method* "GET" "The method of the request, GET or POST; GET for HEAD.")

(defparameter *default-headers*
  '(("Content-Type" . "text/html; charset=utf-8")
    ("Cache-Control" . "no-store")
    ("Content-Security-Policy" . "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    ("X-Content-Type-Options" . "nosniff")
    ("Referrer-Policy" . "same-origin"))
  "The headers that each response starts with. The book's page contains a script and passes code to a timer, hence
'unsafe-...'.")

(defun response-header (name)
  "Returns the value of the response header NAME, a string; NIL if it is not set. SETF sets it, or removes it with NIL."
  (cdr (assoc name *response-headers* :test #'string-equal)))

(defun (setf response-header) (value name)
  "Makes VALUE the value of the header NAME of the response. Returns VALUE."
  (setf *response-headers* (remove name *response-headers* :key #'car :test #'string-equal))
  (when value
    (push (cons name value) *response-headers*))
  value)

(load (merge-pathnames "web/operation.lisp" (or *load-truename* *default-pathname-defaults*)))

;;; From a request to a response

(defvar *server-handler* nil "The function, or its name, that prints the pages.")
(defvar *server-package* nil "The package whose symbols name parameters and headers.")

(defun name-symbol (name)
  "Returns a symbol for NAME, the name of a header or parameter, in upper case: the one in *SERVER-PACKAGE*, or else a
fresh one."
  (let ((name (string-upcase name)))
    (multiple-value-bind (symbol found) (find-symbol name *server-package*)
      (if found symbol (make-symbol name)))))

(defun named-by-symbols (fields)
  "Returns the alist FIELDS with symbols instead of strings as keys."
  (loop for (name . value) in fields
        collect (cons (name-symbol name) value)))

(defun field (name fields)
  "Returns the value of NAME, a string in any case, in the alist of strings FIELDS; NIL if there is none."
  (cdr (assoc name fields :test #'string-equal)))

(defun call-handler (path headers parameters)
  "Returns the page, a string, that the handler prints."
  (with-output-to-string (*standard-output*)
    ;; The handler may call READ on a parameter, as the book's does: nothing is evaluated or interned.
    (let ((*package* *server-package*)
          (*read-eval* nil)
          #+tessera (tessera:*read-interns* nil))
      (funcall *server-handler* path (named-by-symbols headers) (named-by-symbols parameters)))))

(defun interrupt-p (condition)
  "True if CONDITION was signalled by Ctrl-C."
  (string= (type-of condition) "INTERACTIVE-INTERRUPT"))

(defun note-failure (path condition)
  "Reports on *ERROR-OUTPUT* that CONDITION kept the handler from making the page PATH."
  (let ((*print-length* 10) (*print-level* 4))
    (log-event "error" "page_failed" (format nil "The page ~s failed. ~a: ~a" path (type-of condition) condition)
               :path path :condition (princ-to-string (type-of condition)))))

(defun answer-failure (number)
  "Answers the request NUMBER with a page that says only that it failed."
  (send-response number 500 *default-headers*
                    "<!doctype html><title>500</title><p>This page could not be made. The server goes on."))

(defun answer-too-many (number condition)
  "Answers the request NUMBER, refused by CONDITION, a TOO-MANY-SESSIONS."
  (send-response number 429 (acons "Retry-After" (princ-to-string (sessions-wait condition)) *default-headers*)
                    (format nil "<!doctype html><title>429</title><p>~a" condition)))

(defun secure-request-p (headers)
  "True if HEADERS, an alist of strings, say that a proxy received the request over HTTPS."
  (string-equal (or (field "X-Forwarded-Proto" headers) "") "https"))

(defun answer-with-page (number path headers parameters)
  "Answers the request NUMBER with the handler's page."
  (let ((*response-status* 200)
        (*response-headers* *default-headers*)
        (*response-body* nil))
    (multiple-value-bind (page cookie)
        (call-in-session (webserver:cookies (or (field "Cookie" headers) "") (cookie-name))
                         (lambda () (call-handler path headers parameters)))
      (when cookie
        (push (cons "Set-Cookie" cookie) *response-headers*))
      (unless (held-p number)
        (send-response number *response-status* *response-headers* (or *response-body* page))))))

(defparameter *attempts* 40 "The most attempts to make the page for a request while other processes change what it is to save.")

(defun answer-by-handler (number path headers parameters)
  "Answers the request NUMBER with the handler's page, which is made again from the latest state if another process has
changed that meanwhile, and once more if the store failed: the connection may just have ended."
  (loop with failures = 0
        repeat *attempts*
        do (handler-case (return-from answer-by-handler (answer-with-page number path headers parameters))
             (stale-state () (count-event :retried))
             (store-failure (condition)
               (count-event :failed)
               (when (plusp failures)
                 (note-store-failure path condition)
                 (loop-finish))
               (incf failures)))
           (unhold-request number))
  (answer-unavailable number headers))

(defun answer-request (number method path headers parameters *client*)
  "Answers the request NUMBER, whose values are those of WEBSERVER:NEXT-REQUEST. If the handler fails, answers with an
error page."
  (let ((*request-method* (if (string= method "HEAD") "GET" method))
        (*secure* (secure-request-p headers))
        (*request-number* number)
        (*sent-status* 0)
        (begun (get-internal-real-time))
        (answered nil))
    (unwind-protect
         (block answering
           (handler-bind ((too-many-sessions
                            (lambda (condition)
                              (answer-too-many number condition)
                              (setf answered t)
                              (return-from answering)))
                          (serious-condition
                            (lambda (condition)
                              (unless (or (interrupt-p condition) (typep condition '(or stale-state store-failure)))
                                (note-failure path condition)
                                (return-from answering)))))
             (or (answer-probe number path headers)
                 (answer-by-handler number path headers parameters))
             (setf answered t)))
      (unless answered
        (answer-failure number))
      (let ((time (- (get-internal-real-time) begun)))
        (count-seconds time)
        (log-request method path *client* *sent-status* (float (/ (round (* 100000 time) internal-time-units-per-second) 100))))
      (note-gauges))))

(defun serve-request (milliseconds)
  "Waits at most MILLISECONDS for a request and answers it. Returns :ANSWERED; NIL if none came; :TERMINATED if the
process is to end, or :STOPPED if no server runs."
  (hear-messages)
  (let ((request (webserver:next-request milliseconds)))
    (release-held-requests)
    (cond ((consp request)
           (apply #'answer-request request)
           :answered)
          (t request))))

(defun serve-waiting-requests ()
  "Answers the requests that have arrived."
  (loop while (eq (serve-request 0) :answered)))

;;; The server

(defun check-server-arguments (handler port host hosts interpreters background)
  "Signals an ERROR if an argument of SERVE is wrong."
  (check-type interpreters (integer 1 256) "a number of interpreters, 1 to 256")
  (when (and (> interpreters 1) (or background (functionp handler)))
    (error "~:[Further interpreters need the name of a handler, not a function~;A server in the background has one interpreter~]."
           background))
  (check-type handler (or function (and symbol (satisfies fboundp))) "a function or the name of one")
  (check-type port (integer 0 65535) "a port, 0 to 65535")
  (check-type host string "the name of a host, a string")
  (check-type hosts (or (eql t) (and list (satisfies host-names-p))) "a list of names of hosts, strings without ports, or T"))

(defun host-names-p (list)
  "True if LIST is a list of strings that can be names of hosts, without ports. IPv6 addresses are in square brackets.
  (list (host-names-p '(\"dice.example.org\" \"[fd00::1]\")) (host-names-p '(\"localhost:80\")) (host-names-p '(80))) => (T NIL NIL)
  (host-names-p '(\"[fd00::1]:80\")) => NIL"
  (every (lambda (name)
           (and (stringp name) (string/= name "")
                (or (bracketed-address-p name)
                    (notany (lambda (char) (find char ":/ []")) name))))
         list))

(defun bracketed-address-p (name)
  "True if the string NAME can be an IPv6 address in square brackets, as in a link.
  (list (bracketed-address-p \"[::1]\") (bracketed-address-p \"::1\") (bracketed-address-p \"[box]\")) => (T NIL NIL)"
  (let ((last (1- (length name))))
    (and (< 2 last)
         (char= (char name 0) #\[) (char= (char name last) #\])
         (every (lambda (char) (or (digit-char-p char 16) (find char ":.")))
                (subseq name 1 last)))))

(defun server-address (host port)
  "Returns the address of the server at PORT of HOST.
  (list (server-address \"127.0.0.1\" 80) (server-address \"::1\" 80)) => (\"http://127.0.0.1:80/\" \"http://[::1]:80/\")"
  (format nil "http://~:[~a~;[~a]~]:~d/" (find #\: host) host port))

(defun serve-in-foreground ()
  "Answers requests until Ctrl-C or SIGTERM or until a handler stops the server."
  (webserver:await-termination)
  (block serving
    (handler-bind ((serious-condition
                     (lambda (condition)
                       (when (interrupt-p condition)
                         (format t "~&The server has stopped.~%")
                         (return-from serving)))))
      (loop
        (case (serve-request 1000)
          (:stopped (return))
          (:terminated
           (drain)
           #+tessera (tessera:quit)))))))

(defun serve-as-worker (handler package cookie-name)
  "Answers requests with HANDLER, a symbol, in a further interpreter, until the server stops. PACKAGE and COOKIE-NAME
are those of the first interpreter, strings."
  (require "webserver")
  (setf *server-handler* handler
        *server-package* (find-package package)
        *random-state* (make-random-state t)
        *cookie-name* cookie-name)
  (loop
    (case (serve-request 1000)
      (:stopped (return))
      (:terminated (release-all-held-requests)))))

(defun start-workers (count files)
  "Makes COUNT further interpreters that load FILES and answer requests as this one does."
  (webserver:start-interpreters
   count (mapcar (lambda (file) (namestring (truename file))) files)
   (with-standard-io-syntax
     (prin1-to-string `(serve-as-worker ',*server-handler* ,(package-name *server-package*) ,*cookie-name*)))))

(defun serve (handler &key (port 8080) (host "127.0.0.1") hosts background sessions (interpreters 1) load)
  "Serves the pages that HANDLER prints at PORT of HOST. HANDLER is a function of the path, the headers and the
parameters of a request, or its name; port 0 means any free port. Returns the port after Ctrl-C has ended the server, or
at once with BACKGROUND: requests are then answered while the prompt waits, or during a SLEEP, until (STOP-SERVER).
SESSIONS names the file that keeps the session variables; without it they last as long as the server. Signals an ERROR
if the port or the file is not available, if a server runs already, or if the system provides no threads.

With INTERPRETERS, a number, pages are made on so many threads. Each further interpreter loads the files LOAD, which
define HANDLER, a symbol. Variables have other values in each interpreter: what requests share has to be in session
variables and shared states.

HOSTS lists further names, strings, by which requests may address the server in their Host header; T means any name.
Requests with other names get status 421, so that a foreign site cannot use a name of its own to read this server's
pages (DNS rebinding). Without HOSTS the names are HOST and localhost, 127.0.0.1 and ::1. If HOST is reachable from
other machines, they are also every address and the name of this machine, with and without its domain and as NAME.local.
A proxy that passes on the browser's Host header needs that name in HOSTS."
  (check-server-arguments handler port host hosts interpreters background)
  (require "webserver")
  (let ((port (webserver:start-listening host port hosts interpreters))
        (stay nil))
    (unwind-protect
         (progn (open-sessions sessions port)
                (setf *server-handler* handler
                      *server-package* *package*)
                (when (> interpreters 1)
                  (start-workers (1- interpreters) load))
                (format t "~&Serving at ~a~:[; Ctrl-C ends it~;; (stop-server) ends it~].~%" (server-address host port) background)
                (finish-output)
                (if background
                    (webserver:serve-while-waiting 'serve-waiting-requests)
                    (serve-in-foreground))
                (setf stay background))
      (unless stay
        (stop-server)))
    port))

(defun stop-server ()
  "Ends the server that SERVE started. Returns true if there was one."
  (when (fboundp 'webserver:stop-listening)
    (prog1 (webserver:stop-listening)
      (webserver:close-sessions)
      (clrhash *session-cache*)
      (forget-shared-states)
      (forget-held-requests))))
