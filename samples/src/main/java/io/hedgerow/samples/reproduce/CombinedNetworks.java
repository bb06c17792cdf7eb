// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Baseline;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.SearchSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Combines what sites learn alone: by votes, by their mean, or the best of them. The networks of the last data are kept
 * by each thread, since all combinations begin with the same ones; their seconds count for every combination.
 */
final class CombinedNetworks {

    /** What a thread learned last. */
    private record Alone(String key, List<WeightMatrix> networks, double seconds) {}

    private final ThreadLocal<Alone> last = ThreadLocal.withInitial(() -> new Alone("", List.of(), 0));

    static boolean areMeant(Settings settings) {
        return MethodChoice.algorithm(settings)
                .baseline()
                .flatMap(Baseline::ofEachSite)
                .isPresent();
    }

    PaperRun.Measured run(Settings settings, int seed, RowsData data) {
        Baseline baseline = MethodChoice.algorithm(settings).baseline().orElseThrow();
        int sites = data.sites().all().size();
        SearchSettings search =
                MethodChoice.of(settings, data.sites().schema(), sites).search();
        String key = seed + " " + baseline.ofEachSite() + " "
                + settings.without("algorithm").line();
        if (!last.get().key().equals(key)) {
            long start = System.nanoTime();
            List<WeightMatrix> networks = baseline.alone(data.sites().data(), search);
            last.set(new Alone(key, networks, PaperRun.secondsSince(start)));
        }
        long start = System.nanoTime();
        LearnedNetwork found =
                baseline.combined(data.sites().schema(), last.get().networks(), search, Optional.of(data.truth()));
        double seconds = last.get().seconds() + PaperRun.secondsSince(start);
        return new PaperRun.Measured(
                RowsRun.figures(Collections.nCopies(sites, found.network()), data, found.publishedBytes()),
                Map.of(),
                found.bytesUp() + found.bytesDown(),
                seconds);
    }
}
