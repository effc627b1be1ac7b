#!/bin/sh
# Claude Code's contract: `additionalContext` is told to the agent beside the tool's result.
file=$(sed 's/.*"file_path":"\([^"]*\)".*/\1/')
sed 's/[[:space:]]*$//' "$file" >"$file.new" && mv "$file.new" "$file"
printf '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"%s was formatted: read it again before you edit it"}}\n' "${file##*/}"
