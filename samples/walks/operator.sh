#!/usr/bin/env bash
# An operator: enrols two sites, runs a private study, kills the coordinator and a site in the middle, starts them again with the same
# directories, and moves to another copy of the program afterwards. Nothing is charged twice.
. "$(dirname "${BASH_SOURCE[0]}")/published.sh"

port=${HEDGEROW_PORT:-$((20000 + RANDOM % 20000))}
hedgerow simulate --d 4 --sites 2 --rows 1000 --seed 7 --out sites > said
mkdir hub north south
cp sites/site-1.csv north/rows.csv
cp sites/site-2.csv south/rows.csv

echo "enrolment"
hedgerow enrol init-authority --authority authority --label walk > authority.txt
root=$(sed -n 's/^fingerprint *//p' authority.txt)
hedgerow enrol request --dir hub/identity --coordinator hub --host localhost > hub.txt
for site in north south; do
    hedgerow enrol request --dir $site/identity --site $site > $site.txt
done
for party in hub north south; do
    ends 0 hedgerow enrol sign --authority authority --request $party/identity/tls.csr --out $party.pem \
        --fingerprint "$(sed -n 's/^fingerprint *//p' $party.txt)"
    ends 0 hedgerow enrol install --dir $party/identity --certificate $party.pem --root authority/authority.pem --fingerprint "$root"
done
ends 3 hedgerow enrol install --dir north/identity --certificate south.pem --root authority/authority.pem --fingerprint "$root"
cp authority/revoked.crl hub/identity

# plan NAME: a private study in rounds, signed by an officer whom both sites trust
hedgerow enrol officer-key --key officer.key > officer.txt
officer=$(sed -n 's/^publicKey *//p' officer.txt)
plan() {
    cat > "$1.yaml" << PLAN
format: 1
name: $1
coordinator: hub
sites: [north, south]
variables: {x1: [-8, 8], x2: [-16, 16], x3: [-8, 8], x4: [-8, 8]}
algorithm:
  id: dp-fed-sparse
  parameters: {rows.north: 1000, rows.south: 1000}
privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}
rounds: 8
quorum: 2
deadline: 120s
minimumCohort: 2
secureAggregation: none
PLAN
    ends 0 hedgerow study sign "$1.yaml" --key officer.key
    local digest
    digest=$(sed -n 's/^digest *//p' said)
    for site in north south; do
        cat > $site/join.yaml << RULES
join:
  officers: {keys: [$officer], threshold: 1}
  allowedPlans: ["$digest"]
  minimumCohort: 2
  secureAggregationRequired: false
  maxEpsilonPerStudy: 2
  maxDeltaPerStudy: 1.0e-6
  insecureNoPrivacyAllowed: false
  allowedAlgorithms: [dp-fed-sparse]
RULES
        cat > $site/policy.yaml << POLICY
dataset: {id: $site-visits, rows: 1000}
unit: record
budget: {epsilon: 4, delta: 2.0e-6}
perStudy: {epsilon: 2, delta: 1.0e-6}
minimumCohort: 2
POLICY
    done
}

# start NAME: a process of a study, whose number is in the variable of its name; its words are in NAME.log
start_hub() {
    java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$program" io.hedgerow.samples.cli.Hedgerow coordinator start \
        --study "$1.yaml" --identity hub/identity --data hub/state --listen "localhost:$port" --out "result-$1" >> hub.log 2>&1 &
    hub=$!
    background+=" $hub"
}
start_site() {
    java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$program" io.hedgerow.samples.cli.Hedgerow site join \
        --site "$2" --study "$1.yaml" --rules "$2/join.yaml" --policy "$2/policy.yaml" --identity "$2/identity" \
        --data "$2/rows.csv" --home "$2/home" --coordinator "localhost:$port" >> "$2.log" 2>&1 &
    declare -g "$2=$!"
    background+=" $!"
}

# spent SITE EPSILON: what the site's ledger says; a plan in rounds costs a little less than it may
spent() {
    ends 0 hedgerow ledger show --ledger "$1/home/ledger"
    sed -n 's/^ *spent *epsilon \([0-9.]*\),.*/\1/p' said | awk -v most="$2" 'NR == 1 { ok = $1 <= most && $1 > .99 * most } END { exit !ok }' \
        || { cat said >&2; surprise "$1 must have spent nearly $2 and no more"; }
}

echo "a study whose coordinator and north are killed when both have begun"
plan first
start_hub first
until_says hub.log "listening on port"
start_site first north
start_site first south
until_says hub/state/first.journal plain
for at in $(seq 720); do
    [ -s north/home/ledger/hedgerow.ledger ] && [ -s south/home/ledger/hedgerow.ledger ] && break
    sleep 0.25
done
kill -9 "$hub" "$north"
wait "$hub" "$north" 2> /dev/null || true
start_hub first
start_site first north
wait "$hub" || { cat hub.log >&2; surprise "the coordinator must end with 0 after it was started again"; }
wait "$north" "$south" || { cat north.log south.log >&2; surprise "the sites must end with 0"; }
[ -s result-first/result.json ] || surprise "there must be a result"
spent north 2
spent south 2
ends 0 hedgerow egress verify --log north/home/egress.log --ledger north/home/ledger

echo "started once more: the result is returned, and nothing is charged"
start_hub first
wait "$hub" || { cat hub.log >&2; surprise "a study that has ended must end again with 0"; }
spent north 2

echo "another copy of the program, and a second study"
mkdir program-2
cp -r local/io/hedgerow program-2/hedgerow-copy
program=${program//"$walk/local/io/hedgerow"/"$walk/program-2/hedgerow-copy"}
for site in north south; do
    plan second
    ends 0 hedgerow site doctor --site $site --study second.yaml --rules $site/join.yaml --policy $site/policy.yaml \
        --identity $site/identity --data $site/rows.csv --home $site/home
    says " 0 failed"
done
: > hub.log
start_hub second
until_says hub.log "listening on port"
start_site second north
start_site second south
wait "$hub" || { cat hub.log >&2; surprise "the second study must end with 0"; }
wait "$north" "$south" || { cat north.log south.log >&2; surprise "the sites must end with 0"; }
spent north 4
spent south 4

echo "the budget is spent: a third study is refused before anything is charged"
plan third
ends 5 hedgerow site doctor --site north --study third.yaml --rules north/join.yaml --policy north/policy.yaml \
    --identity north/identity --data north/rows.csv --home north/home
spent north 4
echo "operator: done"
