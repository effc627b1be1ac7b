#!/bin/sh
# The project's test.
said=$(sh greet.sh world)
if [ "$said" != "Hello, world!" ]; then
  echo "expected \`Hello, world!\`, got \`$said\`" >&2
  exit 1
fi
echo "greet.sh greets"
