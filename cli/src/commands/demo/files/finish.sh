#!/bin/sh
# Agent V's contract: exit code 2 sends the agent back to work, standard error says what for.
if [ ! -e "$VYOTIQ_PROJECT_DIR/tests-passed" ]; then
  echo "run the tests before you finish" >&2
  exit 2
fi
