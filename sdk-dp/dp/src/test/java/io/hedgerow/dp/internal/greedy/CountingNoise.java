// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.List;

/** Real noise, or none, and a record of the scales that were asked for. */
public final class CountingNoise implements NoiseSource {

    private final NoiseSource real = DiscreteNoise.secure();
    private final boolean silent;
    public final List<Double> gaussians = new ArrayList<>();
    final List<Double> laplaces = new ArrayList<>();

    public CountingNoise(boolean silent) {
        this.silent = silent;
    }

    @Override
    public String id() {
        return "counting";
    }

    @Override
    public NoiseSource.Law law() {
        return NoiseSource.Law.EXACT;
    }

    @Override
    public long gaussian(double sigma) {
        gaussians.add(sigma);
        return silent ? 0 : real.gaussian(sigma);
    }

    @Override
    public long laplace(double scale) {
        laplaces.add(scale);
        return silent ? 0 : real.laplace(scale);
    }
}
