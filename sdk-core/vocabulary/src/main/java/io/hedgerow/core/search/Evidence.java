// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The evidence beside the network of a search on second moments: P(edge) of each pair, the rest of its equations, and
 * how far to trust it.
 *
 * @param pairs directions that are identified, and probabilities
 * @param equations the rest of every variable's equation, in the order of the schema; empty where means are not known
 * @param trust the assumptions and whether the data agree
 * @param lags the number of lags of series, found to be needed or asked for; empty for other rows
 * @param curves one for each edge, where relations may bend; empty where they are lines
 * @param sharing what sites shared for networks of their own; empty where they have none
 * @param categories the families of a network that has categories; empty where all variables are numbers
 * @param effects total effects of variables on each other; empty where the graphs of a posterior are not at hand
 * @param figures of margins and pairs, with intervals; of a private release alone
 */
public record Evidence(
        PairProbabilities pairs,
        List<Equation> equations,
        Trust trust,
        OptionalInt lags,
        List<Curve> curves,
        Optional<Sharing> sharing,
        Optional<CategoricalModel> categories,
        Optional<TotalEffects> effects,
        Optional<ReleasedFigures> figures) {
    public Evidence {
        curves = List.copyOf(curves);
        Objects.requireNonNull(pairs, "pairs");
        equations = List.copyOf(equations);
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(lags, "lags");
        Objects.requireNonNull(sharing, "sharing");
        Objects.requireNonNull(categories, "categories");
        Objects.requireNonNull(effects, "effects");
        Objects.requireNonNull(figures, "figures");
    }

    /**
     * Creates evidence about numeric variables alone.
     *
     * @param pairs directions and probabilities
     * @param equations of every variable
     * @param trust the assumptions
     * @param lags of series
     * @param curves one for each edge, where relations may bend
     * @param sharing what sites shared
     */
    public Evidence(
            PairProbabilities pairs,
            List<Equation> equations,
            Trust trust,
            OptionalInt lags,
            List<Curve> curves,
            Optional<Sharing> sharing) {
        this(pairs, equations, trust, lags, curves, sharing, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * {@return a copy with the families of a network that has categories}
     *
     * @param families counts and equations
     */
    public Evidence with(CategoricalModel families) {
        return new Evidence(pairs, equations, trust, lags, curves, sharing, Optional.of(families), effects, figures);
    }

    /**
     * Creates evidence where relations are linear and sites have no networks of their own.
     *
     * @param pairs directions and probabilities
     * @param equations of every variable
     * @param trust the assumptions
     * @param lags of series
     */
    public Evidence(PairProbabilities pairs, List<Equation> equations, Trust trust, OptionalInt lags) {
        this(pairs, equations, trust, lags, List.of(), Optional.empty());
    }

    /**
     * {@return a copy for series, with the largest lag that was searched}
     *
     * @param steps the largest lag
     */
    public Evidence lookingBack(int steps) {
        return new Evidence(
                pairs, equations, trust, OptionalInt.of(steps), curves, sharing, categories, effects, figures);
    }

    /**
     * Returns a copy with other probabilities of pairs, and other equations.
     *
     * @param known of every pair
     * @param fitted of every variable, or none
     */
    public Evidence with(PairProbabilities known, List<Equation> fitted) {
        return new Evidence(known, fitted, trust, lags, curves, sharing, categories, effects, figures);
    }

    /**
     * {@return a copy with total effects}
     *
     * @param found the effects over the posterior; empty where the posterior lacks what directed the edges
     */
    public Evidence with(Optional<TotalEffects> found) {
        return new Evidence(pairs, equations, trust, lags, curves, sharing, categories, found, figures);
    }

    /**
     * {@return a copy with figures of margins and pairs}
     *
     * @param told what a private release tells of them
     */
    public Evidence with(ReleasedFigures told) {
        return new Evidence(pairs, equations, trust, lags, curves, sharing, categories, effects, Optional.of(told));
    }

    /** {@return a copy displayed with the marks that remain when causes may be hidden} */
    public Evidence byMarks() {
        return with(pairs.byMarks(), equations);
    }

    /** {@return a copy with lower, cautious probabilities} */
    public Evidence beingCautious() {
        return with(pairs.beingCautious(), equations);
    }

    /**
     * {@return a copy with one more finding about the network}
     *
     * @param finding the finding, which replaces one about the same disagreement
     */
    public Evidence with(Finding finding) {
        return new Evidence(pairs, equations, trust.with(finding), lags, curves, sharing, categories, effects, figures);
    }

    /** {@return all findings about the network: those of its tests, and the pairs whose marks show a hidden cause} */
    public Findings findings() {
        return pairs.marks()
                .map(marks -> trust.findings().with(Finding.at(Misfit.HIDDEN_PAIRS, hidden(marks))))
                .orElse(trust.findings());
    }

    private static List<Finding.Place> hidden(AncestralMarks marks) {
        List<Finding.Place> pairs = new ArrayList<>();
        for (int i = 0; i < marks.variables(); i++) {
            for (int j = i + 1; j < marks.variables(); j++) {
                if (marks.haveHiddenCause(i, j)) {
                    pairs.add(new Finding.Place(i, j, marks.share(i, j)));
                }
            }
        }
        return pairs;
    }

    /**
     * {@return a copy for sites that have networks of their own}
     *
     * @param chosen the knowledge that they shared
     */
    public Evidence sharing(Sharing chosen) {
        return new Evidence(pairs, equations, trust, lags, curves, Optional.of(chosen), categories, effects, figures);
    }

    /**
     * The knowledge that sites shared for networks of their own, beyond settings of the search.
     *
     * @param mode the way of sharing, in a word, with the weight of a row of another site
     * @param gain of log-likelihood of held-out rows of all sites over sharing nothing; 0 where nothing was shared
     * @param error standard error of the gain
     */
    public record Sharing(String mode, double gain, double error) {}

    /**
     * {@return a copy with the curves of a network's edges only}
     *
     * @param network whose edges they are
     */
    public Evidence ofEdges(WeightMatrix network) {
        return new Evidence(
                pairs,
                equations,
                trust,
                lags,
                curves.stream()
                        .filter(curve -> network.hasEdge(curve.from(), curve.to()))
                        .toList(),
                sharing,
                categories,
                effects,
                figures);
    }

    /**
     * The parts of a variable's equation other than the weights.
     *
     * @param intercept in the variable's unit, over all sites
     * @param noiseVariance in its square, within sites
     * @param deviation standard deviation of the variable, in its unit, within sites; empty where it is not known
     */
    public record Equation(double intercept, double noiseVariance, OptionalDouble deviation) {
        public Equation {
            Objects.requireNonNull(deviation, "deviation");
        }

        /**
         * Creates the equation of a variable whose deviation is not known.
         *
         * @param intercept in the variable's unit
         * @param noiseVariance in its square
         */
        public Equation(double intercept, double noiseVariance) {
            this(intercept, noiseVariance, OptionalDouble.empty());
        }
    }

    /**
     * The dependence of an effect on one of its causes, averaged over the others (partial dependence: Friedman 2001).
     *
     * @param from the cause's position
     * @param to the effect's position
     * @param points in the order of the cause's values, over the range that has almost all rows
     * @param interacting whether the dependence varies with another cause: the curve is then the mean over that cause's
     *     values
     */
    public record Curve(int from, int to, List<Point> points, boolean interacting) {
        public Curve {
            points = List.copyOf(points);
        }
    }

    /**
     * A point of a curve.
     *
     * @param cause in its unit
     * @param effect the mean of the effect at this value minus that over all rows, in its unit
     * @param deviation standard deviation of this difference, by the posterior of the regression
     */
    public record Point(double cause, double effect, double deviation) {}
}
