// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.diagnostics.DataDiagnostics;
import io.hedgerow.core.data.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.method.InsecureOpenSites;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What sites make of their columns, and what is to be said of it. Where no one said how, normal scores are taken by the
 * rule of {@link DataDiagnostics#shapes}. Not private: the rule reads all rows, so it is never asked under a budget.
 *
 * @param transform what is done
 * @param notes for people who look at the result
 */
public record TransformChoice(Transform transform, List<String> notes) {

    public TransformChoice {
        notes = List.copyOf(notes);
    }

    /**
     * As was said, or by the rule.
     *
     * @param settings what is run; directions that come from the shape of the noise need the values
     * @param sites before any transform; their rows are read where nothing was said
     */
    public static TransformChoice of(@Nullable Transform said, LearnSettings settings, Sites sites) {
        Algorithm algorithm = settings.algorithm();
        if ((said != null && said != Transform.NONE) || !sites.lacks().isEmpty()) {
            // shapes are of columns that all sites have
            return new TransformChoice(Objects.requireNonNullElse(said, Transform.NONE), List.of());
        }
        if (algorithm.needsShapes() || algorithm.isOfCurves()) {
            return new TransformChoice(Transform.NONE, List.of()); // they take columns of any shape
        }
        List<DataWarning> shapes =
                InsecureOpenSites.shapes(sites.data(), sites.present().size());
        boolean free = said == null
                && algorithm.searches()
                && !algorithm.isDynamic()
                && !settings.search().noiseDirections();
        if (settings.hasInterventions()) {
            return new TransformChoice(
                    Transform.NONE,
                    shapes.stream()
                            .filter(warning -> warning.kind() == DataWarning.Kind.SHAPE)
                            .map(warning -> String.join(", ", warning.variables()) + ": far from normal distributions,"
                                    + " which covariances are for; with interventions no normal scores are taken, which"
                                    + " would give every site a scale of its own: take logarithms of skewed columns in"
                                    + " the files")
                            .toList());
        }
        Optional<String> taken = of(shapes, DataWarning.Kind.SCORES)
                .filter(suits -> free)
                .map(suits -> "normal scores were taken within each site, because " + suits
                        + "; weights are in standard deviations. --transform none learns from the values as they are");
        if (taken.isPresent()) {
            return new TransformChoice(Transform.NORMAL_SCORES, List.of(taken.get()));
        }
        Optional<String> kept = of(shapes, DataWarning.Kind.SCALE_OF_ONE_SITE)
                .filter(apart -> free)
                .map(apart -> "normal scores were not taken: " + apart);
        return new TransformChoice(
                Transform.NONE,
                kept.or(() -> of(shapes, DataWarning.Kind.SHAPE)).stream().toList());
    }

    private static Optional<String> of(List<DataWarning> shapes, DataWarning.Kind kind) {
        return shapes.stream()
                .filter(warning -> warning.kind() == kind)
                .map(DataWarning::text)
                .findFirst();
    }
}
