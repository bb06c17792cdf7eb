// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds sites whose first answer is far from those of the others. In round 0 an answer follows from the site's own rows
 * alone, so answers of sites with the same relations differ by chance. A site stands out when its distance from the
 * entrywise median of all is more than {@value #TIMES} times the median of these distances, which holds while fewer
 * than half of the sites are off. Rows in another unit stand out, and so do other relations or very few rows: only a
 * person can tell which.
 */
final class OutlyingUpdates {

    /** Chosen by simulation: the test states how often sites of one network are flagged. */
    static final double TIMES = 3;

    private static final int FEWEST = 3;

    private OutlyingUpdates() {}

    /** The sites that stand out; none where single updates are not seen, or of fewer than three sites. */
    static Set<SiteId> of(Aggregate first) {
        Map<SiteId, double[]> updates = new TreeMap<>();
        int size = first.sum().size();
        first.seen().forEach((site, change) -> {
            double[] dense = new double[size];
            change.addTo(dense);
            updates.put(site, dense);
        });
        if (updates.size() < FEWEST) {
            return Set.of();
        }
        Map<SiteId, Double> distances = distances(updates, size);
        double limit = TIMES
                * median(distances.values().stream()
                        .mapToDouble(distance -> distance)
                        .toArray());
        Set<SiteId> outlying = new TreeSet<>();
        distances.forEach((site, distance) -> {
            if (distance > limit) {
                outlying.add(site);
            }
        });
        return outlying;
    }

    private static Map<SiteId, Double> distances(Map<SiteId, double[]> updates, int size) {
        double[] centre = new double[size];
        for (int k = 0; k < size; k++) {
            int entry = k;
            centre[k] = median(updates.values().stream()
                    .mapToDouble(update -> update[entry])
                    .toArray());
        }
        Map<SiteId, Double> distances = new TreeMap<>();
        updates.forEach((site, update) -> {
            double sum = 0;
            for (int k = 0; k < size; k++) {
                sum += (update[k] - centre[k]) * (update[k] - centre[k]);
            }
            distances.put(site, Math.sqrt(sum));
        });
        return distances;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int half = values.length / 2;
        return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
}
