;;; A web server: it calls a function for each page that a browser asks for.
;;;     (defun hello (path header params)
;;;       (format t "<p>~a, ~a" path (cdr (assoc 'name params))))
;;;     (serve #'hello)                      ; http://localhost:8080/greeting?name=Bob, until Ctrl-C
;;;     (serve #'hello :background t)        ; the same, while the prompt goes on; (stop-server) ends it
;;;
;;; The handler is called with the path, a string without the slash in front; the request's headers; and the parameters of the address
;;; and of a form. These two are alists: the keys are symbols in upper case, the values strings. What it prints to *STANDARD-OUTPUT* is
;;; the page. A name is a symbol of the package that was current when SERVE was called, if it is one there already; of other
;;; names each request makes symbols of its own. So whatever comes in, it is data: nothing is interned, read or evaluated.

(dolist (name '("web/sessions.lisp" "web/held_requests.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defvar *response-status* 200 "The status of the answer; the handler may set it.")
(defvar *response-headers* '()
  "The answer's headers, an alist of strings; the handler may add some, or set one that is there: see RESPONSE-HEADER.")
(defvar *request-method* "GET" "The method of the request, GET or POST; for HEAD it is GET.")

(defparameter *default-headers*
  '(("Content-Type" . "text/html; charset=utf-8")
    ("Cache-Control" . "no-store")
    ("Content-Security-Policy" . "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    ("X-Content-Type-Options" . "nosniff")
    ("Referrer-Policy" . "same-origin"))
  "The headers that each answer begins with. The text's page has a script inside, which gives a timer a text to evaluate.")

(defun response-header (name)
  "Returns the value of the answer's header NAME, a string; NIL if it has none. SETF of it sets it, to NIL removes it."
  (cdr (assoc name *response-headers* :test #'string-equal)))

(defun (setf response-header) (value name)
  (setf *response-headers* (remove name *response-headers* :key #'car :test #'string-equal))
  (when value
    (push (cons name value) *response-headers*))
  value)

;;; From a request to its answer

(defvar *server-handler* nil "The function, or its name, that makes the pages.")
(defvar *server-package* nil "The package whose symbols name parameters and headers.")

(defun name-symbol (name)
  "Returns the symbol that NAME, of a header or parameter, is in upper case: one that *SERVER-PACKAGE* has already, or a fresh one."
  (let ((name (string-upcase name)))
    (multiple-value-bind (symbol found) (find-symbol name *server-package*)
      (if found symbol (make-symbol name)))))

(defun named-by-symbols (fields)
  "Returns the alist FIELDS, whose keys are strings, with symbols for keys."
  (loop for (name . value) in fields
        collect (cons (name-symbol name) value)))

(defun field (name fields)
  "Returns the value of NAME, a string in any case, in the alist of strings FIELDS, or NIL."
  (cdr (assoc name fields :test #'string-equal)))

(defun call-handler (path headers parameters)
  "Returns the page, a string, that the handler prints."
  (with-output-to-string (*standard-output*)
    ;; Should the handler let the reader loose on a parameter, as the text's does: nothing is evaluated, and nothing interned.
    (let ((*package* *server-package*)
          (*read-eval* nil)
          #+tessera (tessera:*read-interns* nil))
      (funcall *server-handler* path (named-by-symbols headers) (named-by-symbols parameters)))))

(defun interrupt-p (condition)
  "True if CONDITION is what Ctrl-C signals."
  (string= (type-of condition) "INTERACTIVE-INTERRUPT"))

(defun note-failure (path condition)
  "Tells on *ERROR-OUTPUT* that CONDITION kept the handler from making the page PATH."
  (let ((*print-length* 10) (*print-level* 4))
    (format *error-output* "~&The page ~s failed. ~a: ~a~%" path (type-of condition) condition)
    (finish-output *error-output*)))

(defun answer-failure (number)
  "Answers the request NUMBER with a page that says no more than that it failed."
  (webserver:answer number 500 *default-headers*
                    "<!doctype html><title>500</title><p>This page could not be made. The server goes on."))

(defun answer-too-many (number condition)
  "Answers the request NUMBER, which CONDITION, a TOO-MANY-SESSIONS, refuses."
  (webserver:answer number 429 (acons "Retry-After" (princ-to-string (sessions-wait condition)) *default-headers*)
                    (format nil "<!doctype html><title>429</title><p>~a" condition)))

(defun secure-request-p (headers)
  "True if HEADERS, an alist of strings, say that a proxy has taken the request over HTTPS."
  (string-equal (or (field "X-Forwarded-Proto" headers) "") "https"))

(defun answer-with-page (number path headers parameters)
  "Answers the request NUMBER with the handler's page."
  (multiple-value-bind (page cookie)
      (call-in-session (webserver:cookies (or (field "Cookie" headers) "") (cookie-name))
                       (lambda () (call-handler path headers parameters)))
    (when cookie
      (push (cons "Set-Cookie" cookie) *response-headers*))
    (unless (held-p number)
      (webserver:answer number *response-status* *response-headers* page))))

(defun answer-request (number method path headers parameters *client*)
  "Answers the request NUMBER, as WEBSERVER:NEXT-REQUEST returns it. Whatever is wrong with the handler, it is answered."
  (let ((*response-status* 200)
        (*response-headers* *default-headers*)
        (*request-method* (if (string= method "HEAD") "GET" method))
        (*secure* (secure-request-p headers))
        (*request-number* number)
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
                              (unless (interrupt-p condition)
                                (note-failure path condition)
                                (return-from answering)))))
             (answer-with-page number path headers parameters)
             (setf answered t)))
      (unless answered
        (answer-failure number)))))

(defun serve-request (milliseconds)
  "Waits for a request, at most so many MILLISECONDS, and answers it. Returns :ANSWERED, NIL if none came, :STOPPED if there is no server."
  (let ((request (webserver:next-request milliseconds)))
    (release-held-requests)
    (cond ((consp request)
           (apply #'answer-request request)
           :answered)
          (t request))))

(defun serve-waiting-requests ()
  "Answers the requests that wait."
  (loop while (eq (serve-request 0) :answered)))

;;; The server

(defun check-server-arguments (handler port host hosts)
  "Signals an error if SERVE cannot do with these."
  (check-type handler (or function (and symbol (satisfies fboundp))) "a function or the name of one")
  (check-type port (integer 0 65535) "a port, 0 to 65535")
  (check-type host string "the name of a host, a string")
  (check-type hosts (or (eql t) (and list (satisfies host-names-p))) "a list of names of hosts, strings without ports, or T"))

(defun host-names-p (list)
  "True if LIST lists strings that can be names of hosts, without ports. An address of IP version 6 is in square brackets.
  (list (host-names-p '(\"dice.example.org\" \"[fd00::1]\")) (host-names-p '(\"localhost:80\")) (host-names-p '(80))) => (T NIL NIL)
  (host-names-p '(\"[fd00::1]:80\")) => NIL"
  (every (lambda (name)
           (and (stringp name) (string/= name "")
                (or (bracketed-address-p name)
                    (notany (lambda (char) (find char ":/ []")) name))))
         list))

(defun bracketed-address-p (name)
  "True if the string NAME can be an address of IP version 6 as it stands in a link.
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
  "Answers requests until Ctrl-C, or a handler stops the server."
  (block serving
    (handler-bind ((serious-condition
                     (lambda (condition)
                       (when (interrupt-p condition)
                         (format t "~&The server has stopped.~%")
                         (return-from serving)))))
      (loop until (eq (serve-request 1000) :stopped)))))

(defun serve (handler &key (port 8080) (host "127.0.0.1") hosts background sessions)
  "Serves the pages that HANDLER prints, a function of the path, the headers and the parameters of a request, or its name, at PORT (0: any
that is free) of HOST. Returns the port when Ctrl-C has ended it; or with BACKGROUND at once: then requests are answered while the
prompt waits for you, or during a SLEEP, until (STOP-SERVER). SESSIONS names the file that keeps the session variables' values; without it
they last as long as the server. An ERROR if the port or the file cannot be had, a server runs already, or the system gives no threads.

HOSTS lists further names, strings, by which requests may call the server in their Host header; T: any name. Others are answered with
421, so that no site can have its own name lead to this machine and read what the server tells (DNS rebinding). Without HOSTS the
names are HOST and localhost with 127.0.0.1 and ::1; if HOST can be reached from other machines, also all addresses, and the name of this
machine, with and without its domain and as NAME.local. A proxy that passes on the name that browsers ask for needs that in HOSTS."
  (check-server-arguments handler port host hosts)
  (require "webserver")
  (let ((port (webserver:start-listening host port hosts))
        (stay nil))
    (unwind-protect
         (progn (open-sessions sessions port)
                (setf *server-handler* handler
                      *server-package* *package*)
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
  "Ends the server that SERVE began. Returns true if there was one."
  (when (fboundp 'webserver:stop-listening)
    (prog1 (webserver:stop-listening)
      (webserver:close-sessions)
      (clrhash *session-cache*)
      (forget-shared-states)
      (forget-held-requests))))
