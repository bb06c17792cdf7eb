// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static io.hedgerow.dp.accounting.ManyDigits.number;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent.Gaussian;
import io.hedgerow.dp.internal.accounting.NormalTail;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import io.hedgerow.dp.internal.accounting.RenyiCurve;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.dfp.Dfp;
import org.junit.jupiter.api.Tag;

/**
 * The closed formulas err to the safe side, and by little: against 120 digits. Tolerances are what the classes promise,
 * a few times the margin that they add.
 */
@Tag("slow")
@net.jqwik.api.Tag("slow")
class RoundingTest {

    @Property(tries = 60)
    void standardEpsilon_isJustAboveItsFormula(
            @ForAll @DoubleRange(min = 1e-8, max = 100) @Scale(10) double rho,
            @ForAll @DoubleRange(min = 1e-15, max = 0.9) @Scale(17) double delta) {
        Dfp log = ManyDigits.log(number(delta)).negate();
        Dfp exact = number(rho).add(number(rho).multiply(log).sqrt().multiply(2));
        assertTrue(ManyDigits.isJustAbove(ZcdpAccountant.standardEpsilon(rho, delta), exact, 3e-14 * exact.toDouble()));
    }

    @Property(tries = 60)
    void standardRho_isJustBelowItsFormula(
            @ForAll @DoubleRange(min = 1e-4, max = 100) @Scale(8) double epsilon,
            @ForAll @DoubleRange(min = 1e-15, max = 0.9) @Scale(17) double delta) {
        Dfp log = ManyDigits.log(number(delta)).negate();
        Dfp root = log.add(number(epsilon)).sqrt().subtract(log.sqrt());
        Dfp exact = root.multiply(root);
        double rho = ZcdpAccountant.standardRho(new PrivacyBudget(epsilon, delta));
        assertTrue(ManyDigits.isJustAbove(-rho, exact.negate(), 4e-14 * exact.toDouble()));
    }

    /**
     * A ledger adds up δ as the decimal that was written, and asks at its double, which is at most 2⁻⁵³ of it above:
     * the margin of the formula is more.
     */
    @Property(tries = 60)
    void gaussianEpsilon_holdsAtTheDecimalOfItsDelta(
            @ForAll @DoubleRange(min = 1e-2, max = 5) @Scale(4) double mu,
            @ForAll @DoubleRange(min = 1e-15, max = 0.1) @Scale(17) double delta) {
        Dfp epsilon = number(AnalyticGaussian.epsilon(mu, delta));
        Dfp half = number(mu).divide(2);
        Dfp ratio = epsilon.divide(number(mu));
        Dfp exact = ManyDigits.normal(half.subtract(ratio))
                .subtract(ManyDigits.exp(epsilon)
                        .multiply(ManyDigits.normal(half.add(ratio).negate())));
        Dfp decimal = number(delta).multiply(number(1).subtract(number(0x1p-53)));
        assertTrue(!exact.greaterThan(decimal), "at mu " + mu + ", delta " + delta);
    }

    /** {@code α·μ²/2 + ln(1 − 1/α) − (ln δ + ln α)/(α − 1)}. */
    private static Dfp converted(double mu, double alpha, double delta) {
        Dfp a = number(alpha);
        Dfp divergence = a.multiply(number(mu)).multiply(number(mu)).divide(2);
        Dfp logs = ManyDigits.log(number(delta).multiply(a)).divide(a.subtract(number(1)));
        return divergence
                .add(ManyDigits.log(number(1).subtract(a.reciprocal())))
                .subtract(logs);
    }

    @Property(tries = 60)
    void conversionAtAnOrder_isJustAboveItsFormula(
            @ForAll @DoubleRange(min = 1e-3, max = 10) @Scale(6) double mu,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(7) double before,
            @ForAll @DoubleRange(min = 1e-15, max = 0.1) @Scale(17) double delta) {
        double alpha = 1 + before;
        Dfp exact = converted(mu, alpha, delta);
        double found = RenyiConversion.at(order -> order * mu * mu / 2, alpha, delta);
        double magnitude = alpha * mu * mu - Math.log(delta) / before;
        assertTrue(
                (found == 0 && exact.lessThan(number(0))) || ManyDigits.isJustAbove(found, exact, 1e-11 * magnitude));
    }

    @Property(tries = 60)
    void filter_spendsJustAboveItsFormula(
            @ForAll @DoubleRange(min = 1e-3, max = 1) @Scale(4) double mu,
            @ForAll @DoubleRange(min = 1.5, max = 500) @Scale(4) double alpha,
            @ForAll @DoubleRange(min = 1e-15, max = 0.01) @Scale(17) double delta) {
        RdpFilter filter = new RdpFilter(new PrivacyBudget(1e6, delta), alpha);
        filter.spend(new Gaussian(mu, 1));
        Dfp exact = converted(mu, alpha, delta);
        double magnitude = alpha * mu * mu - Math.log(delta) / (alpha - 1);
        assertTrue((filter.spent() == 0 && exact.lessThan(number(0)))
                || ManyDigits.isJustAbove(filter.spent(), exact, 1e-11 * magnitude));
    }

    /** Balle and Wang 2018, theorem 8; ε may be negative here, where the curve is mixed with that of other losses. */
    @Property(tries = 60)
    void gaussianDelta_isJustAboveItsFormula(
            @ForAll @DoubleRange(min = 0.01, max = 5) @Scale(4) double mu,
            @ForAll @DoubleRange(min = -9, max = 9) double z) {
        double epsilon = mu * (z + mu / 2);
        Dfp ratio = number(epsilon).divide(number(mu));
        Dfp half = number(mu).divide(2);
        Dfp exact = ManyDigits.normal(half.subtract(ratio))
                .subtract(ManyDigits.exp(number(epsilon))
                        .multiply(ManyDigits.normal(half.add(ratio).negate())));
        // relative where the tail is small, and of Mills' ratio, which a small μ magnifies
        double most = exact.toDouble() * (1e-12 + 4e-14 / mu) + 4e-13 * Math.max(0, Math.min(1, -z));
        assertTrue(
                ManyDigits.isJustAbove(NormalTail.upperDelta(mu, epsilon), exact, most),
                () -> NormalTail.upperDelta(mu, epsilon) + " for " + exact);
    }

    @Property(tries = 60)
    void curveOfPureLoss_isItsFormula(
            @ForAll @DoubleRange(min = 1e-3, max = 20) @Scale(6) double epsilon,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(7) double before) {
        double alpha = 1 + before;
        Dfp cosh = ManyDigits.cosh(number(alpha).subtract(number(0.5)).multiply(number(epsilon)));
        Dfp exact = ManyDigits.log(cosh.divide(ManyDigits.cosh(number(epsilon).divide(2))))
                .divide(number(alpha).subtract(number(1)));
        assertNear(exact, RenyiCurve.pure(epsilon).at(alpha));
    }

    @Property(tries = 60)
    void curveOfLaplaceNoise_isItsFormula(
            @ForAll @DoubleRange(min = 0.05, max = 1e3) @Scale(6) double scale,
            @ForAll @DoubleRange(min = 1e-3, max = 1e3) @Scale(7) double before) {
        double alpha = 1 + before;
        Dfp a = number(alpha);
        Dfp less = a.subtract(number(1));
        Dfp up = a.multiply(ManyDigits.exp(less.divide(number(scale))));
        Dfp down = less.multiply(ManyDigits.exp(a.divide(number(scale)).negate()));
        Dfp exact = ManyDigits.log(up.add(down).divide(a.add(less))).divide(less);
        assertNear(exact, RenyiCurve.laplace(scale).at(alpha));
    }

    /** Half of the error that {@link RenyiConversion} allows for. */
    private static void assertNear(Dfp exact, double found) {
        Dfp difference = number(found).subtract(exact).abs();
        double allowed = 0.5 * RenyiConversion.CURVE_ERROR * exact.toDouble();
        assertTrue(!difference.greaterThan(number(allowed)), () -> found + " for " + exact);
    }
}
