// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * One round of a release: a sum over units, rows or users, of bounded contributions, in whole lattice steps, with
 * Gaussian noise. Units are added first, in any order; then the noisy sum is taken once. Copies of it may add units
 * where they are, in an engine of the site's own: whole steps add up to the same in any order. A copy has no mechanism,
 * and cannot make noise. Not thread-safe.
 */
public interface NoisyRound extends RowSource.UnitSum<NoisyRound> {

    /** The event of the release, which does not depend on data. */
    MechanismEvent event();

    /** Forgets all rows and fixes how the next ones are read: centre and units, [d] each, public. */
    void begin(double[] centre, double[] units);

    /** Adds all rows of one user, at least one: together they are bounded as one row is. */
    @Override
    void addUser(List<double[]> rows);

    /** The exact sums, in whole steps; not a copy. */
    long[] sums();

    /** Brings each sum that has left its range, which is public, back to the end of it. */
    void saturate();

    @Override
    default void merge(NoisyRound other) {
        long[] own = sums();
        long[] more = other.sums();
        for (int k = 0; k < own.length; k++) {
            own[k] += more[k];
        }
    }

    /** Standard deviations of the draws of {@link #finish}, in their order, which are made before a row is read. */
    double[] sigmas();

    /** Returns the noisy sum; nothing can be added after. */
    double[] finish(NoiseSource noise);
}
