// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

/**
 * Builds a {@link LossDistribution} on a lattice from losses between its points. A mass at l in the cell [x_k, x_k + h]
 * is split onto both ends so that its probability under both output laws is kept: {@code (1 − e^(x_k − l))/(1 −
 * e^(−h))} of it goes to the upper end. The hockey-stick curve is unchanged at the points and replaced by chords
 * between them, never below (connect-the-dots, Doroshenko et al. 2022, arXiv 2207.04380).
 */
public final class LossLattice {
    private final double h;
    private final long first;
    private final double[] mass;
    private final double split;

    /** Points from floor(low/step) to beyond high. */
    LossLattice(double step, double low, double high) {
        this.h = step;
        this.first = (long) Math.floor(low / step) - 1;
        this.mass = new double[(int) ((long) Math.ceil(high / step) + 2 - first)];
        this.split = 1 / -StrictMath.expm1(-step);
    }

    /** Randomised response, the worst pure ε-differentially private pair: losses ±ε. */
    public static LossDistribution pure(double epsilon, double step) {
        LossLattice lattice = new LossLattice(step, -epsilon, epsilon);
        lattice.add(epsilon, 1 / (1 + StrictMath.exp(-epsilon)));
        lattice.add(-epsilon, 1 / (1 + StrictMath.exp(epsilon)));
        return lattice.build(0);
    }

    /**
     * Laplace noise of scale 1/λ in units of the sensitivity: the loss is λ with probability ½, −λ with e^(−λ)/2, and
     * has the density {@code ¼·e^((l − λ)/2)} between.
     */
    public static LossDistribution laplace(double lambda, double step) {
        LossLattice lattice = new LossLattice(step, -lambda, lambda);
        lattice.add(lambda, 0.5);
        lattice.add(-lambda, 0.5 * StrictMath.exp(-lambda));
        for (int j = 0; j + 1 < lattice.mass.length; j++) {
            double x = (lattice.first + j) * step;
            double from = Math.max(-lambda - x, 0);
            double to = Math.min(lambda - x, step);
            if (from < to) {
                // ∫ of the density, and of (1 − e^(x − l)) times it, over the part of the cell inside (−λ, λ).
                double a = 0.5 * StrictMath.exp(0.5 * (x - lambda));
                double all = a * StrictMath.exp(0.5 * from) * StrictMath.expm1(0.5 * (to - from));
                double sum = StrictMath.sinh(0.25 * to) + StrictMath.sinh(0.25 * from);
                double difference = StrictMath.sinh(0.25 * to) - StrictMath.sinh(0.25 * from);
                double up = Math.min(all, 4 * a * sum * difference * lattice.split);
                lattice.mass[j + 1] += up;
                lattice.mass[j] += all - up;
            }
        }
        return lattice.build(0);
    }

    /** A law moved to another lattice. */
    public static LossDistribution of(LossDistribution law, double step) {
        LossLattice lattice = new LossLattice(step, law.bottom(), law.top());
        double[] mass = law.mass();
        for (int j = 0; j < mass.length; j++) {
            if (mass[j] > 0) {
                lattice.add((law.first() + j) * law.step(), mass[j]);
            }
        }
        return lattice.build(law.infinite());
    }

    private void add(double loss, double probability) {
        int k = (int) ((long) Math.floor(loss / h) - first);
        double above = loss - (first + k) * h;
        double up = Math.min(1, Math.max(0, -StrictMath.expm1(-above) * split));
        mass[k + 1] += probability * up;
        mass[k] += probability * (1 - up);
    }

    private LossDistribution build(double infinite) {
        return new LossDistribution(h, first, mass, infinite);
    }
}
