// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Preset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of neural networks that no other method has. */
final class NeuralOptions {

    @Option(
            names = "--hidden",
            paramLabel = "M",
            description = "Hidden units of each variable's network, 1 to 100; default 10. For notears-mlp and its"
                    + " neighbours.")
    private @Nullable Integer hidden;

    /** m, or the usual. */
    int hidden(int usual) {
        return hidden == null ? usual : hidden;
    }

    /** Refuses options that the algorithm does not have. */
    void requireFits(Algorithm algorithm) {
        AlgorithmOptions.require("--hidden", hidden, m -> m >= 1 && m <= 100, "from 1 to 100");
        if (hidden != null && !algorithm.isNeural()) {
            throw new IllegalArgumentException("--hidden is for notears-mlp, notears-mlp-admm, notears-mlp-voting,"
                    + " notears-mlp-averaging and notears-mlp-best, was given with "
                    + Words.dashed(algorithm));
        }
    }

    /**
     * NOTEARS-MLP-ADMM as a plan would say it.
     *
     * @param lambda λ₁
     * @param seed of where all begin
     */
    NamedMethod method(
            RoundsOptions rounds,
            @Nullable Double lambda,
            @Nullable Double threshold,
            @Nullable Centring centring,
            long seed) {
        if (centring == Centring.LOCAL_MEAN && rounds.preset == Preset.PAPER) {
            throw new IllegalArgumentException("--centring of notears-mlp-admm must be none with --preset paper, which"
                    + " takes rows as they are, was local-mean: leave one of them out");
        }
        NamedMethod method = Method.named("notears-mlp-admm");
        return rounds.told(rounds.rounds == null ? method : method.withRounds(rounds.rounds), threshold, centring)
                .say("hidden", hidden)
                .say("lambda", lambda)
                .say("local-iterations", rounds.localIterations)
                .say("seed", seed)
                .method();
    }
}
