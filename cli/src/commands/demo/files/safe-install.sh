#!/bin/sh
# NeuralInverse's contract: `updatedInput` replaces the input of the tool.
command=$(sed -n 's/.*"command":"\(npm install[^"]*\)".*/\1/p')
if [ -n "$command" ]; then
  printf '{"updatedInput":{"command":"%s --ignore-scripts"}}\n' "$command"
fi
