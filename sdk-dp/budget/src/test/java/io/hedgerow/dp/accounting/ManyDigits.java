// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import org.apache.commons.math3.dfp.Dfp;
import org.apache.commons.math3.dfp.DfpField;
import org.apache.commons.math3.dfp.DfpMath;

/** Formulas in 120 digits: what rounding in doubles is compared with. */
final class ManyDigits {

    private static final DfpField FIELD = new DfpField(120);

    /** Made once: a power of two in 120 digits costs more than a term of a series. */
    private static final Dfp NEGLIGIBLE = number(1e-100);

    private ManyDigits() {}

    static Dfp number(double value) {
        return FIELD.newDfp(value);
    }

    static Dfp log(Dfp x) {
        return DfpMath.log(x);
    }

    static Dfp exp(Dfp x) {
        return DfpMath.exp(x);
    }

    static Dfp cosh(Dfp x) {
        return exp(x).add(exp(x.negate())).divide(2);
    }

    /** Φ by the series φ(z)·Σ z^(2k+1) / (1·3·5···(2k+1)); for |z| up to 15 the cancellation leaves 70 digits. */
    static Dfp normal(Dfp z) {
        Dfp square = z.multiply(z);
        Dfp term = z;
        Dfp sum = FIELD.getZero();
        for (int k = 1; k < 300 || term.abs().greaterThan(NEGLIGIBLE); k++) {
            sum = sum.add(term);
            term = term.multiply(square).divide(2 * k + 1);
        }
        Dfp density = exp(square.divide(-2)).divide(FIELD.getPi().multiply(2).sqrt());
        return sum.multiply(density).add(number(0.5));
    }

    /** The double is at least the exact value, and at most this much above it. */
    static boolean isJustAbove(double rounded, Dfp exact, double most) {
        Dfp excess = number(rounded).subtract(exact);
        return !excess.lessThan(FIELD.getZero()) && !excess.greaterThan(number(most));
    }
}
