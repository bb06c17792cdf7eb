// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The regression by a factor beside the same by inverses. */
class FeatureFamilyTest {

    private static final double ROWS = 400;
    /** Both lose digits with the condition number of G + R, below 10⁶ here. */
    private static final double ROUNDING = 1e-9;

    private final double[][] rows = FeatureRows.three((int) ROWS);
    private final FeatureMap map = FeatureRows.map(rows, new int[] {0, 1});
    private final FeatureMoments moments = FeatureRows.moments(map, rows);
    private final FeatureFamily family = new FeatureFamily(moments, ROWS, FeaturePrior.EXACT);

    /** In the order of the fit: standardised values, other columns of single variables, columns of the pair. */
    private int[] columns() {
        return Arrays.copyOf(
                IntStream.range(0, family.columns()).map(family::column).toArray(), family.in());
    }

    private FeatureRows.Dense dense(double tau, double pairTau) {
        return FeatureRows.Dense.of(moments, 2, columns(), ROWS, tau, pairTau);
    }

    @Test
    void take_ordersLinesThenCurvesThenPairs() {
        family.take(2, new int[] {0, 1}, 2);
        int[] all = IntStream.range(0, family.columns()).map(family::column).toArray();
        int[] expected = IntStream.concat(IntStream.of(0, 4, 1, 2, 3, 5, 6, 7), IntStream.range(12, 21))
                .toArray();
        assertArrayEquals(expected, all);
        family.take(0, new int[] {1, 2}, 2);
        assertEquals(8, family.columns(), "the two have no products");
    }

    /** −2 ln evidence: n ln r + ln det(G + R) − ln det R, r = v − cᵀ (G + R)⁻¹ c. */
    @ParameterizedTest
    @CsvSource({"2, 0.1, 1", "2, 100, 1", "8, 1, 1", "8, 10, 1", "17, 0.1, 10", "17, 100, 0.1"})
    void extend_givesResidualAndComplexityOfTheEvidence(int columns, double tau, double pairTau) {
        family.take(2, new int[] {0, 1}, 2);
        family.clear();
        assertEquals(family.variance(), family.residual());
        family.extend(0, Math.min(8, columns), tau);
        family.extend(Math.min(8, columns), columns, pairTau);
        assertEquals(columns, family.in());
        FeatureRows.Dense dense = dense(tau, pairTau);
        assertEquals(dense.residual(), family.residual(), ROUNDING);
        assertEquals(dense.complexity(), family.complexity(), ROUNDING);
        assertTrue(family.residual() < family.variance());
    }

    /** b = (G + R)⁻¹ c, and ψᵀ (G + R)⁻¹ ψ. */
    @Test
    void coefficientsAndSpread_areThoseOfTheInverse() {
        family.take(2, new int[] {0, 1}, 2);
        family.clear();
        family.extend(0, 8, 1);
        family.extend(8, family.columns(), 0.1);
        FeatureRows.Dense dense = dense(1, 0.1);
        assertArrayEquals(dense.coefficients(), family.coefficients(), ROUNDING);
        double[] psi = new double[family.in()];
        Arrays.setAll(psi, a -> Math.sin(a + 1));
        assertEquals(dense.spread(psi), family.spread(psi), 1e-6 * dense.spread(psi), "relative: entries up to 10³");
    }

    @Test
    void back_forgetsTheColumnsAfter() {
        family.take(2, new int[] {0, 1}, 2);
        family.clear();
        family.extend(0, 8, 1);
        double residual = family.residual();
        double complexity = family.complexity();
        family.extend(8, family.columns(), 10);
        family.back(residual, complexity);
        family.extend(8, family.columns(), 0.1);
        FeatureRows.Dense dense = dense(1, 0.1);
        assertEquals(dense.residual(), family.residual(), ROUNDING);
        assertEquals(dense.complexity(), family.complexity(), ROUNDING);
    }

    /** A column twice and a constant one; with 10¹⁵ rows the prior hides neither. */
    @Test
    void columnsThatOthersDetermine_areLeftOut() {
        double[][] twice = Arrays.stream(rows)
                .map(row -> new double[] {row[0], row[0], 5, row[2]})
                .toArray(double[][]::new);
        FeatureMap own = FeatureRows.map(twice);
        FeatureFamily free = new FeatureFamily(FeatureRows.moments(own, twice), 1e15, FeaturePrior.EXACT);
        free.take(3, new int[] {0}, 1);
        free.clear();
        free.extend(0, 4, 1);
        double residual = free.residual();
        double complexity = free.complexity();
        double[] alone = free.coefficients();
        free.take(3, new int[] {0, 1, 2}, 3);
        free.clear();
        free.extend(0, 12, 1);
        assertEquals(residual, free.residual(), ROUNDING);
        assertEquals(complexity, free.complexity(), 1e-6, "logarithms of pivots about 10⁻⁴");
        double[] b = free.coefficients();
        double[] kept = IntStream.range(0, 12)
                .filter(a -> free.column(a) < 4)
                .mapToDouble(a -> b[a])
                .toArray();
        assertArrayEquals(alone, kept, 1e-6);
        assertEquals(
                0,
                IntStream.range(0, 12)
                        .filter(a -> free.column(a) >= 4)
                        .mapToDouble(a -> Math.abs(b[a]))
                        .sum());
    }
}
