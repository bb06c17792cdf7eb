// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import io.hedgerow.core.internal.search.climb.BestOrder;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.SearchRandom;
import io.hedgerow.core.internal.search.score.BicScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Looks for the {@link FactorDiagram} of the largest likelihood less a price of every coefficient. A step is one of
 * {@link FactorMoves}; then single coefficients that are too many go and such that lack come, as Fisher information
 * predicts and a fit confirms; then the best order for the moments that the hidden causes let expect says anew what
 * causes what (structural EM: Friedman 1998). Climbs begin again where two hidden causes are taken from the best and
 * all edges are of a random order. Not thread-safe; deterministic.
 */
final class FactorSearch {

    private static final double LEAST = 1e-3;
    private static final int QUICK_STEPS = 3;
    private static final int STEPS = 40;
    /** As many times the moves that are tried have more steps of their fits. */
    private static final int QUICK = 4;
    /** Of all moves of a step, those whose score is highest before single coefficients change. */
    private static final int TRIED = 4;

    /** The same, when all is found. */
    private static final int LOOKED = 15;

    private static final int MOST_LOOKS = 2;
    private static final int MOST_STEPS = 60;
    private static final int MOST_CHANGES = 80;
    private static final int MOST_ORDERS = 4;
    private static final int TAKEN = 2;
    /** Nats below the best at which nothing is added to a diagram. */
    private static final double HOPELESS = 10;

    private final double[] s;
    private final double n;
    private final double price;
    private final EdgeRules rules;
    private final int d;
    private final double mostWork;
    private final SearchRandom random = new SearchRandom(1);
    private final List<Scored> seen = new ArrayList<>();
    private final List<Scored> tops = new ArrayList<>();
    private double work;
    private Scored best;

    record Scored(FactorDiagram diagram, double score) {}

    /**
     * Searches from a graph without hidden causes, and again so many times.
     *
     * @param mostWork in p³ for each step that a fit of p coefficients may take: a search that has done as much looks
     *     no further
     */
    FactorSearch(double[] s, double n, double price, EdgeRules rules, FactorDiagram start, int again, double mostWork) {
        this.s = s;
        this.n = n;
        this.price = price;
        this.rules = rules;
        this.d = start.variables;
        this.mostWork = mostWork;
        this.best = all(restructured(fitted(start, STEPS)));
        climb();
        for (int k = 0; k < again; k++) {
            Scored top = best;
            best = elsewhere(top);
            climb();
            best = best.score() > top.score() ? best : top;
        }
        look();
    }

    Scored best() {
        return best;
    }

    /** All diagrams that were looked at closely, in order, best among them. */
    List<Scored> seen() {
        return seen;
    }

    /** The best diagram of each climb. */
    List<Scored> tops() {
        return tops;
    }

    private void climb() {
        for (int k = 0; k < MOST_STEPS && work < mostWork; k++) {
            if (!better(FactorMoves.cliques(s, rules, best.diagram()), TRIED)
                    && !better(FactorMoves.others(s, rules, best.diagram()), TRIED)) {
                break;
            }
        }
        tops.add(best);
    }

    /** Tries more moves at the best: what comes close is seen. */
    private void look() {
        for (int k = 0;
                k < MOST_LOOKS && work < mostWork && better(FactorMoves.others(s, rules, best.diagram()), LOOKED);
                k++) {
            climb();
        }
        seen.add(best);
    }

    private Scored fitted(FactorDiagram diagram, int steps) {
        double reached = fit(diagram, steps).logLikelihood();
        return new Scored(diagram, reached - price * diagram.size());
    }

    private FactorFit fit(FactorDiagram diagram, int steps) {
        double coefficients = diagram.size() + (double) d;
        work += steps * coefficients * coefficients * coefficients;
        return new FactorFit(diagram, s, n, steps);
    }

    private boolean better(List<FactorDiagram> moves, int tried) {
        List<Scored> first = sorted(moves, 1);
        List<Scored> quick = sorted(
                first.stream().limit(QUICK * (long) tried).map(Scored::diagram).toList(), QUICK_STEPS);
        Scored top = best;
        for (int k = 0; k < Math.min(tried, quick.size()); k++) {
            Scored changed = changed(quick.get(k), best.score() - HOPELESS);
            seen.add(changed);
            top = changed.score() > top.score() + LEAST ? changed : top;
        }
        if (top.equals(best)) {
            return false;
        }
        Scored restructured = restructured(top);
        best = restructured.equals(top) ? top : all(restructured);
        seen.add(best);
        return true;
    }

    /** After some steps of fits, best first. */
    private List<Scored> sorted(List<FactorDiagram> moves, int steps) {
        return moves.stream()
                .map(move -> fitted(move, steps))
                .sorted(Comparator.comparingDouble(Scored::score).reversed())
                .toList();
    }

    private Scored elsewhere(Scored from) {
        FactorDiagram other = from.diagram().copy();
        for (int k = 0; k < TAKEN && !other.children.isEmpty(); k++) {
            other.removeHidden(random.nextInt(other.children.size()));
        }
        int[] order = new int[d];
        for (int k = 0; k < d; k++) {
            int at = random.nextInt(k + 1);
            order[k] = order[at];
            order[at] = k;
        }
        return all(restructured(ordered(fitted(other, STEPS).diagram(), order)));
    }

    private Scored restructured(Scored start) {
        Scored now = start;
        for (int round = 0; round < MOST_ORDERS; round++) {
            FactorDiagram diagram = now.diagram();
            ParentSets before = new ParentSets(d, d);
            for (int k = 0; k < d * d; k++) {
                if (diagram.causes(k / d, k % d)) {
                    before.add(k % d, k / d);
                }
            }
            Scored next = ordered(diagram, before.topologicalOrder());
            if (!(next.score() > now.score() + LEAST)) {
                break;
            }
            now = next;
        }
        return now;
    }

    /** The same hidden causes, and the graph of the best order for the moments that they let expect. */
    private Scored ordered(FactorDiagram diagram, int[] order) {
        int f = diagram.children.size();
        int all = d + f;
        double[] joint = fit(diagram, STEPS).expected();
        double[] odds = new double[all * all];
        for (int k = 0; k < all * all; k++) {
            int i = k / all;
            int j = k % all;
            boolean may = j < d && i != j && (i >= d || rules.permit(i, j, Edge.FORWARD));
            odds[k] = may ? Math.log(n) / 2 - price : Double.NEGATIVE_INFINITY;
        }
        ParentSets found = new BestOrder(
                        new LocalScores(EdgeKnowledge.none(all).parentsOnlyFrom(d), BicScore.of(all, joint, n), odds))
                .search(order);
        FactorDiagram next = new FactorDiagram(d);
        System.arraycopy(diagram.own, 0, next.own, 0, d);
        for (int j = 0; j < d; j++) {
            for (int a = 0; a < found.count(j); a++) {
                int i = found.parent(j, a);
                if (i < d) {
                    next.set(i, j, true);
                    next.weights[i * d + j] = diagram.weights[i * d + j];
                }
            }
            for (int i = 0; i < d; i++) {
                if (rules.requires(i, j)) {
                    if (next.reaches(j, i)) {
                        return new Scored(diagram, Double.NEGATIVE_INFINITY);
                    }
                    next.set(i, j, true);
                }
            }
        }
        for (int h = 0; h < f; h++) {
            boolean[] of = new boolean[d];
            double[] loadings = new double[d];
            for (int j = 0; j < d; j++) {
                of[j] = found.positionOf(j, d + h) >= 0;
                loadings[j] = of[j] ? diagram.loadings.get(h)[j] : 0;
            }
            if (FactorDiagram.count(of) > 1) {
                next.children.add(of);
                next.loadings.add(loadings);
            }
        }
        return fitted(next, STEPS);
    }

    private Scored all(Scored start) {
        return changed(start, Double.NEGATIVE_INFINITY);
    }

    /** Removes, and above the floor adds, single coefficients while that raises the score. */
    private Scored changed(Scored start, double floor) {
        Scored now = start;
        for (int change = 0; change < MOST_CHANGES; change++) {
            FactorDiagram diagram = now.diagram();
            FactorFit fit = fit(diagram, STEPS);
            now = new Scored(diagram, fit.logLikelihood() - price * diagram.size());
            if (work > mostWork || !fit.judges()) {
                return now;
            }
            Scored next = fewer(now, fit);
            next = next.equals(now) && now.score() > floor ? more(now, fit) : next;
            if (next.equals(now)) {
                return now;
            }
            now = next;
        }
        return now;
    }

    private Scored fewer(Scored now, FactorFit fit) {
        FactorDiagram diagram = now.diagram();
        double[] gains = new double[fit.kind.length];
        for (int a = 0; a < gains.length; a++) {
            int kind = fit.kind[a];
            if (kind == FactorFit.OWN || (kind == FactorFit.EDGE && rules.requires(fit.from[a], fit.into[a]))) {
                continue;
            }
            int k = kind == FactorFit.EDGE ? 0 : FactorDiagram.count(diagram.children.get(kind));
            if (k != 2) {
                gains[a] = price * (k == 3 ? 2 : 1) - fit.loss(a);
            }
        }
        int at = largest(gains);
        if (at < 0) {
            return now;
        }
        FactorDiagram less = diagram.copy();
        if (fit.kind[at] == FactorFit.EDGE) {
            less.set(fit.from[at], fit.into[at], false);
        } else {
            less.children.get(fit.kind[at])[fit.into[at]] = false;
            less.loadings.get(fit.kind[at])[fit.into[at]] = 0;
        }
        Scored fitted = fitted(less, STEPS);
        return fitted.score() > now.score() + LEAST ? fitted : now;
    }

    private Scored more(Scored now, FactorFit fit) {
        FactorDiagram diagram = now.diagram();
        int f = diagram.children.size();
        double[] gains = new double[(d + f) * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                boolean open = i != j && !diagram.causes(i, j) && rules.permit(i, j, Edge.FORWARD);
                if (open && !diagram.reaches(j, i)) {
                    gains[i * d + j] = fit.gain(FactorFit.EDGE, i, j) - price;
                }
            }
        }
        for (int h = 0; h < f; h++) {
            boolean[] of = diagram.children.get(h);
            for (int j = 0; j < d; j++) {
                gains[(d + h) * d + j] = of[j] || !mayJoin(of, j)
                        ? 0
                        : fit.gain(h, 0, j) - price * (FactorDiagram.count(of) == 2 ? 2 : 1);
            }
        }
        int at = largest(gains);
        if (at < 0) {
            return now;
        }
        FactorDiagram with = diagram.copy();
        if (at < d * d) {
            with.set(at / d, at % d, true);
        } else {
            with.children.get(at / d - d)[at % d] = true;
        }
        Scored fitted = fitted(with, STEPS);
        return fitted.score() > now.score() + LEAST ? fitted : now;
    }

    /** Whether no required edge is between a variable and the children. */
    private boolean mayJoin(boolean[] of, int j) {
        for (int i = 0; i < d; i++) {
            if (of[i] && !rules.permit(i, j, Edge.TWO_HEADED)) {
                return false;
            }
        }
        return true;
    }

    private static int largest(double[] gains) {
        int at = -1;
        for (int a = 0; a < gains.length; a++) {
            if (gains[a] > LEAST && (at < 0 || gains[a] > gains[at])) {
                at = a;
            }
        }
        return at;
    }
}
