// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.FormedUpload;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.coordinator.MemoryJournal;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three sites, one of which has other relations than the others and goes away, comes back, or comes back without its
 * memory.
 */
class AbsentSiteTest {

    private static final int VARIABLES = 6;
    private static final SiteId LAST = new SiteId("site-003");

    /** Three sites of one network. */
    private final List<SiteData> alike = FederationFixture.rows(FederationFixture.study(VARIABLES, 6, 3, 400, 0.1, 3));
    /** Two of them, and one of another network. */
    private final List<SiteData> data = new ArrayList<>(alike.subList(0, 2));

    AbsentSiteTest() {
        data.addAll(FederationFixture.rows(FederationFixture.study(VARIABLES, 6, 1, 400, 0, 8)));
    }

    private Study study(FederatedMethod method, int sites) {
        MethodSettings settings = method.recommended(VARIABLES, sites);
        return method.study(
                "absence",
                data.get(0).schema(),
                settings,
                0,
                sites,
                new RoundPolicy(2, Duration.ofSeconds(60), RoundPolicy.Convergence.never()));
    }

    private SiteSession session(FederatedMethod method, Study study, int site, Update.Form form) {
        SiteData own = data.get(site);
        return new SiteSession(
                new SiteId("site-00" + (site + 1)),
                study,
                own,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), own.identity()),
                method.newLocalSolver(method.recommended(VARIABLES, study.sites())),
                new FormedUpload(study, form));
    }

    private List<SiteSession> sessions(FederatedMethod method, Study study, Update.Form form) {
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            sessions.add(session(method, study, p, form));
        }
        return sessions;
    }

    private StudyResult run(FederatedMethod method, int sites, Update.Form form, IntPredicate missed)
            throws InterruptedException {
        Study study = study(method, sites);
        return new InProcessStudy(
                        study,
                        sessions(method, study, form),
                        new FormedUpload(study, form),
                        method.newGlobalSolver(VARIABLES, method.recommended(VARIABLES, sites)))
                .over(network -> new Missing(network, missed))
                .run((report, consensus) -> {}, Runnable::run);
    }

    private static double distance(Parameters one, Parameters two) {
        double sum = 0;
        for (int k = 0; k < one.size(); k++) {
            sum += (one.get(k) - two.get(k)) * (one.get(k) - two.get(k));
        }
        return Math.sqrt(sum);
    }

    private static List<Integer> edges(Parameters consensus) {
        return IntStream.range(0, consensus.size())
                .filter(k -> Math.abs(consensus.get(k)) >= 0.3)
                .boxed()
                .toList();
    }

    /**
     * The oracle is the same study of the sites that stayed. The problem is not convex and α remembers the first ten
     * rounds, so weights agree nearly and edges exactly: distances are 0.07 to 0.09 here, where the third site's part
     * moves the network by 2.8 to 3.5.
     */
    @ParameterizedTest
    @CsvSource({"FED_SPARSE, SEEN_CHANGE", "FED_SPARSE, SUMMED_VALUE", "FED_BNSL, SEEN_CHANGE", "FED_BNSL, SUMMED_VALUE"
    })
    void siteThatGoesAway_leavesTheNetworkOfTheSitesThatStayed(FederatedMethod method, Update.Form form)
            throws InterruptedException {
        Parameters stayed = run(method, 2, form, round -> false).consensus();
        Parameters all = run(method, 3, form, round -> false).consensus();
        Parameters without = run(method, 3, form, round -> round >= 10).consensus();
        assertTrue(distance(all, stayed) > 1, "the third site must matter, was " + distance(all, stayed));
        assertTrue(distance(without, stayed) < 0.2, "was " + distance(without, stayed));
        assertEquals(edges(stayed), edges(without));
    }

    /**
     * Distances from the network of all are 0.02 to 0.10 after twenty rounds away, where it is 0.12 to 0.17 without
     * that site, and 0.03 to 0.07 when it is late in every seventh round. Of sites with one network: where a third of
     * them asks for another one, which of two the iteration ends in depends on its way.
     */
    @ParameterizedTest
    @CsvSource({"FED_SPARSE, SEEN_CHANGE", "FED_SPARSE, SUMMED_VALUE", "FED_BNSL, SEEN_CHANGE", "FED_BNSL, SUMMED_VALUE"
    })
    void siteThatComesBack_isInTheNetworkAgain(FederatedMethod method, Update.Form form) throws InterruptedException {
        data.set(2, alike.get(2));
        Parameters all = run(method, 3, form, round -> false).consensus();
        Parameters stayed = run(method, 2, form, round -> false).consensus();
        Parameters back =
                run(method, 3, form, round -> round >= 10 && round < 30).consensus();
        Parameters late = run(method, 3, form, round -> round % 7 == 3).consensus();
        assertTrue(distance(back, all) < distance(stayed, all), "was " + distance(back, all));
        assertEquals(edges(all), edges(back));
        assertEquals(edges(all), edges(late));
    }

    /**
     * Where only sums of changes are seen, nobody can be taken out of them, but what stays does not grow from round to
     * round.
     */
    @Test
    void siteThatGoesAway_whereOnlySumsOfChangesAreSeen_isNotPulledAtMoreAndMore() throws InterruptedException {
        StudyResult result = run(FederatedMethod.FED_SPARSE, 3, Update.Form.SUMMED_CHANGE, round -> round >= 10);
        double before = result.rounds().get(40).consensus().distance();
        double after = result.rounds().get(99).consensus().distance();
        assertTrue(after < 2 * before, before + " grew to " + after);
    }

    /** What the site has sent is in the sum; what it would send from nothing comes on top of it. */
    @Test
    void siteThatLostItsMemory_isNotInAnySumAgain_andSaysWhatToDo() throws InterruptedException {
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        Study study = study(method, 3);
        List<SiteSession> sessions = sessions(method, study, Update.Form.SEEN_CHANGE);
        MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        List<Set<SiteId>> included = new ArrayList<>();
        RoundObserver stops = (report, consensus) -> {
            if (report.round() == 10) {
                throw new IllegalStateException("killed");
            }
        };
        assertThrows(IllegalStateException.class, () -> coordinate(method, study, sessions, journal, stops));
        SiteSession fresh = session(method, study, 2, Update.Form.SEEN_CHANGE);
        sessions.set(2, fresh);

        StudyResult result =
                coordinate(method, study, sessions, journal, (report, consensus) -> included.add(report.included()));

        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        assertTrue(included.get(10).contains(LAST));
        assertFalse(included.subList(11, 100).stream().anyMatch(sum -> sum.contains(LAST)));
        JournalException refused = assertThrows(
                JournalException.class, () -> fresh.observe(new Task("absence", 0, 1, unchanged(), Set.of())));
        assertTrue(refused.getMessage().contains("newest home"), refused.getMessage());
        Parameters stayed =
                run(method, 2, Update.Form.SEEN_CHANGE, round -> false).consensus();
        assertTrue(distance(result.consensus(), stayed) < 0.2, "was " + distance(result.consensus(), stayed));
    }

    private static Payload unchanged() {
        return Payload.empty();
    }

    private static StudyResult coordinate(
            FederatedMethod method,
            Study study,
            List<SiteSession> sessions,
            MemoryJournal<CoordinatorRecord> journal,
            RoundObserver observer)
            throws InterruptedException {
        return new Coordinator(
                        study,
                        new InMemoryNetwork(sessions, Runnable::run),
                        new FormedUpload(study, Update.Form.SEEN_CHANGE),
                        method.newGlobalSolver(VARIABLES, method.recommended(VARIABLES, study.sites())),
                        observer,
                        System::nanoTime,
                        journal.open())
                .run();
    }

    /** A line on which nothing of the last site arrives in some rounds. */
    private record Missing(CoordinatorChannel channel, IntPredicate missed) implements CoordinatorChannel {

        @Override
        public Set<SiteId> sites() {
            return channel.sites();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            channel.broadcast(message);
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            channel.send(site, question);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            return channel.awaitReply(timeout)
                    .map(reply -> reply.site().equals(LAST) && missed.test(reply.round())
                            ? new SiteReply.Failure(LAST, reply.round(), SiteReply.Failure.Kind.INTERNAL)
                            : reply);
        }
    }
}
