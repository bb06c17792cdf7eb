// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import org.jspecify.annotations.Nullable;

/**
 * The last steps s and gradient changes y, and their inverse Hessian approximation restricted to the free variables
 * (two-loop recursion, Nocedal 1980). Restricting every inner product, rather than cutting rows out of the full
 * approximation, gives the L-BFGS matrix that the free variables would have had on their own.
 */
final class LbfgsMemory {

    /** A pair with less curvature, relative to |s||y|, would make the matrix nearly singular. */
    private static final double LEAST_CURVATURE = 1e-10;

    private double[][] s = new double[0][];
    private double[][] y = new double[0][];
    private double[] inverseCurvature = new double[0];
    private double[] factor = new double[0];
    private double[] scratch = new double[0];
    /** Positions of the free variables: most are held where penalties keep weights at 0. */
    private int[] free = new int[0];

    private int capacity = -1;
    private int size;
    private int count;
    private int newest;

    /** Forgets everything and prepares for n variables; allocates only when it has to grow. */
    void reset(int memory, int variables) {
        if (s.length != memory || capacity < variables) {
            capacity = Math.max(capacity, variables);
            s = new double[memory][capacity];
            y = new double[memory][capacity];
            inverseCurvature = new double[memory];
            factor = new double[memory];
            scratch = new double[capacity];
            free = new int[capacity];
        }
        size = variables;
        clear();
    }

    void clear() {
        count = 0;
        newest = -1;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Remembers a step, unless the function curves downward along it. */
    void add(double[] pointFrom, double[] pointTo, double[] gradientFrom, double[] gradientTo) {
        int slot = (newest + 1) % s.length;
        double[] step = s[slot];
        double[] change = y[slot];
        double sy = 0;
        double ss = 0;
        double yy = 0;
        for (int i = 0; i < size; i++) {
            double a = pointTo[i] - pointFrom[i];
            double b = gradientTo[i] - gradientFrom[i];
            step[i] = a;
            change[i] = b;
            sy += a * b;
            ss += a * a;
            yy += b * b;
        }
        if (sy > LEAST_CURVATURE * Math.sqrt(ss) * Math.sqrt(yy)) {
            newest = slot;
            count = Math.min(count + 1, s.length);
        } else if (count == s.length) {
            // The refused pair has overwritten the oldest one.
            count--;
        }
    }

    /** q ← H q on the variables whose mask is 1; q must be 0 elsewhere and stays so. */
    void multiply(double[] q, double[] mask, @Nullable Preconditioner preconditioner) {
        int freeCount = 0;
        for (int i = 0; i < size; i++) {
            if (mask[i] != 0) {
                free[freeCount++] = i;
            }
        }
        double scale = 1;
        boolean scaled = false;
        for (int age = 0; age < count; age++) {
            int k = slot(age);
            double[] step = s[k];
            double[] change = y[k];
            double sy = 0;
            double ss = 0;
            double yy = 0;
            double sq = 0;
            for (int t = 0; t < freeCount; t++) {
                int i = free[t];
                double a = step[i];
                double b = change[i];
                sy += a * b;
                ss += a * a;
                yy += b * b;
                sq += a * q[i];
            }
            if (!(sy > LEAST_CURVATURE * Math.sqrt(ss) * Math.sqrt(yy))) {
                inverseCurvature[k] = 0;
                continue;
            }
            inverseCurvature[k] = 1 / sy;
            factor[k] = sq / sy;
            addTo(q, -factor[k], change, freeCount);
            if (!scaled) {
                scale = sy / (preconditioner == null ? yy : estimated(change, mask, preconditioner));
                scaled = true;
            }
        }
        if (preconditioner != null) {
            preconditioner.solve(q, mask);
        }
        for (int i = 0; i < size; i++) {
            q[i] *= scale;
        }
        for (int age = count - 1; age >= 0; age--) {
            int k = slot(age);
            if (inverseCurvature[k] == 0) {
                continue;
            }
            double[] change = y[k];
            double yq = 0;
            for (int t = 0; t < freeCount; t++) {
                int i = free[t];
                yq += change[i] * q[i];
            }
            addTo(q, factor[k] - yq * inverseCurvature[k], s[k], freeCount);
        }
    }

    private void addTo(double[] q, double weight, double[] what, int freeCount) {
        for (int t = 0; t < freeCount; t++) {
            int i = free[t];
            q[i] += weight * what[i];
        }
    }

    /** yᵀPy: with sᵀy it gives the factor by which the estimate P is off along the newest step. */
    private double estimated(double[] change, double[] mask, Preconditioner preconditioner) {
        for (int i = 0; i < size; i++) {
            scratch[i] = change[i] * mask[i];
        }
        preconditioner.solve(scratch, mask);
        double product = 0;
        for (int i = 0; i < size; i++) {
            product += scratch[i] * change[i];
        }
        return product;
    }

    private int slot(int age) {
        return Math.floorMod(newest - age, s.length);
    }
}
