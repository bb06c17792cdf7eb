// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a private run other than the data and the budget. All of them are public; none may be tuned on the
 * sites' own data, which no budget would cover.
 *
 * @param algorithm the algorithm of the run
 * @param rounds T; 0 for a release that needs no iteration
 * @param localIterations K, exactly as many private steps in every round; 0 without steps
 * @param lambda λ of the ℓ1 term
 * @param rho1 penalty on cycles
 * @param rho2 penalty on disagreement
 * @param gamma step length of the greedy solver
 * @param clip κ of the greedy solvers, in units of a residual; the bound on a row's norm of dp-fed-bnsl
 * @param selectionShare the selection's share of a step's budget
 * @param scaleShare the share of the budget for the release of the variables' scales
 * @param threshold smallest weight of an edge; 0 keeps what a search found
 * @param smallestDeviation public: no variable's standard deviation is expected below it
 * @param largestDeviation public: none is expected above it
 * @param centre the centre that is subtracted
 * @param publicCentre with {@link Centre#PUBLIC}, one value per variable
 * @param bound public: cells are clipped to it for a private mean in rounds
 * @param ownUnits whether columns are in unrelated units
 * @param known knowledge of edges, which the search on a release keeps; absent when there is none
 * @param seed of the partition; private noise has none
 * @param meanSmoothness true where greedy solvers take the mean of all sites' released second moments; otherwise absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PrivateSettings(
        PrivateAlgorithm algorithm,
        int rounds,
        int localIterations,
        double lambda,
        double rho1,
        double rho2,
        double gamma,
        double clip,
        double selectionShare,
        double scaleShare,
        double threshold,
        double smallestDeviation,
        double largestDeviation,
        Centre centre,
        @Nullable List<Double> publicCentre,
        @Nullable Double bound,
        boolean ownUnits,
        @Nullable KnownEdges known,
        long seed,
        @Nullable Boolean meanSmoothness) {

    private static final double PAPER_THRESHOLD = 0.3;
    private static final double SMALLEST_DEVIATION = 0.02;
    private static final double LARGEST_DEVIATION = 3000;
    /**
     * The smallest deviation for private steps: they have λ, κ and their threshold in units of a noise deviation, so a
     * narrower range serves them.
     */
    private static final double SMALLEST_STEP_DEVIATION = 0.2;

    private static final double LARGEST_STEP_DEVIATION = 20;
    /** A δ for the defaults, which do not depend on it. */
    private static final double ANY_DELTA = 1e-6;

    public PrivateSettings {
        if (meanSmoothness != null && !algorithm.isGreedy()) {
            throw new IllegalArgumentException(
                    "meanSmoothness must be absent unless an algorithm takes greedy steps, was " + meanSmoothness
                            + " with " + algorithm.id());
        }
        if (known != null && algorithm.isInRounds()) {
            throw new IllegalArgumentException(
                    "only a search on a release can keep known edges, " + algorithm.id() + " learns in rounds");
        }
    }

    /**
     * {@return settings that did best on simulated data for which no result is reported ({@code docs/results.md}):
     * functions of public numbers only}
     *
     * @param algorithm the algorithm of the run
     * @param variables d
     * @param sites P
     * @param epsilon of the run
     */
    public static PrivateSettings recommended(PrivateAlgorithm algorithm, int variables, int sites, double epsilon) {
        GreedyDefaults greedy = GreedyDefaults.of(variables, new PrivacyBudget(epsilon, ANY_DELTA));
        boolean steps = algorithm.isGreedy();
        boolean rounds = algorithm.isInRounds();
        return new PrivateSettings(
                algorithm,
                rounds ? greedy.rounds() : 0,
                steps ? greedy.steps().count() : 0,
                steps ? greedy.lambda() : rounds ? 0.07 * sites : 0,
                greedy.rho1(),
                greedy.rho2(),
                greedy.steps().gamma(),
                steps ? greedy.steps().clipFactor() : Math.sqrt(5.0 * variables),
                greedy.shares().selection(),
                greedy.shares().smoothness(),
                rounds ? PAPER_THRESHOLD : 0,
                steps ? SMALLEST_STEP_DEVIATION : SMALLEST_DEVIATION,
                steps ? LARGEST_STEP_DEVIATION : LARGEST_DEVIATION,
                Centre.NONE,
                null,
                null,
                false,
                null,
                1,
                null);
    }

    /** {@return the same steps with the mean of all sites' released second moments, which sites then send} */
    public PrivateSettings withMeanSmoothness() {
        return changed(rounds, localIterations, threshold, rows(), known, true);
    }

    /** The centre that sites subtract from their rows. The site's own exact mean is not among them: it would leak. */
    public enum Centre {
        /** Nothing is subtracted. */
        NONE,
        /** Public values are subtracted. */
        PUBLIC,
        /** A private release of the mean is subtracted, paid from the budget. */
        PRIVATE
    }

    /**
     * {@return the same settings with other numbers of rounds and steps, where the algorithm has any}
     *
     * @param otherRounds T; null to keep it
     * @param otherIterations K; null to keep it
     */
    public PrivateSettings withSteps(@Nullable Integer otherRounds, @Nullable Integer otherIterations) {
        return changed(
                rounds == 0 || otherRounds == null ? rounds : otherRounds,
                localIterations == 0 || otherIterations == null ? localIterations : otherIterations,
                threshold,
                rows(),
                known,
                meanSmoothness);
    }

    /**
     * Requires a unit that the algorithm protects.
     *
     * @param unit the unit of privacy
     * @throws IllegalArgumentException unless the unit is a record, where the algorithm releases a row's second moments
     */
    public void requireUnit(PrivacyUnit unit) {
        if (algorithm.boundsRows()) {
            DpClosedFormSolver.requireRecords(unit);
        }
    }

    /**
     * {@return the same settings with another centre}
     *
     * @param chosen the centre
     * @param values with {@link Centre#PUBLIC}, one per variable; otherwise empty
     * @param bounds with {@link Centre#PRIVATE} in rounds, the bound to which cells are clipped; otherwise unused
     */
    public PrivateSettings withCentre(Centre chosen, List<Double> values, double bounds) {
        Rows rows = new Rows(
                smallestDeviation,
                largestDeviation,
                chosen,
                chosen == Centre.PUBLIC ? values : null,
                chosen == Centre.PRIVATE ? bounds : null,
                ownUnits);
        return changed(rounds, localIterations, threshold, rows, known, meanSmoothness);
    }

    /**
     * {@return the same release of moments with other settings}
     *
     * @param weight smallest weight of an edge; 0 keeps all edges that were found
     * @param smallest public; no standard deviation is expected below it
     * @param largest public; none is expected above it
     * @param chosen the centre that sites subtract
     * @param unrelated whether columns are in unrelated units
     */
    public PrivateSettings ofMoments(double weight, double smallest, double largest, Centre chosen, boolean unrelated) {
        return changed(
                rounds,
                localIterations,
                weight,
                new Rows(smallest, largest, chosen, null, null, unrelated),
                known,
                meanSmoothness);
    }

    /** {@return the same settings with a mean of each site that is released and subtracted} */
    public PrivateSettings withPrivateMean() {
        return ofMoments(threshold, smallestDeviation, largestDeviation, Centre.PRIVATE, ownUnits);
    }

    /**
     * {@return the same settings with knowledge of edges}
     *
     * @param beforehand required and forbidden edges, and tiers
     * @throws IllegalArgumentException when something is known and the algorithm learns in rounds
     */
    public PrivateSettings knowing(KnownEdges beforehand) {
        return changed(
                rounds,
                localIterations,
                threshold,
                rows(),
                beforehand.knowsNothing() ? null : beforehand,
                meanSmoothness);
    }

    private record Rows(
            double smallest,
            double largest,
            Centre centre,
            @Nullable List<Double> publicCentre,
            @Nullable Double bound,
            boolean ownUnits) {}

    private Rows rows() {
        return new Rows(smallestDeviation, largestDeviation, centre, publicCentre, bound, ownUnits);
    }

    private PrivateSettings changed(
            int otherRounds,
            int otherIterations,
            double weight,
            Rows rows,
            @Nullable KnownEdges beforehand,
            @Nullable Boolean mean) {
        return new PrivateSettings(
                algorithm,
                otherRounds,
                otherIterations,
                lambda,
                rho1,
                rho2,
                gamma,
                clip,
                selectionShare,
                scaleShare,
                weight,
                rows.smallest(),
                rows.largest(),
                rows.centre(),
                rows.publicCentre(),
                rows.bound(),
                rows.ownUnits(),
                beforehand,
                seed,
                mean);
    }
}
