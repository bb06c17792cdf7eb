// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** dp-dynamic-gram with its masks and ledgers: what docs/results.md was measured with. */
class PrivateSeriesTest {

    private static final int SITES = 5;
    private static final PrivacyUnit PERSON = new PrivacyUnit.UserUnit("realisation");
    private static final UploadProtection MASKED = new MaskedSites(AggregationPolicy.standard());

    /** Series of M realisations in all, T steps each, at δ = 1 / M². */
    record Condition(int variables, int lags, double epsilon, int realisations, int steps) {

        /** As many edges within a step as variables, and as many at each lag; weights of .3 to .5, equal noises. */
        StructuralVar model(long seed) {
            WeightRange weights = new WeightRange(0.3, 0.5);
            double[] ones = new double[variables];
            Arrays.fill(ones, 1);
            return StructuralVar.random(
                    new ErdosRenyi(variables, variables, weights),
                    lags,
                    variables,
                    weights,
                    1,
                    ones,
                    Noise.GAUSSIAN,
                    seed);
        }

        NamedMethod method() {
            double delta = 1.0 / realisations / realisations;
            NamedMethod method = Method.named("dp-dynamic-gram")
                    .with("lags", String.valueOf(lags))
                    .with("time", "time")
                    .with("step", "1")
                    .with("length", String.valueOf(steps))
                    .promising(new PrivacyPromise(epsilon, delta, PERSON, Adjacency.REPLACE_ONE));
            for (SiteId site : SiteId.numbered(SITES)) {
                method = method.with("persons." + site.value(), String.valueOf(realisations / SITES));
            }
            return method;
        }

        private SiteLedgers.Kept kept(SiteId site, List<String> solvers) {
            PrivacyBudget budget = new PrivacyBudget(epsilon, 1.0 / realisations / realisations);
            SitePolicy policy = new SitePolicy(
                    new PolicyTerms(
                            new DatasetIdentity(site.value()),
                            (long) realisations / SITES * steps,
                            PERSON,
                            Adjacency.REPLACE_ONE,
                            budget,
                            new AccountingMode.FixedPlan()),
                    new StudyCap(budget),
                    SITES,
                    solvers,
                    LedgerClock.USUAL_TOLERANCE);
            return new SiteLedgers.Kept(policy, SiteLedgers.Place.inMemory());
        }

        LearnedNetwork learn(long seed, UploadProtection uploads, List<String> solvers) throws InterruptedException {
            List<RowSource> rows = new ArrayList<>();
            List<SiteLedgers.Kept> kept = new ArrayList<>();
            for (int p = 0; p < SITES; p++) {
                RowSource series = model(seed).series(realisations / SITES, steps, 100 * seed + p);
                rows.add(UserRows.of(series, "realisation").leavingOutRowsWithoutUser());
                kept.add(kept(SiteId.numbered(SITES).get(p), solvers));
            }
            try (SiteLedgers ledgers =
                    SiteLedgers.insecureInMemory(rows.get(0).schema(), kept, 1, new SharedAccounting())) {
                LearnedNetwork learned =
                        Learning.of(method(), uploads).admittedBy(ledgers).learn(rows);
                assertEquals(epsilon, ledgers.account(0).spent().spentEpsilon(), 0.01 * epsilon);
                return learned;
            }
        }

        LearnedNetwork masked(long seed) throws InterruptedException {
            return learn(seed, MASKED, List.of("dp-dynamic-gram-shared-noise"));
        }

        LearnedNetwork plain(long seed) throws InterruptedException {
            return learn(seed, UploadProtection.insecurePlain(), List.of("dp-dynamic-gram"));
        }

        /** Wrong pairs of W, in which a reversed edge is one, and wrong entries of A. */
        int[] wrong(long seed, WeightMatrix found) {
            WeightMatrix truth = model(seed).network();
            int[] wrong = new int[2];
            for (int j = 0; j < variables; j++) {
                for (int i = 0; i < truth.variables(); i++) {
                    boolean differs = truth.hasEdge(i, j) != found.hasEdge(i, j);
                    boolean back = i < variables && truth.hasEdge(j, i) != found.hasEdge(j, i);
                    if (i >= variables) {
                        wrong[1] += differs ? 1 : 0;
                    } else if (i < j) {
                        wrong[0] += differs || back ? 1 : 0;
                    }
                }
            }
            return wrong;
        }
    }

    private static final Condition SMALL = new Condition(4, 1, 40, 500, 20);

    /**
     * Noise has no seed; at ε = 40 it is less than a third of what it is at ε = 8, where three times the noise failed
     * in three of 40 runs: fewer than one in 10¹⁰ fail.
     */
    @Test
    void behindMasks_sitesShareTheNoise_andTheNetworkIsFound() throws InterruptedException {
        LearnedNetwork masked = SMALL.masked(3);
        int[] wrong = SMALL.wrong(3, masked.network());
        assertEquals(0, wrong[0] + wrong[1]);
        assertEquals(1, masked.named().slices().orElseThrow().lags());
        double shared = masked.run().noise().get("matrixSigma");
        double own = SMALL.plain(3).run().noise().get("matrixSigma");
        // of five sites four are unknown to each: σ √(5/4) in the sum, against σ √5
        assertEquals(2, own / shared, 1e-6);
    }

    @Test
    void policyThatDoesNotNameSharedNoise_refuses() {
        assertThrows(PolicyRefusedException.class, () -> SMALL.learn(3, MASKED, SitePolicy.PRIVATE_SOLVERS));
    }

    /**
     * The goal of the method, means of five data sets: W and A within half an edge of the truth. In 30 data sets of
     * each condition the means were .07 and 0 at ε = 5, 0 and .17 at ε = 1, each of one set of the 30.
     */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"5, 500", "1, 2000"})
    void tenVariables_areFoundWithinHalfAnEdge(double epsilon, int realisations) throws InterruptedException {
        Condition condition = new Condition(10, 1, epsilon, realisations, 50);
        int[] sum = new int[2];
        for (long seed = 11; seed <= 15; seed++) {
            int[] wrong = condition.wrong(seed, condition.masked(seed).network());
            sum[0] += wrong[0];
            sum[1] += wrong[1];
        }
        assertTrue(sum[0] <= 2 && sum[1] <= 2, Arrays.toString(sum));
    }
}
