// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each site makes of its columns before anything is computed. Options, help, results and remarks of tables have
 * these names and words, and tests run over all of them. Columns that are transformed have no common unit.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum Transform {
    NONE("columns as they are", "", false, rows -> rows),
    /** Normal scores: ranks within the site, or, under a budget, from histograms of all sites. */
    NORMAL_SCORES(
            "ranks as a normal distribution would have them; with a privacy budget of {USED:under-budget}, from"
                    + " histograms over all"
                    + " sites",
            "normal scores within sites",
            true,
            RowSource::inNormalScores);

    private final String sentence;
    private final String remark;
    private final boolean ofRanks;
    private final UnaryOperator<RowSource> rows;

    /**
     * A transform.
     *
     * @param sentence for the help, as {@link Algorithm#withMethods} reads it
     * @param remark of a table about such columns
     * @param ofRanks whether cells become ranks within a site: then the shape of noise is gone, so that nothing can be
     *     learned from it, and every site has a scale of its own
     * @param rows makes a site's rows of its own rows, and reads none before its result is read
     */
    Transform(String sentence, String remark, boolean ofRanks, UnaryOperator<RowSource> rows) {
        this.sentence = sentence;
        this.remark = remark;
        this.ofRanks = ofRanks;
        this.rows = rows;
    }

    /** All names with what they are, for the help, as {@link Algorithm#withMethods} reads it. */
    public static String sentences() {
        return Arrays.stream(values())
                .map(transform -> Words.dashed(transform) + ": " + transform.sentence)
                .collect(Collectors.joining(". "));
    }

    /** What a table says of such columns; empty for columns as they are. */
    public String remark() {
        return remark;
    }

    private String option() {
        return "--transform " + Words.dashed(this);
    }

    private boolean isTakenBy(Algorithm algorithm) {
        return algorithm.takes("transform")
                && algorithm
                        .method()
                        .parameter("transform")
                        .filter(known -> known.words().contains(Words.dashed(this)))
                        .isPresent();
    }

    /**
     * The method that learns from such columns under a budget: its sites take scores from histograms that the budget
     * pays for, not from ranks, of which one record moves all others.
     */
    public Optional<NamedMethod> underBudget(Algorithm algorithm) {
        if (this == NONE) {
            return Optional.empty();
        }
        if (!isTakenBy(algorithm)) {
            String paying = algorithm.others(this::isTakenBy);
            throw new IllegalArgumentException(option()
                    + (paying.isEmpty()
                            ? " is for runs without a guarantee, for no private method pays for it: take"
                                    + " --transform none"
                            : " can be combined with a privacy budget only by --algorithm " + paying
                                    + ", whose histograms pay for it, was " + algorithm.name() + ": say --algorithm "
                                    + paying + ", or leave it out"));
        }
        return Optional.of(Method.named(algorithm.name()).with("transform", Words.dashed(this)));
    }

    /** The sites' rows, transformed; no row is read. */
    public Sites of(Sites sites) {
        return this == NONE ? sites : sites.with(rows);
    }

    /** Settings for such rows, without the assumption of equal noise variances where the algorithm can do without. */
    public LearnSettings of(LearnSettings settings) {
        if (this == NONE) {
            return settings;
        }
        if (ofRanks && settings.algorithm().has(MethodTrait.NON_GAUSSIAN)) {
            throw new IllegalArgumentException(option() + " cannot be combined with "
                    + settings.algorithm().name() + ", "
                    + "which learns from what is not normal in the rows: leave one of them out");
        }
        if (ofRanks && settings.directsByNoise()) {
            throw new IllegalArgumentException(option() + " cannot be combined with --orient "
                    + "non-gaussian, which learns from what is not normal in the rows: leave one of them out");
        }
        if (ofRanks && settings.hasInterventions()) {
            throw new IllegalArgumentException(
                    option() + " cannot be combined with --interventions: it gives every site"
                            + " a scale of its own, on which no variable follows from its causes as at other sites;"
                            + " take logarithms of skewed columns in the files");
        }
        return settings.inOwnUnits();
    }

    /** What a person should know who chose both. */
    public Optional<String> doubt(Algorithm algorithm) {
        if (this == NONE || algorithm.has(MethodTrait.SEARCH)) {
            return Optional.empty();
        }
        return Optional.of(algorithm.name() + " rests on equal noise variances, which transformed columns do not"
                + " have: directions cannot be trusted; "
                + algorithm.others(known -> known.has(MethodTrait.SEARCH) && !known.has(MethodTrait.SERIES))
                + " do without");
    }

    /**
     * The transform that sites apply to their columns, with notes for the report. Where no one said how, normal scores
     * are taken by the rule of {@link DataDiagnostics#shapes}. Not private: the rule reads all rows, so it is never
     * asked under a budget.
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
         * @param sites before any transform, {@linkplain Sites#profiled profiled}; their rows are read where nothing
         *     was said
         */
        public static TransformChoice of(@Nullable Transform said, LearnSettings settings, Sites sites) {
            Algorithm algorithm = settings.algorithm();
            if ((said != null && said != Transform.NONE) || !sites.lacks().isEmpty()) {
                // shapes are of columns that all sites have
                return new TransformChoice(Objects.requireNonNullElse(said, Transform.NONE), List.of());
            }
            if (algorithm.has(MethodTrait.NON_GAUSSIAN) || algorithm.has(MethodTrait.CURVES)) {
                return new TransformChoice(Transform.NONE, List.of()); // they take columns of any shape
            }
            OpenedStatistics.look(sites);
            List<DataWarning> shapes = DataDiagnostics.shapes(
                    sites.schema(),
                    sites.present().size(),
                    sites.profiles().stream().map(SiteProfile::shapes).toList());
            boolean free = said == null
                    && algorithm.has(MethodTrait.SEARCH)
                    && !algorithm.has(MethodTrait.SERIES)
                    && !settings.directsByNoise();
            if (settings.hasInterventions()) {
                return new TransformChoice(
                        Transform.NONE,
                        shapes.stream()
                                .filter(warning -> warning.kind() == DataWarning.Kind.SHAPE)
                                .map(warning ->
                                        String.join(", ", warning.variables()) + ": far from normal distributions,"
                                                + " which covariances are for; with interventions no normal scores"
                                                + " are taken, which would give every site a scale of its own: take"
                                                + " logarithms of skewed columns in the files")
                                .toList());
            }
            Optional<String> taken = of(shapes, DataWarning.Kind.SCORES)
                    .filter(suits -> free)
                    .map(suits -> "normal scores were taken within each site, because " + suits
                            + "; weights are in standard deviations. --transform none learns from the values"
                            + " as they are");
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
}
