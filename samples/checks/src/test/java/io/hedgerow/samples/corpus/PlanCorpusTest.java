// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.samples.operate.Program;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans of every method keep their digest: signatures of officers are over it. Each release has {@code plans/NAME.yaml}
 * with {@code NAME.canonical}, and {@code digests.tsv}.
 */
class PlanCorpusTest {

    private static final Path PLANS = Corpus.current().resolve("plans");
    private static final String DIGESTS = "digests.tsv";

    /** Units of a site are rows or individuals, by the promise. */
    private static final Pattern UNITS = Pattern.compile("^(rows|persons)\\.");

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

    /** Plans of new methods, the table, and what is signed of every plan, are written. */
    @BeforeAll
    static void update() {
        if (!Corpus.isUpdated()) {
            return;
        }
        DraftedPlans.write(PLANS);
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

    /**
     * Plans that were drafted before a forecast judged them: they say that means are near 0, with bounds from 0 to
     * 1000.
     */
    private static final Set<String> MEANS_AT_THE_EDGE = Set.of(
            "dp-fed-bnsl-all",
            "dp-fed-bnsl",
            "dp-fed-sparse-all",
            "dp-fed-sparse-smoothness",
            "dp-fed-sparse",
            "dp-gram-persons",
            "dp-gram");

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("plans")
    void plan_canBeRun_andTheCommandLineSaysItsDigest(Path file) {
        Program check = Corpus.run("study", "check", file.toString());
        if (MEANS_AT_THE_EDGE.contains(name(file))) {
            assertTrue(check.errors().contains("the plan says what is hardly meant"), check.errors());
        } else {
            assertEquals(0, check.exitCode(), check.errors());
        }
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

    /** So that every parameter that is declared is read by a method: what no method reads is refused in a plan. */
    @Test
    void everyParameter_isInAPlan() {
        Map<String, Set<String>> planned = new TreeMap<>();
        for (Path file : plans(PLANS)) {
            StudyPlan plan = StudyPlan.read(file);
            Set<String> given = planned.computeIfAbsent(plan.algorithm().id(), key -> new TreeSet<>());
            plan.algorithm()
                    .parameters()
                    .keySet()
                    .forEach(name -> given.add(UNITS.matcher(name).replaceFirst("units.")));
        }
        for (MethodDescriptor method : Method.descriptors()) {
            for (Parameter parameter : method.parameters()) {
                if (!method.has(MethodTrait.IN_ONE_PROCESS) && parameter.where() != Parameter.Where.IN_ONE_PROCESS) {
                    String name = UNITS.matcher(parameter.name()).replaceFirst("units.");
                    String start = name.replace(".NAME", ".");
                    assertTrue(
                            planned.getOrDefault(method.name(), Set.of()).stream()
                                    .anyMatch(given ->
                                            start.endsWith(".") ? given.startsWith(start) : given.equals(name)),
                            method.name() + " declares " + parameter.name() + ", which no plan of it has");
                }
            }
        }
    }
}
