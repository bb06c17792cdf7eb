// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

/**
 * Draws the noise that protects people, as whole numbers on a lattice whose step the caller chose. Never seeded outside
 * test code. An implementation is named explicitly and its name goes into the ledger.
 *
 * <p>Not thread-safe: one instance per thread.
 */
public interface NoiseSource {

    /**
     * The name of the implementation, for ledgers and results.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * Opens the source of a name: {@value DiscreteNoise#ID} is built in, others come from a
     * {@link NoiseSourceProvider}. An unknown name is refused, never replaced by another source.
     *
     * @param id name of the implementation
     * @return a new source for one thread
     * @throws IllegalArgumentException when there is no source of that name, or more than one
     * @throws IllegalStateException when the source cannot work on this platform
     */
    static NoiseSource byId(String id) {
        return NoiseSources.byId(id);
    }

    /**
     * Mixes fresh entropy of the operating system into this source. Called before each release, so that machines that
     * were cloned, with this source in their memory, do not draw the same noise. Does nothing unless an implementation
     * keeps a state that decides about later draws.
     *
     * @throws IllegalStateException when the platform gives no entropy; nothing may be drawn then
     */
    default void refresh() {}

    /**
     * Draws (discrete or rounded) Gaussian noise with mean 0.
     *
     * @param sigma standard deviation in lattice steps; finite, from 1 to 2⁴⁰
     * @return the noise in lattice steps
     */
    long gaussian(double sigma);

    /**
     * Draws discrete Laplace noise: P(k) ∝ exp(−|k| / scale).
     *
     * @param scale in lattice steps; finite, from 1 to 2⁴⁰
     * @return the noise in lattice steps
     */
    long laplace(double scale);
}
