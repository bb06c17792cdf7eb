// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of penalised methods on time series that no other method has. */
final class SeriesRounds {

    private static final int USUAL_ROUNDS = 100;

    @Option(
            names = "--lag-lambda",
            paramLabel = "X",
            description = "Weight of the sparsity penalty on edges from earlier steps; default that of --lambda. For"
                    + " fdbnl, pfdbnl and dynotears.")
    @Nullable Double lagLambda;

    @Option(
            names = "--mu",
            paramLabel = "X",
            description = "How strongly a site's own network is pulled to that of all; for pfdbnl.")
    private @Nullable Double mu;

    @Option(
            names = "--participants",
            paramLabel = "J",
            description = "How many sites compute in each round, drawn uniformly; default all; for pfdbnl.")
    private @Nullable Integer participants;

    /** Refuses options that the algorithm does not have. */
    void requireFits(Algorithm algorithm) {
        boolean penalised =
                algorithm.isDynamic() && algorithm != Algorithm.DYNAMIC_GRAM && algorithm != Algorithm.DP_DYNAMIC_GRAM;
        if (lagLambda != null && !penalised) {
            throw new IllegalArgumentException(
                    "--lag-lambda is for fdbnl, pfdbnl and dynotears, was given with " + Words.dashed(algorithm));
        }
        if ((mu != null || participants != null) && algorithm != Algorithm.PFDBNL) {
            throw new IllegalArgumentException(
                    (mu != null ? "--mu" : "--participants") + " is for pfdbnl, where sites have networks of their own,"
                            + " was given with " + Words.dashed(algorithm));
        }
    }

    /**
     * The method as a plan would say it.
     *
     * @param algorithm fdbnl or pfdbnl
     * @param lambda of edges within a step
     * @param lags as many steps back
     */
    NamedMethod method(
            Algorithm algorithm,
            RoundsOptions rounds,
            @Nullable Double lambda,
            @Nullable Double threshold,
            @Nullable Centring centring,
            int lags) {
        return rounds.told(
                        Method.named(Words.dashed(algorithm))
                                .withRounds(Objects.requireNonNullElse(rounds.rounds, USUAL_ROUNDS)),
                        threshold,
                        centring)
                .say("lambda-w", lambda)
                .say("lambda-a", lagLambda)
                .say("vote-rounds", rounds.voteRounds)
                .say("mu", mu)
                .say("participants", participants)
                .say("lags", lags)
                .method();
    }
}
