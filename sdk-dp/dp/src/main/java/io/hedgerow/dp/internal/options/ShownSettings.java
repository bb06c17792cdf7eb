// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a private run as its report shows them: public numbers by name. Every private method has the same
 * names, so that a reader of results need not know the method; what a method does not have is 0, or its usual value.
 *
 * @param inRounds of rounds towards a consensus
 * @param ofSteps of steps, and the smallest weight of an edge
 * @param ofRows of the rows of sites
 * @param beside what is shown last
 */
public record ShownSettings(
        @JsonUnwrapped InRounds inRounds,
        @JsonUnwrapped OfSteps ofSteps,
        @JsonUnwrapped OfRows ofRows,
        @JsonUnwrapped Beside beside) {

    /** The seed of the search, which is the same at every site. */
    private static final long USUAL_SEED = 1;

    /**
     * The settings of rounds.
     *
     * @param algorithm the name of the method
     * @param rounds T; 0 for a release that needs no iteration
     * @param localIterations K; 0 without steps
     */
    public record InRounds(
            String algorithm, int rounds, int localIterations, double lambda, double rho1, double rho2) {}

    /**
     * The settings of steps.
     *
     * @param clip κ of greedy steps, in units of a residual; the bound on a row's norm of the closed form
     */
    public record OfSteps(double gamma, double clip, double selectionShare, double scaleShare, double threshold) {}

    /** The settings of rows, in units of the rows that are computed on. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OfRows(
            double smallestDeviation,
            double largestDeviation,
            Centre centre,
            @Nullable List<Double> publicCentre,
            @Nullable Double bound,
            boolean ownUnits) {}

    /** Other settings: prior knowledge of edges, seeds other than those of noise, and whether moments are shared. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Beside(
            @Nullable KnownEdges known, long seed, @Nullable Boolean meanSmoothness) {}

    /** What the method of a run shows of its settings; empty where it shows none of these. */
    public static Optional<ShownSettings> of(Method method) {
        return method.shownSettings().filter(ShownSettings.class::isInstance).map(ShownSettings.class::cast);
    }

    /** The settings of private greedy steps. */
    public static ShownSettings ofSteps(String method, ConsensusView consensus, StepView steps, RowView rows) {
        return of(method, consensus, steps.count(), steps, rows, null);
    }

    /** The settings of one noisy matrix of rows whose norms are bounded, with rounds on it. */
    public static ShownSettings ofMatrix(
            String method, ConsensusView consensus, double bound, RowView rows, GreedyDefaults defaults) {
        return of(method, consensus, 0, clipped(defaults, bound), rows, null);
    }

    /** The settings of a release that is searched. */
    public static ShownSettings ofSearch(
            String method, int variables, RowView rows, double threshold, KnownEdges known, GreedyDefaults defaults) {
        return of(
                method,
                new ConsensusView(0, 0, defaults.rho1(), defaults.rho2(), threshold),
                0,
                clipped(defaults, Math.sqrt(5.0 * variables)),
                rows,
                known.knowsNothing() ? null : known);
    }

    private static StepView clipped(GreedyDefaults defaults, double clip) {
        StepView usual = StepView.usual(defaults);
        return new StepView(usual.count(), usual.gamma(), clip, usual.shares(), false);
    }

    private static ShownSettings of(
            String method,
            ConsensusView consensus,
            int count,
            StepView steps,
            RowView rows,
            @Nullable KnownEdges known) {
        return new ShownSettings(
                new InRounds(method, consensus.rounds(), count, consensus.lambda(), consensus.rho1(), consensus.rho2()),
                new OfSteps(
                        steps.gamma(),
                        steps.clip(),
                        steps.shares().selection(),
                        steps.shares().smoothness(),
                        consensus.threshold()),
                new OfRows(
                        rows.smallest(),
                        rows.largest(),
                        rows.centre(),
                        rows.centre() == Centre.PUBLIC ? rows.values() : null,
                        rows.bound().isPresent() ? (Double) rows.bound().getAsDouble() : null,
                        rows.ownUnits()),
                new Beside(known, USUAL_SEED, steps.meanSmoothness() ? true : null));
    }

    /** The same settings with a seed that the run has for something else than noise. */
    public ShownSettings withSeed(long seed) {
        return new ShownSettings(inRounds, ofSteps, ofRows, new Beside(beside.known(), seed, beside.meanSmoothness()));
    }
}
