// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.denoise.ErrorOfMeans;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.scale.AnnouncedUnits;
import java.util.Arrays;
import java.util.Optional;

/**
 * A study that releases second moments. Each site joins with a {@link GramReleaseSolver}; {@link PrivateGramSearch}
 * searches what was released. Immutable and thread-safe.
 */
public final class GramStudy extends ReleaseStudy<PrivateGram> {

    private final GramOptions options;

    /**
     * Agrees on a release; the sites' n and μ may differ, but then σ does not describe the sum. {@code totalRows} are
     * units of all sites, rows or persons, public; with zero-out the sum of the public constants.
     */
    public GramStudy(Agreement agreement, GramOptions options, long totalRows) {
        super(
                agreement,
                agreement.schema(),
                options.variables(),
                GramReleaseSolver.layout(options.variables()),
                options.rounds(),
                totalRows);
        this.options = options;
    }

    @Override
    public Optional<PrivateGram> converse(SumCoordinator coordinator) throws InterruptedException {
        return new AnnouncedUnits(
                        options, options.steps(), units(), options.ownUnits() ? own -> own : AnnouncedUnits::roots)
                .announced(coordinator, study().layout(), this::gram);
    }

    private PrivateGram gram(Parameters sum, Parameters announced) {
        int d = options.variables();
        ParameterLayout layout = study().layout();
        double[] units = new double[d];
        double[] matrix = new double[d * d];
        for (int i = 0; i < d; i++) {
            units[i] = announced.get(i * layout.sliceLength() + 1);
            for (int j = 0; j < d; j++) {
                matrix[i * d + j] = sum.get(GramReleaseSolver.index(d, i, j)) / units();
            }
        }
        double sigma = GramReleaseSolver.sigma(options) * Math.sqrt(study().sites()) / units();
        double trace = trace(matrix, sigma);
        for (int k = 0; k < matrix.length; k++) {
            matrix[k] /= trace;
        }
        double[] second = units.clone();
        for (int j = 0; j < d; j++) {
            // units are roots of deviations, or deviations themselves
            second[j] = options.ownUnits() ? 1 : units[j] * units[j];
        }
        double ofMeans = GramReleaseSolver.sigmaOfMean(options, (double) units() / study().sites());
        double noise = ErrorOfMeans.of(ofMeans, study().sites()).removeFrom(matrix, sigma / trace, second);
        return PrivateGram.ofDirections(d, matrix, noise, units, units());
    }

    /**
     * What the matrix must be divided by to have trace 1, as a mean of directions has: a person's sum of norm 1 has a
     * trace of 1 or more, and with zero-out the public constant is not the number of units. 1 where that cannot be told
     * from noise.
     */
    private double trace(double[] matrix, double sigma) {
        int d = options.variables();
        double trace = 0;
        for (int j = 0; j < d; j++) {
            trace += matrix[j * (d + 1)];
        }
        boolean one = options.adjacency() == Adjacency.REPLACE_ONE && !options.byPerson();
        return one || !(trace > sigma * Math.sqrt(d)) ? 1 : trace;
    }

    @Override
    public String toString() {
        return "GramStudy[" + study().name() + ", rounds=" + options.rounds() + ", phases="
                + Arrays.toString(
                        options.steps().stream().map(GramOptions.Step::phase).toArray())
                + "]";
    }
}
