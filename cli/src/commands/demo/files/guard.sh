#!/bin/sh
# Claude Code's contract: the event comes on standard input, exit code 2 refuses, and the agent
# reads what was written to standard error.
case $(cat) in
*'"command":"git push'*)
  echo "only a person pushes; open a pull request instead" >&2
  exit 2
  ;;
esac
