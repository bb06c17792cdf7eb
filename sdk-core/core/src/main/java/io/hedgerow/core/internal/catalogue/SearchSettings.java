// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.NoiseDirections;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.mlp.MlpShape;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentLimit;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.LagOrder;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.sites.SitesSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Settings of methods without rounds.
 *
 * @param lambda λ of NOTEARS; a search does not read it
 * @param threshold smallest weight of an edge; 0 keeps what a search found, and required edges are always kept
 * @param centring what NOTEARS and searches on series subtract from the rows; other searches always centre within each
 *     site
 * @param seed for restarts of the search and for where NOTEARS-MLP begins; NOTEARS does not read it
 * @param ownUnits whether columns have no common unit, as after {@link io.hedgerow.core.data.RowSource#inNormalScores}:
 *     a search then does not consider equal noise variances; NOTEARS does not read it
 * @param known of edges beforehand, which a search keeps; NOTEARS refuses it
 * @param noiseDirections whether edges that covariances leave open are directed by the shape of the noises, where these
 *     are seen not to be normal (Hyvärinen and Smith 2013): sites are asked once more, for means of functions of their
 *     rows. Such directions are true as far as relations are linear and nothing common to two variables is hidden. Not
 *     private; NOTEARS does not read it
 * @param lagLambda λ of lags, which only DYNOTEARS reads
 * @param hidden hidden units of each variable's network, which only NOTEARS-MLP reads; from 1 to 100
 * @param score what a search of linear networks compares graphs by, where each variable has a noise variance of its
 *     own: a name that plans have for it, such as {@value #USUAL_SCORE} or {@code bic}
 */
public record SearchSettings(
        double lambda,
        double threshold,
        Centring centring,
        long seed,
        boolean ownUnits,
        KnownEdges known,
        boolean noiseDirections,
        double lagLambda,
        int hidden,
        String score) {

    /** The score where none is named: the marginal likelihood BGe. */
    public static final String USUAL_SCORE = "bge";

    /** λ of NOTEARS in its own paper. */
    private static final double NOTEARS_LAMBDA = 0.1;

    private static final double NOTEARS_THRESHOLD = 0.3;
    private static final double SERIES_THRESHOLD = 0.15;
    private static final double DYNOTEARS_LAMBDA = 0.05;
    /** λ₁ of NOTEARS-MLP in its own paper. */
    private static final double MLP_LAMBDA = 0.01;

    public SearchSettings {
        if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be finite and >= 0, was " + lambda);
        }
        if (!(lagLambda >= 0 && lagLambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lagLambda must be finite and >= 0, was " + lagLambda);
        }
        if (!(threshold >= 0 && threshold < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("threshold must be finite and >= 0, was " + threshold);
        }
        if (hidden < 1 || hidden > MlpShape.MOST_HIDDEN) {
            throw new IllegalArgumentException("hidden must be from 1 to " + MlpShape.MOST_HIDDEN + ", was " + hidden);
        }
        if (Objects.requireNonNull(centring, "centring") == Centring.BIAS_TERMS) {
            throw new IllegalArgumentException("centring of a search must be NONE or LOCAL_MEAN, was " + centring);
        }
        Objects.requireNonNull(known, "known");
        GraphScore.of(score);
    }

    /**
     * Settings of a run that knows of no edge beforehand.
     *
     * @param lambda λ of NOTEARS
     * @param threshold smallest weight of an edge
     * @param centring what NOTEARS subtracts from the rows
     * @param seed for restarts
     */
    public SearchSettings(double lambda, double threshold, Centring centring, long seed) {
        this(lambda, threshold, centring, seed, false, KnownEdges.none(), false, lambda, MlpMethod.HIDDEN, USUAL_SCORE);
    }

    /** Reads the parameters that their method declares; the other settings are the usual ones. */
    static SearchSettings of(MethodParameters parameters, SearchSettings usual) {
        double weight = parameters.declares("lambda") ? parameters.number("lambda", usual.lambda) : usual.lambda;
        return new SearchSettings(
                weight,
                parameters.number("threshold", usual.threshold),
                isSet(parameters, "no-centring") ? Centring.NONE : usual.centring,
                parameters.declares("seed") ? parameters.count("seed", usual.seed) : usual.seed,
                isSet(parameters, "own-units"),
                parameters.declares("required") ? parameters.knownEdges() : usual.known,
                parameters.declares("orient") && parameters.text("orient").isPresent(),
                parameters.declares("lambda-a") ? parameters.positive("lambda-a", weight) : weight,
                parameters.declares("hidden") ? (int) parameters.count("hidden") : usual.hidden,
                parameters.declares("score") ? parameters.text("score").orElse(usual.score) : usual.score);
    }

    private static boolean isSet(MethodParameters parameters, String flag) {
        return parameters.declares(flag) && parameters.flag(flag);
    }

    /** {@return the settings that a search starts from, which keep every edge that was found} */
    public static SearchSettings ofSearch() {
        return new SearchSettings(NOTEARS_LAMBDA, 0, Centring.LOCAL_MEAN, 1);
    }

    /**
     * {@return the settings that a search on series starts from: edges from 0.15 are kept, half of the smallest effect
     * that simulations of the papers have}
     */
    public static SearchSettings ofSeries() {
        return ofSearch().with(SERIES_THRESHOLD, Centring.LOCAL_MEAN, 1);
    }

    /** {@return the settings that NOTEARS starts from: λ and threshold of its paper} */
    public static SearchSettings ofNotears() {
        return ofSearch().with(NOTEARS_THRESHOLD, Centring.LOCAL_MEAN, 1);
    }

    /**
     * {@return the settings that DYNOTEARS starts from, λ = λ_A = 0.05 and the threshold of {@link #ofSeries}: those
     * that did best in our measurements}
     */
    public static SearchSettings ofDynotears() {
        return new SearchSettings(DYNOTEARS_LAMBDA, SERIES_THRESHOLD, Centring.LOCAL_MEAN, 1);
    }

    /** {@return the settings that NOTEARS-MLP starts from: λ₁ and threshold of its paper, and 10 hidden units} */
    public static SearchSettings ofNotearsMlp() {
        return new SearchSettings(MLP_LAMBDA, NOTEARS_THRESHOLD, Centring.LOCAL_MEAN, 1);
    }

    /**
     * {@return the same with other networks of variables}
     *
     * @param units m
     */
    public SearchSettings withHidden(int units) {
        return new SearchSettings(
                lambda, threshold, centring, seed, ownUnits, known, noiseDirections, lagLambda, units, score);
    }

    /**
     * {@return the same with a λ of lags of their own}
     *
     * @param value λ_A
     */
    public SearchSettings withLagLambda(double value) {
        return new SearchSettings(
                lambda, threshold, centring, seed, ownUnits, known, noiseDirections, value, hidden, score);
    }

    /**
     * {@return the same λ and the same knowledge with other settings}
     *
     * @param weight smallest weight of an edge
     * @param subtracted what is subtracted from the rows
     * @param restarts seed of restarts
     */
    public SearchSettings with(double weight, Centring subtracted, long restarts) {
        return new SearchSettings(
                lambda, weight, subtracted, restarts, ownUnits, known, noiseDirections, lagLambda, hidden, score);
    }

    /** {@return the same for columns without a common unit, of a search that assumes no equal noise variances} */
    public SearchSettings inOwnUnits() {
        return new SearchSettings(
                lambda, threshold, centring, seed, true, known, noiseDirections, lagLambda, hidden, score);
    }

    /**
     * {@return the same settings with what is known of edges}
     *
     * @param beforehand required and forbidden edges, and tiers
     */
    public SearchSettings knowing(KnownEdges beforehand) {
        return new SearchSettings(
                lambda, threshold, centring, seed, ownUnits, beforehand, noiseDirections, lagLambda, hidden, score);
    }

    /** {@return the same settings with open edges directed by the noises} */
    public SearchSettings directingByNoise() {
        return new SearchSettings(lambda, threshold, centring, seed, ownUnits, known, true, lagLambda, hidden, score);
    }

    /**
     * {@return the same settings with another score}
     *
     * @param name of the score
     * @throws IllegalArgumentException when there is no score of this name; says which there are
     */
    public SearchSettings by(String name) {
        return new SearchSettings(
                lambda, threshold, centring, seed, ownUnits, known, noiseDirections, lagLambda, hidden, name);
    }

    boolean hasUsualScore() {
        return score.equals(USUAL_SCORE);
    }

    record Searched(WeightMatrix network, Evidence evidence, List<String> notes) {}

    /** The network of sites' moments, with probabilities; rows are asked only to direct edges by noises. */
    Searched search(VariableSchema schema, WithinSites moments, Supplier<Contrasts> rows) {
        return over(schema, moments, StructureSearch.of(moments.variables(), seed), rows);
    }

    /** The best graph that climbing finds on sites' moments, without probabilities. */
    Searched climb(VariableSchema schema, WithinSites moments, Supplier<Contrasts> rows) {
        return over(
                schema, moments, StructureSearch.of(moments.variables(), seed).climbing(), rows);
    }

    /** The dynamic network of series' moments: lags are parents only. */
    Searched search(SeriesDesign series, WithinSites moments) {
        TimeSlices slices = series.slices();
        VariableSchema columns = slices.stacked();
        int d = slices.size();
        int lags = series.choosing()
                ? Math.max(
                        EdgeKnowledge.of(known, columns).requiredLags(d),
                        LagOrder.choose(d, slices.lags(), moments.covariance(), (double) moments.rows()))
                : slices.lags();
        EdgeKnowledge knowledge = knowledge(slices, lags);
        SitesSearch.Found found = new SitesSearch(
                        assuming(StructureSearch.of(columns.size(), seed)).knowing(knowledge))
                .search(moments.ofSeries());
        List<Evidence.Equation> equations = found.evidence().equations();
        // held against the noise: a column that varies much for its causes' sake would hide weak ones of them
        WeightMatrix strong = knowledge.strong(
                found.network(),
                threshold,
                found.evidence().trust().assumption(),
                moments.covariance(),
                j -> equations.get(j).noiseVariance());
        List<String> notes = new ArrayList<>(ParentLimit.OF_SCORES.notes(columns, found.network()));
        lackedSomewhere(slices.variables(), moments).ifPresent(notes::add);
        if (found.acrossSteps()) {
            notes.add("edges within a step are left out, but for required ones: pairs without an edge depend on each"
                    + " other more than by chance, and variables affect others over steps, so what happens between two"
                    + " steps would look like edges within one; shorter steps would show more");
        }
        return new Searched(
                strong,
                EdgeKnowledge.kept(found.evidence(), found.network(), strong).lookingBack(lags),
                notes);
    }

    /** The knowledge of edges for the columns of a series of which so many lags are used. */
    EdgeKnowledge knowledge(TimeSlices slices, int lags) {
        int d = slices.size();
        return EdgeKnowledge.of(known, slices.stacked()).parentsOnlyFrom(d).withoutChildrenFrom(d * (lags + 1));
    }

    private StructureSearch assuming(StructureSearch search) {
        StructureSearch scored = search.by(GraphScore.of(score));
        return ownUnits ? scored.assuming(NoiseAssumption.UNEQUAL) : scored;
    }

    private Searched over(
            VariableSchema schema, WithinSites moments, StructureSearch search, Supplier<Contrasts> rows) {
        EdgeKnowledge knowledge = EdgeKnowledge.of(known, schema);
        SitesSearch.Found found = new SitesSearch(assuming(search).knowing(knowledge)).search(moments);
        int open = NoiseDirections.open(found);
        List<String> notes = new ArrayList<>(ParentLimit.OF_SCORES.notes(schema, found.network()));
        lackedSomewhere(schema, moments).ifPresent(notes::add);
        if (!hasUsualScore() && found.evidence().trust().assumption() == NoiseAssumption.UNEQUAL) {
            notes.add(GraphScore.of(score).note());
        }
        if (open > 0 && noiseDirections != NoiseDirections.told(found)) {
            notes.add(
                    noiseDirections
                            ? "orient non-gaussian directed no edge: noises look normal, which tells no directions"
                            : "noises are not normal and " + Words.count(open, "edge") + (open == 1 ? " is" : " are")
                                    + " without direction: orient non-gaussian directs what the noise tells, if"
                                    + " relations are linear and no common cause is hidden");
        } else if (open > 0 && noiseDirections && otherUnits(schema, moments).isPresent()) {
            notes.add("orient non-gaussian directed no edge, for sites are asked about residuals in one unit, and "
                    + otherUnits(schema, moments).get());
        } else if (noiseDirections) {
            found = NoiseDirections.direct(found, knowledge, moments, rows.get());
        }
        WeightMatrix strong = knowledge.strong(found.network(), threshold);
        return new Searched(strong, EdgeKnowledge.kept(found.evidence(), found.network(), strong), notes);
    }

    /** Which columns some sites do not have, and how many sites and rows the others are. */
    private static Optional<String> lackedSomewhere(VariableSchema schema, WithinSites moments) {
        return moments.groups()
                .map(groups -> IntStream.range(0, schema.size())
                        .filter(j -> groups.sites(j, j) < moments.sites())
                        .mapToObj(j -> schema.names().get(j) + " at " + groups.sites(j, j) + " of "
                                + Words.count(moments.sites(), "site") + " ("
                                + Words.count(Math.round(groups.rows(j, j)), "row") + ")")
                        .collect(Collectors.joining(", ", "not every site has every column: ", "")));
    }

    /** The columns that vary more at some sites than at others, as in other units. */
    static Optional<String> otherUnits(VariableSchema schema, WithinSites moments) {
        Set<Integer> columns = moments.scaleFactors(schema.size()).keySet();
        String names = columns.stream().map(schema.names()::get).collect(Collectors.joining(", "));
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of("deviations of " + names + " differ between sites, as in other units");
    }

    /** The information that sites which may differ share for networks of their own, beside settings of the search. */
    public enum Sharing {
        /** The mode that predicts held-out rows best, if that is surely better than {@link #LOCAL}. */
        AUTO,
        /** Nothing. */
        LOCAL,
        /** Rows of others count a part of one's own, the part that predicts best; only sums of moments are needed. */
        POOL,
        /** Probabilities that others give to edges, summed, are a prior. */
        EDGES,
        /** One structure with weights of each site's own; scores are summed. */
        STRUCTURE;

        static List<String> words() {
            return Arrays.stream(values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .toList();
        }

        /** Parameter {@code personal}; empty without. */
        static Optional<Sharing> of(MethodParameters parameters) {
            return parameters.text("personal").map(word -> values()[words().indexOf(word)]);
        }
    }
}
