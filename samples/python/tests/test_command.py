# SPDX-License-Identifier: Apache-2.0
"""The functions of the package with the real command line; skipped where there is none."""

import os
import random
import shutil
import tempfile
import unittest
from pathlib import Path

import hedgerow
from hedgerow.tables import pandas_or_none

PANDAS = pandas_or_none()
INSTALLED = os.environ.get("HEDGEROW_HOME") or shutil.which("hedgerow")


def ward(seed, rows=300):
    """Rows of a ward: age acts on dose, dose and sex act on stay."""
    draw = random.Random(seed)
    table = []
    for _ in range(rows):
        sex = draw.choice(["F", "M"])
        age = draw.gauss(60, 12)
        dose = 0.5 * age + draw.gauss(0, 3) + (6 if sex == "M" else 0)
        table.append({"sex": sex, "age": age, "größe": draw.gauss(170, 9), "dose": dose, "stay": 0.3 * dose + draw.gauss(0, 1)})
    return table


def numbers(table):
    return [{name: cell for name, cell in row.items() if name != "sex"} for row in table]


def rows_of(table):
    return table if isinstance(table, list) else table.to_dict("records")


@unittest.skipUnless(INSTALLED, "HEDGEROW_HOME is not set, and hedgerow is not on the PATH")
class CommandTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.numbers = hedgerow.learn({"north": numbers(ward(1)), "south": numbers(ward(2))})
        frames = ward(3) if PANDAS is None else PANDAS.DataFrame(ward(3))
        if PANDAS is not None:
            frames["sex"] = PANDAS.Categorical(frames["sex"], ["other", "M", "F"])
        cls.mixed = hedgerow.learn(frames)

    def test_learn_gives_edges_nodes_and_flags(self):
        edges = {(row["source"], row["target"]) for row in rows_of(self.numbers.edge_table())}
        self.assertTrue({("dose", "stay"), ("age", "dose")} <= edges | {(b, a) for a, b in edges}, edges)
        self.assertEqual(["age", "größe", "dose", "stay"], [row["variable"] for row in rows_of(self.numbers.node_table())])
        self.assertEqual([{"name": "north", "rows": 300}, {"name": "south", "rows": 300}], self.numbers.document["sites"])
        self.assertLessEqual({row["flag"] for row in rows_of(self.numbers.flag_table())}, {"hidden-cause", "not-gaussian"})

    def test_categories_keep_their_levels(self):
        if PANDAS is None:
            self.assertEqual({"sex": ["F", "M"]}, self.mixed.levels)
        else:
            self.assertEqual({"sex": ["other", "M", "F"]}, self.mixed.levels)

    def test_predict_returns_rows_in_their_order_and_scores(self):
        table = ward(4, 30)
        index = None
        if PANDAS is not None:
            index = [f"row {k}" for k in range(30)]
            table = PANDAS.DataFrame(table, index=index)
            table["sex"] = PANDAS.Categorical(table["sex"], ["F", "M", "unknown"])
        found = hedgerow.predict(self.mixed, table)
        rows = rows_of(found.table)
        self.assertEqual(30, len(rows))
        self.assertLess(abs(sum(rows[0][name] for name in rows[0] if name.startswith("sex=")) - 1), 1e-9)
        self.assertEqual({"sex", "age", "größe", "dose", "stay"}, {row["variable"] for row in rows_of(found.scores)})
        if PANDAS is not None:
            self.assertEqual(index, list(found.table.index))
            self.assertEqual(["F", "M", "unknown"], list(found.table["sex"].cat.categories))

    def test_effects_compare_what_if_and_export_of_a_result_in_memory(self):
        (effect,) = rows_of(hedgerow.effects(self.numbers, of="dose", on="stay", change=2))
        self.assertLess(effect["lower"], 0.6 + 0.1)
        self.assertGreater(effect["upper"], 0.6 - 0.1)
        self.assertEqual(0, hedgerow.compare(self.numbers, self.numbers).shd)
        after = {row["variable"]: row for row in rows_of(hedgerow.what_if(self.mixed, {"sex": "M"}))}
        self.assertEqual({"age", "größe", "dose", "stay"}, set(after))
        self.assertIn("custom.fit", hedgerow.export(self.numbers, "bnlearn"))

    def test_a_refusal_is_the_sentence_of_the_command(self):
        with self.assertRaisesRegex(hedgerow.DataError, "größe") as raised:
            hedgerow.predict(self.numbers, [{"age": 1.0, "dose": 2.0, "stay": 3.0}], given=["größe"])
        self.assertEqual(("bad-data", 3), (raised.exception.kind, raised.exception.exit_code))

    def test_inspect_lists_columns(self):
        found = hedgerow.inspect({"north": ward(5, 20)})
        kinds = {row["name"]: (row["file"], row["kind"]) for row in rows_of(found.columns)}
        self.assertEqual(("north", "category"), kinds["sex"])
        self.assertEqual(("north", "number"), kinds["größe"])

    def test_progress_gets_what_the_command_says_and_out_keeps_files(self):
        lines = []
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "my result")
            learned = hedgerow.learn(ward(6, 60), out=out, progress=lines.append, drop=["größe"], mapping={"stay": "drop"})
            self.assertTrue((out / "network.svg").is_file())
            self.assertEqual(learned.edges, hedgerow.load(out).edges)
        self.assertEqual(("sex", "age", "dose"), learned.variables)
        self.assertTrue(any("algorithm" in line for line in lines), lines)


@unittest.skipUnless(os.environ.get("HEDGEROW_TEST_STUDIES"), "HEDGEROW_TEST_STUDIES is not set: it takes a minute")
class StudyTest(unittest.TestCase):
    def test_a_study_is_rehearsed_and_run_again_by_its_parties(self):
        from hedgerow.tables import Written

        with Written([numbers(ward(1)), numbers(ward(2))]) as written, tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "study")
            rehearsed = hedgerow.rehearse(written.files, out, algorithm="gram")
            study = hedgerow.Study(out / "study.yaml")
            self.assertTrue(study.digest().startswith("sha256:"))
            study.check(out / "site-1" / "join.yaml", "site-1")
            port = _free_port()
            coordinator = study.start_coordinator(
                out / "coordinator", Path(folder, "state"), Path(folder, "again"),
                listen=f"localhost:{port}", status=_free_port(), progress=True,
            )
            with coordinator:
                sites = [
                    study.join(
                        name, out / name / "identity", written.files[k], Path(folder, name), out / name / "join.yaml",
                        f"localhost:{port}",
                    )
                    for k, name in enumerate(("site-1", "site-2"))
                ]
                for site in sites:
                    site.wait(120)
                coordinator.wait(120)
            self.assertEqual(0, hedgerow.compare(rehearsed, study.result(Path(folder, "again"))).shd)

    def test_a_suggested_plan_must_be_confirmed(self):
        from hedgerow.tables import Written

        with Written(numbers(ward(1))) as written, tempfile.TemporaryDirectory() as folder:
            study = hedgerow.Study.init(Path(folder, "study.yaml"), written.files[0], ["north", "south"])
            with self.assertRaisesRegex(hedgerow.DataError, "no one has confirmed it"):
                study.check()


def _free_port():
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


if __name__ == "__main__":
    unittest.main()
