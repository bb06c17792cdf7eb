// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

/**
 * Provides one implementation of {@link NoiseSource} under a name, for {@link java.util.ServiceLoader}. It is used only
 * by its name ({@link NoiseSource#byId}).
 */
public interface NoiseSourceProvider {

    /** The identifier of the sources that {@link #open} makes. */
    String id();

    /**
     * {@return the law of the sources that {@link #open} makes} Known without them, so that a coordinator, which draws
     * nothing, needs no library.
     */
    NoiseSource.Law law();

    /** Opens a new source for one thread, with this {@link #id} and {@link #law}. */
    NoiseSource open();
}
