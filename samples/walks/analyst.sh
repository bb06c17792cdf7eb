#!/usr/bin/env bash
# An analyst, from Python: a hospital's table as wards write it, a look, a mapping, a network, effects, a picture. The second argument is the
# wheel of the package for Python, as `python3 -m build samples/python` makes it, which needs Python's module build. The walk itself needs
# python3 with venv and pandas; PYTHON names another than python3, by a name on the PATH or a path.
set -euo pipefail
[ $# -eq 2 ] && [ -f "$2" ] || {
    echo "usage: ${0##*/} REPOSITORY WHEEL, a directory as .ci/rehearse-release DIRECTORY leaves it, and the package for Python" >&2
    exit 2
}
python=${PYTHON:-python3}
case $python in
    /*) ;;
    */*) python=$PWD/$python ;; # the walk leaves this directory
esac
wheel=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
. "$(dirname "${BASH_SOURCE[0]}")/published.sh"

mkdir bin
printf '#!/bin/sh\nexec java -XX:+UseSerialGC -cp "%s" io.hedgerow.samples.cli.Hedgerow "$@"\n' "$program" > bin/hedgerow
chmod +x bin/hedgerow
PATH=$walk/bin:$PATH
unset HEDGEROW_HOME

"$python" -m venv --system-site-packages venv
venv/bin/python -m pip install -q --no-index --no-deps "$wheel"
cat > walk.py << 'PYTHON'
import random
from pathlib import Path

import hedgerow
import pandas


def ward(name, seed, rows, sexes):
    """Rows as a ward writes them: texts, codes, a patient's number, dates, and a column with one value."""
    draw = random.Random(seed)
    table = []
    for row in range(rows):
        man = draw.random() < 0.5
        age = draw.gauss(60, 12)
        dose = 20 + 0.2 * (age - 60) - 4 * man + draw.gauss(0, 3)
        table.append({
            "patient": f"{name}-{row:05}", "visited": f"2024-{1 + draw.randrange(12):02}-{1 + draw.randrange(28):02}",
            "country": "DE", "sex": sexes[0] if man else sexes[1], "age": round(age, 1), "dose": round(dose, 1),
            "stay": round(2 + 0.3 * dose + draw.gauss(0, 1.5), 1),
        })
    return pandas.DataFrame(table)


wards = {"north": ward("north", 11, 600, "MF"), "south": ward("south", 12, 500, "mf"), "west": ward("west", 13, 700, "MF")}

print("== a look")
look = hedgerow.inspect(wards)
print(look.findings[["weight", "about", "columns", "advice"]].to_string())
assert "patient" in " ".join(look.findings["columns"])

print("== levels that differ by case are refused, and the message says what mends them")
try:
    hedgerow.learn(wards)
    raise AssertionError("M and m were taken for two levels")
except hedgerow.DataError as refused:
    print(refused)

print("== a network, and its picture")
result = hedgerow.learn(wards, mapping={"sex": {"levels": {"f": "F", "m": "M"}}, "visited": "date"}, out="result")
print(result.edge_table().to_string())
edges = {frozenset((edge.source, edge.target)) for edge in result.edges}
assert {frozenset(("sex", "dose")), frozenset(("age", "dose")), frozenset(("dose", "stay"))} <= edges, edges
assert Path("result/network.svg").read_text("utf-8").startswith("<svg")

print("== what follows if a variable is set")
numbers = hedgerow.learn({name: rows[["age", "dose", "stay"]] for name, rows in wards.items()}, tiers="tiers.yaml")
effects = hedgerow.effects(numbers, of="dose", on="stay")
print(effects.to_string())
assert effects.loc[0, "lower"] < 0.3 < effects.loc[0, "upper"]

print("== rows of another ward")
found = hedgerow.predict(result, ward("east", 14, 200, "MF"), given=["age", "sex"])
print(found.scores.to_string())
assert len(found.table) == 200
PYTHON
printf 'tiers: [[age], [dose], [stay]]\n' > tiers.yaml
venv/bin/python walk.py
echo done
