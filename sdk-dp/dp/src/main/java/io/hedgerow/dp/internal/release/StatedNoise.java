// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.dp.mechanism.NoiseSource;

/**
 * A noise source that cannot draw, for computing costs, such as at a coordinator, which needs no library of the source.
 * Refuses to draw.
 */
public record StatedNoise(String id, NoiseSource.Law law) implements NoiseSource {

    /** The source of a name; refuses one that is not known here. */
    public static StatedNoise of(String id) {
        return new StatedNoise(id, NoiseSource.lawOf(id));
    }

    @Override
    public long gaussian(double sigma) {
        throw undrawn();
    }

    @Override
    public long laplace(double scale) {
        throw undrawn();
    }

    private IllegalStateException undrawn() {
        return new IllegalStateException("noise " + id + " was stated for a cost, and was not opened to be drawn");
    }
}
