package io.hedgerow.dp.internal.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@link GramMoves} in which every trial refits all parameters. Drops edges that are not worth their price, adds those
 * that are, turns edges round and exchanges one for another. Additions and deletions are ranked by what they gain to
 * second order; every move is confirmed by a refit, and none is kept that does not lower J.
 *
 * <p>Deterministic. Not thread-safe.
 */
final class GramClimb extends GramMoves {

    private static final int SWEEPS = 8;
    private static final double LEAD = 1e-4;

    GramClimb(GramFit fit, double price) {
        super(fit, price, LEAD, GramTrials.forgotten(fit.graph().variables()));
    }

    @Override
    void climb() {
        fit.refit(30, 1e-3);
        addAndDrop();
        exchange();
    }

    @Override
    void settle() {}

    @Override
    void refit(int steps, int... centre) {
        fit.refit(steps, TRIAL_TOLERANCE);
    }

    @Override
    double[][] impliedAt(int i, int j) {
        return fit.implied(IntStream.range(0, fit.graph().variables()).toArray());
    }

    @Override
    void addAndDrop(int... centre) {
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

    private boolean addBest() {
        List<GramCandidates.Candidate> candidates = candidates();
        candidates.sort(GramCandidates.BEST_FIRST);
        double before = score();
        int tries = Math.min(CANDIDATES, candidates.size());
        for (int k = 0; k < tries; k++) {
            GramCandidates.Candidate best = candidates.get(k);
            GramFit.State state = fit.state();
            fit.graph().add(best.from(), best.to(), best.start());
            if (keepIfBetter(before, state)) {
                return true;
            }
        }
        return false;
    }

    /** Edges that seem worth most of their price; each half of this test leaves room for the error of second order. */
    private List<GramCandidates.Candidate> candidates() {
        GramGraph graph = fit.graph();
        GramCurvature curvature = fit.curvature();
        int d = graph.variables();
        List<GramCandidates.Candidate> candidates = new ArrayList<>();
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
                        candidates.add(new GramCandidates.Candidate(from, to, gain, -slope / own));
                    }
                }
            }
        }
        return candidates;
    }

    private boolean keepIfBetter(double before, GramFit.State state) {
        refit(TRIAL_STEPS);
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

    @Override
    void exchange() {
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
        refit(SCREENING_STEPS);
        rest = fit.state();
        fit.factorCurvature();
        double needed = score() + price - before - SLACK;
        List<GramCandidates.Candidate> candidates = candidates();
        candidates.removeIf(candidate -> candidate.gain() < needed
                || (candidate.from() == from && candidate.to() == to)
                || (candidate.from() == to && candidate.to() == from));
        candidates.sort(GramCandidates.BEST_FIRST);
        for (GramCandidates.Candidate candidate : candidates.subList(0, Math.min(CANDIDATES, candidates.size()))) {
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
        return better(before);
    }
}
