;;; Requests, answers, and published messages.

(in-package "JUPYTER")

(defstruct (request (:constructor make-request (channel route header type content)) (:copier nil) (:predicate nil))
  "A message that was sent to CHANNEL, :SHELL or :CONTROL. ROUTE and HEADER are texts that lead its answer back; TYPE is
a string, CONTENT a JSON object."
  channel route header type content)

(defvar *request* nil "The request that is being served.")

(defun json-object (&rest names-and-values)
  "Returns the text of the JSON object of NAMES-AND-VALUES."
  (json-text (apply #'object names-and-values)))

(defun parsed (text)
  "Returns the JSON value of TEXT, or NIL if TEXT is malformed or NIL, as for a message that is too long."
  (and text (handler-case (parse-json text) (json-error () nil))))

(defun read-request (channel route header content)
  "Returns the request of CHANNEL with ROUTE, HEADER and CONTENT, texts; NIL if these are malformed."
  (let* ((fields (parsed header)) (type (field fields "msg_type")) (value (parsed content)))
    (and (stringp type)
         (consp value) (eq (first value) :object)
         (make-request channel route header type value))))

(defun answer-type (type)
  "Returns the type of the answer to a request of TYPE; NIL if there is no answer."
  (let ((end (search "_request" type :from-end t)))
    (and end (= end (- (length type) 8)) (concatenate 'string (subseq type 0 end) "_reply"))))

(defun answer (content &optional (request *request*))
  "Answers REQUEST with CONTENT, a text."
  (let ((type (answer-type (request-type request))))
    (when type
      (jupyter-native:send-message (symbol-name (request-channel request)) (request-route request) type (request-header request) content "{}"))))

(defun answer-well (&rest names-and-values)
  "Answers that the request succeeded, with NAMES-AND-VALUES."
  (answer (apply #'json-object "status" "ok" names-and-values)))

(defun answer-failure (name text)
  "Answers that the request failed with the error NAME and TEXT."
  (answer (json-object "status" "error" "ename" name "evalue" text "traceback" #())))

(defun publish (type content)
  "Publishes a message of TYPE, with CONTENT, a text, for all clients."
  (jupyter-native:send-message "IOPUB" "" type (if *request* (request-header *request*) "{}") content "{}"))

(defun publish-state (state)
  "Publishes STATE, the execution state of the kernel, such as busy."
  (publish "status" (json-object "execution_state" state)))

(defun argument (name &optional default)
  "Returns the value of NAME in the request, or DEFAULT."
  (let ((entry (assoc name (rest (request-content *request*)) :test #'equal)))
    (cond ((null entry) default)
          ((eq (cdr entry) :false) nil)
          (t (cdr entry)))))

(defun string-argument (name)
  "Returns the string that is the value of NAME in the request. Signals an ERROR if there is none."
  (let ((value (argument name)))
    (if (stringp value) value (error "~A lacks the string ~S" (request-type *request*) name))))

(defun position-argument (name text)
  "Returns the position in TEXT that is the value of NAME in the request; the end of TEXT if there is none."
  (let ((value (argument name)))
    (if (integerp value) (max 0 (min value (length text))) (length text))))

(defvar *requests* (make-hash-table :test 'equal)
  "A hash table from types of requests to functions without arguments, which serve *REQUEST*.")

(defmacro define-request (type documentation &body forms)
  "Defines how a request of TYPE, a string, is served."
  `(setf (gethash ,type *requests*)
         (tessera::named-lambda (request ,type) () ,documentation ,@forms)))
