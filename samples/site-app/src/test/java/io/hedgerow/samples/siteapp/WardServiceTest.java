// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.samples.ledger.MessagePaymentCheck;
import io.hedgerow.samples.operate.InProcessPlan;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.node.StudyEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two services with databases and a site with a file, over TLS on loopback, and a coordinator. */
@Tag("slow")
@Timeout(180)
class WardServiceTest {

    private static final int VISITS = 120;
    private static final int ROUNDS = 6;
    private static final RoundObserver NOBODY = (report, consensus) -> {};

    @TempDir
    Path folder;

    private WardService north;
    private WardService south;
    private CsvRowSource west;
    private LocalStudy study;
    private SignedPlan plan;
    private final ExecutorService westThread = Executors.newSingleThreadExecutor();

    @BeforeEach
    void open() throws Exception {
        north = ward("north", 1);
        south = ward("south", 2);
        StringBuilder rows = new StringBuilder("age,dose,pressure\n");
        visits(3, (age, dose, pressure) -> rows.append(age + "," + dose + "," + pressure + "\n"));
        west = CsvRowSource.of(Files.writeString(folder.resolve("west.csv"), rows));
    }

    @AfterEach
    void close() throws InterruptedException {
        north.close();
        south.close();
        westThread.shutdownNow();
        westThread.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
    }

    @Test
    void servicesAndAFile_learnWhatTheyLearnInOneProcess() throws Exception {
        make(false);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> record(north))) {
            requireLearnedTheSame(hub, everybody(hub));
        }
        assertEquals(VISITS + (long) ROUNDS, north.lastVisit(), "the ward went on recording during the study");
        for (String site : study.names()) {
            assertEquals(ROUNDS, egress(site).messages());
        }
    }

    @Test
    void maskedStudy_givesTheSameConsensus_andNoUpdateIsPlain() throws Exception {
        make(true);
        try (LocalHub hub = new LocalHub(study, NOBODY)) {
            List<Future<StudyEnd>> sites = everybody(hub);
            // changes travel in fixed point, whose sums masks do not change
            requireLearnedTheSame(hub, sites);
            assertEquals(ROUNDS, hub.finished().masks().orElseThrow().released());
        }
        assertTrue(egress("site-1").bytesByType().containsKey("answer"), "keys and shares of masks left, too");
        assertTrue(Files.exists(home("site-1").masks(plan.plan().name())), "what masks must not forget is kept");
    }

    @Test
    void serviceThatIsShutDown_goesOnWhereItWas() throws Exception {
        make(false);
        CountDownLatch under = new CountDownLatch(1);
        CountDownLatch away = new CountDownLatch(1);
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {
            if (report.round() == 2) {
                under.countDown();
                await(away);
            }
        })) {
            Future<StudyEnd> first = takePart(north, "site-1", hub);
            Future<StudyEnd> other = takePart(south, "site-2", hub);
            Future<StudyEnd> file = westTakesPart(hub);
            under.await();
            north.close();
            assertNoThread("ward-north-study");
            ExecutionException left = assertThrows(ExecutionException.class, first::get);
            assertInstanceOf(InterruptedException.class, left.getCause());
            away.countDown();
            north = new WardService("north", database("north"));
            requireLearnedTheSame(hub, List.of(takePart(north, "site-1", hub), other, file));
        }
        assertEquals(ROUNDS, egress("site-1").messages(), "no update was computed or sent twice");
    }

    @Test
    void privateStudy_isChargedOnce_andEveryUpdateNamesTheRecordThatPaid() throws Exception {
        make(new LocalStudy.Terms(
                "dp-gram",
                Map.of(),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                false,
                4,
                0,
                Duration.ofMinutes(2)));
        SpentReport spent;
        String address;
        try (LocalHub hub = new LocalHub(study, NOBODY)) {
            address = hub.address();
            List<Future<StudyEnd>> sites = everybody(hub);
            assertEquals(
                    StudyState.ROUNDS_COMPLETED,
                    hub.finished().ended().state(),
                    hub.finished().ended().reason());
            spent = sites.get(0).get().spent().orElseThrow();
        }
        LedgerHistory ledger = LedgerHistory.read(home("site-1").ledger());
        assertTrue(spent.spentEpsilon() > 0 && spent.spentEpsilon() <= 2.0, "spent " + spent.spentEpsilon());
        assertEquals(spent.head(), ledger.spent().head());
        assertEquals(1, ledger.spent().studies().size());
        MessagePaymentCheck paid = new MessagePaymentCheck(ledger);
        EgressLog.verify(home("site-1").egress(), paid);
        assertTrue(paid.paid() > 0, "updates left");
        assertEquals(Optional.empty(), paid.problem());
        // once more, when all is over: the site knows, asks nobody and pays nothing
        StudyEnd again = north.takePart(site("site-1"), plan, VISITS, address, WardServiceTest::unexpected)
                .get();
        assertTrue(again.before());
        assertEquals(
                spent.head(),
                LedgerHistory.read(home("site-1").ledger()).spent().head());
    }

    @Test
    void planThatTheRulesForbid_isRefusedBeforeAnythingIsMade() throws Exception {
        make(false);
        Path rules = study.site("site-1").resolve("join.yaml");
        Files.writeString(
                rules,
                Files.readString(rules).replace("insecureNoPrivacyAllowed: true", "insecureNoPrivacyAllowed: false"));
        Future<StudyEnd> refused =
                north.takePart(site("site-1"), plan, VISITS, "127.0.0.1:1", WardServiceTest::unexpected);
        ExecutionException e = assertThrows(ExecutionException.class, refused::get);
        assertInstanceOf(PolicyRefusedException.class, e.getCause());
        assertTrue(String.valueOf(e.getMessage()).contains("privacy budget"), e.getMessage());
        assertFalse(Files.exists(home("site-1").path()));
    }

    /** The lines are those of the guide; what is in them is all that makes the ward a site. */
    @Test
    void wardAsASite_takesTenLines() throws IOException {
        List<String> lines =
                Files.readAllLines(Path.of("src/main/java/io/hedgerow/samples/siteapp/WardService.java")).stream()
                        .map(String::strip)
                        .toList();
        int begin = lines.indexOf("// region:join");
        int size = lines.subList(begin, lines.size()).indexOf("// endregion") - 1;
        assertTrue(begin > 0 && size > 0 && size <= 10, "embedding a site must take at most 10 lines, takes " + size);
        List<String> rest = new ArrayList<>(lines.subList(0, begin));
        rest.addAll(lines.subList(begin + size, lines.size()));
        assertTrue(
                rest.stream().noneMatch(line -> !line.startsWith("import ") && line.contains("Membership")),
                "nothing outside of the region is about studies");
    }

    private void requireLearnedTheSame(LocalHub hub, List<Future<StudyEnd>> sites) throws Exception {
        AtomicReference<Parameters> expected = new AtomicReference<>();
        var inOneProcess = InProcessPlan.run(
                plan.plan(),
                List.of(visits("north"), visits("south"), west),
                (report, consensus) -> expected.set(consensus));
        CoordinatorNode.Finished finished = hub.finished();
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                finished.ended().state(),
                finished.ended().reason());
        assertEquals(expected.get(), hub.consensus());
        // 360 visits: dose depends on age and pressure on dose, both strongly, and nothing else does
        assertTrue(finished.network().orElseThrow().edgeCount() >= 2);
        assertEquals(inOneProcess.network(), finished.network());
        for (Future<StudyEnd> site : sites) {
            assertEquals(Optional.of(StudyState.ROUNDS_COMPLETED), site.get().state());
            assertEquals(expected.get(), site.get().consensus());
        }
    }

    private void make(boolean masked) {
        make(new LocalStudy.Terms(
                "fed-sparse", Map.of("vote-rounds", "3"), Optional.empty(), masked, ROUNDS, 0, Duration.ofMinutes(2)));
    }

    private void make(LocalStudy.Terms terms) {
        study = new LocalStudy(folder.resolve("study"), terms, InstantSource.system());
        study.create(List.of(visits("north"), visits("south"), west));
        plan = SignedPlan.read(study.plan());
    }

    private List<Future<StudyEnd>> everybody(LocalHub hub) throws Exception {
        return List.of(takePart(north, "site-1", hub), takePart(south, "site-2", hub), westTakesPart(hub));
    }

    private Future<StudyEnd> takePart(WardService ward, String site, LocalHub hub) throws Exception {
        return ward.takePart(site(site), plan, VISITS, hub.address(), WardServiceTest::unexpected);
    }

    private Future<StudyEnd> westTakesPart(LocalHub hub) throws Exception {
        Path file = study.site("site-3").resolve("rows.csv");
        Membership membership = site("site-3").join(plan, plan.rows(file), hub.address());
        return westThread.submit(() -> membership.run(WardServiceTest::unexpected));
    }

    private Site site(String name) {
        return Site.open(study.site(name));
    }

    private SiteHome home(String name) {
        return site(name).home();
    }

    private EgressTotals egress(String name) {
        return EgressLog.verify(home(name).egress());
    }

    private WardService ward(String name, int seed) throws Exception {
        WardService ward = new WardService(name, database(name));
        visits(seed, ward::record);
        return ward;
    }

    private RowSource visits(String name) {
        return JdbcRowSource.of(
                database(name),
                "SELECT age AS \"age\", dose AS \"dose\", pressure AS \"pressure\" FROM visits WHERE id <= " + VISITS
                        + " ORDER BY id");
    }

    private DataSource database(String name) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:file:" + folder.resolve(name).toAbsolutePath() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    /** Another note would say that a task was not answered, or that rows could not be used. */
    private static void unexpected(SiteEvent event) {
        boolean known = event.text().startsWith("forecast: ") || event.text().contains("the ledger's first charge");
        boolean waits = event.kind() == SiteEvent.Kind.WAITING;
        assertTrue(known || waits || event.kind() == SiteEvent.Kind.TASK, event.text());
    }

    private interface Visit {
        void record(double age, double dose, double pressure) throws Exception;
    }

    private static void visits(int seed, Visit visit) throws Exception {
        Random random = new Random(seed);
        for (int k = 0; k < VISITS; k++) {
            double age = random.nextGaussian();
            double dose = 1.2 * age + random.nextGaussian();
            visit.record(age, dose, 1.5 * dose + random.nextGaussian());
        }
    }

    private static void record(WardService ward) {
        try {
            ward.record(40, 5, 120);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An executor has terminated a moment before its last thread has. */
    private static void assertNoThread(String name) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                thread.join(TimeUnit.SECONDS.toMillis(30));
                assertFalse(thread.isAlive(), name + " must have ended");
            }
        }
    }
}
