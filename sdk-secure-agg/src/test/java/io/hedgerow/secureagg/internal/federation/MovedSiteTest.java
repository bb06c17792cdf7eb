// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A coordinator holds the consensus still until the sites are, tells one of them another consensus in one round, W + δ,
 * opens no sum of that round, and tells all the same from then on. The others stand still, so each later sum is that
 * one site's step: s(n + 1) = (I − K) s(n) with K = ρ (S + ρI)⁻¹. Two sums over all sites so give its second moments S.
 * No sum lacks a site, and no site is told a lie about who was in a sum. What is in the way is that masks are bound to
 * everything that a site was ever told.
 */
@Tag("slow")
class MovedSiteTest {

    private static final int MOVED = 90;
    private static final double DELTA = 64;
    private static final int D = RecordedStudy.D;
    private static final SiteId VICTIM = RecordedStudy.VICTIM;
    private static final AggregationPolicy POLICY = AggregationPolicy.standard().with(Suite.CLASSICAL);

    private final Study study = RecordedStudy.study(MOVED + 3, RecordedStudy.STEPS, RecordedStudy.N);
    private final SummedStudy sums = SummedStudy.changes(study);
    private final List<RecordedStudy.Recorded> solvers = new ArrayList<>();
    private final Ed25519Identity coordinator = Ed25519Identity.generate(new SecureRandom());
    private final List<Ed25519Identity> keys = new ArrayList<>();
    private final TaskHistory toldToVictim = new TaskHistory();
    private final Roster roster = new Roster(coordinator.publicKey(), members());

    /** A task in which nothing moves; in the one round the site is told that something does. */
    private Task task(int round, boolean moves) {
        ChangeCodec codec = new ChangeCodec(D * D, study.communication());
        int[] diagonal = new int[moves ? D : 0];
        double[] delta = new double[diagonal.length];
        for (int j = 0; j < diagonal.length; j++) {
            diagonal[j] = j * D + j;
            delta[j] = DELTA;
        }
        Payload change = codec.encode(SparseChange.of(diagonal, delta));
        return new Task(study.name(), round, RecordedStudy.RHO, change, Set.copyOf(RecordedStudy.names()));
    }

    private CoordinatorMessage told(CoordinatorMessage message) {
        if (!(message instanceof Task task)) {
            return message;
        }
        Task other = task.round() == MOVED ? task(MOVED, true) : task;
        toldToVictim.begun(other);
        return other;
    }

    private StudyState attack(
            RecordedStudy.View view,
            Function<SiteId, UpdateProtector> ends,
            UnaryOperator<CoordinatorMessage.Question> asked)
            throws InterruptedException {
        view.unopened = MOVED;
        List<SiteData> data = Sites.simulated(RecordedStudy.N, D, 60);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < RecordedStudy.N; p++) {
            solvers.add(new RecordedStudy.Recorded());
            SiteId site = RecordedStudy.names().get(p);
            sessions.add(new SiteSession(
                    site,
                    study,
                    data.get(p),
                    InsecureNoPrivacy.gate(
                            new InMemoryLedgerForSimulation(), data.get(p).identity()),
                    solvers.get(p),
                    ends.apply(site)));
        }
        return new Coordinator(
                        study,
                        new TwoFacedChannel(VICTIM, sessions, this::told, asked),
                        view,
                        new RecordedStudy.Constant(),
                        (report, consensus) -> {},
                        System::nanoTime,
                        Journal.none())
                .run()
                .state();
    }

    /** Flat by columns. */
    private static double[] flat(double[][] matrix) {
        double[] flat = new double[D * D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                flat[j * D + i] = matrix[i][j];
            }
        }
        return flat;
    }

    /** R = s(2) s(1)⁻¹ = I − K, and S = ρ R (I − R)⁻¹. */
    private double error(RecordedStudy.View view) {
        double[] first = view.sums.get(MOVED);
        double[] second = view.sums.get(MOVED + 1);
        double[] identity = new double[D * D];
        for (int j = 0; j < D; j++) {
            identity[j * D + j] = 1;
        }
        double[] zero = new double[D * D];
        double[] ratio = flat(GramAttack.secondMoments(second, zero, GramAttack.plus(identity, first, -1), 0));
        double[][] found =
                GramAttack.secondMoments(GramAttack.times(ratio, RecordedStudy.RHO), zero, ratio, RecordedStudy.RHO);
        return GramAttack.error(found, solvers.get(0).moments);
    }

    private SecureUpdateProtector masks(SiteId site) {
        int number = RecordedStudy.names().indexOf(site);
        return new SecureUpdateProtector(
                new SiteConfiguration(
                        POLICY,
                        roster,
                        keys.get(number),
                        new ReleaseGuard(new SimulatedConsortium.InMemoryStoresForSimulation())),
                sums);
    }

    private List<Roster.Member> members() {
        List<Roster.Member> members = new ArrayList<>();
        for (SiteId site : RecordedStudy.names()) {
            keys.add(Ed25519Identity.generate(new SecureRandom()));
            members.add(
                    new Roster.Member(site.value(), keys.get(keys.size() - 1).publicKey()));
        }
        return members;
    }

    private Aggregator consortium() {
        return new SecureAggregator(sums, POLICY, roster, coordinator, Clock.systemUTC());
    }

    @Test
    void sumsAlone_giveTheSecondMomentsOfTheSiteThatWasMoved() throws InterruptedException {
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        RecordedStudy.View view = new RecordedStudy.View(plain);
        assertEquals(StudyState.ROUNDS_COMPLETED, attack(view, site -> plain, question -> question));
        double error = error(view);
        // 2.4e-7 was measured, with masks and without: steps of 2^-30, and sites that do not stand quite still
        assertTrue(error < 1e-6, "the attack on sums over all sites must succeed: " + error);
    }

    /** Masks alone do not help: the same attack, where a site masks for what the others were told. */
    @Test
    void masksThatAreNotBoundToWhatASiteWasTold_giveThemAsWell() throws InterruptedException {
        RecordedStudy.View view = new RecordedStudy.View(consortium());
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                attack(
                        view,
                        site -> site.equals(VICTIM)
                                ? new Between(
                                        masks(site),
                                        task -> task.round() == MOVED ? task(MOVED, false) : task,
                                        new ArrayList<>())
                                : masks(site),
                        question -> question));
        double error = error(view);
        assertTrue(error < 1e-6, "the attack must succeed where masks bind nothing: " + error);
    }

    /**
     * The coordinator asks the moved site to mask for what that site was told, because it would mask for nothing else.
     */
    @Test
    void masksThatAreBoundToWhatASiteWasTold_openNoSumFromThenOn() throws InterruptedException {
        RecordedStudy.View view = new RecordedStudy.View(consortium());
        List<Integer> masked = new ArrayList<>();
        StudyState state = attack(
                view,
                site -> site.equals(VICTIM) ? new Between(masks(site), task -> task, masked) : masks(site),
                this::askedOfVictim);
        assertEquals(StudyState.QUORUM_NOT_MET, state);
        assertEquals(MOVED, view.sums.size(), "sums of the rounds before, and no other");
        assertTrue(masked.contains(MOVED + 1), "the site gave its input to the sum that the attack needs");
    }

    private CoordinatorMessage.Question askedOfVictim(CoordinatorMessage.Question question) {
        if (question.round() < MOVED
                || !(Envelope.fromCoordinator(question.payload()).get(0) instanceof RoundInput input)) {
            return question;
        }
        InputTerms terms = sums.terms(toldToVictim, task(question.round(), question.round() == MOVED));
        RoundInput unsigned = new RoundInput(input.ctx(), terms, input.sharing(), input.boxes(), Octets.empty());
        RoundInput other =
                new RoundInput(input.ctx(), terms, input.sharing(), input.boxes(), coordinator.sign(unsigned.digest()));
        return new CoordinatorMessage.Question(
                question.study(), question.round(), question.serial(), Envelope.of(other));
    }

    /** Stands between a site and its masks: notes rounds that were masked, and says that other tasks came. */
    private record Between(SecureUpdateProtector masks, UnaryOperator<Task> came, List<Integer> masked)
            implements UpdateProtector {
        @Override
        public String id() {
            return masks.id();
        }

        @Override
        public Update.Form form() {
            return masks.form();
        }

        @Override
        public int sitesInSum() {
            return masks.sitesInSum();
        }

        @Override
        public void begun(Task task) {
            masks.begun(came.apply(task));
        }

        @Override
        public void admit(Task task) {
            masks.admit(came.apply(task));
        }

        @Override
        public Optional<Payload> answer(CoordinatorMessage.Question question) {
            return masks.answer(question);
        }

        @Override
        public ProtectedUpdate protect(Update update) {
            masked.add(update.round());
            return masks.protect(update);
        }

        @Override
        public ProtectedUpdate again(Task task, Update update, ProtectedUpdate last) {
            return masks.again(came.apply(task), update, last);
        }
    }
}
