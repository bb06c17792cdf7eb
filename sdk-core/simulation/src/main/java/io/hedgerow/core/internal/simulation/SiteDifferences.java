// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import java.util.Arrays;

/** Draws what differs between simulated sites: unequal noise variances, and weights around the common ones. */
public final class SiteDifferences {

    private SiteDifferences() {}

    /** Weights w + s z with z standard normal, on the same structure. */
    public static WeightMatrix weights(WeightMatrix common, double deviation, long seed) {
        if (deviation == 0) {
            return common;
        }
        RandomStream random = new RandomStream(seed);
        double[] entries = common.toRows();
        for (int k = 0; k < entries.length; k++) {
            double centre = entries[k];
            if (centre != 0) {
                do {
                    entries[k] = centre + deviation * random.nextGaussian();
                } while (entries[k] == 0);
            }
        }
        return WeightMatrix.ofRows(common.variables(), entries);
    }

    /** Variances of noises whose standard deviations are multiplied by exp(s z) with z standard normal. */
    public static double[] variances(double[] common, double deviation, long seed) {
        RandomStream random = new RandomStream(seed);
        return Arrays.stream(common)
                .map(variance -> variance * StrictMath.exp(2 * deviation * random.nextGaussian()))
                .toArray();
    }

    /** Variances whose standard deviations are log-uniform between two bounds, for each variable its own. */
    public static double[] variances(int variables, double least, double most, long seed) {
        RandomStream random = new RandomStream(seed);
        double ratio = StrictMath.log(most / least);
        double[] drawn = new double[variables];
        Arrays.setAll(drawn, j -> {
            double deviation = least * StrictMath.exp(ratio * random.nextUniform());
            return deviation * deviation;
        });
        return drawn;
    }
}
