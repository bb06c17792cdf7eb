package io.hedgerow.dp.internal.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Improves a network one edge at a time under the score J = Q + price · edges, Q of {@link GramFit}: drops what is not
 * worth its price, adds what is, turns edges round and exchanges one for another. Additions and deletions are ranked by
 * what they gain to second order; every move is confirmed by a refit, and none is kept that does not lower J.
 *
 * <p>Deterministic. Not thread-safe.
 */
final class GramClimb implements GramMoves {

    /** Steps of a trial fit: enough to tell a good move from a bad one. */
    private static final int TRIAL_STEPS = 6;

    private static final double TRIAL_TOLERANCE = 0.01;
    private static final int CANDIDATES = 4;
    private static final int SWEEPS = 8;
    private static final int PATIENCE = 12;
    private static final int PASSES = 5;
    private static final int SCREENING_STEPS = 2;
    /** An exchange that is worse by more than this after a short refit is given up. */
    private static final double HOPELESS = 60;
    /** Room for the error of gains to second order. */
    private static final double SLACK = 10;

    private final GramFit fit;
    private final double price;

    GramClimb(GramFit fit, double price) {
        this.fit = fit;
        this.price = price;
    }

    /** J. */
    @Override
    public double score() {
        return fit.discrepancy() + price * fit.graph().size();
    }

    @Override
    public GramFit fit() {
        return fit;
    }

    /** Moves of one edge, until none is better. */
    @Override
    public void climb() {
        fit.refit(30, 1e-3);
        addAndDrop();
        exchange();
    }

    /** Moves of several edges at once. */
    @Override
    public void polish() {
        double before = Double.POSITIVE_INFINITY;
        for (int pass = 0; pass < PASSES && score() < before - 1e-4; pass++) {
            before = score();
            rebuild();
            turnWithParents();
            exchange();
        }
    }

    private void addAndDrop() {
        int limit = 6 * fit.graph().variables();
        for (int move = 0; move < limit; move++) {
            fit.factorCurvature();
            if (!dropWorst() && !addBest()) {
                return;
            }
        }
    }

    private boolean dropWorst() {
        double[] losses = fit.curvature().lossOfDropping();
        int worst = -1;
        for (int edge = 0; edge < losses.length; edge++) {
            if (losses[edge] < price && !fit.graph().fixed(edge) && (worst < 0 || losses[edge] < losses[worst])) {
                worst = edge;
            }
        }
        if (worst < 0) {
            return false;
        }
        double before = score();
        GramFit.State state = fit.state();
        fit.graph().remove(worst);
        return keepIfBetter(before, state);
    }

    private record Candidate(int from, int to, double gain, double start) {}

    private boolean addBest() {
        List<Candidate> candidates = candidates();
        candidates.sort(Comparator.comparingDouble(Candidate::gain).reversed());
        double before = score();
        int tries = Math.min(CANDIDATES, candidates.size());
        for (int k = 0; k < tries; k++) {
            Candidate best = candidates.get(k);
            GramFit.State state = fit.state();
            fit.graph().add(best.from(), best.to(), best.start());
            if (keepIfBetter(before, state)) {
                return true;
            }
        }
        return false;
    }

    /** Edges that seem worth most of their price; each half of this test leaves room for the error of second order. */
    private List<Candidate> candidates() {
        GramGraph graph = fit.graph();
        GramCurvature curvature = fit.curvature();
        int d = graph.variables();
        List<Candidate> candidates = new ArrayList<>();
        for (int to = 0; to < d; to++) {
            if (graph.full(to)) {
                continue;
            }
            boolean[] later = graph.reached(to);
            for (int from = 0; from < d; from++) {
                if (later[from] || !graph.allows(from, to) || graph.adjacent(from, to)) {
                    continue;
                }
                double slope = curvature.gradient(from, to);
                double own = curvature.own(from, to);
                if (0.5 * slope * slope > 0.2 * price * own) {
                    double gain = curvature.gainOfAdding(from, to);
                    if (gain > 0.7 * price) {
                        candidates.add(new Candidate(from, to, gain, -slope / own));
                    }
                }
            }
        }
        return candidates;
    }

    private boolean keepIfBetter(double before, GramFit.State state) {
        fit.refit(TRIAL_STEPS, TRIAL_TOLERANCE);
        if (score() < before - 1e-6) {
            return true;
        }
        restore(state);
        return false;
    }

    private void restore(GramFit.State state) {
        fit.restore(state);
        fit.factorCurvature();
    }

    /**
     * Takes every edge away and puts the reverse, or what then seems best, in its place; round and round until none of
     * the edges in turn is better elsewhere.
     */
    private void exchange() {
        int failures = 0;
        int edge = 0;
        for (int trial = 0;
                trial < SWEEPS * fit.graph().size() && failures < fit.graph().size();
                trial++) {
            edge = edge >= fit.graph().size() ? 0 : edge;
            if (!fit.graph().fixed(edge) && exchange(edge)) {
                addAndDrop();
                failures = 0;
            } else {
                failures++;
            }
            edge++;
        }
    }

    private boolean exchange(int edge) {
        int from = fit.graph().from(edge);
        int to = fit.graph().to(edge);
        double before = score();
        GramFit.State state = fit.state();
        double slope = impliedSlope(from, to);
        fit.graph().remove(edge);
        GramFit.State rest = fit.state();
        boolean reversible = fit.graph().allows(to, from)
                && !fit.graph().full(from)
                && !fit.graph().reached(from)[to];
        if (reversible && replaced(rest, to, from, 0.5 * slope, before)) {
            return true;
        }
        fit.restore(rest);
        fit.refit(SCREENING_STEPS, TRIAL_TOLERANCE);
        rest = fit.state();
        fit.factorCurvature();
        double needed = score() + price - before - SLACK;
        List<Candidate> candidates = candidates();
        candidates.removeIf(candidate -> candidate.gain() < needed
                || (candidate.from() == from && candidate.to() == to)
                || (candidate.from() == to && candidate.to() == from));
        candidates.sort(Comparator.comparingDouble(Candidate::gain).reversed());
        for (Candidate candidate : candidates.subList(0, Math.min(CANDIDATES, candidates.size()))) {
            if (replaced(rest, candidate.from(), candidate.to(), candidate.start(), before)) {
                return true;
            }
        }
        fit.restore(state);
        return false;
    }

    /** Σ[i, j] / Σ[j, j], the slope of i on j. */
    private double impliedSlope(int i, int j) {
        double[] row = fit.implied(j)[j];
        return row[i] / row[j];
    }

    private boolean replaced(GramFit.State rest, int from, int to, double start, double before) {
        fit.restore(rest);
        fit.graph().add(from, to, start);
        fit.refit(SCREENING_STEPS, TRIAL_TOLERANCE);
        if (score() < before + HOPELESS) {
            fit.refit(TRIAL_STEPS, TRIAL_TOLERANCE);
        }
        return score() < before - 1e-4;
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
                improved = rebuild(variables[k]);
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
        fit.refit(TRIAL_STEPS, TRIAL_TOLERANCE);
        addAndDrop();
        if (score() < before - 1e-4) {
            return true;
        }
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
                improved = turnWithParents(edges.get(k));
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
        double[][] implied = fit.implied(IntStream.range(0, graph.variables()).toArray());
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
        fit.refit(TRIAL_STEPS, TRIAL_TOLERANCE);
        addAndDrop();
        if (score() < before - 1e-4) {
            return true;
        }
        fit.restore(state);
        return false;
    }
}
