// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.release.moments.MappedGramSum.RowMap;
import java.util.Arrays;

/**
 * Maps a row to its {@link MixedColumns}: numbers about the centre and in the units of the round, together clipped to a
 * norm, an indicator of the level of each category, and where cells may be missing one of each number that is seen. A
 * number that is missing counts as the centre; a level that is missing, or none of the schema's, has no indicator.
 */
final class MixedRows implements RowMap {

    private static final long serialVersionUID = 1;

    /** As far as a number may be for norms to be finite. */
    private static final double FAR = 0x1p1000;

    private final int[] numbers;
    /** Of each variable; 0 of a number. */
    private final int[] levels;

    private final int[] first;
    private final int size;
    private final boolean holes;
    private final double radius;
    private double[] centre = new double[0];
    private double[] units = new double[0];

    MixedRows(MixedColumns columns) {
        this.numbers = columns.numbers();
        this.size = columns.size();
        this.holes = columns.mayMiss();
        this.radius = columns.radiusOfNumbers();
        this.levels = new int[columns.variables()];
        this.first = new int[columns.variables()];
        for (int j = 0; j < levels.length; j++) {
            levels[j] = columns.levels(j);
            first[j] = columns.first(j);
        }
    }

    @Override
    public int columns() {
        return size;
    }

    @Override
    public void begin(double[] publicCentre, double[] publicUnits) {
        centre = publicCentre.clone();
        units = publicUnits.clone();
    }

    @Override
    public void map(double[] values, double[] made) {
        Arrays.fill(made, 0);
        double norm = 0;
        for (int x = 0; x < numbers.length; x++) {
            double y = (values[numbers[x]] - centre[x]) / units[x];
            boolean seen = Math.abs(y) <= Double.MAX_VALUE;
            double cell = seen ? Math.max(-FAR, Math.min(FAR, y)) : 0;
            made[first[numbers[x]]] = cell;
            if (holes && seen) {
                made[size - numbers.length + x] = 1;
            }
            norm = Math.hypot(norm, cell);
        }
        if (norm > radius) {
            for (int number : numbers) {
                // a quotient below 1: far values do not overflow
                made[first[number]] = made[first[number]] / norm * radius;
            }
        }
        for (int j = 0; j < levels.length; j++) {
            if (levels[j] > 0) {
                double level = values[j];
                if (level >= 0 && level < levels[j] && level == Math.rint(level)) {
                    made[first[j] + (int) level] = MixedColumns.WEIGHT;
                }
            }
        }
    }
}
