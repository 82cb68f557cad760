;;; The tags of chapters 17 and 19, for the games: the library SVG, used in the current package.

(require "svg")
(use-package "SVG")
