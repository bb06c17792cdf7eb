// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may be put into a queue. */
@Timeout(60)
class StudyQueueTest {

    @TempDir
    Path temp;

    private StudyQueue queue;
    private long second;

    @BeforeEach
    void open() {
        queue = new StudyQueue(temp.resolve("studies"));
    }

    private Path plan(String name, String more) throws IOException {
        return write(temp.resolve("plan-" + second + ".yaml"), name, more);
    }

    static Path write(Path file, String name, String more) throws IOException {
        Files.writeString(file, """
                format: 1
                name: %s
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 4
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: none
                %s
                """.formatted(name, more));
        return file;
    }

    private QueuedStudy submit(String name, String more, int most) throws IOException {
        second++;
        return queue.submit(
                plan(name, more),
                Optional.empty(),
                Optional.empty(),
                most,
                InstantSource.fixed(Instant.ofEpochSecond(second)));
    }

    private void submit(String... names) throws IOException {
        for (String name : names) {
            submit(name, "", 100);
        }
    }

    private List<String> names() throws IOException {
        return queue.list().stream().map(QueuedStudy::name).toList();
    }

    private QueuedStudy study(String name) throws IOException {
        return queue.list().stream()
                .filter(study -> study.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void requireRefused(String word, String name, String more, int most) throws IOException {
        Set<String> before = Set.copyOf(names());
        RuntimeException refused = assertThrows(RuntimeException.class, () -> submit(name, more, most));
        assertTrue(refused.getMessage().contains(word), refused.getMessage());
        assertEquals(before, Set.copyOf(names()));
        try (var files = Files.list(temp.resolve("studies"))) {
            assertEquals(before.size(), files.count(), "nothing is left of it");
        }
    }

    @Test
    void studies_haveTheirTurnsInTheOrderInWhichTheyCame_andFoldersOfTheirOwner() throws IOException {
        submit("zebra", "ant");
        assertEquals(List.of("zebra", "ant"), names());
        assertEquals(State.QUEUED, study("ant").state());
        assertEquals("zebra", study("zebra").plan().plan().name());
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(study("ant").folder())));
    }

    @Test
    void nameThatIsAPath_isRefused() throws IOException {
        submit("look");
        for (String name : List.of("../look", "a/b", "..", ".lock", "/tmp/x", "nul", "\"a\\u0000b\"")) {
            requireRefused("name", name, "", 100);
        }
    }

    @Test
    void twoStudiesOfOneName_areOnlyOnePlan_alsoWhereNamesDifferByCapitals() throws IOException {
        submit("look");
        requireRefused("is queued already", "look", "", 100);
        requireRefused("another plan", "look", "outsideBounds: 0.5", 100);
        requireRefused("another plan", "Look", "", 100);
        queue.note(study("look"), State.ENDED, "");
        requireRefused("another plan", "look", "outsideBounds: 0.5", 100);
    }

    /** Sites may have paid for it before plans were judged. */
    @Test
    void studyThatWasQueuedBefore_isNotJudgedAgain() throws IOException {
        Path plan = Files.writeString(temp.resolve("paid.yaml"), """
                format: 1
                name: paid
                coordinator: hub
                sites: [north, south]
                variables: {age: [20, 100], dose: [20, 50]}
                algorithm: {id: dp-gram, parameters: {rows.north: 5000, rows.south: 5000}}
                privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}
                rounds: 2
                quorum: 2
                deadline: 2m
                minimumCohort: 2
                secureAggregation: none
                """);
        StudyPlanException refused = assertThrows(
                StudyPlanException.class,
                () -> queue.submit(plan, Optional.empty(), Optional.empty(), 100, InstantSource.system()));
        assertTrue(refused.getMessage().contains("contradicts itself"), refused.getMessage());
        Path folder = Files.createDirectories(temp.resolve("studies/paid"));
        Files.copy(plan, folder.resolve(QueuedStudy.PLAN));
        Files.writeString(
                folder.resolve("state.json"),
                "{\"state\": \"failed\", \"submitted\": \"2026-01-01T00:00:00Z\", \"reason\": \"a disk\"}");
        queue.submit(plan, Optional.empty(), Optional.empty(), 100, InstantSource.system());
        assertEquals(State.QUEUED, study("paid").state());
    }

    @Test
    void studyThatIsOver_isQueuedAgainByTheSamePlan() throws IOException {
        submit("look", "other");
        queue.note(study("look"), State.FAILED, "no room");
        submit("look");
        assertEquals(List.of("other", "look"), names());
        assertEquals("", study("look").reason());
    }

    @Test
    void studyThatIsSubmittedAgain_hasWhatItIsGivenNow_andNoRulesOfBefore() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        Path plan = plan("look", "");
        Path rules = Files.writeString(temp.resolve("hold.yaml"), "first");
        queue.submit(plan, Optional.empty(), Optional.of(rules), 9, clock);
        assertEquals("first", Files.readString(study("look").rules().orElseThrow()));
        queue.note(study("look"), State.FAILED, "not signed");

        Files.writeString(rules, "second");
        Files.writeString(plan, "# the same plan\n" + Files.readString(plan));
        DocumentSignatures.none(StudyPlan.read(plan).digest())
                .plus(new PublicSigningKey("58" + "66".repeat(31)), new byte[64])
                .write(DocumentSignatures.beside(plan));
        queue.submit(plan, Optional.empty(), Optional.of(rules), 9, clock);
        assertEquals("second", Files.readString(study("look").rules().orElseThrow()));
        Path signatures = DocumentSignatures.beside(study("look").folder().resolve("study.yaml"));
        assertEquals(Files.readString(DocumentSignatures.beside(plan)), Files.readString(signatures));
        assertEquals(
                Files.readString(plan), Files.readString(study("look").folder().resolve("study.yaml")));
        queue.note(study("look"), State.FAILED, "refused");

        Files.delete(DocumentSignatures.beside(plan));
        queue.submit(plan, Optional.empty(), Optional.empty(), 9, clock);
        assertEquals(Optional.empty(), study("look").rules(), "those of the site are for it again");
        assertFalse(Files.exists(signatures));
    }

    @Test
    void moreThanMayWait_areRefused_untilOneIsOver() throws IOException {
        submit("one", "two");
        requireRefused("at most 2 studies may wait or run", "three", "", 2);
        queue.note(study("one"), State.ENDED, "");
        assertEquals(State.QUEUED, submit("three", "", 2).state());
    }

    private Path signed(String name, String more, String officer) throws IOException {
        second++;
        Path plan = plan(name, more);
        Path key = temp.resolve(officer);
        if (Files.notExists(key)) {
            SigningKey.create(key).close();
        }
        SignedDocuments.sign(StudyPlan.read(plan).digest(), key, DocumentSignatures.beside(plan));
        return plan;
    }

    private QueuedStudy submit(Path plan) throws IOException {
        return queue.submit(plan, Optional.empty(), Optional.empty(), 2, InstantSource.fixed(Instant.EPOCH));
    }

    private void requireKept(String word, Path plan) throws IOException {
        Path there = study("look").folder().resolve("study.yaml");
        byte[] before = Files.readAllBytes(there);
        State state = study("look").state();
        RuntimeException refused = assertThrows(RuntimeException.class, () -> submit(plan));
        assertTrue(refused.getMessage().contains(word), refused.getMessage());
        assertArrayEquals(before, Files.readAllBytes(there));
        assertEquals(state, study("look").state());
    }

    /** As it waits for its plan; its own signatures say which plan it was. */
    @Test
    void damagedPlanOfAStudyThatRuns_isReplacedByTheSamePlanWithASignature_andNoOther() throws IOException {
        Path plan = signed("look", "", "officer");
        submit(plan);
        submit("other");
        QueuedStudy before = queue.note(study("look"), State.RUNNING, "waits");
        Path there = before.folder().resolve("study.yaml");
        requireKept("is running already", plan);
        Files.write(there, Arrays.copyOf(Files.readAllBytes(there), 30));
        requireKept("with another plan", signed("look", "outsideBounds: 0.5", "officer"));
        second++;
        requireKept(there + ":2: ", plan("look", ""));
        requireKept("there is no good signature", plan("look", ""));
        submit(plan);
        assertEquals(StudyPlan.read(plan), study("look").plan().plan());
        assertEquals(before, study("look"));
        assertEquals(List.of("look", "other"), names());
        requireKept("is running already", plan);
    }

    private String rules(String key, Path plan) throws IOException {
        try (SigningKey officer = SigningKey.load(temp.resolve(key))) {
            return "join:\n  officers: {keys: [" + officer.publicKey().hex() + "], threshold: 1}\n  allowedPlans: [\""
                    + StudyPlan.read(plan).digest() + "\"]\n  minimumCohort: 3\n"
                    + "  secureAggregationRequired: false\n  maxEpsilonPerStudy: 1\n  maxDeltaPerStudy: 1.0e-9\n"
                    + "  insecureNoPrivacyAllowed: true\n  allowedAlgorithms: [fed-sparse]\n";
        }
    }

    @Test
    void damagedPlanOfAStudyWithRules_isReplacedByOneThatItsOfficersSigned_andItsRulesStay() throws IOException {
        Path plan = signed("look", "", "officer");
        String rules = rules("officer", plan);
        Path given = Files.writeString(temp.resolve("join.yaml"), rules);
        queue.submit(plan, Optional.empty(), Optional.of(given), 9, InstantSource.fixed(Instant.EPOCH));
        Path there = study("look").folder().resolve("study.yaml");
        Files.writeString(there, "format: [");
        Files.writeString(DocumentSignatures.beside(there), "");
        requireKept("must be signed by 1 of 1 officers, was signed by 0", signed("look", "", "stranger"));
        requireKept("names must not differ by capitals alone", signed("Look", "", "officer"));
        Path foreign = signed("look", "", "stranger");
        Path others = Files.writeString(temp.resolve("others.yaml"), rules("stranger", foreign));
        IdentityException refused = assertThrows(
                IdentityException.class,
                () -> queue.submit(foreign, Optional.empty(), Optional.of(others), 9, InstantSource.system()),
                "rules that come with a plan do not say who may sign it");
        assertTrue(refused.getMessage().contains("was signed by 0"), refused.getMessage());
        submit(plan);
        assertEquals(StudyPlan.read(plan), study("look").plan().plan());
        assertEquals(rules, Files.readString(study("look").rules().orElseThrow()));
    }

    @Test
    void damagedSignaturesOfAStudyThatWaits_areReplacedWithTheSamePlan() throws IOException {
        Path plan = signed("look", "", "officer");
        submit(plan);
        Path there = DocumentSignatures.beside(study("look").folder().resolve("study.yaml"));
        Files.writeString(there, "format: [");
        submit(plan);
        assertEquals(1, study("look").plan().signatures().signers().size());
    }

    @Test
    void planThatTheSystemCannotRead_isReplacedInAStudyThatHasFailed() throws IOException {
        Path plan = signed("look", "", "officer");
        submit(plan);
        queue.note(study("look"), State.FAILED, "no plan");
        Path there = study("look").folder().resolve("study.yaml");
        Files.delete(there);
        Files.createDirectory(there);
        submit(plan);
        assertEquals(State.QUEUED, study("look").state());
        assertEquals(StudyPlan.read(plan), study("look").plan().plan());
    }

    private String unreadable(String name) throws IOException {
        assertEquals(State.UNREADABLE, study(name).state());
        String reason = study(name).reason();
        assertTrue(reason.startsWith(study(name).folder().resolve("state.json") + ": "), reason);
        assertTrue(reason.endsWith("put it back, or submit the study again with queue submit"), reason);
        return reason;
    }

    @Test
    void stateThatCannotBeRead_isOfThatStudyAlone_andItsFileIsNamed() throws IOException {
        submit("look", "trial");
        Path state = study("look").folder().resolve("state.json");
        String whole = Files.readString(state);
        Files.createDirectories(temp.resolve("studies").resolve("by-hand"));
        for (Map.Entry<String, String> damage : Map.of(
                        "{\"state\":",
                        "cannot read as JSON",
                        whole.replace("queued", "unreadable"),
                        "state must be one of queued, running, ended, failed, cancelled, was \"unreadable\"",
                        whole.replace("1970", "once"),
                        "submitted must be a time such as")
                .entrySet()) {
            Files.writeString(state, damage.getKey());
            assertTrue(
                    unreadable("look").contains(damage.getValue()),
                    study("look").reason());
            assertEquals(State.QUEUED, study("trial").state());
            assertEquals(2, names().size());
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> queue.cancel("look"));
            assertTrue(refused.getMessage().contains("which cannot be seen: " + state), refused.getMessage());
        }
        Files.delete(state);
        assertTrue(unreadable("look").contains("cannot be read: no such file"), "a study that has lost its state");
        Files.createDirectory(state);
        assertTrue(
                unreadable("look").contains("cannot be read: Is a directory"),
                study("look").reason());
        Files.delete(state);
        Files.writeString(state, whole);
        assertEquals(State.QUEUED, study("look").state());
        Files.delete(state);
        submit("look");
        assertEquals(State.QUEUED, study("look").state());
    }

    /** Those that a site gave a study are stricter than its usual ones, or it had not given any. */
    @Test
    void unreadableStudyThatIsSubmittedAgain_keepsItsRules_unlessOthersAreGiven() throws IOException {
        Path plan = plan("look", "");
        Path rules = Files.writeString(temp.resolve("hold.yaml"), "first");
        queue.submit(plan, Optional.empty(), Optional.of(rules), 9, InstantSource.fixed(Instant.EPOCH));
        Path state = study("look").folder().resolve("state.json");
        Files.writeString(state, "{");
        submit(plan);
        assertEquals(State.QUEUED, study("look").state());
        assertEquals("first", Files.readString(study("look").rules().orElseThrow()));
        Files.writeString(rules, "second");
        Files.writeString(state, "{");
        queue.submit(plan, Optional.empty(), Optional.of(rules), 9, InstantSource.fixed(Instant.EPOCH));
        assertEquals("second", Files.readString(study("look").rules().orElseThrow()));
    }

    /** A link to itself stands for a file that is there and cannot be seen. */
    @Test
    void rulesOfASite_areForAStudyWithoutItsOwn_andNotWhereItsFilesAreAway() throws IOException {
        Path ofAll = temp.resolve("all.yaml");
        submit("look");
        QueuedStudy study = study("look");
        assertEquals(ofAll, study.rules(ofAll));
        Path own = study.folder().resolve("join.yaml");
        Files.createSymbolicLink(own, own);
        assertEquals(own, study.rules(ofAll));
        Files.delete(own);
        Files.writeString(own, "hold");
        assertEquals(own, study.rules(ofAll));
        Path away = temp.resolve("away");
        Files.move(study.folder(), away);
        StudyPlanException refused = assertThrows(StudyPlanException.class, () -> study.rules(ofAll));
        assertTrue(refused.getMessage().startsWith(study.folder().resolve("study.yaml") + ": "), refused.getMessage());
    }
}
