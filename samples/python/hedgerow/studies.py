# SPDX-License-Identifier: Apache-2.0
"""Studies between organisations: a plan, a coordinator and sites as processes, and their status."""

import json
import os
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .command import Hedgerow, Progress, Running, absolute, option_words
from .results import Result, load
from .tables import Table, table_of

Path = Union[str, "os.PathLike[str]"]


def plan(*, hedgerow: Optional[Hedgerow] = None, **options: Any) -> Dict[str, Any]:
    """What a privacy budget buys: ``plan(rows=5000, d=20, sites=8, privacy="epsilon=2")``. Reads no data."""
    return (hedgerow or Hedgerow()).run(["plan", *option_words(options)])


def rehearse(
    files: Sequence[Path], out: Path, *, progress: Progress = None, timeout: Optional[float] = None,
    hedgerow: Optional[Hedgerow] = None, **options: Any,
) -> Result:
    """A whole study on this machine, in processes of their own with real certificates: the command ``federation``.

    ``out`` must be missing or empty; everything is kept there. Options are those of the command, as ``algorithm="gram"``.
    """
    words = ["federation", "--data", *(absolute(file) for file in files), "--out=" + absolute(out), *option_words(options)]
    (hedgerow or Hedgerow()).run(words, progress, timeout)
    return load(os.path.join(absolute(out), "result"))


class Study:
    """A study by the file of its plan.

    Keys and passphrases stay in files: no method takes one. What a person must type (``--ask-passphrase``) is not
    supported, because processes have no terminal.
    """

    def __init__(self, plan: Path, hedgerow: Optional[Hedgerow] = None) -> None:
        self.plan = absolute(plan)
        self._hedgerow = hedgerow or Hedgerow()

    @classmethod
    def init(cls, plan: Path, data: Path, sites: Sequence[str], hedgerow: Optional[Hedgerow] = None, **options: Any) -> "Study":
        """Begins a plan from a file of rows. Its bounds come from the data: a person must confirm every marked line."""
        study = cls(plan, hedgerow)
        words = ["study", "init", study.plan, "--data=" + absolute(data), *option_words({"sites": list(sites), **options})]
        study._hedgerow.run(words)
        return study

    def check(self, rules: Optional[Path] = None, site: Optional[str] = None) -> Dict[str, Any]:
        """Checks the plan, and with ``rules`` whether ``site`` would join it; raises what is wrong."""
        return self._study("check", rules=None if rules is None else absolute(rules), site=site)

    def digest(self) -> str:
        """The digest that sites allow and officers sign."""
        return str(self._study("digest")["digest"])

    def _study(self, action: str, **options: Any) -> Dict[str, Any]:
        return self._hedgerow.run(["study", action, self.plan, *option_words(options)])

    def start_coordinator(self, identity: Path, data: Path, out: Path, *, progress: Progress = None, **options: Any) -> Running:
        """Starts the coordinator. ``data`` is the folder of what survives a restart, ``out`` that of the result.

        ``listen="HOST:PORT"`` says where sites dial in, and ``status=PORT`` where :func:`status` finds it. The process ends
        with the study; ``wait`` of what is returned gives its JSON, and :meth:`result` reads what it wrote.
        """
        places = {"study": self.plan, "identity": absolute(identity), "data": absolute(data), "out": absolute(out)}
        return self._hedgerow.start(["coordinator", "start", *option_words({**places, **options})], progress)

    def join(
        self, site: str, identity: Path, data: Path, home: Path, rules: Path, coordinator: str,
        *, progress: Progress = None, **options: Any,
    ) -> Running:
        """Joins the study as ``site`` with the rows of the file ``data``; ``policy=FILE`` where the plan has a budget.

        It ends with the study. A site that was cancelled joins again by the same call: its ``home`` remembers.
        """
        return self._hedgerow.start(self._site("join", site, identity, data, home, rules, coordinator, options), progress)

    def doctor(
        self, site: str, identity: Path, data: Path, home: Path, rules: Path, coordinator: str, **options: Any
    ) -> Dict[str, Any]:
        """Checks everything that could keep the site out, and reads no record."""
        return self._hedgerow.run(self._site("doctor", site, identity, data, home, rules, coordinator, options))

    def _site(
        self, action: str, site: str, identity: Path, data: Path, home: Path, rules: Path, coordinator: str,
        options: Mapping[str, Any],
    ) -> List[str]:
        places = {"identity": identity, "data": data, "home": home, "rules": rules}
        words = {"site": site, "study": self.plan, **{name: absolute(place) for name, place in places.items()}}
        return ["site", action, *option_words({**words, "coordinator": coordinator, **options})]

    @staticmethod
    def status(port: int, timeout: float = 10.0) -> Dict[str, Any]:
        """The status of a coordinator on this machine that was started with ``status=port``: ``status.json``."""
        # never by way of a proxy: the page is this machine's
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{port}/status.json", timeout=timeout) as answer:
            return dict(json.loads(answer.read().decode("utf-8")))

    @staticmethod
    def sites(status: Mapping[str, Any]) -> Table:
        """The sites of a status, as a table."""
        names = ["site", "presence", "lastSeen", "lastRoundAnswered", "roundsIn", "lastFailure", "hindrance", "whatHelps"]
        return table_of(status["sites"], names)

    @staticmethod
    def result(out: Path) -> Result:
        """What the coordinator wrote to ``out``."""
        return load(out)
