package io.hedgerow.dp.internal.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A search for a network of small J = Q + price · edges, Q of {@link GramFit}: moves of several edges at once, each
 * confirmed by a refit, and none kept that does not lower J. What is refitted, and how single edges are moved, is said
 * by those that extend it.
 *
 * <p>Deterministic. Not thread-safe.
 */
abstract class GramMoves {

    /** Steps of a trial fit: enough to tell a good move from a bad one. */
    static final int TRIAL_STEPS = 6;

    static final double TRIAL_TOLERANCE = 0.01;
    static final int SCREENING_STEPS = 2;
    static final int CANDIDATES = 4;
    /** Room for the error of gains to second order. */
    static final double SLACK = 10;

    private static final int PATIENCE = 12;
    private static final int PASSES = 5;
    /** An exchange that is worse by more than this after a short refit is given up. */
    private static final double HOPELESS = 60;

    final GramFit fit;
    final double price;
    final GramTrials trials;
    private final double lead;

    /** A search whose moves of several edges must lower J by more than a lead. */
    GramMoves(GramFit fit, double price, double lead, GramTrials trials) {
        this.fit = fit;
        this.price = price;
        this.lead = lead;
        this.trials = trials;
    }

    /** J. */
    final double score() {
        return fit.discrepancy() + price * fit.graph().size();
    }

    final GramFit fit() {
        return fit;
    }

    /** Moves of one edge, until none is better. */
    abstract void climb();

    /**
     * Takes every edge away and puts the reverse, or what then seems best, in its place; round and round until none of
     * the edges in turn is better elsewhere.
     */
    abstract void exchange();

    /** Fits what trials held, if they held anything. */
    abstract void settle();

    /** Refits in so many steps what a change at some variables may have moved. */
    abstract void refit(int steps, int... centre);

    /** Adds and drops edges, at least at some variables, until nothing there is better. */
    abstract void addAndDrop(int... centre);

    /** Σ, at least of two variables and the parents of both. */
    abstract double[][] impliedAt(int i, int j);

    /** Moves of several edges at once. */
    final void polish() {
        double before = Double.POSITIVE_INFINITY;
        for (int pass = 0; pass < PASSES && score() < before - lead; pass++) {
            before = score();
            rebuild();
            turnWithParents();
            exchange();
            settle();
        }
    }

    final boolean better(double before, int... centre) {
        refit(SCREENING_STEPS, centre);
        if (score() < before + HOPELESS) {
            refit(TRIAL_STEPS, centre);
        }
        return score() < before - lead;
    }

    /**
     * Takes away all edges at a variable and its neighbours and puts the best ones back one by one, beginning where the
     * fit is worst: several edges that are wrong together, such as a path that runs the wrong way, come loose at once.
     */
    private void rebuild() {
        int patience = Math.max(PATIENCE, fit.graph().variables() / 4);
        boolean improved = true;
        while (improved) {
            improved = false;
            int[] variables = fit.byMisfit();
            for (int k = 0; k < Math.min(patience, variables.length) && !improved; k++) {
                int centre = variables[k];
                if (trials.due(GramTrials.REBUILD, fit.graph(), centre, centre)) {
                    improved = rebuild(centre);
                    if (!improved) {
                        trials.failed(GramTrials.REBUILD, centre, centre);
                    }
                }
            }
        }
    }

    private boolean rebuild(int centre) {
        double before = score();
        GramFit.State state = fit.state();
        GramGraph graph = fit.graph();
        boolean[] loose = new boolean[graph.variables()];
        loose[centre] = true;
        for (int edge : graph.parents(centre)) {
            loose[graph.from(edge)] = true;
        }
        for (int edge : graph.children(centre)) {
            loose[graph.to(edge)] = true;
        }
        for (int edge = graph.size() - 1; edge >= 0; edge--) {
            if (!graph.fixed(edge) && (loose[graph.from(edge)] || loose[graph.to(edge)])) {
                graph.remove(edge);
            }
        }
        int[] centres = IntStream.range(0, loose.length).filter(j -> loose[j]).toArray();
        refit(TRIAL_STEPS, centres);
        long[] changes = trials.changes();
        addAndDrop(centres);
        if (score() < before - lead) {
            trials.changed(centres);
            return true;
        }
        trials.back(changes);
        fit.restore(state);
        return false;
    }

    private void turnWithParents() {
        double[] misfit = fit.misfit();
        boolean improved = true;
        while (improved) {
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
                if (trials.due(GramTrials.TURN, fit.graph(), from, to)) {
                    improved = turnWithParents(edges.get(k));
                    if (!improved) {
                        trials.failed(GramTrials.TURN, from, to);
                    }
                }
            }
        }
    }

    /**
     * Turns i → j round after giving both all parents of either. The larger graph with either direction describes the
     * same covariances (Chickering 1995), so nothing is lost but prices until what has become superfluous is dropped
     * again.
     */
    private boolean turnWithParents(int edge) {
        double before = score();
        GramFit.State state = fit.state();
        GramGraph graph = fit.graph();
        int i = graph.from(edge);
        int j = graph.to(edge);
        double[][] implied = impliedAt(i, j);
        graph.remove(edge);
        if (graph.reached(i)[j]) {
            fit.restore(state);
            return false;
        }
        graph.share(i, j);
        graph.share(j, i);
        graph.add(j, i, 0);
        fit.regress(i, implied);
        fit.regress(j, implied);
        refit(TRIAL_STEPS, i, j);
        long[] changes = trials.changes();
        addAndDrop(i, j);
        if (score() < before - lead) {
            trials.changed(i, j);
            return true;
        }
        trials.back(changes);
        fit.restore(state);
        return false;
    }
}
