// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NoiseSourceProvider;

/** Provides {@link GoogleNoise} by name. */
public final class GoogleNoiseProvider implements NoiseSourceProvider {

    /** Called by the service loader. */
    public GoogleNoiseProvider() {}

    @Override
    public String id() {
        return GoogleNoise.ID;
    }

    @Override
    public NoiseSource.Law law() {
        return GoogleNoise.LAW;
    }

    @Override
    public NoiseSource open() {
        return new GoogleNoise();
    }
}
