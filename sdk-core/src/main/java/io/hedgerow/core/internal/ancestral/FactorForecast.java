// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Optional;

/**
 * What changes of a fitted {@link FactorDiagram} would do to its likelihood, in nats and to second order: what a
 * coefficient less loses (Wald's statistic), what one more gains (Rao's, the score's), and both at once. Of an edge
 * that turns, the moments that hidden causes let expect say a lower bound of the gain (structural EM: Friedman 1998).
 * Not thread-safe; wrong after the diagram's coefficients have changed.
 */
final class FactorForecast {

    /** A gain that is smaller with all else fixed is not looked at. */
    private static final double LEAST_GAIN = 0.3;
    /** Of the information of a coefficient more, what others leave of it at least. */
    private static final double LEAST_LEFT = 1e-3;

    private static final double MOST_DAMPING = 0.1;

    private final FactorFit fit;
    private final FactorDiagram diagram;
    private final double n;
    private final int d;
    private final int p;
    /** The inverse of the information. */
    private final double[] inverse;
    /** The expected moments of variables and hidden causes, [all, all]. */
    private final double[] joint;

    private final int all;

    private FactorForecast(FactorFit fit, double[] inverse) {
        this.fit = fit;
        this.diagram = fit.diagram;
        this.n = fit.n;
        this.d = diagram.variables;
        this.p = fit.p;
        this.inverse = inverse;
        this.all = d + diagram.children.size();
        this.joint = fit.expected();
    }

    /** Empty when the information is singular. */
    static Optional<FactorForecast> of(FactorFit fit) {
        double[] information = fit.information(new double[fit.p]);
        double[] factor = information.clone();
        for (double damping = FactorFit.RIDGE; !SmallCholesky.factor(factor, fit.p, FactorFit.PIVOT); damping *= 10) {
            if (damping > MOST_DAMPING) {
                return Optional.empty();
            }
            factor = fit.damped(information, damping);
        }
        double[] inverse = new double[fit.p * fit.p];
        SmallCholesky.invert(factor, fit.p, inverse);
        return Optional.of(new FactorForecast(fit, inverse));
    }

    FactorFit fit() {
        return fit;
    }

    /** A coefficient more, per unit of which the others move by Σ c, c being the information between both. */
    private static final class More {
        final double[] moved;
        final double slope;
        /** Its information, with all else fixed. */
        final double whole;
        /** What others leave of that. */
        final double left;

        More(double[] moved, double slope, double whole, double left) {
            this.moved = moved;
            this.slope = slope;
            this.whole = whole;
            this.left = left;
        }

        /** Where others leave nothing of the information, a little. */
        More settled() {
            return new More(moved, slope, whole, Math.max(left, 0) + LEAST_LEFT * whole);
        }

        double gain() {
            return slope * slope / (2 * left);
        }
    }

    private More more(int k, int x, int j) {
        double[] c = new double[p];
        for (int a = 0; a < p; a++) {
            c[a] = fit.between(k, x, j, fit.kind[a], fit.from[a], fit.into[a]);
        }
        double[] moved = times(c);
        double whole = fit.between(k, x, j, k, x, j);
        double left = whole;
        for (int a = 0; a < p; a++) {
            left -= c[a] * moved[a];
        }
        return new More(moved, fit.gradient(k, x, j), whole, left);
    }

    private More none() {
        return new More(new double[p], 0, 1, 1);
    }

    /** What an edge x → j ({@link FactorFit#EDGE}) or another child j of hidden cause k would gain. */
    double gain(int k, int x, int j) {
        double slope = fit.gradient(k, x, j);
        if (slope * slope / (2 * fit.between(k, x, j, k, x, j)) < LEAST_GAIN) {
            return 0;
        }
        More more = more(k, x, j);
        return more.left > more.whole * FactorFit.RIDGE ? more.gain() : 0;
    }

    /** What it would gain without some of the coefficients. */
    double gainInsteadOf(int[] without, int k, int x, int j) {
        More more = more(k, x, j).settled();
        return more.gain() - loss(without, more);
    }

    /** What an edge i → j would gain instead of a hidden cause of both. */
    double gainInsteadOfPair(int one, int other, int i, int j) {
        More more = more(FactorFit.EDGE, i, j).settled();
        return more.gain() - lossOfPair(one, other, more);
    }

    /** What is lost without some coefficients. */
    double loss(int... without) {
        return loss(without, none());
    }

    /** With θ + δ where a coefficient more moves the others by δ, and Σ their covariance: (θ + δ)ᵀ Σ⁻¹ (θ + δ) / 2. */
    private double loss(int[] without, More more) {
        int k = without.length;
        double[] covariance = new double[k * k];
        double[] value = new double[k];
        for (int x = 0; x < k; x++) {
            double moved = more.moved[without[x]];
            value[x] = fit.coefficient(without[x]) - moved * more.slope / more.left;
            for (int y = 0; y < k; y++) {
                covariance[x * k + y] =
                        inverse[without[x] * p + without[y]] + moved * more.moved[without[y]] / more.left;
            }
            covariance[x * k + x] *= 1 + FactorFit.RIDGE;
        }
        if (!SmallCholesky.factor(covariance, k, 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double[] solved = value.clone();
        SmallCholesky.solve(covariance, k, solved);
        double sum = 0;
        for (int x = 0; x < k; x++) {
            sum += value[x] * solved[x] / 2;
        }
        return sum;
    }

    /** What is lost without a hidden cause of two, of whose coefficients only the product c counts: c² / (2 Var c). */
    double lossOfPair(int one, int other) {
        return lossOfPair(one, other, none());
    }

    private double lossOfPair(int one, int other, More more) {
        double a = fit.coefficient(one);
        double b = fit.coefficient(other);
        double along = b * more.moved[one] + a * more.moved[other];
        double value = a * b - along * more.slope / more.left;
        double variance = b * b * inverse[one * p + one]
                + 2 * a * b * inverse[one * p + other]
                + a * a * inverse[other * p + other]
                + along * along / more.left;
        return variance > 0 ? value * value / (2 * variance) : Double.POSITIVE_INFINITY;
    }

    private double[] times(double[] c) {
        double[] product = new double[p];
        for (int a = 0; a < p; a++) {
            double sum = 0;
            for (int b = 0; b < p; b++) {
                sum += inverse[a * p + b] * c[b];
            }
            product[a] = sum;
        }
        return product;
    }

    /** What i → j would gain as j → i, at least. */
    double gainOfTurning(int i, int j) {
        return family(j, i, -1) - family(j, -1, -1) + family(i, -1, j) - family(i, -1, -1);
    }

    /** −n / 2 times the log of what j's causes leave of its variance, without one of them and with another. */
    private double family(int j, int without, int with) {
        int[] causes = new int[all];
        int k = 0;
        for (int i = 0; i < d; i++) {
            if ((diagram.causes(i, j) && i != without) || i == with) {
                causes[k++] = i;
            }
        }
        for (int h = 0; h < all - d; h++) {
            if (diagram.children.get(h)[j]) {
                causes[k++] = d + h;
            }
        }
        double[] a = new double[k * k];
        double[] b = new double[k];
        for (int x = 0; x < k; x++) {
            b[x] = joint[causes[x] * all + j];
            for (int y = 0; y < k; y++) {
                a[x * k + y] = joint[causes[x] * all + causes[y]];
            }
        }
        if (!SmallCholesky.factor(a, k, FactorFit.PIVOT)) {
            return Double.NEGATIVE_INFINITY;
        }
        double[] solved = b.clone();
        SmallCholesky.solve(a, k, solved);
        double left = joint[j * all + j];
        for (int x = 0; x < k; x++) {
            left -= b[x] * solved[x];
        }
        return -n / 2 * Math.log(Math.max(left, FactorFit.PIVOT * joint[j * all + j]));
    }
}
