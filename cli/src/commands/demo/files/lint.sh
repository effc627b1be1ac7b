#!/bin/sh
# Claude Code's contract: after a tool, exit code 2 hands standard error to the agent.
file=$(sed 's/.*"file_path":"\([^"]*\)".*/\1/')
lines=$(grep -n '[[:space:]]$' "$file" | cut -d : -f 1 | tr '\n' ' ')
if [ -n "$lines" ]; then
  echo "${file##*/}: blanks at the end of line ${lines% }" >&2
  exit 2
fi
