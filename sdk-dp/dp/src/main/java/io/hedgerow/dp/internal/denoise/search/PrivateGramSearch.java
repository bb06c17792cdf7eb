// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.dp.internal.denoise.GramTarget;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Finds a network in a second-moment matrix released with noise. It reads nothing but the release, so it costs no
 * budget and may be repeated at will.
 *
 * <p>Two stages. Hill climbing with regressions gives starting networks. Each is then improved under a score that knows
 * the noise: the generalised least-squares distance of the whole matrix from the covariance that a network implies, in
 * the metric of the noise, plus a price of 2 log d per edge (J of {@code GramClimb}). A false edge among d² candidates
 * gains half of a χ² with one degree of freedom, whose largest of d² is about 2 log d. There is no threshold in the
 * units of the data: multiplying all columns by a constant changes nothing.
 *
 * <p>The assumption on noise variances orients edges that independences leave open. With {@link #equalVariances} they
 * are taken to be equal in the units of the rows, up to a factor of about e^{±2τ} with spread τ. With {@link #ownUnits}
 * nothing is assumed, and such directions are arbitrary.
 *
 * <p>Immutable and thread-safe. Deterministic, whatever the number of threads: the best {@value #CLIMBED} starts are
 * improved on those of the common pool, each for itself, and the best result then takes the better parts of the others.
 * A trial refits the parameters near the edges that it changes, O(d² + d·edges), and a failed one is made again only
 * after a change next to it; measurements are in {@code docs/benchmarks.md}.
 */
public final class PrivateGramSearch {

    /** Expected deviation of the logarithms of the noise variances from equality. */
    private static final double DEFAULT_SPREAD = 0.2;

    /** Relative error of the model beyond noise and sampling. */
    private static final double MODEL_ERROR = 0.02;

    private static final double UNKNOWN = 3;
    private static final int MAX_PARENTS = 8;
    private static final int CLIMBED = 4;
    /** Larger networks in own units are climbed from one start, by moves of one edge. */
    private static final int LARGE = 250;

    private final double spread;
    /** The knowledge of edges; null when there is none, for any number of variables. */
    private final @Nullable EdgeKnowledge known;

    PrivateGramSearch(double spread, @Nullable EdgeKnowledge known) {
        this.spread = spread;
        this.known = known;
    }

    /**
     * Returns a search for columns in which the noise variances are about equal, with spread {@value #DEFAULT_SPREAD}.
     */
    public static PrivateGramSearch equalVariances() {
        return new PrivateGramSearch(DEFAULT_SPREAD, null);
    }

    /** Returns a search for columns in unrelated units. */
    public static PrivateGramSearch ownUnits() {
        return new PrivateGramSearch(UNKNOWN, null);
    }

    /**
     * Returns the same search with knowledge of edges. It finds every required edge and no forbidden one; knowledge is
     * public and the release is made, so that it costs no budget.
     */
    public PrivateGramSearch knowing(EdgeKnowledge beforehand) {
        return new PrivateGramSearch(spread, beforehand);
    }

    /** Climbs from these networks, or own starts without any, in units of the rows, and combines their best parts. */
    public PrivateNetwork search(PrivateGram gram, List<WeightMatrix> from) {
        int d = gram.variables();
        double[] units = gram.units();
        boolean ownUnits = spread >= 1;
        NormalisationCorrection spectrum = gram.spectrum();
        double[] corrected = spectrum.corrected();
        double[] logRatios = new double[d];
        double[] deviation = new double[d * d];
        double[] comparable = corrected.clone();
        for (int i = 0; i < d; i++) {
            logRatios[i] = ownUnits ? 0 : -2 * StrictMath.log(units[i]);
            for (int j = 0; j < d; j++) {
                double unit = ownUnits ? 1 : units[i] * units[j];
                comparable[i * d + j] *= unit;
                deviation[i * d + j] = gram.sigma() * spectrum.widening() * unit * (i == j ? 1 : Math.sqrt(0.5));
            }
        }
        double[] precision = spectrum.precision(gram.sigma(), (double) gram.rows(), MODEL_ERROR);
        GramTarget target = new GramTarget(d, corrected, precision, logRatios, spread);
        EdgeKnowledge knowledge = known == null ? EdgeKnowledge.none(d) : known;
        List<WeightMatrix> starts = from.isEmpty()
                ? new GramStarts(d, comparable, deviation, MAX_PARENTS, knowledge).networks(ownUnits)
                : from;
        boolean inUnits = ownUnits && from.isEmpty();
        double price = price(d);
        boolean brief = ownUnits && d > LARGE;
        List<GramClimb> climbed = starts.parallelStream()
                .map(start -> started(new GramFit(target, graph(start, units, inUnits, knowledge)), price))
                .sorted(Comparator.comparingDouble(GramClimb::score))
                .limit(brief ? 1 : CLIMBED)
                .toList();
        climbed.parallelStream().forEach(climb -> {
            climb.climb();
            if (!brief) {
                CompoundMoves.polish(climb);
            }
        });
        return result(crossed(climbed), units);
    }

    private static GramClimb started(GramFit fit, double price) {
        fit.refit(4, 0.1);
        return new GramClimb(fit, price);
    }

    /** The best of some networks, with the better parts of the others. */
    private static GramClimb crossed(List<GramClimb> climbed) {
        List<GramClimb> ranked = climbed.stream()
                .sorted(Comparator.comparingDouble(GramClimb::score))
                .toList();
        GramClimb best = ranked.get(0);
        boolean taken = false;
        for (GramClimb other : ranked.subList(1, ranked.size())) {
            taken |= NetworkCrossover.take(best, other.fit().graph());
        }
        if (taken) {
            best.settle();
            CompoundMoves.polish(best);
        }
        return best;
    }

    /** The price of an edge, in half squared distances. */
    public static double price(int variables) {
        return 2 * StrictMath.log(Math.max(variables, 2));
    }

    /** A graph of the required edges, and of those of a start that are compatible with them. */
    private static GramGraph graph(WeightMatrix network, double[] units, boolean inUnits, EdgeKnowledge known) {
        int d = network.variables();
        GramGraph graph = new GramGraph(d, MAX_PARENTS, known);
        for (boolean required : new boolean[] {true, false}) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    boolean added = required
                            ? known.requires(i, j)
                            : network.hasEdge(i, j)
                                    && known.allows(i, j)
                                    && !graph.adjacent(i, j)
                                    && !graph.full(j)
                                    && !graph.reached(j)[i];
                    if (added) {
                        graph.add(i, j, network.get(i, j) * (inUnits ? 1 : units[i] / units[j]));
                    }
                }
            }
        }
        return graph;
    }

    private static PrivateNetwork result(GramClimb climb, double[] units) {
        GramFit fit = climb.fit();
        GramGraph graph = fit.graph();
        int d = graph.variables();
        double[] weights = new double[d * d];
        for (int edge = 0; edge < graph.size(); edge++) {
            int at = graph.from(edge) * d + graph.to(edge);
            weights[at] = graph.weight(edge) * units[graph.to(edge)] / units[graph.from(edge)];
        }
        double[] variances = new double[d];
        Arrays.setAll(variances, j -> fit.omega(j) * units[j] * units[j]);
        double largest = Arrays.stream(variances).max().orElse(1);
        double smallest = Arrays.stream(variances).min().orElse(1);
        return new PrivateNetwork(
                WeightMatrix.ofRows(d, weights),
                fit.discrepancy(),
                largest / smallest,
                Arrays.stream(variances).boxed().toList());
    }

    /**
     * The result of a search on a noisy matrix.
     *
     * @param network acyclic; weights in the units of the rows
     * @param discrepancy Q, half the squared distance of the matrix from the covariance that the network implies, in
     *     units of its noise; of the order of d²/4 when model and noise are as assumed
     * @param varianceRatio the largest of the fitted noise variances over the smallest, in the units of the rows
     * @param noiseVariances those of the variables, in the squares of these units but for a common factor
     */
    public record PrivateNetwork(
            WeightMatrix network, double discrepancy, double varianceRatio, List<Double> noiseVariances) {
        public PrivateNetwork {
            noiseVariances = List.copyOf(noiseVariances);
        }

        /** d (d − 1) / 2 − E: pairs that are not joined. */
        public int freedom() {
            int d = network.variables();
            return d * (d - 1) / 2 - network.edgeCount();
        }

        /**
         * 2Q / (d (d − 1) / 2 − E), the squared distance per degree of freedom: at most about 1 when the network
         * explains the release, and less where the model error that Q allows for is larger than any; empty when every
         * pair is joined.
         */
        public OptionalDouble unexplained() {
            return freedom() < 1 ? OptionalDouble.empty() : OptionalDouble.of(2 * discrepancy / freedom());
        }
    }
}
