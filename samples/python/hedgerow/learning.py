# SPDX-License-Identifier: Apache-2.0
"""Learn a network from tables, and use it: the commands learn, effect, predict, inspect, compare and export."""

import json
import os
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .command import Hedgerow, Progress, absolute, option_words
from .results import Result, load, result_of
from .tables import Data, Table, Written, _is_frame, private, read_table, table_of

#: A result, or the folder or file of one; or another file that the command reads, such as a network in BIF.
Network = Union[Result, str, "os.PathLike[str]"]

_BUDGET = ("privacy", "ledger", "policy", "anchors")


class StoppedEarly(UserWarning):
    """Exit code 4: results were written, but the solver stopped before it met its tolerance."""


@dataclass(frozen=True)
class Prediction:
    """Predicted rows and how well they fit; a variable's columns are as the command writes them.

    ``table`` has a row for each row of the data, with a column for each variable, and ``VARIABLE=LEVEL`` for the
    probability of each level of a category. ``scores`` has a row for each variable: ``rmse`` (in the variable's unit) and
    ``r2``, or ``accuracy`` and ``logLoss``, where the data have the column.
    """

    table: Table
    scores: Table
    document: Dict[str, Any]


@dataclass(frozen=True)
class Inspection:
    """What a look at files found: ``columns`` of each file, and ``findings`` with advice, most serious first."""

    columns: Table
    findings: Table
    document: Dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """Two networks: distances, and the edges that differ, as tables with ``from`` and ``to``."""

    shd: int
    skeleton_errors: int
    missing: Table
    extra: Table
    reversed: Table
    document: Dict[str, Any]


def learn(
    data: Data,
    *,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
    mapping: Any = None,
    progress: Progress = None,
    timeout: Optional[float] = None,
    cancel: Any = None,
    hedgerow: Optional[Hedgerow] = None,
    **options: Any,
) -> Result:
    """Learns a network from the rows of one or several sites, all in one process on this machine.

    ``data`` is a data frame, a list of dictionaries or the path of a file; or a list of these, one for each site; or a
    dictionary of these by the names of sites. A column with a categorical dtype is a category with its levels in their
    order, also those that no row has. Other columns are what they would be in a file. Tables are written to files that
    only this user may read, which are removed at the end.

    ``out`` keeps the files of the result, among them pictures. ``mapping`` is the path of a mapping file, several of
    these, or its lines as a dictionary: ``{"visited": "date"}``. Every other option of the command ``learn`` is a keyword:
    ``algorithm="gram"``, ``lambda_=0.1``, ``secure_aggregation=True``, ``required=["age->dose"]``.

    ``progress=True`` copies what the command says meanwhile to standard error, and a function gets it line by line.
    ``timeout`` is in seconds; ``cancel`` is an event, such as ``threading.Event``, that ends the process when it is set.

    Raises a ``HedgerowError`` with the command's sentence, and warns with ``StoppedEarly`` where a solver stopped early.
    """
    with Written(data) as written:
        if written.has_tables and any(value and name.rstrip("_") in _BUDGET for name, value in options.items()):
            raise ValueError(
                "with a privacy budget data must be files: a ledger knows a data set by its file, and a table would be"
                " another one in every run"
            )
        words = ["learn", "--data", *written.files, *written.mapping(mapping), *_format(written), *option_words(options)]
        if out is not None:
            words.append("--out=" + absolute(out))
        document = (hedgerow or Hedgerow()).run(words, progress, timeout, cancel)
        if document.pop("exitCode") == 4:
            warnings.warn("the solver stopped before it met its tolerance", StoppedEarly, stacklevel=2)
        for site in document.get("sites", []):
            site["name"] = written.names.get(site.get("name"), site.get("name"))
        for left in document.get("leftOut", []):
            left["source"] = written.names.get(left.get("source"), left.get("source"))
        return result_of(document)


def _format(written: Written) -> List[str]:
    # only where all files are ours: the form of others is found by the command
    return ["--delimiter=,", "--header"] if len(written.names) == len(written.files) else []


class _NetworkFile:
    """A network as a path; a result in memory is written to a private file, removed at the end."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._folder: Any = None

    def __enter__(self) -> str:
        if not isinstance(self._network, Result):
            return absolute(self._network)
        self._folder = tempfile.TemporaryDirectory(prefix="hedgerow-")
        file = Path(self._folder.name) / "result.json"
        with private(file) as out:
            json.dump(self._network.document, out, ensure_ascii=False)
        return str(file)

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()


def effects(
    network: Network,
    of: Optional[str] = None,
    on: Optional[str] = None,
    change: float = 1.0,
    *,
    hedgerow: Optional[Hedgerow] = None,
) -> Table:
    """By how much ``on`` changes when ``of`` is set higher by ``change`` (in its unit): total effects, likeliest first.

    A row has ``from``, ``to``, the ``probability`` that there is an effect, its ``median`` and the interval from ``lower``
    to ``upper``, whether it is ``identified``, and in words what was adjusted for and what rests on no hidden cause.
    Networks of numbers and categories together have none, which raises ``DataError``.
    """
    with _NetworkFile(network) as file:
        words = ["effect", "--network=" + file, *option_words({"of": of, "on": on, "change": change})]
        found = (hedgerow or Hedgerow()).run(words)["effects"]
    first = ["from", "to", "probability", "median", "lower", "upper", "identified", "adjusting", "hidden"]
    more = [name for row in found for name in row if name not in (*first, "possible")]
    return table_of(found, first + list(dict.fromkeys(more)))


def predict(
    network: Network,
    data: Data,
    *,
    given: Sequence[str] = (),
    do: Optional[Mapping[str, Any]] = None,
    mapping: Any = None,
    progress: Progress = None,
    timeout: Optional[float] = None,
    cancel: Any = None,
    hedgerow: Optional[Hedgerow] = None,
    **options: Any,
) -> Prediction:
    """Predicts the variables of new rows: each from its parents, or all others from the columns ``given``.

    ``do`` sets variables, whatever their causes are, and needs ``given``. A category comes back with the levels of the
    same column in ``data``, where that is categorical; otherwise with those of the network. The index is that of ``data``.
    """
    with Written(data) as written, _NetworkFile(network) as file:
        if len(written.files) != 1:
            raise ValueError(f"data must be one table or file, were {len(written.files)}")
        out = written.folder / "predicted.csv"
        words = ["predict", "--network=" + file, "--data=" + written.files[0], *_format(written), f"--out={out}"]
        if mapping is not None:
            words += _without_levels(written).mapping(mapping)
        words += option_words({"given": list(given) or None, "do": do, **options})
        document = (hedgerow or Hedgerow()).run(words, progress, timeout, cancel)
        index = data.index if _is_frame(data) else None
        table = read_table(out, _levels(network, document), written.categories, index)
    return Prediction(table, _scores(document["variables"]), _plain(document))


def _without_levels(written: Written) -> Written:
    written.levels.clear()  # the network names the levels
    return written


def _levels(network: Network, document: Mapping[str, Any]) -> Dict[str, Sequence[str]]:
    try:
        return dict((network if isinstance(network, Result) else load(network)).levels)
    except (OSError, ValueError):  # a network in BIF
        return {each["variable"]: () for each in document["variables"]}


def _scores(rows: List[Dict[str, Any]]) -> Table:
    return table_of(rows, list(dict.fromkeys(name for row in rows for name in row)))


def _plain(document: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in document.items() if name != "exitCode"}


def what_if(network: Network, do: Mapping[str, Any], *, hedgerow: Optional[Hedgerow] = None) -> Table:
    """What is expected of all other variables before and after variables are set: ``what_if(result, {"dose": 5})``.

    A row has ``variable``, ``level`` where it is a category, ``before`` and ``after`` (means in the variable's unit, or
    probabilities of the level), and whether it ``follows`` from what was set.
    """
    with _NetworkFile(network) as file:
        rows = (hedgerow or Hedgerow()).run(["predict", "--network=" + file, *option_words({"do": do})])["variables"]
    return table_of(rows, ["variable", "level", "before", "after", "deviation", "follows"])


def inspect(
    data: Data,
    *,
    write_mappings: Optional[Union[str, "os.PathLike[str]"]] = None,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
    progress: Progress = None,
    timeout: Optional[float] = None,
    cancel: Any = None,
    hedgerow: Optional[Hedgerow] = None,
    **options: Any,
) -> Inspection:
    """Looks at rows before learning: what is in the way, what would mislead, and what to do. It reads without privacy.

    ``write_mappings`` is a folder for a mapping file of each site, ``out`` one for a page with histograms.
    """
    with Written(data) as written:
        words = ["inspect", "--data", *written.files, *option_words(options)]
        for name, folder in (("write-mappings", write_mappings), ("out", out)):
            if folder is not None:
                words.append(f"--{name}={absolute(folder)}")
        document = _plain((hedgerow or Hedgerow()).run(words, progress, timeout, cancel))
        columns = []
        for file in document["files"]:
            file["file"] = written.names.get(file["file"], file["file"])
            columns += [{"file": file["file"], **column} for column in file["columns"]]
    found = ["weight", "about", "columns", "found", "example", "effect", "advice"]
    rows = [{**each, "columns": ", ".join(each.get("columns", []))} for each in document["findings"]]
    return Inspection(_scores(columns), table_of(rows, found), document)


def compare(a: Network, b: Network, *, hedgerow: Optional[Hedgerow] = None) -> Comparison:
    """Compares two networks: edges that only ``b`` has are missing, those that only ``a`` has are extra."""
    with _NetworkFile(a) as one, _NetworkFile(b) as other:
        document = _plain((hedgerow or Hedgerow()).run(["compare", one, other]))
    tables = {name: _edges(document[name]) for name in ("missing", "extra", "reversed")}
    return Comparison(document["shd"], document["skeletonErrors"], **tables, document=document)


def _edges(edges: List[Any]) -> Table:
    rows = [edge if isinstance(edge, dict) else {"from": edge[0], "to": edge[1]} for edge in edges]
    return table_of(rows, list(dict.fromkeys(["from", "to", *(name for row in rows for name in row)])))


def export(
    network: Network,
    format: str,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
    *,
    hedgerow: Optional[Hedgerow] = None,
) -> str:
    """The network in another program's format, such as ``bnlearn``, ``pgmpy``, ``bif`` or ``graphml``, as text.

    With ``out`` it is written to that file as well.
    """
    with _NetworkFile(network) as file:
        text = str((hedgerow or Hedgerow()).run(["export", "--network=" + file, "--format=" + format])["text"])
    if out is not None:
        Path(out).write_text(text, encoding="utf-8")
    return text
