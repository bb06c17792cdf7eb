// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.List;

/**
 * One round of a release: a sum over units, rows or persons, of bounded contributions, in whole lattice steps, with
 * Gaussian noise. Units are added first, in any order; then the noisy sum is taken once. Not thread-safe.
 */
interface GramPhase {

    /** What the release costs, whatever the data. */
    MechanismEvent event();

    /** Forgets all rows and fixes how the next ones are read: centre and units, [d] each, public. */
    void begin(double[] centre, double[] units);

    /** Adds a unit of one row. */
    void add(double[] row);

    /** Adds all rows of one person, at least one: together they are bounded as one row is. */
    void addPerson(List<double[]> rows);

    /**
     * Standard deviations of the draws of {@link #finish}, in their order, so that they can be made before a row is
     * read.
     */
    double[] sigmas();

    /** The noisy sum; nothing can be added after. */
    double[] finish(NoiseSource noise);
}
