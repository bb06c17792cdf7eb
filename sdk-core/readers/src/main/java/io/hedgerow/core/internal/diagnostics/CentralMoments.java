// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

/**
 * Central moments of a column up to the fourth, in one pass and without the cancellation that powers of large means
 * cause.
 *
 * <p>Symbols: M_k = Σ (x − m)^k over n values of mean m. Values are collected in blocks; the M_k of a block B are
 * computed about its own mean and merged into those of the values A before it, with δ = m_B − m_A (Chan, Golub and
 * LeVeque 1979, eq. 1.5; Pébay 2008, eqs. 2.1 and 3.1):
 *
 * <pre>
 * M₂ = M₂ᴬ + M₂ᴮ + δ² n_A n_B / n
 * M₃ = M₃ᴬ + M₃ᴮ + δ³ n_A n_B (n_A − n_B) / n² + 3δ (n_A M₂ᴮ − n_B M₂ᴬ) / n
 * M₄ = M₄ᴬ + M₄ᴮ + δ⁴ n_A n_B (n_A² − n_A n_B + n_B²) / n³
 *      + 6δ² (n_A² M₂ᴮ + n_B² M₂ᴬ) / n² + 4δ (n_A M₃ᴮ − n_B M₃ᴬ) / n
 * </pre>
 *
 * <p>All is relative to the first value, in units of a power of two near the largest distance from it, so that no
 * fourth power overflows. Cells that are no numbers are left out. Not thread-safe. Not private.
 */
final class CentralMoments {

    private static final int BLOCK = 64;

    private final double[] block = new double[BLOCK];
    private int buffered;
    private double origin;
    private double unit;
    private double n;
    private double mean;
    private double m2;
    private double m3;
    private double m4;

    void add(double value) {
        if (Double.isNaN(value)) {
            return;
        }
        if (n == 0 && buffered == 0) {
            origin = value;
        }
        block[buffered++] = value - origin;
        if (buffered == BLOCK) {
            mergeBlock();
        }
    }

    /** {@return ln (M₂ / n), finite wherever a column varies} */
    double logOfVariance() {
        mergeBlock();
        return Math.log(m2 / n) + 2 * Math.log(unit);
    }

    boolean varies() {
        mergeBlock();
        return m2 > 0;
    }

    /** {@return Σ z³, z being a value less the mean over the deviation; 0 of a constant column} */
    double cubes() {
        return varies() ? m3 / Math.pow(m2 / n, 1.5) : 0;
    }

    /** {@return Σ z⁴} */
    double fourths() {
        return varies() ? m4 / (m2 / n * (m2 / n)) : 0;
    }

    private void mergeBlock() {
        if (buffered == 0) {
            return;
        }
        measureIn(largest());
        double nb = buffered;
        double blockMean = 0;
        for (int k = 0; k < buffered; k++) {
            block[k] = unit > 0 ? block[k] / unit : 0;
            blockMean += block[k];
        }
        blockMean /= nb;
        double b2 = 0;
        double b3 = 0;
        double b4 = 0;
        for (int k = 0; k < buffered; k++) {
            double z = block[k] - blockMean;
            double square = z * z;
            b2 += square;
            b3 += square * z;
            b4 += square * square;
        }
        buffered = 0;
        merge(nb, blockMean, b2, b3, b4);
    }

    private void merge(double nb, double blockMean, double b2, double b3, double b4) {
        double na = n;
        double all = na + nb;
        double delta = blockMean - mean;
        double step = delta / all;
        m4 += b4
                + delta * step * step * step * na * nb * (na * na - na * nb + nb * nb)
                + 6 * step * step * (na * na * b2 + nb * nb * m2)
                + 4 * step * (na * b3 - nb * m3);
        m3 += b3 + delta * step * step * na * nb * (na - nb) + 3 * step * (na * b2 - nb * m2);
        m2 += b2 + delta * step * na * nb;
        mean += step * nb;
        n = all;
    }

    private double largest() {
        double largest = 0;
        for (int k = 0; k < buffered; k++) {
            largest = Math.max(largest, Math.abs(block[k]));
        }
        return largest;
    }

    /** Takes a larger unit where a distance needs one; products with powers of two are exact. */
    private void measureIn(double distance) {
        if (distance > 0 && (unit == 0 || distance >= 2 * unit)) {
            double larger = Math.scalb(1.0, Math.max(Double.MIN_EXPONENT, Math.getExponent(distance)));
            double ratio = unit / larger;
            mean *= ratio;
            m2 *= ratio * ratio;
            m3 *= ratio * ratio * ratio;
            m4 *= ratio * ratio * ratio * ratio;
            unit = larger;
        }
    }
}
