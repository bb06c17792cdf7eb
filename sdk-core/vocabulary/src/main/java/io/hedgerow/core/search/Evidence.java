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
 * What a search on second moments yields beside the network: edge probabilities, intercepts and variances, curves,
 * effects and trust.
 *
 * @param pairs directions that are identified, and probabilities
 * @param equations of every variable, in the order of the schema; empty where means are not known
 * @param trust the assumptions and whether the data agree
 * @param lags of series, as many steps back as were found to be needed or were asked for; empty of other rows
 * @param curves one for each edge, where relations may bend; empty where they are lines
 * @param sharing what sites shared for networks of their own; empty where they have none
 * @param categories the families of a network that has categories; empty where all variables are numbers
 * @param effects total effects of variables on each other; empty where the graphs of a posterior are not at hand
 */
public record Evidence(
        PairProbabilities pairs,
        List<Equation> equations,
        Trust trust,
        OptionalInt lags,
        List<Curve> curves,
        Optional<Sharing> sharing,
        Optional<CategoricalModel> categories,
        Optional<TotalEffects> effects) {
    public Evidence {
        curves = List.copyOf(curves);
        Objects.requireNonNull(pairs, "pairs");
        equations = List.copyOf(equations);
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(lags, "lags");
        Objects.requireNonNull(sharing, "sharing");
        Objects.requireNonNull(categories, "categories");
        Objects.requireNonNull(effects, "effects");
    }

    /**
     * Evidence of numbers alone.
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
        this(pairs, equations, trust, lags, curves, sharing, Optional.empty(), Optional.empty());
    }

    /**
     * {@return the same with the families of a network that has categories}
     *
     * @param families counts and equations
     */
    public Evidence with(CategoricalModel families) {
        return new Evidence(pairs, equations, trust, lags, curves, sharing, Optional.of(families), effects);
    }

    /**
     * Evidence where relations are linear and sites have no networks of their own.
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
     * {@return a copy for time series, with the largest lag that was searched}
     *
     * @param steps as far back as was looked
     */
    public Evidence lookingBack(int steps) {
        return new Evidence(pairs, equations, trust, OptionalInt.of(steps), curves, sharing, categories, effects);
    }

    /**
     * The same with what else is said of pairs, and of equations.
     *
     * @param known of every pair
     * @param fitted of every variable, or none
     */
    public Evidence with(PairProbabilities known, List<Equation> fitted) {
        return new Evidence(known, fitted, trust, lags, curves, sharing, categories, effects);
    }

    /**
     * {@return the same with total effects}
     *
     * @param found of the posterior; none where what directed edges is not in it
     */
    public Evidence with(Optional<TotalEffects> found) {
        return new Evidence(pairs, equations, trust, lags, curves, sharing, categories, found);
    }

    /** {@return a copy shown with the marks of an ancestral graph, which allows for hidden causes} */
    public Evidence byMarks() {
        return with(pairs.byMarks(), equations);
    }

    /** {@return the same with lower probabilities for safety's sake} */
    public Evidence beingCautious() {
        return with(pairs.beingCautious(), equations);
    }

    /**
     * {@return the same with one more finding about the network}
     *
     * @param finding which replaces one about the same disagreement
     */
    public Evidence with(Finding finding) {
        return new Evidence(pairs, equations, trust.with(finding), lags, curves, sharing, categories, effects);
    }

    /** {@return all findings about the network: those of its tests, and the pairs whose marks say a hidden cause} */
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
     * {@return a copy with what sites shared to learn personal networks}
     *
     * @param chosen what they shared for these
     */
    public Evidence sharing(Sharing chosen) {
        return new Evidence(pairs, equations, trust, lags, curves, Optional.of(chosen), categories, effects);
    }

    /**
     * How much information sites shared to learn personal networks, and the gain from sharing.
     *
     * @param mode in a word, with the part that a row of another site counts
     * @param gain in the log-likelihood of held-out rows of all sites over sharing nothing; 0 where nothing was
     * @param error standard error of the gain
     */
    public record Sharing(String mode, double gain, double error) {}

    /**
     * {@return the same with the curves of a network's edges only}
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
                effects);
    }

    /**
     * The intercept, noise variance and standard deviation of a variable.
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
         * An equation of a variable whose deviation is not known.
         *
         * @param intercept in the variable's unit
         * @param noiseVariance in its square
         */
        public Equation(double intercept, double noiseVariance) {
            this(intercept, noiseVariance, OptionalDouble.empty());
        }
    }

    /**
     * How an effect depends on one of its causes, whatever the others are (partial dependence: Friedman 2001).
     *
     * @param from the cause's position
     * @param to the effect's position
     * @param points in the order of the cause's values, over the range that has almost all rows
     * @param interacting whether it depends on another cause, too, how the effect follows: the curve is then the mean
     *     over that cause's values
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
     * @param effect by how much its mean is above that over all rows, in its unit
     * @param deviation of that, by the posterior of the regression
     */
    public record Point(double cause, double effect, double deviation) {}
}
