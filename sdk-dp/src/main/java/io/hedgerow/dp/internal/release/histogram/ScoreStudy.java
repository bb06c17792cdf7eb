// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A study that releases second moments of normal scores. Each site joins with a {@link ScoreReleaseSolver}. Immutable
 * and thread-safe.
 */
public final class ScoreStudy extends ReleaseStudy<ScoreStudy.Outcome> {

    private final ScoreOptions options;

    /** Agrees on a release; the sites' n may differ. {@code totalRows} are units of all sites, public. */
    public ScoreStudy(Agreement agreement, ScoreOptions options, long totalRows) {
        super(
                agreement,
                agreement.schema(),
                options.options().variables(),
                options.layout(),
                ScoreOptions.ROUNDS,
                totalRows);
        this.options = options;
    }

    /**
     * What was released.
     *
     * @param gram of the normal variables behind the columns
     * @param sigma noise of a diagonal entry
     * @param lost names of variables whose values share a cell
     */
    public record Outcome(PrivateGram gram, double sigma, List<String> lost) {
        public Outcome {
            lost = List.copyOf(lost);
        }
    }

    @Override
    public Optional<Outcome> converse(SumCoordinator coordinator) throws InterruptedException {
        return coordinator.converse(ScoreOptions.ROUNDS, (histograms, more) -> {
            double noises = Math.sqrt(study().sites());
            NoisyScores scores = new NoisyScores(
                    options.released(0, histograms.sum()), options.histograms().sigma() * noises);
            double[] told = scores.told();
            double[] products = options.released(
                    1,
                    more.after(Parameters.copyOf(
                                    Arrays.copyOf(told, study().layout().size())))
                            .sum());
            double sigma = new ScoreGramSum(options, told).sigma() * noises / units();
            NoisyScores.Released released = scores.released(
                    Arrays.stream(products).map(sum -> sum / units()).toArray(), sigma, units());
            return new Outcome(
                    released.gram(),
                    released.sigma(),
                    scores.lost().stream().map(study().schema().names()::get).toList());
        });
    }
}
