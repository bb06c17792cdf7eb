package io.hedgerow.dp.internal.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The moves of {@link GramClimb} for many variables, where a refit of everything is too slow for every trial. A trial
 * refits what is around the edges that it changes and holds the rest; its Q is that of the whole matrix, so that no
 * move is kept that does not lower J. One that failed is made again only after a variable next to it changed.
 *
 * <p>Deterministic. Not thread-safe.
 */
final class GramLocalClimb implements GramMoves {

    /** Steps of a trial fit: enough to tell a good move from a bad one. */
    private static final int TRIAL_STEPS = 6;

    private static final double TRIAL_TOLERANCE = 0.01;
    /** A move that gains less than this may owe it to what was not fitted before. */
    private static final double LEAD = 0.01;

    /** Losses are too large by what variables farther away would take over: so many prices are no proof of worth. */
    private static final double WORTH = 2;

    private static final int CANDIDATES = 4;
    private static final int PATIENCE = 12;
    private static final int PASSES = 5;
    private static final int SCREENING_STEPS = 2;
    /** An exchange that is worse by more than this after a short refit is given up. */
    private static final double HOPELESS = 60;
    /** Room for the error of gains to second order. */
    private static final double SLACK = 10;

    private final GramFit fit;
    private final double price;
    private final GramCandidates candidates;
    private final GramTrials trials;

    GramLocalClimb(GramFit fit, double price) {
        this.fit = fit;
        this.price = price;
        this.candidates = new GramCandidates(fit, price);
        this.trials = new GramTrials(fit.graph().variables());
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
        settle();
        exchange();
        settle();
    }

    /** Moves of several edges at once. */
    @Override
    public void polish() {
        double before = Double.POSITIVE_INFINITY;
        for (int pass = 0; pass < PASSES && score() < before - LEAD; pass++) {
            before = score();
            rebuild();
            turnWithParents();
            exchange();
            settle();
        }
    }

    /** Fits all parameters, then adds and drops anywhere. */
    private void settle() {
        boolean moved = true;
        while (moved) {
            fit.refit(30, 1e-3);
            moved = dropAnywhere();
            moved |= addAnywhere();
        }
    }

    private boolean dropAnywhere() {
        boolean moved = false;
        while (dropOneOf(IntStream.range(0, fit.graph().size()).toArray())) {
            moved = true;
        }
        return moved;
    }

    /** The candidates of one look at all pairs, best first, as long as they still seem good. */
    private boolean addAnywhere() {
        boolean moved = false;
        int failures = 0;
        boolean[] touched = new boolean[fit.graph().variables()];
        for (GramCandidates.Candidate candidate : candidates.everywhere()) {
            int from = candidate.from();
            int to = candidate.to();
            if (touched[from] || touched[to] || !candidates.legal(from, to)) {
                continue;
            }
            if (add(candidate)) {
                addAndDrop(from, to).forEach(j -> touch(j, touched));
                moved = true;
                failures = 0;
            } else if (++failures == CANDIDATES) {
                break;
            }
        }
        return moved;
    }

    /** What was seen of a variable that changed, and of those next to it, is no longer so. */
    private void touch(int variable, boolean[] touched) {
        GramGraph graph = fit.graph();
        touched[variable] = true;
        for (int edge : graph.parents(variable)) {
            touched[graph.from(edge)] = true;
        }
        for (int edge : graph.children(variable)) {
            touched[graph.to(edge)] = true;
        }
    }

    private boolean add(GramCandidates.Candidate candidate) {
        double before = score();
        GramFit.State state = fit.state();
        fit.graph().add(candidate.from(), candidate.to(), candidate.start());
        return keepIfBetter(before, state, candidate.from(), candidate.to());
    }

    /** Adds and drops at some variables and at those that this reaches. */
    private Collection<Integer> addAndDrop(int... centre) {
        TreeSet<Integer> near = new TreeSet<>();
        Arrays.stream(centre).forEach(near::add);
        int limit = 6 * fit.graph().variables();
        for (int move = 0; move < limit; move++) {
            if (!dropOneOf(edgesAt(near)) && !addOneAt(near)) {
                return near;
            }
        }
        return near;
    }

    private int[] edgesAt(Collection<Integer> near) {
        GramGraph graph = fit.graph();
        return near.stream()
                .flatMapToInt(j -> IntStream.concat(Arrays.stream(graph.parents(j)), Arrays.stream(graph.children(j))))
                .sorted()
                .distinct()
                .toArray();
    }

    private boolean dropOneOf(int[] edges) {
        GramBlock block = new GramBlock(fit);
        int worst = -1;
        double least = WORTH * price;
        for (int edge : edges) {
            if (!fit.graph().fixed(edge)) {
                double loss = block.lossOfDropping(edge);
                if (loss < least) {
                    least = loss;
                    worst = edge;
                }
            }
        }
        if (worst < 0) {
            return false;
        }
        int from = fit.graph().from(worst);
        int to = fit.graph().to(worst);
        double before = score();
        GramFit.State state = fit.state();
        fit.graph().remove(worst);
        return keepIfBetter(before, state, from, to);
    }

    private boolean addOneAt(Collection<Integer> near) {
        List<GramCandidates.Candidate> found = candidates.at(near);
        for (GramCandidates.Candidate candidate : found.subList(0, Math.min(CANDIDATES, found.size()))) {
            if (add(candidate)) {
                near.add(candidate.from());
                near.add(candidate.to());
                return true;
            }
        }
        return false;
    }

    private boolean keepIfBetter(double before, GramFit.State state, int from, int to) {
        fit.refitAround(TRIAL_STEPS, TRIAL_TOLERANCE, from, to);
        if (score() < before - LEAD) {
            trials.changed(from, to);
            return true;
        }
        fit.restore(state);
        return false;
    }

    /**
     * Takes every edge away and puts the reverse, or what then seems best, in its place; round and round until none of
     * the edges in turn is better elsewhere.
     */
    private void exchange() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int edge = 0; edge < fit.graph().size(); edge++) {
                int from = fit.graph().from(edge);
                int to = fit.graph().to(edge);
                if (!fit.graph().fixed(edge) && trials.due(GramTrials.EXCHANGE, fit.graph(), from, to)) {
                    if (exchange(edge)) {
                        addAndDrop(from, to);
                        moved = true;
                    } else {
                        trials.failed(GramTrials.EXCHANGE, from, to);
                    }
                }
            }
        }
    }

    private boolean exchange(int edge) {
        int from = fit.graph().from(edge);
        int to = fit.graph().to(edge);
        double before = score();
        GramFit.State state = fit.state();
        double[][] implied = impliedAt(from, to);
        fit.graph().remove(edge);
        GramFit.State rest = fit.state();
        if (candidates.legal(to, from)) {
            fit.graph().add(to, from, 0);
            fit.regress(from, implied);
            fit.regress(to, implied);
            if (better(before, from, to)) {
                trials.changed(from, to);
                return true;
            }
            fit.restore(rest);
        }
        fit.regress(to, implied);
        fit.refitAround(SCREENING_STEPS, TRIAL_TOLERANCE, from, to);
        rest = fit.state();
        double needed = score() + price - before - SLACK;
        TreeSet<Integer> near = new TreeSet<>(List.of(from, to));
        List<GramCandidates.Candidate> found = candidates.at(near);
        found.removeIf(candidate ->
                candidate.gain() < needed || (near.contains(candidate.from()) && near.contains(candidate.to())));
        for (GramCandidates.Candidate candidate : found.subList(0, Math.min(CANDIDATES, found.size()))) {
            fit.restore(rest);
            fit.graph().add(candidate.from(), candidate.to(), candidate.start());
            if (better(before, candidate.from(), candidate.to())) {
                trials.changed(from, to, candidate.from(), candidate.to());
                return true;
            }
        }
        fit.restore(state);
        return false;
    }

    private boolean better(double before, int... centre) {
        fit.refitAround(SCREENING_STEPS, TRIAL_TOLERANCE, centre);
        if (score() < before + HOPELESS) {
            fit.refitAround(TRIAL_STEPS, TRIAL_TOLERANCE, centre);
        }
        return score() < before - LEAD;
    }

    private double[][] impliedAt(int i, int j) {
        GramGraph graph = fit.graph();
        return fit.implied(IntStream.concat(
                        IntStream.of(i, j),
                        IntStream.concat(Arrays.stream(graph.parents(i)), Arrays.stream(graph.parents(j)))
                                .map(graph::from))
                .toArray());
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
        fit.refitAround(TRIAL_STEPS, TRIAL_TOLERANCE, centres);
        long[] changes = trials.changes();
        addAndDrop(centres);
        if (score() < before - LEAD) {
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
        fit.refitAround(TRIAL_STEPS, TRIAL_TOLERANCE, i, j);
        long[] changes = trials.changes();
        addAndDrop(i, j);
        if (score() < before - LEAD) {
            trials.changed(i, j);
            return true;
        }
        trials.back(changes);
        fit.restore(state);
        return false;
    }
}
