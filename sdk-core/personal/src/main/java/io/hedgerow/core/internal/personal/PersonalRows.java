// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.data.SufficientStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moments of a client's rows in blocks for cross-validation, all about one mean; sets of rows are all but one of them,
 * and then all.
 */
final class PersonalRows {

    private final List<PersonalMoments> blocks;
    private final List<PersonalMoments> sets = new ArrayList<>();

    PersonalRows(List<PersonalMoments> blocks) {
        this.blocks = blocks;
        for (int set = 0; set < PersonalSumLayout.SETS; set++) {
            int left = set;
            sets.add(IntStream.range(0, blocks.size())
                    .filter(block -> block != left)
                    .mapToObj(blocks::get)
                    .reduce((sum, block) -> sum.plus(block, 1))
                    .orElseThrow());
        }
    }

    /** About the client's own mean where the centre counts no rows. */
    static PersonalRows of(List<SufficientStatistics> blocks, double[] centre) {
        boolean own = centre[0] == 0;
        double[] about = own ? total(blocks) : centre;
        // a mean that was subtracted takes a degree of freedom
        double factor = own ? (about[0] - 1) / about[0] : 1;
        return new PersonalRows(
                blocks.stream().map(block -> moments(block, about, factor)).toList());
    }

    /**
     * From the sum over clients of {@link #message}.
     *
     * @throws IllegalArgumentException when some set has the moments of no rows, since a client sent others
     */
    static PersonalRows ofSum(int columns, double[] message) {
        int size = 1 + columns * columns;
        return new PersonalRows(IntStream.range(0, PersonalSearch.BLOCKS)
                        .mapToObj(block -> PersonalMoments.of(
                                columns, Arrays.copyOfRange(message, block * size, (block + 1) * size)))
                        .toList())
                .checked();
    }

    private PersonalRows checked() {
        sets.forEach(PersonalMoments::checked);
        return this;
    }

    double[] message() {
        int size = blocks.get(0).message().length;
        double[] message = new double[blocks.size() * size];
        for (int block = 0; block < blocks.size(); block++) {
            System.arraycopy(blocks.get(block).message(), 0, message, block * size, size);
        }
        return message;
    }

    PersonalMoments block(int block) {
        return blocks.get(block);
    }

    PersonalMoments set(int set) {
        return sets.get(set);
    }

    PersonalMoments all() {
        return sets.get(PersonalSearch.BLOCKS);
    }

    /**
     * n_k G_k + a_0 Σ_{l ≠ k} n_l G_l, as many rows: a client subtracts its own from the sum.
     *
     * @throws IllegalArgumentException when no rows have these moments: rows may have the sum, and none its rest
     */
    PersonalRows pooled(PersonalRows sum, double weight) {
        return new PersonalRows(IntStream.range(0, blocks.size())
                        .mapToObj(block -> block(block).plus(sum.block(block).plus(block(block), -1), weight))
                        .toList())
                .checked();
    }

    /** n and Σ x: [1 + q]. */
    private static double[] total(List<SufficientStatistics> blocks) {
        double[] total = new double[1 + blocks.get(0).variables()];
        for (SufficientStatistics block : blocks) {
            total[0] += block.rows();
            for (int j = 1; j < total.length; j++) {
                total[j] += block.rows() * block.mean(j - 1);
            }
        }
        return total;
    }

    private static PersonalMoments moments(SufficientStatistics block, double[] centre, double factor) {
        int q = block.variables();
        double[] products = new double[q * q];
        double[] apart = new double[q];
        Arrays.setAll(apart, j -> block.mean(j) - centre[j + 1] / centre[0]);
        for (int k = 0; k < products.length; k++) {
            products[k] = block.rows() * (block.covariance(k / q, k % q) + apart[k / q] * apart[k % q]);
        }
        return PersonalMoments.of(q, factor * block.rows(), products);
    }
}
