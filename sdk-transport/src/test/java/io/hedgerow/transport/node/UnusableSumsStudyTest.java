// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.internal.coordinator.CoordinatorFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sums from which nothing follows, here of too few rows, end a study; at each restart the coordinator ends it again.
 */
@Tag("slow")
@Timeout(300)
class UnusableSumsStudyTest {

    private static final List<String> SITES = List.of("north", "south", "west");

    @TempDir
    Path temp;

    /** Sites that are not told the network hear of the end before it is searched. */
    @ParameterizedTest
    @CsvSource({"false, ROUNDS_COMPLETED", "true, DIVERGED"})
    void studyEndsAsDiverged_andAgainAtARestart(boolean told, StudyState atSites) throws Exception {
        try (Consortium consortium = new Consortium(temp, SITES)) {
            SignedPlan plan = consortium.sign("""
                    format: 1
                    name: wards
                    coordinator: hub
                    sites: [north, south, west]
                    variables: {a: [-9, 9], b: [-9, 9]}
                    algorithm: {id: gram, parameters: {network-to-sites: %s}}
                    insecureNoPrivacy: true
                    rounds: 1
                    quorum: 3
                    deadline: 1m
                    minimumCohort: 3
                    secureAggregation: none
                    """.formatted(told));
            Consortium.Running hub = consortium.run(consortium.hub(), plan, (port, links) -> {});
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : SITES) {
                Site site = consortium.site(
                        name,
                        "minimumCohort: 3\nsecureAggregationRequired: false\ninsecureNoPrivacyAllowed: true\n"
                                + "allowedAlgorithms: [gram]\n",
                        "",
                        consortium.home(name));
                InMemoryRows two = InMemoryRows.of(VariableSchema.of("a", "b"), new double[][] {
                    {name.length(), 1}, {2, name.length()}
                });
                ends.add(consortium.join(site.join(plan, two, hub.address())));
            }
            Method.Ended ended = Consortium.get(hub.result()).ended();
            assertEquals(StudyState.DIVERGED, ended.state());
            assertTrue(
                    ended.reason()
                            .startsWith("no result follows from the sums: there must be at least 7 rows of 3 sites"),
                    ended.reason());
            assertTrue(ended.network().isEmpty());
            for (Future<StudyEnd> end : ends) {
                assertEquals(Optional.of(atSites), Consortium.get(end).state());
            }
            Consortium.Running again = consortium.run(consortium.hub(), plan, (port, links) -> {});
            assertEquals(ended.reason(), Consortium.get(again.result()).ended().reason());
            endAsEarlierReleases(new CoordinatorFiles(consortium.home("hub"), "wards").journal());
            Consortium.Running upgraded = consortium.run(consortium.hub(), plan, (port, links) -> {});
            Method.Ended reported = Consortium.get(upgraded.result()).ended();
            assertEquals(ended.reason(), reported.reason());
            assertEquals(StudyState.DIVERGED, reported.state());
        }
    }

    /** They recorded that all sums were formed, and the coordinator ended with an exception. */
    private void endAsEarlierReleases(Path file) throws Exception {
        List<CoordinatorRecord> records = new ArrayList<>();
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file)) {
            for (Optional<CoordinatorRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                records.add(next.get());
            }
        }
        int last = records.size() - 1;
        records.set(last, new CoordinatorRecord.Ended(StudyState.ROUNDS_COMPLETED, "all 1 sums were formed"));
        Path earlier = temp.resolve("earlier.journal");
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(earlier)) {
            assertTrue(journal.next().isEmpty());
            records.forEach(journal::append);
        }
        Files.copy(earlier, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
