#!/bin/sh
# NeuralInverse's contract: `updatedInput` replaces the input of the tool.
folder=$(sed -n 's/.*"command":"rm -rf \([a-z]*\)".*/\1/p')
if [ -n "$folder" ]; then
  printf '{"updatedInput":{"command":"mkdir -p .trash && mv %s .trash/"}}\n' "$folder"
fi
