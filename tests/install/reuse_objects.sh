#!/bin/sh
# A compiler launcher for tests that build the whole library. It copies the engine's objects, which take minutes to
# compile, from the tree $BUILT if they were made from the same sources. Those of platform/ and the C interface are
# compiled, to check that they can be.
previous= object=
for argument; do
  if [ "$previous" = -o ]; then object=$argument; fi
  previous=$argument
done
from=$BUILT/interp/${object#*interp/}
case $object in
  */platform/* | */c_api.cpp.o) ;;
  */interp/CMakeFiles/*) if [ -f "$from" ]; then exec cp "$from" "$object"; fi ;;
esac
exec "$@"
