;;; The standard libraries, each with exactly its exports, and the language itself (Scheme; the last file).

(in-package "TESSERA-SCHEME")

(deflibrary ("scheme" "base")
  "* + - ... / < <= = => > >= _ abs and append apply assoc assq assv begin binary-port? boolean=? boolean? bytevector bytevector-append"
  "bytevector-copy bytevector-copy! bytevector-length bytevector-u8-ref bytevector-u8-set! bytevector? caar cadr call-with-current-continuation"
  "call-with-port call-with-values call/cc car case cdar cddr cdr ceiling char->integer char-ready? char<=? char<? char=? char>=? char>? char?"
  "close-input-port close-output-port close-port complex? cond cond-expand cons current-error-port current-input-port current-output-port define"
  "define-record-type define-syntax define-values denominator do dynamic-wind else eof-object eof-object? eq? equal? eqv? error"
  "error-object-irritants error-object-message error-object? even? exact exact-integer-sqrt exact-integer? exact? expt features file-error? floor"
  "floor-quotient floor-remainder floor/ flush-output-port for-each gcd get-output-bytevector get-output-string guard if include include-ci"
  "inexact inexact? input-port-open? input-port? integer->char integer? lambda lcm length let let* let*-values let-syntax let-values letrec"
  "letrec* letrec-syntax list list->string list->vector list-copy list-ref list-set! list-tail list? make-bytevector make-list make-parameter"
  "make-string make-vector map max member memq memv min modulo negative? newline not null? number->string number? numerator odd?"
  "open-input-bytevector open-input-string open-output-bytevector open-output-string or output-port-open? output-port? pair? parameterize peek-char"
  "peek-u8 port? positive? procedure? quasiquote quote quotient raise raise-continuable rational? rationalize read-bytevector read-bytevector! read-char"
  "read-error? read-line read-string read-u8 real? remainder reverse round set! set-car! set-cdr! square string string->list string->number"
  "string->symbol string->utf8 string->vector string-append string-copy string-copy! string-fill! string-for-each string-length string-map"
  "string-ref string-set! string<=? string<? string=? string>=? string>? string? substring symbol->string symbol=? symbol? syntax-error"
  "syntax-rules textual-port? truncate truncate-quotient truncate-remainder truncate/ u8-ready? unless unquote unquote-splicing utf8->string"
  "values vector vector->list vector->string vector-append vector-copy vector-copy! vector-fill! vector-for-each vector-length vector-map vector-ref"
  "vector-set! vector? when with-exception-handler write-bytevector write-char write-string write-u8 zero?")

(deflibrary ("scheme" "case-lambda") "case-lambda")
(deflibrary ("scheme" "char")
  "char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>? char-downcase char-foldcase char-lower-case? char-numeric? char-upcase"
  "char-upper-case? char-whitespace? digit-value string-ci<=? string-ci<? string-ci=? string-ci>=? string-ci>? string-downcase string-foldcase"
  "string-upcase")
(deflibrary ("scheme" "complex") "angle imag-part magnitude make-polar make-rectangular real-part")
(deflibrary ("scheme" "cxr")
  "caaaar caaadr caaar caadar caaddr caadr cadaar cadadr cadar caddar cadddr caddr cdaaar cdaadr cdaar cdadar cdaddr cdadr cddaar cddadr cddar"
  "cdddar cddddr cdddr")
(deflibrary ("scheme" "eval") "environment eval")
(deflibrary ("scheme" "file")
  "call-with-input-file call-with-output-file delete-file file-exists? open-binary-input-file open-binary-output-file open-input-file"
  "open-output-file with-input-from-file with-output-to-file")
(deflibrary ("scheme" "inexact") "acos asin atan cos exp finite? infinite? log nan? sin sqrt tan")
(deflibrary ("scheme" "lazy") "delay delay-force force make-promise promise?")
(deflibrary ("scheme" "load") "load")
(deflibrary ("scheme" "process-context") "command-line emergency-exit exit get-environment-variable get-environment-variables")
(deflibrary ("scheme" "read") "read")
(deflibrary ("scheme" "repl") "interaction-environment")
(deflibrary ("scheme" "time") "current-jiffy current-second jiffies-per-second")
(deflibrary ("scheme" "write") "display write write-shared write-simple")
(deflibrary ("scheme" "r5rs")
  "* + - / < <= = > >= abs acos and angle append apply asin assoc assq assv atan begin boolean? caaaar caaadr caaar caadar caaddr caadr caar"
  "cadaar cadadr cadar caddar cadddr caddr cadr call-with-current-continuation call-with-input-file call-with-output-file call-with-values"
  "car case cdaaar cdaadr cdaar cdadar cdaddr cdadr cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr ceiling char->integer"
  "char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>? char-downcase char-lower-case? char-numeric? char-ready? char-upcase"
  "char-upper-case? char-whitespace? char<=? char<? char=? char>=? char>? char? close-input-port close-output-port complex? cond cons cos"
  "current-input-port current-output-port define define-syntax delay denominator display do dynamic-wind else ... => _ eof-object? eq? equal? eqv? eval even?"
  "exact->inexact exact? exp expt floor for-each force gcd if imag-part inexact->exact inexact? input-port? integer->char integer?"
  "interaction-environment lambda lcm length let let* let-syntax letrec letrec-syntax list list->string list->vector list-ref list-tail list?"
  "load log magnitude make-polar make-rectangular make-string make-vector map max member memq memv min modulo negative? newline not"
  "null-environment null? number->string number? numerator odd? open-input-file open-output-file or output-port? pair? peek-char positive?"
  "procedure? quasiquote quote quotient rational? rationalize read read-char real-part real? remainder reverse round scheme-report-environment"
  "set! set-car! set-cdr! sin sqrt string string->list string->number string->symbol string-append string-ci<=? string-ci<? string-ci=?"
  "string-ci>=? string-ci>? string-copy string-fill! string-length string-ref string-set! string<=? string<? string=? string>=? string>?"
  "string? substring symbol->string symbol? syntax-rules tan truncate unquote unquote-splicing values vector vector->list vector-fill! vector-length vector-ref"
  "vector-set! vector? with-input-from-file with-output-to-file write write-char zero?")

(deflibrary ("srfi" 1)
  "xcons cons* make-list list-tabulate list-copy circular-list iota proper-list? circular-list? dotted-list? not-pair? null-list? list= first"
  "second third fourth fifth sixth seventh eighth ninth tenth car+cdr take drop take-right drop-right take! drop-right! split-at split-at! last"
  "last-pair length+ concatenate reverse! append! concatenate! append-reverse append-reverse! zip unzip1 unzip2 unzip3 unzip4 unzip5 count"
  "fold unfold pair-fold reduce fold-right unfold-right pair-fold-right reduce-right append-map append-map! map! map-in-order pair-for-each"
  "filter-map filter partition remove filter! partition! remove! find find-tail any every list-index take-while drop-while take-while! span break"
  "span! break! delete delete-duplicates delete! delete-duplicates! alist-cons alist-copy alist-delete alist-delete! lset<= lset= lset-adjoin"
  "lset-union lset-union! lset-intersection lset-intersection! lset-difference lset-difference! lset-xor lset-xor! lset-diff+intersection lset-diff+intersection!"
  "cons list pair? null? list? length append reverse map for-each member memq memv assoc assq assv list-ref car cdr caar cadr cdar cddr set-car! set-cdr!"
  "caaar caadr cadar caddr cdaar cdadr cddar cdddr caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr")
(deflibrary ("srfi" 2) "and-let*")
(deflibrary ("srfi" 8) "receive")
(deflibrary ("srfi" 9) "define-record-type")
(deflibrary ("srfi" 16) "case-lambda")
(deflibrary ("srfi" 26) "cut cute <> <...>")
(deflibrary ("srfi" 39) "make-parameter parameterize")
(deflibrary ("srfi" 41)
  "stream stream-let stream-match stream-of stream-null stream-cons stream? stream-null? stream-pair? stream-car stream-cdr stream-lambda define-stream list->stream port->stream stream->list"
  "stream-append stream-concat stream-constant stream-drop stream-drop-while stream-filter stream-fold stream-for-each stream-from"
  "stream-iterate stream-length stream-map stream-range stream-ref stream-reverse stream-scan stream-take stream-take-while"
  "stream-unfold stream-unfolds stream-zip")
(deflibrary ("srfi" 69)
  "make-hash-table hash-table? alist->hash-table hash-table-equivalence-function hash-table-hash-function hash-table-ref hash-table-ref/default"
  "hash-table-set! hash-table-delete! hash-table-exists? hash-table-update! hash-table-update!/default hash-table-size hash-table-keys"
  "hash-table-values hash-table-walk hash-table-fold hash-table->alist hash-table-copy hash-table-merge! hash string-hash string-ci-hash hash-by-identity")

(deflibrary ("tessera" "more")
  "define-library import receive cut cute <> <...> assert filter remove partition reduce reduce-left reduce-right fold fold-right find any every list-index iota cons* first second third last last-pair delete"
  "delete-duplicates filter-map append-map count take drop list-head list-tabulate append-reverse append! reverse! 1+ -1+ void random sort list-sort"
  "call-with-output-string with-output-to-string string-join string-index string-null? write-line exact->inexact inexact->exact gensym runtime real-time"
  "make-hash-table hash-table? hash-table-ref hash-table-ref/default hash-table-set! hash-table-delete! hash-table-exists? hash-table-update!"
  "hash-table-update!/default hash-table-size hash-table-count hash-table-keys hash-table-values hash-table->alist hash-table-walk hash-table-fold hash-table-clear!"
  "hash-table-copy alist->hash-table hash language-value in-language true? condition/report-string λ")

;;; The macros of SRFI 41 that are made of others.

(defun define-rules (name text)
  "Makes the standard name NAME the macro of TEXT, (syntax-rules ...), in which all standard names have their standard
meanings."
  (setf (gethash (scheme-symbol name) (environment-table *base*))
        (with-input-from-string (in text) (parse-rules (read-datum in nil) *base* name))))

(mapc #'standard-denotation '("stream-null" "stream-null?" "stream-pair?" "stream-car" "stream-cdr" "error"))

(define-rules "stream" "(syntax-rules () ((_) stream-null) ((_ first . rest) (stream-cons first (stream . rest))))")

(define-rules "stream-let"
  "(syntax-rules () ((_ name ((variable value) ...) . body) ((letrec ((name (stream-lambda (variable ...) . body))) name) value ...)))")

(define-rules "stream-of-within"      ; OTHERWISE is the stream of what follows
  "(syntax-rules (in is)
     ((_ item otherwise) (stream-cons item otherwise))
     ((_ item otherwise (variable in stream) . more)
      (stream-let next ((left stream))
        (if (stream-null? left)
            otherwise
            (let ((variable (stream-car left))) (stream-of-within item (next (stream-cdr left)) . more)))))
     ((_ item otherwise (variable is value) . more) (let ((variable value)) (stream-of-within item otherwise . more)))
     ((_ item otherwise test . more) (if test (stream-of-within item otherwise . more) otherwise)))")

(define-rules "stream-of" "(syntax-rules () ((_ item . clauses) (stream-of-within item stream-null . clauses)))")

(define-rules "stream-match-pattern"
  "(syntax-rules (_)
     ((match stream () yes no) (if (stream-null? stream) yes no))
     ((match stream (_ . rest) yes no) (if (stream-pair? stream) (let ((left (stream-cdr stream))) (stream-match-pattern left rest yes no)) no))
     ((match stream (first . rest) yes no)
      (if (stream-pair? stream) (let ((first (stream-car stream)) (left (stream-cdr stream))) (stream-match-pattern left rest yes no)) no))
     ((match stream _ yes no) yes)
     ((match stream variable yes no) (let ((variable stream)) yes)))")

(define-rules "stream-match-clauses"
  "(syntax-rules ()
     ((_ stream) (error \"stream-match: no pattern fits\"))
     ((_ stream (pattern . parts) . more)
      (let ((next (lambda () (stream-match-clauses stream . more)))) (stream-match-clause stream pattern parts (next)))))")

(define-rules "stream-match-clause"
  "(syntax-rules ()
     ((_ stream pattern (value) no) (stream-match-pattern stream pattern value no))
     ((_ stream pattern (test value) no) (stream-match-pattern stream pattern (if test value no) no)))")

(define-rules "stream-match"
  "(syntax-rules () ((_ stream . clauses) (let ((whole stream)) (stream-match-clauses whole . clauses))))")

;;; SRFI 2.

(define-rules "and-let*"
  "(syntax-rules ()
     ((_ ()) #t)
     ((_ () . body) (let () . body))
     ((_ ((test))) test)
     ((_ ((variable value))) (let ((variable value)) variable))
     ((_ (variable)) variable)
     ((_ ((test) . more) . body) (if test (and-let* more . body) #f))
     ((_ ((variable value) . more) . body) (let ((variable value)) (if variable (and-let* more . body) #f)))
     ((_ (variable . more) . body) (if variable (and-let* more . body) #f)))")

;;; The language.

(defun write-for-prompt (object stream)
  "Writes OBJECT to STREAM as the prompt shows it."
  (write-object object stream))

(defun command-of (form)
  "Returns the keyword that FORM, a symbol with a colon before it, stands for at the prompt; else FORM."
  (if (and (scheme-symbol-p form) (> (length (symbol-name form)) 1) (char= (char (symbol-name form) 0) #\:))
      (intern (string-upcase (subseq (symbol-name form) 1)) "KEYWORD")
      form))

(tessera:define-language "SCHEME"
  :reader #'read-source
  :evaluator #'evaluate
  :writer #'write-for-prompt
  :prompt (lambda () "scheme")
  :report #'report
  :command #'command-of
  :silent-p (lambda (value) (eq value *unspecified*))
  :variables (list (cons 'tessera:*float-traps* (lambda () nil))
                   (cons '*position* (lambda () nil))
                   (cons '*environment* (lambda () (if (string= (tessera::language-name *language*) "SCHEME") *environment* nil)))
                   (cons '*read-default-float-format* (lambda () 'double-float)))
  :value #'global-value)
