// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import io.hedgerow.core.method.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MlpConsensusTest {

    private static final int D = 3;
    private static final double LAMBDA = 0.02;
    private static final double RIDGE = 0.05;

    /**
     * The limit of rounds with constant penalties solves the problem of all rows in one place: where θ is not 0,
     *
     * <pre>∇L(θ) + λ₁ sign W + λ₂ (W, a) + α ∇h = 0</pre>
     *
     * <p>with L of the pooled rows, which sites of equal size weigh alike, and the α that the rounds ended with.
     */
    @Test
    void limitOfRounds_isStationaryOnAllRowsInOnePlace() throws InterruptedException {
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(D, 2))
                .mechanism(Mechanism.MLP)
                .sites(3)
                .rowsPerSite(30)
                .seed(3)
                .build();
        List<RowSource> sites = IntStream.range(0, 3).mapToObj(study::rows).toList();
        List<RoundReport> reports = new ArrayList<>();
        List<double[]> consensus = new ArrayList<>();
        Learning.of(Method.named("notears-mlp-admm")
                        .with("hidden", "2")
                        .with("no-centring", "true")
                        .with("lambda", Double.toString(LAMBDA))
                        .with("ridge", Double.toString(RIDGE))
                        .with("rho1", "1")
                        .with("rho1-growth", "1")
                        .with("rho2", "0.2")
                        .with("rho2-growth", "1")
                        .withRounds(300))
                .on(Runnable::run)
                .observedBy((report, found) -> {
                    reports.add(report);
                    consensus.add(found.toArray());
                })
                .learn(sites);
        RoundReport last = reports.get(reports.size() - 1);
        double[] theta = consensus.get(consensus.size() - 1);

        MlpShape shape = new MlpShape(D, 2);
        List<double[]> rows = new ArrayList<>();
        sites.forEach(site -> site.forEachRow(row -> rows.add(row.clone())));
        double[] gradient = new double[theta.length];
        new MlpLoss(shape, MlpFixtures.blocks(rows.toArray(double[][]::new)), 1).evaluate(theta, gradient);
        SupportAcyclicity h = new SupportAcyclicity(new TraceExponential(), D, shape.slice(), 2);
        h.evaluate(theta);
        h.addGradient(theta, last.penalties().alpha(), gradient);
        double[] l1 = shape.l1(LAMBDA);
        double[] ridge = shape.ofWeights(RIDGE, RIDGE);
        double largest = 0;
        int weights = 0;
        for (int k = 0; k < theta.length; k++) {
            if (theta[k] != 0) {
                weights += l1[k] > 0 ? 1 : 0;
                double residual = gradient[k] + l1[k] * Math.signum(theta[k]) + ridge[k] * theta[k];
                largest = Math.max(largest, Math.abs(residual));
            }
        }
        assertEquals(0, largest, 3e-3, "distance " + last.consensus().distance());
        assertTrue(weights >= 4 && last.penalties().alpha() > 0, "edges and cycles are at work: " + weights);
    }
}
