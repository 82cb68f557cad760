;;; The environment of the process.
(stringp (tessera:getenv "PATH"))                        => t
(tessera:getenv "NO_SUCH_VARIABLE_I_HOPE")               => nil
(tessera:getenv 5)                                       => (error type-error "GETENV: 5 is not of type STRING")
(tessera:getenv 'path)                                   => (error type-error "GETENV: PATH is not of type STRING")
