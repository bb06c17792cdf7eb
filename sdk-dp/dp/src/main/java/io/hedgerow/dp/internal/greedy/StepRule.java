// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;

/**
 * The public numbers of one round of private greedy descent, and the formulas of a step.
 *
 * <p>Symbols: w the loss weight, n the divisor, m_i the smoothness of ½x_i² (second moment of variable i, or its
 * substitute), M_i = w·m_i + ρ2, κ the clipping factor, C = {@link ClippedGradient#BOUND}, s the sensitivity of a sum
 * in units of C.
 *
 * <pre>
 * c_i    = κ·a_i,  a_i = √(M_i / w)                             clipping bound
 * g_ij   = w·(c_i / C)·Y_ij / n + β_ij + ρ2 (B_ij − W_ij)
 * S_ij   = √M_i · |prox(B_ij − g_ij / M_i; λ_i / M_i) − B_ij|   sensitivity s·√w·κ / n for every i and j
 * B_ij  ← prox(B_ij − γ·g_ij / M_i; γ·λ_i / M_i)
 * </pre>
 *
 * <p>prox is non-expansive and ||a| − |b|| ≤ |a − b|, so S_ij moves by at most that of g_ij divided by √M_i, which is
 * s·w·c_i / (n·√M_i) = s·√w·κ / n: one number for all candidates, so one scale suffices. It holds for any positive m_i,
 * right or wrong, as long as the bounds and the scores use the same.
 */
final class StepRule {

    /**
     * How far a computed score can be from the exact one, in units of its sensitivity. Candidates whose public terms
     * exceed {@link #LARGEST_PUBLIC} such units have score 0; the data term is at most the number of units, below 2³⁰.
     * So every intermediate result is below 2³² units, and each of fewer than 16 roundings is off by at most 2⁻²².
     */
    static final double SCORE_ERROR = 0x1p-18;

    private static final double LARGEST_PUBLIC = 0x1p30;

    private final int steps;
    private final double gamma;
    private final Diagonal diagonal;
    private final double rho2;
    private final double clip;
    private final double[] scale;
    private final double[] perStep;
    private final double[] inverse;
    private final double[] threshold;
    private final double[] rootInSensitivities;

    /** The rule of one round; s, in units of C, is 2 when one unit is replaced and 1 when it becomes zeros. */
    StepRule(LocalProblem problem, GreedySteps options, double[] moments, double divisor, double units) {
        int q = problem.layout().sliceLength();
        double w = problem.lossWeight();
        this.steps = options.count();
        this.gamma = options.gamma();
        this.diagonal = options.diagonal();
        this.rho2 = problem.rho2();
        this.clip = options.clipFactor();
        this.scale = new double[q];
        this.perStep = new double[q];
        this.inverse = new double[q];
        this.threshold = new double[q];
        this.rootInSensitivities = new double[q];
        for (int i = 0; i < q; i++) {
            double curvature = w * moments[i] + rho2;
            double root = Math.sqrt(curvature);
            scale[i] = root / Math.sqrt(w);
            perStep[i] = w * clip * scale[i] / (ClippedGradient.BOUND * divisor);
            inverse[i] = 1 / curvature;
            threshold[i] = problem.lambda() * problem.layout().l1Weight(i) * inverse[i];
            rootInSensitivities[i] = root * divisor / (units * Math.sqrt(w) * options.clipFactor());
        }
    }

    int steps() {
        return steps;
    }

    Diagonal diagonal() {
        return diagonal;
    }

    double clip() {
        return clip;
    }

    double[] scale() {
        return scale;
    }

    /** The value of one lattice step of a sum in g: w·c_i / (C·n). */
    double perStep(int i) {
        return perStep[i];
    }

    /** β_ij + ρ2 (B_ij − W_ij). */
    double publicPart(double b, double dual, double consensus) {
        return dual + rho2 * (b - consensus);
    }

    /**
     * S_ij in units of its sensitivity; 0 where the public terms alone are beyond what the lattice of scores resolves.
     */
    double score(int i, double b, double publicPart, double sum) {
        double magnitude = Math.abs(b) + Math.abs(publicPart) * inverse[i] + threshold[i];
        if (!(magnitude * rootInSensitivities[i] <= LARGEST_PUBLIC)) {
            return 0;
        }
        double g = publicPart + perStep[i] * sum;
        return rootInSensitivities[i] * Math.abs(prox(b - g * inverse[i], threshold[i]) - b);
    }

    double step(int i, double b, double g) {
        return prox(b - gamma * g * inverse[i], gamma * threshold[i]);
    }

    /** Soft threshold: z minus z clamped to [−t, t]; exactly 0 inside. */
    static double prox(double z, double t) {
        return z - Math.max(-t, Math.min(t, z));
    }
}
