// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.ancestral.FactorSearch.Effort;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * Finds edges and their marks when hidden common causes are possible. From the best graph without hidden causes
 * {@link DiagramClimb} looks for a path diagram that explains the correlations better, and {@link FactorSearch} for
 * hidden causes of several variables, whose coefficients are fewer than the edges between these; the latter where the
 * former gains {@value #SURE} nats or four variables are joined in pairs.
 *
 * <ul>
 *   <li>Where either is better by {@value #SURE} nats and by what a search gains by chance, hidden causes are claimed.
 *       Where those of several variables explain more, marks are as {@link FactorMarks} is sure of them, and otherwise
 *       those of the diagram's separations as far as {@link DiagramProfile} says that every diagram with another mark
 *       is worse by {@value #SURE} nats. So are adjacencies, for a graph without hidden causes needs more edges.
 *   <li>Otherwise marks are of the best graph without hidden causes, as far as {@link PosteriorMarks} is sure of them:
 *       the graphs of the posterior share them, and no near path diagram has another.
 *   <li>Where a network with hidden causes is better by {@value #SURE} nats that chance may give, only marks that this
 *       one has, too, are left.
 * </ul>
 *
 * <p>Conditional independences are not tested one by one, as GFCI does (Ogarrio, Spirtes and Ramsey 2016): where two
 * paths nearly cancel, tests lose edges of networks without hidden causes and make two-headed ones, see
 * {@code docs/adr/0040-every-row-counts.md}.
 *
 * <p>Post-processing of correlations: costs no budget. Deterministic.
 */
public final class HiddenCauseSearch {

    /** Nats after the price of edges: odds of 400 to 1. */
    static final double SURE = 6;

    /**
     * Nats that two-headed edges gain by chance for each pair of edges that meet: where effects are weak, every part of
     * a graph has alternatives, and their gains add up.
     */
    private static final double OF_MEETING = 0.02;

    /**
     * Nats that two-headed edges gain by chance for each ln(1 + q), with q of {@link FactorDiagram#expectedFours}:
     * among few variables alternatives meet each other.
     */
    private static final double OF_FOURS = 2;

    /**
     * Nats that hidden causes of several gain by chance for each ln(1 + q): one of four variables that are all joined
     * has four coefficients instead of six edges.
     */
    private static final double SEVERAL_OF_FOURS = 6;

    /** The largest ln(1 + q) that counts: denser graphs gain no more. */
    private static final double MOST_FOURS = 2;

    /**
     * The most saved coefficients whose price does not count where two-headed edges gain little. A hidden cause of four
     * variables saves two against their six edges; if the weights of six edges are alike, such a cause fits them, too.
     */
    private static final int SAVED = 2;

    /** A search whose gain is within so many nats of a claim may do the most work. */
    private static final double NEAR = 3;

    /** Pairs that are adjacent in a smaller share of the posterior's graphs are not considered. */
    private static final double CONSIDERED = 0.02;

    /** Nats by which hidden causes of several must explain more than two-headed edges. */
    private static final double BETTER = 0.1;

    /**
     * Rows for each variable, those that lags take not counted, below which nothing is claimed, as no other misfit is:
     * chance makes hidden causes, too.
     */
    private static final int ENOUGH = 2;

    /** Beyond this a search takes minutes. */
    public static final int MOST_VARIABLES = 150;

    /** Operations of the search for hidden causes of several: about a minute. */
    private static final double MOST_WORK = 1e11;
    /** The same where a claim is not near: half a second with up to {@value #FEW} variables. */
    private static final double LITTLE_WORK = 6e8;
    /** With more variables less by their square: there are so many edges that chance may add. */
    private static final int FEW = 20;

    private final int d;
    /** d and the lags of a series. */
    private final int all;

    private final double[] correlation;
    private final double rows;
    /** Given the lags: [d, d]. */
    private final double[] left;

    private final double leftRows;
    private final EdgeRules rules;

    /**
     * Takes correlations C, row by row, positive definite, of n_eff rows, of a series' variables and their lags, which
     * are parents only, and those that are left of the variables given all lags, [d, d], of fewer rows: without lags
     * the same twice. Path diagrams have edges from lags beside those within a step: what is uncorrelated with a lag of
     * one variable of a pair tells which way their edge goes. Hidden causes of several variables are looked for in what
     * lags leave.
     */
    public HiddenCauseSearch(double[] correlation, double rows, double[] left, double leftRows, EdgeRules rules) {
        this.d = (int) Math.round(Math.sqrt(left.length));
        this.all = (int) Math.round(Math.sqrt(correlation.length));
        this.correlation = correlation;
        this.rows = rows;
        this.left = left;
        this.leftRows = leftRows;
        this.rules = rules;
    }

    /**
     * The result; {@code joined}, symmetric, is P(edge) where hidden causes are claimed, and its upper bound where they
     * are not but may be: of the first of the graphs' variables, d or with their lags.
     */
    public record Found(AncestralMarks marks, Optional<WeightMatrix> joined) {}

    /**
     * Searches from the best graph without hidden causes; {@code drawn} are graphs of the posterior, or none. Variables
     * of graphs beyond d are lags. Time puts the arrowhead of an edge from a lag, and nothing says whether a cause over
     * steps is hidden, so its other end is a circle.
     */
    public Found look(WeightMatrix best, List<WeightMatrix> drawn) {
        if (leftRows < ENOUGH * d) {
            return unclaimed(best, posterior(best, drawn));
        }
        Pairwise pairs = pairwise(best);
        FactorDiagram graph = FactorDiagram.of(PathDiagram.of(best, d));
        // not a number where columns determine each other, which claims nothing
        if (!(pairs.gain() >= SURE) && !graph.joinsFour()) {
            return unclaimed(best, undenied(posterior(best, drawn), pairs.score(), pairs.found()));
        }
        double bound = bound(PathDiagram.of(best, all).meetings(), graph.expectedFours());
        double boundOfSeveral = boundOfSeveral(graph.expectedFours());
        Several several = several(best, graph, pairs, pairs.gain() >= bound, boundOfSeveral);
        if (!(Math.max(pairs.gain(), several.gain()) >= SURE)) {
            return unclaimed(best, undenied(posterior(best, drawn), pairs.score(), pairs.found()));
        }
        if (!(pairs.gain() >= bound || several.counted(pairs.gain()) >= boundOfSeveral)) {
            List<PathDiagram> near =
                    List.of(pairs.found().first(d), pairs.plain().first(d));
            return doubted(
                    best,
                    new FactorMarks(several.factors(), graph, near, rules, SURE),
                    undenied(posterior(best, drawn), pairs.score(), pairs.found()));
        }
        if (several.gain() > pairs.gain() + BETTER) {
            FactorDiagram found = several.factors().best().diagram();
            FactorMarks marks = new FactorMarks(
                    several.factors(), found, List.of(pairs.found().first(d)), rules, SURE);
            return claimed(
                    best,
                    marks.marks(),
                    (i, j) -> marks.fallOfEnd(i, j, SURE),
                    (i, j) -> marks.joining(i, j, SURE),
                    several.gain());
        }
        DiagramProfile profile =
                DiagramProfile.of(pairs.score(), correlation, rows, rules, pairs.found(), considered(drawn));
        double gain = pairs.score().of(profile.best()) - pairs.without();
        return claimed(best, profile.marks(), profile::fallOfEnd, profile::joining, gain);
    }

    /**
     * The best path diagrams without hidden causes, and with those of two variables, which are two-headed edges.
     *
     * @param without the score of {@code plain}
     * @param gain nats by which {@code found} is better
     */
    private record Pairwise(DiagramScore score, PathDiagram plain, PathDiagram found, double without, double gain) {}

    private Pairwise pairwise(WeightMatrix best) {
        PathDiagram start = PathDiagram.of(best, all);
        DiagramScore score = new DiagramScore(all, correlation, rows, share(start));
        DiagramClimb climb = new DiagramClimb(score, correlation, rows, rules, start).withoutHidden();
        PathDiagram plain = climb.diagram().copy();
        double without = score.of(plain);
        PathDiagram found = climb.withHidden().diagram();
        if (all > d) { // lags tell the edges of a clique from each other
            PathDiagram other = new DiagramClimb(score, correlation, rows, rules, plain)
                    .withHiddenClique()
                    .diagram();
            found = score.of(other) > score.of(found) ? other : found;
        }
        return new Pairwise(score, plain, found, without, score.of(found) - without);
    }

    /**
     * Hidden causes of several variables, found in the residuals after regression on lags.
     *
     * @param price nats of an edge
     * @param plain the best graph without hidden causes
     * @param without its score
     */
    private record Several(FactorSearch factors, double price, PathDiagram plain, double without) {

        double gain() {
            return factors.best().score() - without;
        }

        /** Nats that count for a claim: where two-headed edges gain little, those of saved coefficients do not. */
        double counted(double twoHeaded) {
            int saved = Math.max(
                    0,
                    Math.min(SAVED, plain.edgeCount() - factors.best().diagram().size()));
            return factors.best().claimable() - without - (twoHeaded >= SURE ? 0 : saved * price);
        }
    }

    /** Searches long only where pairs are claimed already, or where a claim is near. */
    private Several several(
            WeightMatrix best, FactorDiagram graph, Pairwise pairs, boolean claimed, double boundOfSeveral) {
        DiagramScore step =
                all == d ? pairs.score() : new DiagramScore(d, left, leftRows, share(PathDiagram.of(best, d)));
        PathDiagram plain = all == d ? pairs.plain() : climbedInStep(step, best);
        double without = step.of(plain);
        double little = Math.min(1, Math.pow((double) FEW / d, 2));
        double promising = claimed ? Double.NEGATIVE_INFINITY : without + boundOfSeveral - NEAR;
        List<FactorDiagram> starts =
                pairs.gain() > 0 ? List.of(graph, FactorDiagram.of(pairs.found().first(d), left)) : List.of(graph);
        FactorSearch factors = new FactorSearch(
                left, leftRows, step.price(), rules, starts, new Effort(promising, LITTLE_WORK * little, MOST_WORK));
        return new Several(factors, step.price(), plain, without);
    }

    /** Nats from which two-headed edges are claimed: 6 + .02 m + 2 L, with L of {@link #chance}. */
    static double bound(int meetings, double expectedFours) {
        return SURE + OF_MEETING * meetings + OF_FOURS * chance(expectedFours);
    }

    /** Nats from which hidden causes of several are claimed, after a nat for each of two: 6 + 6 L. */
    static double boundOfSeveral(double expectedFours) {
        return SURE + SEVERAL_OF_FOURS * chance(expectedFours);
    }

    /** L = ln(1 + q), at most 2. */
    private static double chance(double expectedFours) {
        return Math.min(MOST_FOURS, Math.log1p(expectedFours));
    }

    /** The share of the pairs that are joined, of those that may be: lags are not joined with each other. */
    private double share(PathDiagram graph) {
        return (graph.edgeCount() + 1) / (d * (d - 1) / 2.0 + (graph.variables - d) * d + 2);
    }

    /** The best graph without hidden causes of what lags leave. */
    private PathDiagram climbedInStep(DiagramScore step, WeightMatrix best) {
        return new DiagramClimb(step, left, leftRows, rules, PathDiagram.of(best, d))
                .withoutHidden()
                .diagram();
    }

    /** Marks of the best graph as far as the posterior is sure of them. */
    private Found unclaimed(WeightMatrix best, PosteriorMarks marks) {
        return new Found(marks(best, marks.marks(), marks::isVisible, marks.shares(), 0), Optional.empty());
    }

    /** The same marks, as far as near path diagrams, the one that was found among them, do not deny them. */
    private PosteriorMarks undenied(PosteriorMarks marks, DiagramScore score, PathDiagram found) {
        boolean[] ends = marks.ends(all);
        return marks.undenied(DiagramProfile.ofEnds(score, correlation, rows, rules, found, ends));
    }

    private PosteriorMarks posterior(WeightMatrix best, List<WeightMatrix> drawn) {
        return new PosteriorMarks(marks(best), drawn.stream().map(this::marks).toList(), d, rules);
    }

    /** Marks of pairs, with edges from lags; shares, [d, d] row by row, or none. */
    private AncestralMarks marks(
            WeightMatrix best,
            AncestralGraph graph,
            BiPredicate<Integer, Integer> visible,
            double[] shares,
            double gain) {
        int columns = best.variables();
        double[] widened = new double[columns * columns];
        for (int k = 0; k < columns * columns && shares.length > 0; k++) {
            int i = k / columns;
            int j = k % columns;
            boolean within = i < d && j < d;
            widened[k] =
                    within ? shares[i * d + j] : joinsLag(best, graph, i, j) || joinsLag(best, graph, j, i) ? 1 : 0;
        }
        return AncestralMarks.of(
                columns,
                (i, j) -> i < d && j < d ? graph.end(i, j) : endOfLagged(best, graph, i, j),
                (i, j) -> i < d && j < d && visible.test(i, j),
                shares.length == 0 ? Optional.empty() : Optional.of(WeightMatrix.ofRows(columns, widened)),
                gain);
    }

    /** Between a lag and another variable the mark at j. */
    private Optional<End> endOfLagged(WeightMatrix best, AncestralGraph graph, int i, int j) {
        if (joinsLag(best, graph, i, j)) {
            return Optional.of(End.ARROW);
        }
        return joinsLag(best, graph, j, i)
                ? Optional.of(rules.requires(j, i) ? End.TAIL : End.CIRCLE)
                : Optional.empty();
    }

    /** Whether an edge leads from a lag to another variable, by the marks where these have lags. */
    private boolean joinsLag(WeightMatrix best, AncestralGraph graph, int lag, int j) {
        return lag >= d && j < d && (lag < graph.variables ? graph.joined(lag, j) : best.hasEdge(lag, j));
    }

    /**
     * Marks of the best graph that diagrams with hidden causes share, and circles for the others; as likely as the
     * graphs of the posterior have them, too. Nothing is claimed.
     */
    private Found doubted(WeightMatrix best, FactorMarks marks, PosteriorMarks without) {
        AncestralGraph sure = new AncestralGraph(d);
        double[] joined = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i == j) {
                    continue;
                }
                joined[i * d + j] = probability(marks.joining(i, j, SURE));
                if (marks.marks().joined(i, j)) {
                    boolean stands = marks.fallOfEnd(i, j, SURE) >= SURE
                            && !without.marks().has(i, j, End.CIRCLE);
                    sure.set(i, j, stands ? marks.marks().end(i, j).orElseThrow() : End.CIRCLE);
                }
            }
        }
        AncestralMarks left =
                marks(best, sure, (i, j) -> sure.isVisible(i, j) && without.isVisible(i, j), without.shares(), 0);
        return new Found(left, Optional.of(WeightMatrix.ofRows(d, joined)));
    }

    private AncestralGraph marks(WeightMatrix graph) {
        return Orientation.classOf(AncestralGraph.of(PathDiagram.of(graph, d)).afterLags(graph), rules);
    }

    /** Pairs that are adjacent in more than a few of the posterior's graphs. */
    private boolean[] considered(List<WeightMatrix> drawn) {
        boolean[] considered = new boolean[all * all];
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < all; j++) {
                int one = i;
                int other = j;
                long joining = drawn.stream()
                        .filter(graph -> graph.hasEdge(one, other) || graph.hasEdge(other, one))
                        .count();
                considered[i * all + j] = joining > CONSIDERED * drawn.size();
            }
        }
        return considered;
    }

    /** Takes marks, by how many nats each is better than another, ln of the odds of adjacency, and the gain. */
    private Found claimed(
            WeightMatrix without,
            AncestralGraph best,
            BiFunction<Integer, Integer, Double> fallOfEnd,
            BiFunction<Integer, Integer, Double> joining,
            double gain) {
        int size = best.variables;
        AncestralGraph sure = new AncestralGraph(size);
        double[] shares = new double[d * d];
        double[] joined = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (i != j) {
                    joined[i * size + j] = probability(joining.apply(i, j));
                }
                if (best.joined(i, j) && (i >= d || j >= d)) {
                    sure.set(i, j, best.end(i, j).orElseThrow());
                } else if (best.joined(i, j)) {
                    double fall = fallOfEnd.apply(i, j);
                    sure.set(i, j, fall < SURE ? End.CIRCLE : best.end(i, j).orElseThrow());
                    // a circle claims nothing
                    double share = fall < SURE ? 1 : probability(fall);
                    shares[i * d + j] = i < j ? share : Math.min(share, shares[j * d + i]);
                    shares[j * d + i] = shares[i * d + j];
                }
            }
        }
        AncestralMarks marks =
                marks(without, sure, (i, j) -> sure.isDirected(i, j) && best.isVisible(i, j), shares, gain);
        return new Found(marks, Optional.of(WeightMatrix.ofRows(size, joined)));
    }

    private static double probability(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }
}
