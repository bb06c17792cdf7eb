// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.languages;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages for Python and R with the command line of this build; skipped where Python or R is missing. */
@Tag("slow")
class LanguagePackagesTest {

    private static final Path PYTHON = Checkout.ROOT.resolve("samples/python");
    private static final Path R = Checkout.ROOT.resolve("samples/r/hedgerow");
    private static final Path PAGE = Checkout.ROOT.resolve("docs/guides/python-and-r.md");

    @TempDir
    private Path temp;

    @Test
    void python_passesTestsWithoutJava_andTheExamplesOfThePage() throws IOException, InterruptedException {
        Interpreter python = python();
        Map<String, String> environment = environment();
        python.run(PYTHON, environment, "-W", "error", "-m", "unittest", "tests.test_tables");
        assumeTrue(python.hasPandas(), "the examples were not run: pandas is not installed");
        python.run(temp, environment, script("python").toString());
    }

    @Test
    void r_passesTestsWithoutJava() throws IOException, InterruptedException {
        Interpreter r = r();
        Map<String, String> environment = environment();
        installR(environment);
        r.run(temp, environment, R.resolve("tests/tables.R").toString());
    }

    @Test
    @Tag("long")
    void python_passesAllItsTests_withStudies() throws IOException, InterruptedException {
        Map<String, String> environment = environment();
        environment.put("HEDGEROW_TEST_STUDIES", "1");
        String said = python().run(PYTHON, environment, "-W", "error", "-m", "unittest", "-v", "tests.test_command");
        assertTrue(said.contains("test_a_study_is_rehearsed_and_run_again_by_its_parties"), said);
        assertFalse(said.contains("skipped"), said);
    }

    @Test
    @Tag("long")
    void r_passesAllItsTests_withStudies_andTheExamplesOfThePage() throws IOException, InterruptedException {
        Interpreter r = r();
        Map<String, String> environment = environment();
        environment.put("HEDGEROW_TEST_STUDIES", "1");
        installR(environment);
        String said = r.run(temp, environment, R.resolve("tests/command.R").toString());
        assertFalse(said.contains("skipped"), said);
        r.run(temp, environment, script("r").toString());
    }

    @Test
    @Tag("long")
    void packages_areBuiltAndChecked() throws IOException, InterruptedException {
        Map<String, String> environment = environment();
        Interpreter python = python();
        assumeTrue(python.runs("-c", "import build, wheel"), "python3-build is not installed");
        Path copy = temp.resolve("python");
        copy(PYTHON, copy);
        python.run(copy, environment, "-m", "build", "--no-isolation", "--outdir", temp.toString());
        python.run(temp, environment, "-m", "venv", "--system-site-packages", "venv");
        Interpreter installed =
                new Interpreter(List.of(temp.resolve("venv/bin/python").toString()));
        installed.run(temp, environment, "-m", "pip", "install", "--no-index", "--no-deps", wheel().toString());
        String where = installed.run(temp, environment, "-c", "import hedgerow; print(hedgerow.__file__)");
        assertTrue(where.contains("site-packages"), where);

        Interpreter r = new Interpreter(List.of("R"));
        assumeTrue(r.runs("--version"), "R is not installed");
        r.run(temp, environment, "CMD", "build", R.toString());
        // no look at a repository
        Path profile = Files.writeString(temp.resolve("profile.R"), "options(repos = c(CRAN = 'file:///none'))\n");
        environment.put("R_PROFILE_USER", profile.toString());
        String archive = "hedgerow_" + VersionsTest.ofR(VersionsTest.project()) + ".tar.gz";
        String checked = r.run(temp, environment, "CMD", "check", "--no-manual", archive);
        assertFalse(
                Pattern.compile("\\.\\.\\. (\\w+ )?(WARNING|ERROR)")
                        .matcher(checked)
                        .find(),
                checked);
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>(Interpreter.launcher(temp));
        environment.put("PYTHONPATH", PYTHON.toString());
        environment.put(
                "R_LIBS", Files.createDirectories(temp.resolve("library")).toString());
        return environment;
    }

    private void installR(Map<String, String> environment) throws IOException, InterruptedException {
        new Interpreter(List.of("R"))
                .run(
                        temp,
                        environment,
                        "CMD",
                        "INSTALL",
                        "--no-docs",
                        "--no-test-load",
                        "--library=library",
                        R.toString());
    }

    private static Interpreter python() {
        assumeTrue(Interpreter.python().isPresent(), "python3 of 3.9 or newer is not there");
        return Interpreter.python().orElseThrow();
    }

    private static Interpreter r() {
        assumeTrue(Interpreter.r().isPresent(), "R is not there");
        Interpreter r = Interpreter.r().orElseThrow();
        assumeTrue(r.runs("-e", "stopifnot(requireNamespace('jsonlite'))"), "jsonlite of R is not there");
        return r;
    }

    /** The blocks of the page in a language, one after the other, as a file. */
    private Path script(String language) throws IOException {
        String text = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .collect(Collectors.joining("\n"));
        assertFalse(text.isEmpty(), "no block of " + language);
        return Files.writeString(temp.resolve("page." + language), text);
    }

    private Path wheel() throws IOException {
        try (var files = Files.newDirectoryStream(temp, "*.whl")) {
            return files.iterator().next();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
