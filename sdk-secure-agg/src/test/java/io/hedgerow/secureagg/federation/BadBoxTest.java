package io.hedgerow.secureagg.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.round.ChangeCodec;
import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.Question;
import io.hedgerow.core.round.RepeatRoundException;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.SiteSession;
import io.hedgerow.core.round.SparseChange;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.spi.Dialogue;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolution;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.key.Ed25519Identity;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.InputTerms;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.PeerShare;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Purpose;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.Roster;
import io.hedgerow.secureagg.policy.Suite;
import io.hedgerow.secureagg.site.SiteConfiguration;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What cannot be masked is found out before anything is computed or spent: a dishonest site's box, or a slot that is not settled. */
class BadBoxTest {

    private static final int SITES = 6;
    private static final int VICTIM = 0;
    private static final int ACCUSED = 1;

    /** Finds nothing. */
    private static final class Zeros implements LocalSolver {
        @Override
        public String id() {
            return "zeros";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("a test of reservations");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            return new LocalSolution(Parameters.zeros(problem.layout().size()), 1, true);
        }
    }

    /** Six sites with their whole sessions, on a line on which one of them may seal rubbish. */
    private static final class World implements Dialogue {
        private final Study study = studyOf(1);
        private final List<Ed25519Identity> identities = new ArrayList<>();
        private final List<MemoryStores> disks = new ArrayList<>();
        private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
        private final List<InMemoryLedgerForSimulation> ledgers = new ArrayList<>();
        private final List<ReleaseGuard> guards = new ArrayList<>();
        private final Map<SiteId, String> failures = new TreeMap<>();
        private final SecureAggregator aggregator;
        private final Supplier<SecureAggregator> newAggregator;
        private boolean rubbish;
        private long serial;
        private int round;

        private int away = -1;

        World(boolean statistic) {
            this(statistic, 1);
        }

        /** The sites agreed on a quorum, of which the coordinator does not want to know. */
        World(boolean statistic, int quorum) {
            AggregationPolicy policy = AggregationPolicy.standard().with(Suite.CLASSICAL);
            SummedStudy sums = sumsOf(study, statistic);
            SummedStudy agreed = sumsOf(studyOf(quorum), statistic);
            Ed25519Identity coordinator = Ed25519Identity.generate(new SecureRandom());
            List<Roster.Member> members = new ArrayList<>();
            for (int i = 0; i < SITES; i++) {
                identities.add(Ed25519Identity.generate(new SecureRandom()));
                members.add(new Roster.Member("site-" + i, identities.get(i).publicKey()));
            }
            Roster roster = new Roster(coordinator.publicKey(), members);
            List<SiteData> data = Sites.simulated(SITES, 3, 20);
            for (int i = 0; i < SITES; i++) {
                disks.add(new MemoryStores());
                guards.add(new ReleaseGuard(disks.get(i)));
                SiteConfiguration site =
                        new SiteConfiguration(policy, roster, identities.get(i), disks.get(i), guards.get(i));
                ledgers.add(new InMemoryLedgerForSimulation());
                sessions.put(
                        new SiteId("site-" + i),
                        new SiteSession(
                                new SiteId("site-" + i),
                                study,
                                data.get(i),
                                InsecureNoPrivacy.gate(
                                        ledgers.get(i), data.get(i).identity()),
                                new Zeros(),
                                new SecureUpdateProtector(site, agreed)));
            }
            newAggregator = () -> new SecureAggregator(sums, policy, roster, coordinator, Clock.systemUTC());
            aggregator = newAggregator.get();
        }

        private static Study studyOf(int quorum) {
            return Sites.study(SITES, SummedStudy.inSteps(CommunicationPolicy.economical(0.3)), quorum);
        }

        private static SummedStudy sumsOf(Study study, boolean statistic) {
            return statistic ? SummedStudy.statistic(study, 1, "moments") : SummedStudy.changes(study);
        }

        @Override
        public Set<SiteId> sites() {
            return sessions.keySet();
        }

        @Override
        public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) {
            Map<SiteId, Payload> answers = new TreeMap<>();
            questions.forEach((site, payload) -> {
                if (numberOf(site) == away) {
                    return;
                }
                try {
                    sessions.get(site)
                            .answer(new Question(study.name(), round, serial, payload))
                            .ifPresent(answer -> answers.put(site, onTheWay(site, answer.payload())));
                } catch (ProtocolException e) {
                    failures.putIfAbsent(site, String.valueOf(e.getMessage()));
                }
            });
            serial++;
            return answers;
        }

        @Override
        public void tell(Map<SiteId, Payload> messages) {
            ask(messages);
        }

        private Payload onTheWay(SiteId site, Payload answer) {
            List<Message> messages = Envelope.fromSite(answer, numberOf(site));
            if (rubbish
                    && numberOf(site) == ACCUSED
                    && messages.size() == 1
                    && messages.get(0) instanceof ShareMessage shares) {
                return Envelope.of(sealed(shares));
            }
            return answer;
        }

        /** The commitments are good, so that nobody but the victim notices. */
        private ShareMessage sealed(ShareMessage made) {
            List<PeerShare> entries = new ArrayList<>();
            for (PeerShare entry : made.peers()) {
                entries.add(new PeerShare(
                        entry.peer(),
                        entry.peer() == VICTIM ? Octets.copyOf(new byte[80]) : entry.box(),
                        entry.wrap(),
                        entry.pairCommitment(),
                        entry.selfShareCommitment(),
                        entry.wrapShareCommitment(),
                        entry.sendKeyCommitment(),
                        entry.receiveKeyCommitment()));
            }
            ShareMessage unsigned = with(made, entries, Octets.empty());
            return with(made, entries, identities.get(made.site()).sign(unsigned.digest()));
        }

        private static ShareMessage with(ShareMessage made, List<PeerShare> entries, Octets signature) {
            return new ShareMessage(
                    made.ctx(),
                    made.site(),
                    entries,
                    made.ownShareCommitment(),
                    made.selfCommitment(),
                    made.wrapCommitment(),
                    signature);
        }

        int reservations(int site) {
            return ledgers.get(site).recorded().size();
        }

        void requireReservationsOfAll(int expected) {
            ledgers.forEach(ledger -> assertEquals(expected, ledger.recorded().size()));
        }

        Task task() {
            Payload unchanged = new ChangeCodec(study.layout().size(), study.communication())
                    .encode(SparseChange.of(new int[0], new double[0]));
            return round == 0
                    ? new Task(study.name(), 0, 1, Payload.empty(), Set.of())
                    : new Task(study.name(), round, 1, unchanged, sites());
        }

        List<ProtectedUpdate> updates(Task task) {
            List<ProtectedUpdate> updates = new ArrayList<>();
            sessions.forEach((site, session) -> {
                try {
                    updates.add(session.answer(task));
                } catch (ProtocolException e) {
                    failures.put(site, String.valueOf(e.getMessage()));
                }
            });
            return updates;
        }
    }

    private static int numberOf(SiteId site) {
        return Integer.parseInt(site.value().substring("site-".length()));
    }

    private static final SiteId VICTIMS_NAME = new SiteId("site-" + VICTIM);
    private static final SiteId ACCUSEDS_NAME = new SiteId("site-" + ACCUSED);

    /** A round in which not all are needed goes on without the site that was convicted; nobody pays twice. */
    @Test
    void whoSealsRubbish_isConvicted_andTheRoundGoesOnWithoutIt() throws InterruptedException {
        World world = new World(false);
        Task first = world.task();
        world.aggregator.prepare(first, world);
        assertEquals(
                SITES,
                world.aggregator
                        .aggregate(0, world.updates(first), world)
                        .included()
                        .size());
        world.round = 1;
        world.rubbish = true;
        Task task = world.task();
        world.aggregator.prepare(task, world);
        assertEquals(1, world.reservations(VICTIM));
        List<ProtectedUpdate> updates = world.updates(task);
        assertEquals(SITES - 1, updates.size(), world.failures::toString);
        Set<SiteId> included = world.aggregator.aggregate(1, updates, world).included();
        assertEquals(SITES - 1, included.size());
        assertFalse(included.contains(ACCUSEDS_NAME));
        assertEquals(2, world.reservations(VICTIM));
        // it was not asked for that slot, so that it could not mask, and paid nothing
        assertEquals(1, world.reservations(ACCUSED));
    }

    /** Where all are needed there is no sum. It says why and names the site, costs nothing, and the round can be tried again. */
    @Test
    void whereAllAreNeeded_rubbishCostsNothing_andItsSenderIsNamed() throws InterruptedException {
        World world = new World(true);
        world.rubbish = true;
        Task task = world.task();
        ProtocolException refused = assertThrows(ProtocolException.class, () -> world.aggregator.prepare(task, world));
        assertTrue(refused.getMessage().contains(ACCUSEDS_NAME.value()), refused.getMessage());
        String why = assertThrows(
                        ProtocolException.class,
                        () -> world.sessions.get(VICTIMS_NAME).answer(task))
                .getMessage();
        assertTrue(why.contains("BOX") && why.contains("site " + ACCUSED), why);
        world.requireReservationsOfAll(0);
        // the same task again, once the accused has mended what it does and its people started a new coordinator
        world.rubbish = false;
        SecureAggregator again = world.newAggregator.get();
        again.prepare(task, world);
        assertEquals(
                SITES, again.aggregate(0, world.updates(task), world).included().size());
        world.requireReservationsOfAll(1);
    }

    /** The quorum that the sites agreed on is theirs to keep: the coordinator here would open a sum over the threshold. */
    @Test
    void sumOverFewerThanTheQuorum_isNotMaskedNorOpened() throws InterruptedException {
        for (boolean beforeSharing : new boolean[] {true, false}) {
            World world = new World(false, SITES);
            Task first = world.task();
            world.aggregator.prepare(first, world);
            world.aggregator.aggregate(0, world.updates(first), world);
            world.round = 1;
            Task task = world.task();
            world.away = beforeSharing ? SITES - 1 : -1;
            world.aggregator.prepare(task, world);
            List<ProtectedUpdate> updates = world.updates(task);
            assertEquals(beforeSharing ? 0 : SITES, updates.size());
            List<ProtectedUpdate> fewer = updates.subList(0, beforeSharing ? 0 : SITES - 1);
            // five would be enough for the policy, and for this coordinator; now it tries to have five of six in the
            // sum
            assertThrows(ProtocolException.class, () -> world.aggregator.aggregate(1, fewer, world));
            assertEquals(0, world.aggregator.report().released() - 1);
            assertEquals(beforeSharing ? 1 : 2, world.reservations(VICTIM));
            String why = world.failures.get(VICTIMS_NAME);
            assertTrue(why.contains("a cohort must have at least 6 sites, had 5"), why);
        }
    }

    /** Before, the site computed, paid, and then failed for ever. */
    @Test
    void slotThatIsNotSettled_costsNothing_andTheRoundIsAnsweredOnceItIs() throws InterruptedException {
        World world = new World(true);
        Octets old = Transcript.of("another session").hash();
        InputTerms terms = Federation.terms(Purpose.CHANGE, "iterate", 5, 0, old);
        world.guards.get(VICTIM).masked(old, 5, old, terms, 4, 3, List.of(0, 1, 2, 3));
        Task task = world.task();
        world.aggregator.prepare(task, world);
        List<ProtectedUpdate> updates = world.updates(task);
        assertEquals(SITES - 1, updates.size());
        String why = world.failures.get(VICTIMS_NAME);
        assertTrue(why.contains("RELEASE") && why.contains("slot 5 must be settled"), why);
        assertEquals(0, world.reservations(VICTIM));
        world.guards.get(VICTIM).acceptUnsettled(old, 5);
        assertThrows(RepeatRoundException.class, () -> world.aggregator.aggregate(0, updates, world));
        world.aggregator.prepare(task, world);
        assertEquals(
                SITES,
                world.aggregator
                        .aggregate(0, world.updates(task), world)
                        .included()
                        .size());
        world.requireReservationsOfAll(1);
    }
}
