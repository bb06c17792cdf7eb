# SPDX-License-Identifier: Apache-2.0
"""Reads the result.json that hedgerow writes: plain records from the standard library alone,
a pandas data frame and a networkx graph where these are installed."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from .tables import Table, table_of

__all__ = ["Edge", "Equation", "Result", "load", "result_of"]

#: The newest version of result.json that is understood.
VERSION = 1


@dataclass(frozen=True)
class Edge:
    """An edge. ``directed`` is false where the reverse explains the data as well."""

    source: str
    target: str
    weight: float
    directed: bool = True
    lag: int = 0
    adjacent: Optional[float] = None
    direction: Optional[float] = None
    vote_share: Optional[float] = None
    mark: Optional[str] = None  # such as "o->", where causes may be hidden


@dataclass(frozen=True)
class Equation:
    """variable = intercept + sum of weight * parent + noise; parents are (name, lag, weight).

    The level M of a category sex is the parent ``sex=M``, which is 1 in rows with that level and 0 in others.
    """

    variable: str
    intercept: Optional[float]
    noise_variance: Optional[float]
    parents: Tuple[Tuple[str, int, float], ...]


@dataclass(frozen=True)
class Result:
    """A result; ``document`` has everything as it was read."""

    algorithm: str
    kind: Optional[str]
    variables: Tuple[str, ...]
    edges: Tuple[Edge, ...]
    model: Optional[str]
    scale: Optional[str]
    equations: Tuple[Equation, ...]
    warnings: Tuple[str, ...]
    document: Dict[str, Any]

    def predict(self, row: Dict[str, float]) -> Dict[str, float]:
        """Every variable from its parents in a row, for networks without lags whose equations are complete."""
        if self.model != "linear" or self.scale != "data":
            raise ValueError(f"model must be linear in the unit of data, is {self.model} in {self.scale}")
        if any(lag for equation in self.equations for _, lag, _ in equation.parents):
            raise ValueError("the network has lags: a row alone does not predict")
        return {
            equation.variable: equation.intercept
            + sum(weight * row[parent] for parent, _, weight in equation.parents)
            for equation in self.equations
        }

    @property
    def levels(self) -> Dict[str, List[str]]:
        """The levels of each variable that is a category, in their order."""
        return dict(self.document.get("levels", {}))

    def edge_table(self) -> Table:
        """The edges, a row each: ``source``, ``target``, ``weight``, ``directed``, and probabilities where known."""
        columns = list(Edge.__dataclass_fields__)
        return table_of([{name: getattr(edge, name) for name in columns} for edge in self.edges], columns)

    def effect_table(self) -> Table:
        """Total effects in the result, a row each, with their intervals; none where the method has no posterior."""
        pairs = self.document.get("effects", {}).get("pairs", [])
        rows = [{**pair, "adjustment": ", ".join(pair.get("adjustment", []))} for pair in pairs]
        first = ["from", "to", "probability", "median", "lower", "upper", "adjustment"]
        more = [name for pair in pairs for name in pair if name not in (*first, "possible", "restsOn")]
        return table_of(rows, first + list(dict.fromkeys(more)))

    def node_table(self) -> Table:
        """The variables, a row each: ``kind``, number of ``parents``, ``intercept`` and ``noise_variance`` where known."""
        equations = {each.variable: each for each in self.equations}
        rows = []
        for name in self.variables:
            own = equations.get(name)
            rows.append(
                {
                    "variable": name,
                    "kind": "category" if name in self.levels else "number",
                    "levels": len(self.levels[name]) if name in self.levels else None,
                    "parents": sum(edge.directed and edge.target == name for edge in self.edges),
                    "intercept": own.intercept if own else None,
                    "noise_variance": own.noise_variance if own else None,
                }
            )
        return table_of(rows, ["variable", "kind", "levels", "parents", "intercept", "noise_variance"])

    def flag_table(self) -> Table:
        """What makes the network less trustworthy, a row each, as far as the method can tell."""
        return table_of([{"flag": flag} for flag in self.document.get("trust", {}).get("flags", [])], ["flag"])

    def to_pandas(self) -> Any:
        """The edges as a data frame, a line each."""
        import pandas

        return pandas.DataFrame(self.edge_table(), columns=list(Edge.__dataclass_fields__))

    def to_networkx(self) -> Any:
        """A MultiDiGraph; an edge without direction is there once, with directed=False."""
        import networkx

        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(self.variables)
        for edge in self.edges:
            graph.add_edge(
                edge.source, edge.target, weight=edge.weight, directed=edge.directed, lag=edge.lag
            )
        return graph


def load(path: Union[str, "os.PathLike[str]"]) -> Result:
    """Reads a result.json, or the one in a directory; ValueError when it is none, or of a newer version."""
    place = Path(path)
    if place.is_dir():
        place = place / "result.json"
    try:
        return result_of(json.loads(place.read_text(encoding="utf-8")))
    except ValueError as e:
        raise ValueError(f"{place}: {e}") from e


def result_of(document: Any) -> Result:
    """A result from its JSON; ValueError when it is none, or of a newer version."""
    formats = ("hedgerow-learn", "hedgerow-study", "hedgerow-result")
    if not isinstance(document, dict) or document.get("format") not in formats:
        raise ValueError("format must be hedgerow-learn, hedgerow-study or hedgerow-result")
    if document["version"] > VERSION:
        raise ValueError(f"version must be at most {VERSION}, was {document['version']}")
    fitted = document.get("parameters", {})
    return Result(
        algorithm=document.get("algorithm", ""),
        kind=document.get("kind"),
        variables=tuple(document["variables"]),
        edges=tuple(_edge(edge) for edge in document["edges"]),
        model=fitted.get("model"),
        scale=fitted.get("scale"),
        equations=tuple(_equation(equation) for equation in fitted.get("equations", [])),
        warnings=tuple(document["warnings"]),
        document=document,
    )


def _edge(edge: Dict[str, Any]) -> Edge:
    return Edge(
        source=edge["from"],
        target=edge["to"],
        weight=edge["weight"],
        directed=edge["directed"],
        lag=edge.get("lag", 0),
        adjacent=edge.get("adjacent"),
        direction=edge.get("direction"),
        vote_share=edge.get("voteShare"),
        mark=edge.get("mark"),
    )


def _equation(equation: Dict[str, Any]) -> Equation:
    parents: List[Tuple[str, int, float]] = [
        (
            parent["variable"] + ("=" + parent["level"] if "level" in parent else ""),
            parent.get("lag", 0),
            parent["weight"],
        )
        for parent in equation["parents"]
        if "weight" in parent
    ]
    return Equation(
        variable=equation["variable"],
        intercept=equation.get("intercept"),
        noise_variance=equation.get("noiseVariance"),
        parents=tuple(parents),
    )
