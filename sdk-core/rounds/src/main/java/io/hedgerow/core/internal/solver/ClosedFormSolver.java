// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;

/**
 * The exact solution of a linear site problem without its ℓ1 term, to round-off (papers 001 and 002, eq. 10):
 *
 * <pre>B = (w·S + ρ2·I)⁻¹ (ρ2·W − β + w·S[:, 1..d])</pre>
 *
 * <p>λ is ignored: in these methods the coordinator holds the ℓ1 term. Works for any linear layout. Deviation: with
 * {@link Diagonal#MASKED} every column is solved without its own variable, which is a different solution from the
 * formula with its diagonal zeroed afterwards.
 *
 * <p><b>Not private.</b> One upload reveals S exactly: S = (ρ2(W − B) − β)(B − I)⁻¹ / w (paper 002, A.1).
 *
 * <p>Cost: one inverse, 2·q³, kept while S, w and ρ2 stay the same; then one product, 2·d·q², a round. Forward error
 * κ·2⁻⁵² with κ the condition number of w·S + ρ2·I. Not thread-safe.
 */
public final class ClosedFormSolver implements LocalSolver {

    private final Diagonal diagonal;
    private final SecondMoments moments = new SecondMoments();
    private double[][] invertedOf = new double[0][];
    private double[][] inverse = new double[0][];
    private double invertedWeight;
    private double invertedRho2;

    public ClosedFormSolver(Diagonal diagonal) {
        this.diagonal = diagonal;
    }

    @Override
    public String id() {
        return "closed-form";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("closed-form local solution: reveals the second moments exactly");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        return solve(problem, moments.of(problem, view));
    }

    /** Solves with known S: [q, q], symmetric, w·S + ρ2·I positive definite; the same array must keep its numbers. */
    public LocalSolution solve(LocalProblem problem, double[][] s) {
        if (s.length != problem.layout().sliceLength()) {
            throw new IllegalArgumentException("second moments must be of the layout's "
                    + problem.layout().sliceLength() + " variables, are of " + s.length);
        }
        if (s != invertedOf || problem.lossWeight() != invertedWeight || problem.rho2() != invertedRho2) {
            invert(s, problem.lossWeight(), problem.rho2());
        }
        ParameterLayout layout = problem.layout();
        int q = layout.sliceLength();
        double[][] b = new double[layout.targets()][q];
        RowCombination.addToAll(b, pulls(problem), inverse, q);
        double[] flat = new double[layout.size()];
        for (int j = 0; j < b.length; j++) {
            addRegression(b[j], j, problem.rho2());
            System.arraycopy(b[j], 0, flat, j * q, q);
        }
        return new LocalSolution(Parameters.takeOver(flat), 1, true);
    }

    private void invert(double[][] s, double w, double rho2) {
        int q = s.length;
        invertedOf = new double[0][];
        double[][] a = new double[q][q];
        for (int i = 0; i < q; i++) {
            for (int k = 0; k < q; k++) {
                a[i][k] = w * s[i][k];
            }
            a[i][i] += rho2;
        }
        SpdInverse.invert(a);
        inverse = a;
        invertedOf = s;
        invertedWeight = w;
        invertedRho2 = rho2;
    }

    /** ρ2·W − β, by columns. */
    private static double[][] pulls(LocalProblem problem) {
        int q = problem.layout().sliceLength();
        double rho2 = problem.rho2();
        double[][] pulls = new double[problem.layout().targets()][q];
        double[] dual = new double[q];
        for (int j = 0; j < pulls.length; j++) {
            double[] pull = pulls[j];
            problem.consensus().copyTo(j * q, pull, 0, q);
            problem.dual().copyTo(j * q, dual, 0, q);
            for (int i = 0; i < q; i++) {
                pull[i] = rho2 * pull[i] - dual[i];
            }
        }
        return pulls;
    }

    /**
     * Turns x = A⁻¹(ρ2 W_j − β_j) into column j of the solution, A = wS + ρ2 I.
     *
     * <p>Free: wS e_j = (A − ρ2 I) e_j, so the rest of the formula is A⁻¹ wS e_j = e_j − ρ2 A⁻¹_j.
     *
     * <p>Masked: with y the free column, the minimiser under b_j = 0 has a multiplier μ with A b = r + μ e_j, so b = y
     * + μ A⁻¹_j, and b_j = 0 gives μ = −y_j / A⁻¹_jj. With y = x + e_j − ρ2 A⁻¹_j the two terms in ρ2 cancel and leave
     * b = x + e_j − A⁻¹_j (x_j + 1) / A⁻¹_jj.
     */
    private void addRegression(double[] x, int j, double rho2) {
        double[] inverseColumn = inverse[j];
        double factor = diagonal == Diagonal.FREE ? rho2 : (x[j] + 1) / inverseColumn[j];
        for (int i = 0; i < x.length; i++) {
            x[i] -= factor * inverseColumn[i];
        }
        x[j] = diagonal == Diagonal.FREE ? x[j] + 1 : 0;
    }
}
