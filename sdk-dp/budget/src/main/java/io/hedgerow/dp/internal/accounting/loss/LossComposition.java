// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Composes privacy losses on one lattice by Fourier transforms of exponentially tilted masses.
 *
 * <p>A plain transform has an absolute error near 1e-16, which understates ε when δ is small. Here each mass is first
 * multiplied by e^(θx): for θ = α − 1, α the best Rényi order, the bulk of the tilted law lies where δ is decided, and
 * the error is relative to what matters there. Error bounds for rounding, for the part outside the window and for
 * masses at infinity are added, so the result is an upper bound. Not thread-safe.
 */
public final class LossComposition {
    /** ln of the tilted mass that may fall outside the window. */
    private static final double LOG_TAIL = -48;

    private final double step;
    private final double tilt;
    private final List<LossDistribution> laws = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private @Nullable Window window;

    public LossComposition(double step, double tilt) {
        this.step = step;
        this.tilt = tilt;
    }

    /** Adds count independent losses of a law on this lattice. */
    public void add(LossDistribution law, long count) {
        window = null;
        laws.add(law);
        counts.add(count);
    }

    public double points() {
        return window().high() - window().low() + 1.0;
    }

    public LossDistribution sum() {
        double logMoment = cumulant(tilt);
        long high = (long) window().high();
        long low = (long) window().low();
        int size = Math.max(2, Integer.highestOneBit(Math.toIntExact(high - low + 1)) * 2);
        double[] re = new double[size];
        double[] im = new double[size];
        Arrays.fill(re, 1);
        Fourier fourier = new Fourier(size);
        double[] x = new double[size];
        double[] y = new double[size];
        double infinite = 0;
        double factors = 0;
        long origin = 0;
        for (int i = 0; i < laws.size(); i++) {
            LossDistribution law = laws.get(i);
            long count = counts.get(i);
            infinite += count * law.infinite();
            factors += count;
            origin += count * law.first();
            tilted(law, x, y);
            fourier.forward(x, y);
            multiplyPower(re, im, x, y, count);
        }
        fourier.inverse(re, im);
        // re[(j mod size)] is the tilted mass at x = (origin + j)·step.
        double square = 0;
        for (double value : re) {
            square += value * value;
        }
        double error = 0x1p-50 * (factors + 3 * Math.log(size)) * Math.sqrt(square) + Math.exp(LOG_TAIL);
        // The laws add up to 1 within a few units in the last place, and so do the tilts.
        double scale = 1 + 1e-11 + 1e-14 * factors;
        double[] mass = new double[(int) (high - low + 1)];
        for (int j = 0; j < mass.length; j++) {
            long position = Math.floorMod(low + j - origin, (long) size);
            double tiltedMass = Math.max(0, re[(int) position]) + error;
            mass[j] = scale * tiltedMass * StrictMath.exp(logMoment - tilt * (low + j) * step);
        }
        double beyond = StrictMath.exp(logMoment + LOG_TAIL - tilt * high * step);
        return new LossDistribution(step, low, mass, scale * (infinite + beyond));
    }

    /** ln Σ mass·e^(θx) of the sum. */
    private double cumulant(double theta) {
        double sum = 0;
        for (int i = 0; i < laws.size(); i++) {
            sum += counts.get(i) * laws.get(i).logMoment(theta);
        }
        return sum;
    }

    /** The points between which the tilted law has all but e^LOG_TAIL on either side. */
    private record Window(double low, double high) {}

    private Window window() {
        Window known = window;
        if (known == null) {
            known = new Window(Math.floor(edge(-1) / step), Math.ceil(edge(1) / step));
            window = known;
        }
        return known;
    }

    /**
     * An edge of the window by Chernoff's bound. Any η is valid; the bound is quasi-convex in η, so the first that is
     * worse ends the search.
     */
    private double edge(int side) {
        double top = 0;
        double bottom = 0;
        for (int i = 0; i < laws.size(); i++) {
            top += counts.get(i) * laws.get(i).top();
            bottom += counts.get(i) * laws.get(i).bottom();
        }
        double logMoment = cumulant(tilt);
        double best = side > 0 ? top : bottom;
        double before = Double.POSITIVE_INFINITY;
        for (double eta = -LOG_TAIL / (top - bottom); ; eta *= 1.6) {
            double bound = (cumulant(tilt + side * eta) - logMoment - LOG_TAIL) / eta;
            if (!(bound < before)) {
                return best;
            }
            before = bound;
            best = side > 0 ? Math.min(best, bound) : Math.max(best, -bound);
        }
    }

    private void tilted(LossDistribution law, double[] x, double[] y) {
        Arrays.fill(x, 0);
        Arrays.fill(y, 0);
        double log = law.logMoment(tilt);
        double[] mass = law.mass();
        for (int j = 0; j < mass.length; j++) {
            if (mass[j] > 0) {
                x[j % x.length] += mass[j] * StrictMath.exp(tilt * (law.first() + j) * step - log);
            }
        }
    }

    /** (re, im) ·= (x, y)^count, by repeated squaring of (x, y). */
    private static void multiplyPower(double[] re, double[] im, double[] x, double[] y, long count) {
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                multiply(re, im, x, y);
            }
            if (rest > 1) {
                multiply(x, y, x, y);
            }
        }
    }

    private static void multiply(double[] re, double[] im, double[] x, double[] y) {
        for (int k = 0; k < re.length; k++) {
            double a = re[k];
            double b = im[k];
            double c = x[k];
            double d = y[k];
            re[k] = a * c - b * d;
            im[k] = a * d + b * c;
        }
    }
}
