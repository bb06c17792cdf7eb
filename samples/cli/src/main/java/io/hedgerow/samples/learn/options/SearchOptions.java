// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.catalogue.SearchSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of search methods without consensus rounds, and of methods for series or nonlinear models. */
final class SearchOptions {

    @Option(
            names = "--orient",
            paramLabel = "HOW",
            description = "Direct edges that covariances leave open: ${COMPLETION-CANDIDATES} reads the rows "
                    + "once more if noise is visibly not normal. For {METHODS:orient}.")
    @Nullable Orientation orient;

    @Option(
            names = "--graph-score",
            paramLabel = "SCORE",
            description = "What graphs are compared by, where noise variances differ: {WORDS:score}; default "
                    + SearchSettings.USUAL_SCORE + ". For {METHODS:score}.")
    @Nullable String graphScore;

    @Option(
            names = "--own-units",
            description = "Columns are in unrelated units, so their noise variances cannot be compared. For"
                    + " {METHODS:own-units}.")
    boolean ownUnits;

    @Option(
            names = "--no-pairs",
            description = "Causes act alone: no sums of products of two are asked for. For {METHODS:no-pairs}.")
    boolean noPairs;

    @Option(
            names = "--lag-lambda",
            paramLabel = "X",
            description = "Weight of the sparsity penalty on edges from earlier steps; default that of --lambda. For"
                    + " {METHODS:lambda-a}.")
    @Nullable Double lagLambda;

    @Option(
            names = "--mu",
            paramLabel = "X",
            description = "How strongly a site's own network is pulled to that of all; for {METHODS:mu}.")
    private @Nullable Double mu;

    @Option(
            names = "--participants",
            paramLabel = "J",
            description =
                    "How many sites compute in each round, drawn uniformly; default all; for {METHODS:participants}.")
    private @Nullable Integer participants;

    @Option(
            names = "--hidden",
            paramLabel = "M",
            description = "Hidden units of each variable's network, 1 to 100; default 10. For" + " {METHODS:hidden}.")
    @Nullable Integer hidden;

    @Option(
            names = "--hidden-causes",
            description = "Show edges with what is left of their directions when causes may be hidden: a partial "
                    + "ancestral graph. For {METHODS:hidden-causes}.")
    boolean hiddenCauses;

    /** The information that may orient edges that covariances leave undirected. */
    enum Orientation {
        /** The shape of noises. */
        NON_GAUSSIAN
    }

    List<Setting> settings() {
        return List.of(
                Setting.of("--orient", orient == null ? null : "non-gaussian", "orient"),
                Setting.of("--graph-score", graphScore, "score"),
                Setting.flag("--no-pairs", noPairs, "no-pairs"),
                Setting.of("--lag-lambda", lagLambda, "lambda-a"),
                Setting.of("--mu", mu, "mu"),
                Setting.of("--participants", participants, "participants"),
                Setting.of("--hidden", hidden, "hidden"),
                Setting.flag("--hidden-causes", hiddenCauses, "hidden-causes"));
    }

    /** An option that {@code --set own-units=true} can say as well, where it was not given. */
    Optional<Setting> ofUnits() {
        return ownUnits ? Optional.of(Setting.flag("--own-units", true, "own-units")) : Optional.empty();
    }

    void requireValid() {
        if (hiddenCauses && orient != null) {
            throw new IllegalArgumentException("--hidden-causes cannot be combined with --orient non-gaussian, whose"
                    + " directions are true only where no cause is hidden: leave one of them out");
        }
    }
}
