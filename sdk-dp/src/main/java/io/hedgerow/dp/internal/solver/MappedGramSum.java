// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A {@link GramSum} of rows that are made of the units' rows, one by one. Bounds and noise are those of the sum,
 * whatever is made: clipping is the last that happens to a row.
 */
abstract class MappedGramSum implements GramPhase {

    private final GramSum sum;
    private final double[] row;

    MappedGramSum(GramSum sum) {
        this.sum = sum;
        this.row = new double[sum.variables()];
    }

    /** Makes a row of a unit's; all of it is overwritten. */
    abstract void map(double[] values, double[] made);

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

    /** What rows are made with has centres and units of its own. */
    @Override
    public void begin(double[] centre, double[] units) {
        double[] ones = new double[row.length];
        Arrays.fill(ones, 1);
        sum.begin(new double[row.length], ones);
    }

    @Override
    public void add(double[] values) {
        map(values, row);
        sum.add(row);
    }

    @Override
    public void addPerson(List<double[]> rows) {
        List<double[]> made = new ArrayList<>();
        for (double[] values : rows) {
            map(values, row);
            made.add(row.clone());
        }
        sum.addPerson(made);
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
