# SPDX-License-Identifier: Apache-2.0
"""Tables in and out: data frames where pandas is installed, lists of dictionaries otherwise."""

import csv
import datetime
import json
import math
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .command import absolute

#: A data frame, or rows as dictionaries with the same keys.
Table = Any
#: A file, a table, several of these, or several by the names of their sites.
Data = Any

#: Texts that the command reads as a missing cell, in any case.
_MISSING = frozenset(("", "na", "nan", "null", "?"))


def pandas_or_none() -> Any:
    """The module pandas, or None where it is not installed."""
    try:
        import pandas
    except ImportError:
        return None
    return pandas


def table_of(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> Table:
    """Rows with these columns: a data frame, or a list of dictionaries where pandas is not installed."""
    listed = [{name: row.get(name) for name in columns} for row in rows]
    pandas = pandas_or_none()
    return listed if pandas is None else pandas.DataFrame(listed, columns=list(columns))


class Written:
    """Tables as files that only this user may read, in a folder that ``close`` removes with all in it.

    ``files`` are the files of all sites, those that were files already among them. ``levels`` are the levels of columns
    that are categories in a data frame: texts, in the order of the categories.
    """

    def __init__(self, data: Data) -> None:
        self._folder: Optional["tempfile.TemporaryDirectory[str]"] = None
        self.files: List[str] = []
        self.names: Dict[str, str] = {}
        self.levels: Dict[str, List[str]] = {}
        self.categories: Dict[str, Any] = {}
        try:
            for name, one in _sites(data):
                self._add(name, one)
        except BaseException:
            self.close()
            raise

    @property
    def has_tables(self) -> bool:
        """Whether any site's rows were a table, and not a file."""
        return bool(self.names)

    @property
    def folder(self) -> Path:
        """A folder for this user alone (mode 0700); made when it is first needed."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="hedgerow-")
        return Path(self._folder.name)

    def close(self) -> None:
        """Removes the folder."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> "Written":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _add(self, name: str, one: Any) -> None:
        if isinstance(one, (str, os.PathLike)):
            self.files.append(absolute(one))
            return
        columns, levels, rows, categories = _cells(one)
        for column, texts in levels.items():
            known = self.levels.setdefault(column, [])
            known.extend(text for text in texts if text not in known)
        self.categories.update(categories)
        stem = re.sub(r"[^A-Za-z0-9_-]", "_", name) or "rows"
        file = self.folder / f"{len(self.files) + 1}" / f"{stem}.csv"
        file.parent.mkdir(mode=0o700)
        with private(file) as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(rows)
        self.files.append(str(file))
        self.names[str(file)] = name

    def mapping(self, given: Any) -> List[str]:
        """Words for ``--mapping``: what was given, and the levels of categories."""
        if given is None or isinstance(given, Mapping):
            told: Dict[str, Any] = {name: {"levels": texts} for name, texts in self.levels.items()}
            for name, line in (given or {}).items():
                told[name] = line
            if not told:
                return []
            file = self.folder / "columns.yaml"
            with private(file) as out:
                json.dump(told, out, ensure_ascii=False)  # JSON is YAML
            return ["--mapping", str(file)]
        if self.levels:
            raise ValueError(
                "mapping must be a dictionary where a data frame has categories, which are part of it: was "
                f"{given!r}; make {', '.join(self.levels)} columns of text, or give the lines of the file"
            )
        paths = given if isinstance(given, (list, tuple)) else [given]
        return ["--mapping", *(absolute(path) for path in paths)]


def private(file: Path) -> Any:
    """A new file of text that only this user may read and write."""
    return os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8", newline="")


def _is_frame(one: Any) -> bool:
    pandas = pandas_or_none()
    return pandas is not None and isinstance(one, pandas.DataFrame)


def _is_table(one: Any) -> bool:
    return _is_frame(one) or (isinstance(one, (list, tuple)) and bool(one) and isinstance(one[0], Mapping))


def _sites(data: Data) -> List[Tuple[str, Any]]:
    if isinstance(data, (str, os.PathLike)) or _is_table(data):
        return [("rows", data)]
    if isinstance(data, Mapping):
        return [(str(name), one) for name, one in data.items()]
    if isinstance(data, (list, tuple)) and data:
        return [(f"site-{k + 1}", one) for k, one in enumerate(data)]
    raise ValueError(f"data must be a file, a table, or several of these, was {type(data).__name__}")


def _cells(table: Any) -> Tuple[List[str], Dict[str, List[str]], List[List[str]], Dict[str, Any]]:
    if _is_frame(table):
        return _cells_of_frame(table)
    if not _is_table(table):
        raise ValueError(f"a site's rows must be a file, a data frame or a list of dictionaries, was {type(table).__name__}")
    columns = [str(name) for name in table[0]]
    rows = []
    for row in table:
        if list(row) != list(table[0]):
            raise ValueError(f"every row must have the columns {', '.join(columns)}, one has {', '.join(map(str, row))}")
        rows.append([_text(name, row[name]) for name in row])
    return columns, {}, rows, {}


def _cells_of_frame(frame: Any) -> Tuple[List[str], Dict[str, List[str]], List[List[str]], Dict[str, Any]]:
    columns = [str(name) for name in frame.columns]
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        raise ValueError(f"names of columns must differ, {', '.join(twice)} is there more than once")
    levels: Dict[str, List[str]] = {}
    categories: Dict[str, Any] = {}
    cells = []
    for k, name in enumerate(columns):
        column = frame.iloc[:, k]
        if str(column.dtype) == "category":
            levels[name] = _levels(name, column.cat.categories)
            categories[name] = column.cat
        cells.append(["" if gone else _text(name, value) for value, gone in zip(column.tolist(), column.isna())])
    return columns, levels, [list(row) for row in zip(*cells)], categories


def _levels(name: str, categories: Iterable[Any]) -> List[str]:
    texts = [_text(name, category) for category in categories]
    for text in texts:
        if text.strip() != text or not text:
            raise ValueError(f'column "{name}": a level must have no blanks around it, was "{text}": rename it')
    if len(set(texts)) != len(texts):
        raise ValueError(f'column "{name}": levels must be different texts, were {", ".join(texts)}')
    return texts


def _text(name: str, value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "True" if value else "False"
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    text = str(value)
    if isinstance(value, str) and text and text.strip().lower() in _MISSING:
        raise ValueError(
            f'column "{name}": the text "{text}" stands for a missing cell in files: use None for a missing cell, or'
            " another text for this level"
        )
    return text


def read_table(file: Union[str, Path], levels: Mapping[str, Sequence[str]], like: Mapping[str, Any], index: Any) -> Table:
    """A file of predictions: columns in ``levels`` are texts, all others numbers; an empty cell is missing.

    With pandas a category has the categories of the same column in ``like``, those of a data frame that was given.
    """
    with open(file, encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
        names = list(rows[0]) if rows else []
    parsed = [
        {name: (cell or None) if name in levels else (float(cell) if cell else None) for name, cell in row.items()}
        for row in rows
    ]
    pandas = pandas_or_none()
    if pandas is None:
        return parsed
    frame = pandas.DataFrame(parsed, columns=names)
    if index is not None and len(index) == len(frame):
        frame.index = index
    for name in names:
        if name in like:
            back = {_text(name, category): category for category in like[name].categories}
            frame[name] = pandas.Categorical(
                [back.get(cell) for cell in frame[name]], categories=like[name].categories, ordered=like[name].ordered
            )
        elif name in levels:
            frame[name] = pandas.Categorical(frame[name], categories=list(levels[name]))
    return frame
