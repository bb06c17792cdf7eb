// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.dp.internal.release.ReleaseOptions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A {@link GramSum} of rows that a {@link RowMap} makes of the units' rows, clipped to norm R. Bounds and noise are
 * those of the sum, whatever the map makes: clipping is the last step of a row.
 */
public final class MappedGramSum extends GramSum {

    private final RowMap map;
    private final double[] row;

    public MappedGramSum(ReleaseOptions options, RowMap map, double radius, double noiseMultiplier) {
        super(
                map.columns(),
                options.rows(),
                options.adjacency(),
                false, // a row of zeros becomes a row like any other
                radius,
                noiseMultiplier,
                options.noiseSites(),
                options.byUser());
        this.map = map;
        this.row = new double[map.columns()];
    }

    /** Begins without centre and units, which the map has or takes. */
    @Override
    public void begin(double[] publicCentre, double[] publicUnits) {
        map.begin(publicCentre, publicUnits);
        double[] ones = new double[row.length];
        Arrays.fill(ones, 1);
        super.begin(new double[row.length], ones);
    }

    @Override
    public void add(double[] values) {
        map.map(values, row);
        super.add(row);
    }

    @Override
    public void addUser(List<double[]> rows) {
        List<double[]> made = new ArrayList<>();
        for (double[] values : rows) {
            map.map(values, row);
            made.add(row.clone());
        }
        super.addUser(made);
    }

    /**
     * Maps a row of values to the row of columns whose products are summed, one by one: a function of one row and of
     * the announcement. It bounds nothing; {@link MappedGramSum} does. Not thread-safe.
     */
    public interface RowMap extends Serializable {

        int columns();

        /** Takes the centre and the units of the round: public, or released before by this site. */
        default void begin(double[] centre, double[] units) {}

        /** Makes a row; all of it is overwritten. */
        void map(double[] values, double[] made);
    }
}
