package io.hedgerow.dp.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Improves a network one edge at a time under the score J = Q + price · edges, Q of {@link GramFit}: drops what is not worth
 * its price, adds what is, and turns edges round. Additions and deletions are ranked by what they gain to second order;
 * every move is confirmed by a refit, and none is kept that does not lower J.
 *
 * <p>Deterministic. Not thread-safe.
 */
final class GramClimb {

    /** Steps of a trial fit: enough to tell a good move from a bad one. */
    private static final int TRIAL_STEPS = 6;

    private static final double TRIAL_TOLERANCE = 0.01;
    private static final int CANDIDATES = 4;
    private static final int SWEEPS = 8;
    /** A turn that loses more than this after a short refit is given up, and not tried in later sweeps. */
    private static final double HOPELESS = 40;

    private final GramFit fit;
    private final double price;
    private boolean[] hopeless;

    GramClimb(GramFit fit, double price) {
        this.fit = fit;
        this.price = price;
        int d = fit.graph().variables();
        this.hopeless = new boolean[d * d];
    }

    /** J. */
    double score() {
        return fit.discrepancy() + price * fit.graph().size();
    }

    GramFit fit() {
        return fit;
    }

    void climb() {
        fit.refit(30, 1e-3);
        addAndDrop();
        for (int sweep = 0; sweep < SWEEPS && turnRound(); sweep++) {
            addAndDrop();
        }
    }

    private void addAndDrop() {
        int limit = 6 * fit.graph().variables();
        for (int move = 0; move < limit; move++) {
            fit.refreshCurvature();
            if (!dropWorst() && !addBest()) {
                return;
            }
        }
    }

    private boolean dropWorst() {
        double[] losses = fit.curvature().lossOfDropping();
        int worst = -1;
        for (int edge = 0; edge < losses.length; edge++) {
            if (losses[edge] < price && (worst < 0 || losses[edge] < losses[worst])) {
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

    private record Candidate(int from, int to, double gain) {}

    private boolean addBest() {
        List<Candidate> candidates = candidates();
        candidates.sort(Comparator.comparingDouble(Candidate::gain).reversed());
        double before = score();
        int tries = Math.min(CANDIDATES, candidates.size());
        for (int k = 0; k < tries; k++) {
            Candidate best = candidates.get(k);
            GramFit.State state = fit.state();
            GramCurvature curvature = fit.curvature();
            double start = -curvature.gradient(best.from(), best.to()) / curvature.own(best.from(), best.to());
            fit.graph().add(best.from(), best.to(), start);
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
                if (later[from] || graph.adjacent(from, to)) {
                    continue;
                }
                double slope = curvature.gradient(from, to);
                if (0.5 * slope * slope > 0.2 * price * curvature.own(from, to)) {
                    double gain = curvature.gainOfAdding(from, to);
                    if (gain > 0.7 * price) {
                        candidates.add(new Candidate(from, to, gain));
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
        fit.refreshCurvature();
    }

    /** Tries every edge the other way round; true when one was turned. */
    private boolean turnRound() {
        boolean any = false;
        int d = fit.graph().variables();
        for (int edge = 0; edge < fit.graph().size(); edge++) {
            int from = fit.graph().from(edge);
            int to = fit.graph().to(edge);
            if (!hopeless[from * d + to] && turn(edge, from, to)) {
                any = true;
            }
        }
        return any;
    }

    private boolean turn(int edge, int from, int to) {
        double before = score();
        GramFit.State state = fit.state();
        double covariance = fit.implied()[from * fit.graph().variables() + to];
        double variance = fit.implied()[to * (fit.graph().variables() + 1)];
        fit.graph().remove(edge);
        if (fit.graph().full(from) || fit.graph().reached(from)[to]) {
            fit.restore(state);
            return false;
        }
        fit.graph().add(to, from, 0.5 * covariance / variance);
        fit.refit(2, TRIAL_TOLERANCE);
        if (score() < before + HOPELESS * 3) {
            fit.refit(TRIAL_STEPS, TRIAL_TOLERANCE);
        }
        double change = score() - before;
        if (change < -1e-4) {
            hopeless = new boolean[hopeless.length];
            return true;
        }
        hopeless[from * fit.graph().variables() + to] = change > HOPELESS;
        fit.restore(state);
        return false;
    }
}
