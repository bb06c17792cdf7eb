// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Moves that change several edges at once, for a network that no single edge of a {@link GramClimb} improves.
 *
 * <p>Ends as the climb does: passes after a kept move are counted with those of the climb. Deterministic. Not
 * thread-safe.
 */
final class CompoundMoves {

    private static final int PATIENCE = 12;
    private static final int PASSES = 5;
    /** The least gain of a pass after which another follows. */
    private static final double WORTH_ANOTHER = 0.01;

    private final GramClimb climb;
    private final GramFit fit;

    private CompoundMoves(GramClimb climb) {
        this.climb = climb;
        this.fit = climb.fit();
    }

    /** Makes moves until none is better. */
    static void polish(GramClimb climb) {
        CompoundMoves polish = new CompoundMoves(climb);
        double before = Double.POSITIVE_INFINITY;
        for (int pass = 0; pass < PASSES && climb.score() < before - WORTH_ANOTHER; pass++) {
            before = climb.score();
            polish.rebuild();
            polish.turnWithParents();
            climb.exchange();
            climb.settle();
        }
    }

    /**
     * Takes away all edges at a variable and its neighbours and puts the best ones back one by one, beginning where the
     * fit is worst: several edges that are wrong together, such as a path that runs the wrong way, come loose at once.
     */
    private void rebuild() {
        int patience = Math.max(PATIENCE, fit.graph().variables() / 4);
        boolean improved = true;
        while (improved && climb.anotherPass()) {
            improved = false;
            int[] variables = fit.byMisfit();
            for (int k = 0; k < Math.min(patience, variables.length) && !improved; k++) {
                int centre = variables[k];
                if (climb.trials().due(FailedMoves.REBUILD, fit.graph(), centre, centre)) {
                    improved = rebuild(centre);
                    if (!improved) {
                        climb.trials().failed(FailedMoves.REBUILD, centre, centre);
                    }
                }
            }
        }
    }

    private boolean rebuild(int centre) {
        GramGraph graph = fit.graph();
        int[] loose = graph.around(centre);
        IntPredicate isLoose = j -> Arrays.binarySearch(loose, j) >= 0;
        return climb.changed(
                () -> {
                    for (int edge = graph.size() - 1; edge >= 0; edge--) {
                        if (!graph.fixed(edge) && (isLoose.test(graph.from(edge)) || isLoose.test(graph.to(edge)))) {
                            graph.remove(edge);
                        }
                    }
                },
                loose);
    }

    private void turnWithParents() {
        double[] misfit = fit.misfit();
        boolean improved = true;
        while (improved && climb.anotherPass()) {
            improved = false;
            GramGraph graph = fit.graph();
            List<Integer> edges = new ArrayList<>();
            for (int edge = 0; edge < graph.size(); edge++) {
                if (graph.allows(graph.to(edge), graph.from(edge))) {
                    edges.add(edge);
                }
            }
            edges.sort(Comparator.comparingDouble(edge -> -misfit[graph.from(edge)] - misfit[graph.to(edge)]));
            int patience = Math.max(2 * PATIENCE, graph.size() / 2);
            for (int k = 0; k < Math.min(patience, edges.size()) && !improved; k++) {
                int from = fit.graph().from(edges.get(k));
                int to = fit.graph().to(edges.get(k));
                if (climb.trials().due(FailedMoves.TURN, fit.graph(), from, to)) {
                    improved = turnWithParents(edges.get(k));
                    if (!improved) {
                        climb.trials().failed(FailedMoves.TURN, from, to);
                    }
                }
            }
        }
    }

    /**
     * Reverses i → j after giving both all parents of either. The larger graph with either direction describes the same
     * covariances (Chickering 1995), so nothing is lost but prices until superfluous edges are dropped again.
     */
    private boolean turnWithParents(int edge) {
        GramGraph graph = fit.graph();
        int i = graph.from(edge);
        int j = graph.to(edge);
        if (graph.reachedWithout(edge)) {
            return false;
        }
        double[][] implied = climb.impliedAt(i, j);
        return climb.changed(
                () -> {
                    graph.remove(edge);
                    graph.share(i, j);
                    graph.share(j, i);
                    graph.add(j, i, 0);
                    fit.regress(i, implied);
                    fit.regress(j, implied);
                },
                i,
                j);
    }
}
