;;; The server's life cycle, and the table of requests.

(in-package "TESSERA-LANGUAGE-SERVER")

(defvar *state* :new "The state of the protocol: :NEW, :INITIALIZED or :SHUT-DOWN.")

(defparameter *requests*
  `(("textDocument/hover" . hover) ("textDocument/completion" . complete) ("completionItem/resolve" . resolve-completion)
    ("textDocument/signatureHelp" . signature-help) ("textDocument/definition" . find-definition) ("textDocument/references" . references)
    ("textDocument/documentHighlight" . highlights) ("textDocument/prepareRename" . prepare-rename) ("textDocument/rename" . rename)
    ("textDocument/documentSymbol" . outline) ("workspace/symbol" . workspace-symbols) ("textDocument/foldingRange" . folds)
    ("textDocument/selectionRange" . selection-ranges) ("textDocument/semanticTokens/full" . colors)
    ("textDocument/semanticTokens/range" . colors-of-range) ("textDocument/formatting" . format-document)
    ("textDocument/rangeFormatting" . format-range) ("textDocument/onTypeFormatting" . format-on-type) ("textDocument/codeAction" . actions)
    ("workspace/executeCommand" . execute))
  "An alist from names of requests to functions of their parameters.")

(defun execute (params)
  "Answers a request to execute a command."
  (if (equal (field params "command") "tessera.expand")
      (let ((text (expansion (field params "arguments"))))
        (notify "window/showMessage" (object "type" 3 "message" text))
        text)
      (fail +invalid-params+ "There is no command ~A" (field params "command"))))

;;; Initialization.

(defun capabilities ()
  "Returns the JSON object of the server's capabilities."
  (object "positionEncoding" (if *utf-16* "utf-16" "utf-32")
          "textDocumentSync" (object "openClose" t "change" 2 "save" (object "includeText" :false))
          "hoverProvider" t
          "completionProvider" (object "triggerCharacters" #(":") "resolveProvider" t)
          "signatureHelpProvider" (object "triggerCharacters" #(" "))
          "definitionProvider" t "referencesProvider" t "documentHighlightProvider" t
          "renameProvider" (object "prepareProvider" t)
          "documentSymbolProvider" t "workspaceSymbolProvider" t "foldingRangeProvider" t "selectionRangeProvider" t
          "semanticTokensProvider" (object "legend" (object "tokenTypes" (cons :array *token-types*) "tokenModifiers" (cons :array *token-modifiers*))
                                           "full" t "range" t)
          "documentFormattingProvider" t "documentRangeFormattingProvider" t
          "documentOnTypeFormattingProvider" (object "firstTriggerCharacter" (string #\Newline))
          "codeActionProvider" (object "codeActionKinds" #("quickfix" "source"))
          "executeCommandProvider" (object "commands" #("tessera.expand"))))

(defun root-folder (params)
  "Returns the folder of the workspace in PARAMS with a slash at its end; an empty string if there is none."
  (let* ((folders (field params "workspaceFolders"))
         (uri (or (and (simple-vector-p folders) (plusp (length folders)) (field (svref folders 0) "uri")) (field params "rootUri")))
         (path (if (stringp uri) (file-of-uri uri) (field params "rootPath"))))
    (if (and (stringp path) (plusp (length path)))
        (concatenate 'string (string-right-trim "/" path) "/")
        "")))

(defun initialize (params)
  "Answers the request initialize: notes the editor's properties and reads the workspace."
  (unless (eq *state* :new) (fail +invalid-request+ "The server is initialized already"))
  (let ((encodings (field params "capabilities" "general" "positionEncodings")))
    (setq *utf-16* (not (and (simple-vector-p encodings) (find "utf-32" encodings :test #'equal)))
          *root* (root-folder params)
          *state* :initialized)
    (read-workspace)
    (object "capabilities" (capabilities)
            "serverInfo" (object "name" "tessera" "version" (lisp-implementation-version)))))

;;; Files of the workspace that are not open. Their definitions and uses are indexed, too.

(defconstant +most-files+ 2000)
(defconstant +most-characters+ 5000000 "The maximum number of characters of the workspace that are read.")

(defun uri-of-file (file)
  "Returns the URI of FILE, a name."
  (with-output-to-string (out)
    (write-string "file://" out)
    (loop for octet across (tessera::%encode-utf-8 file)
          for char = (code-char octet)
          do (if (or (find char "/-_.~") (and (< octet 128) (alphanumericp char)))
                 (write-char char out)
                 (format out "%~2,'0X" octet)))))

(defun read-closed (uri)
  "Notes the text of the file of URI, which is not open; forgets the document if there is no such file."
  (let ((text (ignore-errors (tessera::%file-text (file-of-uri uri)))))
    (if text
        (open-document uri nil text)
        (progn (setq *index* nil) (remhash uri *documents*) nil))))

(defun read-workspace ()
  "Reads the sources in the folder of the workspace, up to a limit."
  (unless (string= *root* "")
    (let ((characters 0) (count 0))
      (dolist (type '("lisp" "lsp" "cl" "asd"))
        (dolist (file (ignore-errors (directory (format nil "~A**/*.~A" *root* type))))
          (let ((uri (uri-of-file (namestring file))))
            (when (and (< count +most-files+) (< characters +most-characters+) (not (gethash uri *documents*)))
              (incf count)
              (let ((document (read-closed uri)))
                (when document (incf characters (length (document-text document))))))))))))

;;; Notifications.

(defun did-open (params)
  "Handles the notification that a document was opened."
  (let ((uri (field params "textDocument" "uri")) (text (field params "textDocument" "text")))
    (unless (and (stringp uri) (stringp text)) (fail +invalid-params+ "textDocument has no uri, or no text"))
    (note-change (open-document uri (field params "textDocument" "version") text))))

(defun did-change (params)
  "Handles the notification that a document was changed."
  (let ((document (document-of params)) (changes (field params "contentChanges")))
    (loop for change across (if (simple-vector-p changes) changes #())
          for text = (field change "text")
          do (unless (stringp text) (fail +invalid-params+ "a change has no text"))
             (if (field change "range")
                 (multiple-value-bind (start end) (range-in document (field change "range"))
                   (change-document document start end text))
                 (open-document (document-uri document) (document-version document) text)))
    (let ((document (document-of params)))
      (setf (document-version document) (field params "textDocument" "version"))
      (note-change document))))

(defun did-close (params)
  "Handles the notification that a document was closed."
  (let ((document (document-of params)))
    (publish document '())
    (read-closed (document-uri document))))

(defun did-change-files (params)
  "Handles the notification that files of the workspace were changed."
  (loop for change across (or (field params "changes") #())
        for uri = (field change "uri")
        do (when (and (stringp uri) (file-of-uri uri)
                      (let ((document (gethash uri *documents*))) (or (null document) (null (document-version document)))))
             (read-closed uri))))

(defparameter *notifications*
  '(("textDocument/didOpen" . did-open) ("textDocument/didChange" . did-change) ("textDocument/didClose" . did-close)
    ("workspace/didChangeWatchedFiles" . did-change-files))
  "An alist from names of notifications to functions of their parameters. Others are ignored.")

;;; The loop.

(defun do-request (method params)
  "Returns the answer to the request METHOD with PARAMS; signals a MESSAGE-FAILURE if the server's state does not allow
it."
  (cond ((equal method "initialize") (initialize params))
        ((eq *state* :new) (fail +not-initialized+ "The first request must be initialize"))
        ((eq *state* :shut-down) (fail +invalid-request+ "The server was shut down"))
        ((equal method "shutdown") (setq *state* :shut-down) nil)
        (t (let ((function (cdr (assoc method *requests* :test #'equal))))
             (unless function (fail +method-not-found+ "There is no request ~A" method))
             (funcall function params)))))

(defun handle-request (id method params)
  "Carries out the request METHOD and sends the answer, also after an error."
  (let ((result nil) (failure nil))
    (handler-case (setq result (do-request method params))
      (message-failure (condition) (setq failure (cons (failure-code condition) (failure-text condition))))
      (serious-condition (condition) (setq failure (cons +internal-error+ (princ-to-string condition)))))
    (if failure
        (answer-failure id (car failure) (cdr failure))
        (answer id result))))

(defmacro with-failures-logged ((what) &body forms)
  "Evaluates FORMS, which do WHAT and whose result nobody waits for. An error in them is written to the editor's log."
  `(handler-case (progn ,@forms)
     (serious-condition (condition)
       (notify "window/logMessage" (object "type" 1 "message" (format nil "~A: ~A" ,what condition))))))

(defun handle-notification (method params)
  "Carries out the notification METHOD with PARAMS."
  (cond ((equal method "exit") (tessera:quit (if (eq *state* :shut-down) 0 1)))
        ((eq *state* :initialized)
         (let ((function (cdr (assoc method *notifications* :test #'equal))))
           (when function
             (with-failures-logged (method) (funcall function params)))))))

(defun handle (text)
  "Carries out the request or notification in TEXT, a message."
  (let ((message (handler-case (parse-json text)
                   (json-error (condition) (answer-failure nil +parse-error+ (princ-to-string condition)) (return-from handle nil)))))
    (let ((id (field message "id")) (method (field message "method")))
      (cond ((stringp method)
             (if (assoc "id" (rest message) :test #'equal)
                 (handle-request id method (field message "params"))
                 (handle-notification method (field message "params"))))
            ((and (consp message) (or (assoc "result" (rest message) :test #'equal) (assoc "error" (rest message) :test #'equal))))   ; an answer
            (t (answer-failure id +invalid-request+ "This is not a message with a method"))))))

(defconstant +check-delay+ 150
  "The time without a message, in milliseconds, after which changed documents are checked. Opened ones are checked at
once.")
(defconstant +glance+ 15 "The time between polls of the checker in milliseconds.")

(defun time-to-wait ()
  "Returns the milliseconds until there is work without a message; NIL for ever."
  (let ((next (and *to-check* (gethash (first *to-check*) *documents*))))
    (cond ((language-server-native:busy-p) +glance+)
          ((and next (zerop (document-changes next))) +glance+)
          (*to-check* +check-delay+))))

(defun serve ()
  "Speaks the Language Server Protocol on the standard streams, until the editor sends exit, which ends the process, or
closes its connection."
  (language-server-native:open-editor)
  (loop
    (let ((text (handler-case (let ((time (time-to-wait))) (if time (language-server-native:next-message time) (language-server-native:next-message)))
                  (simple-error (condition)
                    (answer-failure nil +parse-error+ (princ-to-string condition))
                    ""))))
      (cond ((null text) (tessera:quit (if (eq *state* :shut-down) 0 1)))
            ((stringp text) (unless (string= text "") (handle text)))
            ((and *to-check* (not (language-server-native:busy-p)) (null *being-checked*))
             (with-failures-logged ("diagnostics") (check-next-document-if-idle))))
      (with-failures-logged ("diagnostics") (take-findings)))))
