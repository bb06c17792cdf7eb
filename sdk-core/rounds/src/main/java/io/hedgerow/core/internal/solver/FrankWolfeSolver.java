// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;

/**
 * Frank–Wolfe on the penalised site problem, with the duality gap as its certificate: a baseline, kept because it shows
 * why the greedy proximal solver is needed (paper 002, C.1, "Fed-BNSL-FW").
 *
 * <p>It minimises f(B) + λ‖B‖₁ with weights λ_s per row, as f(B) + t over the cone section ‖B‖ ≤ t ≤ R, where ‖B‖ = Σ
 * λ_s|B_sj| over the whole matrix (Harchaoui, Juditsky and Nemirovski 2015). With previous solution B₀, the optimum
 * satisfies ‖B*‖ ≤ R = f(B₀) + ‖B₀‖ + ‖β‖²/(2ρ2), because f ≥ −‖β‖²/(2ρ2). Each step moves towards a vertex, which is 0
 * or −R·sign(G_k)/λ_k in the one entry k of the largest |G_k|/λ_k, by exact line search:
 *
 * <pre>
 * B ← (1 − η)B + ηV,   t ← (1 − η)t + η·t_V, then t ← ‖B‖
 * gap = ⟨G, B − V⟩ + t − t_V ≥ objective − optimum;   η = min(1, gap / ⟨D, (w·S + ρ2)D⟩),   D = V − B
 * </pre>
 *
 * <p>Why it is a poor choice: the gap falls like 1/iterations; no entry that was touched becomes exactly 0 again, so
 * the update is dense to send; and a vertex ignores that rows differ in curvature, raw ones by magnitudes.
 *
 * <p><b>Not private.</b> Computed from exact second moments; converged, it reveals what the exact solution does (paper
 * 002, A.1). Cost: 2·d·q a step. Not thread-safe.
 */
public final class FrankWolfeSolver implements LocalSolver {

    /** The limits of a round; {@code tolerance}, at least 0, is of the duality gap, in units of the objective. */
    public record Options(int maxIterations, double tolerance, Diagonal diagonal) {
        public Options {
            if (maxIterations < 1) {
                throw new IllegalArgumentException("maxIterations must be at least 1, was " + maxIterations);
            }
            if (!(tolerance >= 0) || tolerance == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("tolerance must be finite and >= 0, was " + tolerance);
            }
        }
    }

    private final Options options;
    private final SecondMoments moments = new SecondMoments();

    public FrankWolfeSolver(Options options) {
        this.options = options;
    }

    @Override
    public String id() {
        return "frank-wolfe";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("Frank-Wolfe on exact second moments");
    }

    /** {@inheritDoc} Refuses a layout that is not linear, and ℓ1 weights of 0, which leave the search unbounded. */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        LinearSubproblem linear = new LinearSubproblem(problem, moments.of(problem, view));
        FrankWolfeDescent descent = new FrankWolfeDescent(linear, options.diagonal() == Diagonal.MASKED);
        int steps = 0;
        while (descent.gap() > options.tolerance() && steps < options.maxIterations()) {
            descent.step();
            steps++;
        }
        return new LocalSolution(Parameters.takeOver(descent.flat()), steps, descent.gap() <= options.tolerance());
    }
}
