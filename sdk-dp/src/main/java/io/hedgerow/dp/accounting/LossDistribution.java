package io.hedgerow.dp.accounting;

/**
 * A discrete law of the privacy loss on the lattice {@code x_j = (first + j)·step}: mass[j] at x_j under the first output law, and
 * a mass at infinity. Its hockey-stick curve is {@code H(x) = Σ mass[j]·(1 − e^(x − x_j))₊ + infinite}.
 *
 * <p>Immutable by convention: the array is shared inside the package and never written after construction.
 */
final class LossDistribution {
    private final double step;
    private final long first;
    private final double[] mass;
    private final double infinite;

    LossDistribution(double step, long first, double[] mass, double infinite) {
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.infinite = infinite;
    }

    double step() {
        return step;
    }

    long first() {
        return first;
    }

    double[] mass() {
        return mass;
    }

    double infinite() {
        return infinite;
    }

    double top() {
        return (first + mass.length - 1) * step;
    }

    /** δ at ε = x after this loss and one Gaussian call of parameter mu (0 for none). */
    double delta(double mu, double x) {
        double sum = 0;
        for (int j = mass.length - 1; j >= 0; j--) {
            if (mass[j] > 0) {
                double rest = x - (first + j) * step;
                if (mu > 0) {
                    sum += mass[j] * AnalyticGaussian.upperDelta(mu, rest);
                } else if (rest < 0) {
                    sum += mass[j] * -StrictMath.expm1(rest);
                } else {
                    break;
                }
            }
        }
        return sum + infinite;
    }
}
