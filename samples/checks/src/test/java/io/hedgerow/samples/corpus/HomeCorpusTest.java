// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.operate.AnsweredRounds;
import io.hedgerow.samples.operate.InProcessPlan;
import io.hedgerow.samples.operate.NotedSolutions;
import io.hedgerow.samples.operate.Program;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.SignedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A build goes on with what every release left on its disks, and spends nothing twice. */
@Tag("slow")
class HomeCorpusTest {

    private static final String LEDGER = "HOMES/learn/ledger/site-1.csv";

    @TempDir
    Path temp;

    @BeforeAll
    static void update(@TempDir Path made) throws IOException {
        if (Corpus.isUpdated()) {
            StoredHomes.makeMissing(Corpus.current(), made);
        }
    }

    static List<Path> releases() {
        return Corpus.releases();
    }

    private static Program doctor(Path homes, String plan, String rules) {
        return StoredHomes.run(
                "site doctor --json --site site-1 --study HOMES/study/" + plan + " --roster HOMES/study/roster.yaml"
                        + " --rules HOMES/study/site-1/" + rules + " --policy HOMES/study/site-1/policy.yaml"
                        + " --identity HOMES/study/site-1/identity --data HOMES/study/site-1/rows.csv"
                        + " --home HOMES/study/site-1/home",
                homes);
    }

    /** What the doctor found, by the name of the check. Keys are not kept, so one check fails. */
    private static Map<String, String> found(Program doctor) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (JsonNode one : new ObjectMapper().readTree(doctor.output()).get("findings")) {
            found.put(one.get("check").asText(), one.get("status").asText());
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("releases")
    void studyThatWasCharged_costsNothingAgain(Path release) throws IOException {
        Program doctor = doctor(StoredHomes.copy(release, temp), "study.yaml", "join.yaml");
        Map<String, String> found = found(doctor);
        assertEquals(3, doctor.exitCode(), found.toString());
        for (String check : List.of("plan", "rules", "signatures", "algorithm", "data", "policy", "budget")) {
            assertEquals("pass", found.get(check), check + " of " + doctor.output());
        }
        assertEquals("fail", found.get("keys"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void anotherStudy_ofASpentBudget_isRefused(Path release) throws IOException {
        Program doctor = doctor(StoredHomes.copy(release, temp), "another.yaml", "another.yaml");
        Map<String, String> found = found(doctor);
        assertEquals(5, doctor.exitCode(), found.toString());
        for (String check : List.of("plan", "rules", "signatures", "algorithm", "data", "policy")) {
            assertEquals("pass", found.get(check), check + " of " + doctor.output());
        }
        assertEquals("fail", found.get("budget"));
    }

    /** The release has spent half of what the policy allows; this build may spend the other half, once. */
    @ParameterizedTest
    @MethodSource("releases")
    void ledgersAndAnchors_areContinued_untilTheBudgetIsSpent(Path release) throws IOException {
        Path homes = StoredHomes.copy(release, temp);
        String begun = head(LEDGER, homes);
        Program second = StoredHomes.run(StoredHomes.LEARN, homes);
        assertEquals(0, second.exitCode(), second.errors());
        String spent = head(LEDGER, homes);
        assertEquals(0, verify(LEDGER, begun, homes));
        assertEquals(5, StoredHomes.run(StoredHomes.LEARN, homes).exitCode());
        assertEquals(spent, head(LEDGER, homes), "what is refused is not charged");
    }

    /** As if the ledger were an older copy: its anchor has another head. */
    @ParameterizedTest
    @MethodSource("releases")
    void ledgerThatItsAnchorDoesNotKnow_isRefused(Path release) throws IOException {
        Path homes = StoredHomes.copy(release, temp);
        Path anchor = homes.resolve("learn/anchors/site-1.csv.anchor");
        String head = head(LEDGER, homes);
        assertTrue(Corpus.text(anchor).contains(head));
        Files.writeString(anchor, Corpus.text(anchor).replace(head, other(head)));
        assertEquals(5, StoredHomes.run(StoredHomes.LEARN, homes).exitCode());
        String remembered = StoredHomes.LEARN.replace(" --anchors HOMES/learn/anchors", "");
        assertEquals(5, StoredHomes.run(remembered, homes).exitCode(), "the ledger remembers where its anchor is");
        assertEquals(head, head(LEDGER, homes));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void ledger_continuesFromItsHead_andFromNoOther(Path release) throws IOException {
        Path homes = StoredHomes.copy(release, temp);
        for (String site : StoredHomes.SITES) {
            String ledger = "HOMES/study/" + site + "/home/ledger";
            String head = head(ledger, homes);
            assertEquals(0, verify(ledger, head, homes));
            assertEquals(5, verify(ledger, other(head), homes));
        }
    }

    private static String other(String head) {
        return (head.startsWith("0") ? "1" : "0") + head.substring(1);
    }

    private static int verify(String ledger, String anchor, Path homes) {
        return StoredHomes.run("ledger verify --ledger " + ledger + " --anchor " + anchor, homes)
                .exitCode();
    }

    private static String head(String ledger, Path homes) throws IOException {
        Program show = StoredHomes.run("ledger show --json --ledger " + ledger, homes);
        return new ObjectMapper().readTree(show.output()).at("/ledgers/0/head").asText();
    }

    /** The sum of what sites noted is what the coordinator made of it, through masks and wire. */
    @ParameterizedTest
    @MethodSource("releases")
    void journalsOfSites_holdTheSolutionsOfTheStudy(Path release) throws Exception {
        Path study = StoredHomes.copy(release, temp).resolve("study");
        SignedPlan signed = SignedPlan.read(study.resolve("study.yaml"), Optional.of(study.resolve("roster.yaml")));
        Map<SiteId, Path> journals = new TreeMap<>();
        for (String site : StoredHomes.SITES) {
            Path journal = study.resolve(site + "/home/" + signed.plan().name() + ".journal");
            AnsweredRounds.of(site, journal).requireOnce(true);
            journals.put(new SiteId(site), journal);
        }
        String again = InProcessPlan.text(signed, NotedSolutions.run(signed, journals));
        assertEquals(
                List.of(),
                Sameness.SAME.differences(
                        "network.csv", weights(Corpus.text(study.resolve("result/network.csv"))), weights(again)));
    }

    /** Without probabilities, which the search adds beside the network. */
    private static String weights(String network) {
        return network.lines()
                .map(line -> String.join(",", List.of(line.split(",", -1)).subList(0, 4)))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void coordinatorsHome_isReadToItsEnd(Path release) throws IOException {
        Path study = StoredHomes.copy(release, temp).resolve("study");
        SignedPlan signed = SignedPlan.read(study.resolve("study.yaml"), Optional.of(study.resolve("roster.yaml")));
        Path state = study.resolve("coordinator/state");
        assertEquals(
                signed.plan().digest().toString(),
                Corpus.text(state.resolve(signed.plan().name() + ".plan")).strip());
        List<CoordinatorRecord> records = new ArrayList<>();
        try (FileJournal<CoordinatorRecord> journal =
                FileJournal.ofCoordinator(state.resolve(signed.plan().name() + ".journal"))) {
            for (Optional<CoordinatorRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                records.add(next.get());
            }
        }
        assertInstanceOf(CoordinatorRecord.Ended.class, records.get(records.size() - 1));
        assertTrue(records.stream().anyMatch(CoordinatorRecord.Summed.class::isInstance));
    }
}
