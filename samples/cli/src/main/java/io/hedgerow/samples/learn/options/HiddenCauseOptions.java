// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.Set;
import picocli.CommandLine.Option;

/** The option that shows edges with what is left of their directions when causes may be hidden. */
final class HiddenCauseOptions {

    private static final Set<Algorithm> LOOKING =
            Set.of(Algorithm.GRAM, Algorithm.DP_GRAM, Algorithm.HILL_CLIMBING, Algorithm.ORDER_MCMC);

    @Option(
            names = "--hidden-causes",
            description = "Show edges with what is left of their directions when causes may be hidden: a partial "
                    + "ancestral graph. For gram, dp-gram, hill-climbing and order-mcmc.")
    private boolean wanted;

    boolean areWanted() {
        return wanted;
    }

    /** Refuses the option where nothing looks for such causes, or directions rest on there being none. */
    void requireFits(Algorithm algorithm, boolean byNoise) {
        if (wanted && !LOOKING.contains(algorithm)) {
            throw new IllegalArgumentException("--hidden-causes does not apply to --algorithm "
                    + Words.dashed(algorithm)
                    + ", only to gram, dp-gram, hill-climbing and order-mcmc, which look for such causes");
        }
        if (wanted && byNoise) {
            throw new IllegalArgumentException("--hidden-causes cannot be combined with --orient non-gaussian, whose"
                    + " directions are true only where no cause is hidden: leave one of them out");
        }
    }
}
