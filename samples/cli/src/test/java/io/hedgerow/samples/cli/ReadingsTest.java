// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.method.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often {@code learn} reads a file: what the method reads, and one look before. */
class ReadingsTest {

    @TempDir
    private Path temp;

    private static Path counted(Path file) throws IOException {
        return Files.copy(file, file.resolveSibling(file.getFileName() + ".counted"));
    }

    private List<Path> numbers() throws IOException {
        SiteFolder data = SiteFolder.simulated(temp.resolve("numbers"));
        return List.of(counted(Path.of(data.site(1))), counted(Path.of(data.site(2))));
    }

    private Path categories(String name, long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("sex,ward,outcome\n");
        for (int row = 0; row < 400; row++) {
            int sex = random.nextInt(2);
            int ward = random.nextInt(3);
            int outcome = random.nextDouble() < 0.2 + 0.3 * sex ? 1 : 0;
            text.append(List.of("f", "m").get(sex)).append(",w").append(ward);
            text.append(outcome == 1 ? ",yes\n" : ",no\n");
        }
        return Files.writeString(temp.resolve(name), text);
    }

    private static RowSource rows(Path file, Map<String, VariableKind.Coding> texts) {
        CountedFiles format = new CountedFiles();
        return format.rows(file, format.columns(file), MissingValues.REFUSE, texts);
    }

    /** How often the SDK reads the same rows, of each site as often. */
    private static int ofMethod(List<Path> files, Map<String, VariableKind.Coding> texts, String method)
            throws InterruptedException {
        List<RowSource> rows = new ArrayList<>();
        files.forEach(file -> rows.add(rows(file, texts)));
        return times(files, () -> Learning.of(Method.named(method)).learn(rows));
    }

    private interface Reading {
        void run() throws InterruptedException;
    }

    /** How often a file is read meanwhile, each as often. */
    private static int times(List<Path> files, Reading reading) throws InterruptedException {
        List<Integer> before = files.stream().map(CountedFiles::readings).toList();
        reading.run();
        int first = CountedFiles.readings(files.get(0)) - before.get(0);
        for (int k = 1; k < files.size(); k++) {
            assertEquals(first, CountedFiles.readings(files.get(k)) - before.get(k), "of " + files.get(k));
        }
        return first;
    }

    private static int ofLearn(List<Path> files, String options) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("learn", "--data"));
        files.forEach(file -> words.add(file.toString()));
        words.addAll(List.of(options.split(" ")));
        Shell shell = Shell.real();
        return times(files, () -> assertEquals(0, shell.run(words.toArray(String[]::new)), shell::err));
    }

    @ParameterizedTest
    @CsvSource({
        "gram, 2",
        "fed-sparse, 1",
        "fed-bnsl, 1",
        "direct-lingam, 10",
        "feature-gram, 5",
    })
    void learn_readsOnceMoreThanTheMethod(String method, int needed) throws Exception {
        List<Path> files = numbers();
        assertEquals(needed, ofMethod(files, Map.of(), method));
        assertEquals(needed + 1, ofLearn(files, "--algorithm " + method));
    }

    @Test
    void learnOfCategories_readsOnceMoreThanTheMethod() throws Exception {
        List<Path> files = List.of(counted(categories("a.csv", 1)), counted(categories("b.csv", 2)));
        Map<String, VariableKind.Coding> levels = Map.of(
                "sex", new VariableKind.Categorical(List.of("f", "m")),
                "ward", new VariableKind.Categorical(List.of("w0", "w1", "w2")),
                "outcome", new VariableKind.Categorical(List.of("no", "yes")));
        assertEquals(3, ofMethod(files, levels, "gram"));
        assertEquals(4, ofLearn(files, "--algorithm gram"));
    }

    @Test
    void learnOfScores_readsOnceMoreThanTheMethod() throws Exception {
        List<Path> files = numbers();
        int needed = times(
                files,
                () -> Learning.of(Method.named("gram"))
                        .inNormalScores()
                        .learn(files.stream().map(file -> rows(file, Map.of())).toList()));
        assertEquals(needed + 1, ofLearn(files, "--transform normal-scores"));
    }

    @Test
    void learnOfSeries_readsOnceMoreThanTheMethod() throws Exception {
        Path file = counted(
                SimulatedSeries.of(4, 4, new WeightRange(0.3, 0.6), 1).writeOneSite(temp.resolve("series"), 8, 60));
        Lagged.Order order = new Lagged.Order(Optional.of("realisation"), Optional.empty(), OptionalDouble.empty());
        int needed = times(
                List.of(file),
                () -> Learning.of(Method.named("dynamic-gram"))
                        .learn(List.of(Lagged.of(rows(file, Map.of()), order, 1))));
        assertEquals(needed + 1, ofLearn(List.of(file), "--algorithm dynamic-gram --realisation realisation"));
    }

    /** No look at all: every reading is of rows that were paid for. */
    @ParameterizedTest
    @ValueSource(strings = {"dp-gram", "dp-fed-bnsl --rounds 4"})
    void learnUnderABudget_looksAtNoRowBefore(String method) throws Exception {
        int readings = ofLearn(numbers(), "--privacy epsilon=3,delta=1e-6 --algorithm " + method);
        assertTrue(readings <= 5, method + " reads " + readings + " times");
    }
}
