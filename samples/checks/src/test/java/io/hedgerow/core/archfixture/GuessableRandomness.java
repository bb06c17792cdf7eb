// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.util.Random;

/** Draws from a generator that can be guessed. */
public final class GuessableRandomness {
    public double draw() {
        return new Random(1).nextGaussian();
    }
}
