// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Moments of blocks, of all but one of them and of pooled clients, against sums of products of raw rows. */
class PersonalRowsTest {

    private static final int Q = 3;
    private static final double[] OWN_MEAN = new double[1 + Q];

    /** Blocks of 4, 5, 6, 7 and 8 rows far from 0. */
    private static List<double[][]> drawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<double[][]> blocks = new ArrayList<>();
        for (int b = 0; b < PersonalSearch.BLOCKS; b++) {
            double[][] rows = new double[4 + b][Q];
            for (double[] row : rows) {
                Arrays.setAll(row, j -> 5L * j + seed + random.nextGaussian());
                row[2] += row[0];
            }
            blocks.add(rows);
        }
        return blocks;
    }

    private static List<SufficientStatistics> statistics(List<double[][]> blocks) {
        List<SufficientStatistics> all = new ArrayList<>();
        for (double[][] rows : blocks) {
            StatisticsAccumulator sum = new StatisticsAccumulator(Q);
            Arrays.stream(rows).forEach(sum::add);
            all.add(sum.finish());
        }
        return all;
    }

    private static double[][] joined(List<double[][]> blocks, int without) {
        return IntStream.range(0, blocks.size())
                .filter(b -> b != without)
                .mapToObj(blocks::get)
                .flatMap(Arrays::stream)
                .toArray(double[][]::new);
    }

    private static double[] mean(double[][] rows) {
        double[] mean = new double[Q];
        for (double[] row : rows) {
            Arrays.setAll(mean, j -> mean[j] + row[j] / rows.length);
        }
        return mean;
    }

    private static void requireProducts(PersonalMoments moments, double factor, double[][] rows, double[] about) {
        for (int i = 0; i < Q; i++) {
            for (int j = 0; j < Q; j++) {
                double sum = 0;
                for (double[] row : rows) {
                    sum += (row[i] - about[i]) * (row[j] - about[j]);
                }
                assertEquals(sum, moments.product(i, j), 1e-9, i + ", " + j);
                assertEquals(sum / moments.rows(), moments.covariance()[i * Q + j], 1e-9);
            }
        }
        assertEquals(factor * rows.length, moments.rows(), 1e-9);
    }

    /** About the mean of all the client's rows, of a block too, and with n − 1 for n rows. */
    @Test
    void setsOfRows_areAllButOneBlock_aboutTheClientsMean() {
        List<double[][]> blocks = drawn(1);
        PersonalRows rows = PersonalRows.of(statistics(blocks), OWN_MEAN);
        double[][] all = joined(blocks, -1);
        double[] mean = mean(all);
        double factor = 29 / 30.0;
        for (int b = 0; b < PersonalSearch.BLOCKS; b++) {
            requireProducts(rows.block(b), factor, blocks.get(b), mean);
            requireProducts(rows.set(b), factor, joined(blocks, b), mean);
        }
        requireProducts(rows.all(), factor, all, mean);
        requireProducts(rows.set(PersonalSearch.BLOCKS), factor, all, mean);
    }

    /** A centre of a hundred rows of all clients takes no degree of freedom of one. */
    @Test
    void aCentreOfAll_isSubtractedInsteadOfTheClientsMean() {
        List<double[][]> blocks = drawn(2);
        PersonalRows rows = PersonalRows.of(statistics(blocks), new double[] {100, 300, -200, 50});
        double[] about = {3, -2, 0.5};
        requireProducts(rows.all(), 1, joined(blocks, -1), about);
        requireProducts(rows.set(2), 1, joined(blocks, 2), about);
    }

    /** n_k G_k + a_0 Σ_{l ≠ k} n_l G_l of three clients, from messages as they are summed. */
    @Test
    void pooledMoments_areTheClientsOwn_andAPartOfAllOthers() {
        List<PersonalRows> clients = new ArrayList<>();
        for (long seed = 1; seed <= 3; seed++) {
            clients.add(PersonalRows.of(statistics(drawn(seed)), OWN_MEAN));
        }
        double[] sum = new double[clients.get(0).message().length];
        for (PersonalRows client : clients) {
            double[] message = client.message();
            Arrays.setAll(sum, k -> sum[k] + message[k]);
        }
        PersonalRows own = clients.get(0);
        PersonalRows pooled = own.pooled(PersonalRows.ofSum(Q, sum), 0.4);
        for (int set = 0; set <= PersonalSearch.BLOCKS; set++) {
            PersonalMoments expected = own.set(set)
                    .plus(clients.get(1).set(set), 0.4)
                    .plus(clients.get(2).set(set), 0.4);
            assertArrayEquals(expected.message(), pooled.set(set).message(), 1e-8);
        }
        assertEquals(29 + 0.4 * 58, pooled.all().rows(), 1e-9);
        PersonalRows whole = own.pooled(PersonalRows.ofSum(Q, sum), 1);
        assertEquals(sum[0], whole.block(0).rows(), 1e-9, "with all of others, the sum");
    }

    @Test
    void message_isReadAsItWasSent() {
        PersonalRows rows = PersonalRows.of(statistics(drawn(4)), OWN_MEAN);
        PersonalRows read = PersonalRows.ofSum(Q, rows.message());
        assertEquals(PersonalSearch.BLOCKS * (1 + Q * Q), rows.message().length);
        for (int b = 0; b < PersonalSearch.BLOCKS; b++) {
            assertArrayEquals(rows.block(b).message(), read.block(b).message(), 0);
        }
        assertArrayEquals(rows.all().message(), read.all().message(), 0);
    }
}
