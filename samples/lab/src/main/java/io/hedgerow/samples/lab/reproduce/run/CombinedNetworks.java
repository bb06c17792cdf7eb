// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Combines the networks that sites learn alone: by votes, by their mean, or the best of them. The networks of the last
 * data are kept by each thread, since all combinations begin with the same ones; their seconds count for every
 * combination.
 */
public final class CombinedNetworks {

    /** A thread's cache of the networks that it learned last. */
    private record Alone(String key, List<WeightMatrix> networks, double seconds) {}

    /**
     * A combined network with its run time.
     *
     * @param seconds as if it were learned alone
     * @param converged share of the sites whose networks have no cycle; empty where no networks are combined
     */
    public record Timed(Learned learned, double seconds, OptionalDouble converged) {}

    /** What h of NOTEARS may be at its end (Zheng et al. 2018). */
    private static final double TOLERANCE = 1e-8;

    private final ThreadLocal<Alone> last = ThreadLocal.withInitial(() -> new Alone("", List.of(), 0));

    public static boolean areMeant(Settings settings) {
        return baseline(settings).flatMap(Baseline::ofEachSite).isPresent();
    }

    private static Optional<Baseline> baseline(Settings settings) {
        return settings.find("algorithm").flatMap(Algorithm::find).flatMap(Algorithm::baseline);
    }

    public Timed learn(Settings settings, int seed, Sites sites, WeightMatrix truth) {
        Baseline baseline = baseline(settings).orElseThrow();
        SearchSettings search = baseline.settings(
                PlainMethodRun.of(settings, sites.schema(), sites.all().size()).named());
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
        return new Timed(
                new Learned(found, List.of(), Optional.empty()),
                seconds,
                acyclic(last.get().networks()));
    }

    private static OptionalDouble acyclic(List<WeightMatrix> networks) {
        return networks.stream()
                .mapToDouble(network -> cycles(network) <= TOLERANCE ? 1 : 0)
                .average();
    }

    /** h(W) = tr(e^(W∘W)) − d, term by term, without the first, which is d. */
    static double cycles(WeightMatrix weights) {
        int d = weights.variables();
        double[] power = new double[d * d];
        for (int i = 0; i < d; i++) {
            power[i * d + i] = 1;
        }
        double sum = 0;
        double size = 1;
        for (int term = 1; size > 0; term++) {
            double[] next = new double[d * d];
            size = 0;
            for (int i = 0; i < d; i++) {
                for (int k = 0; k < d; k++) {
                    double begun = power[i * d + k] / term;
                    for (int j = 0; begun > 0 && j < d; j++) {
                        next[i * d + j] += begun * weights.get(k, j) * weights.get(k, j);
                    }
                }
                sum += next[i * d + i];
            }
            for (double entry : next) {
                size = Math.max(size, entry);
            }
            power = next;
        }
        return sum;
    }
}
