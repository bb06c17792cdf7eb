package io.hedgerow.core.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Minimum;
import io.hedgerow.core.internal.optimise.Objective;
import java.util.Arrays;
import java.util.Objects;

/**
 * Centralised NOTEARS (Zheng, Aragam, Ravikumar and Xing 2018; paper 001, eq. 2): a stationary point of
 *
 * <pre>min_W ½ tr((I − W)ᵀ S (I − W)) + λ‖W‖₁   subject to h(W∘W) = 0,   diagonal of W = 0</pre>
 *
 * <p>by the augmented Lagrangian f + λ‖W‖₁ + α h + ρ/2 h². After each inner minimisation α ← α + ρ h; before it, ρ
 * grows tenfold and the minimisation is repeated while h has not fallen to a quarter. It ends when h or ρ reaches its
 * limit. It needs the second moments S = XᵀX / n only, so that it serves pooled data, securely aggregated moments and
 * exact population moments alike.
 *
 * <p>Symbols: W: [d, d], W[i, j] ≠ 0 ⇔ i → j; S: [d, d].
 *
 * <p>The result is a local optimum of a problem that is not convex, and is not acyclic before a threshold is applied.
 * Not private. Thread-safe. An evaluation costs O(d · non-zeros of W) and one h.
 */
public final class Notears {

    private final AcyclicityConstraint constraint;
    private final NotearsOptions options;

    /**
     * NOTEARS with the published settings.
     *
     * @param constraint h
     */
    public Notears(AcyclicityConstraint constraint) {
        this(constraint, NotearsOptions.defaults());
    }

    /**
     * NOTEARS.
     *
     * @param constraint h
     * @param options when to stop
     */
    Notears(AcyclicityConstraint constraint, NotearsOptions options) {
        this.constraint = Objects.requireNonNull(constraint, "constraint");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Learns a weighted graph.
     *
     * @param variables d; at least 1
     * @param secondMoments S, [d, d] row by row; finite and symmetric, positive semi-definite for the problem to have a
     *     solution; not modified
     * @param lambda λ; finite and at least 0
     * @return weights without threshold
     */
    public NotearsResult fit(int variables, double[] secondMoments, double lambda) {
        requireMoments(variables, secondMoments);
        if (!(lambda >= 0) || lambda == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("lambda must be finite and >= 0, was " + lambda);
        }
        int d = variables;
        boolean[] diagonal = new boolean[d * d];
        for (int j = 0; j < d; j++) {
            diagonal[j * d + j] = true;
        }
        double[] l1 = new double[d * d];
        Arrays.fill(l1, lambda);
        Lagrangian lagrangian =
                new Lagrangian(new SecondMomentLoss(d, secondMoments), new SupportAcyclicity(constraint, d));
        L1Split minimiser = new L1Split();
        double[] w = new double[d * d];
        double h = Double.POSITIVE_INFINITY;
        int evaluations = 0;
        int outer = 0;
        while (outer < options.maxOuterIterations()) {
            Minimum found;
            double next;
            while (true) {
                found = minimiser.minimise(lagrangian, w, l1, diagonal, options.inner());
                evaluations += found.evaluations();
                next = lagrangian.acyclicity.evaluate(found.point());
                if (next <= 0.25 * h || lagrangian.rho >= options.maxPenalty()) {
                    break;
                }
                lagrangian.rho *= 10;
            }
            w = found.point();
            h = next;
            lagrangian.alpha += lagrangian.rho * h;
            outer++;
            if (h <= options.acyclicityTolerance() || lagrangian.rho >= options.maxPenalty()) {
                break;
            }
        }
        return new NotearsResult(weights(d, w), h, lagrangian.rho, lagrangian.alpha, outer, evaluations);
    }

    private static WeightMatrix weights(int d, double[] columns) {
        double[] rows = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                rows[i * d + j] = columns[j * d + i];
            }
        }
        return WeightMatrix.ofRows(d, rows);
    }

    private static void requireMoments(int d, double[] moments) {
        if (d < 1 || moments.length != d * d) {
            throw new IllegalArgumentException(
                    "secondMoments must be [" + d + ", " + d + "], was " + moments.length + " numbers");
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double a = moments[i * d + j];
                double b = moments[j * d + i];
                if (!Double.isFinite(a)
                        || !Double.isFinite(b)
                        || !(Math.abs(a - b) <= 1e-8 * Math.max(Math.abs(a), Math.abs(b)))) {
                    throw new IllegalArgumentException(
                            "secondMoments must be finite and symmetric, was not at [" + i + ", " + j + "]");
                }
            }
        }
    }

    /** f + α h + ρ/2 h². */
    private static final class Lagrangian implements Objective {
        private final SecondMomentLoss loss;
        private final SupportAcyclicity acyclicity;
        private double alpha;
        private double rho = 1;

        Lagrangian(SecondMomentLoss loss, SupportAcyclicity acyclicity) {
            this.loss = loss;
            this.acyclicity = acyclicity;
        }

        @Override
        public double evaluate(double[] w, double[] gradient) {
            double h = acyclicity.evaluate(w);
            if (!Double.isFinite(h)) {
                return Double.POSITIVE_INFINITY;
            }
            double value = loss.evaluate(w, gradient) + alpha * h + rho / 2 * h * h;
            acyclicity.addGradient(w, alpha + rho * h, gradient);
            return value;
        }
    }
}
