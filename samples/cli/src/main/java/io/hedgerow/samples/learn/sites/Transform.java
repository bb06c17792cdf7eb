// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import java.util.Optional;

/** What each site makes of its columns before anything is computed. */
public enum Transform {
    /** Columns as they are. */
    NONE,
    /** Normal scores: ranks within the site, or, under a budget, from histograms of all sites. */
    NORMAL_SCORES;

    /**
     * The method that learns from such columns under a budget: its sites take scores from histograms that the budget
     * pays for, not from ranks, of which one record moves all others.
     *
     * @return as a plan would say it; empty for columns as they are
     * @throws IllegalArgumentException when the algorithm has no such histograms
     */
    public Optional<NamedMethod> underBudget(Algorithm algorithm) {
        if (this == NONE) {
            return Optional.empty();
        }
        if (!algorithm.takes("transform")) {
            throw new IllegalArgumentException("--transform normal-scores can be combined with a privacy budget "
                    + "only by --algorithm " + algorithms(algorithm) + ", whose histograms pay for it, was "
                    + algorithm.name()
                    + ": say --algorithm " + algorithms(algorithm) + ", or leave it out");
        }
        return Optional.of(Method.named(algorithm.name()).with("transform", Words.dashed(this)));
    }

    private static String algorithms(Algorithm near) {
        return near.others(known -> known.takes("transform"));
    }

    /** The sites' rows, transformed; no row is read. */
    public Sites of(Sites sites) {
        return this == NONE
                ? sites
                : new Sites(
                        sites.schema(),
                        sites.all().stream()
                                .map(site -> NamedSite.of(site.name(), scores(site)))
                                .toList(),
                        sites.leftOut(),
                        sites.notes());
    }

    private static RowSource scores(NamedSite site) {
        return site.rows().inNormalScores();
    }

    /**
     * Settings for such rows.
     *
     * @return without the assumption of equal noise variances, where the algorithm can do without
     * @throws IllegalArgumentException when the algorithm learns from what the transform takes away
     */
    public LearnSettings of(LearnSettings settings) {
        if (this == NONE) {
            return settings;
        }
        if (settings.algorithm().needsShapes()) {
            throw new IllegalArgumentException("--transform normal-scores cannot be combined with "
                    + settings.algorithm().name() + ", "
                    + "which learns from what is not normal in the rows: leave one of them out");
        }
        if (settings.search().noiseDirections()) {
            throw new IllegalArgumentException("--transform normal-scores cannot be combined with --orient "
                    + "non-gaussian, which learns from what is not normal in the rows: leave one of them out");
        }
        return new LearnSettings(
                settings.algorithm(),
                settings.method(),
                settings.search().inOwnUnits(),
                settings.choosingLags(),
                settings.named(),
                settings.pairs(),
                settings.sharing());
    }

    /** What a person should know who chose both. */
    public Optional<String> doubt(Algorithm algorithm) {
        if (this == NONE || algorithm.searches()) {
            return Optional.empty();
        }
        return Optional.of(algorithm.name() + " rests on equal noise variances, which scores do not"
                + " have: directions cannot be trusted; --algorithm gram or order-mcmc does without");
    }
}
