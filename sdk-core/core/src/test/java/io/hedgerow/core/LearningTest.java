// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.catalogue.NonPrivateMethods;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.internal.federation.site.PersonalisedRefit;
import io.hedgerow.core.internal.release.UnitOfRows;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.simulation.FederationFixture;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearningTest {

    private static final UploadProtection PLAIN = UploadProtection.insecurePlain();

    private static Learning learning(FederatedMethod method, MethodSettings settings, List<SiteData> sites) {
        Agreement agreement = Agreement.inProcess(
                "test", VariableSchema.numbered(sites.get(0).schema().size()), sites.size(), PLAIN);
        long rows = settings.loss().scaling() == LossScaling.PER_RECORD
                ? InsecureOpenSites.pooled(sites).rows()
                : 0;
        return Learning.of(NonPrivateMethods.rounds(agreement, method, settings, rows), PLAIN);
    }

    private static LearnedNetwork run(FederatedMethod method, MethodSettings settings, List<SiteData> sites)
            throws InterruptedException {
        return learning(method, settings, sites).learnFrom(sites);
    }

    private static int shd(WeightMatrix truth, WeightMatrix found) {
        int wrong = 0;
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = 0; j < i; j++) {
                boolean same = truth.hasEdge(i, j) == found.hasEdge(i, j) && truth.hasEdge(j, i) == found.hasEdge(j, i);
                wrong += same ? 0 : 1;
            }
        }
        return wrong;
    }

    /**
     * Not every graph is recovered even without noise: the problem is not convex and λ biases the weights. On these ten
     * graphs fed-sparse recovers 6 and fed-bnsl 8 exactly (distances of the others 1, 3, 1, 4 and 1, 2). One less is
     * allowed, because an iteration that is on the edge may turn with the last bit of another processor's arithmetic.
     */
    @ParameterizedTest
    @CsvSource({"FED_SPARSE, 5, 4", "FED_BNSL, 7, 2"})
    void run_onPopulationMoments_recoversMostGraphsExactly(FederatedMethod method, int least, int furthest)
            throws InterruptedException {
        int recovered = 0;
        int worst = 0;
        for (int seed = 1; seed <= 10; seed++) {
            int d = 8 + seed % 3;
            SimulatedSites study = FederationFixture.study(d, d, 4, 1000, 0, seed);
            WeightMatrix found = run(method, method.recommended(d, 4), FederationFixture.population(study))
                    .network();
            int shd = shd(study.truth(), found);
            recovered += shd == 0 ? 1 : 0;
            worst = Math.max(worst, shd);
        }
        assertTrue(recovered >= least && worst <= furthest, "recovered " + recovered + ", worst distance " + worst);
    }

    @Test
    void run_onOneTwoOrEightThreads_isTheSameBitForBit() throws InterruptedException {
        SimulatedSites study = FederationFixture.study(8, 12, 6, 60, 0.1, 5);
        for (FederatedMethod method : FederatedMethod.values()) {
            MethodSettings settings =
                    method.recommended(8, 6).withRounds(15).withCommunication(CommunicationPolicy.exact());
            List<LearnedNetwork> outcomes = new ArrayList<>();
            for (int threads : new int[] {1, 2, 8}) {
                ExecutorService executor = Executors.newFixedThreadPool(threads);
                try {
                    outcomes.add(learning(method, settings, FederationFixture.rows(study))
                            .on(executor)
                            .learnFrom(FederationFixture.rows(study)));
                } finally {
                    executor.shutdownNow();
                }
            }
            assertEquals(outcomes.get(0), outcomes.get(1));
            assertEquals(outcomes.get(0), outcomes.get(2));
            assertTrue(outcomes.get(0).run().bytes().up() > 0);
        }
    }

    @Test
    void economicalCommunication_reachesTheSameNetworkWithFewerBytesThanTheFormula() throws InterruptedException {
        // an instance that both solve; where an edge is in doubt, rounding may decide it either way
        SimulatedSites study = FederationFixture.study(10, 10, 4, 2000, 0, 7);
        for (FederatedMethod method : List.of(FederatedMethod.FED_SPARSE, FederatedMethod.FED_BNSL)) {
            MethodSettings economical = method.recommended(10, 4);
            LearnedNetwork cheap = run(method, economical, FederationFixture.rows(study));
            LearnedNetwork exact = run(
                    method, economical.withCommunication(CommunicationPolicy.exact()), FederationFixture.rows(study));
            assertEquals(0, shd(exact.network(), cheap.network()));
            long sent = cheap.run().bytes().up() + cheap.run().bytes().down();
            assertTrue(
                    sent < cheap.run().publishedBytes(),
                    sent + " bytes sent, formula " + cheap.run().publishedBytes());
            assertTrue(sent < exact.run().bytes().up() + exact.run().bytes().down());
        }
    }

    @Test
    void perRecordScaling_givesTheLargeSiteTheLargerSay() throws InterruptedException {
        // two sites disagree about the weight of x1 → x2; without ℓ1 and at convergence W minimises Σ w_p L_p
        FederatedMethod method = FederatedMethod.FED_BNSL;
        MethodSettings base = method.recommended(2, 2).withLambda(0).withCommunication(CommunicationPolicy.exact());
        MethodSettings perRecord = base.withRounds(300)
                .withPenalties(base.penalties().rho1(), PenaltySchedule.constant(1))
                .withCentring(Centring.NONE)
                .withLossScaling(LossScaling.PER_RECORD)
                .withNetworkRule(0.1, 1);
        List<SiteData> sites = List.of(pair("small", 100, 0.8), pair("large", 900, 1.2));

        WeightMatrix found = run(method, perRecord, sites).network();

        // moments of x1 are 1 at both: W = Σ n_p w_p / n = 0.08 + 1.08
        // convergence is linear and slow here: after 300 rounds 0.007 are left; equal say would give 1.0
        assertEquals(1.16, found.get(0, 1), 0.02);
    }

    private static SiteData pair(String name, long rows, double weight) {
        double[] covariance = {1, weight, weight, weight * weight + 1};
        return SiteData.ofMoments(
                new DatasetIdentity(name),
                VariableSchema.numbered(2),
                SufficientStatistics.ofMoments(rows, new double[2], covariance));
    }

    @Test
    void personalisedRefit_afterALearnedStructure_isNearerToEachSitesOwnWeights() throws InterruptedException {
        // paper 002, B.2.2: heterogeneous weights w_p ~ N(w, 0.1)
        SimulatedSites study = FederationFixture.study(8, 8, 6, 1000, 0.1, 6);
        List<SiteData> sites = FederationFixture.population(study);
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        WeightMatrix network = run(method, method.recommended(8, 6), sites).network();
        assertEquals(0, shd(study.truth(), network));
        for (int p = 0; p < study.sites(); p++) {
            WeightMatrix own = study.model(p).weights();
            WeightMatrix refit = PersonalisedRefit.refit(network, study.model(p).population(1000), Centring.LOCAL_MEAN);
            assertTrue(distance(own, refit) < 1e-9, "on the true structure population moments give the true weights");
            assertTrue(distance(own, network) > 0.1, "the sites must differ, or there is nothing to personalise");
        }
    }

    private static double distance(WeightMatrix a, WeightMatrix b) {
        double sum = 0;
        double[] x = a.toRows();
        double[] y = b.toRows();
        for (int k = 0; k < x.length; k++) {
            sum += (x[k] - y[k]) * (x[k] - y[k]);
        }
        return Math.sqrt(sum);
    }

    @Test
    void run_whenASiteCannotReadItsData_throwsTheCause() {
        DataException cause = new DataException("row 3 of the test");
        SiteData broken = SiteData.of(new DatasetIdentity("broken"), new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(2);
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                throw cause;
            }
        });
        List<SiteData> sites = List.of(pair("sound", 10, 1), broken);
        MethodSettings settings = FederatedMethod.FED_BNSL.recommended(2, 2);
        assertSame(cause, assertThrows(DataException.class, () -> run(FederatedMethod.FED_BNSL, settings, sites)));
    }

    @Test
    void run_whenTheExecutorRefuses_doesNotWaitForTheDeadline() {
        MethodSettings settings = FederatedMethod.FED_BNSL.recommended(2, 1);
        List<SiteData> sites = List.of(pair("a", 10, 1));
        ExecutorService closed = Executors.newSingleThreadExecutor();
        closed.shutdown();
        assertThrows(
                RejectedExecutionException.class,
                () -> learning(FederatedMethod.FED_BNSL, settings, sites)
                        .on(closed)
                        .learnFrom(sites));
    }

    @Test
    void gram_keepsKnownEdges_alsoBelowTheThreshold() throws InterruptedException {
        SimulatedSites study = FederationFixture.study(5, 5, 3, 200, 0, 3);
        List<RowSource> rows = List.of(study.rows(0), study.rows(1), study.rows(2));
        List<String> names = rows.get(0).schema().names();
        NamedMethod gram = Method.named("gram").with("threshold", "1000");
        assertEquals(0, Learning.of(gram).learn(rows).network().edgeCount());
        NamedMethod known = gram.with("required", names.get(4) + "->" + names.get(0))
                .with("forbidden", names.get(0) + "->" + names.get(1))
                .with("tiers", names.get(4) + "; " + names.get(0) + ", " + names.get(2));
        WeightMatrix found = Learning.of(known).learn(rows).network();
        assertEquals(1, found.edgeCount());
        assertTrue(found.hasEdge(4, 0));
    }

    @Test
    void gram_withKnownEdgesThatAreWrong_isRefusedBeforeDataAreOpened() {
        Agreement agreement = Agreement.inProcess("test", VariableSchema.of("age", "dose"), 2, PLAIN);
        assertEquals(
                "known edges of gram: edge age -> dose is both required and forbidden: leave it out of one of them",
                refused(Method.named("gram").with("required", "age->dose").with("forbidden", "age->dose"), agreement));
        assertEquals(
                "tier 2: there is no variable \"dos\", did you mean \"dose\"? (there are 2: age, dose)",
                refused(Method.named("gram").with("tiers", "age; dos"), agreement));
        String other = refused(Method.named("fed-sparse").with("required", "age->dose"), agreement);
        assertTrue(other.contains("algorithm fed-sparse has no parameter required"), other);
    }

    private static String refused(NamedMethod method, Agreement agreement) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> method.on(agreement))
                .getMessage());
    }

    @Test
    void baselineWithoutASearch_refusesKnownEdges() {
        SearchSettings settings =
                SearchSettings.ofNotears().knowing(KnownEdges.of(List.of("x1->x2"), List.of(), List.of()));
        List<SiteData> sites = List.of(pair("a", 10, 1));
        assertThrows(IllegalArgumentException.class, () -> Baseline.NOTEARS.learn(sites, settings, Optional.empty()));
    }

    @Test
    void baselineInOnePlace_combinesNothing() {
        VariableSchema schema = pair("a", 10, 1).schema();
        List<WeightMatrix> networks = List.of(WeightMatrix.empty(2));
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> Baseline.NOTEARS.combined(schema, networks, SearchSettings.ofNotears(), Optional.empty()))
                .getMessage();
        assertEquals("NOTEARS must be one that combines networks of sites, such as VOTING, was not", said);
        SearchSettings settings = SearchSettings.ofNotears();
        List<WeightMatrix> none = Baseline.VOTING.alone(List.of(), settings);
        assertThrows(
                IllegalArgumentException.class,
                () -> Baseline.VOTING.combined(schema, none, settings, Optional.empty()));
    }

    @Test
    void run_withoutSites_isRefused() {
        Learning gram = Learning.of(Method.named("gram"));
        assertThrows(IllegalArgumentException.class, () -> gram.learnFrom(List.of()));
        assertThrows(IllegalArgumentException.class, () -> gram.learn(List.of()));
    }

    /** Otherwise the rows would be opened, and nothing would remember it. */
    @Test
    void learn_withAGuaranteeAndNoLedger_opensNothing() {
        int[] readings = {0};
        SiteData counted = SiteData.of(new DatasetIdentity("counted"), new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(2);
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                readings[0]++;
                consumer.accept(new double[] {1, 2});
            }
        });
        Method gram = Method.named("gram").on(Agreement.inProcess("test", VariableSchema.numbered(2), 1, PLAIN));
        Method promising = new PromisingMethod(gram);
        assertThrows(LedgerException.class, () -> Learning.of(promising, PLAIN).learnFrom(List.of(counted)));
        assertEquals(0, readings[0]);
        assertThrows(
                LedgerException.class,
                () -> Learning.of(promising, PLAIN)
                        .admittedBy((method, sites) -> {
                            throw new LedgerException("no");
                        })
                        .learnFrom(List.of(counted)));
        assertEquals(0, readings[0]);
    }

    @Test
    void learn_choosesTheUnit_andSaysTheSameAsWhoNamesIt() throws InterruptedException {
        SimulatedSites study = FederationFixture.study(5, 5, 3, 200, 0, 3);
        double[] deviations = {0.05, 0.05, 0.05, 0.05, 0.05};
        List<RowSource> rows = new ArrayList<>();
        List<SiteData> data = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            rows.add(study.rows(p).inUnits(new double[5], deviations));
            data.add(SiteData.of(new DatasetIdentity("site " + p), rows.get(p)));
        }
        double unit = MethodSettings.unitOf(UnitOfRows.smallestVariance(data, null));
        assertTrue(unit > 100, "was " + unit);
        NamedMethod method = Method.named("fed-sparse").withRounds(20).with("vote-rounds", "5");
        WeightMatrix chosen = Learning.of(method).learn(rows).network();
        WeightMatrix named = Learning.of(method.with("unit", Double.toString(unit)))
                .learn(rows)
                .network();
        WeightMatrix raw = Learning.of(method.with("unit", "1")).learn(rows).network();
        assertEquals(named, chosen);
        assertNotEquals(raw, chosen);
    }
}
