// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MatrixProductProperties {

    /** Sums of at most 300 products of numbers below 1, in another order: 300² rounding errors of 1.1e-16. */
    private static final double TOLERANCE = 1e-11;

    private final MatrixProduct product = new MatrixProduct();

    @Property(tries = 150, seed = "41")
    void add_equalsTheTripleLoop(
            @ForAll @IntRange(max = 70) int m,
            @ForAll @IntRange(max = 140) int k,
            @ForAll @IntRange(max = 300) int n,
            @ForAll long seed) {
        checkProduct(m, k, n, seed);
    }

    @Example
    void add_whenSizesStraddleTheBlocks_equalsTheTripleLoop() {
        checkProduct(3, 66, 256, 1);
        checkProduct(3, 67, 257, 2);
        checkProduct(1, 132, 512, 3);
        checkProduct(9, 200, 600, 4);
        checkProduct(0, 5, 5, 5);
        checkProduct(5, 0, 5, 6);
    }

    @Property(tries = 150, seed = "41")
    void addGram_equalsTheTripleLoop(
            @ForAll @IntRange(max = 150) int rows, @ForAll @IntRange(max = 90) int d, @ForAll long seed) {
        checkGram(rows, d, seed);
    }

    @Example
    void addGram_whenColumnsStraddleTheBlocks_equalsTheTripleLoop() {
        checkGram(66, 256, 1);
        checkGram(67, 257, 2);
        checkGram(7, 530, 3);
        checkGram(0, 3, 4);
    }

    @Example
    void addGram_whenRowsComeInBlocks_equalsOneBlock() {
        int d = 37;
        double[] x = random(150 * d, new Random(8));
        double[] whole = new double[d * d];
        product.addGram(150, d, x, whole);
        double[] inBlocks = new double[d * d];
        double[] block = new double[66 * d];
        for (int from = 0; from < 150; from += 66) {
            int rows = Math.min(66, 150 - from);
            System.arraycopy(x, from * d, block, 0, rows * d);
            product.addGram(rows, d, block, inBlocks);
        }
        assertArrayEquals(whole, inBlocks);
    }

    @Example
    void add_whenAMatrixIsTooSmall_names() {
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class,
                () -> product.add(2, 2, 2, new double[4], new double[3], new double[4]));
        assertEquals("b must hold [2, 2], had room for 3 numbers", thrown.getMessage());
    }

    private void checkProduct(int m, int k, int n, long seed) {
        Random random = new Random(seed);
        double[] a = random(m * k, random);
        double[] b = random(k * n, random);
        double[] c = random(m * n, random);
        double[] expected = c.clone();
        for (int i = 0; i < m; i++) {
            for (int p = 0; p < k; p++) {
                for (int j = 0; j < n; j++) {
                    expected[i * n + j] += a[i * k + p] * b[p * n + j];
                }
            }
        }
        product.add(m, k, n, a, b, c);
        assertArrayEquals(expected, c, TOLERANCE);
    }

    private void checkGram(int rows, int d, long seed) {
        Random random = new Random(seed);
        double[] x = random(rows * d, random);
        double[] s = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                s[i * d + j] = random.nextDouble();
                s[j * d + i] = s[i * d + j];
            }
        }
        double[] expected = s.clone();
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    expected[i * d + j] += x[r * d + i] * x[r * d + j];
                }
            }
        }
        product.addGram(rows, d, x, s);
        assertArrayEquals(expected, s, TOLERANCE);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(s[j * d + i], s[i * d + j], "symmetric at " + i + ", " + j);
            }
        }
    }

    private static double[] random(int length, Random random) {
        double[] values = new double[length];
        for (int i = 0; i < length; i++) {
            values[i] = 2 * random.nextDouble() - 1;
        }
        return values;
    }
}
