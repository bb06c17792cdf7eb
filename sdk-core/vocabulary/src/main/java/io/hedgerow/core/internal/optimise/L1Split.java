// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

public final class L1Split {

    private final ProjectedLbfgs solver = new ProjectedLbfgs();

    public L1Split() {}

    /**
     * Minimises f with an ℓ1 penalty, [n], finite and at least 0, from {@code start}, [n] without NaN. Where
     * {@code fixedZeros}, [n], is true x stays 0. The gradient tolerance is that of the split problem; the result has
     * the penalised value.
     */
    public Minimum minimise(
            Objective objective, double[] start, double[] l1, boolean @Nullable [] fixedZeros, LbfgsOptions options) {
        return minimise(objective, start, l1, fixedZeros, options, null);
    }

    /** The same from an estimate of the Hessian of f, in x; null for a multiple of the identity. */
    public Minimum minimise(
            Objective objective,
            double[] start,
            double[] l1,
            boolean @Nullable [] fixedZeros,
            LbfgsOptions options,
            @Nullable Preconditioner preconditioner) {
        int n = start.length;
        if (l1.length != n || (fixedZeros != null && fixedZeros.length != n)) {
            throw new IllegalArgumentException("l1 and fixedZeros must have " + n + " entries to match start");
        }
        int[] variable = new int[n];
        int free = 0;
        int split = 0;
        for (int k = 0; k < n; k++) {
            if (!(l1[k] >= 0) || l1[k] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("l1 must be finite and >= 0, was " + l1[k] + " at " + k);
            }
            if (fixedZeros == null || !fixedZeros[k]) {
                variable[free++] = k;
                split += l1[k] > 0 ? 2 : 1;
            }
        }
        double[] z = new double[split];
        double[] lower = new double[split];
        double[] upper = new double[split];
        int negative = free;
        for (int i = 0; i < free; i++) {
            double x = start[variable[i]];
            upper[i] = Double.POSITIVE_INFINITY;
            if (l1[variable[i]] > 0) {
                z[i] = Math.max(x, 0);
                z[negative] = Math.max(-x, 0);
                upper[negative++] = Double.POSITIVE_INFINITY;
            } else {
                z[i] = x;
                lower[i] = Double.NEGATIVE_INFINITY;
            }
        }
        Split problem = new Split(objective, l1, variable, free, new double[n], new double[n]);
        Minimum found = solver.minimise(
                problem,
                z,
                lower,
                upper,
                options,
                preconditioner == null ? null : new InParts(preconditioner, problem, new double[n], new double[n]));
        double[] solution = new double[n];
        double surplus = problem.join(found.point(), solution);
        return new Minimum(
                solution,
                found.value() - surplus,
                found.evaluations(),
                found.iterations(),
                found.projectedGradientNorm(),
                found.reason());
    }

    /**
     * The estimate in positive and negative parts. Of a variable with two free parts only the one with the sign of x is
     * joined with other variables; the other one has the entry on the diagonal alone.
     */
    @SuppressWarnings("ArrayRecordComponent") // private work space
    private record InParts(Preconditioner inner, Split split, double[] vector, double[] mask)
            implements Preconditioner {

        @Override
        public boolean accepted() {
            return inner.accepted();
        }

        @Override
        public void solve(double[] z, double[] free) {
            Arrays.fill(vector, 0);
            Arrays.fill(mask, 0);
            int negative = split.free;
            for (int i = 0; i < split.free; i++) {
                int k = split.variable[i];
                boolean parted = split.l1[k] > 0;
                if (parted && isNegative(k, free[i], free[negative])) {
                    vector[k] = -z[negative];
                    mask[k] = 1;
                } else {
                    vector[k] = z[i];
                    mask[k] = free[i];
                }
                negative += parted ? 1 : 0;
            }
            inner.solve(vector, mask);
            negative = split.free;
            for (int i = 0; i < split.free; i++) {
                int k = split.variable[i];
                boolean parted = split.l1[k] > 0;
                if (parted && isNegative(k, free[i], free[negative])) {
                    z[negative] = -vector[k];
                    z[i] /= inner.diagonal(k);
                } else {
                    z[i] = vector[k];
                    if (parted) {
                        z[negative] /= inner.diagonal(k);
                    }
                }
                negative += parted ? 1 : 0;
            }
        }

        private boolean isNegative(int k, double positiveFree, double negativeFree) {
            return negativeFree != 0 && (positiveFree == 0 || split.x[k] < 0);
        }
    }

    /** The smooth problem in the positive parts (first), and the negative parts of the penalised variables (after). */
    @SuppressWarnings("ArrayRecordComponent") // private work space
    private record Split(Objective objective, double[] l1, int[] variable, int free, double[] x, double[] gradient)
            implements Objective {

        @Override
        public double evaluate(double[] z, double[] splitGradient) {
            double penalty = 0;
            int negative = free;
            for (int i = 0; i < free; i++) {
                int k = variable[i];
                x[k] = z[i];
                if (l1[k] > 0) {
                    penalty += l1[k] * (z[i] + z[negative]);
                    x[k] -= z[negative++];
                }
            }
            double value = objective.evaluate(x, gradient);
            negative = free;
            for (int i = 0; i < free; i++) {
                int k = variable[i];
                splitGradient[i] = gradient[k] + l1[k];
                if (l1[k] > 0) {
                    splitGradient[negative++] = l1[k] - gradient[k];
                }
            }
            return value + penalty;
        }

        /** Writes x and returns by how much Σ l1 (u + v) exceeds Σ l1 |x|. */
        double join(double[] z, double[] solution) {
            double surplus = 0;
            int negative = free;
            for (int i = 0; i < free; i++) {
                int k = variable[i];
                solution[k] = z[i];
                if (l1[k] > 0) {
                    double v = z[negative++];
                    solution[k] -= v;
                    surplus += 2 * l1[k] * Math.min(z[i], v);
                }
            }
            return surplus;
        }
    }
}
