// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture.simulation;

import java.util.SplittableRandom;

/** Allowed: simulations protect nobody. */
public final class SimulatedRandomness {
    public double draw() {
        return new SplittableRandom(1).nextDouble();
    }
}
