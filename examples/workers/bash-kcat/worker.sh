#!/usr/bin/env bash
# Makes headlines with kcat and jq. Usage: worker.sh BOOTSTRAP_SERVERS QUEUE
set -euo pipefail
servers=$1 queue=$2 topic=patchboard.invocations.$2

# An invocation in, a proposal out. view.rejections says what was wrong with answers before: too long, here.
proposal='
  .view.item.value as $note
  | {proposalId: "answer-\(.invocationId)", boardId, worker, invocationId}
    + if $note == null then {error: "Expected a note, but the view has none."}
      elif .view.rejections then {patch: [{op: "add", path: "/headlines/-", value: $note[:40]}]}
      else {patch: [{op: "add", path: "/headlines/-", value: ($note | split(". ")[0] | rtrimstr("."))}]}
      end'

# A queue's topic is made when a blueprint first names it; kcat gives up where there is none.
until kcat -L -J -b "$servers" | jq -e --arg topic "$topic" 'any(.topics[]; .topic == $topic)' >/dev/null; do
  sleep 1
done

# A member of a consumer group. It notes by itself, every 5 s, how far it has printed.
exec 3< <(exec kcat -G "$queue-workers" -b "$servers" -q -u -f '%s\n' \
  -X auto.offset.reset=earliest -X isolation.level=read_committed "$topic")
trap "kill $!" EXIT
trap exit TERM INT

while IFS= read -r -u 3 invocation; do
  if jq -e '.deadline[:19] > (now | strftime("%Y-%m-%dT%H:%M:%S"))' <<<"$invocation" >/dev/null; then
    jq -c "$proposal" <<<"$invocation" |
      kcat -P -b "$servers" -t patchboard.proposals -k "$(jq -r .boardId <<<"$invocation")"
  fi
done
