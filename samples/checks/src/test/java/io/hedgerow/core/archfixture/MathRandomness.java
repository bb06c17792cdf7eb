// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

/** Draws from a generator that can be guessed. */
public final class MathRandomness {
    public double draw() {
        return Math.random();
    }
}
