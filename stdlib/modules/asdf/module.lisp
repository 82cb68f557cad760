;;; The files of the module asdf, in order.
("asdf"
 "patches" "dialects" "cache" "asdf")
