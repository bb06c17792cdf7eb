// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The real sessions, coordinator and solvers against the equations as the papers print them, on the same moments. */
class ReferenceAdmmComparisonTest {

    private static final int D = 5;
    private static final int ROUNDS = 5;
    private static final long[] ROWS = {100, 250, 650};
    private static final double GROWTH1 = 1.2;
    private static final double GROWTH2 = 1.25;

    /** Correlated and of unequal scale, with no zero anywhere. */
    private static double[][][] moments(int q, long seed) {
        Random random = new Random(seed);
        double[][][] s = new double[ROWS.length][q][q];
        for (double[][] one : s) {
            double[][] factor = new double[q][q];
            for (double[] row : factor) {
                for (int i = 0; i < q; i++) {
                    row[i] = (0.6 + 0.2 * (i % 3)) * random.nextGaussian();
                }
            }
            for (int i = 0; i < q; i++) {
                for (int j = 0; j < q; j++) {
                    double sum = i == j ? 0.5 : 0;
                    for (double[] row : factor) {
                        sum += row[i] * row[j] / q;
                    }
                    one[i][j] = sum;
                }
            }
        }
        return s;
    }

    private static Parameters federated(
            ParameterLayout layout,
            double[][][] s,
            LossScaling scaling,
            double localLambda,
            double globalLambda,
            Supplier<LocalSolver> solvers)
            throws InterruptedException {
        int q = layout.sliceLength();
        Study study = new Study(
                "study",
                VariableSchema.numbered(q),
                layout,
                s.length,
                new RoundPolicy(s.length, Duration.ofMinutes(5), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(
                                ROUNDS,
                                localLambda,
                                globalLambda,
                                new PenaltySchedule(1, GROWTH1, 1e16),
                                new PenaltySchedule(0.8, GROWTH2, 1e16)),
                        scaling,
                        scaling == LossScaling.PER_RECORD ? 1000 : 0,
                        Centring.NONE,
                        CommunicationPolicy.exact(),
                        1));
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < s.length; p++) {
            double[] flat = new double[q * q];
            for (int i = 0; i < q; i++) {
                System.arraycopy(s[p][i], 0, flat, i * q, q);
            }
            SiteData data = SiteData.ofMoments(
                    new DatasetIdentity("site " + p),
                    study.schema(),
                    SufficientStatistics.ofMoments(ROWS[p], new double[q], flat));
            sessions.add(new SiteSession(
                    new SiteId("site-" + p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    solvers.get(),
                    new InsecurePlainUpload(study)));
        }
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        var result = new Coordinator(
                        study,
                        network,
                        new InsecurePlainUpload(study),
                        new AugmentedLagrangianSolver(new TraceExponential(), 100_000, 1e-11),
                        (report, consensus) -> {},
                        System::nanoTime,
                        Journal.none())
                .run();
        network.firstFailure().ifPresent(e -> {
            throw e;
        });
        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        sessions.forEach(session -> assertEquals(result.consensus(), session.consensus()));
        return result.consensus();
    }

    private static double[] weights(LossScaling scaling) {
        double[] weights = new double[ROWS.length];
        for (int p = 0; p < weights.length; p++) {
            weights[p] = scaling.weight(ROWS[p], 1000, ROWS.length);
        }
        return weights;
    }

    private static void compare(double[][] expected, Parameters actual, int d) {
        int q = expected.length;
        int nonZero = 0;
        double cyclic = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < q; i++) {
                // both ends solve to about 1e-10; five rounds of growing penalties amplify it by less than a thousand
                assertEquals(expected[i][j], actual.get(j * q + i), 1e-6, "W[" + i + ", " + j + "]");
                nonZero += expected[i][j] != 0 ? 1 : 0;
                if (i < d) {
                    cyclic = Math.max(cyclic, Math.abs(expected[i][j] * expected[j][i]));
                }
            }
        }
        assertTrue(nonZero > q, "the comparison must be of something");
        assertTrue(cyclic > 1e-4, "h must matter, or eq. 5 and 6 were not compared");
    }

    private static double[] ones(int q) {
        double[] ones = new double[q];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void fedBnsl_isTheIterationOfPaper001Eq4To9_underEveryLossScaling() throws InterruptedException {
        for (LossScaling scaling : LossScaling.values()) {
            double[][][] s = moments(D, 3);
            double[][] expected =
                    new ReferenceAdmm(s, weights(scaling), D, ones(D), 0, 0.02).run(ROUNDS, 1, GROWTH1, 0.8, GROWTH2);
            compare(
                    expected,
                    federated(
                            ParameterLayout.linear(D), s, scaling, 0, 0.02, () -> new ClosedFormSolver(Diagonal.FREE)),
                    D);
        }
    }

    @Test
    void fedSparse_isTheIterationOfPaper002Eq4To7() throws InterruptedException {
        double[][][] s = moments(D, 4);
        double[][] expected = new ReferenceAdmm(s, weights(LossScaling.PER_RECORD), D, ones(D), 0.01, 0)
                .run(ROUNDS, 1, GROWTH1, 0.8, GROWTH2);
        Parameters actual = federated(
                ParameterLayout.linear(D),
                s,
                LossScaling.PER_RECORD,
                0.01,
                0,
                () -> new ProximalGreedySolver(new ProximalGreedySolver.Options(200_000, 1e-12, 1, Diagonal.FREE)));
        compare(expected, actual, D);
    }

    @Test
    void stackedDesign_isTheDynamicClosedFormOfPaper004_throughTheSameLoop() throws InterruptedException {
        int d = 4;
        ParameterLayout layout = ParameterLayout.dynamicLinear(d, 2, 0.5);
        double[][][] s = moments(3 * d, 5);
        double[] l1 = ones(3 * d);
        Arrays.fill(l1, d, 3 * d, 0.5);
        double[][] expected = new ReferenceAdmm(s, weights(LossScaling.PER_SITE), d, l1, 0, 0.02)
                .run(ROUNDS, 1, GROWTH1, 0.8, GROWTH2);
        Parameters actual =
                federated(layout, s, LossScaling.PER_SITE, 0, 0.02, () -> new ClosedFormSolver(Diagonal.FREE));
        compare(expected, actual, d);
    }
}
