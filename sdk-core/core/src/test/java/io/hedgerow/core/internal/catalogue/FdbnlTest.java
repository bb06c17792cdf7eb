// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.List;
import org.junit.jupiter.api.Test;

class FdbnlTest {

    private static final StructuralVar TRUTH = SeriesFixture.model(5, 3);

    private static Method on(NamedMethod method, int sites) {
        VariableSchema columns = TRUTH.series(1, 2, 1).schema();
        return method.on(Agreement.inProcess("s", columns, sites, UploadProtection.insecurePlain()));
    }

    @Test
    void learn_fromManyRows_findsBothNetworks_overTheColumnsOfTheDesign() throws InterruptedException {
        List<RowSource> rows = SeriesFixture.sites(TRUTH, 4, 1000);
        LearnedNetwork learned =
                Learning.of(SeriesFixture.named("fdbnl")).on(Runnable::run).learn(rows);
        assertEquals(TRUTH.slices().stacked(), learned.schema());
        assertEquals(0, SeriesFixture.distance(TRUTH.network(), learned.network()));
        assertTrue(TRUTH.network().edgeCount() >= 8, "the test can fail");
        double largest = 0;
        for (int k = 0; k < 100; k++) {
            largest = Math.max(
                    largest,
                    Math.abs(learned.network().get(k / 10, k % 10)
                            - TRUTH.network().get(k / 10, k % 10)));
        }
        // λ = .05 takes at most .05 over the smallest residual variance of a parent from a weight; sampling adds .05
        assertTrue(largest < 0.12, "was " + largest);
    }

    /** 000, eq. 7: A = soft(V, λ_A / (K ρ2)), whatever h does to W. */
    @Test
    void coordinator_thresholdsA_andHoldsWAcyclic() {
        ParameterLayout layout = ParameterLayout.dynamicLinear(2, 1, 2);
        // columns of [W; A]: a two-cycle in W
        Parameters centre = Parameters.copyOf(new double[] {0, 0.9, 0.5, -0.1, 0.8, 0, -0.05, 0.7});
        Parameters step = new AugmentedLagrangianSolver(new TraceExponential(), 1000, 1e-9)
                .solve(new GlobalProblem(layout, centre, 4, 0, 1e6, 0.3, Parameters.zeros(8)))
                .parameters();
        assertEquals(0.5 - 2 * 0.3 / 4, step.get(2), 1e-15);
        assertEquals(0, step.get(3));
        assertEquals(0, step.get(6));
        assertEquals(0.7 - 2 * 0.3 / 4, step.get(7), 1e-15);
        // 0.68 without h; ρ1/2 h² with h about (w1 w2)² lets the weaker edge be about (c S / (2 ρ1 w⁴))^(1/3) = 0.015
        assertTrue(Math.abs(step.get(1) * step.get(4)) < 0.02, "h sees W");
        assertTrue(Math.abs(step.get(1)) > 0.5, "and keeps the stronger edge");
    }

    @Test
    void presets_areWhatIsSaid() {
        ConsensusMethod published =
                (ConsensusMethod) on(SeriesFixture.named("fdbnl").with("preset", "published"), 8);
        assertEquals(0.5, published.study().consensus().admm().globalLambda());
        assertEquals(1, published.study().layout().l1Weight(7));
        assertEquals(
                new PenaltySchedule(1, 1.6, 1e16),
                published.study().consensus().admm().rho1());
        assertEquals(
                new PenaltySchedule(1, 1.1, 1e16),
                published.study().consensus().admm().rho2());
        assertEquals(0.3, published.settings().networkRule().threshold());
        ConsensusMethod recommended = (ConsensusMethod) on(SeriesFixture.named("fdbnl"), 8);
        assertEquals(8 * 0.05, recommended.study().consensus().admm().globalLambda(), 1e-15);
        assertEquals(
                PenaltySchedule.constant(1),
                recommended.study().consensus().admm().rho2());
        assertEquals(0.15, recommended.settings().networkRule().threshold());
    }

    @Test
    void parameters_ofAPlan_reachTheStudy() {
        NamedMethod named = SeriesFixture.named("fdbnl")
                .with("lags", "2")
                .with("lambda-w", "0.2")
                .with("lambda-a", "0.1")
                .with("rho1", "3")
                .with("rho1-growth", "1.5")
                .with("threshold", "0.2")
                .with("threshold-a", "0.1");
        ConsensusMethod method = (ConsensusMethod) on(named, 2);
        assertEquals(ParameterLayout.dynamicLinear(5, 2, 0.5), method.study().layout());
        assertEquals(0.2, method.study().consensus().admm().globalLambda());
        assertEquals(
                new PenaltySchedule(3, 1.5, 1e16),
                method.study().consensus().admm().rho1());
        double[] flat = new double[5 * 15];
        flat[1] = 0.15;
        flat[2] = 0.25;
        flat[5] = 0.15;
        WeightMatrix edges = method.series()
                .orElseThrow()
                .edges(method.study().layout(), method.settings().networkRule().threshold())
                .of(Parameters.copyOf(flat));
        assertEquals(2, edges.edgeCount());
        assertTrue(edges.hasEdge(2, 0) && edges.hasEdge(5, 0), "own lags are edges, and have their own threshold");
    }

    @Test
    void parameters_thatAreWrong_areRefused() {
        NamedMethod named = SeriesFixture.named("fdbnl");
        for (NamedMethod wrong : List.of(
                named.with("lags", "auto"),
                named.with("preset", "best"),
                named.with("rho1-growth", "0.5"),
                named.with("vote-rounds", "101"),
                named.with("participants", "2"),
                named.with("time", "hour"))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> on(wrong, 2).prepared(TRUTH.series(1, 3, 1)).schema(),
                    wrong.parameters().toString());
        }
    }
}
