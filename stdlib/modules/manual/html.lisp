;;; Pages: escaped text, links from page to page, and the frame around the contents of each (the manual; see README.md
;;; here).

(defpackage "TESSERA-MANUAL"
  (:use "COMMON-LISP")
  (:import-from "TESSERA-SVG" "PRINT-TAG" "TAG" "SVG" "POLYGON" "CIRCLE" "ESCAPE-MARKUP"))

(in-package "TESSERA-MANUAL")

(defvar *sources* nil "The directory of Tessera's sources, a pathname.")
(defvar *output* nil "The directory that the manual is written to, a pathname.")
(defvar *page* nil "The page that is being written: its name relative to *OUTPUT*, with slashes.")

;;; Text.

(defun text (string)
  "Prints STRING, escaped."
  (write-string (escape-markup string)))

(defun alone (name &rest attributes)
  "Prints the tag NAME of an element that has no contents and no end. ATTRIBUTES are names and values."
  (print-tag name (loop for (attribute value) on attributes by #'cddr collect (cons attribute value)) nil))

(defmacro element (name attributes string)
  "Prints the element NAME with STRING in it, escaped."
  `(tag ,name ,attributes (text ,string)))

;;; Names of pages and links.

(defun relative (target)
  "Returns the address of TARGET, a page or file of the manual, relative to the page that is being written."
  (with-output-to-string (out)
    (loop repeat (count #\/ *page*) do (write-string "../" out))
    (write-string target out)))

(defun plain-in-address-p (char)
  "True if CHAR needs no escape in an address."
  (or (and (alphanumericp char) (< (char-code char) 128)) (find char "-._~!$'()*+,;=:@/")))

(defun fragment (id)
  "Returns ID in the form in which it follows the # of an address."
  (with-output-to-string (out)
    (loop for char across id
          do (if (plain-in-address-p char)
                 (write-char char out)
                 (loop for octet across (tessera::%encode-utf-8 (string char))
                       do (format out "%~2,'0X" octet))))))

(defun address (page &optional id)
  "Returns the address of PAGE, and of the element ID on it, relative to the page that is being written."
  (format nil "~:[~a~;~*~]~@[#~a~]" (and id (string= page *page*)) (relative page) (and id (fragment id))))

(defun link (page id string)
  "Prints a link with the text STRING to PAGE, and to the element ID on it unless that is NIL."
  (tag a (href (address page id)) (text string)))

;;; The contents: a list of parts, each (TITLE (PAGE TITLE)...).

(defvar *contents* '() "The parts of the manual: lists of a title, and lists of a page and its title.")

(defun print-contents ()
  "Prints the list of all pages, which stands beside each."
  (tag nav (id "the-contents" aria-label "Contents")
    (loop for (title . pages) in *contents*
          do (element h2 () title)
             (tag ul ()
               (loop for (page name) in pages
                     do (tag li ()
                          (if (string= page *page*)
                              (tag a (href (relative page) aria-current "page") (text name))
                              (link page nil name))))))))

(defun neighbors ()
  "Returns two values: the pages before and after the one that is being written, lists of the page and its title, or
NIL."
  (let* ((pages (loop for (nil . pages) in *contents* append pages))
         (place (position *page* pages :key #'first :test #'string=)))
    (if place
        (values (and (plusp place) (nth (1- place) pages)) (nth (1+ place) pages))
        (values nil nil))))

(defun print-neighbors ()
  "Prints links to the pages before and after this one."
  (multiple-value-bind (before behind) (neighbors)
    (when (or before behind)
      (tag nav (class "neighbors" aria-label "Neighboring pages")
        (when before
          (tag a (href (relative (first before)) rel "prev") (text (format nil "← ~a" (second before)))))
        (when behind
          (tag a (href (relative (first behind)) rel "next") (text (format nil "~a →" (second behind)))))))))

;;; Pages.

(defvar *pages* '() "The names of the pages that were written.")

(defun note-page (page)
  "Notes that PAGE is written; signals an error if there is already a page of that name."
  (when (member page *pages* :test #'string=) (error "There are two pages ~a" page))
  (push page *pages*))

(defun hexagon (center-x center-y size)
  "Returns the corners of a hexagon, for POLYGON."
  (loop for (x . y) in '((0 . -1) (.866 . -.5) (.866 . .5) (0 . 1) (-.866 . .5) (-.866 . -.5))
        collect (cons (+ center-x (* size x)) (+ center-y (* size y)))))

(defun draw-emblem ()
  "Draws a die on a tile: tessera means both."
  (svg 64 64
    (polygon (hexagon 32 32 30) '(184 92 56))
    (loop for (x . y) in '((20 . 24) (44 . 24) (32 . 32) (20 . 40) (44 . 40))
          do (circle (cons x y) 4 '(255 250 240)))))

(defvar *script* nil "The address of a script that runs examples in the page, relative to the first page; or NIL.")
(defparameter *setup* "(require \"documentation\") (in-package \"TESSERA-DOCUMENTATION\") (setq *print-case* :downcase)"
  "The text that such a script evaluates before the first example.")

(defun print-head (title description)
  "Prints the head of a page with TITLE and DESCRIPTION."
  (tag head ()
    (alone 'meta 'charset "utf-8")
    (alone 'meta 'name "viewport" 'content "width=device-width, initial-scale=1")
    (alone 'meta 'name "color-scheme" 'content "light dark")
    (alone 'meta 'name "description" 'content (escape-markup description))
    (element title () (if (string= *page* "index.html") title (format nil "~a — Tessera" title)))
    (alone 'link 'rel "icon" 'type "image/svg+xml" 'href (relative "emblem.svg"))
    (when *script*
      (alone 'link 'rel "stylesheet" 'href (relative "../parts.css"))
      (tag script (src (relative *script*) defer "defer")))
    (alone 'link 'rel "stylesheet" 'href (relative "manual.css"))
    (tag script (src (relative "search.js") defer "defer"))))

(defun print-banner ()
  "Prints the top of each page: links to the first page and the contents, and the search."
  (tag header (class "banner")
    (tag a (class "skip" href "#the-page") (text "To the text"))
    (tag a (class "home" href (relative "index.html"))
      (alone 'img 'src (relative "emblem.svg") 'alt "" 'width 28 'height 28)
      (text "Tessera"))
    (when *script*
      (tag a (class "to-playground" href (relative "../index.html")) (text "Playground"))
      (tag a (class "to-playground" href (relative "../lessons/index.html")) (text "Lessons")))
    (tag a (class "to-contents" href "#the-contents") (text "Contents"))
    (tag div (class "search" role "search")
      (alone 'input 'id "the-search" 'type "text" 'enterkeyhint "search" 'placeholder "Search: press /" 'autocomplete "off" 'spellcheck "false"
             'aria-label "Search names and headings" 'data-root (relative "") 'role "combobox" 'aria-expanded "false"
             'aria-controls "the-results" 'aria-autocomplete "list")
      (tag ul (id "the-results" role "listbox" aria-label "What was found" hidden "hidden")))))

(defmacro with-file (name &body body)
  "Evaluates BODY with its output going to the file NAME of the manual."
  (let ((path (gensym)))
    `(let ((,path (merge-pathnames ,name *output*)))
       (ensure-directories-exist ,path)
       (with-open-file (*standard-output* ,path :direction :output :if-exists :supersede :external-format :utf-8)
         ,@body))))

(defmacro with-page ((page title &optional (description title)) &body body)
  "Writes PAGE: BODY prints its contents."
  (let ((name (gensym)))
    `(let ((*page* ,page) (,name ,title))
       (note-page *page*)
       (with-file *page*
         (format t "<!DOCTYPE html>~%")
         (tag html (lang "en")
           (print-head ,name ,description)
           (tag body (class (if *script* "manual" "") data-setup (if *script* (escape-markup *setup*) ""))
             (print-banner)
             (tag div (class "columns")
               (tag main (id "the-page")
                 ,@body
                 (print-neighbors))
               (print-contents))))
         (terpri)))))
