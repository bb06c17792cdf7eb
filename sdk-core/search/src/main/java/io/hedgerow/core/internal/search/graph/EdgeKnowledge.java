// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Prior knowledge: required and forbidden edges, tiers, and columns that are parents only. A forbidden edge is no move
 * and no candidate of a search, a required one is in every graph, so no score has to outweigh another. Immutable.
 */
public final class EdgeKnowledge {

    private final int variables;
    /** [i · d + j]: i → j. */
    private final boolean[] forbidden;

    private final boolean[] required;
    /** Variables that are explained: all that are not parents only. */
    private final int[] targets;

    private EdgeKnowledge(int variables, boolean[] forbidden, boolean[] required, int[] targets) {
        this.variables = variables;
        this.forbidden = forbidden;
        this.required = required;
        this.targets = targets;
    }

    public static EdgeKnowledge none(int variables) {
        return new EdgeKnowledge(
                variables,
                new boolean[variables * variables],
                new boolean[variables * variables],
                IntStream.range(0, variables).toArray());
    }

    /** The knowledge of named variables, which must fit the schema. */
    public static EdgeKnowledge of(KnownEdges known, VariableSchema schema) {
        known.requireFits(schema);
        EdgeKnowledge all = none(schema.size());
        int d = schema.size();
        boolean[] forbidden = new boolean[d * d];
        boolean[] required = new boolean[d * d];
        Map<String, Integer> tier = known.tierOfEach();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                Integer from = tier.get(schema.names().get(i));
                Integer to = tier.get(schema.names().get(j));
                forbidden[i * d + j] = from != null && to != null && to < from;
            }
        }
        for (KnownEdges.Arrow arrow : known.forbidden()) {
            forbidden[schema.indexOf(arrow.from()) * d + schema.indexOf(arrow.to())] = true;
        }
        for (KnownEdges.Arrow arrow : known.required()) {
            required[schema.indexOf(arrow.from()) * d + schema.indexOf(arrow.to())] = true;
            forbidden[schema.indexOf(arrow.to()) * d + schema.indexOf(arrow.from())] = true;
        }
        return new EdgeKnowledge(d, forbidden, required, all.targets);
    }

    /** Adds variables without parents from {@code first} on, such as earlier times; no term of a score is theirs. */
    public EdgeKnowledge parentsOnlyFrom(int first) {
        boolean[] none = forbidden.clone();
        for (int i = 0; i < variables; i++) {
            for (int j = first; j < variables; j++) {
                if (requires(i, j)) {
                    throw new IllegalArgumentException(
                            "edge " + i + " -> " + j + " must not be required, for " + j + " is a parent only");
                }
                none[i * variables + j] = true;
            }
        }
        return new EdgeKnowledge(
                variables,
                none,
                required,
                Arrays.stream(targets).filter(j -> j < first).toArray());
    }

    /** Adds variables without children from {@code first} on, such as unneeded lags; none may be required. */
    public EdgeKnowledge withoutChildrenFrom(int first) {
        boolean[] none = forbidden.clone();
        for (int i = first; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                if (requires(i, j)) {
                    throw new IllegalArgumentException(
                            "edge " + i + " -> " + j + " must not be required, for " + i + " is not used");
                }
                none[i * variables + j] = i != j;
            }
        }
        return new EdgeKnowledge(variables, none, required, targets);
    }

    /** Adds that no variable that is explained is a parent of another, but where that is required. */
    public EdgeKnowledge parentsOnlyAsParents() {
        boolean[] none = forbidden.clone();
        for (int i : targets) {
            for (int j : targets) {
                none[i * variables + j] |= i != j && !requires(i, j);
            }
        }
        return new EdgeKnowledge(variables, none, required, targets);
    }

    /** The largest lag of a required edge, where columns are a series' d variables and their lags; else 0. */
    public int requiredLags(int d) {
        int most = 0;
        for (int k = 0; k < required.length; k++) {
            most = required[k] ? Math.max(most, k / variables / d) : most;
        }
        return most;
    }

    public int[] targets() {
        return targets;
    }

    /** The variables that are parents only and may be parents, such as the lags that are needed. */
    public int[] usedAsParentsOnly() {
        boolean[] target = new boolean[variables];
        for (int j : targets) {
            target[j] = true;
        }
        return IntStream.range(0, variables)
                .filter(i -> !target[i] && Arrays.stream(targets).anyMatch(j -> allows(i, j)))
                .toArray();
    }

    /** Whether the only knowledge is which variables are parents only. */
    public boolean saysOnlyTargets() {
        boolean[] target = new boolean[variables];
        for (int j : targets) {
            target[j] = true;
        }
        for (int k = 0; k < forbidden.length; k++) {
            if (required[k] || (forbidden[k] && target[k % variables])) {
                return false;
            }
        }
        return true;
    }

    public boolean allows(int from, int to) {
        return !forbidden[from * variables + to];
    }

    public boolean requires(int from, int to) {
        return required[from * variables + to];
    }

    /** Drops edges with weights below a threshold, but no required one. */
    public WeightMatrix strong(WeightMatrix network, double threshold) {
        double[] kept = network.threshold(threshold).toRows();
        Arrays.setAll(kept, k -> required[k] ? network.get(k / variables, k % variables) : kept[k]);
        return WeightMatrix.ofRows(variables, kept);
    }

    /**
     * Drops edges of a series' network weaker than the threshold, but no required one. Columns with unequal noise
     * variances may have no common unit, in which a weight says nothing: there the criterion is how far a deviation of
     * the cause moves the effect, |w_ij| √(S_ii / v_j) ({@code docs/adr/0031-time-series.md}), v_j the variance with
     * which effects in column j are compared.
     */
    public WeightMatrix strong(
            WeightMatrix network,
            double threshold,
            NoiseAssumption assumption,
            double[] covariance,
            IntToDoubleFunction effects) {
        if (assumption == NoiseAssumption.EQUAL) {
            return strong(network, threshold);
        }
        double[] kept = network.toRows();
        for (int k = 0; k < kept.length; k++) {
            if (kept[k] != 0 && !required[k]) {
                double moved = Math.abs(kept[k]) * Math.sqrt(covariance[k / variables * (variables + 1)]);
                kept[k] = moved < threshold * Math.sqrt(effects.applyAsDouble(k % variables)) ? 0 : kept[k];
            }
        }
        return WeightMatrix.ofRows(variables, kept);
    }

    /** The evidence for a network of which only strong edges are kept, without marks of the others. */
    public static Evidence kept(Evidence evidence, WeightMatrix network, WeightMatrix strong) {
        PairProbabilities pairs = evidence.pairs();
        PairProbabilities left = new PairProbabilities(
                pairs.pattern(),
                pairs.directed(),
                pairs.cap(),
                pairs.noiseRatios(),
                pairs.marks().map(all -> all.without((i, j) -> joined(network, i, j) && !joined(strong, i, j))),
                pairs.ancestral(),
                pairs.cautious());
        return evidence.with(left, evidence.equations());
    }

    private static boolean joined(WeightMatrix network, int i, int j) {
        return network.hasEdge(i, j) || network.hasEdge(j, i);
    }

    public boolean isEmpty() {
        for (int k = 0; k < forbidden.length; k++) {
            if (forbidden[k] || required[k]) {
                return false;
            }
        }
        return true;
    }

    /** Log odds of every edge, −∞ for a forbidden one; {@code ofParentsOnly} from a variable that is a parent only. */
    public double[] logOdds(double general, double ofParentsOnly) {
        double[] odds = new double[forbidden.length];
        Arrays.fill(odds, ofParentsOnly);
        for (int i : targets) {
            Arrays.fill(odds, i * variables, (i + 1) * variables, general);
        }
        for (int k = 0; k < odds.length; k++) {
            odds[k] = forbidden[k] ? Double.NEGATIVE_INFINITY : odds[k];
        }
        return odds;
    }

    public int variables() {
        return variables;
    }

    /** [d][]: the required parents of each variable. */
    public int[][] requiredOfEach() {
        int[][] parents = new int[variables][];
        for (int j = 0; j < variables; j++) {
            int target = j;
            parents[j] = IntStream.range(0, variables)
                    .filter(i -> requires(i, target))
                    .toArray();
        }
        return parents;
    }

    /** The required edges, which must form no cycle. */
    public ParentSets requiredParents() {
        ParentSets graph = ParentSets.empty(variables);
        int[][] parents = requiredOfEach();
        for (int j = 0; j < variables; j++) {
            for (int i : parents[j]) {
                if (graph.full(j)) {
                    throw new IllegalArgumentException("a variable must have at most " + KnownEdges.MOST_REQUIRED
                            + " required parents, has more: variable " + j);
                }
                graph.add(j, i);
            }
        }
        try {
            Pdag.classOf(graph);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("required edges must form no cycle: " + Words.reason(e), e);
        }
        return graph;
    }
}
