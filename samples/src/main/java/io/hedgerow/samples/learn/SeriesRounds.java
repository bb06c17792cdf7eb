// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import java.util.ArrayList;
import java.util.List;
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
    private @Nullable Double lagLambda;

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

    /** λ of lags; null where not given. */
    @Nullable Double lagLambda() {
        return lagLambda;
    }

    /**
     * Refuses options that the algorithm does not have.
     *
     * @throws IllegalArgumentException names the option
     */
    void requireFits(Algorithm algorithm) {
        if (lagLambda != null && (!algorithm.isDynamic() || algorithm == Algorithm.DYNAMIC_GRAM)) {
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
     * @param rounds options of methods in rounds
     * @param lambda of edges within a step
     * @param centring what sites subtract
     * @param lags as many steps back
     */
    NamedMethod method(
            Algorithm algorithm,
            RoundsOptions rounds,
            @Nullable Double lambda,
            @Nullable Double threshold,
            @Nullable Centring centring,
            int lags) {
        NamedMethod method =
                Method.named(Words.dashed(algorithm)).withRounds(rounds.rounds().orElse(USUAL_ROUNDS));
        List<Said> parameters = new ArrayList<>();
        parameters.add(new Said("lambda-w", lambda));
        parameters.add(new Said("lambda-a", lagLambda));
        parameters.add(new Said("rho1", rounds.rho1().orElse(null)));
        parameters.add(new Said("rho2", rounds.rho2().orElse(null)));
        parameters.add(new Said("threshold", threshold));
        parameters.add(new Said("vote-rounds", rounds.voteRounds().orElse(null)));
        parameters.add(new Said("mu", mu));
        parameters.add(new Said("participants", participants));
        parameters.add(
                new Said("preset", rounds.preset().map(SeriesRounds::word).orElse(null)));
        parameters.add(new Said("no-centring", centring == Centring.NONE ? "true" : null));
        parameters.add(new Said("lags", lags));
        for (Said one : parameters) {
            method = one.value() == null
                    ? method
                    : method.with(one.name(), one.value().toString());
        }
        return method;
    }

    private record Said(String name, @Nullable Object value) {}

    static String word(Preset preset) {
        return switch (preset) {
            case RECOMMENDED -> "recommended";
            case PAPER -> "published";
            default ->
                throw new IllegalArgumentException(
                        "--preset of fdbnl, pfdbnl and notears-mlp-admm must be recommended or paper, was "
                                + Words.dashed(preset));
        };
    }
}
