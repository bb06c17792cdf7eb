// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.FactorMoves.Step;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Looks for the {@link FactorDiagram} of the largest likelihood less a price of every coefficient. Edges and hidden
 * causes change together:
 *
 * <ul>
 *   <li>A walk takes one step after the other, each time the best that does not undo a recent one, even if it is worse
 *       (tabu search: Glover 1989). A {@link FactorForecast} sorts the steps, and fits confirm the first.
 *   <li>Where a long walk finds no better diagram, a short one begins at every leap of {@link FactorMoves}, best first.
 *       The first that gains the price of a coefficient is taken, or else the best of all.
 *   <li>Where no leap helps, rivals of every sure direction are looked for in the same way.
 * </ul>
 *
 * <p>A step of a walk costs about 20 steps of fits of the district that it changes, each of p³ / 3 operations where
 * this has p coefficients and noise variances, and the forecasts of that district and of hidden causes. Not
 * thread-safe; deterministic.
 */
final class FactorSearch {

    /** Nats by which a diagram must be better to count as such: fits are not as exact as numbers. */
    private static final double LEAST = 0.05;
    /** Nats that each hidden cause of two gains by chance: searches of dense networks end at a dozen of these. */
    private static final double BY_CHANCE = 1;

    /** Steps of the fit of what is tried. */
    private static final int QUICK_STEPS = 4;
    /** Steps of the fit of what is kept. */
    private static final int STEPS = 40;

    private static final int LONG_WALK = 400;
    /** A long walk ends after so many steps without a better diagram. */
    private static final int PATIENCE = 30;

    private static final int SHORT_WALK = 12;
    /** Of all steps from a diagram, those that are fitted in a long walk. */
    private static final int TRIED = 6;
    /** The same in a short walk. */
    private static final int TRIED_SHORTLY = 4;
    /** Of d² operations, what a diagram costs beside its fit: its copy, its size, and lists of its steps. */
    private static final double DIAGRAM = 40;
    /** A place that has changed stays for so many steps. */
    private static final int REST = 8;
    /** Of all leaps, best after one step of a fit, those that are fitted further. */
    private static final int FITTED = 300;
    /** Of these, the best, from which short walks begin. */
    private static final int FOLLOWED = 50;

    /** Nats below the best at which a short walk that no longer climbs is given up. */
    private static final double HOPELESS = 5;
    /** Nats that a step must gain for a walk to climb. */
    private static final double CLIMBING = 0.5;

    private static final Comparator<Step> BEST_FIRST =
            Comparator.comparingDouble(Step::gain).reversed().thenComparingInt(Step::place);

    private final double[] s;
    private final double n;
    private final double[] left;
    private final double price;
    private final EdgeRules rules;
    private final int d;
    private final Effort effort;
    private final boolean[] rivalled;
    private final List<Scored> seen = new ArrayList<>();
    private final List<Scored> beside = new ArrayList<>();
    private double work;
    /** The most that an earlier start claims. */
    private double claimable = Double.NEGATIVE_INFINITY;

    private Scored best;

    /** A fitted diagram, and its score. */
    record Scored(FactorDiagram diagram, double score) {

        /** The score, less what each hidden cause of two gains by chance. */
        double claimable() {
            return score - BY_CHANCE * diagram.pairs();
        }
    }

    /**
     * The limit on a search's work, in operations: those of {@link FactorFit#work} and {@link FactorForecast#work}, and
     * some d² for each diagram. It may do the most once the best of any start claims more than a promising score, and
     * the least before. A search that has done as much looks no further.
     */
    record Effort(double promising, double least, double most) {}

    /** Searches from several diagrams, which share the work, and goes on from the best that it comes to. */
    FactorSearch(double[] s, double n, double price, EdgeRules rules, List<FactorDiagram> starts, Effort effort) {
        this.s = s;
        this.n = n;
        this.price = price;
        this.rules = rules;
        this.d = starts.get(0).variables;
        this.left = SmallCholesky.conditionalVariances(s, d, FactorFit.PIVOT);
        this.effort = effort;
        this.rivalled = new boolean[d * d];
        Scored top = climbed(starts.get(0));
        for (FactorDiagram start : starts.subList(1, starts.size())) {
            claimable = Math.max(claimable, top.claimable());
            Scored other = climbed(start);
            top = other.score() > top.score() ? other : top;
        }
        best = top;
        while (rivalIsBetter()) {
            climb();
        }
        lookBeside();
    }

    private Scored climbed(FactorDiagram start) {
        best = fitted(start.copy(), STEPS);
        best = longWalk(best);
        climb();
        return best;
    }

    private void climb() {
        while (!done()) {
            Scored better = leapt();
            if (!(better.score() > best.score() + LEAST)) {
                break;
            }
            best = longWalk(better);
        }
    }

    private boolean done() {
        double most = Math.max(claimable, best.claimable());
        return work > (most > effort.promising() ? effort.most() : effort.least());
    }

    /**
     * Walks from the best with each edge whose direction would be sure turned, or a hidden cause instead, to see near
     * diagrams without it (profile likelihood). True at once where one is better, which is the best then.
     */
    private boolean rivalIsBetter() {
        Arrays.fill(rivalled, false);
        FactorDiagram now = best.diagram();
        AncestralGraph marks = Orientation.classOf(now.ancestral(), rules);
        for (int k = 0; k < d * d; k++) {
            int i = k / d;
            int j = k % d;
            if (now.causes(i, j) && marks.isDirected(i, j) && !rules.requires(i, j)) {
                EdgeRules other = rules.without(i, j);
                for (FactorDiagram rival : FactorMoves.rivals(s, rules, now, i, j)) {
                    Scored end = walk(rival, other, SHORT_WALK, SHORT_WALK, TRIED_SHORTLY, Double.NEGATIVE_INFINITY);
                    seen.add(end);
                    if (end.score() > best.score() + LEAST) {
                        best = longWalk(end);
                        Arrays.fill(rivalled, false);
                        return !done();
                    }
                    if (done()) {
                        return false;
                    }
                }
            }
            rivalled[k] = true;
        }
        return false;
    }

    /** Whether i → j is required, or the search looked for its rivals: false where it had done its work before. */
    boolean rivalled(int i, int j) {
        return rules.requires(i, j) || rivalled[i * d + j];
    }

    Scored best() {
        return best;
    }

    /** Diagrams that differ from the best by one step, as far as they come near. */
    List<Scored> beside() {
        return beside;
    }

    /** All diagrams where walks ended, best among them. */
    List<Scored> seen() {
        return seen;
    }

    /** Fits a diagram, whose coefficients change. */
    private Scored fitted(FactorDiagram diagram, int steps) {
        return new Scored(diagram, score(fit(diagram, steps)));
    }

    private double score(FactorFit fit) {
        return fit.logLikelihood() - price * fit.diagram.size();
    }

    private FactorFit fit(FactorDiagram diagram, int steps) {
        FactorFit fit = new FactorFit(diagram, s, n, left, steps);
        work += fit.work() + DIAGRAM * d * d;
        return fit;
    }

    /** Fits the diagrams that one step makes from the best, if they may come near. */
    private void lookBeside() {
        FactorFit fit = fit(best.diagram().copy(), STEPS);
        Optional<FactorForecast> forecast = forecast(fit);
        if (forecast.isPresent()) {
            List<Step> steps = FactorMoves.steps(forecast.get(), rules, price);
            work += forecast.get().work();
            for (Step step : steps) {
                if (step.gain() > -HiddenCauseSearch.SURE) {
                    beside.add(fitted(step.next().get(), QUICK_STEPS));
                }
            }
        }
    }

    private Optional<FactorForecast> forecast(FactorFit fit) {
        return FactorForecast.of(fit);
    }

    private Scored longWalk(Scored from) {
        Scored end = walk(from.diagram(), rules, LONG_WALK, PATIENCE, TRIED, Double.NEGATIVE_INFINITY);
        seen.add(end);
        return end;
    }

    private Scored leapt() {
        List<Scored> leaps = FactorMoves.leaps(s, rules, best.diagram()).stream()
                .takeWhile(leap -> !done())
                .map(leap -> fitted(leap, 1))
                .sorted(Comparator.comparingDouble(Scored::score).reversed())
                .limit(FITTED)
                .map(leap -> fitted(leap.diagram(), QUICK_STEPS))
                .sorted(Comparator.comparingDouble(Scored::score).reversed())
                .limit(FOLLOWED)
                .toList();
        Scored top = best;
        for (Scored leap : leaps) {
            if (done() || top.score() > best.score() + price) {
                break;
            }
            Scored end = walk(leap.diagram(), rules, SHORT_WALK, SHORT_WALK, TRIED_SHORTLY, best.score() - HOPELESS);
            seen.add(end);
            top = end.score() > top.score() + LEAST ? end : top;
        }
        return top;
    }

    /**
     * The best diagram on the way.
     *
     * @param floor below which a walk that does not climb ends
     */
    private Scored walk(FactorDiagram from, EdgeRules obeyed, int most, int patience, int tried, double floor) {
        Scored now = fitted(from.copy(), QUICK_STEPS);
        Scored top = now;
        int since = 0;
        Map<Integer, Integer> resting = new HashMap<>();
        for (int step = 0; step < most && since < patience && !done(); step++) {
            FactorFit fit = fit(now.diagram(), QUICK_STEPS);
            Optional<FactorForecast> forecast = forecast(fit);
            if (forecast.isEmpty()) {
                break;
            }
            double score = score(fit);
            top = top.diagram() == now.diagram() ? new Scored(top.diagram(), score) : top;
            Scored next = null;
            int place = 0;
            int tries = 0;
            double height = top.score();
            PriorityQueue<Step> steps = new PriorityQueue<>(BEST_FIRST);
            FactorMoves.steps(forecast.get(), obeyed, price).stream()
                    .filter(one -> !Double.isNaN(one.gain()))
                    .forEach(steps::add);
            work += forecast.get().work();
            for (Step candidate = steps.poll(); candidate != null; candidate = steps.poll()) {
                boolean rests = resting.getOrDefault(candidate.place(), -1) > step;
                if (rests && score + candidate.gain() < height + LEAST) {
                    continue;
                }
                if (tries++ == tried) {
                    break;
                }
                Scored after = fitted(candidate.next().get(), QUICK_STEPS);
                if ((next == null || after.score() > next.score()) && !(rests && after.score() < height + LEAST)) {
                    next = after;
                    place = candidate.place();
                }
            }
            if (next == null || (next.score() < floor && next.score() < score + CLIMBING)) {
                break;
            }
            resting.put(place, step + REST);
            since++;
            now = next;
            if (now.score() > top.score() + LEAST) {
                top = now;
                since = 0;
            }
        }
        return fitted(top.diagram().copy(), STEPS);
    }
}
