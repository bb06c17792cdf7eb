// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.samples.operate.Program;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans of every method keep their digest: signatures of officers are over it. Each release has {@code plans/NAME.yaml}
 * with {@code NAME.canonical}, and {@code digests.tsv}.
 */
class PlanCorpusTest {

    private static final Path PLANS = Corpus.current().resolve("plans");
    private static final String DIGESTS = "digests.tsv";
    private static final Pattern LISTED = Pattern.compile("has no parameter no-such; it has (.*)");

    @TempDir
    Path temp;

    static List<Path> plans() {
        return Corpus.releases().stream()
                .flatMap(release -> plans(release.resolve("plans")).stream())
                .toList();
    }

    private static List<Path> plans(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path plan) {
        return plan.getFileName().toString().replace(".yaml", "");
    }

    /** The table, and what is signed of every plan, are written from the plans. */
    @BeforeAll
    static void update() {
        if (!Corpus.isUpdated()) {
            return;
        }
        StringBuilder table = new StringBuilder("plan\tdigest\n");
        for (Path file : plans(PLANS)) {
            StudyPlan plan = StudyPlan.read(file);
            Corpus.write(PLANS.resolve(name(file) + ".canonical"), plan.canonical());
            table.append(name(file)).append('\t').append(plan.digest()).append('\n');
        }
        Corpus.write(PLANS.resolve(DIGESTS), table.toString());
    }

    private static String storedDigest(Path plan) {
        return StoredTable.rows(plan.resolveSibling(DIGESTS), 2).stream()
                .filter(row -> row.get(0).equals(name(plan)))
                .map(row -> row.get(1))
                .collect(Collectors.joining(" and "));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void plan_hasTheDigestThatWasSigned(Path file) {
        StudyPlan plan = StudyPlan.read(file);
        assertEquals(Corpus.text(file.resolveSibling(name(file) + ".canonical")), plan.canonical());
        assertEquals(storedDigest(file), plan.digest().toString());
        byte[] written = plan.text().getBytes(StandardCharsets.UTF_8);
        assertEquals(plan, StudyPlan.parse("written", written), "what is written is read as the same");
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("plans")
    void plan_canBeRun_andTheCommandLineSaysItsDigest(Path file) {
        Program check = Corpus.run("study", "check", file.toString());
        assertEquals(0, check.exitCode(), check.errors());
        Program digest = Corpus.run("study", "digest", file.toString());
        assertEquals("digest  " + storedDigest(file), digest.output().strip());
    }

    /** Methods of this build, each with a plan of no other parameters than it needs. */
    @Test
    void everyMethod_hasAPlan() {
        Set<String> methods = new TreeSet<>();
        for (MethodProvider provider : ServiceLoader.load(MethodProvider.class)) {
            methods.addAll(provider.names());
        }
        Set<String> planned = new TreeSet<>();
        for (Path file : plans(PLANS)) {
            StudyPlan plan = StudyPlan.read(file);
            if (plan.algorithm().id().equals(name(file))) {
                planned.add(name(file));
                plan.algorithm()
                        .parameters()
                        .keySet()
                        .forEach(name -> assertTrue(name.matches("(rows|persons)\\..*"), file + ": " + name));
            }
        }
        assertEquals(methods, planned);
    }

    /** What a refusal lists: the only place where a method says what it reads. */
    @Tag("slow")
    @Test
    void everyParameter_isInAPlan() throws IOException {
        Map<String, Set<String>> read = new TreeMap<>();
        Map<String, Set<String>> planned = new TreeMap<>();
        for (Path file : plans(PLANS)) {
            StudyPlan plan = StudyPlan.read(file);
            String method = plan.algorithm().id();
            Set<String> given = planned.computeIfAbsent(method, key -> new TreeSet<>());
            plan.algorithm().parameters().keySet().forEach(name -> given.add(name.replaceAll("\\..*", ".NAME")));
            read.computeIfAbsent(method, key -> new TreeSet<>()).addAll(listed(file));
        }
        for (Map.Entry<String, Set<String>> method : read.entrySet()) {
            List<String> missing = new ArrayList<>(method.getValue());
            missing.removeAll(planned.get(method.getKey()));
            assertEquals(List.of(), missing, method.getKey());
        }
    }

    private List<String> listed(Path plan) throws IOException {
        String text = Corpus.text(plan);
        String parameter = "    no-such: 1\n";
        String changed = text.contains("  parameters:\n")
                ? text.replace("  parameters:\n", "  parameters:\n" + parameter)
                : text.replaceFirst("(  id: .*\n)", "$1  parameters:\n" + parameter);
        Path other = Files.writeString(temp.resolve("other.yaml"), changed);
        Matcher list =
                LISTED.matcher(Corpus.run("study", "check", other.toString()).errors());
        assertTrue(list.find(), plan.toString());
        return List.of(list.group(1).split(", ", -1));
    }
}
