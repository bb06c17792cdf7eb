// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Searches for a network of small J = Q + penalty · edges, Q of {@link GramFit}: drops edges that are not worth their
 * penalty, adds those that are, reverses edges and exchanges one for another. Additions and deletions are ranked by
 * their gain to second order. A trial refits the parameters around the edges that it changes and holds the rest; its Q
 * is that of the whole matrix, and no move is kept that does not lower J. A trial that failed is made again only after
 * a variable next to it changed.
 *
 * <p>Every climb ends, whatever the matrix. A pass looks at every edge, candidate or variable once, and a move that it
 * keeps is followed by at most 6 d others; looks at edges to drop end because none is put back twice between two
 * trials, each of which takes one away. Another pass follows only one that kept a move, and of all loops together at
 * most {@value #MOST_PASSES} d do, several times those that sums of rows take. A move is kept where J, computed anew,
 * is lower by {@value #LEAD} and by 2^−24 of it: where no network fits a matrix, J is 10^15 and more, every further
 * step of a fit lowers it a little, and moves would be kept for the steps alone.
 *
 * <p>Deterministic. Not thread-safe.
 */
final class GramClimb {

    /** Steps of a trial fit: enough to tell a good move from a bad one. */
    private static final int TRIAL_STEPS = 6;

    private static final double TRIAL_TOLERANCE = 0.01;
    private static final int SCREENING_STEPS = 2;
    private static final int CANDIDATES = 4;
    /** Room for the error of gains to second order. */
    private static final double SLACK = 10;
    /** A distance in prices: so near to the goal all parameters are fitted before the decision. */
    private static final double NEAR = 0.5;
    /** A number of variables: with more of them a fit of all parameters takes longer than its result is worth. */
    private static final int MANY = 150;
    /** An exchange that is worse by more than this after a short refit is given up. */
    private static final double HOPELESS = 60;

    /** A gain: a move with a smaller one may owe it to parameters that were not fitted before. */
    private static final double LEAD = 0.01;

    /** The same as a share of J, which is more than the other only where J is above 167,772. */
    private static final double LEAD_SHARE = 0x1p-24;

    /** The number of passes for every variable, after which none is made for a move that the last one kept. */
    private static final int MOST_PASSES = 30;

    /**
     * A loss in prices: losses are too large by what variables farther away would take over, so a smaller one is no
     * proof of worth.
     */
    private static final double WORTH = 2;

    private final GramFit fit;
    private final double price;
    private final FailedMoves trials;
    private final GramCandidates candidates;
    private int passes;

    GramClimb(GramFit fit, double price) {
        this.fit = fit;
        this.price = price;
        this.trials = new FailedMoves(fit.graph().variables());
        this.candidates = new GramCandidates(fit, price);
    }

    GramFit fit() {
        return fit;
    }

    FailedMoves trials() {
        return trials;
    }

    double score() {
        return fit.discrepancy() + price * fit.graph().size();
    }

    /** Counts a pass of any loop that makes another one after a kept move; false when there were enough. */
    boolean anotherPass() {
        return passes++ < MOST_PASSES * fit.graph().variables();
    }

    /** What J must be below to be better than before. */
    private static double goal(double before) {
        return Math.min(before - LEAD, before * (1 - LEAD_SHARE));
    }

    /** Makes moves of one edge, until none is better. */
    void climb() {
        settle();
        exchange();
        settle();
    }

    /** Fits all parameters, then adds and drops anywhere. */
    void settle() {
        boolean moved = true;
        while (moved && anotherPass()) {
            fit.refit(30, 1e-3);
            moved = dropAnywhere();
            moved |= addAnywhere();
        }
    }

    /**
     * Drops the least worthy edges one by one. A loss hardly falls when others are dropped, so the least of what was
     * seen is looked at again, and dropped if it is still the least.
     */
    private boolean dropAnywhere() {
        record Loss(int from, int to, double value) {}
        PriorityQueue<Loss> least = new PriorityQueue<>(Comparator.comparingDouble(Loss::value));
        GramBlock all = new GramBlock(fit);
        for (int edge = 0; edge < fit.graph().size(); edge++) {
            if (!fit.graph().fixed(edge)) {
                least.add(new Loss(fit.graph().from(edge), fit.graph().to(edge), all.lossOfDropping(edge)));
            }
        }
        boolean moved = false;
        while (!least.isEmpty() && least.peek().value() < WORTH * price) {
            Loss seen = least.remove();
            int edge = fit.graph().edge(seen.from(), seen.to());
            double loss = new GramBlock(fit).lossOfDropping(edge);
            if (!least.isEmpty() && loss > least.peek().value()) {
                least.add(new Loss(seen.from(), seen.to(), loss));
            } else {
                moved |= loss < WORTH * price && drop(edge);
            }
        }
        return moved;
    }

    /** Adds the candidates of one look at all pairs, best first, as long as they still seem good. */
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

    /** Marks a changed variable, and those next to it, to be looked at again. */
    private void touch(int variable, boolean[] touched) {
        for (int near : fit.graph().around(variable)) {
            touched[near] = true;
        }
    }

    private boolean add(GramCandidates.Candidate candidate) {
        double before = score();
        GramFit.State state = fit.state();
        fit.graph().add(candidate.from(), candidate.to(), candidate.start());
        return keepIfBetter(before, state, candidate.from(), candidate.to());
    }

    private void refit(int steps, int... centre) {
        fit.refitAround(steps, TRIAL_TOLERANCE, centre);
    }

    private boolean better(double before, int... centre) {
        refit(SCREENING_STEPS, centre);
        if (score() < before + HOPELESS) {
            refit(TRIAL_STEPS, centre);
        }
        return lower(before, centre);
    }

    /** Whether J has fallen; where that is close, after all parameters have been fitted, or of many those nearby. */
    private boolean lower(double before, int... centre) {
        double goal = goal(before);
        if (score() >= goal && score() < before + NEAR * price) {
            if (fit.graph().variables() > MANY) {
                refit(TRIAL_STEPS, fit.graph().around(centre));
            } else {
                fit.refit(
                        TRIAL_STEPS, TRIAL_TOLERANCE, goal - price * fit.graph().size());
            }
        }
        return score() < goal;
    }

    /**
     * Changes several edges at once, whatever it costs at first: refits around some variables, adds and drops there
     * until nothing is better, and keeps all of it if J has fallen; if not the fit is as before.
     */
    boolean changed(Runnable change, int... centre) {
        double before = score();
        GramFit.State state = fit.state();
        change.run();
        refit(TRIAL_STEPS, centre);
        long[] changes = trials.changes();
        addAndDrop(centre);
        if (lower(before, centre)) {
            trials.changed(centre);
            return true;
        }
        trials.back(changes);
        fit.restore(state);
        return false;
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
        return worst >= 0 && drop(worst);
    }

    private boolean drop(int edge) {
        int from = fit.graph().from(edge);
        int to = fit.graph().to(edge);
        double before = score();
        GramFit.State state = fit.state();
        fit.graph().remove(edge);
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
        refit(TRIAL_STEPS, from, to);
        if (score() < goal(before)) {
            trials.changed(from, to);
            return true;
        }
        fit.restore(state);
        return false;
    }

    /** Replaces every edge by its reverse, or by the one that then seems best, until none is better elsewhere. */
    void exchange() {
        boolean moved = true;
        while (moved && anotherPass()) {
            moved = false;
            for (int edge = 0; edge < fit.graph().size(); edge++) {
                int from = fit.graph().from(edge);
                int to = fit.graph().to(edge);
                if (!fit.graph().fixed(edge) && trials.due(FailedMoves.EXCHANGE, fit.graph(), from, to)) {
                    if (exchange(edge)) {
                        addAndDrop(from, to);
                        moved = true;
                    } else {
                        trials.failed(FailedMoves.EXCHANGE, from, to);
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
        refit(SCREENING_STEPS, from, to);
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

    double[][] impliedAt(int i, int j) {
        GramGraph graph = fit.graph();
        return fit.implied(IntStream.concat(
                        IntStream.of(i, j),
                        IntStream.concat(Arrays.stream(graph.parents(i)), Arrays.stream(graph.parents(j)))
                                .map(graph::from))
                .toArray());
    }
}
