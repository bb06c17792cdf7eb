// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.siteapp.DoorSite.Agreed;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of a site and every key of its policy holds at the one door, before anything is charged, read or sent. */
@Tag("slow")
@Timeout(120)
class SiteDoorTest {

    private static final String NOBODY = "127.0.0.1:1";

    @TempDir
    Path folder;

    private String stranger = "";

    /**
     * One line that speaks against the plan.
     *
     * @param key of the rules or the policy
     * @param agreed the plan
     * @param value of the line
     * @param said by the refusal
     */
    record Against(String key, Agreed agreed, String value, String said) {}

    @BeforeEach
    void makeStranger() throws Exception {
        try (SigningKey key = SigningKey.create(folder.resolve("stranger.key"))) {
            stranger = key.publicKey().hex();
        }
    }

    static Stream<Against> rules() {
        String other = "[\"sha256:" + "0".repeat(64) + "\"]";
        return Stream.of(
                new Against("officers", Agreed.PRIVATE, "{keys: [STRANGER], threshold: 1}", "must be signed by"),
                new Against("officers", Agreed.PRIVATE, "{keys: [OFFICER, STRANGER], threshold: 2}", "signed by 1"),
                new Against("allowedPlans", Agreed.PRIVATE, other, "allowedPlans"),
                new Against("minimumCohort", Agreed.PRIVATE, "4", "minimumCohort must be at least 4"),
                new Against("secureAggregationRequired", Agreed.PRIVATE, "true", "must be on, was none"),
                new Against("minimumHonest", Agreed.MASKED, "4", "minHonest must be at least 4"),
                new Against("maxEpsilonPerStudy", Agreed.PRIVATE, "1.5", "epsilon must be at most 1.5"),
                new Against("maxDeltaPerStudy", Agreed.PRIVATE, "1.0e-12", "delta must be at most 1.0E-12"),
                new Against("insecureNoPrivacyAllowed", Agreed.PLAIN, "false", "must have a privacy budget"),
                new Against("allowedAlgorithms", Agreed.PRIVATE, "[fed-bnsl]", "must be one of fed-bnsl"),
                new Against("maxRounds", Agreed.PRIVATE, "3", "rounds must be at most 3"),
                new Against("minimumDeadline", Agreed.PRIVATE, "61s", "deadline must be at least 61 s"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void join_againstARule_isRefused_andNothingIsOpened(Against against) throws Exception {
        try (DoorSite door = door(against.agreed())) {
            String officer = door.read("join.yaml").replaceAll("(?s).*keys: \\[([0-9a-f]+)].*", "$1");
            String value = against.value().replace("STRANGER", stranger).replace("OFFICER", officer);
            door.write("join.yaml", "  ", against.key(), value);
            PolicyRefusedException e = assertThrows(
                    PolicyRefusedException.class, () -> door.site().join(door.plan, door.rows, door.address()));
            requireSays(against.said(), e);
            door.requireNothingHappened();
            assertEquals(0, door.rows.asked(), "not even the columns were asked for");
            assertFalse(Files.exists(door.site().home().path()));
        }
    }

    static Stream<Against> policies() {
        return Stream.of(
                new Against("dataset", Agreed.PRIVATE, "{id: wards, rows: 201}", "its policy says 201"),
                new Against("unit", Agreed.PRIVATE, "{person: patient}", "protects users, by column patient"),
                new Against("budget", Agreed.PRIVATE, "{epsilon: 1.5, delta: 1.0e-3}", "1.5"),
                new Against("perStudy", Agreed.PRIVATE, "{epsilon: 1.5, delta: 1.0e-5}", "1.5"),
                new Against("accounting", Agreed.PRIVATE, "{rdp-filter: {order: 8}}", "accounting: fixed-plan"),
                new Against("minimumCohort", Agreed.PRIVATE, "4", "at least 4 sites"),
                new Against("anchors", Agreed.PRIVATE, "require", "requires an anchor, and none was given"),
                new Against("allowedSolvers", Agreed.PRIVATE, "[dp-pgcd]", "allows the solvers dp-pgcd"),
                new Against("allowedSolvers", Agreed.MASKED, "[dp-gram]", "asks for dp-gram-shared-noise"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void run_againstThePolicy_isRefused_andNothingIsSpent(Against against) throws Exception {
        try (DoorSite door = door(against.agreed())) {
            door.write("policy.yaml", "", against.key(), against.value());
            requireRefused(door, against.said(), 0);
        }
    }

    static Stream<Against> changes() {
        return Stream.of(
                new Against("dataset", Agreed.PRIVATE, "{id: others, rows: 200}", "others"),
                new Against("adjacency", Agreed.PRIVATE, "zero-out", "was made for adjacency replace-one"));
    }

    /** What a ledger was begun under stays: a policy that says otherwise afterwards does not get at its budget. */
    @ParameterizedTest
    @MethodSource("changes")
    void run_withAPolicyThatTheLedgerWasNotBegunUnder_isRefused(Against against) throws Exception {
        try (DoorSite door = door(against.agreed())) {
            Membership before = door.site().join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> before.run(event -> {}));
            door.write("policy.yaml", "", against.key(), against.value());
            requireRefused(door, against.said(), 1); // the first attempt counted them
        }
    }

    /** A home from before there was a ledger. */
    @Test
    void run_withAnOlderHome_isRefusedByWhatIsKeptElsewhere() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            Site own = door.site().withAnchors(folder.resolve("anchors"));
            Membership before = own.join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> before.run(event -> {}));
            Path ledger = own.home().ledger();
            try (Stream<Path> files = Files.list(ledger)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Membership again = own.join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            LedgerTamperedException e = assertThrows(LedgerTamperedException.class, () -> again.run(event -> {}));
            requireSays("its anchor", e);
            assertEquals(1, door.rows.readings(), "the first attempt counted them");
            assertThrows(
                    IllegalArgumentException.class,
                    () -> door.site()
                            .withAnchors(own.home().path().resolve("anchors"))
                            .join(door.plan, door.rows, NOBODY)
                            .run(event -> {}));
        }
    }

    /** A clock that was an hour ahead when the ledger was begun. */
    @Test
    void run_whenTheClockIsFurtherBehindThanThePolicyTolerates_isRefused() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            Site own = door.site();
            Site ahead = new Site(
                    own.name(),
                    own.identity(),
                    own.rules(),
                    own.policy(),
                    own.home(),
                    InstantSource.offset(own.clock(), Duration.ofHours(1)));
            Membership early = ahead.join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> early.run(event -> {}));
            door.write("policy.yaml", "", "clockToleranceMinutes", "30");
            requireRefused(door, "clock", 1); // the first attempt counted the rows
            door.write("policy.yaml", "", "clockToleranceMinutes", "90");
            Membership tolerant = own.join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> tolerant.run(event -> {}));
        }
    }

    @Test
    void run_withABudget_withoutAPolicy_isRefused() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            Files.delete(door.site().policy().orElseThrow());
            Membership study = door.site().join(door.plan, door.rows, door.address());
            requireSays("policy.yaml", assertThrows(IllegalArgumentException.class, () -> study.run(event -> {})));
            door.requireNothingHappened();
        }
    }

    /** No noise bounds what one record does to such rows: it ends the reading, or moves the rows of all others. */
    @Test
    void run_withRowsThatOneRecordCanEndOrMove_isRefused_andNothingIsSpent() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            Path file = door.site().home().path().resolveSibling("rows.csv");
            for (RowSource rows : List.of(CsvRowSource.of(file), door.rows.inNormalScores())) {
                Membership study = door.site().join(door.plan, rows, door.address());
                requireSays("budget", assertThrows(PolicyRefusedException.class, () -> study.run(event -> {})));
                door.requireNothingSpent(0);
            }
        }
    }

    /** A plan names the source of its noise, and the policy which may be used. */
    @Test
    void run_withNoiseThatThePolicyDoesNotAllow_isRefused() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            door.write("policy.yaml", "", "noise", "google-dp");
            requireRefused(door, "noise", 0);
        }
    }

    /** It is for reservations without a plan, and through the door there is none. */
    @Test
    void undeclaredDelta_saysNothingAboutASignedPlan() throws Exception {
        try (DoorSite door = door(Agreed.PRIVATE)) {
            door.write("policy.yaml", "", "undeclaredDelta", "0");
            Membership study = door.site().join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> study.run(event -> {}));
        }
    }

    /** Without a line against it each plan gets as far as the question, which is asked before anything is paid. */
    @ParameterizedTest
    @EnumSource
    void run_whenNobodyAnswers_chargesNothing_andSendsNothing(Agreed agreed) throws Exception {
        try (DoorSite door = door(agreed)) {
            Membership study = door.site().join(door.plan, door.rows, NOBODY).withPatience(Duration.ofMillis(1));
            assertThrows(UnreachableException.class, () -> study.run(event -> {}));
            door.requireNothingCharged();
            // without a budget a site looks for rows outside of the plan's bounds first; with one it counts them,
            // because
            // their number is public
            assertEquals(1, door.rows.readings());
        }
    }

    /** Whoever adds a rule says here what the door does about it. */
    @Test
    void everyKeyThatTheReadersKnow_isTriedHere() throws Exception {
        StudyPlanException rules = assertThrows(
                StudyPlanException.class,
                () -> SiteRules.parse("rules", "join: {none: 1}".getBytes(StandardCharsets.UTF_8)));
        Set<String> tried = keys(rules());
        tried.addAll(RulesAtWorkTest.KEYS);
        assertEquals(allowed(rules), tried);

        Path file = Files.writeString(folder.resolve("policy.yaml"), "none: 1\n");
        DataException policy = assertThrows(DataException.class, () -> SitePolicy.read(file));
        tried = keys(Stream.concat(policies(), changes()));
        tried.addAll(List.of("clockToleranceMinutes", "undeclaredDelta", "noise"));
        assertEquals(allowed(policy), tried);
    }

    private static Set<String> keys(Stream<Against> all) {
        Set<String> keys = new TreeSet<>();
        all.forEach(one -> keys.add(one.key()));
        return keys;
    }

    private static Set<String> allowed(RuntimeException e) {
        String list = String.valueOf(e.getMessage()).replaceAll("(?s).*\\(allowed: (.*)\\).*", "$1");
        return new TreeSet<>(Arrays.asList(list.split(", ", -1)));
    }

    private DoorSite door(Agreed agreed) throws Exception {
        return new DoorSite(agreed.study(folder.resolve("study"), 4, 0));
    }

    private static void requireRefused(DoorSite door, String said, int countings) {
        Membership study =
                door.site().join(door.plan, door.rows, door.address()).withPatience(Duration.ofMillis(1));
        PrivacyException e = assertThrows(PrivacyException.class, () -> study.run(event -> {}));
        requireSays(said, e);
        door.requireNothingSpent(countings);
    }

    private static void requireSays(String said, RuntimeException e) {
        assertTrue(String.valueOf(e.getMessage()).contains(said), e.getMessage());
    }
}
