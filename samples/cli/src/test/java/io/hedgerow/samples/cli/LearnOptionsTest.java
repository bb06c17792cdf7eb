// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.learn.method.Algorithm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;

/**
 * No option of {@code learn} is dropped in silence: with each algorithm, with and without a budget, of rows and of time
 * series, each option changes what comes out or is refused. What settings say of an option counts only under a budget,
 * where noise hides what it did; there it is refused before a file is opened.
 */
class LearnOptionsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What every run reads, or what says which run it is. */
    private static final Set<String> OF_EVERY_RUN = Set.of(
            // where rows are and how they are written: one place reads files for all runs, FileFormatTest looks at it
            "--data",
            // methods that are not the program's: PluginJarsTest looks at them
            "--plugins",
            "--help-method",
            "--sites",
            "--site-column",
            "--no-header",
            "--header",
            "--columns",
            "--optional-columns",
            "--drop",
            "--missing",
            "--missing-text",
            "--delimiter",
            "--decimal-comma",
            "--categories",
            "--mapping",
            // which run it is
            "--algorithm",
            "--privacy",
            "--policy",
            // with --ledger alone, which LedgerAnchorsTest tries
            "--anchors",
            // how it is shown
            "--json",
            "--verbose",
            "--quiet",
            "--no-color",
            "--help");

    /** How an option is refused that the run has no use for. */
    private static final Pattern FOREIGN = Pattern.compile("does not apply|do not apply|applies to|cannot be combined");

    @TempDir
    Path temp;

    /** Of each option some values, of which one is not what a run has anyway. */
    private final Map<String, List<List<String>>> values = new LinkedHashMap<>();

    private String rows = "";
    private String series = "";
    private String truth = "";
    private String dynamicTruth = "";

    /** What comes out without an option. */
    private final Map<List<String>, String> withoutIt = new HashMap<>();

    /** What an option does not come alone with. */
    private final Map<String, List<String>> beside = new LinkedHashMap<>();

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(1);
        StringBuilder plain = new StringBuilder("x,y,z\n");
        StringBuilder timed = new StringBuilder("who,when,x,y,z\n");
        for (int k = 0; k < 120; k++) {
            double x = skewed(random);
            double y = x + 3 * skewed(random);
            double z = 0.5 * y + 0.3 * skewed(random);
            plain.append(x).append(',').append(y).append(',').append(z).append('\n');
            timed.append(k / 6).append(',').append(k % 6).append(',');
            timed.append(x).append(',').append(y).append(',').append(z).append('\n');
        }
        rows = file("rows.csv", plain.toString());
        series = file("series.csv", timed.toString());
        truth = file("truth.csv", "cause,effect\nx,y\ny,z\n");
        dynamicTruth = file("dynamic.csv", "cause,effect,lag,weight\nx,y,0,1\ny,z,0,1\n");
        String tiers = file("tiers.yaml", "tiers: [[z], [y], [x]]\n");
        String targets = file("targets.yaml", "rows.csv part 2 of 3: {set: [y]}\n");
        say(
                "--lambda 0.3",
                "--centring none",
                "--threshold 1.4",
                "--threshold 3",
                "--orient non-gaussian",
                "--graph-score bic",
                "--hidden-causes");
        say("--preset paper", "--rounds 2", "--local-iterations 2");
        say(
                "--acyclicity trace-exponential",
                "--diagonal zero",
                "--diagonal free",
                "--acyclicity log-determinant",
                "--unit 2",
                "--vote-rounds 1",
                "--vote-rounds 900",
                "--lag-lambda 0.4");
        say(
                "--mu 3",
                "--participants 2",
                "--required z->x",
                "--forbidden x->y",
                "--forbidden y->x,z->y",
                "--forbidden y->z",
                "--tiers " + tiers,
                "--interventions " + targets);
        say("--secure-aggregation", "--dropouts 0.4", "--colluding 1", "--trusted-coordinator", "--seed 7");
        say("--centre private", "--public-centre x=1", "--smallest-deviation 0.01", "--largest-deviation 50");
        say(
                "--mean-smoothness",
                "--bound 9",
                "--clip 3",
                "--own-units",
                "--length 6",
                "--transform normal-scores",
                "--personal pool");
        say("--personalise", "--lags 2", "--step 2", "--time z", "--realisation z", "--series", "--scores");
        say("--score ridge", "--partition rows", "--truth " + truth, "--out " + temp.resolve("out"));
        say("--ledger " + temp.resolve("ledgers"), "--set threshold=30");
        for (String masked : List.of("--dropouts", "--colluding", "--trusted-coordinator")) {
            beside.put(masked, List.of("--secure-aggregation"));
        }
        for (String written : List.of("--personal", "--personalise")) {
            beside.put(written, List.of("--out", temp.resolve("out").toString()));
        }
        options().stream()
                .filter(option -> !OF_EVERY_RUN.contains(option.longestName()))
                .filter(option -> !values.containsKey(option.longestName()))
                .forEach(option -> say(drafted(option)));
    }

    /** Values of an option that has none above: a flag, or numbers that are not what a run has anyway. */
    private static String[] drafted(OptionSpec option) {
        String name = option.longestName();
        if (option.arity().max() == 0) {
            return new String[] {name};
        }
        Class<?> type = option.type();
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return new String[] {name + " 3", name + " 40"};
        }
        return type == double.class || type == Double.class ? new String[] {name + " 0.3", name + " 3"} : new String[0];
    }

    private static List<OptionSpec> options() {
        Terminal nowhere = new Terminal(
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                false,
                false,
                InstantSource.fixed(Instant.EPOCH));
        return new CommandLineApplication(Hedgerow.commands(), nowhere)
                .parser()
                .getSubcommands()
                .get("learn")
                .getCommandSpec()
                .options();
    }

    private void say(String... options) {
        for (String option : options) {
            List<String> words = List.of(option.split(" ", 2));
            values.computeIfAbsent(words.get(0), any -> new ArrayList<>()).add(words);
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }

    /** Noise that is visibly not normal. */
    private static double skewed(Random random) {
        return -Math.log(1 - random.nextDouble()) - 1;
    }

    /** A new option with a text or a word has to be put into one of the lists above. */
    @Test
    void everyOptionIsTried() {
        Set<String> known =
                options().stream().map(option -> option.longestName()).collect(Collectors.toCollection(TreeSet::new));
        Set<String> tried = new TreeSet<>(OF_EVERY_RUN);
        tried.addAll(values.keySet());
        assertEquals(known, tried);
    }

    private static final List<String> FIRST = List.of("auto", "fed-bnsl", "dynamic-gram", "dp-gram");

    static List<String> first() {
        return FIRST;
    }

    static List<String> others() {
        List<String> others = new ArrayList<>();
        new Algorithm.Names().forEach(others::add);
        others.removeAll(FIRST);
        return others;
    }

    @ParameterizedTest
    @MethodSource("first")
    @Tag("slow")
    void noOptionIsDroppedInSilence(String algorithm) throws IOException {
        everyOption(algorithm);
    }

    @ParameterizedTest
    @MethodSource("others")
    @Tag("long")
    void noOptionIsDroppedInSilence_byTheOthers(String algorithm) throws IOException {
        everyOption(algorithm);
    }

    private void everyOption(String algorithm) throws IOException {
        int runs = 0;
        List<String> dropped = new ArrayList<>();
        for (boolean budget : new boolean[] {false, true}) {
            for (boolean ofSeries : new boolean[] {false, true}) {
                List<String> base = run(algorithm, budget, ofSeries);
                if (!outcome(base, budget).startsWith("0 ")) {
                    continue; // no such run
                }
                runs++;
                for (String option : values.keySet()) {
                    tried(option, base, budget, ofSeries).ifPresent(dropped::add);
                }
            }
        }
        assertTrue(runs > 0, algorithm);
        assertEquals(List.of(), dropped);
    }

    private List<String> run(String algorithm, boolean budget, boolean ofSeries) {
        List<String> words = new ArrayList<>(List.of("learn", "--json", "--algorithm", algorithm));
        words.addAll(List.of("--data", ofSeries ? series : rows, "--sites", "3"));
        if (budget) {
            words.addAll(List.of("--privacy", "epsilon=5,delta=1e-3" + (ofSeries ? ",unit=who" : "")));
        } else if (ofSeries) {
            words.addAll(List.of("--realisation", "who"));
        }
        if (ofSeries) {
            words.addAll(List.of("--time", "when"));
        }
        if (ofSeries && budget) {
            words.addAll(List.of("--step", "1")); // one that was found would tell of rows
        }
        if (Algorithm.find(algorithm)
                .filter(known -> known.has(MethodTrait.TRUTH))
                .isPresent()) {
            words.addAll(List.of("--truth", ofSeries ? dynamicTruth : truth));
        }
        return words;
    }

    /** What is wrong with an option; empty when one of its values is used or refused. */
    private Optional<String> tried(String option, List<String> base, boolean budget, boolean ofSeries)
            throws IOException {
        if (base.contains(option) || isNotToBeSeen(option, base, budget)) {
            return Optional.empty();
        }
        List<String> without = new ArrayList<>(base);
        without.addAll(beside.getOrDefault(option, List.of()));
        String before = withoutIt.get(without);
        if (before == null) {
            before = outcome(without, budget);
            withoutIt.put(without, before);
        }
        String run = "";
        for (List<String> words : values.get(option)) {
            List<String> with = new ArrayList<>(without);
            with.addAll(option.equals("--truth") && ofSeries ? List.of(option, dynamicTruth) : words);
            run = String.join(" ", with).replace(temp + "/", "");
            String after = outcome(with, budget);
            if (after.startsWith("70 ")) {
                return Optional.of("failed: " + run + ": " + after);
            }
            if (budget && after.startsWith("2 ") && FOREIGN.matcher(after).find()) {
                List<String> unread = new ArrayList<>(with);
                unread.replaceAll(word -> word.equals(rows) || word.equals(series) ? word + ".none" : word);
                return outcome(unread, true).equals(after)
                        ? Optional.empty()
                        : Optional.of("refused too late: " + run + ": " + after);
            }
            if (!after.equals(before) || !before.startsWith("0 ")) {
                return Optional.empty();
            }
        }
        return Optional.of("dropped: " + run);
    }

    private static boolean isNotToBeSeen(String option, List<String> base, boolean budget) {
        if (option.equals("--seed") && !budget) {
            return true; // it is the seed of whatever is drawn, and says so; some runs draw nothing
        }
        if (option.equals("--hidden-causes") && budget && (base.contains("dp-gram") || base.contains("auto"))) {
            return true; // it changes kind and edges, which are another in every run
        }
        // what counts as a noise variance of 1 scales rows and the report, where noise hides it
        return option.equals("--unit") && budget && (base.contains("dp-gram") || base.contains("auto"));
    }

    /** Exit code, result and messages, without what is another in every run. */
    private String outcome(List<String> words, boolean budget) throws IOException {
        Shell shell = Shell.real();
        int code = shell.run(words.toArray(String[]::new));
        if (code != 0) {
            return code + " " + shell.err();
        }
        ObjectNode result = (ObjectNode) JSON.readTree(shell.out());
        result.remove("timing");
        if (budget) {
            result.remove(List.of("edges", "parameters", "trust", "privacy", "curves", "series", "kind", "pairs"));
            Set<String> measured = new TreeSet<>();
            result.path("metrics").fieldNames().forEachRemaining(measured::add);
            result.put("metrics", measured.toString());
        } else {
            result.remove("settings");
        }
        boolean written = Files.exists(temp.resolve("out")) || Files.exists(temp.resolve("ledgers"));
        delete(temp.resolve("out"));
        delete(temp.resolve("ledgers"));
        return code + " " + written + " " + result + shell.err();
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
