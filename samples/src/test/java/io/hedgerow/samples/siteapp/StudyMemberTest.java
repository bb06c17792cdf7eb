package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.secureagg.federation.SimulatedConsortium;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.transport.channel.GrpcCoordinator;
import io.hedgerow.transport.egress.EgressLog;
import io.hedgerow.transport.status.SiteStatus;
import io.hedgerow.transport.status.StatusBoard;
import io.hedgerow.transport.status.StudyStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two services with databases and a site with a file, over TLS on loopback. */
@Timeout(180)
class StudyMemberTest {

    private static final int VISITS = 120;

    @TempDir
    Path folder;

    private TrialStudy trial;
    private WardService north;
    private WardService south;
    private CsvRowSource west;
    private final ExecutorService westThread = Executors.newSingleThreadExecutor();

    @BeforeEach
    void open() throws Exception {
        trial = new TrialStudy(folder.resolve("study"));
        north = ward("north", 1);
        south = ward("south", 2);
        StringBuilder rows = new StringBuilder("age,dose,pressure\n");
        visits(
                3,
                (age, dose, pressure) -> rows.append(age)
                        .append(',')
                        .append(dose)
                        .append(',')
                        .append(pressure)
                        .append('\n'));
        west = CsvRowSource.of(Files.writeString(folder.resolve("west.csv"), rows));
    }

    @AfterEach
    void close() {
        north.close();
        south.close();
        westThread.shutdownNow();
    }

    @Test
    void servicesAndAFile_learnWhatTheyLearnInOneProcess() throws Exception {
        StatusBoard board = StatusBoard.of(trial.plan, StudyMeans.study(trial.plan), 0.3);
        Parameters expected = inOneProcess();
        try (GrpcCoordinator channel = trial.listen(board)) {
            List<Future<Parameters>> sites = List.of(
                    takePart(north, "north", channel.port()),
                    takePart(south, "south", channel.port()),
                    westTakesPart(channel.port()));
            StudyResult result = trial.coordinate(channel, board, (report, consensus) -> record(north));
            assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
            assertEquals(expected, result.consensus());
            for (Future<Parameters> site : sites) {
                assertEquals(expected, site.get());
            }
        }
        assertEquals(VISITS + 15L, north.lastVisit(), "the ward went on recording during the study");
        for (String site : TrialStudy.SITES) {
            assertEquals(
                    15, EgressLog.verify(trial.home(site).resolve("egress.log")).messages());
        }
        StudyStatus status = board.get();
        assertEquals(15, status.roundsEnded());
        assertEquals(StudyStatus.Phase.ENDED, status.phase());
        assertTrue(status.sites().stream().allMatch(site -> site.answered().orElse(-1) == 14));
        assertTrue(status.sites().stream().noneMatch(site -> site.presence() == SiteStatus.Presence.AWAITED));
        // 360 visits: dose depends on age and pressure on dose, both strongly, and nothing else does
        assertTrue(status.network().orElseThrow().weights().edgeCount() >= 2);
    }

    @Test
    void serviceThatIsShutDown_goesOnWhereItWas() throws Exception {
        StatusBoard board = StatusBoard.of(trial.plan, StudyMeans.study(trial.plan), 0.3);
        Parameters expected = inOneProcess();
        CountDownLatch under = new CountDownLatch(1);
        ExecutorService hub = Executors.newSingleThreadExecutor();
        try (GrpcCoordinator channel = trial.listen(board)) {
            Future<StudyResult> running = hub.submit(() -> trial.coordinate(channel, board, (report, consensus) -> {
                if (report.round() == 3) {
                    under.countDown();
                }
            }));
            Future<Parameters> first = takePart(north, "north", channel.port());
            Future<Parameters> other = takePart(south, "south", channel.port());
            Future<Parameters> file = westTakesPart(channel.port());
            under.await();
            north.close();
            assertNoThread("ward-north-study");
            ExecutionException left = assertThrows(ExecutionException.class, first::get);
            assertEquals(InterruptedException.class, left.getCause().getClass());
            north = new WardService("north", database("north"));
            Future<Parameters> again = takePart(north, "north", channel.port());
            assertEquals(expected, running.get().consensus());
            assertEquals(expected, again.get());
            assertEquals(expected, other.get());
            assertEquals(expected, file.get());
        } finally {
            hub.shutdownNow();
        }
    }

    @Test
    void maskedUploads_giveTheSameNetwork() throws Exception {
        Study study = StudyMeans.study(trial.plan);
        SummedStudy sums = SummedStudy.changes(study);
        SimulatedConsortium keys = new SimulatedConsortium(trial.plan.sites(), AggregationPolicy.standard());
        StatusBoard board = StatusBoard.of(trial.plan, study, 0.3);
        List<RowSource> rows = List.of(north.visits(VISITS), south.visits(VISITS), west);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (GrpcCoordinator channel = trial.listen(board)) {
            List<Future<Parameters>> sites = new ArrayList<>();
            for (int p = 0; p < rows.size(); p++) {
                String name = TrialStudy.SITES.get(p);
                RowSource own = rows.get(p);
                StudyMeans plain = StudyMeans.insecurePlain(trial.plan, new DatasetIdentity(name + "-visits"));
                StudyMeans means =
                        new StudyMeans(study, plain.gate(), plain.solver(), keys.protector(new SiteId(name), sums));
                sites.add(threads.submit(() -> trial.member(name)
                        .join(
                                trial.plan,
                                trial.signatures,
                                means,
                                own,
                                TrialStudy.HOST,
                                channel.port(),
                                StudyMemberTest::unexpected)));
            }
            StudyResult result = trial.coordinate(channel, keys.aggregator(sums), board, (report, consensus) -> {});
            assertEquals(StudyState.ROUNDS_COMPLETED, result.state(), result.reason());
            // changes travel in fixed point, whose sums masks do not change
            assertEquals(inOneProcess(), result.consensus());
            for (Future<Parameters> site : sites) {
                assertEquals(result.consensus(), site.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void planThatTheRulesForbid_isRefusedBeforeAnythingIsOpened() {
        StudyMember strict = trial.member(
                "north", trial.rules().replace("insecureNoPrivacyAllowed: true", "insecureNoPrivacyAllowed: false"));
        RowSource untouched = new RowSource() {
            @Override
            public io.hedgerow.core.data.VariableSchema schema() {
                throw new AssertionError("not even the schema");
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                throw new AssertionError("no row");
            }
        };
        StudyMeans means = StudyMeans.insecurePlain(trial.plan, new DatasetIdentity("north-visits"));
        PolicyRefusedException refusal = assertThrows(
                PolicyRefusedException.class,
                () -> strict.join(
                        trial.plan,
                        trial.signatures,
                        means,
                        untouched,
                        TrialStudy.HOST,
                        1,
                        StudyMemberTest::unexpected));
        assertTrue(refusal.getMessage().contains("privacy budget"), refusal.getMessage());
        assertFalse(Files.exists(trial.home("north").resolve("egress.log")));
    }

    @Test
    void member_isSmall() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/main/java/io/hedgerow/samples/siteapp/StudyMember.java"));
        long code = lines
                .subList(
                        lines.indexOf(
                                "public record StudyMember(SiteId self, Path home, SiteRules rules, InstantSource clock) {"),
                        lines.size())
                .stream()
                .filter(line -> !line.isBlank()
                        && !line.strip().startsWith("*")
                        && !line.strip().startsWith("/**"))
                .count();
        assertTrue(code < 60, "embedding a site must take less than 60 lines, takes " + code);
    }

    private Parameters inOneProcess() throws Exception {
        Study study = StudyMeans.study(trial.plan);
        List<SiteSession> sessions = new ArrayList<>();
        List<RowSource> rows = List.of(north.visits(VISITS), south.visits(VISITS), west);
        for (int p = 0; p < rows.size(); p++) {
            DatasetIdentity identity = new DatasetIdentity(TrialStudy.SITES.get(p) + "-visits");
            StudyMeans means = StudyMeans.insecurePlain(trial.plan, identity);
            sessions.add(new SiteSession(
                    new SiteId(TrialStudy.SITES.get(p)),
                    study,
                    SiteData.of(identity, rows.get(p)),
                    means.gate(),
                    means.solver(),
                    means.uploads()));
        }
        return new InProcessStudy(
                        study,
                        sessions,
                        new InsecurePlainUpload(study),
                        FederatedMethod.FED_SPARSE.newGlobalSolver(3, StudyMeans.settings(trial.plan)))
                .run((report, consensus) -> {})
                .consensus();
    }

    private Future<Parameters> takePart(WardService ward, String site, int port) {
        return ward.takePart(
                trial.member(site),
                trial.plan,
                trial.signatures,
                VISITS,
                TrialStudy.HOST,
                port,
                StudyMemberTest::unexpected);
    }

    private Future<Parameters> westTakesPart(int port) {
        StudyMeans means = StudyMeans.insecurePlain(trial.plan, new DatasetIdentity("west-visits"));
        return westThread.submit(() -> trial.member("west")
                .join(trial.plan, trial.signatures, means, west, TrialStudy.HOST, port, StudyMemberTest::unexpected));
    }

    private WardService ward(String name, int seed) throws Exception {
        WardService ward = new WardService(name, database(name));
        visits(seed, ward::record);
        return ward;
    }

    private DataSource database(String name) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:file:" + folder.resolve(name).toAbsolutePath() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    private static void unexpected(RuntimeException failure) {
        throw new AssertionError("no task must fail", failure);
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
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** An executor has terminated a moment before its last thread has. */
    private static void assertNoThread(String name) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                thread.join(TimeUnit.SECONDS.toMillis(30));
                assertTrue(!thread.isAlive(), name + " must have ended");
            }
        }
    }
}
