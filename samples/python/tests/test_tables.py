# SPDX-License-Identifier: Apache-2.0
"""Tables as files, options as words, and how processes end: no Java."""

import json
import os
import stat
import sys
import tempfile
import threading
import time
import unittest
from datetime import date
from pathlib import Path
from unittest import mock

import hedgerow
from hedgerow.command import Running, find_command, option_words
from hedgerow.tables import Written, pandas_or_none, read_table


class WrittenTest(unittest.TestCase):
    def test_rows_are_written_for_this_user_alone_and_removed(self):
        with Written({"north ward": [{"a": 0.1 + 0.2, "b": "x, \"y\"", "c": None, "d": date(2024, 1, 31), "e": True}]}) as written:
            (file,) = written.files
            self.assertEqual('a,b,c,d,e\n0.30000000000000004,"x, ""y""",,2024-01-31,True\n', Path(file).read_text("utf-8"))
            self.assertEqual({file: "north ward"}, written.names)
            if os.name == "posix":
                self.assertEqual(0o600, stat.S_IMODE(os.stat(file).st_mode))
                self.assertEqual(0o700, stat.S_IMODE(os.stat(written.folder).st_mode))
        self.assertFalse(Path(file).parent.parent.exists())

    def test_nothing_stays_when_rows_are_refused(self):
        before = set(os.listdir(tempfile.gettempdir()))
        with self.assertRaisesRegex(ValueError, "every row must have the columns a, b, one has a"):
            Written([[{"a": 1, "b": 2}], [{"a": 1, "b": 2}, {"a": 1}]])
        left = set(os.listdir(tempfile.gettempdir())) - before
        self.assertEqual([], [name for name in left if name.startswith("hedgerow-") and not name.startswith("hedgerow-t")])

    def test_files_are_absolute_paths(self):
        with Written(["-north.csv", Path("south.csv")]) as written:
            self.assertEqual([os.path.abspath("-north.csv"), os.path.abspath("south.csv")], written.files)
            self.assertFalse(written.has_tables)
            self.assertEqual(["--mapping", os.path.abspath("m.yaml")], written.mapping("m.yaml"))

    def test_text_that_stands_for_a_missing_cell_is_refused(self):
        for text in ("NA", "?", " null"):
            with self.assertRaisesRegex(ValueError, 'column "sex": the text'):
                Written([{"sex": text}])

    def test_no_data_is_refused(self):
        for none in ([], 3, [3]):
            with self.assertRaises(ValueError):
                Written(none)

    @unittest.skipIf(pandas_or_none() is None, "pandas is not installed")
    def test_levels_of_a_data_frame_are_kept_in_their_order(self):
        import pandas

        frame = pandas.DataFrame({"code": pandas.Categorical(["b|c", None, "a"], ["z", "b|c", "a"]), "n": [1, 2, 3]})
        with Written(frame) as written:
            _, file = written.mapping({"n": "drop"})
            self.assertEqual({"code": {"levels": ["z", "b|c", "a"]}, "n": "drop"}, json.loads(Path(file).read_text("utf-8")))
            self.assertEqual("code,n\nb|c,1\n,2\na,3\n", Path(written.files[0]).read_text("utf-8"))
            with self.assertRaisesRegex(ValueError, "mapping must be a dictionary"):
                written.mapping("columns.yaml")
        for wrong in (["a ", "b"], ["NA", "b"], [1, "1"]):
            with self.assertRaises(ValueError):
                Written(pandas.DataFrame({"code": pandas.Categorical([], wrong)}))

    @unittest.skipIf(pandas_or_none() is None, "pandas is not installed")
    def test_a_category_comes_back_with_its_own_categories(self):
        import pandas

        given = pandas.Series(pandas.Categorical([2, 1], [3, 2, 1], ordered=True), name="grade").cat
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "p.csv")
            file.write_text("grade,grade=1,x\n2,0.25,1.5\n,,\n", "utf-8")
            table = read_table(file, {"grade": ["3", "2", "1"]}, {"grade": given}, pandas.Index(["p", "q"]))
        self.assertEqual([3, 2, 1], list(table["grade"].cat.categories))
        self.assertTrue(table["grade"].cat.ordered)
        self.assertEqual(2, table.loc["p", "grade"])
        self.assertTrue(table.loc["q"].isna().all())
        self.assertEqual(0.25, table.loc["p", "grade=1"])


class WordsTest(unittest.TestCase):
    def test_values_are_in_the_word_of_their_option(self):
        self.assertEqual(
            ["--lambda=0.1", "--secure-aggregation", "--required=a->b,b->c", "--do=dose=5", "--out=--json"],
            option_words(
                {"lambda_": 0.1, "secure_aggregation": True, "scores": False, "truth": None, "required": ["a->b", "b->c"],
                 "do": {"dose": 5}, "out": "--json"}
            ),
        )

    def test_a_table_under_a_budget_is_refused(self):
        with self.assertRaisesRegex(ValueError, "with a privacy budget data must be files"):
            hedgerow.learn([{"a": 1}], privacy="epsilon=1")
        for name in ("privacy_", "ledger__", "policy_", "anchors_"):
            with self.assertRaisesRegex(ValueError, "with a privacy budget data must be files"):
                hedgerow.learn([{"a": 1}], **{name: "epsilon=1"})

    def test_an_item_with_a_comma_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'an item of drop must have no comma.*"dose, mg": rename the column, or use a mapping'):
            option_words({"drop": ["age", "dose, mg"]})
        self.assertEqual(["--privacy=epsilon=1,delta=1e-6"], option_words({"privacy": "epsilon=1,delta=1e-6"}))


class FindTest(unittest.TestCase):
    def test_home_is_a_folder_with_the_jar_or_the_jar(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(hedgerow.NotInstalled, "HEDGEROW_HOME must be"):
                find_command(folder)
            jar = Path(folder).resolve() / "hedgerow.jar"
            jar.touch()
            java = Path(folder, "jdk", "bin", "java")
            java.parent.mkdir(parents=True)
            java.touch()
            with mock.patch.dict(os.environ, {"JAVA_HOME": str(Path(folder, "jdk"))}):
                for home in (folder, str(jar)):
                    command = find_command(home, ["-Xmx1g"])
                    self.assertEqual(str(java), command[0])
                    self.assertIn("-Xmx1g", command)
                    self.assertEqual(str(jar), command[command.index("-cp") + 1])

    def test_nothing_found_says_what_to_do(self):
        with mock.patch.dict(os.environ, {"PATH": "", "HEDGEROW_HOME": "", "JAVA_HOME": ""}):
            with self.assertRaisesRegex(hedgerow.NotInstalled, "set HEDGEROW_HOME"):
                hedgerow.Hedgerow()


def _script(text, progress=None):
    return Running([sys.executable, "-c", text], progress)


class RunningTest(unittest.TestCase):
    def test_exit_codes_are_exceptions_with_the_sentence_of_the_command(self):
        fail = "import sys, json; print(json.dumps({{'error': {{'kind': 'k', 'exitCode': {0}, 'message': 'why {0}'}}}})); sys.exit({0})"
        for code, kind in ((2, hedgerow.UsageError), (3, hedgerow.DataError), (5, hedgerow.Refused), (6, hedgerow.AuditRefuted),
                           (7, hedgerow.NoResult), (70, hedgerow.InternalError), (75, hedgerow.StorageError)):
            with self.assertRaises(kind) as raised:
                _script(fail.format(code)).wait()
            self.assertEqual((f"why {code}", code, "k"), (str(raised.exception), raised.exception.exit_code, raised.exception.kind))

    def test_without_json_the_line_of_the_launcher_is_the_message(self):
        with self.assertRaisesRegex(hedgerow.NotInstalled, "^no java$"):
            _script("import sys; print('hedgerow: error: no java', file=sys.stderr); sys.exit(69)").wait()
        with self.assertRaisesRegex(hedgerow.InternalError, "exit code 1"):
            _script("import sys; sys.exit(1)").wait()

    def test_an_early_stop_is_a_result(self):
        self.assertEqual({"a": 1, "exitCode": 4}, _script("import sys; print('{\"a\": 1}'); sys.exit(4)").wait())

    def test_an_ended_process_is_cancelled(self):
        for end in ("sys.exit(130)", "sys.exit(143)", "os.kill(os.getpid(), 15)",
                    "signal.signal(2, signal.SIG_DFL); os.kill(os.getpid(), 2)"):
            if os.name == "nt" and "kill" in end:
                continue
            with self.assertRaises(hedgerow.Cancelled, msg=end):
                _script("import os, signal, sys; " + end).wait()

    def test_a_progress_function_may_cancel(self):
        begun = threading.Event()
        running = []

        def stop(_):
            begun.wait(10)
            running[0].cancel()

        with mock.patch("threading.excepthook") as failed:
            running.append(_script("import sys, time; print('x', file=sys.stderr, flush=True); time.sleep(60)", stop))
            begun.set()
            with self.assertRaises(hedgerow.Cancelled):
                running[0].wait(30)
        failed.assert_not_called()
        self.assertEqual(["x"], running[0].log)

    def test_more_than_a_pipe_holds_is_read_from_both_streams(self):
        lines = []
        found = _script("import sys; sys.stderr.write('x' * 99 + '\\n'); sys.stderr.write('y\\n' * 200000)\n"
                        "print('{\"a\": \"' + 'z' * 1000000 + '\"}')", lines.append).wait(60)
        self.assertEqual(1_000_000, len(found["a"]))
        self.assertEqual(200_001, len(lines))

    def test_cancel_and_time_limit_end_the_process(self):
        stop = threading.Event()
        running = _script("import time; time.sleep(60)")
        threading.Timer(0.2, stop.set).start()
        started = time.monotonic()
        with self.assertRaises(hedgerow.Cancelled):
            running.wait(cancel=stop)
        self.assertTrue(running.done())
        limited = _script("import time; time.sleep(60)")
        with self.assertRaisesRegex(hedgerow.Cancelled, "time limit"):
            limited.wait(0.2)
        self.assertTrue(limited.done())
        with _script("import time; time.sleep(60)") as left:
            pass
        self.assertTrue(left.done())
        self.assertLess(time.monotonic() - started, 30)


if __name__ == "__main__":
    unittest.main()
