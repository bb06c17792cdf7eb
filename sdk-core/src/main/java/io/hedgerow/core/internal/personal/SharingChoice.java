// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import java.util.Comparator;
import java.util.List;

/**
 * Chooses the {@link SharingMode} that predicts held-out rows best: five blocks of consecutive rows, each in turn.
 * Clients send sums and sums of squares of a mode's gain over the local one.
 */
final class SharingChoice {

    /** Standard errors by which a gain must exceed 0; with fewer, clients with unrelated graphs share by chance. */
    static final double MARGIN = 2;

    /**
     * A mode and its gain in the log-likelihood of held-out rows of all clients, 0 of the local mode, with the standard
     * error.
     */
    record Gain(SharingMode mode, double gain, double error) {
        static final Gain LOCAL = new Gain(SharingMode.LOCAL, 0, 0);
    }

    private SharingChoice() {}

    /** The gain of Σ d and its error √(m Var d), from (Σ d, Σ d², m) of differences d. */
    static Gain gain(SharingMode mode, double[] sum) {
        double m = sum[2];
        double variance = Math.max(0, sum[1] - sum[0] * sum[0] / m) / (m - 1);
        return new Gain(mode, sum[0], Math.sqrt(m * variance));
    }

    static Gain surest(List<Gain> gains) {
        Gain best = best(gains);
        return best.gain > MARGIN * best.error ? best : Gain.LOCAL;
    }

    static Gain best(List<Gain> gains) {
        return gains.stream().max(Comparator.comparingDouble(Gain::gain)).orElse(Gain.LOCAL);
    }
}
