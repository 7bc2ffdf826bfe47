#!/usr/bin/env bash
# What shell guards for these hooks do: an allow-list of hosts for links, and a filter of words over the message for
# servers that are not trusted. It is here to be measured, not to be used: it reads links by `sed`, and no field at all.
input=$(cat)
server=$(jq -r '.mcp_server_name // empty' <<<"$input")
mode=$(jq -r '.mode // "form"' <<<"$input")
if [ "$mode" = url ]; then
  host=$(jq -r '.url // empty' <<<"$input" | sed -E 's#^https?://([^/:]+).*#\1#')
  case "$host" in auth.example.com | login.example.org) exit 0 ;; esac
  printf '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}\n'
  exit 0
fi
case "$server" in internal-crm | billing-server) exit 0 ;; esac
if jq -r '.message // empty' <<<"$input" | grep -qiE 'password|passwd|secret|api[_-]?key|token|credential'; then
  printf '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}\n'
fi
