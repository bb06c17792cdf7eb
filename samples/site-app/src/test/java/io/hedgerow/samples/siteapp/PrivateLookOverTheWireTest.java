// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.SchemaCheck;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sites look at columns together under a budget, and the coordinator learns from the same release. */
@Tag("slow")
@Timeout(240)
class PrivateLookOverTheWireTest {

    private static final int SITES = 4;
    private static final int ROWS = 3000;
    private static final VariableSchema COLUMNS = VariableSchema.of("age", "dose", "copy", "part", "same");

    @TempDir
    Path folder;

    /** The last site has doses in another unit; the third column copies the first; the last one is constant. */
    private static List<RowSource> rows() {
        Random random = new Random(11);
        return IntStream.range(0, SITES)
                .<RowSource>mapToObj(site -> {
                    double[][] rows = new double[ROWS][];
                    for (int r = 0; r < rows.length; r++) {
                        double age = 5 + 10 * random.nextGaussian();
                        double dose = 0.1 * age + random.nextGaussian();
                        double part = dose + random.nextGaussian();
                        rows[r] = new double[] {age, site == SITES - 1 ? 1000 * dose : dose, 3 - 2 * age, part, 7};
                    }
                    return InMemoryRows.of(COLUMNS, rows);
                })
                .toList();
    }

    private LocalStudy study(String name, boolean masked) {
        LocalStudy study = new LocalStudy(
                folder.resolve(name),
                new LocalStudy.Terms(
                        "dp-inspect",
                        Map.of("own-units", "true", "largest-deviation", "100000"),
                        Optional.of(BudgetRequest.epsilon(30)),
                        masked,
                        5,
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(rows());
        return study;
    }

    private static CoordinatorNode hub(LocalStudy study) {
        return CoordinatorNode.open(study.coordinator().resolveSibling("hub"));
    }

    /** Every file of the sites' homes, where ledgers and journals are. */
    private static Map<String, List<Byte>> homes(LocalStudy study) throws Exception {
        Map<String, List<Byte>> files = new TreeMap<>();
        for (String site : study.names()) {
            Path home = new SiteHome(study.site(site).resolve("home")).path();
            try (Stream<Path> all = Files.walk(home)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    byte[] bytes = Files.readAllBytes(file);
                    files.put(
                            file.toString(),
                            IntStream.range(0, bytes.length)
                                    .mapToObj(k -> bytes[k])
                                    .toList());
                }
            }
        }
        return files;
    }

    private static boolean says(Finished looked, String words) {
        return looked.ended().notes().stream().anyMatch(note -> note.contains(words));
    }

    @Test
    void ofSeenReleases_itNamesTheSiteWithAnotherUnit_theCopyAndTheConstant() throws Exception {
        LocalStudy study = study("open", false);
        Finished looked = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                looked.ended().state(),
                looked.ended().reason());
        assertTrue(looked.ended().network().isEmpty());
        String notes = String.join("\n", looked.ended().notes());
        assertTrue(says(looked, "the deviation of \"dose\" at site site-4"), notes);
        assertTrue(says(looked, "\"copy\" may be a copy of \"age\""), notes);
        assertTrue(says(looked, "\"same\" varies no more than the error of its noisy mean"), notes);
        assertFalse(says(looked, "the deviation of \"age\""), notes);
        assertFalse(says(looked, "\"part\" varies no more"), notes);
        ColumnFigures age = looked.ended().columns().get(0);
        assertEquals(5, age.mean(), 2); // the far doses of one site clip its rows
        assertEquals(10, age.deviation(), 1);
        assertTrue(age.skewness().isEmpty());
        assertTrue(looked.ended().columns().get(1).scaleFactor().orElseThrow() > 10);

        NetworkResult result = StudyReport.result(SignedPlan.read(study.plan()).plan(), looked, Optional.empty());
        assertEquals(ExitCode.OK, result.exitCode());
        Path out = folder.resolve("result");
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            result.writeTo(directory);
        }
        assertEquals(
                List.of(),
                SchemaCheck.ofResult().problems(JsonOutput.object(Files.readString(out.resolve("result.json")))));
    }

    @Test
    void behindMasks_noSiteIsNamed_andLearningTakesTheSameRelease_withoutTheSites() throws Exception {
        LocalStudy study = study("masked", true);
        Finished looked = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                looked.ended().state(),
                looked.ended().reason());
        assertFalse(says(looked, "site-"), () -> looked.ended().notes().toString());
        assertTrue(says(looked, "how sites differ is no part"));
        assertTrue(looked.links().stream()
                .allMatch(link -> link.reported().orElseThrow().epsilon() <= 30));

        Map<String, List<Byte>> before = homes(study);
        SignedPlan plan = SignedPlan.read(study.plan());
        Finished learned = hub(study).learn(plan, Map.of("forbidden", "copy->age, age->copy"));
        assertTrue(learned.ended().network().orElseThrow().edgeCount() > 0);
        assertEquals(looked.ended().noise(), learned.ended().noise(), "the noise of one release");
        assertEquals(
                SITES * ROWS, learned.ended().evidence().orElseThrow().trust().rows());
        assertEquals(
                learned.ended().network(),
                hub(study)
                        .learn(plan, Map.of("forbidden", "copy->age, age->copy"))
                        .ended()
                        .network(),
                "nothing is drawn again");
        assertEquals(before, homes(study), "no site is asked, and no ledger is charged");
        assertEquals(
                ExitCode.OK,
                StudyReport.result(plan.plan(), learned, Optional.empty()).exitCode());
    }

    @Test
    void whatIsNotTheReleaseOfTheLook_isRefused() throws Exception {
        LocalStudy study = study("study", false);
        SignedPlan plan = SignedPlan.read(study.plan());
        assertThrows(IllegalArgumentException.class, () -> hub(study).learn(plan, Map.of()), "no look yet");
        LocalHub.wholeStudy(study);
        CoordinatorNode hub = hub(study);
        for (String name : List.of("smallest-deviation", "own-units", "rows.site-1", "private-mean")) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> hub.learn(plan, Map.of(name, "1")));
            assertTrue(refused.getMessage().contains("must be one of the search"), refused.getMessage());
        }

        // a plan that says something else of the release is another plan, whatever its name
        Path changed = folder.resolve("changed.yaml");
        Files.writeString(changed, Files.readString(study.plan()).replace("100000", "200000"));
        Files.copy(DocumentSignatures.beside(study.plan()), DocumentSignatures.beside(changed));
        SignedPlan other = SignedPlan.read(changed);
        JournalException refused = assertThrows(JournalException.class, () -> hub.learn(other, Map.of()));
        assertTrue(refused.getMessage().contains("the plan file is"), refused.getMessage());

        Path journal = folder.resolve("study/hub/home/" + plan.plan().name() + ".journal");
        byte[] whole = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(whole, whole.length - 1)); // as after a crash before the end
        JournalException open = assertThrows(JournalException.class, () -> hub.learn(plan, Map.of()));
        assertTrue(open.getMessage().contains("has not ended"), open.getMessage());
    }
}
