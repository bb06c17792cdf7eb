#!/usr/bin/env bash
# A data steward: reads a plan, decides, sees what it costs before and after, gives a head of the ledger away, and finds out when the ledger
# was changed or an older copy put back.
. "$(dirname "${BASH_SOURCE[0]}")/published.sh"

hedgerow simulate --d 4 --sites 2 --rows 500 --seed 3 --out ward > said
cat > policy.yaml << 'POLICY'
dataset: {id: ward-visits, rows: 500}
unit: record
budget: {epsilon: 3, delta: 3.0e-6}
perStudy: {epsilon: 2, delta: 1.0e-6}
minimumCohort: 1
allowedSolvers: [dp-gram]
POLICY

echo "what a budget buys, before anything is read"
ends 0 hedgerow plan --rows 500 --d 4 --sites 1 --privacy epsilon=2
says epsilon
[ ! -e ledger ] || surprise "a plan must make no ledger"

echo "refused by the policy: another algorithm, and more than one study may take"
study=(hedgerow learn --data ward/site-1.csv --policy policy.yaml --centre none --ledger ledger --quiet)
ends 5 "${study[@]}" --privacy epsilon=2.5,delta=1e-6 --out refused
ends 5 "${study[@]}" --algorithm dp-fed-sparse --privacy epsilon=1,delta=1e-6 --out refused
[ ! -e refused ] || surprise "a refused study must leave no result"

echo "approved, and charged once"
ends 0 "${study[@]}" --privacy epsilon=2,delta=1e-6 --out first
ends 0 hedgerow ledger show --ledger ledger
says "spent        epsilon 2, delta 0.000001"
says "left         epsilon 1, delta 0.000002"
ends 0 hedgerow ledger verify --ledger ledger --json
head=$(sed -n 's/.*"head" *: *"\([0-9a-f]\{64\}\)".*/\1/p' said | head -1)
[ -n "$head" ] || { cat said >&2; surprise "verify must say the head of the ledger"; }
cp -r ledger older

echo "a second one that the rest does not cover is refused, and costs nothing"
ends 5 "${study[@]}" --privacy epsilon=2,delta=1e-6 --out second
says "there is left epsilon 1"
ends 0 hedgerow ledger show --ledger ledger
says "spent        epsilon 2, delta 0.000001"
ends 0 "${study[@]}" --privacy epsilon=1,delta=1e-6 --out third
ends 0 hedgerow ledger show --ledger ledger
says "left         epsilon 0"

echo "the ledger proves it: it goes on from the head that was given away, and changes are found"
ends 0 hedgerow ledger verify --ledger ledger --anchor "$head"
ends 0 hedgerow ledger verify --ledger ledger --json
newer=$(sed -n 's/.*"head" *: *"\([0-9a-f]\{64\}\)".*/\1/p' said | head -1)
[ "$newer" != "$head" ] || surprise "the head must move with every charge"
ends 5 hedgerow ledger verify --ledger older --anchor "$newer"
cp -r ledger changed
sed -i 's/"epsilon":2/"epsilon":1/' "$(find changed -name hedgerow.ledger)"
ends 5 hedgerow ledger verify --ledger changed
says "was changed or damaged"
echo "steward: done"
