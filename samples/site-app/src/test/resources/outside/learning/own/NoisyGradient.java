// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NormClipping;
import io.hedgerow.dp.mechanism.Sensitivity;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Collections;
import java.util.List;

// region:solver
/** One step along a noisy gradient in each round, of which no row has more than a norm of 3: n rows, replace-one. */
record NoisyGradient(int d, long n, NormClipping clip, GaussianMechanism noise) implements PlannedSolver {
    static final Lattice LATTICE = Lattice.ofSensitivityAndSigma(3, 3);

    static NoisyGradient of(int d, long n) {
        NormClipping clip = new NormClipping(LATTICE, 3);
        Sensitivity replaced = Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, clip.normSteps());
        return new NoisyGradient(d, n, clip, new GaussianMechanism(replaced, 20)); // mu = 1/20 in each round
    }

    public String id() { return "noisy-gradient"; }
    public boolean protectsUsers() { return false; }
    public Adjacency adjacency() { return Adjacency.REPLACE_ONE; }
    public MechanismEvent plan(Task task) { return noise.event(1, d * d); }
    public List<MechanismEvent> roundPlan(int rounds) { return Collections.nCopies(rounds, noise.event(1, d * d)); }

    public LocalSolution solve(LocalProblem problem, DataView view) {
        double[] b = problem.previous().toArray(); // i → j at j·d + i
        double[] gradient = new double[d * d];
        long[] steps = new long[d * d], sum = new long[d * d];
        view.forEachRow(row -> {
            for (int j = 0; j < d; j++) {
                double residual = row[j];
                for (int i = 0; i < d; i++) residual -= b[j * d + i] * row[i];
                for (int i = 0; i < d; i++) gradient[j * d + i] = i == j ? 0 : -row[i] * residual;
            }
            clip.clip(gradient, steps);
            for (int k = 0; k < sum.length; k++) sum[k] += steps[k];
        });
        noise.addTo(sum, DiscreteNoise.secure());
        for (int k = 0; k < b.length; k++) {
            double loss = problem.lossWeight() * LATTICE.value(sum[k]) / n;
            double pull = problem.dual().get(k) + problem.rho2() * (b[k] - problem.consensus().get(k));
            b[k] = k % (d + 1) == 0 ? 0 : b[k] - (loss + pull) / (problem.lossWeight() + problem.rho2());
        }
        return new LocalSolution(Parameters.takeOver(b), 1, true);
    }
    // endregion
}
