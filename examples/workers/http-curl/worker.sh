#!/usr/bin/env bash
# Makes headlines over HTTP with curl and jq. Usage: worker.sh URL QUEUE
set -euo pipefail
url=$1 queue=$2
headers=(-H 'Content-Type: application/json')
if [[ -n ${PATCHBOARD_TOKEN:-} ]]; then headers+=(-H "Authorization: Bearer $PATCHBOARD_TOKEN"); fi

# An invocation in, an answer out. view.rejections says what was wrong with answers before: too long, here.
answer='
  .view.item.value as $note
  | if $note == null then {error: "Expected a note, but the view has none."}
    elif .view.rejections then {patch: [{op: "add", path: "/headlines/-", value: $note[:40]}]}
    else {patch: [{op: "add", path: "/headlines/-", value: ($note | split(". ")[0] | rtrimstr("."))}]}
    end'

while true; do
  # Waits up to 20 s for something to do. What is polled is this worker's until its deadline.
  if ! polled=$(curl -sS --fail "${headers[@]}" -d '{"max": 1, "wait": "PT20S"}' "$url/v1/queues/$queue/poll"); then
    sleep 1
    continue
  fi
  jq -c '.invocations[]' <<<"$polled" | while IFS= read -r invocation; do
    # Says what became of the answer. If it was rejected, the invitation to correct it comes with a later poll.
    jq -c "$answer" <<<"$invocation" |
      curl -sS --retry 5 --retry-connrefused "${headers[@]}" --data-binary @- \
        "$url/v1/invocations/$(jq -r .invocationId <<<"$invocation")/answer" ||
      echo "Expected an answer to be taken, but it was not; somebody is invited again." >&2
    echo
  done
done
