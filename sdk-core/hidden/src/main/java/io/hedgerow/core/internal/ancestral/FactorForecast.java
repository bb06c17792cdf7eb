// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.district.FactorDistrict;
import io.hedgerow.core.internal.ancestral.district.FactorOutlook;
import io.hedgerow.core.internal.linalg.RowCholesky;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Predicts to second order how changes of a fitted {@link FactorDiagram} affect its log-likelihood: the loss without a
 * coefficient (Wald's statistic), the gain by another one (Rao's score statistic), and both at once. Of an edge that
 * turns, the moments that hidden causes let expect say a lower bound of the gain (structural EM: Friedman 1998). The
 * information is that of districts, one beside the other. Not thread-safe.
 */
final class FactorForecast {

    /** A gain that is smaller with all else fixed is not looked at. */
    private static final double LEAST_GAIN = 0.3;
    /** Of the information of a coefficient more, what others leave of it at least. */
    private static final double LEAST_LEFT = 1e-3;

    private static final double[] NOTHING = {};

    private final FactorFit fit;
    /** Of each district. */
    private final List<FactorOutlook> outlooks;

    private double work;

    private FactorForecast(FactorFit fit, List<FactorOutlook> outlooks, double work) {
        this.fit = fit;
        this.outlooks = outlooks;
        this.work = work;
    }

    /** Empty when the information is singular. */
    static Optional<FactorForecast> of(FactorFit fit) {
        List<FactorOutlook> outlooks = new ArrayList<>();
        double work = 0;
        for (FactorDistrict district : fit.districts) {
            work += district.isLookedAt() ? 0 : district.workOfAStep();
            Optional<FactorOutlook> outlook = district.outlook();
            if (outlook.isEmpty()) {
                return Optional.empty();
            }
            outlooks.add(outlook.get());
        }
        return Optional.of(new FactorForecast(fit, outlooks, work));
    }

    FactorFit fit() {
        return fit;
    }

    /** Operations that it took until now. */
    double work() {
        return work;
    }

    /** That of the equation of a variable. */
    FactorOutlook outlook(int j) {
        return outlooks.get(fit.districtOf[j]);
    }

    private int placeInDistrict(int a) {
        return a - fit.first[fit.districtOf[fit.into[a]]];
    }

    /**
     * A coefficient more, per unit of which the others move by −I⁻¹ c, c being the information between both: in one
     * district, or in two.
     */
    private final class More {
        final double slope;
        /** Its information, with all else fixed. */
        final double whole;
        /** What others leave of that. */
        final double left;

        private final FactorOutlook one;
        private final FactorOutlook other;
        /** Of each of them −Vᵀ c. */
        private final double[] ones;

        private final double[] others;

        More(double slope, double whole, FactorOutlook one, double[] c, FactorOutlook other, double[] cOfOther) {
            this.slope = slope;
            this.whole = whole;
            this.one = one;
            this.other = other;
            this.ones = one.whitened(c);
            this.others = other.whitened(cOfOther);
            this.left = whole
                    - RowCholesky.dot(ones, ones, 0, ones.length)
                    - RowCholesky.dot(others, others, 0, others.length);
            work += (double) c.length * c.length + (double) cOfOther.length * cOfOther.length;
        }

        private More(More of, double left) {
            this.slope = of.slope;
            this.whole = of.whole;
            this.one = of.one;
            this.other = of.other;
            this.ones = of.ones;
            this.others = of.others;
            this.left = left;
        }

        /** Where others leave nothing of the information, a little. */
        More settled() {
            return new More(this, Math.max(left, 0) + LEAST_LEFT * whole);
        }

        double gain() {
            return slope * slope / (2 * left);
        }

        /** How another coefficient moves with it. */
        double moved(int a) {
            FactorOutlook of = outlook(fit.into[a]);
            double moved = of == one && ones.length > 0 ? of.moved(placeInDistrict(a), ones) : 0;
            return of == other && others.length > 0 ? moved + of.moved(placeInDistrict(a), others) : moved;
        }
    }

    private More edge(int x, int j) {
        FactorOutlook of = outlook(j);
        int at = fit.placeOf[j];
        return new More(of.gradient(x, at), of.information(x, at), of, of.between(x, at), of, NOTHING);
    }

    private More child(int h, int j) {
        FactorOutlook of = outlook(j);
        FactorOutlook other = outlookOfHidden(h);
        int k = fit.placeOfHidden[h];
        int at = fit.placeOf[j];
        double slope = of.gradient(other, k, at);
        double whole = of.information(other, k, at);
        return of == other
                ? new More(slope, whole, of, of.betweenChild(k, at), of, NOTHING)
                : new More(slope, whole, of, of.betweenOther(other, k, at), other, other.betweenElsewhere(of, k, at));
    }

    private FactorOutlook outlookOfHidden(int h) {
        return outlooks.get(fit.districtOfHidden[h]);
    }

    private More none() {
        return new More(0, 1, outlooks.get(0), NOTHING, outlooks.get(0), NOTHING);
    }

    /** What an edge x → j ({@link FactorFit#EDGE}) or another child j of hidden cause k would gain. */
    double gain(int k, int x, int j) {
        FactorOutlook of = outlook(j);
        int at = fit.placeOf[j];
        if (k != FactorFit.EDGE) {
            FactorOutlook other = outlookOfHidden(k);
            int h = fit.placeOfHidden[k];
            return little(of.gradient(other, h, at), of.information(other, h, at)) ? 0 : gain(child(k, j));
        }
        if (Double.isNaN(of.gain(x, at))) {
            of.keepGain(x, at, little(of.gradient(x, at), of.information(x, at)) ? 0 : gain(edge(x, j)));
        }
        return of.gain(x, at);
    }

    private static boolean little(double slope, double whole) {
        return slope * slope / (2 * whole) < LEAST_GAIN;
    }

    private static double gain(More more) {
        return more.left > more.whole * FactorFit.RIDGE ? more.gain() : 0;
    }

    /** What it would gain without some of the coefficients. */
    double gainInsteadOf(int[] without, int k, int x, int j) {
        More more = (k == FactorFit.EDGE ? edge(x, j) : child(k, j)).settled();
        return more.gain() - loss(without, more);
    }

    /** What an edge i → j would gain instead of a hidden cause of both. */
    double gainInsteadOfPair(int one, int other, int i, int j) {
        More more = edge(i, j).settled();
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
        double[] moved = new double[k];
        for (int x = 0; x < k; x++) {
            moved[x] = more.moved(without[x]);
            value[x] = fit.coefficient(without[x]) + moved[x] * more.slope / more.left;
            for (int y = 0; y <= x; y++) {
                covariance[x * k + y] = covariance(without[x], without[y]) + moved[x] * moved[y] / more.left;
            }
            covariance[x * k + x] *= 1 + FactorFit.RIDGE;
        }
        if (!SmallCholesky.factor(covariance, k, 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double[] solved = value.clone();
        SmallCholesky.solve(covariance, k, solved);
        return RowCholesky.dot(value, solved, 0, k) / 2;
    }

    private double covariance(int a, int b) {
        FactorOutlook of = outlook(fit.into[a]);
        return of == outlook(fit.into[b]) ? of.covariance(placeInDistrict(a), placeInDistrict(b)) : 0;
    }

    /** What is lost without a hidden cause of two, of whose coefficients only the product c counts: c² / (2 Var c). */
    double lossOfPair(int one, int other) {
        return lossOfPair(one, other, none());
    }

    private double lossOfPair(int one, int other, More more) {
        double a = fit.coefficient(one);
        double b = fit.coefficient(other);
        double along = b * more.moved(one) + a * more.moved(other);
        double value = a * b + along * more.slope / more.left;
        double variance = b * b * covariance(one, one)
                + 2 * a * b * covariance(one, other)
                + a * a * covariance(other, other)
                + along * along / more.left;
        return variance > 0 ? value * value / (2 * variance) : Double.POSITIVE_INFINITY;
    }

    /** What i → j would gain as j → i, at least. */
    double gainOfTurning(int i, int j) {
        return outlook(j).gainOfFamily(i, fit.placeOf[j]) + outlook(i).gainOfFamily(j, fit.placeOf[i]);
    }
}
