;;; The tags of chapters 17 and 19: uses the library SVG in the current package.

(require "svg")
(use-package "SVG")
