// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.dp.mechanism.NoiseSource;

/**
 * Gaussian noise of a whole release, drawn before any row is read, so that the time of a draw, which depends on its
 * value, reveals nothing about rows. Returned once, in the order of the standard deviations. Not thread-safe.
 */
public final class DrawnNoise implements NoiseSource {

    private final String id;
    private final NoiseSource.Law law;
    private final double[] sigmas;
    private final long[] values;
    private int next;

    private DrawnNoise(String id, NoiseSource.Law law, double[] sigmas, long[] values) {
        this.id = id;
        this.law = law;
        this.sigmas = sigmas;
        this.values = values;
    }

    /** Mixes fresh entropy into a source, then draws from it. */
    public static DrawnNoise of(NoiseSource source, double... sigmas) {
        source.refresh();
        long[] values = new long[sigmas.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = source.gaussian(sigmas[k]);
        }
        return new DrawnNoise(source.id(), source.law(), sigmas.clone(), values);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public NoiseSource.Law law() {
        return law;
    }

    /** Does nothing: the noise is drawn. */
    @Override
    public void refresh() {}

    @Override
    public long gaussian(double sigma) {
        if (next == sigmas.length || sigmas[next] != sigma) {
            throw new IllegalStateException("noise was drawn for another release: draw " + next + " of " + sigmas.length
                    + " was asked for with standard deviation " + sigma);
        }
        long value = values[next];
        values[next++] = 0;
        return value;
    }

    @Override
    public long laplace(double scale) {
        throw new IllegalStateException("noise was drawn for a Gaussian release, Laplace noise was asked for");
    }
}
