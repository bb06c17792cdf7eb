// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.internal.feature.FeatureMap;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A {@link GramSum} of rows [½, w_k φ_i[k]], the columns of a {@link FeatureMap} with weights w_k = 1 / √k for k = 1 …
 * m of every variable, with radius R: a longer row is shortened to R. Bounds and noise are those of the sum, whatever
 * the map: clipping is the last that happens to a row.
 */
final class FeatureGramSum implements GramPhase {

    private final FeatureMap map;
    private final GramSum sum;
    private final double[] columns;
    private final double[] row;

    FeatureGramSum(FeatureOptions options, FeatureMap map) {
        GramOptions gram = options.options();
        this.map = map;
        this.columns = new double[options.columns()];
        this.row = new double[options.columns() + 1];
        this.sum = new GramSum(
                row.length,
                gram.rows(),
                gram.adjacency(),
                false, // a row of zeros has columns like any other
                options.radius(),
                gram.noiseMultiplier(FeatureOptions.GRAM_SHARE),
                gram.noiseSites(),
                gram.byPerson());
    }

    @Override
    public MechanismEvent event() {
        return sum.event();
    }

    /** Standard deviation of this site's noise on a diagonal entry, in units in which a row has norm 1. */
    double sigma() {
        return sum.sigma();
    }

    @Override
    public long[] sums() {
        return sum.sums();
    }

    /** The map has centres and units of its own. */
    @Override
    public void begin(double[] centre, double[] units) {
        double[] ones = new double[row.length];
        Arrays.fill(ones, 1);
        sum.begin(new double[row.length], ones);
    }

    @Override
    public void add(double[] values) {
        expand(values);
        sum.add(row);
    }

    @Override
    public void addPerson(List<double[]> rows) {
        List<double[]> expanded = new ArrayList<>();
        for (double[] values : rows) {
            expand(values);
            expanded.add(row.clone());
        }
        sum.addPerson(expanded);
    }

    private void expand(double[] values) {
        map.expand(values, columns);
        row[0] = FeatureOptions.CONSTANT;
        for (int a = 0; a < columns.length; a++) {
            row[a + 1] = columns[a] * FeatureOptions.weight(a);
        }
    }

    @Override
    public double[] sigmas() {
        return sum.sigmas();
    }

    @Override
    public double[] finish(NoiseSource noise) {
        return sum.finish(noise);
    }
}
