// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.denoise.GramTarget;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GramFactorTest {

    /** Random MᵀM + I: eigenvalues of at least 1, so errors stay near the unit of rounding. */
    private static double[][] positive(int n, Random random) {
        double[][] m = new double[n][n];
        for (double[] row : m) {
            for (int j = 0; j < n; j++) {
                row[j] = random.nextGaussian();
            }
        }
        double[][] product = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                product[i][j] = i == j ? 1 : 0;
                for (double[] row : m) {
                    product[i][j] += row[i] * row[j];
                }
            }
        }
        return product;
    }

    private static double[][] copy(double[][] a) {
        double[][] copy = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
            for (int j = 0; j < i; j++) {
                copy[i][j] = Double.NaN; // must not be read
            }
        }
        return copy;
    }

    private static double[] times(double[][] a, double[] x, double damping) {
        double[] product = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                product[i] += a[i][j] * (i == j ? 1 + damping : 1) * x[j];
            }
        }
        return product;
    }

    @Property(tries = 60)
    void solutionsSolve(@ForAll @IntRange(min = 1, max = 33) int n, @ForAll long seed) {
        Random random = new Random(seed);
        double[][] a = positive(n, random);
        double[] b = random.doubles(n, -1, 1).toArray();
        GramFactor factor = new GramFactor(copy(a), 0.25);
        double[] x = factor.backward(factor.forward(b.clone(), 0));
        // condition at most some thousands: ten digits remain of sixteen
        assertArrayEquals(b, times(a, x, 0.25), 1e-9);
    }

    @Property(tries = 60)
    void variancesAreTheDiagonalOfTheInverse(@ForAll @IntRange(min = 1, max = 22) int n, @ForAll long seed) {
        double[][] a = positive(n, new Random(seed));
        GramFactor factor = new GramFactor(copy(a), 0);
        for (int position = 0; position < n; position++) {
            double[] unit = new double[n];
            unit[position] = 1;
            double[] column = factor.backward(factor.forward(unit, 0));
            assertEquals(column[position], factor.variance(position), 1e-10);
        }
    }

    /** Two parameters that the matrix does not tell apart get no huge step. */
    @Test
    void aSingularMatrix_isFactoredWithAFloor() {
        double[][] a = {{1, 1, 0}, {1, 1, 0}, {0, 0, 2}};
        GramFactor factor = new GramFactor(copy(a), 0);
        double[] x = factor.backward(factor.forward(new double[] {1, 1, 4}, 0));
        for (double value : x) {
            assertTrue(Math.abs(value) <= 2 + 1e-9, "was " + value);
        }
        assertEquals(1, x[0] + x[1], 1e-9);
        assertEquals(2, x[2], 1e-12);
    }

    @Test
    void products_areThoseOfTheDefinition() {
        Random random = new Random(3);
        for (int d : new int[] {1, 3, 4, 7, 18}) {
            double[] a = random.doubles((long) d * d, -1, 1).toArray();
            double[] b = random.doubles((long) d * d, -1, 1).toArray();
            double[] expected = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    for (int k = 0; k < d; k++) {
                        expected[i * d + j] += a[i * d + k] * b[k * d + j];
                    }
                }
            }
            // sums of at most 18 products below 1
            assertArrayEquals(expected, GramTarget.product(d, a, b), 1e-14);
            double[] square = GramTarget.product(d, GramTarget.transpose(d, a), a);
            double[] halved = GramTarget.symmetricProduct(d, GramTarget.transpose(d, a), GramTarget.rows(d, a));
            assertArrayEquals(square, halved, 1e-14);
        }
    }
}
