// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The share of wrong edges or pairs at a noise, as simulated.
 *
 * @param noise s, or relative to the number of variables
 * @param share of wrong ones
 */
record SimulatedShare(double noise, double share, int runs) {

    /**
     * Makes shares rise with the noise: more noise can do no better, so a fall in a few runs is chance, and neighbours
     * that fall are averaged, each run alike (pool adjacent violators, Ayer et al. 1955).
     *
     * @param measured in any order
     * @return by noise, each noise once; shares never fall
     */
    static List<SimulatedShare> rising(List<SimulatedShare> measured) {
        List<List<SimulatedShare>> pools = new ArrayList<>();
        for (SimulatedShare one : measured.stream()
                .sorted(Comparator.comparingDouble(SimulatedShare::noise))
                .toList()) {
            List<SimulatedShare> pool = new ArrayList<>(List.of(one));
            while (!pools.isEmpty() && follows(pools.get(pools.size() - 1), pool)) {
                pool.addAll(0, pools.remove(pools.size() - 1));
            }
            pools.add(pool);
        }
        List<SimulatedShare> rising = new ArrayList<>();
        for (List<SimulatedShare> pool : pools) {
            double share = share(pool);
            for (SimulatedShare one : pool) {
                int last = rising.size() - 1;
                if (last >= 0 && rising.get(last).noise() == one.noise()) {
                    int runs = rising.remove(last).runs();
                    rising.add(new SimulatedShare(one.noise(), share, runs + one.runs()));
                } else {
                    rising.add(new SimulatedShare(one.noise(), share, one.runs()));
                }
            }
        }
        return rising;
    }

    /** Whether a pool belongs to the one before: its share is smaller, or it has no more noise. */
    private static boolean follows(List<SimulatedShare> before, List<SimulatedShare> pool) {
        return share(before) > share(pool)
                || before.get(before.size() - 1).noise() == pool.get(0).noise();
    }

    private static double share(List<SimulatedShare> pool) {
        double sum = pool.stream().mapToDouble(one -> one.share() * one.runs()).sum();
        return sum / pool.stream().mapToInt(SimulatedShare::runs).sum();
    }
}
