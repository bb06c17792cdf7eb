// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.nonprivate.Baseline;
import io.hedgerow.core.method.nonprivate.SearchSettings;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;
import java.util.Optional;

/**
 * Combines the networks that sites learn alone: by votes, by their mean, or the best of them. The networks of the last
 * data are kept by each thread, since all combinations begin with the same ones; their seconds count for every
 * combination.
 */
public final class CombinedNetworks {

    /** The networks that a thread learned last. */
    private record Alone(String key, List<WeightMatrix> networks, double seconds) {}

    /** A network, with its time if it were learned alone. */
    public record Timed(Learned learned, double seconds) {}

    private final ThreadLocal<Alone> last = ThreadLocal.withInitial(() -> new Alone("", List.of(), 0));

    public static boolean areMeant(Settings settings) {
        return baseline(settings).flatMap(Baseline::ofEachSite).isPresent();
    }

    private static Optional<Baseline> baseline(Settings settings) {
        return settings.find("algorithm").flatMap(Algorithm::find).flatMap(Algorithm::baseline);
    }

    public Timed learn(Settings settings, int seed, Sites sites, WeightMatrix truth) {
        Baseline baseline = baseline(settings).orElseThrow();
        SearchSettings search =
                PlainMethodRun.of(settings, sites.schema(), sites.all().size()).search();
        String key = seed + " " + baseline.ofEachSite() + " "
                + settings.without("algorithm").line();
        if (!last.get().key().equals(key)) {
            long start = System.nanoTime();
            List<WeightMatrix> networks = baseline.alone(sites.data(), search);
            last.set(new Alone(key, networks, PaperRun.secondsSince(start)));
        }
        long start = System.nanoTime();
        LearnedNetwork found = baseline.combined(sites.schema(), last.get().networks(), search, Optional.of(truth));
        double seconds = last.get().seconds() + PaperRun.secondsSince(start);
        return new Timed(new Learned(found, List.of(), Optional.empty()), seconds);
    }
}
