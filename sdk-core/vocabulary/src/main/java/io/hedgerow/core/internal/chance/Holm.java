// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.chance;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.NormalDistribution;

/** Holm's step-down test of many differences at a level over all of them (Holm 1979). */
public final class Holm {

    /** Of looks at data without any difference, the share in which one is found. */
    private static final double BY_CHANCE = 0.01;

    private Holm() {}

    /**
     * {@return the differences beyond chance, the largest first}
     *
     * @param all that are looked at
     * @param deviations of one, in standard errors; NaN where too little tells of it, which is not looked at
     */
    public static <T> List<T> beyondChance(List<T> all, ToDoubleFunction<T> deviations) {
        List<T> sorted = all.stream()
                .filter(one -> !Double.isNaN(deviations.applyAsDouble(one)))
                .sorted(Comparator.comparingDouble(one -> -Math.abs(deviations.applyAsDouble(one))))
                .toList();
        NormalDistribution normal = new NormalDistribution();
        int beyond = 0;
        while (beyond < sorted.size()
                && Math.abs(deviations.applyAsDouble(sorted.get(beyond)))
                        > -normal.inverseCumulativeProbability(BY_CHANCE / 2 / (sorted.size() - beyond))) {
            beyond++;
        }
        return sorted.subList(0, beyond);
    }
}
