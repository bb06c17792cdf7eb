package io.hedgerow.core.simulation;

import java.util.function.DoubleSupplier;

/**
 * Pseudo-random numbers for whatever a simulation decides by chance, such as losses. Whoever knows the seed knows every
 * number.
 */
public final class UniformNumbers {

    private UniformNumbers() {}

    /**
     * A stream of numbers.
     *
     * @param seed gives the same numbers on every Java release
     * @return numbers between 0 and 1, both exclusive; not thread-safe
     */
    public static DoubleSupplier of(long seed) {
        RandomStream stream = new RandomStream(seed);
        return stream::nextUniform;
    }
}
