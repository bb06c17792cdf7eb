// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.catalogue.NonPrivateMethods;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.simulation.PooledMoments;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same sessions and coordinator, with masks instead of plain uploads. */
@Tag("slow")
class SecureFederationTest {

    private static final AggregationPolicy CLASSICAL =
            AggregationPolicy.standard().with(Suite.CLASSICAL);
    private static final int SITES = 5;

    /** Masks a study inside this process, over a line that may lose messages. */
    private static class Masked implements UploadProtection {
        final AggregationPolicy policy;
        final Function<Study, SummedStudy> sums;
        final double dropouts;
        final List<SecureAggregator> aggregators = new ArrayList<>();
        final List<LossyNetwork> lines = new ArrayList<>();

        Masked(AggregationPolicy policy, Function<Study, SummedStudy> sums, double dropouts) {
            this.policy = policy;
            this.sums = sums;
            this.dropouts = dropouts;
        }

        @Override
        public int quorum(int sites) {
            return dropouts > 0 ? policy.threshold(sites) : sites;
        }

        @Override
        public OptionalInt noiseSharedBy(int sites) {
            return OptionalInt.of(policy.unknownInSum(sites, sites));
        }

        @Override
        public UploadProtection.Ends of(Method method, List<SiteId> sites) {
            return of(method.study(), sites);
        }

        UploadProtection.Ends of(Study study, List<SiteId> sites) {
            SimulatedConsortium consortium = new SimulatedConsortium(sites, policy);
            SummedStudy summed = sums.apply(study);
            SecureAggregator aggregator = consortium.aggregator(summed);
            aggregators.add(aggregator);
            return new UploadProtection.Ends() {
                @Override
                public UpdateProtector protector(SiteId site) {
                    return consortium.protector(site, summed);
                }

                @Override
                public Aggregator aggregator() {
                    return aggregator;
                }

                @Override
                public CoordinatorChannel line(CoordinatorChannel channel) {
                    LossyNetwork line = new LossyNetwork(channel, summed, dropouts, new Random(5)::nextDouble);
                    lines.add(line);
                    return line;
                }
            };
        }
    }

    private static MethodSettings settings(FederatedMethod method) {
        return method.recommended(6, SITES)
                .withRounds(12)
                .withCommunication(CommunicationPolicy.economical(0.3).inSteps());
    }

    private record Run(LearnedNetwork learned, Parameters consensus) {}

    private static Run run(FederatedMethod method, UploadProtection protection) throws InterruptedException {
        return run(method, settings(method), protection);
    }

    private static Run run(FederatedMethod method, MethodSettings settings, UploadProtection protection)
            throws InterruptedException {
        List<SiteData> sites = Sites.simulated(SITES, 6, 300);
        Agreement agreement = new Agreement(
                "test",
                sites.get(0).schema(),
                SiteId.numbered(SITES),
                new RoundPolicy(SITES, Duration.ofHours(1), RoundPolicy.Convergence.never()),
                OptionalInt.empty());
        Parameters[] last = new Parameters[1];
        LearnedNetwork learned = Learning.of(NonPrivateMethods.rounds(agreement, method, settings), protection)
                .observedBy((report, consensus) -> last[0] = consensus)
                .learnFrom(sites);
        return new Run(learned, last[0]);
    }

    @Test
    void aMaskedRun_isThePlainRunBitForBit() throws InterruptedException {
        for (FederatedMethod method : List.of(FederatedMethod.FED_SPARSE, FederatedMethod.FED_BNSL)) {
            Masked masked = new Masked(CLASSICAL, SummedStudy::changes, 0);
            Run plain = run(method, UploadProtection.insecurePlain());
            Run secure = run(method, masked);
            assertEquals(plain.consensus(), secure.consensus());
            assertEquals(plain.learned().network(), secure.learned().network());
            AggregationReport report = masked.aggregators.get(0).report();
            assertEquals(12, report.released());
            assertEquals(12, report.slots());
            assertEquals(4, report.threshold());
            // four to join, then five in each round: announce, share, input, confirm, unmask
            assertEquals(4 + 5 * 12, report.questions());
        }
    }

    @Test
    void hybridKeysAndATrustedCoordinator_giveTheSameSum() throws InterruptedException {
        Run plain = run(FederatedMethod.FED_SPARSE, UploadProtection.insecurePlain());
        for (AggregationPolicy policy :
                List.of(AggregationPolicy.standard(), CLASSICAL.with(CoordinatorTrust.HONEST_BUT_CURIOUS))) {
            Run secure = run(FederatedMethod.FED_SPARSE, new Masked(policy, SummedStudy::changes, 0));
            assertEquals(plain.consensus(), secure.consensus());
        }
    }

    @Test
    void sitesThatAreLost_haveNoPartInTheRound_andTheRunEnds() throws InterruptedException {
        Masked masked = new Masked(CLASSICAL, SummedStudy::withOwnNoise, 0.2);
        StudyResult secure = runWithNoise(masked);
        AggregationReport report = masked.aggregators.get(0).report();
        assertEquals(StudyState.ROUNDS_COMPLETED, secure.state(), secure.reason());
        assertEquals(5, report.released(), "every round has a sum");
        assertTrue(masked.lines.get(0).losses() > 0, "some sites were lost");
        assertTrue(secure.rounds().stream().anyMatch(round -> round.sites() < SITES));
    }

    /** A solver that says that a budget pays for what it finds, which is exact all the same. */
    private static final class Paid implements LocalSolver {
        private final ClosedFormSolver exact = new ClosedFormSolver(Diagonal.MASKED);

        @Override
        public String id() {
            return "paid";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.PureDp(1, 1);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            return exact.solve(problem, view);
        }
    }

    private static StudyResult runWithNoise(Masked masked) throws InterruptedException {
        List<SiteId> names =
                IntStream.range(0, SITES).mapToObj(p -> new SiteId("site-" + p)).toList();
        Study study = Sites.study(SITES, CommunicationPolicy.economical(0.3).inSteps(), masked.quorum(SITES));
        UploadProtection.Ends protection = masked.of(study, names);
        List<SiteData> data = Sites.simulated(SITES, 3, 100);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            sessions.add(new SiteSession(
                    names.get(p),
                    study,
                    data.get(p),
                    InsecureNoPrivacy.gate(request -> {}, data.get(p).identity()),
                    new Paid(),
                    protection.protector(names.get(p))));
        }
        return new InProcessStudy(study, sessions, protection.aggregator())
                .over(protection::line)
                .run((report, consensus) -> {}, Runnable::run);
    }

    /** All of B + β/ρ2 instead of its changes: where nobody is lost the run is the one that sends changes. */
    @Test
    void studiesThatMayLackSites_sendValues_andEndNearTheRunThatSendsChanges() throws InterruptedException {
        Masked values = new Masked(CLASSICAL, SummedStudy::withOwnNoise, 0) {
            @Override
            public int quorum(int sites) {
                return policy.threshold(sites);
            }
        };
        Masked changes = new Masked(CLASSICAL, SummedStudy::withOwnNoise, 0);
        StudyResult ofValues = runWithNoise(values);
        StudyResult ofChanges = runWithNoise(changes);
        assertEquals(Update.Form.SUMMED_VALUE, values.aggregators.get(0).form());
        assertEquals(Update.Form.SUMMED_CHANGE, changes.aggregators.get(0).form());
        for (int k = 0; k < ofChanges.consensus().size(); k++) {
            // values are rounded to steps of 2^-24 at other places, and what changed by less than a resend is not sent
            assertEquals(ofChanges.consensus().get(k), ofValues.consensus().get(k), 0.02);
        }
    }

    @Test
    void pooledMoments_areThoseOfPlainUploads() throws InterruptedException {
        List<SiteData> sites = Sites.simulated(SITES, 6, 300);
        Masked masked = new Masked(
                CLASSICAL, study -> SummedStudy.of(study, new SumForm.Statistic(0x1p60, "moments of version 1")), 0);
        SufficientStatistics plain = PooledMoments.release(sites).statistics();
        SufficientStatistics secure = PooledMoments.release(sites, masked::of).statistics();
        assertEquals(plain.rows(), secure.rows());
        for (int i = 0; i < 6; i++) {
            assertEquals(plain.mean(i), secure.mean(i), 1e-13);
            for (int j = 0; j < 6; j++) {
                // sums of up to 10^4 differ by rounding to steps of 2^-40 and by the order of additions
                assertEquals(plain.covariance(i, j), secure.covariance(i, j), 1e-12);
            }
        }
    }

    @Test
    void aStudyOfDoubles_isRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> run(
                        FederatedMethod.FED_SPARSE,
                        settings(FederatedMethod.FED_SPARSE).withCommunication(CommunicationPolicy.exact()),
                        new Masked(CLASSICAL, SummedStudy::changes, 0)));
        assertTrue(refused.getMessage().contains("FIXED"));
    }

    @Test
    void lanesOfPrivateStatistics_holdTheWholeLatticeOfTheNoise() {
        // docs/privacy-proofs/shared-noise.md: the finest lattice has steps of 2^-32
        for (int sites : new int[] {3, 8, 100, 1000}) {
            assertTrue(FixedPointPlan.twoLimbs(sites, 0x1p45).fractionBits() >= 32);
        }
        assertEquals(59, FixedPointPlan.twoLimbs(8, 0x1p45).fractionBits(), 1);
    }

    @Test
    void aProtectorSaysHowManyHonestSitesAreInASum() {
        List<SiteId> names =
                List.of(new SiteId("a"), new SiteId("b"), new SiteId("c"), new SiteId("d"), new SiteId("e"));
        SimulatedConsortium consortium = new SimulatedConsortium(names, CLASSICAL);
        Study study = Sites.study(5, CommunicationPolicy.economical(0.3), 5);
        // n = 5, n_C = 1, t = 4: over all sites, or over four where each has noise of its own
        assertEquals(
                4,
                consortium.protector(names.get(0), SummedStudy.changes(study)).sitesInSum());
        assertEquals(
                3,
                consortium
                        .protector(
                                names.get(0),
                                SummedStudy.withOwnNoise(Sites.study(5, CommunicationPolicy.economical(0.3), 1)))
                        .sitesInSum());
        assertEquals(
                4,
                consortium
                        .protector(names.get(0), SummedStudy.of(study, new SumForm.Statistic(1, "s")))
                        .sitesInSum());
        assertArrayEquals(new int[] {4, 1}, new int[] {CLASSICAL.threshold(5), CLASSICAL.colluding(5)});
    }

    /** What sites themselves keep to: the quorum of the study, and the threshold of the roster. */
    @Test
    void aProtectorPromisesNoMoreThanItsSiteKeepsTo() {
        List<SiteId> names = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            names.add(new SiteId("site-" + (char) ('a' + i)));
        }
        // n = 12, n_C = 3, t = 8
        int[][] promised = {{12, 9}, {10, 7}, {9, 6}, {8, 5}, {1, 5}};
        for (int[] one : promised) {
            Study study = Sites.study(12, CommunicationPolicy.economical(0.3), one[0]);
            SimulatedConsortium consortium = new SimulatedConsortium(names, CLASSICAL);
            assertEquals(
                    one[1],
                    consortium
                            .protector(names.get(0), SummedStudy.withOwnNoise(study))
                            .sitesInSum(),
                    "quorum " + one[0]);
        }
        // nobody colludes among three, but each knows its own part
        List<SiteId> three = names.subList(0, 3);
        Study study = Sites.study(3, CommunicationPolicy.economical(0.3));
        assertEquals(
                2,
                new SimulatedConsortium(three, CLASSICAL)
                        .protector(three.get(0), SummedStudy.of(study, new SumForm.Statistic(1, "s")))
                        .sitesInSum());
    }

    /** Computes nothing; shares its noise with other sites. */
    private record Sharing(int sitesInSum) implements LocalSolver {
        @Override
        public String id() {
            return "sharing";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.PureDp(1, 1);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new IllegalStateException("must not be asked");
        }
    }

    private static SiteSession session(Study study, UpdateProtector protector, int sharing) {
        SiteData data = Sites.simulated(1, 3, 10).get(0);
        return new SiteSession(
                new SiteId("a"),
                study,
                data,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                new Sharing(sharing),
                protector);
    }

    @Test
    void noiseThatSitesShare_isRefusedBehindAProtectionOfFewerSites() {
        List<SiteId> names =
                List.of(new SiteId("a"), new SiteId("b"), new SiteId("c"), new SiteId("d"), new SiteId("e"));
        Study study = Sites.study(5, CommunicationPolicy.economical(0.3).inSteps(), 5);
        UpdateProtector statistic = new SimulatedConsortium(names, CLASSICAL)
                .protector(names.get(0), SummedStudy.of(study, new SumForm.Statistic(1, "s")));
        UpdateProtector plain = new InsecurePlainUpload(study);
        session(study, plain, 1);
        session(study, statistic, 4);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> session(study, plain, 2))
                .getMessage()
                .contains("guarantees 1"));
        assertThrows(IllegalArgumentException.class, () -> session(study, statistic, 5));
        // with a quorum of fewer sites there would be less noise than counted on
        Study fewer = Sites.study(5, CommunicationPolicy.economical(0.3).inSteps(), 4);
        UpdateProtector lossy =
                new SimulatedConsortium(names, CLASSICAL).protector(names.get(0), SummedStudy.withOwnNoise(fewer));
        session(fewer, lossy, 1);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> session(fewer, lossy, 2))
                .getMessage()
                .contains("the quorum must be all 5 sites"));
    }
}
