// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.mult.VectorVectorMult_DDRM;
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
        assertEquals(8, family.singles());
        assertEquals(11, family.simple());
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

    /** Of several pairs the simple products come before the others of all. */
    @Test
    void take_ordersSimpleProductsOfAllPairsFirst() {
        FeatureMap both = FeatureRows.map(rows, new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2});
        FeatureFamily wide = new FeatureFamily(FeatureRows.moments(both, rows), ROWS, FeaturePrior.EXACT);
        wide.take(2, new int[] {0, 1}, 2);
        assertEquals(17, wide.columns(), "products with the target are not columns");
        double[][] four = FeatureRows.of(60, 7, 1, row -> row[0], row -> row[1], row -> row[2]);
        FeatureMap three = FeatureRows.map(four, new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2});
        FeatureFamily many = new FeatureFamily(FeatureRows.moments(three, four), 60, FeaturePrior.EXACT);
        many.take(3, new int[] {0, 1, 2}, 3);
        int[] products = IntStream.range(many.singles(), many.simple())
                .map(a -> (many.column(a) - three.single()) % FeatureMap.OF_PAIR)
                .toArray();
        assertArrayEquals(new int[] {0, 1, 2, 0, 1, 2, 0, 1, 2}, products);
        assertEquals(12 + 27, many.columns());
    }

    /**
     * 17 columns of 12 rows: G_AA is singular, and the evidence is that of the rows, Ψ of them: r = yᵀ C⁻¹ y / (n − 1)
     * and complexity ln det C, C = I + Ψ R⁻¹ Ψᵀ / (n − 1).
     */
    @ParameterizedTest
    @CsvSource({"0.1, 1, 1", "100, 10, 10", "1, 10, 0.1"})
    void moreColumnsThanRows_haveTheEvidenceOfTheRows(double tau, double pairTau, double otherTau) {
        int n = 12;
        double[][] few = FeatureRows.three(n);
        FeatureMap own = FeatureRows.map(few, new int[] {0, 1});
        FeatureMoments ofFew = FeatureRows.moments(own, few);
        FeatureFamily wide = new FeatureFamily(ofFew, n, FeaturePrior.EXACT);
        wide.take(2, new int[] {0, 1}, 2);
        assertTrue(wide.columns() > n);
        wide.clear();
        wide.extend(0, wide.singles(), tau);
        wide.extend(wide.singles(), wide.simple(), pairTau);
        wide.extend(wide.simple(), wide.columns(), otherTau);
        double[] prior = new double[own.size()];
        for (int a = 0; a < wide.columns(); a++) {
            double variance = a < wide.singles() ? tau : a < wide.simple() ? pairTau : otherTau;
            prior[wide.column(a)] = n * variance / ofFew.covariance(wide.column(a), wide.column(a));
        }
        DMatrixRMaj c = CommonOps_DDRM.identity(n);
        DMatrixRMaj y = new DMatrixRMaj(n, 1);
        double[][] columns = new double[n][own.size()];
        for (int r = 0; r < n; r++) {
            own.expand(few[r], columns[r]);
            y.set(r, columns[r][8] - ofFew.mean(8));
        }
        for (int r = 0; r < n; r++) {
            for (int s = 0; s < n; s++) {
                for (int a = 0; a < own.size(); a++) {
                    double product = (columns[r][a] - ofFew.mean(a)) * (columns[s][a] - ofFew.mean(a));
                    c.add(r, s, product * prior[a] / (n - 1));
                }
            }
        }
        double complexity = Math.log(CommonOps_DDRM.det(c));
        CommonOps_DDRM.invert(c);
        double residual = VectorVectorMult_DDRM.innerProdA(y, c, y) / (n - 1);
        assertEquals(residual, wide.residual(), ROUNDING);
        assertEquals(complexity, wide.complexity(), 1e-8 * complexity);
        assertTrue(wide.residual() > 0 && wide.residual() < wide.variance());
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
