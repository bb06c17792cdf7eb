// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.dp.internal.release.GramOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A {@link GramSum} of rows that are made of the units' rows, one by one. Bounds and noise are those of the sum,
 * whatever is made: clipping is the last that happens to a row.
 */
public abstract class MappedGramSum extends GramSum {

    private final double[] row;

    /** {@code columns}: of a row that is made; {@code share}: of μ². */
    public MappedGramSum(GramOptions options, int columns, double radius, double share) {
        super(
                columns,
                options.rows(),
                options.adjacency(),
                false, // a row of zeros becomes a row like any other
                radius,
                options.noiseMultiplier(share),
                options.noiseSites(),
                options.byPerson());
        this.row = new double[columns];
    }

    /** Makes a row of a unit's; all of it is overwritten. */
    public abstract void map(double[] values, double[] made);

    /** What rows are made with has centres and units of its own. */
    @Override
    public void begin(double[] publicCentre, double[] publicUnits) {
        double[] ones = new double[row.length];
        Arrays.fill(ones, 1);
        super.begin(new double[row.length], ones);
    }

    @Override
    public void add(double[] values) {
        map(values, row);
        super.add(row);
    }

    @Override
    public void addPerson(List<double[]> rows) {
        List<double[]> made = new ArrayList<>();
        for (double[] values : rows) {
            map(values, row);
            made.add(row.clone());
        }
        super.addPerson(made);
    }
}
