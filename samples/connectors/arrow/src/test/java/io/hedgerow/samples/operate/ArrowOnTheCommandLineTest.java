// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.arrow.ArrowFixtures;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line with this connector on its class path. */
@Tag("slow")
@Timeout(120)
class ArrowOnTheCommandLineTest {

    private static final List<String> NAMES = List.of("age", "dose", "recovery");
    private static final String PORT = "listening on port ";

    @TempDir
    Path folder;

    private static double[][] rows(int seed) {
        Random random = new Random(seed);
        double[][] rows = new double[200][];
        for (int k = 0; k < rows.length; k++) {
            double age = random.nextGaussian();
            double dose = age + random.nextGaussian();
            rows[k] = new double[] {age, dose, 2 * dose + random.nextGaussian()};
        }
        return rows;
    }

    private Path csv(int seed) throws IOException {
        List<String> lines = new ArrayList<>(List.of(String.join(",", NAMES)));
        for (double[] row : rows(seed)) {
            lines.add(row[0] + "," + row[1] + "," + row[2]);
        }
        return Files.write(folder.resolve("rows-" + seed + ".csv"), lines);
    }

    private Path arrow(int seed) throws IOException {
        Path file = folder.resolve("rows-" + seed + ".arrow");
        return ArrowFixtures.write(file, ArrowFixtures.Format.LZ4, NAMES, rows(seed), 64);
    }

    private static int run(StringWriter errors, List<String> words) {
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()),
                new PrintWriter(errors, true),
                false,
                false,
                InstantSource.system());
        return new CommandLineApplication(Hedgerow.commands(), terminal).run(words.toArray(String[]::new));
    }

    private String network(Path data, String... more) throws IOException {
        Path out = folder.resolve("of-" + data.getFileName());
        List<String> words =
                new ArrayList<>(List.of("learn", "--data", data.toString(), "--sites", "2", "--out", out.toString()));
        words.addAll(List.of(more));
        StringWriter errors = new StringWriter();
        assertEquals(0, run(errors, words), errors.toString());
        return Files.readString(out.resolve("network.csv"));
    }

    @Test
    void learn_ofAnArrowFile_isThatOfTheSameRowsInCsv() throws IOException {
        String network = network(csv(1));
        assertEquals(network, network(arrow(1)));
        assertNotEquals(network, network(arrow(2)));
        String without = network(arrow(3), "--drop", "age");
        assertTrue(without.contains("dose") && !without.contains("age"), without);
    }

    /** A column of persons or realisations, one of times, and missing cells. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algorithm dynamic-gram --realisation ward --time day --lags 1",
                "--drop day,ward --missing skip-row"
            })
    void whatOptionsMean_isTheSame(String options) throws IOException {
        List<String> names = List.of("ward", "day", "age", "dose");
        double[][] own = rows(4);
        double[][] rows = new double[own.length][];
        List<String> lines = new ArrayList<>(List.of(String.join(",", names)));
        for (int k = 0; k < rows.length; k++) {
            int ward = k / 10;
            int day = k % 10;
            boolean missing = options.contains("skip") && day == 3;
            rows[k] = new double[] {ward, day, own[k][0], missing ? Double.NaN : own[k][1]};
            lines.add(ward + "," + day + "," + own[k][0] + "," + (missing ? "" : own[k][1]));
        }
        Path csv = Files.write(folder.resolve("named.csv"), lines);
        Path arrow = ArrowFixtures.write(folder.resolve("named.arrow"), ArrowFixtures.Format.STREAM, names, rows, 64);
        String[] words = options.split(" ");
        assertEquals(network(csv, words), network(arrow, words));
    }

    @Test
    void withoutTheOptionThatArrowNeeds_theErrorNamesIt() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Hedgerow.class.getName(),
                        "learn",
                        "--data",
                        arrow(1).toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(3, process.waitFor(), said);
        assertTrue(said.contains("start java with --add-opens=java.base/java.nio=ALL-UNNAMED"), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--delimiter ;       | options for CSV files cannot be combined with it",
                "--columns age,doses | must have a column \"doses\", has [age, dose, recovery]",
                "--drop weight       | has no column weight"
            })
    void whatDoesNotFit_isRefused(String options, String part) throws IOException {
        StringWriter errors = new StringWriter();
        List<String> words = new ArrayList<>(List.of("learn", "--data", arrow(1).toString()));
        words.addAll(List.of(options.strip().split(" ")));
        assertNotEquals(0, run(errors, words));
        assertTrue(errors.toString().contains(part), errors.toString());
    }

    /** One of two sites reads an Arrow file, the other what the study wrote; both ledgers pay the same. */
    @Test
    void aSite_joinsAPrivateStudyWithAnArrowFile() throws Exception {
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dp-gram",
                Map.of(),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                false,
                4,
                0,
                Duration.ofMinutes(1));
        LocalStudy study = new LocalStudy(folder, terms, InstantSource.system());
        VariableSchema schema = new VariableSchema(NAMES);
        List<RowSource> shares = List.of(InMemoryRows.of(schema, rows(1)), InMemoryRows.of(schema, rows(2)));
        List<String> sites = study.create(shares);
        FederationRun commands = new FederationRun(folder, study, Optional.empty(), Optional.empty());
        Path rows = study.site(sites.get(0)).resolve("rows.csv");
        Files.delete(rows);
        StringWriter errors = new StringWriter();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<Integer> coordinator =
                    threads.submit(() -> run(errors, commands.coordinator(folder.resolve("result"))));
            while (!errors.toString().contains(PORT) && !coordinator.isDone()) {
                Thread.sleep(20); // what another thread prints cannot be waited for
            }
            String port = errors.toString().split(PORT, -1)[1].split("\\D", 2)[0];
            List<Future<Integer>> ended = new ArrayList<>();
            String own = arrow(1).toString();
            for (String site : sites) {
                List<String> words = commands.site(site, port).stream()
                        .map(word -> word.equals(rows.toString()) ? own : word)
                        .toList();
                ended.add(threads.submit(() -> run(errors, words)));
            }
            for (Future<Integer> site : ended) {
                assertEquals(0, site.get(), errors.toString());
            }
            assertEquals(0, coordinator.get(), errors.toString());
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
        List<Double> spent = new ArrayList<>();
        for (String site : sites) {
            Path ledger = study.site(site).resolve("home").resolve("ledger");
            spent.add(LedgerHistory.read(ledger).spent().spentEpsilon());
        }
        assertTrue(spent.get(0) > 1.9, "all that the plan costs, was " + spent);
        assertEquals(spent.get(1), spent.get(0));
    }
}
