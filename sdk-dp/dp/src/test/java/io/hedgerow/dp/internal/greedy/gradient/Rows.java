// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.dp.internal.release.RawRows;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Rows for tests of private solvers. */
public final class Rows {

    private Rows() {}

    /** Correlated, of unequal scale. */
    public static double[][] random(long seed, int n, int q) {
        Random random = new Random(seed);
        double[][] rows = new double[n][q];
        for (double[] row : rows) {
            double common = random.nextGaussian();
            for (int i = 0; i < q; i++) {
                row[i] = (0.5 + i % 3) * (random.nextGaussian() + 0.7 * common);
            }
        }
        return rows;
    }

    public static SampleBlocks blocks(double[][] rows) {
        try (DataView view = OpenedMoments.ofRows(rows).open()) {
            return SampleBlocks.read(view, false);
        }
    }

    /** Rows of which the last column of the source says whose they are. */
    public static SampleBlocks ofUsers(double[][] rows, List<Integer> users) {
        double[][] keyed = new double[rows.length][];
        for (int k = 0; k < rows.length; k++) {
            keyed[k] = Arrays.copyOf(rows[k], rows[k].length + 1);
            keyed[k][rows[k].length] = users.get(k);
        }
        RawRows source = RawRows.of(keyed);
        String key = source.schema().names().get(rows[0].length);
        try (DataView view = RawRows.open(UserRows.of(source, key))) {
            return SampleBlocks.read(view, true);
        }
    }

    public static double[][] with(double[][] rows, int k, double[] replacement) {
        double[][] changed = rows.clone();
        changed[k] = replacement;
        return changed;
    }

    public static double[] constant(int length, double value) {
        double[] array = new double[length];
        Arrays.fill(array, value);
        return array;
    }
}
