#!/bin/sh
# Makes a lot of the photos named, processes it and saves the files here:
#   FOTOLOT_URL=https://… FOTOLOT_KEY=fot_… sh lot.sh one.jpg two.jpg
set -eu
api="$FOTOLOT_URL/api/v1"

ask() { curl -sS --fail-with-body -H "Authorization: Bearer $FOTOLOT_KEY" "$@"; }
send() { ask -H 'Content-Type: application/json' "$@"; }
tus() { ask -H 'Tus-Resumable: 1.0.0' "$@"; }
encode() { printf %s "$1" | base64 | tr -d '\n'; }
# Reads the lot until no photo and no run is under way.
read_lot() {
  while lot=$(ask "$api/batches/$id") && printf %s "$lot" | grep -Eq '"state":"(uploading|preparing|queued|running)"'
  do sleep 2; done
}

id=$(send "$api/batches" -d '{"name":"Din script"}' | grep -o 'lot_[a-z0-9]*')
for photo; do
  place=$(tus -X POST -D - -o /dev/null "$api/uploads" -H "Upload-Length: $(wc -c <"$photo" | tr -d ' ')" \
    -H "Upload-Metadata: name $(encode "${photo##*/}"),batchId $(encode "$id")" \
    | tr -d '\r' | sed -n 's/^[Ll]ocation: //p')
  tus -X PATCH "$FOTOLOT_URL$place" -H 'Upload-Offset: 0' \
    -H 'Content-Type: application/offset+octet-stream' --data-binary "@$photo"
done
read_lot
# What can start and what it costs is what a start has to say. The lot's id as the key: it starts once.
start=$(printf %s "$lot" | sed 's/.*"start":\({[^}]*}\).*/\1/')
send "$api/batches/$id/start" -H "Idempotency-Key: $id" -d "$start" -o /dev/null
read_lot
for result in $(ask "$api/batches/$id/results" | grep -o '"id":"res_[a-z0-9]*' | cut -d '"' -f 4); do
  ask -OJ "$api/results/$result/file"
done
