// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

/**
 * Offers one implementation of {@link NoiseSource} under a name, to {@link java.util.ServiceLoader}. It is used only by
 * its name ({@link NoiseSource#byId}).
 */
public interface NoiseSourceProvider {

    /** The identifier of the sources that {@link #open} makes. */
    String id();

    /** Opens a new source for one thread, whose {@link NoiseSource#id} is {@link #id}. */
    NoiseSource open();
}
