package io.hedgerow.dp.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.mechanism.NoiseSource;

/**
 * One round of a release: a sum over rows of bounded contributions, in whole lattice steps, with Gaussian noise. Rows are
 * added first, in any order; then the noisy sum is taken once. Not thread-safe.
 */
interface GramPhase {

    /** What the release costs, whatever the data. */
    MechanismEvent event();

    /** Forgets all rows and fixes how the next ones are read: centre and units, [d] each, public. */
    void begin(double[] centre, double[] units);

    /** Adds one row. */
    void add(double[] row);

    /** The noisy sum; no row can be added after. */
    double[] finish(NoiseSource noise);
}
