// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pooled moments are searched only if some rows could have them. */
class PersonalMomentsTest {

    private static final int Q = 4;

    /** Of rows in which the last column is the sum of the first two, in a unit. */
    private static double[] products(int rows, double unit, Random random) {
        double[] products = new double[Q * Q];
        for (int n = 0; n < rows; n++) {
            double[] row = random.doubles(Q, -unit, unit).toArray();
            row[Q - 1] = row[0] + row[1];
            for (int k = 0; k < products.length; k++) {
                products[k] += row[k / Q] * row[k % Q];
            }
        }
        return products;
    }

    private static void refused(double rows, double[] products, String why) {
        PersonalMoments moments = PersonalMoments.of(Q, rows, products);
        String message =
                assertThrows(IllegalArgumentException.class, moments::checked).getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void momentsOfRows_pass_alsoWhereColumnsDetermineEachOther() {
        Random random = new Random(1);
        for (double unit : new double[] {1e-9, 1e-3, 1, 1e6, 1e100}) {
            for (int rows : new int[] {1, 2, 50}) {
                PersonalMoments moments = PersonalMoments.of(Q, rows, products(rows, unit, random));
                assertSame(moments, moments.checked());
            }
        }
        PersonalMoments constant = PersonalMoments.of(Q, 5, new double[Q * Q]);
        assertSame(constant, constant.checked());
    }

    /** Masked sums are of whole steps; a thousand sites are each rounded by half of one. */
    @Test
    void momentsThatMasksRounded_pass() {
        Random random = new Random(2);
        for (double unit : new double[] {1e-5, 1e-4, 1e-3, 1}) {
            double[] products = products(20, unit, random);
            for (int i = 0; i < Q; i++) {
                for (int j = 0; j <= i; j++) {
                    products[i * Q + j] += 1000 * 0x1p-31 * (2 * random.nextDouble() - 1);
                    products[j * Q + i] = products[i * Q + j];
                }
            }
            PersonalMoments moments = PersonalMoments.of(Q, 20, products);
            assertSame(moments, moments.checked());
        }
    }

    @Test
    void momentsOfNoRows_areRefused() {
        double[] products = products(20, 1, new Random(3));
        for (double rows : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            refused(rows, products, "a finite number of rows > 0, were of " + rows);
        }
        for (double nonsense : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            double[] corner = products.clone();
            corner[1] = nonsense;
            refused(20, corner, "finite and symmetric, were not at columns 0 and 1");
            double[] own = products.clone();
            own[Q * Q - 1] = nonsense;
            assertThrows(
                    IllegalArgumentException.class,
                    () -> PersonalMoments.of(Q, 20, own).checked());
        }
        double[] first = new double[Q * Q];
        first[0] = Double.POSITIVE_INFINITY;
        assertThrows(
                IllegalArgumentException.class,
                () -> PersonalMoments.of(Q, 20, first).checked());
        double[] asymmetric = products.clone();
        asymmetric[1] += 2e-6 * Math.sqrt(products[0] * products[Q + 1]);
        refused(20, asymmetric, "symmetric, were not at columns 0 and 1");
        double[] negative = products.clone();
        negative[0] = -1;
        assertThrows(
                IllegalArgumentException.class,
                () -> PersonalMoments.of(Q, 20, negative).checked());
        double[] indefinite = products.clone();
        indefinite[Q * Q - 1] *= 1 - 1e-4; // less than the two columns that it is the sum of
        refused(20, indefinite, "positive semi-definite");
        double[] nearly = products.clone();
        nearly[1] = nearly[Q] = 1.01 * Math.sqrt(products[0] * products[Q + 1]);
        refused(20, nearly, "positive semi-definite");
    }

    private static PersonalRows rows(Random random) {
        return new PersonalRows(IntStream.range(0, PersonalSearch.BLOCKS)
                .mapToObj(block -> PersonalMoments.of(Q, 6, products(6, 1, random)))
                .toList());
    }

    private static double[] sum(List<double[]> messages) {
        double[] sum = new double[messages.get(0).length];
        messages.forEach(message -> Arrays.setAll(sum, k -> sum[k] + message[k]));
        return sum;
    }

    @Test
    void aSum_isOfRows_ifAllSetsAre() {
        Random random = new Random(4);
        PersonalRows own = rows(random);
        double[] honest = sum(List.of(own.message(), rows(random).message()));
        assertArrayEquals(honest, PersonalRows.ofSum(Q, honest).message());
        assertTrue(own.pooled(PersonalRows.ofSum(Q, honest), 0.1).all().rows() > 30);
        for (int k = 0; k < honest.length; k++) {
            double[] lied = honest.clone();
            lied[k] = -1e9;
            assertThrows(IllegalArgumentException.class, () -> PersonalRows.ofSum(Q, lied), "place " + k);
        }
    }

    /** A sum that hides a lie: with a client's own rows it is of rows, and without them of none. */
    @Test
    void theRestOfASum_isOfRows_orRefused() {
        PersonalRows own = rows(new Random(5));
        double[] half = own.message();
        Arrays.setAll(half, k -> k % (1 + Q * Q) == 0 ? 2 * half[k] : half[k] / 2);
        PersonalRows sum = PersonalRows.ofSum(Q, half);
        assertThrows(IllegalArgumentException.class, () -> own.pooled(sum, 10));
    }
}
