// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What docs/guides/losses.md shows: another loss at the sites (paper 002, §5.4), for columns of 0 and 1. */
class LogisticLossTest {

    private static final int D = 4;
    private static final double LAMBDA = 0.01;
    private static final double RHO2 = 0.5;
    private static final double WEIGHT = 2;

    // region:solver
    /** L(B) = mean over rows x of Σ_j log(1 + e^η_j) − x_j η_j, η = xB, x of 0 and 1; proximal gradient steps. */
    record LogisticSolver(int steps) implements LocalSolver {
        @Override
        public String id() {
            return "logistic";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("gradients of the logistic loss, exact");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            int d = view.schema().size();
            double[] b = problem.previous().toArray();
            // 1/4 bounds the second derivative of log(1 + e^η), and d bounds |x|²
            double length = 1 / (problem.lossWeight() * d / 4 + problem.rho2());
            for (int step = 0; step < steps; step++) {
                double[] slope = slope(b, d, view);
                for (int k = 0; k < b.length; k++) {
                    double smooth = problem.lossWeight() * slope[k]
                            + problem.dual().get(k)
                            + problem.rho2() * (b[k] - problem.consensus().get(k));
                    double moved = b[k] - length * smooth;
                    b[k] = k % d == k / d // weights of one effect stand together: no variable is its own cause
                            ? 0
                            : Math.signum(moved) * Math.max(0, Math.abs(moved) - length * problem.lambda());
                }
            }
            return new LocalSolution(Parameters.takeOver(b), steps, true);
        }

        private static double[] slope(double[] b, int d, DataView view) {
            double[] sum = new double[b.length];
            view.forEachRow(row -> {
                for (int j = 0; j < d; j++) {
                    double eta = 0;
                    for (int i = 0; i < d; i++) {
                        eta += row[i] * b[j * d + i];
                    }
                    double residual = 1 / (1 + Math.exp(-eta)) - row[j];
                    for (int i = 0; i < d; i++) {
                        sum[j * d + i] += row[i] * residual / view.statistics().rows();
                    }
                }
            });
            return sum;
        }
    }
    // endregion

    private static double[][] rows() {
        SplittableRandom random = new SplittableRandom(7);
        double[][] rows = new double[300][D];
        for (double[] row : rows) {
            row[0] = random.nextInt(2);
            for (int j = 1; j < D; j++) {
                row[j] = random.nextDouble() < 1 / (1 + Math.exp(-3 * row[j - 1] + 1)) ? 1 : 0;
            }
        }
        return rows;
    }

    private static LocalProblem problem() {
        ParameterLayout layout = ParameterLayout.linear(D);
        SplittableRandom random = new SplittableRandom(8);
        double[] consensus = new double[D * D];
        double[] dual = new double[D * D];
        for (int k = 0; k < D * D; k++) {
            consensus[k] = 2 * random.nextDouble() - 1;
            dual[k] = (random.nextDouble() - 0.5) / 5;
        }
        return new LocalProblem(
                layout,
                Parameters.takeOver(consensus),
                Parameters.takeOver(dual),
                Parameters.takeOver(new double[D * D]),
                RHO2,
                LAMBDA,
                WEIGHT,
                Centring.NONE);
    }

    /** w·L(B) + ⟨β, B − W⟩ + ρ2/2·‖B − W‖², written down anew. */
    private static double smooth(double[] b, double[][] rows, LocalProblem problem) {
        double value = 0;
        for (double[] row : rows) {
            for (int j = 0; j < D; j++) {
                double eta = 0;
                for (int i = 0; i < D; i++) {
                    eta += row[i] * b[j * D + i];
                }
                value += WEIGHT * (Math.log1p(Math.exp(eta)) - row[j] * eta) / rows.length;
            }
        }
        for (int k = 0; k < D * D; k++) {
            double apart = b[k] - problem.consensus().get(k);
            value += problem.dual().get(k) * apart + RHO2 / 2 * apart * apart;
        }
        return value;
    }

    /** The conditions of a minimum with λ‖B‖₁ by central differences, whose error is about 1e-9. */
    @Test
    void solution_isTheMinimumOfTheSubproblem() {
        double[][] rows = rows();
        LocalProblem problem = problem();
        DatasetIdentity identity = new DatasetIdentity("binary");
        SiteData data = SiteData.of(identity, InMemoryRows.of(VariableSchema.numbered(D), rows));
        PrivacyGate gate = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), identity);
        double[] b;
        try (DataView view = data.open(
                gate.reserve("study", 0, new MechanismEvent.NonPrivate("test")).permit())) {
            b = new LogisticSolver(400).solve(problem, view).parameters().toArray();
        }
        double h = 1e-5;
        for (int k = 0; k < D * D; k++) {
            if (k % D == k / D) {
                assertEquals(0, b[k]);
                continue;
            }
            double[] up = b.clone();
            double[] down = b.clone();
            up[k] += h;
            down[k] -= h;
            double slope = (smooth(up, rows, problem) - smooth(down, rows, problem)) / (2 * h);
            if (b[k] == 0) {
                assertTrue(Math.abs(slope) <= LAMBDA + 1e-7, "slope " + slope + " at entry " + k);
            } else {
                assertEquals(-LAMBDA * Math.signum(b[k]), slope, 1e-7, "entry " + k);
            }
        }
    }
}
