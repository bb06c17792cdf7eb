// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site that has joined a private study, and is not charged yet. */
@Tag("slow")
@Timeout(200)
class JoinedStudyTest {

    private static final List<String> SITES = List.of("s1", "s2", "s3");

    @TempDir
    Path temp;

    private Consortium consortium;
    private final List<SecurityNotice> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void enrol() throws IOException {
        consortium = new Consortium(temp, SITES);
        for (String site : SITES) {
            Random random = new Random(site.hashCode());
            StringBuilder rows = new StringBuilder("a,b\n");
            for (int k = 0; k < 500; k++) {
                double a = random.nextGaussian();
                rows.append(a)
                        .append(',')
                        .append(.8 * a + .6 * random.nextGaussian())
                        .append('\n');
            }
            Files.writeString(temp.resolve(site).resolve("rows.csv"), rows);
        }
    }

    @AfterEach
    void stop() {
        consortium.close();
    }

    private SignedPlan plan(String name, int quorum) throws IOException {
        return consortium.sign("""
                format: 1
                name: %s
                coordinator: hub
                sites: [s1, s2, s3]
                variables: {a: [-9, 9], b: [-9, 9]}
                algorithm: {id: dp-gram, parameters: {rows.s1: 500, rows.s2: 500, rows.s3: 500}}
                privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}
                despiteForecast: true
                rounds: 2
                quorum: %d
                deadline: 10s
                minimumCohort: 2
                secureAggregation: none
                """.formatted(name, quorum));
    }

    private Site site(String name) throws IOException {
        return consortium.site(name, """
                minimumCohort: 2
                secureAggregationRequired: false
                maxEpsilonPerStudy: 2
                maxDeltaPerStudy: 1.0e-6
                allowedAlgorithms: [dp-gram]
                """, """
                dataset: {id: rows-%s, rows: 500}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 6, delta: 3.0e-6}
                perStudy: {epsilon: 2, delta: 1.0e-6}
                minimumCohort: 2
                allowedSolvers: [dp-gram]
                """.formatted(name), consortium.home(name));
    }

    private Membership member(String name, SignedPlan plan, String address) throws IOException {
        return site(name).join(plan, plan.rows(temp.resolve(name).resolve("rows.csv")), address, told::add);
    }

    private boolean isTold(Kind kind, String study) {
        return told.stream()
                .anyMatch(notice ->
                        notice.kind() == kind && notice.origin().study().equals(study));
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!what.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "does not come");
            Thread.sleep(20); // of threads that tell no one
        }
    }

    /** Joins and ends, with its place in the study in its journal, before the others are there. */
    private void joinAndStop(String name, SignedPlan plan, String address) throws Exception {
        Membership membership = member(name, plan, address);
        Future<StudyEnd> end = consortium.join(membership);
        await(() -> isTold(Kind.STUDY_JOINED, plan.plan().name()));
        membership.close();
        await(end::isDone);
    }

    @Test
    void studyThatIsRefused_leavesTheTurnToOthersOfItsSite() throws Exception {
        SignedPlan first = plan("first", 3);
        joinAndStop(
                "s1",
                first,
                consortium.run(consortium.hub(), first, (port, links) -> {}).address());
        SignedPlan second = plan("second", 3);
        String another =
                consortium.run(consortium.hub(), second, (port, links) -> {}).address();
        SiteAgent agent = new SiteAgent(site("s1"), told::add);
        List<String> events = new CopyOnWriteArrayList<>();
        Path rows = temp.resolve("s1").resolve("rows.csv");
        Membership refused = agent.join(first, first.rows(rows), another);
        Future<StudyEnd> waiting = consortium.join(refused, event -> events.add(event.text()));
        await(() -> events.stream().anyMatch(text -> text.contains("this site waits and tries again by itself")));
        Membership welcome = agent.join(second, second.rows(rows), another);
        Future<StudyEnd> joined = consortium.join(welcome, event -> {});
        await(() -> isTold(Kind.STUDY_JOINED, "second"));
        assertFalse(waiting.isDone(), "it waits for another coordinator");
        assertFalse(joined.isDone(), "it waits for the others");
        assertTrue(told.stream().noneMatch(notice -> notice.kind() == Kind.BUDGET_RESERVED), told.toString());
    }

    /** A query, whose database is asked for its tables when the site joins and says nothing for as long as it likes. */
    private static final class SilentQuery extends WrappedRows {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answers = new CountDownLatch(1);

        SilentQuery(RowSource rows) {
            super(rows);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            source.forEachRow(consumer);
        }

        @Override
        public Optional<Path> file() {
            return Optional.empty();
        }

        @Override
        public Optional<Origin> origin() {
            asked.countDown();
            try {
                assertTrue(answers.await(100, TimeUnit.SECONDS), "is not let go on");
            } catch (InterruptedException e) {
                throw new DataException("interrupted", e);
            }
            return Optional.of(new Origin(
                    "jdbc:none", Optional.empty(), Optional.empty(), Set.of("rows"), Set.of(), Optional.empty()));
        }
    }

    /** It answers late, and its study pays like others then. */
    @Test
    void databaseThatDoesNotSayWhatAQueryReads_keepsNoOtherStudyFromItsTurn() throws Exception {
        SignedPlan first = plan("first", 3);
        String silent =
                consortium.run(consortium.hub(), first, (port, links) -> {}).address();
        SignedPlan second = plan("second", 3);
        String other =
                consortium.run(consortium.hub(), second, (port, links) -> {}).address();
        SiteAgent agent = new SiteAgent(site("s1"), told::add);
        Path rows = temp.resolve("s1").resolve("rows.csv");
        SilentQuery query = new SilentQuery(first.rows(rows));
        Future<StudyEnd> waiting = consortium.join(agent.join(first, query, silent));
        assertTrue(query.asked.await(60, TimeUnit.SECONDS), "the database is asked");
        Future<StudyEnd> joined = consortium.join(agent.join(second, second.rows(rows), other));
        await(() -> isTold(Kind.STUDY_JOINED, "second"));
        assertFalse(joined.isDone(), "it waits for the others");
        assertFalse(waiting.isDone(), "it waits for its database");
        assertFalse(isTold(Kind.STUDY_JOINED, "first"));
        query.answers.countDown();
        await(() -> isTold(Kind.STUDY_JOINED, "first"));
    }

    /** It has its journal of the study, so it has forgotten nothing. */
    @Test
    void siteThatWasNotCharged_isLetInAgain_alsoWhenTheFirstRoundIsOver() throws Exception {
        SignedPlan plan = plan("first", 2);
        CompletableFuture<Method.Ended> over = new CompletableFuture<>();
        Consortium.Running hub =
                consortium.run(consortium.hub().withStartWindow(Duration.ZERO), plan, new CoordinatorNode.Watch() {
                    @Override
                    public void listening(int port, Supplier<List<SiteLink>> links) {}

                    @Override
                    public void ended(Method.Ended ended) {
                        over.complete(ended);
                    }
                });
        joinAndStop("s1", plan, hub.address());
        List<Future<StudyEnd>> others = List.of(
                consortium.join(member("s2", plan, hub.address())), consortium.join(member("s3", plan, hub.address())));
        assertEquals(
                StudyState.ROUNDS_COMPLETED, over.get(100, TimeUnit.SECONDS).state());
        StudyEnd end = Consortium.get(consortium.join(member("s1", plan, hub.address())));
        assertEquals(Optional.of(StudyState.ROUNDS_COMPLETED), end.state());
        for (Future<StudyEnd> other : others) {
            assertTrue(Consortium.get(other).state().isPresent());
        }
        assertEquals(
                2,
                told.stream()
                        .filter(notice -> notice.kind() == Kind.BUDGET_RESERVED)
                        .count(),
                "the third has taken no part in it");
    }
}
