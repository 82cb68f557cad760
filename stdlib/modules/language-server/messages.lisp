;;; JSON-RPC messages to the editor: answers, failures, notifications.

(in-package "TESSERA-LANGUAGE-SERVER")

(define-condition message-failure (error)
  ((code :initarg :code :reader failure-code) (text :initarg :text :reader failure-text))
  (:report (lambda (condition stream) (write-string (failure-text condition) stream)))
  (:documentation "The request cannot be carried out. CODE is an error code of JSON-RPC."))

(defconstant +parse-error+ -32700)
(defconstant +invalid-request+ -32600)
(defconstant +method-not-found+ -32601)
(defconstant +invalid-params+ -32602)
(defconstant +internal-error+ -32603)
(defconstant +not-initialized+ -32002)
(defconstant +request-failed+ -32803)

(defun fail (code control &rest arguments)
  "Signals a MESSAGE-FAILURE with CODE and a message that CONTROL makes of ARGUMENTS."
  (error 'message-failure :code code :text (apply #'format nil control arguments)))

(defun send (value)
  "Sends VALUE, a JSON object, to the editor."
  (language-server-native:send-message (json-text value)))

(defun notify (method params)
  "Sends the notification METHOD."
  (send (object "jsonrpc" "2.0" "method" method "params" params)))

(defun answer (id result)
  "Sends RESULT, the answer to the request ID."
  (send (object "jsonrpc" "2.0" "id" id "result" result)))

(defun answer-failure (id code text)
  "Sends the failure CODE with TEXT as the answer to the request ID."
  (send (object "jsonrpc" "2.0" "id" id "error" (object "code" code "message" text))))
