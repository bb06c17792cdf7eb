// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Finds edges that seem worth most of their penalty, by their gain to second order; each half of the test leaves room
 * for its error. Not thread-safe.
 */
final class GramCandidates {

    /** The share of the price that a gain must reach without a refit of anything else. */
    private static final double ALONE = 0.2;

    private static final double REFITTED = 0.7;
    static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparingDouble(Candidate::gain).reversed();

    private final GramFit fit;
    private final double price;
    /** P_jj and R_ii at the last look at all pairs: near enough for the first half of the test. */
    private double[] strengths = new double[0];

    private double[] sizes = new double[0];

    GramCandidates(GramFit fit, double price) {
        this.fit = fit;
        this.price = price;
    }

    /** An edge with its gain and the weight to start from. */
    record Candidate(int from, int to, double gain, double start) {}

    /** Whether an edge may be added to the graph as it is. */
    boolean legal(int from, int to) {
        GramGraph graph = fit.graph();
        return from != to
                && graph.allows(from, to)
                && !graph.full(to)
                && !graph.adjacent(from, to)
                && !graph.reached(to)[from];
    }

    /** Candidates among all pairs, best first. One product of whole matrices. */
    List<Candidate> everywhere() {
        fit.refreshCurvature();
        GramGraph graph = fit.graph();
        GramCurvature curvature = fit.curvature();
        GramBlock block = new GramBlock(fit);
        int d = graph.variables();
        measure(block);
        List<Candidate> found = new ArrayList<>();
        for (int to = 0; to < d; to++) {
            boolean[] later = graph.full(to) ? new boolean[0] : graph.reached(to);
            for (int from = 0; from < d && later.length > 0; from++) {
                consider(block, from, to, curvature.gradient(from, to), later[from], found);
            }
        }
        found.sort(BEST_FIRST);
        return found;
    }

    /** Candidates among pairs with one of some variables, best first. */
    List<Candidate> at(Collection<Integer> centre) {
        GramGraph graph = fit.graph();
        GramBlock block = new GramBlock(fit);
        int d = graph.variables();
        if (strengths.length == 0) {
            measure(block);
        }
        List<Candidate> found = new ArrayList<>();
        for (int j : centre) {
            if (!graph.full(j)) {
                boolean[] later = graph.reached(j);
                double[] slopes = block.gradientInto(j);
                for (int from = 0; from < d; from++) {
                    consider(block, from, j, slopes[from], later[from], found);
                }
            }
            boolean[] earlier = graph.reaching(j);
            double[] slopes = block.gradientOut(j);
            for (int to = 0; to < d; to++) {
                boolean seen = centre.contains(to); // found above, as an edge into it
                consider(block, j, to, slopes[to], seen || earlier[to] || graph.full(to), found);
            }
        }
        found.sort(BEST_FIRST);
        return found;
    }

    private void measure(GramBlock block) {
        int d = fit.graph().variables();
        strengths = new double[d];
        sizes = new double[d];
        for (int j = 0; j < d; j++) {
            strengths[j] = block.strength(j);
            sizes[j] = block.size(j);
        }
    }

    private void consider(GramBlock block, int from, int to, double slope, boolean no, List<Candidate> found) {
        if (no || !(slope * slope > 4 * ALONE * price * strengths[to] * sizes[from])) {
            return;
        }
        GramGraph graph = fit.graph();
        if (graph.allows(from, to) && !graph.adjacent(from, to)) {
            double own = block.own(from, to);
            if (0.5 * slope * slope > ALONE * price * own) {
                double gain = block.gainOfAdding(from, to);
                if (gain > REFITTED * price) {
                    found.add(new Candidate(from, to, gain, -slope / own));
                }
            }
        }
    }
}
